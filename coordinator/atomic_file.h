// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace questproof {

// Writes a file so that whoever opens it, even after a crash, sees the old contents or the new ones
// in full: a temporary file beside it, synced, renamed over it, and the folder synced.
// A device or a pipe (/dev/stdout) is written to as it is.
// Throws Error of kind kResource that names the file and the reason.
void write_file_atomically(const std::string& path, std::string_view contents);

// The whole file. Throws Error of kind kInput that names the file and the reason.
std::string read_file(const std::string& path);

}  // namespace questproof
