// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace questproof {

// Gives out ranges of a space that starts empty and grows at its end: the smallest free range that is
// large enough (best fit); neighbouring free ranges are one. One thread at a time.
class ExtentAllocator {
 public:
  // Where a range of `size` lies now; nothing when no free range is large enough. Requires: size > 0.
  std::optional<std::uint64_t> take(std::uint64_t size);
  // Of a range, or of some ranges side by side, that were taken.
  void give_back(std::uint64_t begin, std::uint64_t size);
  // How much grow() must add at least for take(size) to succeed.
  std::uint64_t missing(std::uint64_t size) const;
  void grow(std::uint64_t size);

  std::uint64_t end() const { return end_; }
  std::uint64_t taken() const { return taken_; }

 private:
  std::uint64_t end_ = 0;
  std::uint64_t taken_ = 0;
  std::map<std::uint64_t, std::uint64_t> free_;                     // begin -> size
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_size_;  // size, begin
};

}  // namespace questproof
