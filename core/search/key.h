// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/check.h"
#include "core/base/word.h"
#include "core/model/state_space.h"

namespace questproof {

// A packed state in the form in which the search sorts and stores it: the same information, but
// the first word is spread evenly over its range and aligned at the most significant bit.
template <unsigned W>
struct Key {
  std::array<Word, W> words;
  Word head() const { return words[0]; }

  // By the words in order. Written out, since a library call per comparison costs more than this.
  bool operator==(const Key& other) const {
    for (unsigned w = 0; w < W; ++w) {
      if (words[w] != other.words[w]) return false;
    }
    return true;
  }
  bool operator<(const Key& other) const {
    for (unsigned w = 0; w + 1 < W; ++w) {
      if (words[w] != other.words[w]) return words[w] < other.words[w];
    }
    return words[W - 1] < other.words[W - 1];
  }
};

// The inverse modulo 2^64: each of Newton's steps doubles the number of correct bits.
constexpr Word inverse_of_odd(Word odd) {
  Word x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}

// Multiplies and shifts that can be undone, on the low `bits` bits of a word.
class BitMixer {
 public:
  explicit BitMixer(unsigned bits)
      : shift_((bits + 1) / 2), mask_(bits == 64 ? ~Word{0} : (Word{1} << bits) - 1) {}

  Word mix(Word x) const {
    x ^= x >> shift_;
    x = (x * kFactor1) & mask_;
    x ^= x >> shift_;
    x = (x * kFactor2) & mask_;
    return x ^ (x >> shift_);
  }
  // x ^= x >> s is its own inverse when 2 s >= bits; an odd factor has an inverse modulo 2^64.
  Word unmix(Word x) const {
    x ^= x >> shift_;
    x = (x * kInverse2) & mask_;
    x ^= x >> shift_;
    x = (x * kInverse1) & mask_;
    return x ^ (x >> shift_);
  }

 private:
  static constexpr Word kFactor1 = 0xbf58476d1ce4e5b9;
  static constexpr Word kFactor2 = 0x94d049bb133111eb;
  static constexpr Word kInverse1 = inverse_of_odd(kFactor1);
  static constexpr Word kInverse2 = inverse_of_odd(kFactor2);
  unsigned shift_;
  Word mask_;
};

// Translates packed states to keys and back. The translation is a bijection: keys are exact.
// The head of a key depends on all words of the state, so that partitions and buckets, which are
// taken from the top bits of the head, are of even size whatever the game looks like.
template <unsigned W>
class KeyCodec {
 public:
  explicit KeyCodec(const StateSpace& space)
      : KeyCodec(space.word_count(), [&](std::size_t w) { return space.word_bits(w); }) {}

  // Word w of every state is less than 2^bits_of(w).
  template <typename BitsOf>
  KeyCodec(std::size_t words, const BitsOf& bits_of)
      : words_(words),
        bits_(std::max<unsigned>(1, static_cast<unsigned>(bits_of(0)))),
        mixer_(bits_) {
    QUEST_CHECK(words_ >= 1 && words_ <= W && bits_ <= 64);
    for (std::size_t w = 1; w < W; ++w) {
      tail_bytes_[w] =
          w < words_ ? static_cast<std::uint8_t>((bits_of(w) + 7) / 8) : std::uint8_t{0};
    }
  }

  unsigned head_bits() const { return bits_; }
  std::size_t word_count() const { return words_; }
  const std::array<std::uint8_t, W>& tail_bytes() const { return tail_bytes_; }

  // Word w of the state is state[w * stride].
  Key<W> encode(const Word* state, std::size_t stride) const {
    Key<W> key{};
    if constexpr (W > 1) {
      for (std::size_t w = 1; w < words_; ++w) key.words[w] = state[w * stride];
    }
    key.words[0] = mixer_.mix(state[0] ^ salt(key)) << (64 - bits_);
    return key;
  }
  void decode(const Key<W>& key, Word* state, std::size_t stride) const {
    state[0] = mixer_.unmix(key.words[0] >> (64 - bits_)) ^ salt(key);
    if constexpr (W > 1) {
      for (std::size_t w = 1; w < words_; ++w) state[w * stride] = key.words[w];
    }
  }

 private:
  Word salt(const Key<W>& key) const {
    if constexpr (W == 1) return 0;
    Word hash = 0x9e3779b97f4a7c15;
    for (std::size_t w = 1; w < W; ++w) {
      hash = (hash ^ key.words[w]) * 0xd6e8feb86659fd93;
      hash ^= hash >> 32;
    }
    return (hash * 0xd6e8feb86659fd93) >> (64 - bits_);
  }

  std::size_t words_;
  unsigned bits_;
  BitMixer mixer_;
  std::array<std::uint8_t, W> tail_bytes_{};
};

// Which partition a key belongs to: the top bits of its head.
inline std::size_t partition_of(Word head, unsigned partition_bits) {
  return partition_bits == 0 ? 0 : static_cast<std::size_t>(head >> (64 - partition_bits));
}

}  // namespace questproof
