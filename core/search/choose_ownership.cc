// SPDX-License-Identifier: MIT
#include "core/search/choose_ownership.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/hash.h"
#include "core/search/key.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

constexpr std::uint64_t kMostTransitions = 1'000'000;  // looked at
constexpr std::uint64_t kMostKept = 65'536;            // transitions that candidates are judged by

// States and transitions of a game, level by level; states are rows of `words` words.
class GameSample {
 public:
  explicit GameSample(const StateSpace& space) : space_(space), words_(space.word_count()) {
    changes_.resize(words_ * 64);
    std::vector<Word> level = space.initial_states();
    while (!level.empty() && transitions_ < kMostTransitions) level = next_level(level);
  }

  std::size_t words() const { return words_; }
  std::uint64_t transitions() const { return transitions_; }
  // How many transitions change the bit.
  std::uint64_t changes(std::size_t word, unsigned bit) const { return changes_[word * 64 + bit]; }
  const std::vector<std::vector<Word>>& levels() const { return levels_; }
  const std::vector<Word>& sources() const { return sources_; }
  const std::vector<Word>& destinations() const { return destinations_; }

 private:
  std::vector<Word> next_level(std::vector<Word> rows) {
    rows = fresh(std::move(rows));
    std::vector<Word> found;
    const std::size_t count = rows.size() / words_;
    if (count == 0) return found;
    std::vector<Word> columns(words_ * kMaximumBlock);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t w = 0; w < words_; ++w)
        columns[w * kMaximumBlock + i] = rows[i * words_ + w];
    }
    if (expander_ == nullptr) expander_ = space_.make_expander();
    enabled_.assign(space_.label_count(), 0);
    expander_->expand({columns.data(), kMaximumBlock, count}, successors_, enabled_);
    for (std::size_t i = 0; i < successors_.count; ++i) take(rows, i, found);
    levels_.push_back(std::move(rows));
    return found;
  }

  void take(const std::vector<Word>& rows, std::size_t i, std::vector<Word>& found) {
    const Word* const source = rows.data() + successors_.source[i] * words_;
    const bool keep = transitions_++ % (kMostTransitions / kMostKept) == 0;
    for (std::size_t w = 0; w < words_; ++w) {
      const Word to = successors_.words[w * successors_.stride + i];
      found.push_back(to);
      for (Word bits = source[w] ^ to; bits != 0; bits &= bits - 1) {
        ++changes_[w * 64 + static_cast<unsigned>(std::countr_zero(bits))];
      }
      if (!keep) continue;
      sources_.push_back(source[w]);
      destinations_.push_back(to);
    }
  }

  // Those that no level had, at most kSampledStates of them: those with the smallest hashes, so that
  // the choice has nothing to do with what the states mean.
  std::vector<Word> fresh(std::vector<Word> rows) {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t row = 0; row < rows.size(); row += words_) {
      const std::uint64_t hash = hash_64(std::span<const std::uint64_t>(rows).subspan(row, words_));
      if (seen_.insert(hash).second) order.emplace_back(hash, row);
    }
    const std::size_t kept = std::min(order.size(), kSampledStates);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept),
                      order.end());
    std::vector<Word> result;
    for (std::size_t i = 0; i < kept; ++i) {
      const auto first = rows.begin() + static_cast<std::ptrdiff_t>(order[i].second);
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(words_));
    }
    return result;
  }

  const StateSpace& space_;
  std::size_t words_;
  std::unique_ptr<Expander> expander_;
  SuccessorBlock successors_;
  std::vector<std::uint64_t> enabled_;
  std::unordered_set<std::uint64_t> seen_;  // hashes
  std::uint64_t transitions_ = 0;
  std::vector<std::uint64_t> changes_;
  std::vector<std::vector<Word>> levels_;
  std::vector<Word> sources_, destinations_;  // of the transitions that are kept
};

