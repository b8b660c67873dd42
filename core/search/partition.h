// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search/sorted_run.h"

namespace questproof {

// The visited store and the frontier of one partition, as runs: `settled` holds the levels before
// the current one, `frontier` the current level, `next` what has been found of the next one.
// All runs are disjoint. One thread at a time.
template <unsigned W>
class Partition {
 public:
  Partition(const RunFormat<W>& format, std::size_t index) : format_(format), index_(index) {}

  const SortedRun<W>& frontier() const { return frontier_; }
  std::uint64_t size() const { return size_; }

  // Adds those of the ascending distinct keys that no run holds to the next level.
  // Overwrites `keys`. Returns how many were fresh.
  std::size_t insert(std::span<Key<W>> keys, std::uint32_t next_level) {
    std::size_t count = keys.size();
    count = drop_known(frontier_, keys.first(count));
    for (std::size_t r = settled_.size(); r-- > 0 && count > 0;) {
      count = drop_known(settled_[r], keys.first(count));
    }
    for (const SortedRun<W>& run : next_) count = drop_known(run, keys.first(count));
    if (count == 0) return 0;
    typename SortedRun<W>::Builder builder(format_, index_, static_cast<std::uint32_t>(count),
                                           next_level, next_level);
    for (const Key<W>& key : keys.first(count)) builder.append(key, next_level);
    next_.push_back(builder.finish());
    if (next_.size() > kMaximumNextRuns) merge_all(next_);
    size_ += count;
    return count;
  }

  // Makes this the levels before the current one, and the current one. To be called on an empty
  // partition.
  void restore(SortedRun<W> settled, SortedRun<W> frontier) {
    size_ = std::uint64_t{settled.size()} + frontier.size();
    if (settled.size() > 0) settled_.push_back(std::move(settled));
    frontier_ = std::move(frontier);
  }

  // The next level becomes the current one.
  void advance() {
    if (frontier_.size() > 0) {
      settled_.push_back(std::move(frontier_));
      settle();
    }
    merge_all(next_);
    frontier_ = next_.empty() ? SortedRun<W>() : std::move(next_.front());
    next_.clear();
  }

  // Everything in one run; leaves the partition empty.
  SortedRun<W> take() {
    if (frontier_.size() > 0) settled_.push_back(std::move(frontier_));
    for (SortedRun<W>& run : next_) settled_.push_back(std::move(run));
    next_.clear();
    frontier_ = {};
    merge_all(settled_);
    size_ = 0;
    SortedRun<W> all = settled_.empty() ? SortedRun<W>() : std::move(settled_.front());
    settled_.clear();
    return all;
  }

  // Moves the runs to scratch. Not while others read them.
  void freeze(ScratchMemory& scratch) {
    frontier_.freeze(scratch);
    for (SortedRun<W>& run : settled_) run.freeze(scratch);
    for (SortedRun<W>& run : next_) run.freeze(scratch);
  }

  std::size_t memory_bytes() const {
    std::size_t bytes = frontier_.memory_bytes();
    for (const SortedRun<W>& run : settled_) bytes += run.memory_bytes();
    for (const SortedRun<W>& run : next_) bytes += run.memory_bytes();
    return bytes;
  }

 private:
  // More runs cost a look per key and run, merging costs a rewrite: a run is merged into its elder
  // when that is less than kMergeRatio times as large, so that there are log(size) runs.
  static constexpr std::uint64_t kMergeRatio = 8;
  static constexpr std::size_t kMaximumNextRuns = 4;

  static std::size_t drop_known(const SortedRun<W>& run, std::span<Key<W>> keys) {
    if (run.size() == 0) return keys.size();
    std::size_t kept = 0;
    for (const Key<W>& key : keys) {
      keys[kept] = key;
      kept += run.find(key) == SortedRun<W>::kNone;
    }
    return kept;
  }

  void settle() {
    while (settled_.size() >= 2) {
      const std::size_t elder = settled_.size() - 2;
      if (settled_[elder].size() >= kMergeRatio * settled_.back().size()) return;
      SortedRun<W> merged = SortedRun<W>::merge(settled_[elder], settled_.back());
      settled_.pop_back();
      settled_.back() = std::move(merged);
    }
  }
  void merge_all(std::vector<SortedRun<W>>& runs) {
    if (runs.size() < 2) return;
    SortedRun<W> merged = merge_runs<W>(std::move(runs));
    runs.clear();
    runs.push_back(std::move(merged));
  }

  RunFormat<W> format_;
  std::size_t index_;
  std::uint64_t size_ = 0;
  std::vector<SortedRun<W>> settled_;
  SortedRun<W> frontier_;
  std::vector<SortedRun<W>> next_;
};

}  // namespace questproof
