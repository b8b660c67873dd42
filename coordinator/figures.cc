// SPDX-License-Identifier: MIT
#include "coordinator/figures.h"

#include <fmt/core.h>

#include <array>

namespace questproof {

std::string grouped(const std::string& digits) {
  std::string text = digits;
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, 1, ',');
  }
  return text;
}

std::string grouped(std::uint64_t count) { return grouped(fmt::format("{}", count)); }

std::string shortened(std::uint64_t count) {
  constexpr std::array kUnits = {"k", "M", "G", "T"};
  if (count < 10'000) return grouped(count);
  double value = static_cast<double>(count) / 1000;
  std::size_t unit = 0;
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 7200) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string percent_text(double share) {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  if (share < 0.0001) return "< 0.01 %";
  if (share > 0.9999) return "> 99.99 %";
  return fmt::format("{:.2f} %", share * 100);
}

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

}  // namespace questproof
