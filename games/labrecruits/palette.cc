// SPDX-License-Identifier: MIT
#include "games/labrecruits/palette.h"

#include <fmt/core.h>

#include <cmath>

namespace questproof::labrecruits {

std::string palette_color(std::size_t index, double saturation, double lightness) {
  constexpr double kGoldenAngle = 137.508;
  const double hue = std::fmod(static_cast<double>(index) * kGoldenAngle, 360) / 60;
  const double chroma = (1 - std::abs(2 * lightness - 1)) * saturation;
  const double second = chroma * (1 - std::abs(std::fmod(hue, 2) - 1));
  const double parts[6][3] = {{chroma, second, 0}, {second, chroma, 0}, {0, chroma, second},
                              {0, second, chroma}, {second, 0, chroma}, {chroma, 0, second}};
  const double* const part = parts[static_cast<std::size_t>(hue) % 6];
  const auto byte = [&](double value) {
    return static_cast<int>(std::lround(255 * (value + lightness - chroma / 2)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(part[0]), byte(part[1]), byte(part[2]));
}

}  // namespace questproof::labrecruits
