// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/word.h"

namespace questproof {

// Which part of a packed state decides the partition it belongs to. Where that part seldom changes,
// few transitions lead from one partition to another, and few states travel between ranks. (Abstract
// Zobrist hashing: Jinnai and Fukunaga 2016; abstraction as owner: Zhou and Hansen 2006.)
//
// `projection` is a set of bits of one word; no bits: the whole state decides, evenly. `pivot` is a
// part of it, and has as many bits as partitions are numbered with where the projection is large
// enough. Every value is sound: it changes where states lie, never which there are.
struct Ownership {
  std::uint32_t word = 0;
  Word projection = 0;
  Word pivot = 0;

  bool by_whole_state() const { return pivot == 0; }
  bool is_valid() const { return (pivot & ~projection) == 0 && std::popcount(pivot) <= 16; }
  bool operator==(const Ownership&) const = default;
};

}  // namespace questproof
