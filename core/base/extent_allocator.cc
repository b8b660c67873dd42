// SPDX-License-Identifier: MIT
#include "core/base/extent_allocator.h"

#include "core/base/check.h"

namespace questproof {

std::optional<std::uint64_t> ExtentAllocator::take(std::uint64_t size) {
  QUEST_CHECK(size > 0);
  const auto fit = free_by_size_.lower_bound({size, 0});
  if (fit == free_by_size_.end()) return std::nullopt;
  const auto [held, begin] = *fit;
  free_by_size_.erase(fit);
  free_.erase(begin);
  if (held > size) {
    free_.emplace(begin + size, held - size);
    free_by_size_.emplace(held - size, begin + size);
  }
  taken_ += size;
  return begin;
}

void ExtentAllocator::give_back(std::uint64_t begin, std::uint64_t size) {
  QUEST_CHECK(size > 0 && size <= taken_ && begin + size <= end_);
  taken_ -= size;
  auto after = free_.lower_bound(begin);
  if (after != free_.end() && after->first == begin + size) {
    size += after->second;
    free_by_size_.erase({after->second, after->first});
    after = free_.erase(after);
  }
  if (after != free_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == begin) {
      begin = before->first;
      size += before->second;
      free_by_size_.erase({before->second, before->first});
      free_.erase(before);
    }
  }
  free_.emplace(begin, size);
  free_by_size_.emplace(size, begin);
}

std::uint64_t ExtentAllocator::missing(std::uint64_t size) const {
  if (free_by_size_.lower_bound({size, 0}) != free_by_size_.end()) return 0;
  if (free_.empty()) return size;
  const auto& [begin, held] = *free_.rbegin();
  return begin + held == end_ ? size - held : size;
}

void ExtentAllocator::grow(std::uint64_t size) {
  end_ += size;
  taken_ += size;
  give_back(end_ - size, size);
}

}  // namespace questproof
