// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace questproof::labrecruits {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LevelResult parse(const std::string& text, Dialect dialect = Dialect::kCurrent) {
  return parse_level({"level.csv", text}, "level", dialect);
}

Level level_of(const std::string& text) {
  LevelResult result = parse(text);
  EXPECT_THAT(result.diagnostics, IsEmpty());
  return result.level.value_or(Level{});
}

// All messages, a line each.
std::string report(const std::string& text) {
  std::string lines;
  for (const Diagnostic& each : parse(text).diagnostics) lines += to_string(each) + "\n";
  return lines;
}

const Object& named(const Level& level, const std::string& id) {
  for (const Object& object : level.objects) {
    if (object.id == id) return object;
  }
  throw std::runtime_error("nothing is called " + id);
}

// Pairs of names, "b1>d1".
std::vector<std::string> wires_of(const Level& level) {
  std::vector<std::string> names;
  for (const Wire& wire : level.wires) {
    names.push_back(level.objects[wire.source].id + ">" + level.objects[wire.target].id);
  }
  return names;
}

// "b1: d1 d2"
std::vector<std::string> presses_of(const Level& level) {
  std::vector<std::string> presses;
  for (const ButtonWiring& wiring : button_wirings(level)) {
    std::string text = level.objects[wiring.button].id + ":";
    for (const std::size_t door : wiring.doors) text += " " + level.objects[door].id;
    presses.push_back(text);
  }
  return presses;
}

TEST(LevelFileTest, ReadsWiringSheetsAndPlaces) {
  const Level level = level_of(
      "b1,d1,\n"
      "|w,w,w\n"
      "f:a^agent0,f:b>n^b1,f:d>e^d1\n"
      "|w,,w\n");
  EXPECT_EQ(level.sheets, 2U);
  EXPECT_EQ(level.width, 3U);
  EXPECT_EQ(level.depth, 2U);
  EXPECT_THAT(wires_of(level), ElementsAre("b1>d1"));
  EXPECT_EQ(named(level, "d1").position, (Position{0, 1, 2}));
  EXPECT_EQ(named(level, "d1").rotation, Direction::kEast);
  EXPECT_EQ(named(level, "d1").where, (SourceLocation{0, 3, 23}));
  EXPECT_EQ(objects_at(level, {0, 1, 1}).size(), 2U);
  EXPECT_EQ(objects_at(level, {1, 0, 2}).front().thing, Thing::kWall);
}

TEST(LevelFileTest, LineEndsAndByteOrderMarksDoNotMatter) {
  const std::string text = "b1,d1\n|f:b^b1,f:d^d1\nf,f:a^a\n";
  std::string windows = "\xEF\xBB\xBF";
  for (const char letter : text)
    windows += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  EXPECT_EQ(level_of(windows), level_of(text));
}

TEST(LevelFileTest, AllSymbolsOfACellAreRead) {
  const Level level = level_of("w,w\nf:cb>s#0000FF^CB1,f:d>w^d1:dhf\n");
  const Object& button = named(level, "CB1");
  EXPECT_EQ(button.thing, Thing::kColorButton);
  EXPECT_EQ(button.color, "0000FF");
  EXPECT_EQ(button.direction(), Direction::kSouth);
  EXPECT_EQ(objects_at(level, {0, 1, 1}).size(), 3U);
}

TEST(LevelFileTest, TheFirstRowsWidthCountsThroughTheWholeSheet) {
  const LevelResult result = parse("b1,d1\n|w,w,w\nw,f\nf:a^a,f,f:d^d1,f:b^b1\n");
  ASSERT_TRUE(result.level.has_value());
  EXPECT_EQ(named(*result.level, "a").position, (Position{0, 1, 2}));
  EXPECT_EQ(named(*result.level, "d1").position, (Position{0, 2, 1}));
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_THAT(
      to_string(result.diagnostics[0]),
      HasSubstr("level.csv:3:1: warning: this row has 2 cells and the first one of the level 3"));
}

TEST(LevelFileTest, AFloorThatTheGameTakesForWiringIsAnError) {
  EXPECT_THAT(report("f:bc>e,f\nf,f:a^a\n|w,w\n"),
              HasSubstr("1:1: error: the game takes this floor"));
  EXPECT_THAT(report("\nf,f\nf,f:a^a\n|w,w\n"), HasSubstr("error: the game takes this floor"));
  EXPECT_EQ(report("f,f\nf,f:a^a\n|w,w\n"), "");
  EXPECT_EQ(report(",f\nf,f:a^a\n|w,w\n"), "");
}

TEST(LevelFileTest, TheOlderDialectIsRefusedAndCanBeReadOnDemand) {
  const std::string text = "b1,d1\n\nw,w,w\nf:a^a,f:b^b1,f:d^d1\n\nw\nw,,w\n";
  EXPECT_THAT(report(text), HasSubstr("3:1: error: this is the older dialect"));
  EXPECT_THAT(report("w,w\nf,f:a^a\n\nw,w\n"), HasSubstr("4:1: error: this is the older dialect"));
  EXPECT_EQ(report("\nw,w\nf,f:a^a\n\n"), "");
  const LevelResult older = parse("7\n\n" + text, Dialect::kOlder);
  ASSERT_TRUE(older.level.has_value());
  EXPECT_EQ(older.level->sheets, 2U);
  EXPECT_EQ(older.level->width, 3U);
  EXPECT_THAT(wires_of(*older.level), ElementsAre("b1>d1"));
  EXPECT_EQ(objects_at(*older.level, {1, 1, 2}).size(), 1U);
  ASSERT_EQ(older.diagnostics.size(), 1U);
  EXPECT_THAT(older.diagnostics[0].message, HasSubstr("this number means nothing"));
}

