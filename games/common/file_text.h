// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace questproof {

// The bytes of a file, or why there are none.
struct FileText {
  bool found = false;
  std::string text;    // at most one byte more than was allowed, which shows that it is too large
  std::string reason;  // when not found: "there is no such file"
};

// Reads a regular file, and no more of it than `maximum_bytes` + 1.
FileText read_file_text(const std::string& path, std::size_t maximum_bytes);

}  // namespace questproof
