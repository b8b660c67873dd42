// SPDX-License-Identifier: MIT
#include "storage/disk_limit.h"

#include <fmt/format.h>

namespace questproof {
namespace {

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

std::optional<std::string> disk_shortage(const FileSystem& files, const std::string& folder,
                                         const DiskLimit& limit, std::uint64_t used,
                                         std::uint64_t more) {
  if (used > limit.bytes || more > limit.bytes - used) {
    return fmt::format("{}: {} are used, {} more are needed, and the limit is {}", folder,
                       megabytes(used), megabytes(more), megabytes(limit.bytes));
  }
  const std::uint64_t free = files.free_bytes(folder);
  if (free < DiskLimit::kReserve || more > free - DiskLimit::kReserve) {
    return fmt::format("{}: {} more are needed, and the disk has {} left", folder, megabytes(more),
                       megabytes(free));
  }
  return std::nullopt;
}

}  // namespace questproof
