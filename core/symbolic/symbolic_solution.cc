// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_solution.h"

#include <limits>
#include <utility>

namespace questproof {

std::uint64_t clamped(const BigCount& count) {
  return count.fits() ? count.number() : std::numeric_limits<std::uint64_t>::max();
}

SymbolicSolution::SymbolicSolution(std::unique_ptr<SymbolicSpace> space, Sets sets)
    : space_(std::move(space)), sets_(std::move(sets)) {
  size_ = clamped(space_->count(space_->reachable()));
}

bool SymbolicSolution::contains(StateView state) const {
  return space_->contains(space_->reachable(), space_->model().tuple_of(state));
}

std::optional<SolvedSpace::Standing> SymbolicSolution::standing(StateView state,
                                                                std::size_t quest) const {
  const std::vector<std::uint32_t> tuple = space_->model().tuple_of(state);
  if (!space_->contains(space_->reachable(), tuple)) return std::nullopt;
  const QuestSets& sets = sets_.quests.at(quest);
  Standing standing;
  standing.done = space_->contains(sets.done, tuple);
  standing.live = space_->contains(sets.live, tuple);
  standing.blocked = space_->contains(sets.blocked, tuple);
  if (standing.done) standing.distance = 0;
  return standing;
}

}  // namespace questproof