TEST(LevelFileTest, NamesOfNothingAreSkippedWithAWarning) {
  const std::string text = "b1,d1,dor2\nb3,d1\n|f:b^b1,f:d^d1,f:d^door2\n";
  const LevelResult result = parse(text);
  ASSERT_TRUE(result.level.has_value());
  EXPECT_THAT(wires_of(*result.level), ElementsAre("b1>d1"));
  EXPECT_THAT(report(text), HasSubstr("1:7: warning: nothing is called dor2; the game skips this "
                                      "target (did you mean door2?)"));
  EXPECT_THAT(report(text),
              HasSubstr("2:1: warning: nothing is called b3; the game skips this source"));
}

TEST(LevelFileTest, OnlyButtonsToggle) {
  EXPECT_THAT(report("d1,d2\n|f:d^d1,f:d^d2\n"),
              HasSubstr("1:1: warning: d1 is a door: only buttons toggle"));
  EXPECT_EQ(report("guide,w1,w2\n|f:npc^guide,f:ng^w1,f:ng^w2\n"), "");
}

TEST(LevelFileTest, WiresThatUndoEachOther) {
  const std::string sheet = "|f:b^b1,f:b^b2,f:d^d1,f:d^d2\n";
  EXPECT_THAT(presses_of(*parse("b1,d1,d2,d1\n" + sheet).level), ElementsAre("b1: d2"));
  EXPECT_THAT(report("b1,d1,d2,d1\n" + sheet),
              HasSubstr("1:10: warning: d1 is listed 2 times for b1: they undo each other"));
  EXPECT_THAT(report("b1,d1,d1,d1\n" + sheet), HasSubstr("as good as once"));
  // The game toggles a button once for each of its rows.
  EXPECT_THAT(presses_of(*parse("b1,d1\nb1,d2\n" + sheet).level), ElementsAre("b1:"));
  EXPECT_THAT(report("b1,d1\nb1,d2\n" + sheet), HasSubstr("1:4: warning: b1 has 2 rows"));
  EXPECT_THAT(presses_of(level_of("b1,d1\nb1,d2\nb1,b2\n" + sheet)), ElementsAre("b1: d1 d2"));
}

TEST(LevelFileTest, AButtonCanPressAButton) {
  const std::string sheet = "|f:b^b1,f:b^b2,f:d^d1,f:d^d2\n";
  EXPECT_THAT(presses_of(level_of("b1,b2,d1\nb2,d2\n" + sheet)),
              ElementsAre("b1: d1 d2", "b2: d2"));
  EXPECT_THAT(presses_of(level_of("b1,b2,d2\nb2,d2\n" + sheet)), ElementsAre("b1:", "b2: d2"));
  EXPECT_THAT(report("b1,b2\nb2,d2,b1\n" + sheet),
              HasSubstr("1:4: error: a press of b1 goes round a circle"));
}

TEST(LevelFileTest, ANameOfSeveralThingsCannotBeWired) {
  EXPECT_THAT(report("b1,d\n|f:b^b1,f:d^d,f:d^d\n"),
              HasSubstr("1:4: error: 2 things are called d"));
  EXPECT_EQ(report("b1,d1\n|f:b^b1,f:d^d1,f:d^d,f:d^d\n"), "");
}

TEST(LevelFileTest, WhatTheGameReportsAndSkipsIsAWarning) {
  EXPECT_THAT(report("w,f:hd\n"),
              HasSubstr("1:5: warning: the game does not know the letter 'hd'"));
  EXPECT_THAT(report("w,p>e\n"), HasSubstr("the game has nothing to place for p"));
  EXPECT_THAT(report("w,f:d\n"), HasSubstr("1:5: warning: a door has no identifier"));
  EXPECT_THAT(report("w,f:d>x^d\n"), HasSubstr("'x' is no rotation"));
  EXPECT_THAT(report("w,f:t^n\n"),
              HasSubstr("n is the identifier of this table, no rotation (to turn it, write t>n)"));
  EXPECT_THAT(report("w,f:d^d>n\n"), HasSubstr("takes 'd>n' for the identifier"));
  EXPECT_THAT(report("w,a^0,a^0\n"),
              HasSubstr("1:7: warning: 0 is the identifier of another agent"));
}

TEST(LevelFileTest, WhatStopsTheGamesLoaderIsAnError) {
  EXPECT_THAT(report(""), HasSubstr("1:1: error: there is no floor"));
  EXPECT_THAT(report("b1,d1\n|"), HasSubstr("error: "));
  EXPECT_THAT(report("b1,d1\n,,\n|f:b^b1,f:d^d1\n"),
              HasSubstr("2:1: error: a row of the wiring table without a name"));
  EXPECT_THAT(report("w,f:^\n"), HasSubstr("1:5: error: there is no thing here"));
  EXPECT_THAT(report("w,f:d>^d\n"), HasSubstr("1:5: error: a rotation is missing"));
  EXPECT_THAT(report("w,f:cb^c\n"), HasSubstr("1:5: error: a colour button without a colour"));
  EXPECT_THAT(report("w,f:cb#blue^c\n"), HasSubstr("1:5: error: 'blue' is no colour"));
}

TEST(LevelFileTest, ColumnsCountCharacters) {
  EXPECT_THAT(report("w,f:d^t\xC3\xBCr,f:hd\n"), HasSubstr("1:13: warning"));
}

}  // namespace
}  // namespace questproof::labrecruits
