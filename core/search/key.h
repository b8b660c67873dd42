// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/base/word.h"
#include "core/model/state_space.h"
#include "core/search/ownership.h"

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

// Picks some bits of a word and moves them together, in order, at the low end: what the instruction
// PEXT does, as a few shifts, one for each stretch of adjacent bits.
class BitGather {
 public:
  explicit BitGather(Word mask = 0) {
    unsigned to = 0;
    for (unsigned from = 0; from < 64;) {
      if ((mask >> from & 1) == 0) {
        ++from;
        continue;
      }
      const auto length = static_cast<unsigned>(std::countr_one(mask >> from));
      stretches_[count_++] = {length == 64 ? ~Word{0} : (Word{1} << length) - 1,
                              static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
      from += length;
      to += length;
    }
  }

  Word gather(Word x) const {
    Word result = 0;
    for (unsigned s = 0; s < count_; ++s) {
      result |= (x >> stretches_[s].from & stretches_[s].mask) << stretches_[s].to;
    }
    return result;
  }
  Word scatter(Word x) const {
    Word result = 0;
    for (unsigned s = 0; s < count_; ++s) {
      result |= (x >> stretches_[s].to & stretches_[s].mask) << stretches_[s].from;
    }
    return result;
  }

 private:
  struct Stretch {
    Word mask = 0;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
  };
  std::array<Stretch, 33> stretches_{};
  unsigned count_ = 0;
};

// Moves bits of a word to other places, to several or to none: a table for each few bits of the word, whose
// entries are united. Faster than shifts where the bits lie scattered.
class BitTable {
 public:
  // `place(bit)`: the word that stands for bit `bit` alone. For words below 2^bits.
  template <typename Place>
  BitTable(unsigned bits, const Place& place) : parts_((bits + 7) / 8) {
    width_ = parts_ == 0 ? 0 : (bits + parts_ - 1) / parts_;
    mask_ = (Word{1} << width_) - 1;
    entries_.assign(std::size_t{parts_} << width_, 0);
    for (unsigned bit = 0; bit < bits; ++bit) {
      const std::size_t part = bit / width_;
      const std::size_t set = std::size_t{1} << bit % width_;
      for (std::size_t entry = 0; entry < std::size_t{1} << width_; ++entry) {
        if ((entry & set) != 0) entries_[(part << width_) + entry] |= place(bit);
      }
    }
  }
  BitTable() = default;

  Word apply(Word x) const {
    const Word* table = entries_.data();
    Word result = 0;
    for (unsigned part = 0; part < parts_; ++part) {
      result |= table[x & mask_];
      x >>= width_;
      table += mask_ + 1;
    }
    return result;
  }

 private:
  unsigned parts_ = 0;
  unsigned width_ = 0;
  Word mask_ = 0;
  std::vector<Word> entries_;
};

// Translates packed states to keys and back. The translation is a bijection: keys are exact.
//
// Where the whole state decides, the head of a key depends on all words of the state, so that
// partitions and buckets, which are taken from the top bits of the head, are of even size whatever the
// game looks like. Otherwise the top bits of the head, as many as the pivot has, depend on the
// projection alone: they are the pivot's bits, masked by a hash of the others of the projection. The
// bits below depend on all of the state but the pivot, as evenly as before.
template <unsigned W>
class KeyCodec {
 public:
  KeyCodec(const StateSpace& space, const Ownership& ownership)
      : KeyCodec(
            space.word_count(), [&](std::size_t w) { return space.word_bits(w); }, ownership) {}

  // Word w of every state is less than 2^bits_of(w).
  template <typename BitsOf>
  KeyCodec(std::size_t words, const BitsOf& bits_of, const Ownership& ownership)
      : words_(words),
        ownership_(ownership),
        first_(ownership.word),
        bits_(std::max<unsigned>(1, static_cast<unsigned>(bits_of(ownership.word)))),
        owner_bits_(static_cast<unsigned>(std::popcount(ownership.pivot))),
        hashed_(ownership.projection & ~ownership.pivot),
        pivot_(ownership.pivot),
        rest_(low_bits(bits_) & ~ownership.pivot),
        pivot_mixer_(owner_bits_),
        mixer_(bits_ - owner_bits_) {
    QUEST_CHECK(words_ >= 1 && words_ <= W && bits_ <= 64 && first_ < words_);
    QUEST_CHECK(ownership.is_valid() && (ownership.projection & ~low_bits(bits_)) == 0);
    for (std::size_t w = 1; w < W; ++w) {
      const std::size_t word = w == first_ ? 0 : w;
      tail_bytes_[w] =
          w < words_ ? static_cast<std::uint8_t>((bits_of(word) + 7) / 8) : std::uint8_t{0};
    }
    make_tables();
  }

  unsigned head_bits() const { return bits_; }
  std::size_t word_count() const { return words_; }
  const Ownership& ownership() const { return ownership_; }
  const std::array<std::uint8_t, W>& tail_bytes() const { return tail_bytes_; }

  // Word w of the state is state[w * stride].
  Key<W> encode(const Word* state, std::size_t stride) const {
    Key<W> key{};
    if constexpr (W > 1) {
      for (std::size_t w = 1; w < words_; ++w) key.words[w] = state[w * stride];
      if (first_ != 0) key.words[first_] = state[0];
    }
    const Word first = state[W > 1 ? first_ * stride : 0];
    key.words[0] = owner_bits_ == 0 ? mixer_.mix(first ^ salt(key)) << (64 - bits_)
                                    : owned_head(first, salt(key));
    return key;
  }
  void decode(const Key<W>& key, Word* state, std::size_t stride) const {
    if constexpr (W > 1) {
      for (std::size_t w = 1; w < words_; ++w) state[w * stride] = key.words[w];
      if (first_ != 0) state[0] = key.words[first_];
    }
    state[W > 1 ? first_ * stride : 0] =
        owner_bits_ == 0 ? mixer_.unmix(key.words[0] >> (64 - bits_)) ^ salt(key)
                         : first_of(key.words[0], salt(key));
  }

