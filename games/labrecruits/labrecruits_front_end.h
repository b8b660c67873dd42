// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string_view>

#include "games/common/load_result.h"
#include "games/common/picture.h"
#include "games/common/settings.h"

namespace questproof {

// What games/labrecruits/README.md leaves open.
inline constexpr std::array kLabrecruitsSettings = {
    SettingInfo{"state", "doors or buttons", "what tells states apart, beside where agents are"},
    SettingInfo{"floors", "all or 0", "the sheets that agents walk on"},
    SettingInfo{"agents", "first, all, or an identifier", "the agents that are driven"},
    SettingInfo{"reach", "zone or near", "from where a button can be pressed"},
    SettingInfo{"dialect", "current or older", "how the file is cut into sheets"},
};

// The front end for level files of Lab Recruits. Both functions report all that is wrong with a level
// as diagnostics; load_labrecruits throws Error(kResource) when the file cannot be read.
LoadResult load_labrecruits(const std::filesystem::path& path, const Settings& settings = {});
LoadResult parse_labrecruits(std::span<const SourceText> texts, std::string_view name,
                             const Settings& settings = {});

// The level seen from above, with its zones, its wires and the walk.
Picture draw_labrecruits(const std::filesystem::path& path, const Settings& settings,
                         const PictureRequest& request);

}  // namespace questproof
