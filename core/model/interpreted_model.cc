// SPDX-License-Identifier: MIT
#include "core/model/interpreted_model.h"
#include "core/model/undo_check.h"

#include <algorithm>
#include <numeric>

namespace questproof {

InterpretedModel::InterpretedModel(const CompiledModel& compiled)
    : compiled_(compiled), programs_(compiled.model(), compiled.layout(), compiled.labels()) {
  const GameModel& model = compiled.model();
  const auto compile = [&](const Condition& condition) {
    return ColumnCondition(model, compiled.layout(), condition);
  };
  for (const Quest& quest : model.quests) {
    quests_.push_back({compile(quest.open), compile(quest.done), compile(quest.failed)});
  }
}

std::unique_ptr<Expander> InterpretedModel::make_expander(Sources sources) const {
  return std::make_unique<BlockInterpreter>(programs_, sources);
}

void InterpretedModel::evaluate_quests(const StateBlock& block, std::size_t group,
                                       std::span<std::uint64_t> done,
                                       std::span<std::uint64_t> pending) const {
  std::fill(done.begin(), done.end(), std::uint64_t{0});
  std::fill(pending.begin(), pending.end(), std::uint64_t{0});
  Selection all(block.count);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  Selection is_done, not_done, is_open, has_failed, is_pending;
  const std::size_t first = 64 * group;
  const std::size_t end = std::min(quests_.size(), first + 64);
  for (std::size_t q = first; q < end; ++q) {
    for (Selection* each : {&is_done, &not_done, &is_open, &has_failed, &is_pending}) each->clear();
    quests_[q].done.split(block, all, is_done, &not_done);
    quests_[q].open.split(block, not_done, is_open, nullptr);
    quests_[q].failed.split(block, is_open, has_failed, &is_pending);
    const std::uint64_t bit = std::uint64_t{1} << (q - first);
    for (const std::uint16_t i : is_done) done[i] |= bit;
    for (const std::uint16_t i : is_pending) pending[i] |= bit;
  }
}

bool InterpretedModel::undoable() const { return check_undoable(compiled_.model()).undoable; }

}  // namespace questproof
