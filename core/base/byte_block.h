// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/scratch_memory.h"

namespace questproof {

// Some bytes that are written once and then only read: on the heap at first, with undefined
// contents, and in scratch from freeze() on.
class ByteBlock {
 public:
  ByteBlock() = default;
  explicit ByteBlock(std::size_t size)
      : size_(size), heap_(std::make_unique_for_overwrite<std::uint8_t[]>(size)) {}
  ~ByteBlock() {
    if (scratch_ != nullptr) scratch_->unmap(frozen_);
  }
  ByteBlock(ByteBlock&& other) noexcept { swap(other); }
  ByteBlock& operator=(ByteBlock&& other) noexcept {
    ByteBlock(std::move(other)).swap(*this);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::uint8_t* writable() { return heap_.get(); }  // requires: not frozen
  const std::uint8_t* data() const { return scratch_ != nullptr ? frozen_ : heap_.get(); }
  bool frozen() const { return scratch_ != nullptr; }

  // Moves the contents to scratch, which must outlive the block: data() changes.
  // Throws what ScratchMemory::map_copy throws; then nothing has changed.
  void freeze(ScratchMemory& scratch) {
    if (frozen() || size_ == 0) return;
    frozen_ = static_cast<const std::uint8_t*>(scratch.map_copy(heap_.get(), size_));
    scratch_ = &scratch;
    heap_.reset();
  }

 private:
  void swap(ByteBlock& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(heap_, other.heap_);
    std::swap(scratch_, other.scratch_);
    std::swap(frozen_, other.frozen_);
  }

  std::size_t size_ = 0;
  std::unique_ptr<std::uint8_t[]> heap_;
  ScratchMemory* scratch_ = nullptr;
  const std::uint8_t* frozen_ = nullptr;
};

}  // namespace questproof
