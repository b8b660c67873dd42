// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/net/transport.h"

namespace questproof {

// The processes that make one search together, seen from one of them: who owns which partitions, and
// what they agree on. (A rank here is a process. The rank of a key in a run is something else.)
//
// Rank r of N owns the partitions ceil(P r / N) .. ceil(P (r + 1) / N) - 1: a range each, in order of
// ranks, of nearly equal length; none where there are more ranks than partitions. The owner stores the
// states of its partitions and all that is known of them. What a partition holds does not depend on N.
//
// Functions called collective are called by all ranks in the same order, from the thread that made
// the transport, and give all of them the same answer. Alone they cost nothing.
class Ranks {
 public:
  // Without a transport this process is alone. The transport outlives this object.
  explicit Ranks(std::size_t partitions, Transport* transport = nullptr);

  bool alone() const { return count_ == 1; }
  int rank() const { return rank_; }
  int count() const { return count_; }
  Transport* transport() const { return transport_; }

  std::size_t partitions() const { return partitions_; }
  std::size_t begin() const { return begin_; }  // of this rank's own partitions
  std::size_t end() const { return end_; }
  bool owns(std::size_t partition) const { return partition >= begin_ && partition < end_; }
  int owner(std::size_t partition) const {
    return static_cast<int>(partition * static_cast<std::size_t>(count_) / partitions_);
  }

  // body(partition, slot) for every own partition, or for every one of another rank.
  template <typename Body>
  void for_each_own(const Parallel& parallel, const Body& body) const {
    parallel.parallel_for(end_ - begin_, 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) body(begin_ + at, slot);
    });
  }
  template <typename Body>
  void for_each_foreign(const Parallel& parallel, const Body& body) const {
    const std::size_t own = end_ - begin_;
    parallel.parallel_for(partitions_ - own, 1, [&](std::size_t at, std::size_t end, int slot) {
      for (; at < end; ++at) body(at < begin_ ? at : at + own, slot);
    });
  }

  // Collective.
  void wait() const { any(false); }  // for all of them
  bool any(bool mine) const;
  bool every(bool mine) const { return !any(!mine); }
  std::uint64_t largest(std::uint64_t mine) const;
  std::uint64_t sum(std::uint64_t mine) const;
  void sum(std::span<std::uint64_t> mine) const;                        // one by one
  std::vector<Bytes> gather(std::span<const std::uint8_t> mine) const;  // short strings
  std::vector<Bytes> gather_long(std::span<const std::uint8_t> mine) const;
  Bytes from_first(std::span<const std::uint8_t> mine) const;  // what rank 0 says
  // Sends `outgoing[to][...]` to each rank `to` and returns what the others sent here: the blocks of one
  // sender in order, those of several in any. Blocks are not empty.
  struct Arrival {
    int from = 0;
    Bytes bytes;
  };
  std::vector<Arrival> exchange(std::vector<std::vector<Bytes>> outgoing) const;
  // Of own partitions in, of all partitions out. `sizes` has an entry for every partition.
  void share_sizes(std::vector<std::uint32_t>& sizes) const;

 private:
  std::size_t partitions_;
  Transport* transport_;
  int rank_ = 0;
  int count_ = 1;
  std::size_t begin_ = 0;
  std::size_t end_;
};

}  // namespace questproof
