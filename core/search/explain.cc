// SPDX-License-Identifier: MIT
#include "core/search/explain.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

#include "core/base/check.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

enum class Answer { kPossible, kImpossible, kUnknown };

using State = std::vector<Word>;

struct StateHash {
  std::size_t operator()(const State& state) const {
    return static_cast<std::size_t>(hash_64(std::span<const Word>(state)));
  }
};

// Decides for single states whether a quest can still be done, within a budget of explored states.
class Decider {
 public:
  Decider(const StateSpace& space, const SolvedSpace* solved, std::size_t quest,
          std::uint64_t budget)
      : space_(space),
        solved_(solved),
        quest_(quest),
        budget_(budget),
        expander_(space.make_expander(Sources::kLeaveOut)),
        enabled_(space.label_count()) {}

  std::uint64_t budget() const { return budget_; }

  Answer decide(const State& start) {
    std::unordered_set<State, StateHash> seen = {start};
    std::vector<State> frontier = {start};
    if (const auto known = look_up(start)) return *known;
    if (any_done(frontier)) return Answer::kPossible;
    while (!frontier.empty()) {
      std::vector<State> next;
      for (std::size_t begin = 0; begin < frontier.size(); begin += kMaximumBlock) {
        const std::size_t count = std::min(kMaximumBlock, frontier.size() - begin);
        if (expand({frontier.data() + begin, count}, seen, next)) return Answer::kPossible;
        if (budget_ == 0) return Answer::kUnknown;
      }
      if (any_done(next)) return Answer::kPossible;
      frontier = std::move(next);
    }
    return Answer::kImpossible;
  }

 private:
  std::optional<Answer> look_up(const State& state) const {
    if (solved_ == nullptr) return std::nullopt;
    const auto standing = solved_->standing(state, quest_);
    if (!standing) return std::nullopt;
    return standing->live || standing->done ? Answer::kPossible : Answer::kImpossible;
  }

  // The states as columns, as StateBlock wants them.
  StateBlock load(std::span<const State> states) {
    const std::size_t words = space_.word_count();
    const std::size_t stride = (states.size() + kBlockPadding - 1) / kBlockPadding * kBlockPadding;
    columns_.assign(words * stride, 0);
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (std::size_t w = 0; w < words; ++w) columns_[w * stride + i] = states[i][w];
    }
    return {columns_.data(), stride, states.size()};
  }

  // Appends what is neither seen nor known to `next`; true when a successor is known to be live.
  bool expand(std::span<const State> states, std::unordered_set<State, StateHash>& seen,
              std::vector<State>& next) {
    expander_->expand(load(states), successors_, enabled_);
    State successor(space_.word_count());
    for (std::size_t i = 0; i < successors_.count; ++i) {
      for (std::size_t w = 0; w < successor.size(); ++w) {
        successor[w] = successors_.words[w * successors_.stride + i];
      }
      if (!seen.insert(successor).second) continue;
      const auto known = look_up(successor);
      if (known == Answer::kPossible) return true;
      if (known == Answer::kImpossible) continue;
      if (budget_ == 0) return false;
      --budget_;
      next.push_back(successor);
    }
    return false;
  }

  bool any_done(std::span<const State> states) {
    const std::uint64_t bit = std::uint64_t{1} << (quest_ % 64);
    for (std::size_t begin = 0; begin < states.size(); begin += kMaximumBlock) {
      const std::size_t count = std::min(kMaximumBlock, states.size() - begin);
      std::vector<std::uint64_t> done(count);
      std::vector<std::uint64_t> pending(count);
      space_.evaluate_quests(load(states.subspan(begin, count)), quest_ / 64, done, pending);
      if (std::any_of(done.begin(), done.end(), [&](auto mask) { return (mask & bit) != 0; })) {
        return true;
      }
    }
    return false;
  }

  const StateSpace& space_;
  const SolvedSpace* solved_;
  std::size_t quest_;
  std::uint64_t budget_;
  std::unique_ptr<Expander> expander_;
  std::vector<std::uint64_t> enabled_;
  SuccessorBlock successors_;
  std::vector<Word> columns_;
};

// The next set of `size` positions below `count` in lexicographic order; false after the last one.
bool next_combination(std::vector<std::size_t>& positions, std::size_t count) {
  const std::size_t size = positions.size();
  for (std::size_t i = size; i-- > 0;) {
    if (positions[i] + size - i < count) {
      ++positions[i];
      for (std::size_t j = i + 1; j < size; ++j) positions[j] = positions[j - 1] + 1;
      return true;
    }
  }
  return false;
}

bool contains_one_of(const std::vector<VariableId>& set,
                     const std::vector<std::vector<VariableId>>& smaller) {
  return std::any_of(smaller.begin(), smaller.end(), [&](const auto& other) {
    return std::includes(set.begin(), set.end(), other.begin(), other.end());
  });
}

}  // namespace

Explanation explain_fatal_step(const StateSpace& space, const StateLayout& layout,
                               const SolvedSpace* solved, std::size_t quest, StateView before,
                               StateView after, std::span<const VariableId> candidates,
                               const ExplainOptions& options) {
  QUEST_CHECK(before.size() == space.word_count() && after.size() == space.word_count());
  QUEST_CHECK(std::is_sorted(candidates.begin(), candidates.end()));
  // As stored: everything put back but the candidates.
  State base(before.begin(), before.end());
  for (VariableId variable : candidates) layout.set(base, variable, layout.get(after, variable));

  Decider decider(space, solved, quest, options.state_budget);
  Explanation result;
  std::size_t tried = 0;
  for (std::size_t size = 1; size <= candidates.size(); ++size) {
    std::vector<std::size_t> positions(size);
    for (std::size_t i = 0; i < size; ++i) positions[i] = i;
    do {
      std::vector<VariableId> set;
      for (std::size_t position : positions) set.push_back(candidates[position]);
      if (contains_one_of(set, result.sufficient)) continue;
      if (++tried > options.set_budget) {
        result.complete = false;
        result.states = options.state_budget - decider.budget();
        return result;
      }
      State state = base;
      for (VariableId variable : set) layout.set(state, variable, layout.get(before, variable));
      const Answer answer = decider.decide(state);
      if (answer == Answer::kPossible) result.sufficient.push_back(set);
      if (answer == Answer::kUnknown) result.complete = false;
    } while (next_combination(positions, candidates.size()));
  }
  result.states = options.state_budget - decider.budget();
  return result;
}

}  // namespace questproof
