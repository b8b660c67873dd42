// SPDX-License-Identifier: MIT
#include "coordinator/diff/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

// Works on numbers that stand for lines. A path leads from the corner (0, 0) of a grid to (N, M), right
// for a deletion, down for an insertion, and for nothing where both lines are equal. A diagonal k holds
// the points with x - y = k.
class Differ {
 public:
  Differ(std::vector<std::uint32_t> before, std::vector<std::uint32_t> after)
      : before_(std::move(before)),
        after_(std::move(after)),
        deleted_(before_.size(), false),
        inserted_(after_.size(), false) {}

  std::vector<LineHunk> run() {
    compare(0, idx(before_.size()), 0, idx(after_.size()));
    std::vector<LineHunk> hunks;
    for (std::size_t x = 0, y = 0; x < before_.size() || y < after_.size();) {
      LineHunk hunk{x, 0, y, 0};
      while (x < before_.size() && deleted_[x]) ++x;
      while (y < after_.size() && inserted_[y]) ++y;
      hunk.old_count = x - hunk.old_begin;
      hunk.new_count = y - hunk.new_begin;
      if (hunk.old_count + hunk.new_count > 0) {
        hunks.push_back(hunk);
      } else {
        ++x;
        ++y;
      }
    }
    return hunks;
  }

 private:
  using Index = std::int64_t;
  static Index idx(std::size_t value) { return static_cast<Index>(value); }
  static std::size_t at(Index value) { return static_cast<std::size_t>(value); }

  bool equal(Index x, Index y) const { return before_[at(x)] == after_[at(y)]; }

  void compare(Index x0, Index x1, Index y0, Index y1) {
    while (x0 < x1 && y0 < y1 && equal(x0, y0)) ++x0, ++y0;
    while (x0 < x1 && y0 < y1 && equal(x1 - 1, y1 - 1)) --x1, --y1;
    if (x0 == x1 || y0 == y1) {
      for (Index x = x0; x < x1; ++x) deleted_[at(x)] = true;
      for (Index y = y0; y < y1; ++y) inserted_[at(y)] = true;
      return;
    }
    const auto [x, y] = middle(x0, x1, y0, y1);
    compare(x0, x, y0, y);
    compare(x, x1, y, y1);
  }

  // A point in the middle of a shortest path. Requires: nothing is equal at either end, so at least
  // two lines differ and each half has one of them.
  std::pair<Index, Index> middle(Index x0, Index x1, Index y0, Index y1) {
    const Index width = x1 - x0;
    const Index height = y1 - y0;
    const Index delta = width - height;
    const Index bound = (width + height + 1) / 2;
    offset_ = bound + 1;
    forward_.assign(at(2 * offset_ + 1), -1);
    backward_.assign(at(2 * offset_ + 1), -1);
    forward_[at(offset_ + 1)] = backward_[at(offset_ + 1)] = 0;
    const auto reached = [&](const std::vector<Index>& furthest, Index k, Index steps) {
      return k >= -steps && k <= steps ? furthest[at(offset_ + k)] : -1;
    };
    for (Index steps = 0; steps <= bound; ++steps) {
      for (Index k = first_diagonal(steps, height); k <= std::min(steps, width); k += 2) {
        Index x = step(forward_, k, steps, width, height);
        while (x < width && x - k < height && equal(x0 + x, y0 + x - k)) ++x;
        forward_[at(offset_ + k)] = x;
        const Index other = delta % 2 != 0 ? reached(backward_, delta - k, steps - 1) : -1;
        if (other >= 0 && x + other >= width) return {x0 + x, y0 + x - k};
      }
      for (Index k = first_diagonal(steps, height); k <= std::min(steps, width); k += 2) {
        Index x = step(backward_, k, steps, width, height);
        while (x < width && x - k < height && equal(x1 - 1 - x, y1 - 1 - (x - k))) ++x;
        backward_[at(offset_ + k)] = x;
        const Index other = delta % 2 == 0 ? reached(forward_, delta - k, steps) : -1;
        if (other >= 0 && x + other >= width) return {x1 - x, y1 - (x - k)};
      }
    }
    QUEST_CHECK(false);
    return {};
  }

  // The lowest one that lies within the grid and that so many steps can lead to.
  static Index first_diagonal(Index steps, Index height) {
    return -steps >= -height ? -steps : -height + (steps - height) % 2;
  }

  // One step on from the neighbouring diagonals. A point beyond the edge stands for the one on the
  // edge in front of it, which takes no more steps.
  Index step(const std::vector<Index>& furthest, Index k, Index steps, Index width,
             Index height) const {
    const Index below = furthest[at(offset_ + k + 1)];
    const Index left = furthest[at(offset_ + k - 1)];
    const Index x = k == -steps || (k != steps && left < below) ? below : left + 1;
    return std::min({x, width, height + k});
  }

  std::vector<std::uint32_t> before_;
  std::vector<std::uint32_t> after_;
  std::vector<bool> deleted_;
  std::vector<bool> inserted_;
  std::vector<Index> forward_;   // by diagonal: how far right a path of so many steps comes
  std::vector<Index> backward_;  // the same from the other corner
  Index offset_ = 0;
};

}  // namespace

std::vector<LineHunk> line_diff(std::span<const std::string> before,
                                std::span<const std::string> after) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  const auto numbered = [&](std::span<const std::string> lines) {
    std::vector<std::uint32_t> result;
    result.reserve(lines.size());
    for (const std::string& line : lines) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      result.push_back(numbers.emplace(line, next).first->second);
    }
    return result;
  };
  std::vector<std::uint32_t> one = numbered(before);
  std::vector<std::uint32_t> other = numbered(after);
  return Differ(std::move(one), std::move(other)).run();
}

}  // namespace questproof
