// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/findings.h"
#include "core/search/key_sort.h"
#include "core/search/partition.h"
#include "core/search/profile.h"
#include "core/search/ranks.h"
#include "core/search/record_buffers.h"
#include "core/search/record_exchange.h"
#include "core/search/run_progress.h"
#include "core/search/run_watch.h"
#include "core/search/sighting.h"
#include "core/search/state_block.h"

namespace questproof {

// How the runs of a search with so many partitions (a power of two) are laid out.
template <unsigned W>
RunFormat<W> run_format(const KeyCodec<W>& codec, std::uint32_t partitions) {
  QUEST_CHECK(partitions >= 1 && std::has_single_bit(partitions));
  const auto bits = static_cast<unsigned>(std::countr_zero(partitions));
  return {codec.head_bits(), std::min(bits, codec.head_bits()), codec.tail_bytes()};
}

// Breadth-first search, level by level, over fixed partitions. Each level is expanded in rounds:
// workers expand blocks of the frontier and put the successors into the buffers of their
// partitions, until a round's worth is there; then every partition sorts what it got and keeps
// what its runs do not hold (core/search/rounds.h).
//
// With several ranks each has the runs of its own partitions; everything that is done or found is collective.
// Keys that belong to another rank are sorted, made unique and encoded, and go to it between filling and
// sorting.
//
// All results are properties of the state space: ranks, workers, partitions and rounds do not change
// them.
template <unsigned W>
class ForwardSearch {
 public:
  ForwardSearch(const StateSpace& space, const SearchOptions& options, const Parallel& parallel,
                RunWatch& watch);
  ~ForwardSearch();

  // Level 0: rows of word_count() words. To be called once, first.
  void start(const std::vector<Word>& rows);

  // Instead of start(): goes on where another search stood, with level progress.level scanned and not
  // yet expanded. One run per partition: of the levels before it, with their levels, and of itself.
  void restore(const RunProgress& progress, std::vector<SortedRun<W>> settled,
               std::vector<SortedRun<W>> frontier);

  // Looks at the current level: counts it and evaluates its quests. False when it is empty.
  bool scan_level();

  // Expands the current level and moves on to the next. False when a limit was hit or a disk is
  // full; then the profile's transitions and the coverage are incomplete.
  bool expand_level();

  std::uint32_t level() const { return level_; }
  const Ranks& ranks() const { return ranks_; }
  const SortedRun<W>& frontier(std::size_t partition) const {  // the current level
    return partitions_[partition].frontier();
  }
  const Profile& profile() const { return profile_; }
  const std::vector<QuestSightings>& quests() const { return found_.quests; }
  const std::vector<std::uint64_t>& enabled() const { return found_.enabled; }
  const std::vector<std::optional<Sighting>>& faults() const { return found_.faults; }
  const KeyCodec<W>& codec() const { return codec_; }
  const RunFormat<W>& format() const { return format_; }

  // All states in one run per partition, none in those of other ranks; ends the search.
  std::vector<SortedRun<W>> take_runs();

 private:
  struct Worker;

  bool expand_in_rounds();
  void insert(std::size_t partition, std::uint32_t next_level, int slot);
  std::vector<RankRange> frontier_blocks() const;
  void scan_block(Worker& worker, const RankRange& range) const;
  std::size_t expand_block(const RankRange& range, int slot);
  void collect();
  void keep_within_limit(Partition<W>& partition) const;

  const StateSpace& space_;
  const Parallel& parallel_;
  RunWatch& watch_;
  std::uint64_t round_transitions_;
  KeyCodec<W> codec_;
  RunFormat<W> format_;
  Ranks ranks_;
  std::vector<Partition<W>> partitions_;
  RecordBuffers<Key<W>> buffers_;
  RecordExchange<Key<W>, KeyWire<W>> exchange_;
  std::vector<std::unique_ptr<Worker>> workers_;

  std::uint32_t level_ = 0;
  Profile profile_;
  Findings found_;                  // by all ranks
  std::uint64_t known_states_ = 0;  // of all ranks, the next level's included
};

}  // namespace questproof
