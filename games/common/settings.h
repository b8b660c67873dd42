// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// How a game is to be read, where its front end leaves that open: `--set state=buttons`.
struct Setting {
  std::string name;
  std::string value;
  bool operator==(const Setting&) const = default;
};

// At most one for each name.
using Settings = std::vector<Setting>;

// A setting that a front end knows. The front end itself refuses values that it does not know.
struct SettingInfo {
  std::string_view name;
  std::string_view values;  // for people: "doors or buttons"
  std::string_view text;    // what it decides
};

}  // namespace questproof
