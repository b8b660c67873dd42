// SPDX-License-Identifier: MIT
#include "coordinator/diff/places.h"

#include <gtest/gtest.h>

namespace questproof {
namespace {

using Indices = std::vector<std::size_t>;

std::vector<SourceFile> game(std::vector<std::string> lines, const std::string& folder) {
  return {{folder + "/main.quest", "main.quest", std::move(lines)},
          {folder + "/same.quest", "same.quest", {"a", "b"}}};
}

TEST(PlacesTest, LinesMoveWithWhatStandsInFrontOfThem) {
  const auto before = game({"a", "b", "c", "d"}, "/old");
  const auto after = game({"new", "a", "b", "x", "d"}, "/new");
  const PlaceMap map(before, after, source_changes(before, after));
  EXPECT_EQ(map.now("/old/main.quest:1:5"), "/new/main.quest:2");
  EXPECT_EQ(map.now("/old/main.quest:2:5"), "/new/main.quest:3");
  EXPECT_EQ(map.now("/old/main.quest:3:5"), "") << "it has changed";
  EXPECT_EQ(map.now("/old/main.quest:4:5"), "/new/main.quest:5");
  EXPECT_EQ(map.now("/old/same.quest:2:1"), "/new/same.quest:2");
  EXPECT_EQ(map.now("/elsewhere.quest:2:1"), "/elsewhere.quest:2");
  EXPECT_EQ(map.now(""), "");
}

TEST(PlacesTest, ThingsAreTheSameByNameAndPlaceAndThenByName) {
  const PlacePairs pairs({{"x", "f:1"}, {"x", "f:2"}, {"y", ""}, {"gone", "f:9"}},
                         {{"x", "f:2:7"}, {"y", "f:4:1"}, {"x", "f:8:1"}, {"x", "f:9:1"}});
  EXPECT_EQ(pairs.only_before(), (Indices{3}));
  EXPECT_EQ(pairs.only_after(), (Indices{3}));
}

TEST(PlacesTest, FilesArePairedByNameThenTheFirstOnesThenByWhatTheyHold) {
  const std::vector<SourceFile> before = {{"/o/a.quest", "a.quest", {"one", "two"}},
                                          {"/o/lib.quest", "lib.quest", {"x", "y", "z"}},
                                          {"/o/tail.quest", "tail.quest", {"q"}}};
  const std::vector<SourceFile> after = {{"/n/b.quest", "b.quest", {"one", "three"}},
                                         {"/n/moved.quest", "moved.quest", {"x", "y", "w"}},
                                         {"/n/fresh.quest", "fresh.quest", {"m"}}};
  const std::vector<SourceChange> changes = source_changes(before, after);
  ASSERT_EQ(changes.size(), 4u);
  EXPECT_EQ(changes[0].file, "b.quest");
  EXPECT_EQ(changes[0].gone, (std::vector<std::string>{"two"}));
  EXPECT_EQ(changes[1].file, "moved.quest");
  EXPECT_EQ(changes[1].old_path, "/o/lib.quest");
  EXPECT_EQ(changes[2].file, "fresh.quest");
  EXPECT_EQ(changes[2].old_path, "");
  EXPECT_EQ(changes[3].file, "tail.quest");
  EXPECT_EQ(changes[3].new_path, "");
}

TEST(PlacesTest, ADeletionTouchesTheLinesAroundIt) {
  const auto before = game({"a", "b", "c"}, "/old");
  const auto after = game({"a", "c"}, "/new");
  const std::vector<SourceChange> changes = source_changes(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_TRUE(changes[0].touches_old("/old/main.quest", 2, 2));
  EXPECT_FALSE(changes[0].touches_old("/old/main.quest", 3, 9));
  EXPECT_TRUE(changes[0].touches_new("/new/main.quest", 1, 1)) << "right behind it";
  EXPECT_TRUE(changes[0].touches_new("/new/main.quest", 2, 5)) << "right in front of it";
  EXPECT_FALSE(changes[0].touches_new("/new/main.quest", 3, 5));
  EXPECT_FALSE(changes[0].touches_new("/new/same.quest", 1, 5));
}

}  // namespace
}  // namespace questproof
