// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/word.h"
#include "core/net/transport.h"

namespace questproof {

// What the keys of a search look like: `words` words each, compared in order. Of the first one, the head,
// only the top `head_bits` bits may be set, of the others only the low bytes. Each key has
// `payload_bytes` bytes of payload, of whatever meaning.
struct KeyBlockFormat {
  static constexpr unsigned kMaxWords = 32;

  unsigned words = 1;
  unsigned head_bits = 64;
  std::array<std::uint8_t, kMaxWords>
      tail_bytes{};  // of word 1 and those behind it; [0] is not used
  unsigned payload_bytes = 0;
};

// Keys in ascending order, equal ones allowed, as they are sent from rank to rank.
struct KeyBlock {
  static constexpr std::size_t kMaxKeys = std::size_t{1} << 26;

  std::uint32_t tag = 0;  // for the receiver, of any meaning
  std::size_t count = 0;
  std::vector<Word> words;  // key by key
  Bytes payload;            // key by key
};

// Makes messages of blocks. The numbers of the heads (their head_bits as a number) are sent as gaps: in
// Rice codes, which are nearly optimal where heads are spread evenly, or as varints compressed with zstd where a
// sample says that this is shorter. Tails and payload are sent byte by byte: the first byte of all
// keys, the second of all, and so on, compressed with zstd at level 1 where that helps.
// Everything lies in a Cap'n Proto message with a checksum.
//
// Threads: one at a time for each object.
class KeyBlockEncoder {
 public:
  explicit KeyBlockEncoder(const KeyBlockFormat& format);
  ~KeyBlockEncoder();

  // Requires: `words` holds format.words for each key, `payload` format.payload_bytes; the keys
  // ascend and are as the format says; there are 1 to KeyBlock::kMaxKeys.
  void encode(std::uint32_t tag, std::span<const Word> words, std::span<const std::uint8_t> payload,
              Bytes& out);

 private:
  class Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// Throws Error(kResource) where the bytes are not what an encoder of this format made. Never crashes, and
// allocates no more than a message of this size can hold.
class KeyBlockDecoder {
 public:
  explicit KeyBlockDecoder(const KeyBlockFormat& format);
  ~KeyBlockDecoder();

  void decode(std::span<const std::uint8_t> bytes, KeyBlock& block);

 private:
  class Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// The words of keys of type Key (search/key.h), which hold an array `words` and nothing else.
template <typename Key>
std::span<const Word> words_of_keys(std::span<const Key> keys) {
  static_assert(sizeof(Key) == sizeof(Key{}.words));
  return {reinterpret_cast<const Word*>(keys.data()), keys.size_bytes() / sizeof(Word)};
}
template <typename Key>
std::span<const Key> keys_of_words(std::span<const Word> words) {
  static_assert(sizeof(Key) == sizeof(Key{}.words));
  return {reinterpret_cast<const Key*>(words.data()), words.size_bytes() / sizeof(Key)};
}

}  // namespace questproof
