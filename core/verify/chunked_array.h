// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace questproof {

// An array that grows at its end without ever moving what it holds, so that growing costs no second
// copy of gigabytes. Elements are plain data.
template <typename Element>
class ChunkedArray {
 public:
  static constexpr std::size_t kChunkBits = 20;
  static constexpr std::size_t kChunkElements = std::size_t{1} << kChunkBits;

  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const { return chunks_.size() * kChunkElements * sizeof(Element); }

  Element& operator[](std::size_t index) {
    return chunks_[index >> kChunkBits][index & (kChunkElements - 1)];
  }
  const Element& operator[](std::size_t index) const {
    return chunks_[index >> kChunkBits][index & (kChunkElements - 1)];
  }

  void push_back(Element element) {
    if (size_ == chunks_.size() << kChunkBits) {
      chunks_.push_back(std::make_unique_for_overwrite<Element[]>(kChunkElements));
    }
    (*this)[size_] = element;
    ++size_;
  }

 private:
  std::vector<std::unique_ptr<Element[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace questproof
