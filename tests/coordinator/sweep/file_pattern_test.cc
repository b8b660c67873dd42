// SPDX-License-Identifier: MIT
#include "coordinator/sweep/file_pattern.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/coordinator/sweep/test_folder.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

// The naive twin, for paths without names that begin with a dot.
bool matches_by_regex(const std::string& pattern, const std::string& path) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool at_name = i == 0 || pattern[i - 1] == '/';
    if (at_name && pattern.compare(i, 3, "**/") == 0) {
      text += "([^/]+/)*";
      i += 2;
    } else if (pattern[i] == '*') {
      text += "[^/]*";
    } else {
      text += pattern[i] == '?' ? "[^/]" : std::string(1, pattern[i]);
    }
  }
  return std::regex_match(path, std::regex(text));
}

std::string random_path(Random& random, const char* letters, int most) {
  std::string text;
  for (std::int64_t names = random.between(1, 4); names > 0; --names) {
    if (!text.empty()) text += '/';
    if (most == 4 && random.chance(25) && names > 1) {
      text += "**";
      continue;
    }
    for (std::int64_t left = random.between(1, 4); left > 0; --left) {
      text += letters[random.between(0, most)];
    }
  }
  return text;
}

TEST(FilePatternTest, MatchesWhatTheSameRegexMatches) {
  Random random(3);
  int matched = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string pattern = random_path(random, "ab?*a", 4);
    // Two stars that are only part of a name would be something else.
    if (std::regex_search(pattern, std::regex("[^/]\\*\\*|\\*\\*[^/]"))) continue;
    const std::string path = random_path(random, "abab", 3);
    matched += matches(pattern, path);
    EXPECT_EQ(matches(pattern, path), matches_by_regex(pattern, path)) << pattern << " " << path;
  }
  EXPECT_GT(matched, 50);
}

TEST(FilePatternTest, LeavesHiddenFilesAlone) {
  EXPECT_FALSE(matches("*", ".git"));
  EXPECT_FALSE(matches("**/a", ".git/a"));
  EXPECT_TRUE(matches(".*", ".git"));
}

TEST(FilePatternTest, FindsFiles) {
  const std::string root = testing_support::test_folder();
  std::filesystem::remove_all(root);
  for (const char* file :
       {"a.quest", "b.quest", "c.csv", "one/a.quest", "one/two/a.quest", ".x/a.quest"}) {
    std::filesystem::create_directories((std::filesystem::path(root) / file).parent_path());
    std::ofstream(std::filesystem::path(root) / file) << "x";
  }
  using Files = std::vector<std::string>;
  EXPECT_EQ(matching_files(root, "*.quest"), (Files{"a.quest", "b.quest"}));
  EXPECT_EQ(matching_files(root, "./one/?.quest"), (Files{"one/a.quest"}));
  EXPECT_EQ(matching_files(root, "**/a.quest"),
            (Files{"a.quest", "one/a.quest", "one/two/a.quest"}));
  EXPECT_EQ(matching_files(root, "one"), Files{"one"});
  EXPECT_EQ(matching_files(root, "*/*.csv"), Files{});
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace questproof
