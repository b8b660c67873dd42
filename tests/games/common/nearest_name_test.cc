// SPDX-License-Identifier: MIT
#include "games/common/nearest_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace questproof {
namespace {

const std::vector<std::string> kNames = {"VAR_STORM", "VAR_STONE", "ITEM_ROPE", "Scene"};

TEST(NearestNameTest, FindsSlipsOfTheFinger) {
  EXPECT_EQ(nearest_name("VAR_STROM", kNames), "VAR_STORM");
  EXPECT_EQ(nearest_name("var_storm", kNames), "VAR_STORM");
  EXPECT_EQ(nearest_name("VAR_STOM", kNames), "VAR_STORM");
  EXPECT_EQ(nearest_name("scene", kNames), "Scene");
}

TEST(NearestNameTest, FindsNamesWithoutTheirPrefix) {
  EXPECT_EQ(nearest_name("ROPE", kNames), "ITEM_ROPE");
}

TEST(NearestNameTest, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("QUEST_MAIN", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("X", kNames), std::nullopt);
  EXPECT_EQ(nearest_name("VAR_STORM", {}), std::nullopt);
  EXPECT_EQ(did_you_mean("QUEST_MAIN", kNames), "");
  EXPECT_EQ(did_you_mean("ITEM_ROP", kNames), ", did you mean 'ITEM_ROPE'?");
}

}  // namespace
}  // namespace questproof