// The longest stretches of adjacent bits first: fewer of them are quicker to gather.
Word choose_pivot(Word projection, unsigned bits) {
  std::vector<std::pair<unsigned, unsigned>> stretches;  // length, first bit
  for (unsigned from = 0; from < 64;) {
    const auto length = static_cast<unsigned>(std::countr_one(projection >> from));
    if (length > 0) stretches.emplace_back(length, from);
    from += std::max(length, 1u);
  }
  std::stable_sort(stretches.begin(), stretches.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  Word pivot = 0;
  for (const auto& [length, from] : stretches) {
    const unsigned taken = std::min(length, bits);
    if (taken == 0) break;
    pivot |= (taken == 64 ? ~Word{0} : (Word{1} << taken) - 1) << from;
    bits -= taken;
  }
  return pivot;
}

class Chooser {
 public:
  Chooser(const StateSpace& space, std::uint32_t partitions, std::uint32_t ranks)
      : space_(space),
        partition_bits_(static_cast<unsigned>(std::countr_zero(partitions))),
        ranks_(ranks),
        sample_(space) {}

  ChosenOwnership choose() const {
    ChosenOwnership best;
    best.by_whole_state = best.figures = judge({});
    best.sampled_transitions = sample_.transitions();
    for (std::size_t word = 0; word < sample_.words(); ++word) {
      for (const Word projection : projections(word)) {
        const Ownership ownership = {static_cast<std::uint32_t>(word), projection,
                                     choose_pivot(projection, partition_bits_)};
        const OwnershipFigures figures = judge(ownership);
        if (figures.imbalance > kMostImbalance * best.by_whole_state.imbalance) continue;
        if (figures.remote_share >= best.figures.remote_share) continue;
        best.ownership = ownership;
        best.figures = figures;
        best.hashed_bits = static_cast<std::uint32_t>(std::popcount(projection));
      }
    }
    return best;
  }

 private:
  // Of one word: all bits but the one, two, three ... that change most often.
  std::vector<Word> projections(std::size_t word) const {
    const auto bits = static_cast<unsigned>(space_.word_bits(word));
    std::vector<unsigned> order(bits);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
      return sample_.changes(word, a) > sample_.changes(word, b);
    });
    std::vector<Word> result;
    Word projection = bits == 64 ? ~Word{0} : (Word{1} << bits) - 1;
    for (const unsigned bit : order) {
      if (sample_.changes(word, bit) == 0) break;  // those that are left say nothing
      projection &= ~(Word{1} << bit);
      if (static_cast<unsigned>(std::popcount(projection)) < partition_bits_) break;
      result.push_back(projection);
    }
    return result;
  }

  OwnershipFigures judge(const Ownership& ownership) const {
    return with_width(sample_.words(), [&]<unsigned W>() { return judge_keys<W>(ownership); });
  }
  template <unsigned W>
  OwnershipFigures judge_keys(const Ownership& ownership) const {
    const KeyCodec<W> codec(space_, ownership);
    const unsigned bits = std::min(partition_bits_, codec.head_bits());
    const auto rank_of = [&](const Word* state) {
      const std::size_t partition = partition_of(codec.encode(state, 1).head(), bits);
      return (partition * ranks_) >> bits;
    };
    OwnershipFigures figures;
    std::uint64_t remote = 0;
    const std::size_t words = sample_.words();
    for (std::size_t row = 0; row < sample_.sources().size(); row += words) {
      remote += rank_of(&sample_.sources()[row]) != rank_of(&sample_.destinations()[row]);
    }
    const std::size_t transitions = sample_.sources().size() / words;
    if (transitions > 0) {
      figures.remote_share = static_cast<double>(remote) / static_cast<double>(transitions);
    }
    std::uint64_t largest = 0, all = 0;
    std::vector<std::uint64_t> counts(ranks_);
    for (const std::vector<Word>& level : sample_.levels()) {
      std::fill(counts.begin(), counts.end(), 0);
      for (std::size_t row = 0; row < level.size(); row += words) ++counts[rank_of(&level[row])];
      largest += *std::max_element(counts.begin(), counts.end());
      all += level.size() / words;
    }
    if (all > 0) {
      figures.imbalance =
          static_cast<double>(largest) * static_cast<double>(ranks_) / static_cast<double>(all);
    }
    return figures;
  }

  const StateSpace& space_;
  unsigned partition_bits_;
  std::size_t ranks_;
  GameSample sample_;
};

}  // namespace

ChosenOwnership choose_ownership(const StateSpace& space, std::uint32_t partitions,
                                 std::uint32_t ranks) {
  QUEST_CHECK(ranks >= 2 && std::has_single_bit(partitions));
  return Chooser(space, partitions, ranks).choose();
}

}  // namespace questproof
