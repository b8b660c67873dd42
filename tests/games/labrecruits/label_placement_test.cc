// SPDX-License-Identifier: MIT
#include "games/labrecruits/label_placement.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace questproof::labrecruits {
namespace {

using Box = LabelPlacement::Box;

TEST(LabelPlacement, StandsToTheRightWhereThereIsRoom) {
  LabelPlacement placement(10);
  const Box thing = {0, 0, 20, 20};
  placement.block(thing);
  const LabelPlacement::Place at = placement.place(thing, "door1");
  EXPECT_GT(at.x, 20);
  EXPECT_LT(at.x, 25);
  EXPECT_GT(at.y, 5);
  EXPECT_LT(at.y, 20);
}

TEST(LabelPlacement, GoesAroundWhatIsThere) {
  LabelPlacement placement(10);
  const Box thing = {0, 0, 20, 20};
  placement.block(thing);
  placement.block({20, 0, 200, 20});
  EXPECT_LT(placement.place(thing, "door1").x, 0);
}

TEST(LabelPlacement, NamesDoNotCoverEachOtherWhileThereIsRoom) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(0, 2000);
  LabelPlacement placement(10);
  std::vector<Box> boxes;
  for (int i = 0; i < 60; ++i) {
    const double x = place(random);
    const double y = place(random);
    const Box thing = {x, y, x + 8, y + 8};
    placement.block(thing);
    const std::string text = "button" + std::to_string(i);
    const LabelPlacement::Place at = placement.place(thing, text);
    const Box box = {at.x, at.y - 8, at.x + placement.width_of(text), at.y + 2};
    for (const Box& other : boxes) {
      EXPECT_FALSE(box.left < other.right && other.left < box.right && box.top < other.bottom &&
                   other.top < box.bottom)
          << text;
    }
    boxes.push_back(box);
  }
}

TEST(LabelPlacement, WhereAllIsTakenThereIsANameAllTheSame) {
  LabelPlacement placement(10);
  placement.block({-1000, -1000, 1000, 1000});
  const LabelPlacement::Place at = placement.place({0, 0, 20, 20}, "door1");
  EXPECT_GT(at.x, 20);
}

}  // namespace
}  // namespace questproof::labrecruits
