// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "games/labrecruits/level_file.h"

namespace questproof::labrecruits {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Two rooms; the button for the door between them stands in the first.
constexpr const char* kTwoRooms =
    "b1,d1\n"
    "|w,w,w,w,w,w,w\n"
    "w,f:a^agent0,f,w,f,f,w\n"
    "w,f,f:b^b1,f:d>e^d1,f,f:g^goal,w\n"
    "w,w,w,w,w,w,w\n";

Level level_of(const char* text) {
  LevelResult result = parse_level({"test.csv", text}, "test");
  EXPECT_TRUE(result.level);
  return std::move(*result.level);
}

const Object& object_called(const Level& level, const std::string& id) {
  for (const Object& object : level.objects) {
    if (object.id == id) return object;
  }
  ADD_FAILURE() << id;
  return level.objects.front();
}

bool is_one_step(const Position& a, const Position& b) {
  const auto apart = [](std::uint32_t u, std::uint32_t v) { return u < v ? v - u : u - v; };
  return apart(a.x, b.x) + apart(a.z, b.z) == 1;
}

TEST(LevelWalk, LeadsToTheButtonAndThroughTheDoorThatItOpens) {
  const Level level = level_of(kTwoRooms);
  PictureRequest request;
  request.steps = {{"press b1", object_called(level, "b1").where},
                   {"walk zone0 -> zone1 through d1", object_called(level, "d1").where}};
  request.goal = object_called(level, "goal").where;
  request.goal_text = "reach goal";
  const std::vector<DrawnLeg> legs = walk_of(level, {}, request);
  ASSERT_THAT(legs, SizeIs(2));
  EXPECT_EQ(legs[0].text, "press b1, opens d1");
  EXPECT_EQ(legs[0].cells.front(), object_called(level, "agent0").position);
  EXPECT_EQ(legs[0].cells.back(), object_called(level, "b1").position);
  EXPECT_EQ(legs[1].text, "reach goal");
  EXPECT_EQ(legs[1].cells.front(), legs[0].cells.back());
  EXPECT_EQ(legs[1].cells.back(), object_called(level, "goal").position);
  for (const DrawnLeg& leg : legs) {
    for (std::size_t i = 1; i < leg.cells.size(); ++i) {
      EXPECT_TRUE(is_one_step(leg.cells[i - 1], leg.cells[i]));
    }
  }
  EXPECT_THAT(legs[0].cells, SizeIs(3));  // nothing shorter
  EXPECT_THAT(legs[1].cells, SizeIs(4));
}

TEST(LevelWalk, AClosedDoorIsNoWay) {
  const Level level = level_of(kTwoRooms);
  PictureRequest request;
  request.goal = object_called(level, "goal").where;
  const std::vector<DrawnLeg> legs = walk_of(level, {}, request);
  ASSERT_THAT(legs, SizeIs(1));
  EXPECT_THAT(legs[0].cells, IsEmpty());
}

TEST(LevelWalk, ASecondPressClosesTheDoorAgain) {
  const Level level = level_of(kTwoRooms);
  PictureRequest request;
  const SourceLocation button = object_called(level, "b1").where;
  request.steps = {{"press b1", button}, {"press b1", button}};
  request.goal = object_called(level, "goal").where;
  const std::vector<DrawnLeg> legs = walk_of(level, {}, request);
  ASSERT_THAT(legs, SizeIs(3));
  EXPECT_EQ(legs[1].text, "press b1, closes d1");
  EXPECT_THAT(legs[2].cells, IsEmpty());
}

TEST(LevelWalk, ADoorIsSeenFromBesideIt) {
  const Level level = level_of(kTwoRooms);
  PictureRequest request;
  request.steps = {{"press b1", object_called(level, "b1").where}};
  request.goal = object_called(level, "d1").where;
  const std::vector<DrawnLeg> legs = walk_of(level, {}, request);
  ASSERT_THAT(legs, SizeIs(2));
  EXPECT_THAT(legs[1].cells, ElementsAre(object_called(level, "b1").position));
}

TEST(LevelDrawing, ShowsEverythingThatHasAName) {
  const Level level = level_of(kTwoRooms);
  DrawingOptions options;
  options.caption = "a <caption>";
  options.walk = {{"press b1, opens d1", {{0, 1, 1}, {0, 1, 2}, {0, 2, 2}}}};
  const std::string svg = draw_level(level, options);
  for (const char* text : {">d1<", ">b1<", ">agent0<", ">goal<", "button b1 to door d1",
                           "a &lt;caption&gt;", "1. press b1, opens d1", "goal flag"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(svg.find("monster"), std::string::npos);  // the legend names what is there
}

TEST(LevelDrawing, ALevelWithoutAFloorIsAPictureToo) {
  Level level;
  level.name = "empty";
  const std::string svg = draw_level(level, {});
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace questproof::labrecruits
