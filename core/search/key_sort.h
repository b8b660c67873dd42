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

// Scratch memory of one thread for sort_unique.
template <unsigned W>
struct SortScratch {
  std::vector<Key<W>> keys;
  std::vector<std::uint32_t> counts;
};

// Sorts keys[0 .. count) by insertion: for a handful of keys.
template <unsigned W>
void insertion_sort(Key<W>* keys, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const Key<W> key = keys[i];
    std::size_t at = i;
    for (; at > 0 && key < keys[at - 1]; --at) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

// Puts the distinct keys of one partition's buffers into scratch.keys in ascending order and
// returns how many there are. One distribution pass into about as many buckets as there are keys
// (heads are spread evenly, so buckets hold a few keys each), then tiny sorts: linear time.
template <unsigned W>
std::size_t sort_unique(const RecordBuffers<Key<W>>& buffers, std::size_t partition,
                        unsigned partition_bits, SortScratch<W>& scratch) {
  const std::size_t count = buffers.size(partition);
  if (count == 0) return 0;
  if (scratch.keys.size() < count) scratch.keys.resize(count);
  const auto bits = std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(count)) - 1, 1, 16);
  const unsigned shift = 64 - bits;
  scratch.counts.assign((std::size_t{1} << bits) + 1, 0);
  std::uint32_t* const counts = scratch.counts.data();
  const auto bucket = [&](const Key<W>& key) { return (key.head() << partition_bits) >> shift; };
  buffers.for_each_block(partition, [&](std::span<const Key<W>> block) {
    for (const Key<W>& key : block) ++counts[bucket(key) + 1];
  });
  for (std::size_t b = 1; b <= std::size_t{1} << bits; ++b) counts[b] += counts[b - 1];
  Key<W>* const keys = scratch.keys.data();
  buffers.for_each_block(partition, [&](std::span<const Key<W>> block) {
    for (const Key<W>& key : block) keys[counts[bucket(key)]++] = key;
  });
  // counts[b] is now where bucket b ends.
  std::size_t unique = 0;
  std::size_t begin = 0;
  for (std::size_t b = 0; b < std::size_t{1} << bits; ++b) {
    const std::size_t end = counts[b];
    if (end - begin > 24) {
      std::sort(keys + begin, keys + end);
    } else {
      insertion_sort<W>(keys + begin, end - begin);
    }
    for (; begin < end; ++begin) {
      if (unique == 0 || keys[unique - 1] != keys[begin]) keys[unique++] = keys[begin];
    }
  }
  return unique;
}

}  // namespace questproof
