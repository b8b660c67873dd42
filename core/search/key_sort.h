// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/key.h"
#include "core/search/record_buffers.h"

namespace questproof {

// Scratch memory of one thread for the functions below.
template <typename Record>
struct SortScratch {
  std::vector<Record> records;
  std::vector<std::uint32_t> counts;
};

// Copies the records of one partition's buffers into scratch.records, in ascending order of the
// equal ranges in which their keys' heads lie; returns how many there are. There are about twice as
// many ranges as records, but at most 2^most_bits (which is 1 to 16).
// key_of(record) is a Key of the partition.
template <typename Record, typename KeyOf>
std::size_t distribute(const RecordBuffers<Record>& buffers, std::size_t partition,
                       unsigned partition_bits, unsigned most_bits, SortScratch<Record>& scratch,
                       const KeyOf& key_of) {
  const std::size_t count = buffers.size(partition);
  if (count == 0) return 0;
  const unsigned bits = std::min(most_bits, static_cast<unsigned>(std::bit_width(count)));
  if (scratch.records.size() < count) scratch.records.resize(count);
  scratch.counts.assign((std::size_t{1} << bits) + 1, 0);
  std::uint32_t* const next = scratch.counts.data();
  const unsigned shift = 64 - bits;
  const auto range = [&](const Record& record) {
    return (key_of(record).head() << partition_bits) >> shift;
  };
  buffers.for_each_block(partition, [&](std::span<const Record> block) {
    for (const Record& record : block) ++next[range(record) + 1];
  });
  for (std::size_t r = 1; r <= std::size_t{1} << bits; ++r) next[r] += next[r - 1];
  Record* const records = scratch.records.data();
  buffers.for_each_block(partition, [&](std::span<const Record> block) {
    for (const Record& record : block) records[next[range(record)]++] = record;
  });
  return count;
}

// Sorts records[0 .. count) that are nearly in order, by insertion. Where they are less in order than
// hoped for it sorts in full.
template <typename Record, typename Less>
void finish_order(Record* records, std::size_t count, const Less& less) {
  std::size_t patience = 4 * count + 64;
  for (std::size_t i = 1; i < count; ++i) {
    if (!less(records[i], records[i - 1])) continue;
    const Record record = records[i];
    std::size_t at = i;
    for (; at > 0 && less(record, records[at - 1]); --at) records[at] = records[at - 1];
    records[at] = record;
    patience -= std::min(patience, i - at);
    if (patience == 0) {
      std::sort(records, records + count, less);
      break;
    }
  }
}

// Sorts keys[0 .. count) that are nearly in order and drops repeated ones; returns how many are left.
template <unsigned W>
std::size_t finish_sorting(Key<W>* keys, std::size_t count) {
  finish_order(keys, count, [](const Key<W>& a, const Key<W>& b) { return a < b; });
  return static_cast<std::size_t>(std::unique(keys, keys + count) - keys);
}

// Puts the records of one partition's buffers into scratch.records in order of their keys, and returns how
// many there are.
template <typename Record, typename KeyOf>
std::size_t sort_records(const RecordBuffers<Record>& buffers, std::size_t partition,
                         unsigned partition_bits, SortScratch<Record>& scratch,
                         const KeyOf& key_of) {
  const std::size_t count = distribute(buffers, partition, partition_bits, 16, scratch, key_of);
  finish_order(scratch.records.data(), count,
               [&](const Record& a, const Record& b) { return key_of(a) < key_of(b); });
  return count;
}

// Puts the distinct keys of one partition's buffers into scratch.records in ascending order and
// returns how many there are. One distribution into more ranges than there are keys (heads are
// spread evenly, so most ranges hold a key or none), then insertion: linear time.
template <unsigned W>
std::size_t sort_unique(const RecordBuffers<Key<W>>& buffers, std::size_t partition,
                        unsigned partition_bits, SortScratch<Key<W>>& scratch) {
  const std::size_t count = distribute(buffers, partition, partition_bits, 16, scratch,
                                       [](const Key<W>& key) -> const Key<W>& { return key; });
  return finish_sorting<W>(scratch.records.data(), count);
}

}  // namespace questproof
