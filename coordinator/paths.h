// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace questproof {

// The same path from the root, so that it holds wherever a later command is started. "" stays "".
std::string absolute_path(const std::string& path);

// For a file that is to be written after long work: throws Error(kResource) now, where its folder is missing
// or is none. Nothing for "".
void expect_folder_of(const std::string& file);

}  // namespace questproof
