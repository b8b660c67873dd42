// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// Names of files with wildcards, as a shell has them: `*` stands for any letters of one name, `?` for
// one, `**` (as a whole name, not the last) for any number of folders. Names that begin with a dot are not matched.
bool is_pattern(std::string_view path);

// Whether a relative path is meant.
bool matches(std::string_view pattern, std::string_view path);

// The files and folders below `root` that are meant, as paths relative to it, ascending. Links to
// folders are not followed by `**`.
std::vector<std::string> matching_files(const std::string& root, const std::string& pattern);

}  // namespace questproof
