// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bit_stream.h"
#include "core/base/byte_stream.h"
#include "core/base/parallel.h"
#include "core/search/atomic_bits.h"
#include "core/search/distance_table.h"
#include "core/search/sorted_run.h"
#include "core/search/state_store.h"

namespace questproof {

// The bytes of a run's columns, for one partition each. storage/README.md describes them for strangers.
//
// Decoding throws Error(kInput) when bytes are not what an encoder leaves.

// ---- Keys. A column of level keys holds one section for each level in which the partition has states:
//   varint  level
//   varint  number of keys, at least 1
//   varint  Rice parameter k, at most 63
//   varint  number of bytes of the heads
//   heads   Rice codes (bit_stream.h) of the gaps between the keys' heads, the first one from 0. Of a head
//           only the bits between the partition's and the last significant one are written, as a number
//   tails   for each byte of the words 1 .. as RunFormat::tail_bytes says, low bytes first: that byte of
//           all keys, in order

// Adds the section of keys `run` with this level to the end of `out`. No keys: no section.
template <unsigned W>
void encode_level(const SortedRun<W>& run, const RunFormat<W>& format, std::uint32_t level,
                  std::vector<std::uint8_t>& out);

// Reads the keys of one section, in ascending order.
template <unsigned W>
class LevelReader {
 public:
  // Takes a section from the reader; the bytes must outlive this object.
  LevelReader(ByteReader& bytes, const RunFormat<W>& format, std::size_t partition);

  std::uint32_t level() const { return level_; }
  std::uint32_t size() const { return size_; }

  bool done() const { return taken_ > size_; }
  const Key<W>& key() const { return key_; }
  void next() {
    if (taken_ < size_) read_key();
    ++taken_;
  }

 private:
  void read_key() {
    const Word gap = heads_.next(k_);
    if (gap > highest_ - head_) ByteReader::fail();
    head_ += gap;
    key_.words[0] = (rest_bits_ == 0 ? 0 : head_ << (64 - rest_bits_) >> partition_bits_) | top_;
    if constexpr (W > 1) {
      const std::uint8_t* plane = tails_.data() + taken_;
      for (unsigned w = 1; w < W; ++w) {
        Word word = 0;
        for (unsigned b = 0; b < tail_bytes_[w]; ++b, plane += size_) {
          word |= Word{*plane} << (8 * b);
        }
        key_.words[w] = word;
      }
    }
  }

  std::uint32_t level_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t taken_ = 0;  // keys read, the current one included; size_ + 1: none is left
  unsigned k_ = 0;
  unsigned partition_bits_ = 0;
  unsigned rest_bits_ = 0;
  Word top_ = 0;  // the partition, where it stands in a head
  Word highest_ = 0;
  Word head_ = 0;  // the current one's number
  std::array<std::uint8_t, W> tail_bytes_{};
  RiceReader heads_;
  std::span<const std::uint8_t> tails_;
  Key<W> key_{};
};

// All keys of these sections in one run, with their levels. `columns`: what one partition holds in
// successive columns. Levels outside first .. last are left out.
template <unsigned W>
SortedRun<W> merge_levels(const std::vector<std::vector<std::uint8_t>>& columns,
                          const RunFormat<W>& format, std::size_t partition, std::uint32_t first,
                          std::uint32_t last);

// ---- Distances. For the states of one partition, in the order of their keys:
//   varint  number of states
//   varint  number of quests
//   byte    bytes of a cell: 1, 2 or 4
//   cells   for each quest, for each byte of a cell, low bytes first: that byte for all states.
//           The largest value of a cell says blocked, the one below it lost (DistanceTable). While the
//           backward search is not finished, every state without a distance so far counts as blocked.

std::vector<std::uint8_t> encode_cells(const DistanceTable& table, Ordinal first,
                                       std::uint32_t states);

// The shape of a table that a column was made from.
struct CellsShape {
  std::uint32_t states = 0;
  std::uint32_t quests = 0;
  unsigned cell_bytes = 1;
  bool operator==(const CellsShape&) const = default;
};
CellsShape cells_shape(std::span<const std::uint8_t> bytes);

// Requires: the table has the same quests and cells. Checks that the number of states is `states`.
void decode_cells(std::span<const std::uint8_t> bytes, DistanceTable& table, Ordinal first,
                  std::uint32_t states);

// A single cell, widened as DistanceTable::at does. Requires: rank and quest lie within the shape.
std::uint32_t cell_at(std::span<const std::uint8_t> bytes, std::uint32_t rank, std::size_t quest);

// ---- Marks of the verify pass. For the bits of one partition:
//   varint  number of bits
//   bits    eight a byte, from the lowest one on
// First those of VerifyProgress::has_parent (one a state, or none), then those of has_nearer (one a state
// and quest). Then (early runs end before it)
//   varint  so many of the partition's first states have their transitions checked

void encode_bits(const AtomicBits& bits, std::uint64_t first, std::uint64_t count, ByteWriter& out);

// Sets the bits from `first` on; checks that there are `count`. Several threads may do so for
// different bits at once.
void decode_bits(ByteReader& in, AtomicBits& bits, std::uint64_t first, std::uint64_t count);

}  // namespace questproof
