// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/certify.h"
#include "core/symbolic/symbolic_space.h"

namespace questproof {

// All that decision diagrams found out about the states of a game, as sets: what a store keeps, and what
// answers questions about single states.
class SymbolicSolution final : public SolvedSpace {
 public:
  struct Sets {
    std::vector<QuestSets> quests;
    std::vector<Diagram> levels;  // all of them, or none: they were not found
    // Per quest from 0 on, as far as they were found: all that there are, or some more may follow.
    std::vector<std::vector<Diagram>> distances;
  };

  // The sets lie in the space.
  SymbolicSolution(std::unique_ptr<SymbolicSpace> space, Sets sets);

  // Operations on diagrams change the space, not the sets.
  SymbolicSpace& space() { return *space_; }
  const SymbolicSpace& space() const { return *space_; }
  const Sets& sets() const { return sets_; }

  std::uint64_t size() const override { return size_; }
  bool contains(StateView state) const override;
  std::optional<Standing> standing(StateView state, std::size_t quest) const override;
  std::optional<std::uint32_t> depth(StateView) const override { return std::nullopt; }

 private:
  std::unique_ptr<SymbolicSpace> space_;  // before what lies in it
  Sets sets_;
  std::uint64_t size_ = 0;
};

// As 64 bits; the largest number where those do not hold it.
std::uint64_t clamped(const BigCount& count);

}  // namespace questproof
