// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "games/common/load_result.h"
#include "games/common/settings.h"

namespace questproof {

// The front end for event scripts (games/script/README.md is the language). Both functions report
// all that is wrong with a game as diagnostics; load_script throws Error(kResource) when a file
// cannot be read. A script leaves nothing open: there are no settings.
LoadResult load_script(const std::filesystem::path& path, const Settings& settings = {});
LoadResult parse_script(std::span<const SourceText> texts, std::string_view name,
                        const Settings& settings = {});

}  // namespace questproof
