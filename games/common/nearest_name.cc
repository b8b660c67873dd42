// SPDX-License-Identifier: MIT
#include "games/common/nearest_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace questproof {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  // Three rows of the table: two before the current one, for swapped neighbours.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return result;
}

std::optional<std::string> nearest_name(std::string_view name,
                                        std::span<const std::string> candidates) {
  const std::string wanted = lower_case(name);
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(wanted, lower_case(candidate));
    if (best == nullptr || d < best_distance) {
      best = &candidate;
      best_distance = d;
    }
  }
  if (best != nullptr && best_distance <= std::max(name.size(), best->size()) / 3) return *best;
  for (const std::string& candidate : candidates) {
    const std::string other = lower_case(candidate);
    const bool contains = other.find(wanted) != std::string::npos ||
                          (other.size() >= 3 && wanted.find(other) != std::string::npos);
    if (wanted.size() >= 3 && contains) return candidate;
  }
  return std::nullopt;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::optional<std::string> nearest = nearest_name(name, candidates);
  return nearest ? fmt::format(", did you mean '{}'?", *nearest) : std::string{};
}

}  // namespace questproof
