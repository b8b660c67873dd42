// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/base/word.h"

namespace questproof {

// A column of unsigned numbers of 0 to 8 bytes each, without gaps, in bytes that someone else owns.
// Spare bytes at the end allow kReadable bytes to be read at every position.
// Assumes a little-endian machine, as x86-64 and aarch64 are.
class ByteColumn {
 public:
  static constexpr std::size_t kReadable = 32;

  // How many bytes a column takes.
  static std::size_t bytes_for(std::size_t size, unsigned stride) {
    return size * stride + kReadable;
  }

  ByteColumn() = default;
  ByteColumn(std::uint8_t* data, unsigned stride)
      : stride_(stride),
        mask_(stride == 8 ? ~Word{0} : (Word{1} << (8 * stride)) - 1),
        data_(data) {}

  unsigned stride() const { return stride_; }

  Word get(std::size_t index) const {
    Word word;
    std::memcpy(&word, data_ + index * stride_, sizeof(word));
    return word & mask_;
  }
  // Overwrites the bytes behind the entry: to be used in ascending order of index only.
  void append_at(std::size_t index, Word value) {
    std::memcpy(data_ + index * stride_, &value, sizeof(value));
  }
  // Entries begin .. end - 1 of another column of the same stride, to `to` and behind. Ascending
  // order only, as above. Sixteen bytes at a time: the pieces are short.
  void copy_range(const ByteColumn& from, std::size_t begin, std::size_t end, std::size_t to) {
    const std::uint8_t* source = from.data_ + begin * stride_;
    const std::uint8_t* const last = from.data_ + end * stride_;
    std::uint8_t* target = data_ + to * stride_;
    for (; source < last; source += 16, target += 16) std::memcpy(target, source, 16);
  }
  const std::uint8_t* data() const { return data_; }

 private:
  unsigned stride_ = 0;
  Word mask_ = 0;
  std::uint8_t* data_ = nullptr;
};

}  // namespace questproof
