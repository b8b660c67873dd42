// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/word.h"
#include "core/verify/chunked_array.h"

namespace questproof {

// A set of packed states, each with a number: 0, 1, 2, ... in the order in which they came. Exact: the
// states themselves are stored and compared. Open addressing with linear probing; a slot holds a
// state's number and 32 bits of its hash, so that few states are looked at in vain.
//
// Every slot array is at most two thirds full. One thread at a time.
class StateTable {
 public:
  static constexpr std::uint32_t kNoNumber = ~std::uint32_t{0};

  // `expected` states are room made in advance; more may come.
  StateTable(std::size_t word_count, std::uint64_t expected);

  std::uint32_t size() const { return static_cast<std::uint32_t>(count_); }
  std::size_t memory_bytes() const { return words_.memory_bytes() + slots_.size() * sizeof(Slot); }

  // Copies state `number` out.
  void read(std::uint32_t number, StateSpan state) const;

  // Replaces `numbers` by the number of each of the states (rows of word_count words), new or old.
  // Works on many at once in order to fetch the memory that it needs ahead of time. Throws Error
  // of kind kResource when there are too many states for 32 bits.
  void insert(std::span<const Word> rows, std::vector<std::uint32_t>& numbers);

  // kNoNumber when the state is not there.
  std::uint32_t find(StateView state) const;

  // Gives the slots back; after this only read() and size() may be used.
  void drop_slots();

 private:
  struct Slot {
    std::uint32_t number = kNoNumber;
    std::uint32_t tag = 0;
  };

  bool equals(std::uint32_t number, const Word* row) const;
  std::uint32_t insert_one(const Word* row, std::uint64_t hash);
  std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  void make_room();

  std::size_t word_count_;
  std::size_t count_ = 0;
  ChunkedArray<Word> words_;
  std::vector<Slot> slots_;
  unsigned shift_ = 0;  // slots_.size() == 2^(64 - shift_)
  std::vector<std::uint64_t> hashes_;
};

}  // namespace questproof
