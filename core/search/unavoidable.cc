// SPDX-License-Identifier: MIT
#include "core/search/unavoidable.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "core/base/check.h"
#include "core/base/hash.h"
#include "core/search/run_watch.h"
#include "core/search/state_block.h"

namespace questproof {
namespace {

using Mask = std::uint64_t;
using Index = std::uint32_t;

// Packed states, numbered in the order in which they came: open addressing, linear probing.
class NumberedStates {
 public:
  explicit NumberedStates(std::size_t words) : words_(words), slots_(1024, kFree) {}

  Index size() const { return static_cast<Index>(rows_.size() / words_); }
  StateView operator[](Index index) const {
    return StateView(rows_).subspan(std::size_t{index} * words_, words_);
  }

  // Its number; a new one when the state is new.
  Index number(StateView state) {
    if (2 * (std::size_t{size()} + 1) > slots_.size()) grow();
    Index& slot = slots_[slot_of(state)];
    if (slot == kFree) {
      slot = size();
      rows_.insert(rows_.end(), state.begin(), state.end());
    }
    return slot;
  }

  // That number() may take more than it has taken, at most.
  std::uint64_t bytes_to_grow() const {
    return 2 * (rows_.capacity() * sizeof(Word) + slots_.size() * sizeof(Index));
  }

 private:
  static constexpr Index kFree = ~Index{0};

  std::size_t slot_of(StateView state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash_64(state)) & mask;
    while (slots_[slot] != kFree && !std::ranges::equal((*this)[slots_[slot]], state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), kFree);
    for (Index index = 0; index < size(); ++index) slots_[slot_of((*this)[index])] = index;
  }

  std::size_t words_;
  std::vector<Word> rows_;
  std::vector<Index> slots_;
};

// At most 64 passages.
class Search {
 public:
  Search(const StateSpace& space, QuestId target, std::span<const Passage> passages,
         RunWatch& watch)
      : space_(space),
        target_(target),
        passages_(passages),
        watch_(watch),
        words_(space.word_count()),
        states_(words_),
        columns_(words_),
        expander_(space.make_expander()),
        enabled_(space.label_count()),
        undecided_(passages.size() == 64 ? ~Mask{0} : (Mask{1} << passages.size()) - 1) {
    by_label_.assign(space.label_count(), 0);
    for (std::size_t label = 0; label < by_label_.size(); ++label) {
      by_label_[label] = bits_of(Passage::of(space.label(label).event));
    }
  }

  // False when a limit was hit.
  bool run() {
    start();
    while (!frontier_.empty() && !decided()) {
      if (!expand_frontier()) return false;
    }
    return true;
  }

  bool reachable() const { return reached_; }
  Mask needed() const { return undecided_; }
  std::uint64_t expansions() const { return expansions_; }
  std::uint64_t state_count() const { return states_.size(); }

 private:
  bool decided() const { return reached_ && undecided_ == 0; }

  Mask bits_of(const Passage& passage) const {
    Mask bits = 0;
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      if (passages_[i] == passage) bits |= Mask{1} << i;
    }
    return bits;
  }

  void start() {
    const std::vector<Word> initial = space_.initial_states();
    arrivals_.clear();
    for (std::size_t row = 0; row < initial.size(); row += words_) {
      arrivals_.push_back({states_.number(StateView(initial).subspan(row, words_)), undecided_});
    }
    take_arrivals();
    std::swap(frontier_, next_);
  }

  bool expand_frontier() {
    if (reached_) {
      std::erase_if(frontier_, [&](Index state) {
        const bool settled = (masks_[state] & undecided_) == 0;
        if (settled) waiting_[state] = false;
        return settled;
      });
    }
    for (std::size_t begin = 0; begin < frontier_.size(); begin += kSearchBlock) {
      const std::size_t end = std::min(frontier_.size(), begin + kSearchBlock);
      expand(std::span(frontier_).subspan(begin, end - begin));
      if (decided()) return true;
      if (watch_.limit_hit(states_.bytes_to_grow())) return false;
      Progress progress;
      progress.level = round_;
      progress.states = states_.size();
      progress.frontier = frontier_.size();
      watch_.report(progress);
    }
    frontier_.clear();
    std::swap(frontier_, next_);
    ++round_;
    return true;
  }

