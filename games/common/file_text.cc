// SPDX-License-Identifier: MIT
#include "games/common/file_text.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace questproof {

FileText read_file_text(const std::string& path, std::size_t maximum_bytes) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return {false, {}, "there is no such file"};
  if (!std::filesystem::is_regular_file(status)) return {false, {}, "this is no file"};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {false, {}, "the file cannot be opened"};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  const std::size_t wanted =
      error ? 0 : static_cast<std::size_t>(std::min<std::uintmax_t>(size, maximum_bytes + 1));
  FileText file{true, std::string(wanted, '\0'), {}};
  stream.read(file.text.data(), static_cast<std::streamsize>(wanted));
  if (error || stream.bad()) return {false, {}, "the file cannot be read"};
  file.text.resize(static_cast<std::size_t>(stream.gcount()));
  return file;
}

}  // namespace questproof