 private:
  static constexpr Word low_bits(unsigned bits) {
    return bits == 64 ? ~Word{0} : (Word{1} << bits) - 1;
  }

  // Of small projections everything that depends on them alone is looked up.
  static constexpr unsigned kMostTabled = 12;
  void make_tables() {
    const auto hashed_bits = static_cast<unsigned>(std::popcount(hashed_));
    tabled_ =
        owner_bits_ > 0 && owner_bits_ + hashed_bits <= kMostTabled && bits_ + hashed_bits <= 64;
    if (!tabled_) return;
    const unsigned rest_bits = bits_ - owner_bits_;
    const BitGather hashed(hashed_);
    // A state's first word: its rest, and above it the projection: pivot, then hashed bits.
    taking_ = BitTable(bits_, [&](unsigned bit) {
      const Word x = Word{1} << bit;
      return rest_.gather(x) | (pivot_.gather(x) | hashed.gather(x) << owner_bits_) << rest_bits;
    });
    // The rest: where its bits belong, and above the word the hashed ones once more.
    putting_ = BitTable(rest_bits, [&](unsigned bit) {
      const Word x = rest_.scatter(Word{1} << bit);
      return x | hashed.gather(x) << bits_ % 64;
    });
    owners_.resize(std::size_t{1} << (owner_bits_ + hashed_bits));
    pivots_.resize(owners_.size());
    for (Word projection = 0; projection < owners_.size(); ++projection) {
      const Word pivot = projection & low_bits(owner_bits_);
      const Word above = projection >> owner_bits_;
      const Word owner = pivot_mixer_.mix(pivot) ^ projection_hash(hashed.scatter(above));
      owners_[projection] = static_cast<std::uint16_t>(owner);
      pivots_[above << owner_bits_ | owner] = static_cast<std::uint16_t>(pivot);
    }
    pivot_words_.resize(std::size_t{1} << owner_bits_);
    for (Word pivot = 0; pivot < pivot_words_.size(); ++pivot) {
      pivot_words_[pivot] = pivot_.scatter(pivot);
    }
  }

  Word owned_head(Word first, Word salt) const {
    if (tabled_) {
      const unsigned rest_bits = bits_ - owner_bits_;
      const Word taken = taking_.apply(first);
      const Word owner = owners_[taken >> rest_bits];
      const Word rest = mixer_.mix((taken & low_bits(rest_bits)) ^ salt);
      return owner << (64 - owner_bits_) | rest << (64 - bits_);
    }
    const Word owner = pivot_mixer_.mix(pivot_.gather(first)) ^ projection_hash(first);
    const Word rest = mixer_.mix(rest_.gather(first) ^ salt);
    return owner << (64 - owner_bits_) | rest << (64 - bits_);
  }
  Word first_of(Word head, Word salt) const {
    const Word rest = mixer_.unmix(head >> (64 - bits_) & low_bits(bits_ - owner_bits_)) ^ salt;
    if (tabled_) {
      const Word put = putting_.apply(rest);
      const Word above = hashed_ == 0 ? 0 : put >> bits_;
      const Word pivot = pivots_[above << owner_bits_ | head >> (64 - owner_bits_)];
      return (put & low_bits(bits_)) | pivot_words_[pivot];
    }
    const Word first = rest_.scatter(rest);
    const Word owner = head >> (64 - owner_bits_);
    return first | pivot_.scatter(pivot_mixer_.unmix(owner ^ projection_hash(first)));
  }
  Word projection_hash(Word first) const {
    Word hash = (first & hashed_) * 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
    return hash >> (64 - owner_bits_);
  }

  // As many bits as the mixer takes.
  Word salt(const Key<W>& key) const {
    if constexpr (W == 1) return 0;
    if (bits_ == owner_bits_) return 0;
    Word hash = 0x9e3779b97f4a7c15;
    for (std::size_t w = 1; w < W; ++w) {
      hash = (hash ^ key.words[w]) * 0xd6e8feb86659fd93;
      hash ^= hash >> 32;
    }
    return (hash * 0xd6e8feb86659fd93) >> (64 - (bits_ - owner_bits_));
  }

  std::size_t words_;
  Ownership ownership_;
  std::size_t first_;  // word of the state that the head is made of; word 0 stands in its place
  unsigned bits_;
  unsigned owner_bits_;
  Word hashed_;
  BitGather pivot_;
  BitGather rest_;
  BitMixer pivot_mixer_;
  BitMixer mixer_;  // of the bits below the owner's
  bool tabled_ = false;
  BitTable taking_;
  BitTable putting_;
  std::vector<std::uint16_t> owners_;  // by projection: pivot, and above it the hashed bits
  std::vector<std::uint16_t> pivots_;  // by owner, and above it the hashed bits
  std::vector<Word> pivot_words_;      // by pivot
  std::array<std::uint8_t, W> tail_bytes_{};
};

// Which partition a key belongs to: the top bits of its head.
inline std::size_t partition_of(Word head, unsigned partition_bits) {
  return partition_bits == 0 ? 0 : static_cast<std::size_t>(head >> (64 - partition_bits));
}

}  // namespace questproof
