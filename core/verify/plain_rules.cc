// SPDX-License-Identifier: MIT
#include "core/verify/plain_rules.h"

#include <algorithm>

namespace questproof {

PlainRules::PlainRules(const GameModel& model)
    : compiled_(model), conditions_(compiled_.model(), compiled_.layout(), compiled_.labels()) {
  for (const Quest& quest : compiled_.model().quests) {
    programs_.push_back({conditions_.compile_condition(quest.open),
                         conditions_.compile_condition(quest.done),
                         conditions_.compile_condition(quest.failed)});
  }
}

void PlainRules::successors(StateView state, std::vector<Word>& rows, std::uint64_t& faults) {
  compiled_.scalar_evaluator().successors(state, successors_, scratch_);
  rows.insert(rows.end(), successors_.words.begin(), successors_.words.end());
  faults += successors_.faults.size();
}

PlainRules::QuestMasks PlainRules::quests(StateView state, std::size_t group) const {
  QuestMasks masks;
  const std::size_t begin = 64 * group;
  const std::size_t end = std::min(begin + 64, programs_.size());
  for (std::size_t q = begin; q < end; ++q) {
    const QuestPrograms& quest = programs_[q];
    const std::uint64_t bit = std::uint64_t{1} << (q - begin);
    if (conditions_.holds(quest.done, state)) {
      masks.done |= bit;
    } else if (conditions_.holds(quest.open, state) && !conditions_.holds(quest.failed, state)) {
      masks.pending |= bit;
    }
  }
  return masks;
}

}  // namespace questproof
