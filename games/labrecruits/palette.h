// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace questproof::labrecruits {

// "#c08ab2": colour number `index` of an endless row of colours that are easily told apart (hues in
// steps of the golden angle). Saturation and lightness are 0 .. 1, as in HSL.
std::string palette_color(std::size_t index, double saturation, double lightness);

}  // namespace questproof::labrecruits
