// SPDX-License-Identifier: MIT
#include "core/search/choose_ownership.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
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
constexpr std::uint64_t kPivots = 12;                  // that are tried for a projection
constexpr std::uint64_t kMostTries = 1'500;
constexpr std::uint64_t kTransitionsATry = 250;  // a small game is not worth many

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

// Sets of bits of a word, each a single bit.
std::vector<Word> bits_of(Word word) {
  std::vector<Word> bits;
  for (; word != 0; word &= word - 1) bits.push_back(word & ~(word - 1));
  return bits;
}

// Which bits of a projection number its partitions, and which are hashed onto that number, is as good as a seed: each
// choice spreads the values of the projection over the partitions in another way. The first takes the lowest bits.
Word choose_pivot(Word projection, unsigned bits, std::uint64_t variant) {
  std::vector<Word> order = bits_of(projection);
  for (std::size_t last = order.size(); variant > 0 && last > 1; --last) {
    const std::array<std::uint64_t, 3> seed = {projection, variant, last};
    std::swap(order[last - 1], order[hash_64(std::span<const std::uint64_t>(seed)) % last]);
  }
  Word pivot = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bits, order.size()); ++i) pivot |= order[i];
  return pivot;
}

class Chooser {
 public:
  Chooser(const StateSpace& space, std::uint32_t partitions, std::uint32_t ranks)
      : space_(space),
        partition_bits_(static_cast<unsigned>(std::countr_zero(partitions))),
        fewest_bits_(std::min(partition_bits_, static_cast<unsigned>(std::bit_width(ranks - 1)))),
        ranks_(ranks),
        sample_(space) {
    with_ranks({}, [&](const auto& rank_of) {
      best_.figures = {share_of(rank_of, 1), imbalance_of(rank_of, 1e9)};
    });
    best_.by_whole_state = best_.figures;
    best_.sampled_transitions = sample_.transitions();
    tries_ = std::clamp<std::uint64_t>(sample_.transitions() / kTransitionsATry, 64, kMostTries);
  }

  ChosenOwnership choose() {
    for (std::size_t word = 0; word < sample_.words(); ++word) {
      for (const Word projection : projections(word)) try_projection(word, projection);
    }
    while (improve()) {
    }
    return best_;
  }

 private:
  // Of one word: all bits but the one, two, three ... that change most often.
  std::vector<Word> projections(std::size_t word) const {
    std::vector<Word> result;
    Word projection = 0;
    const std::vector<Word> order = bits_that_change(word);
    for (const Word bit : order) projection |= bit;
    for (const Word bit : order) {
      projection &= ~bit;
      if (static_cast<unsigned>(std::popcount(projection)) < fewest_bits_) break;
      result.push_back(projection);
    }
    return result;
  }

  std::uint64_t changes(std::size_t word, Word bit) const {
    return sample_.changes(word, static_cast<unsigned>(std::countr_zero(bit)));
  }

  // Those that change most often first. Others say nothing.
  std::vector<Word> bits_that_change(std::size_t word) const {
    const auto count = static_cast<unsigned>(space_.word_bits(word));
    std::vector<Word> order = bits_of(count == 64 ? ~Word{0} : (Word{1} << count) - 1);
    std::erase_if(order, [&](Word bit) { return changes(word, bit) == 0; });
    std::stable_sort(order.begin(), order.end(),
                     [&](Word a, Word b) { return changes(word, a) > changes(word, b); });
    return order;
  }

  // One bit less, two less, or one for another that changes less often: the first that is better. False when none is.
  bool improve() {
    if (best_.ownership.by_whole_state()) return false;
    const std::size_t word = best_.ownership.word;
    const Word projection = best_.ownership.projection;
    std::vector<Word> all = bits_that_change(word);
    const auto outside = std::stable_partition(all.begin(), all.end(),
                                               [&](Word bit) { return (projection & bit) != 0; });
    const std::vector<Word> in(all.begin(), outside), out(outside, all.end());
    for (const Word bit : in) {
      if (try_projection(word, projection & ~bit)) return true;
    }
    for (std::size_t a = 0; a < in.size(); ++a) {
      for (std::size_t b = a + 1; b < in.size(); ++b) {
        if (try_projection(word, projection & ~(in[a] | in[b]))) return true;
      }
      for (const Word other : out) {
        if (changes(word, other) > changes(word, in[a])) continue;
        if (try_projection(word, (projection & ~in[a]) | other)) return true;
      }
    }
    return false;
  }

