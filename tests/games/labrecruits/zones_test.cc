// SPDX-License-Identifier: MIT
#include "games/labrecruits/zones.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/labrecruits/level_file.h"
#include "games/labrecruits/places.h"

namespace questproof::labrecruits {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Level level_of(const std::string& text) {
  return parse_level({"level.csv", text}, "level").level.value();
}

std::vector<std::size_t> sizes(const std::string& text, Sheets sheets = Sheets::kAll) {
  std::vector<std::size_t> result;
  const ZoneMap map(level_of(text), sheets);
  for (const Zone& zone : map.zones()) result.push_back(zone.cells.size());
  return result;
}

TEST(ZonesTest, WallsFurnitureScreensAndHolesBlock) {
  for (const char* obstacle : {"w", "f:wf", "f:t", "f:c", "f:bc", "f:p2", "f:p3", "f:cs^s", ""}) {
    EXPECT_THAT(sizes("f,f\n" + std::string(obstacle) + "," + obstacle + "\nf,f\n"),
                ElementsAre(2U, 2U))
        << obstacle;
  }
  for (const char* nothing : {"f:dhf", "f:b^b", "f:g^g", "f:m^m", "f:npc^n", "f:ng^n", "f:cl"}) {
    EXPECT_THAT(sizes("f,f\n" + std::string(nothing) + ",w\nf,f\n"), ElementsAre(5U)) << nothing;
  }
}

TEST(ZonesTest, CornersDoNotConnect) { EXPECT_THAT(sizes("f,w\nw,f\n"), ElementsAre(1U, 1U)); }

TEST(ZonesTest, DoorsBorderOnZones) {
  const ZoneMap map(level_of("f,f:d^d1,f:d^d2,f\nw,f,w,w\n"), Sheets::kAll);
  ASSERT_EQ(map.zones().size(), 3U);
  ASSERT_EQ(map.doorways().size(), 2U);
  EXPECT_THAT(map.doorways()[0].zones, ElementsAre(0U, 2U));
  EXPECT_THAT(map.doorways()[0].doorways, ElementsAre(1U));
  EXPECT_THAT(map.doorways()[1].zones, ElementsAre(1U));
  EXPECT_TRUE(map.doorways()[1].passable);
}

// One row seen from the side: an agent on the floor, a ramp up to the east, floor above.
TEST(ZonesTest, RampsLeadFromSheetToSheet) {
  EXPECT_THAT(sizes("f,r>e,\n|,,f\n"), ElementsAre(3U));
  EXPECT_THAT(sizes("f,f:r>e,\n|,,f\n"), ElementsAre(3U));
  EXPECT_THAT(sizes("f,r>w,\n|,,f\n"), ElementsAre(1U, 1U, 1U));
  EXPECT_THAT(sizes("f,r,\n|,,f\n"), ElementsAre(1U, 1U, 1U)) << "without a rotation it is west";
  EXPECT_THAT(sizes(",r>w,f\n|f,,\n"), ElementsAre(3U));
  EXPECT_THAT(sizes("f,w\nr>s,w\n,w\n|,\n,\nf,\n"), ElementsAre(6U)) << "with a wall to walk on";
}

TEST(ZonesTest, RampsFollowOneAnother) {
  EXPECT_THAT(sizes("f,r>e,,,\n|,,r>e,,\n|,,,f,f\n"), ElementsAre(5U));
  // Up and down again, top to top.
  EXPECT_THAT(sizes("f,r>e,r>w,f\n"), ElementsAre(4U));
  // Down and up, foot to foot.
  EXPECT_THAT(sizes(",r>w,r>e,\n|f,,,f\n"), ElementsAre(4U));
}

TEST(ZonesTest, ARampIsNotEnteredFromItsSides) {
  EXPECT_THAT(sizes("f,f,f\nw,r>e,w\nf,f,f\n"), ElementsAre(3U, 1U, 3U));
}

TEST(ZonesTest, WallsCarryAndTooLowIsNoFloor) {
  EXPECT_THAT(sizes("f,r>e,w,w\n"), ElementsAre(2U));
  EXPECT_THAT(sizes("f,r>e,w,w\n|,,,\n"), ElementsAre(4U)) << "along the top of the wall";
  EXPECT_THAT(sizes("f,f,f\n|,w,\n"), ElementsAre(1U, 1U)) << "no room for a head";
  EXPECT_THAT(sizes("f,f,f\n|,w,\n", Sheets::kLowest), ElementsAre(3U));
}

TEST(ZonesTest, OnTheLowestSheetAloneRampsAreFloor) {
  EXPECT_THAT(sizes("f,f:r>e,f\n|,,f\n", Sheets::kLowest), ElementsAre(3U));
  EXPECT_THAT(sizes("f,r>e,f\n|,,f\n", Sheets::kLowest), ElementsAre(1U, 1U));
}

std::vector<std::size_t> places_of(const std::string& text, const std::string& id,
                                   Reach reach = Reach::kZone) {
  const Level level = level_of(text);
  const Places places(level, Sheets::kAll, reach);
  for (std::size_t i = 0; i < level.objects.size(); ++i) {
    if (level.objects[i].id == id) return places.of(i);
  }
  throw std::runtime_error("nothing is called " + id);
}

TEST(PlacesTest, AButtonIsPressedFromItsZone) {
  const std::string text = "f:a^a,w,f:b^b1\nf,f:d^d1,f\nw,w,w\nf,f,f\n";
  EXPECT_THAT(places_of(text, "b1"), ElementsAre(1U));
  EXPECT_THAT(places_of(text, "b1", Reach::kNear), ElementsAre(1U, 2U)) << "from the doorway, too";
  EXPECT_THAT(places_of("f:a^a,w,f,w\nf,f:d^d1,f,f:b^b1\n", "b1"), ElementsAre(1U));
  EXPECT_THAT(places_of("f:a^a,w:b^b1,f:a^c\n", "b1"), ElementsAre(0U, 1U)) << "in a wall";
  EXPECT_THAT(places_of("f:a^a,w,w:b^b1\n", "b1"), IsEmpty());
}

TEST(PlacesTest, ZonesWithNothingInThemAreNoPlaces) {
  const Places places(level_of("f,w,f:a^a\nw,w,f\nf,w,f:g^g\n"), Sheets::kAll, Reach::kZone);
  EXPECT_EQ(places.map().zones().size(), 3U);
  EXPECT_THAT(places.names(), ElementsAre("zone1"));
}

TEST(PlacesTest, ADoorwayWithSomethingInItIsAPlace) {
  const Level level = level_of("f:a^a,f:d^d1:g^g,f\n");
  const Places places(level, Sheets::kAll, Reach::kZone);
  EXPECT_THAT(places.names(), ElementsAre("zone1", "zone2", "doorway1"));
  ASSERT_EQ(places.ways().size(), 2U);
  EXPECT_EQ(places.ways()[0].from, 0U);
  EXPECT_EQ(places.ways()[0].to, 2U);
}

TEST(PlacesTest, TwoDoorsInARowAreTwoWays) {
  const Places places(level_of("f:a^a,f:d^d1,f:d^d2,f\n"), Sheets::kAll, Reach::kZone);
  EXPECT_THAT(places.names(), ElementsAre("zone1", "zone2", "doorway1", "doorway2"));
  ASSERT_EQ(places.ways().size(), 3U);
  EXPECT_EQ(places.ways()[1].doors.size(), 2U);
}

TEST(PlacesTest, AFlagAboveTheFloorIsTouchedFromBelow) {
  EXPECT_THAT(places_of("f,f:a^a\n|g^g,\n", "g"), ElementsAre(0U));
  EXPECT_THAT(places_of(",f:a^a\n|g^g,\n", "g"), IsEmpty());
}

}  // namespace
}  // namespace questproof::labrecruits
