// SPDX-License-Identifier: MIT
#include "coordinator/diff/level_search.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/naive_evaluator.h"

namespace questproof {

LevelSearch::LevelSearch(const GameModel& model, std::size_t most_states)
    : model_(model),
      most_states_(most_states),
      rules_(model, {}),
      table_(rules_.layout().word_count(), 0) {
  std::vector<Valuation> starts;
  for (const Variant& variant : model.variants) starts.push_back(variant.values);
  begin(starts);
}

LevelSearch::LevelSearch(const GameModel& model, const Valuation& start, std::size_t most_states)
    : model_(model),
      most_states_(most_states),
      rules_(model, {}),
      table_(rules_.layout().word_count(), 0) {
  begin({start});
}

void LevelSearch::begin(const std::vector<Valuation>& starts) {
  const std::size_t words = rules_.layout().word_count();
  std::vector<Word> row(words);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t variant = 0; variant < starts.size(); ++variant) {
    rules_.layout().pack(starts[variant], row);
    table_.insert(row, numbers);
    if (numbers.front() < parents_.size()) continue;  // two starts that are alike
    parents_.push_back(kNone);
    variants_.push_back(variant);
  }
  level_begins_.push_back(0);
}

std::uint32_t LevelSearch::level_end(std::size_t level) const {
  return level + 1 < level_begins_.size() ? level_begins_[level + 1] : states();
}

bool LevelSearch::next_level() {
  if (hit_limit_ || complete_) return false;
  const std::uint32_t begin = level_begins_.back();
  const std::uint32_t end = states();
  std::vector<Word> state(rules_.layout().word_count());
  std::vector<Word> rows;
  std::vector<std::uint32_t> numbers;
  std::uint64_t faults = 0;
  for (std::uint32_t number = begin; number < end; ++number) {
    if (states() >= most_states_) {
      hit_limit_ = true;
      break;
    }
    table_.read(number, state);
    rows.clear();
    rules_.successors(state, rows, faults);
    if (rows.empty()) continue;
    table_.insert(rows, numbers);
    parents_.resize(states(), number);
  }
  if (states() == end) {
    complete_ = !hit_limit_;
    return false;
  }
  level_begins_.push_back(end);
  return !hit_limit_;
}

Valuation LevelSearch::values(std::uint32_t state) const {
  std::vector<Word> packed(rules_.layout().word_count());
  table_.read(state, packed);
  return rules_.layout().unpack(packed);
}

std::uint32_t LevelSearch::variant(std::uint32_t state) const {
  while (parents_[state] != kNone) state = parents_[state];
  return variants_[state];
}

Valuation LevelSearch::first(std::uint32_t state) const {
  while (parents_[state] != kNone) state = parents_[state];
  return values(state);
}

std::vector<PlayedEvent> LevelSearch::path(std::uint32_t state) const {
  std::vector<PlayedEvent> steps;
  for (; parents_[state] != kNone; state = parents_[state]) {
    const Valuation before = values(parents_[state]);
    Valuation after = values(state);
    const std::size_t known = steps.size();
    for (std::uint32_t e = 0; e < model_.events.size() && steps.size() == known; ++e) {
      for (const Outcome& outcome : outcomes(model_, {e}, before)) {
        if (outcome.fault || outcome.values != after) continue;
        steps.push_back({{e}, after});
        break;
      }
    }
    QUEST_CHECK(steps.size() == known + 1);
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace questproof