  void expand(std::span<const Index> block) {
    std::vector<Mask> avoided;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const StateView state = states_[block[i]];
      for (std::size_t w = 0; w < words_; ++w) columns_.column(w)[i] = state[w];
      waiting_[block[i]] = false;
      avoided.push_back(masks_[block[i]]);
    }
    expander_->expand(columns_.view(block.size()), successors_, enabled_);
    expansions_ += block.size();
    arrivals_.clear();
    std::vector<Word> row(words_);
    for (const SuccessorBlock::Run& run : successors_.runs) {
      for (std::size_t i = run.begin; i < run.end; ++i) {
        for (std::size_t w = 0; w < words_; ++w) {
          row[w] = successors_.words[w * successors_.stride + i];
        }
        arrivals_.push_back(
            {states_.number(row), avoided[successors_.source[i]] & ~by_label_[run.label]});
      }
    }
    take_arrivals();
  }

  struct Arrival {
    Index state;
    Mask avoided;
  };

  void take_arrivals() {
    judge_new_states();
    for (const Arrival& arrival : arrivals_) {
      const Mask avoided = arrival.avoided & ~inside_[arrival.state];
      if (is_target_[arrival.state]) {
        reached_ = true;
        undecided_ &= ~avoided;
        continue;
      }
      Mask& known = masks_[arrival.state];
      const bool first = !seen_[arrival.state];
      const bool more = (avoided & undecided_ & ~known) != 0;
      known |= avoided;
      seen_[arrival.state] = true;
      // As long as the target was not met, a state counts even if it avoids nothing.
      if ((more || (first && !reached_)) && !waiting_[arrival.state]) {
        waiting_[arrival.state] = true;
        next_.push_back(arrival.state);
      }
    }
  }

  // Whether the target quest, and which of the quests that are passages, are done in them.
  void judge_new_states() {
    const std::size_t known = masks_.size();
    const std::size_t all = states_.size();
    masks_.resize(all, 0);
    inside_.resize(all, 0);
    is_target_.resize(all, false);
    waiting_.resize(all, false);
    seen_.resize(all, false);
    for (std::size_t begin = known; begin < all; begin += kSearchBlock) {
      const std::size_t count = std::min(kSearchBlock, all - begin);
      for (std::size_t i = 0; i < count; ++i) {
        const StateView state = states_[static_cast<Index>(begin + i)];
        for (std::size_t w = 0; w < words_; ++w) columns_.column(w)[i] = state[w];
      }
      for (std::size_t group = 0; 64 * group < space_.quest_count(); ++group) {
        judge(begin, count, group);
      }
    }
  }

  void judge(std::size_t begin, std::size_t count, std::size_t group) {
    done_.resize(count);
    pending_.resize(count);
    space_.evaluate_quests(columns_.view(count), group, done_, pending_);
    for (std::size_t i = 0; i < count; ++i) {
      for (Mask left = done_[i]; left != 0; left &= left - 1) {
        const auto quest = static_cast<std::uint32_t>(64 * group) +
                           static_cast<std::uint32_t>(std::countr_zero(left));
        if (quest == target_.index) is_target_[begin + i] = true;
        inside_[begin + i] |= bits_of(Passage::of(QuestId{quest}));
      }
    }
  }

  const StateSpace& space_;
  const QuestId target_;
  const std::span<const Passage> passages_;
  RunWatch& watch_;
  const std::size_t words_;
  NumberedStates states_;
  BlockColumns columns_;
  std::unique_ptr<Expander> expander_;
  SuccessorBlock successors_;
  std::vector<std::uint64_t> enabled_;
  std::vector<Mask> by_label_;   // passages that a transition of the label is
  std::vector<Mask> masks_;      // by state: passages that some path to it avoids
  std::vector<Mask> inside_;     // by state: passages that the state is
  std::vector<bool> is_target_;  // by state
  std::vector<bool> waiting_;    // by state: in one of the two lists below
  std::vector<bool> seen_;       // by state: some path was followed to it
  std::vector<Index> frontier_;
  std::vector<Index> next_;
  std::vector<Arrival> arrivals_;
  std::vector<std::uint64_t> done_;
  std::vector<std::uint64_t> pending_;
  Mask undecided_;
  bool reached_ = false;
  std::uint64_t expansions_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace

Unavoidable find_unavoidable(const StateSpace& space, QuestId target,
                             std::span<const Passage> passages, const SearchOptions& options,
                             const ProgressCallback& progress) {
  QUEST_CHECK(target.index < space.quest_count());
  RunWatch watch(options, progress);
  watch.begin_phase("unavoidable events");
  Unavoidable result;
  result.needed.assign(passages.size(), false);
  for (std::size_t begin = 0; begin < std::max<std::size_t>(1, passages.size()); begin += 64) {
    const std::size_t count = std::min<std::size_t>(64, passages.size() - begin);
    Search search(space, target, passages.subspan(begin, count), watch);
    const bool finished = search.run();
    result.reachable = search.reachable();
    result.expansions += search.expansions();
    result.peak_states = std::max(result.peak_states, search.state_count());
    if (!finished) {
      result.limit = fmt::format("{}, after {} states", watch.limit(), search.state_count());
      break;
    }
    for (std::size_t i = 0; i < count; ++i) {
      result.needed[begin + i] = (search.needed() >> i & 1) != 0;
    }
  }
  watch.end_phase();
  return result;
}

}  // namespace questproof
