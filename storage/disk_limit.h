// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "storage/file_system.h"

namespace questproof {

// How much a run may write. What the disk itself has left counts too, less a reserve for the commit
// that has to succeed when the search ends for want of space.
struct DiskLimit {
  static constexpr std::uint64_t kReserve = std::uint64_t{64} << 20;  // bytes

  std::uint64_t bytes = ~std::uint64_t{0};  // that the run's folder may have in all
};

// Why `more` bytes cannot be added to the `used` ones in a folder; nothing when they can.
std::optional<std::string> disk_shortage(const FileSystem& files, const std::string& folder,
                                         const DiskLimit& limit, std::uint64_t used,
                                         std::uint64_t more);

}  // namespace questproof
