// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/byte_stream.h"
#include "core/base/word.h"

namespace questproof {

// Numbers in Rice codes (Rice 1971; a case of Golomb 1966): for a parameter k the number divided by 2^k
// as so many zero bits and a one, then the low k bits. Nearly optimal for the gaps between sorted
// numbers that are spread evenly, when 2^k is about 0.7 of the mean gap. A quotient of kEscape or more
// is written as kEscape zeros and a one; then all 64 bits of the number follow.
//
// Bits fill bytes from the lowest one on.
namespace rice {
inline constexpr unsigned kEscape = 32;
}

class RiceWriter {
 public:
  explicit RiceWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  void append(Word number, unsigned k) {
    const Word quotient = number >> k;
    if (quotient < rice::kEscape) {
      put(Word{1} << quotient, static_cast<unsigned>(quotient) + 1);
      put(k == 0 ? 0 : number & (~Word{0} >> (64 - k)), k);
    } else {
      put(Word{1} << rice::kEscape, rice::kEscape + 1);
      put(number, 64);
    }
  }
  // Fills the last byte with zeros. To be called once, at the end.
  void finish() {
    for (; used_ > 0; used_ -= used_ < 8 ? used_ : 8, open_ >>= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(open_));
    }
  }

 private:
  // The low `count` bits of `bits`; those above are 0.
  void put(Word bits, unsigned count) {
    if (count == 0) return;
    open_ |= bits << used_;
    used_ += count;
    if (used_ < 64) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(open_));
    std::memcpy(bytes_.data() + at, &open_, sizeof(open_));
    used_ -= 64;
    open_ = used_ == 0 ? 0 : bits >> (count - used_);
  }

  std::vector<std::uint8_t>& bytes_;
  Word open_ = 0;
  unsigned used_ = 0;  // bits of open_, below 64
};

// Throws Error(kInput) when the bits end too early.
class RiceReader {
 public:
  RiceReader() = default;
  explicit RiceReader(std::span<const std::uint8_t> bytes)
      : bytes_(bytes), end_(std::uint64_t{bytes.size()} * 8) {}

  Word next(unsigned k) {
    const Word ahead = peek();
    const auto zeros = static_cast<unsigned>(std::countr_zero(ahead));
    if (zeros > rice::kEscape) ByteReader::fail();
    skip(zeros + 1);
    if (zeros < rice::kEscape) return Word{zeros} << k | take(k);
    return take(64);
  }

 private:
  // At least 57 bits from here on; zeros behind the end.
  Word peek() const {
    const std::size_t at = static_cast<std::size_t>(position_ / 8);
    Word word = 0;
    if (at + sizeof(word) <= bytes_.size()) [[likely]] {
      std::memcpy(&word, bytes_.data() + at, sizeof(word));
    } else if (at < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + at, bytes_.size() - at);
    }
    return word >> (position_ % 8);
  }
  void skip(unsigned bits) {
    position_ += bits;
    if (position_ > end_) ByteReader::fail();
  }
  Word take(unsigned bits) {
    if (bits > 56) {
      const Word low = take(32);
      return low | take(bits - 32) << 32;
    }
    const Word word = peek() & ((Word{1} << bits) - 1);
    skip(bits);
    return word;
  }

  std::span<const std::uint8_t> bytes_;
  std::uint64_t position_ = 0;  // in bits
  std::uint64_t end_ = 0;
};

}  // namespace questproof
