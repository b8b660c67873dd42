// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/word.h"
#include "storage/packed_column.h"

namespace questproof {

// What all pages of a database have in common.
struct PageShape {
  unsigned head_bits = 64;  // significant bits of the first word of a key, from the top
  std::vector<std::uint8_t> tail_bytes;  // of the other words, in order
  std::size_t quests = 0;

  std::size_t words() const { return 1 + tail_bytes.size(); }
};

// The last step of the shortest path to a state, as a page says it: in most cases as a position in
// the database's list of steps, otherwise (`written`) in full. A step is a label and what it does
// to the words of a state: parent XOR state.
struct PageStep {
  static constexpr std::uint64_t kNone = 0;     // depth 0
  static constexpr std::uint64_t kWritten = 1;  // stands at the end of the page
  static constexpr std::uint64_t kListed = 2;   // kListed + position in the list of steps
};

struct WrittenStep {
  std::uint32_t label = 0;
  std::vector<Word> change;
  bool operator==(const WrittenStep&) const = default;
};

// Some consecutive states of the database, in ascending order of their keys. A key has its words as
// core/search/key.h makes them; columns: word w of state i is keys[w * count + i].
struct PageContents {
  std::size_t count = 0;
  std::vector<Word> keys;
  std::vector<std::uint32_t> depths;
  std::vector<std::uint64_t> steps;      // PageStep
  std::vector<WrittenStep> written;      // of the states with PageStep::kWritten, in their order
  std::vector<std::uint32_t> distances;  // quest q of state i: [q * count + i]
  bool operator==(const PageContents&) const = default;
};

// The key of a state as bytes whose order is that of keys: of the first word the top
// ceil(head_bits / 8) bytes, of the others their tail_bytes low ones, all with the highest first.
// `key`: word w is key[w * stride].
std::string key_bytes(const PageShape& shape, const Word* key, std::size_t stride);

// A page is stored under the bytes of its first key. Its own bytes:
//   count                varint
//   heads                packed: the first word of each key but the first, shifted down to its
//                        head_bits, minus the one before it
//   tails                for each byte of each other word, lowest first: packed, one a state
//   depths               packed
//   steps                packed: PageStep
//   distances            for each quest packed: 0 blocked, 1 lost, else 2 + distance
//   written steps        for each state with PageStep::kWritten: label, change of each word: varints
//   padding              kPackedPadding zero bytes
std::string encode_page(const PageShape& shape, const PageContents& contents);

// Reads a page in place: the bytes must outlive it. Throws Error(kInput) where they are damaged.
class PageReader {
 public:
  PageReader(const PageShape& shape, std::string_view first_key, std::string_view bytes);

  std::size_t count() const { return count_; }

  // The position of a key (its words, one after the other), if the page holds it.
  std::optional<std::size_t> position(const Word* key) const;

  std::uint32_t depth(std::size_t position) const {
    return static_cast<std::uint32_t>(depths_.get(position));
  }
  std::uint64_t step(std::size_t position) const { return steps_.get(position); }
  WrittenStep written_step(std::size_t position) const;  // requires step() == PageStep::kWritten
  std::uint32_t distance(std::size_t position, std::size_t quest) const;

  // All keys in columns of `stride` words.
  void copy_keys(Word* out, std::size_t stride) const;

 private:
  Word tail_word(std::size_t word, std::size_t position) const;

  const PageShape& shape_;
  std::size_t count_ = 0;
  Word first_head_ = 0;  // shifted down
  PackedColumn heads_;
  std::vector<PackedColumn> tails_;  // one a byte
  PackedColumn depths_;
  PackedColumn steps_;
  std::vector<PackedColumn> distances_;
  std::string_view written_;
};

}  // namespace questproof
