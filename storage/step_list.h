// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/byte_stream.h"
#include "core/base/word.h"
#include "core/search/ranks.h"
#include "storage/state_page.h"

namespace questproof {

// A label and what it did to the words of a state. A game has far fewer of these than transitions.
template <unsigned W>
struct StepChange {
  std::uint32_t label = 0;
  std::array<Word, W> change{};
  bool operator==(const StepChange&) const = default;
  bool operator<(const StepChange& other) const {
    return std::tie(label, change) < std::tie(other.label, other.change);
  }
  std::uint64_t hash() const {
    std::uint64_t hash = label + std::uint64_t{0x9e3779b97f4a7c15};
    for (const Word word : change) {
      hash = (hash ^ word) * 0xd6e8feb86659fd93;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

// Numbers the steps that pages refer to. Before pages are written those of their states are counted;
// the most frequent ones join the list until it is full, the others are written in full where they
// occur. Over ranks all count, and all have the same list.
//
// Threads: reading is thread-safe, counting needs Counts of one's own.
template <unsigned W>
class StepList {
 public:
  // How often steps occur in some pages; not of any number of different ones.
  class Counts {
   public:
    void count(const StepChange<W>& step, std::uint64_t times = 1) {
      if (last_ != nullptr && last_->first == step) {  // neighbours often have the same
        last_->second += times;
        return;
      }
      const auto at = counts_.find(step);
      if (at != counts_.end()) {
        last_ = &*at;
      } else if (counts_.size() < kMostCounted) {
        last_ = &*counts_.emplace(step, 0).first;
      } else {
        return;
      }
      last_->second += times;
    }

   private:
    friend class StepList;
    static constexpr std::size_t kMostCounted = std::size_t{1} << 18;
    struct Hash {
      std::size_t operator()(const StepChange<W>& step) const { return step.hash(); }
    };
    using Map = std::unordered_map<StepChange<W>, std::uint64_t, Hash>;

    Map counts_;
    typename Map::value_type* last_ = nullptr;  // stays where it is when the map grows
  };

  explicit StepList(std::size_t words, std::size_t most = most_steps())
      : words_(static_cast<std::ptrdiff_t>(words)), most_(most) {}

  // Collective. What was counted joins the list, the most frequent first, equally frequent ones in order;
  // what is in it already keeps its number. Empties the counts.
  void extend(const Ranks& ranks, std::vector<Counts>& counted) {
    Counts mine;
    for (Counts& part : counted) {
      for (const auto& [step, times] : part.counts_) {
        if (!numbers_.contains(step)) mine.count(step, times);
      }
      part = {};
    }
    std::vector<Counted> best = most_frequent(total_here(ranks, std::move(mine)));
    if (!ranks.alone()) best = most_frequent(from_all(ranks, best));
    for (const Counted& fresh : best) {
      numbers_.emplace(fresh.first, static_cast<std::uint32_t>(steps_.size()));
      steps_.push_back(fresh.first);
    }
  }

  // How a page says this step (PageStep).
  std::uint64_t code(const StepChange<W>& step) const {
    const auto at = numbers_.find(step);
    return at == numbers_.end() ? PageStep::kWritten : PageStep::kListed + at->second;
  }

  std::vector<WrittenStep> steps() const {
    std::vector<WrittenStep> result;
    for (const StepChange<W>& step : steps_) {
      result.push_back({step.label, {step.change.begin(), step.change.begin() + words_}});
    }
    return result;
  }

 private:
  using Counted = std::pair<StepChange<W>, std::uint64_t>;

  // Readers hold the whole list in memory.
  static constexpr std::size_t most_steps() { return std::size_t{1} << (W <= 8 ? 16 : 14); }

  std::vector<Counted> most_frequent(std::vector<Counted> steps) const {
    std::sort(steps.begin(), steps.end(), [](const Counted& a, const Counted& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    steps.resize(std::min(steps.size(), most_ - steps_.size()));
    return steps;
  }

  void write(ByteWriter& out, const Counted& counted) const {
    out.varint(counted.first.label);
    for (std::ptrdiff_t w = 0; w < words_; ++w) {
      out.varint(counted.first.change[static_cast<std::size_t>(w)]);
    }
    out.varint(counted.second);
  }
  Counted read(ByteReader& in) const {
    Counted counted;
    counted.first.label = in.number32();
    for (std::ptrdiff_t w = 0; w < words_; ++w) {
      counted.first.change[static_cast<std::size_t>(w)] = in.varint();
    }
    counted.second = in.varint();
    return counted;
  }

  // Every step is added up on one of the ranks.
  std::vector<Counted> total_here(const Ranks& ranks, Counts mine) const {
    if (ranks.alone()) return {mine.counts_.begin(), mine.counts_.end()};
    const auto count = static_cast<std::size_t>(ranks.count());
    const auto here = static_cast<std::size_t>(ranks.rank());
    std::vector<ByteWriter> to(count);
    Counts total;
    for (const Counted counted : mine.counts_) {
      const std::size_t rank = counted.first.hash() % count;
      if (rank == here) {
        total.count(counted.first, counted.second);
      } else {
        write(to[rank], counted);
      }
    }
    std::vector<std::vector<Bytes>> outgoing(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
      if (!to[rank].bytes.empty()) outgoing[rank].push_back(std::move(to[rank].bytes));
    }
    for (const Ranks::Arrival& arrival : ranks.exchange(std::move(outgoing))) {
      for (ByteReader in(arrival.bytes); !in.done();) {
        const Counted counted = read(in);
        total.count(counted.first, counted.second);
      }
    }
    return {total.counts_.begin(), total.counts_.end()};
  }

  std::vector<Counted> from_all(const Ranks& ranks, const std::vector<Counted>& mine) const {
    ByteWriter out;
    for (const Counted& counted : mine) write(out, counted);
    std::vector<Counted> all;
    for (const Bytes& bytes : ranks.gather_long(out.bytes)) {
      for (ByteReader in(bytes); !in.done();) all.push_back(read(in));
    }
    return all;
  }

  std::ptrdiff_t words_;
  std::size_t most_;
  std::unordered_map<StepChange<W>, std::uint32_t, typename Counts::Hash> numbers_;
  std::vector<StepChange<W>> steps_;
};

}  // namespace questproof
