// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/base/word.h"

namespace questproof {

// A column of unsigned numbers of 0 to 8 bytes each, without gaps. Sixteen spare bytes at the end
// allow two whole words to be read at every position. Contents start undefined.
// Assumes a little-endian machine, as x86-64 and aarch64 are.
class ByteColumn {
 public:
  ByteColumn() = default;
  ByteColumn(std::size_t size, unsigned stride)
      : stride_(stride),
        mask_(stride == 8 ? ~Word{0} : (Word{1} << (8 * stride)) - 1),
        bytes_(size * stride + 2 * sizeof(Word)),
        data_(std::make_unique_for_overwrite<std::uint8_t[]>(bytes_)) {}

  unsigned stride() const { return stride_; }
  std::size_t memory_bytes() const { return bytes_; }

  Word get(std::size_t index) const {
    Word word;
    std::memcpy(&word, data_.get() + index * stride_, sizeof(word));
    return word & mask_;
  }
  // Overwrites the bytes behind the entry: to be used in ascending order of index only.
  void append_at(std::size_t index, Word value) {
    std::memcpy(data_.get() + index * stride_, &value, sizeof(value));
  }
  const std::uint8_t* data() const { return data_.get(); }

 private:
  unsigned stride_ = 0;
  Word mask_ = 0;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::uint8_t[]> data_;
};

}  // namespace questproof
