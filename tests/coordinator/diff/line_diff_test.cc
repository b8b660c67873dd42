// SPDX-License-Identifier: MIT
#include "coordinator/diff/line_diff.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using Lines = std::vector<std::string>;
using testing_support::Random;

// The length of the longest common subsequence, by the table of all prefixes.
std::size_t longest_common(const Lines& one, const Lines& other) {
  std::vector<std::vector<std::size_t>> best(one.size() + 1,
                                             std::vector<std::size_t>(other.size() + 1, 0));
  for (std::size_t i = 1; i <= one.size(); ++i) {
    for (std::size_t j = 1; j <= other.size(); ++j) {
      best[i][j] = one[i - 1] == other[j - 1] ? best[i - 1][j - 1] + 1
                                              : std::max(best[i - 1][j], best[i][j - 1]);
    }
  }
  return best[one.size()][other.size()];
}

Lines patched(const Lines& before, const Lines& after, const std::vector<LineHunk>& hunks) {
  Lines result;
  std::size_t at = 0;
  for (const LineHunk& hunk : hunks) {
    while (at < hunk.old_begin) result.push_back(before.at(at++));
    EXPECT_EQ(result.size(), hunk.new_begin);
    at += hunk.old_count;
    for (std::size_t i = 0; i < hunk.new_count; ++i) {
      result.push_back(after.at(hunk.new_begin + i));
    }
  }
  while (at < before.size()) result.push_back(before[at++]);
  return result;
}

TEST(LineDiffTest, NamesWhatChanged) {
  EXPECT_TRUE(line_diff(Lines{"a", "b"}, Lines{"a", "b"}).empty());
  EXPECT_EQ(line_diff(Lines{"a", "b", "c"}, Lines{"a", "x", "c"}),
            (std::vector<LineHunk>{{1, 1, 1, 1}}));
  EXPECT_EQ(line_diff(Lines{"a", "c"}, Lines{"a", "b", "c"}),
            (std::vector<LineHunk>{{1, 0, 1, 1}}));
  EXPECT_EQ(line_diff(Lines{"a", "b", "c", "d"}, Lines{"b", "c"}),
            (std::vector<LineHunk>{{0, 1, 0, 0}, {3, 1, 2, 0}}));
  EXPECT_EQ(line_diff(Lines{}, Lines{"a"}), (std::vector<LineHunk>{{0, 0, 0, 1}}));
  EXPECT_TRUE(line_diff(Lines{}, Lines{}).empty());
}

TEST(LineDiffTest, TurnsOneTextIntoTheOtherWithTheFewestLines) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    const std::int64_t letters = random.between(1, 6);
    const auto draw = [&] {
      Lines lines(static_cast<std::size_t>(random.between(0, 24)));
      for (std::string& line : lines)
        line = std::string(1, "abcdef"[random.between(0, letters - 1)]);
      return lines;
    };
    const Lines before = draw();
    Lines after = draw();
    if (random.chance(50)) {  // an edit of the first one
      after = before;
      for (std::int64_t edits = random.between(0, 4); edits > 0; --edits) {
        const auto place =
            static_cast<std::ptrdiff_t>(random.between(0, static_cast<std::int64_t>(after.size())));
        if (random.chance(50)) {
          after.insert(after.begin() + place, "new");
        } else if (place < static_cast<std::ptrdiff_t>(after.size())) {
          after.erase(after.begin() + place);
        }
      }
    }
    const std::vector<LineHunk> hunks = line_diff(before, after);
    EXPECT_EQ(patched(before, after, hunks), after) << "seed " << seed;
    std::size_t changed = 0;
    for (const LineHunk& hunk : hunks) changed += hunk.old_count + hunk.new_count;
    EXPECT_EQ(changed, before.size() + after.size() - 2 * longest_common(before, after))
        << "seed " << seed;
  }
}

TEST(LineDiffTest, LongTextsWithoutACommonLineTakeNoMoreMemoryThanTheirLines) {
  Lines before;
  Lines after;
  for (int i = 0; i < 3000; ++i) {
    before.push_back("old " + std::to_string(i));
    after.push_back("new " + std::to_string(i));
  }
  EXPECT_EQ(line_diff(before, after), (std::vector<LineHunk>{{0, 3000, 0, 3000}}));
}

}  // namespace
}  // namespace questproof