  // Whether some way of spreading its values is better than all before; the best one is kept.
  bool try_projection(std::size_t word, Word projection) {
    bool better = false;
    const auto size = static_cast<unsigned>(std::popcount(projection));
    if (size < fewest_bits_ || size == 0) return false;
    const unsigned most = std::min(size, partition_bits_);
    const unsigned sizes = most - std::min(most, fewest_bits_) + 1;
    for (std::uint64_t variant = 0; variant < kPivots && tries_ > 0; ++variant) {
      --tries_;
      // As many bits as can be, and fewer: then less is hashed at random.
      const unsigned bits = most - static_cast<unsigned>(variant) % sizes;
      const Ownership ownership = {static_cast<std::uint32_t>(word), projection,
                                   choose_pivot(projection, bits, variant)};
      better = try_ownership(ownership) || better;
    }
    return better;
  }

  bool try_ownership(const Ownership& ownership) {
    const double most = kMostImbalance * best_.by_whole_state.imbalance;
    OwnershipFigures figures;
    with_ranks(ownership, [&](const auto& rank_of) {
      figures.remote_share = share_of(rank_of, best_.figures.remote_share);
      if (figures.remote_share < best_.figures.remote_share)
        figures.imbalance = imbalance_of(rank_of, most);
    });
    if (figures.remote_share >= best_.figures.remote_share || figures.imbalance > most)
      return false;
    best_.ownership = ownership;
    best_.figures = figures;
    best_.hashed_bits = static_cast<std::uint32_t>(std::popcount(ownership.projection));
    return true;
  }

  // Calls body(rank_of), where rank_of(state) says which rank has it.
  template <typename Body>
  void with_ranks(const Ownership& ownership, const Body& body) const {
    with_width(sample_.words(), [&]<unsigned W>() {
      const KeyCodec<W> codec(space_, ownership);
      const unsigned bits = std::min(partition_bits_, codec.head_bits());
      body([&](const Word* state) {
        return (partition_of(codec.encode(state, 1).head(), bits) * ranks_) >> bits;
      });
    });
  }

  // Of the transitions, how many leave their rank; 1 as soon as it is clear that these are not fewer than `most`.
  template <typename RankOf>
  double share_of(const RankOf& rank_of, double most) const {
    const std::size_t words = sample_.words();
    const std::size_t transitions = sample_.sources().size() / words;
    if (transitions == 0) return 0;
    const auto enough = static_cast<std::uint64_t>(most * static_cast<double>(transitions));
    std::uint64_t remote = 0;
    for (std::size_t row = 0; row < sample_.sources().size(); row += words) {
      remote += rank_of(&sample_.sources()[row]) != rank_of(&sample_.destinations()[row]);
      if (remote > enough) return 1;
    }
    return static_cast<double>(remote) / static_cast<double>(transitions);
  }

  // Of the states of each level, how many the largest rank has against the mean one; 1e9 as soon as it is clear that
  // this is more than `most`.
  template <typename RankOf>
  double imbalance_of(const RankOf& rank_of, double most) const {
    const std::size_t words = sample_.words();
    std::uint64_t all = 0;
    for (const std::vector<Word>& level : sample_.levels()) all += level.size() / words;
    if (all == 0) return 1;
    const double mean = static_cast<double>(all) / static_cast<double>(ranks_);
    double largest = 0;
    std::vector<std::uint64_t> counts(ranks_);
    for (const std::vector<Word>& level : sample_.levels()) {
      std::fill(counts.begin(), counts.end(), 0);
      for (std::size_t row = 0; row < level.size(); row += words) ++counts[rank_of(&level[row])];
      largest += static_cast<double>(*std::max_element(counts.begin(), counts.end()));
      if (largest > most * mean) return 1e9;
    }
    return largest / mean;
  }

  const StateSpace& space_;
  unsigned partition_bits_;
  unsigned fewest_bits_;  // that number the ranks
  std::size_t ranks_;
  GameSample sample_;
  std::uint64_t tries_ = 0;  // that are left
  ChosenOwnership best_;
};

}  // namespace

ChosenOwnership choose_ownership(const StateSpace& space, std::uint32_t partitions,
                                 std::uint32_t ranks) {
  QUEST_CHECK(ranks >= 2 && std::has_single_bit(partitions));
  return Chooser(space, partitions, ranks).choose();
}

}  // namespace questproof
