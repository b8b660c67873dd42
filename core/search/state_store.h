// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/search/ranks.h"
#include "core/search/sorted_run.h"
#include "core/search/state_block.h"

namespace questproof {

// The position of a state in a StateStore: partitions in order, ranks in order.
using Ordinal = std::uint32_t;
inline constexpr Ordinal kNoOrdinal = ~Ordinal{0};

// All reachable states of a finished exploration, one run per partition. Immutable; thread-safe.
// Its runs may lie in scratch; then relieve(), called between steps that touch a few megabytes of
// them, keeps the process within its memory.
//
// With several ranks each holds the runs of its own partitions, and all know the sizes of all: an ordinal
// means the same state everywhere, and the states of one rank have ordinals in a row. What is
// said of a state can be asked at its owner only.
template <unsigned W>
class StateStore {
 public:
  // Requires: fewer than 2^32 - 1 states in all, one run per partition.
  StateStore(const KeyCodec<W>& codec, const RunFormat<W>& format, std::vector<SortedRun<W>> runs,
             ScratchMemory* scratch = nullptr)
      : StateStore(codec, format, std::move(runs), scratch, Ranks(runs.size())) {}

  // Collective. Runs of other ranks' partitions are empty.
  StateStore(const KeyCodec<W>& codec, const RunFormat<W>& format, std::vector<SortedRun<W>> runs,
             ScratchMemory* scratch, const Ranks& ranks)
      : codec_(codec), format_(format), runs_(std::move(runs)), scratch_(scratch), ranks_(ranks) {
    QUEST_CHECK(runs_.size() == ranks.partitions());
    std::vector<std::uint32_t> sizes = run_sizes();
    ranks_.share_sizes(sizes);
    std::uint64_t total = 0;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
      if (p == ranks_.begin()) first_ = total;
      bases_.push_back(static_cast<Ordinal>(total));
      total += sizes[p];
      own_size_ += runs_[p].size();
    }
    QUEST_CHECK(total < kNoOrdinal);
    size_ = total;
  }

  std::uint64_t size() const { return size_; }  // of all ranks
  const Ranks& ranks() const { return ranks_; }

  // This rank's states have the ordinals first() .. first() + own_size() - 1.
  Ordinal first() const { return static_cast<Ordinal>(first_); }
  std::uint64_t own_size() const { return own_size_; }
  bool owns(const Key<W>& key) const { return ranks_.owns(partition_of_key(key)); }
  std::size_t partition_of_key(const Key<W>& key) const {
    return partition_of(key.head(), format_.partition_bits);
  }

  const KeyCodec<W>& codec() const { return codec_; }
  const RunFormat<W>& format() const { return format_; }
  unsigned partition_bits() const { return format_.partition_bits; }
  std::size_t partition_count() const { return runs_.size(); }
  const SortedRun<W>& run(std::size_t partition) const { return runs_[partition]; }
  Ordinal base(std::size_t partition) const { return bases_[partition]; }
  std::uint64_t size_of(std::size_t partition) const {  // whoever owns it
    return (partition + 1 < bases_.size() ? std::uint64_t{bases_[partition + 1]} : size_) -
           bases_[partition];
  }

  std::size_t partition_holding(Ordinal ordinal) const {
    const auto after = std::upper_bound(bases_.begin(), bases_.end(), ordinal);
    return static_cast<std::size_t>(after - bases_.begin()) - 1;
  }

  // Of this rank's runs: 0 for other ranks' partitions. So are the blocks.
  std::vector<std::uint32_t> run_sizes() const {
    std::vector<std::uint32_t> sizes;
    for (const SortedRun<W>& run : runs_) sizes.push_back(run.size());
    return sizes;
  }
  std::vector<RankRange> blocks() const { return cut_into_blocks(run_sizes()); }

  // kNoOrdinal when the state is not reachable. Requires: this rank owns it.
  Ordinal find(const Key<W>& key) const {
    const std::size_t partition = partition_of_key(key);
    const std::uint32_t rank = runs_[partition].find(key);
    return rank == SortedRun<W>::kNone ? kNoOrdinal : bases_[partition] + rank;
  }
  Ordinal find(StateView state) const { return find(codec_.encode(state.data(), 1)); }

  std::uint32_t level(Ordinal ordinal) const {
    const std::size_t partition = partition_holding(ordinal);
    return runs_[partition].level(ordinal - bases_[partition]);
  }
  void copy_state(Ordinal ordinal, Word* out) const {
    const std::size_t partition = partition_holding(ordinal);
    const typename SortedRun<W>::Cursor cursor(runs_[partition], ordinal - bases_[partition]);
    codec_.decode(cursor.key(), out, 1);
  }

  void relieve() const {
    if (scratch_ != nullptr) scratch_->relieve();
  }
  std::uint64_t memory_bytes() const {  // of this rank, wherever the runs lie
    std::uint64_t bytes = 0;
    for (const SortedRun<W>& run : runs_) bytes += run.memory_bytes();
    return bytes;
  }

 private:
  KeyCodec<W> codec_;
  RunFormat<W> format_;
  std::vector<SortedRun<W>> runs_;
  ScratchMemory* scratch_;
  Ranks ranks_;
  std::vector<Ordinal> bases_;  // of all partitions
  std::uint64_t size_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t own_size_ = 0;
};

}  // namespace questproof
