// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "core/base/scratch_memory.h"

namespace questproof {

// Zeroed memory straight from the system, in huge pages where the system has them: random access
// to large arrays is two to three times as fast with them. Throws Error(kResource) when there is
// none.
void* map_zeroed(std::size_t bytes);
void unmap(void* memory, std::size_t bytes) noexcept;

// A zeroed array of fixed size of a trivial type, for arrays from megabytes up. Untouched pages
// cost nothing. Lies in memory, or in scratch, which must outlive it.
template <typename T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size, ScratchMemory* scratch = nullptr)
      : size_(size),
        scratch_(size > 0 ? scratch : nullptr),
        data_(static_cast<T*>(scratch_ != nullptr ? scratch_->map_zeroed(size * sizeof(T))
                                                  : map_zeroed(size * sizeof(T)))) {}
  ~LargeArray() {
    if (scratch_ != nullptr) {
      scratch_->unmap(data_);
    } else {
      unmap(data_, size_ * sizeof(T));
    }
  }
  LargeArray(LargeArray&& other) noexcept
      : size_(std::exchange(other.size_, 0)),
        scratch_(std::exchange(other.scratch_, nullptr)),
        data_(std::exchange(other.data_, nullptr)) {}
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(scratch_, other.scratch_);
    std::swap(data_, other.data_);
    return *this;
  }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }

 private:
  std::size_t size_ = 0;
  ScratchMemory* scratch_ = nullptr;
  T* data_ = nullptr;
};

}  // namespace questproof
