// SPDX-License-Identifier: MIT
#include "storage/file_system.h"

namespace questproof {

std::vector<std::uint8_t> read_whole(const FileSystem::ReadableFile& file) {
  std::vector<std::uint8_t> bytes(file.size());
  file.read_at(0, bytes);
  return bytes;
}

}  // namespace questproof
