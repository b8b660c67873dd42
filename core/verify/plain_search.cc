// SPDX-License-Identifier: MIT
#include "core/verify/plain_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/verify/plain_backward.h"
#include "core/verify/plain_rules.h"
#include "core/verify/state_table.h"

namespace questproof {
namespace {

// States whose successors are looked up together.
constexpr std::uint32_t kBatch = 128;

// Ends the exploration from deep inside; never leaves this file.
struct LimitHit {
  std::string which;
};

class PlainSearch {
 public:
  PlainSearch(const GameModel& model, const PlainOptions& options,
              const PlainProgressCallback& progress)
      : model_(model),
        options_(options),
        progress_(progress),
        rules_(model, options.collapse_free_moves ? find_free_moves(model) : FreeMoves{}),
        table_(rules_.layout().word_count(), options.expected_states) {}

  PlainResult run() {
    result_.quests.resize(model_.quests.size());
    try {
      forward();
      look_up_watched();
      table_.drop_slots();
      for (std::size_t group = 0; group * 64 < model_.quests.size(); ++group) decide(group);
    } catch (const LimitHit& limit) {
      result_.limit = limit.which;
    }
    return std::move(result_);
  }

 private:
  std::size_t word_count() const { return rules_.layout().word_count(); }

  void forward() {
    insert_initial_states();
    std::uint32_t begin = 0;
    while (begin < table_.size()) {
      const std::uint32_t end = table_.size();
      level_begin_.push_back(begin);
      result_.states_per_level.push_back(end - begin);
      for (std::uint32_t at = begin; at < end; at += kBatch) {
        expand(at, std::min(at + kBatch, end));
        if (at % (64 * kBatch) == begin % (64 * kBatch)) watch_forward(end - begin);
      }
      begin = end;
    }
    level_begin_.push_back(begin);
    result_.states = table_.size();
  }

  void insert_initial_states() {
    std::vector<Word> rows(model_.variants.size() * word_count(), 0);
    for (std::size_t v = 0; v < model_.variants.size(); ++v) {
      const StateSpan row = StateSpan(rows).subspan(v * word_count(), word_count());
      rules_.layout().pack(model_.variants[v].values, row);
      rules_.name(row);
    }
    table_.insert(rows, numbers_);
    result_.states = table_.size();
  }

  void expand(std::uint32_t begin, std::uint32_t end) {
    std::vector<Word> state(word_count());
    rows_.clear();
    for (std::uint32_t number = begin; number < end; ++number) {
      const std::size_t before = rows_.size();
      table_.read(number, state);
      rules_.successors(state, rows_, result_.faults);
      const std::size_t degree = (rows_.size() - before) / word_count();
      QUEST_CHECK(degree <= std::numeric_limits<std::uint16_t>::max());
      transitions_.degree.push_back(static_cast<std::uint16_t>(degree));
      if (degree == 0) ++result_.deadlocks;
    }
    table_.insert(rows_, numbers_);
    for (std::uint32_t number : numbers_) transitions_.destination.push_back(number);
    result_.transitions += numbers_.size();
  }

  void look_up_watched() {
    std::vector<Word> state(word_count());
    for (const Valuation& values : options_.watched) {
      std::fill(state.begin(), state.end(), 0);
      rules_.layout().pack(values, state);
      rules_.name(state);
      watched_.push_back(table_.find(state));
      WatchedState watched;
      if (watched_.back() != StateTable::kNoNumber) {
        watched.level = level_of(watched_.back());
        watched.done.resize(model_.quests.size());
        watched.blocked.resize(model_.quests.size());
      }
      result_.watched.push_back(std::move(watched));
    }
  }

  std::uint32_t level_of(std::uint32_t number) const {
    const auto after = std::upper_bound(level_begin_.begin(), level_begin_.end(), number);
    return static_cast<std::uint32_t>(after - level_begin_.begin() - 1);
  }

  void decide(std::size_t group) {
    const std::size_t quests = std::min<std::size_t>(64, model_.quests.size() - 64 * group);
    if (quests <= 8) {
      decide_with_masks<std::uint8_t>(group, quests);
    } else if (quests <= 16) {
      decide_with_masks<std::uint16_t>(group, quests);
    } else {
      decide_with_masks<std::uint64_t>(group, quests);
    }
  }

