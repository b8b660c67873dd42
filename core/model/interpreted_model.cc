// SPDX-License-Identifier: MIT
#include "core/model/interpreted_model.h"

#include <algorithm>

#include "core/model/block_expander.h"

namespace questproof {

InterpretedModel::InterpretedModel(const CompiledModel& compiled)
    : compiled_(compiled), conditions_(compiled.model(), compiled.layout(), compiled.labels()) {
  for (const Quest& quest : compiled.model().quests) {
    quests_.push_back({conditions_.compile_condition(quest.open),
                       conditions_.compile_condition(quest.done),
                       conditions_.compile_condition(quest.failed)});
  }
}

std::unique_ptr<Expander> InterpretedModel::make_expander(Sources sources) const {
  BlockExpander::Parts parts;
  parts.word_count = word_count();
  parts.bytecode = &compiled_.scalar_evaluator();
  parts.sources = sources;
  return std::make_unique<BlockExpander>(parts);
}

void InterpretedModel::evaluate_quests(const StateBlock& block, std::size_t group,
                                       std::span<std::uint64_t> done,
                                       std::span<std::uint64_t> pending) const {
  std::vector<Word> state(word_count());
  const std::size_t first = 64 * group;
  const std::size_t end = std::min(quests_.size(), first + 64);
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::size_t w = 0; w < state.size(); ++w) state[w] = block.words[w * block.stride + i];
    done[i] = pending[i] = 0;
    for (std::size_t q = first; q < end; ++q) {
      const std::uint64_t bit = std::uint64_t{1} << (q - first);
      if (conditions_.holds(quests_[q].done, state)) {
        done[i] |= bit;
      } else if (conditions_.holds(quests_[q].open, state) &&
                 !conditions_.holds(quests_[q].failed, state)) {
        pending[i] |= bit;
      }
    }
  }
}

}  // namespace questproof