  template <typename Mask>
  void decide_with_masks(std::size_t group, std::size_t quests) {
    std::vector<Mask> done(table_.size());
    std::vector<Mask> pending(table_.size());
    std::vector<Word> state(word_count());
    for (std::uint32_t number = 0; number < table_.size(); ++number) {
      table_.read(number, state);
      const PlainRules::QuestMasks masks = rules_.quests(state, group);
      done[number] = static_cast<Mask>(masks.done);
      pending[number] = static_cast<Mask>(masks.pending);
      if (number % (1U << 20) == 0) watch("quests", number);
    }
    std::vector<Mask> live = done;
    mask_bytes_ = 3 * live.size() * sizeof(Mask);
    const auto full = static_cast<Mask>(~std::uint64_t{0} >> (64 - quests));
    spread_backward<Mask>(transitions_, full, live,
                          [&](std::uint64_t passed) { watch("backward", passed); });
    // From here on `live` holds who is blocked.
    for (std::size_t s = 0; s < live.size(); ++s) {
      live[s] = static_cast<Mask>(pending[s] & ~live[s]);
    }
    count(group, quests, done, pending, live);
    count_fatal_transitions(group, quests, live);
  }

  template <typename Mask>
  void count(std::size_t group, std::size_t quests, const std::vector<Mask>& done,
             const std::vector<Mask>& pending, const std::vector<Mask>& blocked) {
    for (std::size_t q = 0; q < quests; ++q) {
      const auto bit = static_cast<Mask>(std::uint64_t{1} << q);
      PlainQuest& quest = result_.quests[64 * group + q];
      for (std::uint32_t s = 0; s < table_.size(); ++s) {
        if ((done[s] & bit) != 0 && quest.done_states++ == 0) quest.completion_length = level_of(s);
        if ((pending[s] & bit) != 0) ++quest.pending_states;
        if ((blocked[s] & bit) == 0) continue;
        if (quest.blocked_states++ == 0) quest.counterexample_length = level_of(s);
        if (s < level_begin_[1]) ++quest.initial_blocked;
      }
      for (std::size_t w = 0; w < watched_.size(); ++w) {
        if (watched_[w] == StateTable::kNoNumber) continue;
        result_.watched[w].done[64 * group + q] = (done[watched_[w]] & bit) != 0;
        result_.watched[w].blocked[64 * group + q] = (blocked[watched_[w]] & bit) != 0;
      }
    }
  }

  template <typename Mask>
  void count_fatal_transitions(std::size_t group, std::size_t quests,
                               const std::vector<Mask>& blocked) {
    if (std::all_of(blocked.begin(), blocked.end(), [](Mask mask) { return mask == 0; })) return;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < blocked.size(); ++s) {
      const std::size_t end = begin + transitions_.degree[s];
      for (std::size_t t = begin; t < end; ++t) {
        const auto fatal = static_cast<Mask>(blocked[transitions_.destination[t]] & ~blocked[s]);
        if (fatal == 0) continue;
        for (std::size_t q = 0; q < quests; ++q) {
          result_.quests[64 * group + q].fatal_transitions += (std::uint64_t{fatal} >> q) & 1U;
        }
      }
      begin = end;
    }
  }

  std::uint64_t memory_bytes() const {
    return table_.memory_bytes() + transitions_.memory_bytes() + mask_bytes_;
  }

  void watch_forward(std::uint64_t frontier) {
    result_.states = table_.size();
    report("forward", 0, frontier);
  }

  void watch(const char* phase, std::uint64_t passed) { report(phase, passed, 0); }

  void report(const char* phase, std::uint64_t passed, std::uint64_t frontier) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    if (options_.memory_bytes != 0 && memory_bytes() > options_.memory_bytes) {
      throw LimitHit{fmt::format("memory limit reached at level {}", last_level())};
    }
    if (options_.time_seconds != 0 && elapsed.count() > options_.time_seconds) {
      throw LimitHit{fmt::format("time limit reached at level {}", last_level())};
    }
    if (!progress_ || elapsed.count() - reported_ < 0.1) return;
    reported_ = elapsed.count();
    const bool forward = frontier != 0;
    progress_({.phase = phase,
               .level = last_level(),
               .states = forward ? table_.size() : passed,
               .total = forward ? 0 : table_.size(),
               .frontier = frontier,
               .transitions = result_.transitions,
               .memory_bytes = memory_bytes(),
               .seconds = elapsed.count()});
  }

  std::uint32_t last_level() const {
    return static_cast<std::uint32_t>(result_.states_per_level.size() - 1);
  }

  const GameModel& model_;
  const PlainOptions& options_;
  const PlainProgressCallback& progress_;
  PlainRules rules_;
  StateTable table_;
  PlainTransitions transitions_;
  PlainResult result_;
  std::vector<std::uint32_t> level_begin_;  // number of the first state, one more than levels
  std::vector<std::uint32_t> watched_;      // numbers of the watched states
  std::vector<Word> rows_;
  std::vector<std::uint32_t> numbers_;
  std::uint64_t mask_bytes_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double reported_ = 0;
};

}  // namespace

PlainResult plain_search(const GameModel& model, const PlainOptions& options,
                         const PlainProgressCallback& progress) {
  return PlainSearch(model, options, progress).run();
}

}  // namespace questproof
