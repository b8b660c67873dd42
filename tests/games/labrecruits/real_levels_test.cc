// SPDX-License-Identifier: MIT
#include "tests/games/labrecruits/real_levels.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "games/labrecruits/level_file.h"
#include "games/labrecruits/places.h"

namespace questproof::labrecruits {
namespace {

using testing::HasSubstr;

// What INDEX.csv counts, by its own rules: buttons, doors, flags, monsters and persons by different
// identifiers on the lowest sheet, everything else on the lowest sheet, and links by entries.
struct Counted {
  std::size_t floor_tiles = 0;  // without a wall on them
  std::map<std::string, std::set<std::string>> ids;
  std::size_t agents = 0;
  std::size_t fires = 0;
};

Counted count_lowest_sheet(const Level& level) {
  Counted counted;
  std::set<Position> floor;
  std::set<Position> walls;
  for (const Object& object : level.objects) {
    if (object.position.sheet > 0) continue;
    switch (object.thing) {
      case Thing::kFloor: floor.insert(object.position); break;
      case Thing::kWall:
      case Thing::kWallWithExtinguisher: walls.insert(object.position); break;
      case Thing::kAgent: ++counted.agents; break;
      case Thing::kFire: ++counted.fires; break;
      case Thing::kButton:
      case Thing::kColorButton: counted.ids["buttons"].insert(object.id); break;
      case Thing::kOpenDoor: counted.ids["doors_initially_open"].insert(object.id); [[fallthrough]];
      case Thing::kDoor: counted.ids["doors"].insert(object.id); break;
      case Thing::kFlag: counted.ids["goal_flags"].insert(object.id); break;
      case Thing::kMonster: counted.ids["monsters"].insert(object.id); break;
      case Thing::kPerson: counted.ids["npcs"].insert(object.id); break;
      default: break;
    }
  }
  for (const Position& position : floor)
    counted.floor_tiles += walls.count(position) == 0 ? 1U : 0U;
  return counted;
}

std::string differences(const Level& level, const RealLevels::Row& row) {
  const Counted counted = count_lowest_sheet(level);
  std::string text;
  const auto compare = [&](const std::string& column, std::size_t mine) {
    if (std::to_string(mine) == row.at(column)) return;
    text += fmt::format("{} {} here, {} in the index; ", column, mine, row.at(column));
  };
  compare("floors", level.sheets);
  compare("width", level.width);
  compare("walkable_tiles_floor0", counted.floor_tiles);
  for (const char* column :
       {"buttons", "doors", "doors_initially_open", "goal_flags", "monsters", "npcs"}) {
    const auto found = counted.ids.find(column);
    compare(column, found == counted.ids.end() ? 0 : found->second.size());
  }
  compare("zones_floor0", Places(lowest_sheet(level), Sheets::kLowest, Reach::kZone).count());
  compare("link_pairs", level.wires.size());
  compare("agents", counted.agents);
  compare("fire_tiles", counted.fires);
  return text;
}

// Why a file is refused.
std::string reason(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& each : diagnostics) {
    if (each.severity != Severity::kError) continue;
    return fmt::format("{}:{}: {}", each.line, each.column, each.message);
  }
  return "";
}

// Files whose counts differ, and why.
const std::map<std::string, std::string>& explained() {
  // The index counts entries of the wiring table that name nothing, too; and where there is no door, it
  // walks over chairs.
  static const std::map<std::string, std::string> kExplained = {
      {"iv4xrdemo/square2.csv", "link_pairs 1 here, 2 in the index; "},
      {"jlabgymsolver/levels/square2.csv", "link_pairs 1 here, 2 in the index; "},
      {"jlabgymsolver/levels-stvr/durk_1.csv", "link_pairs 28 here, 29 in the index; "},
      {"iv4xrdemo/squareWithOneButtonAndChairsBetween.csv",
       "zones_floor0 2 here, 1 in the index; "},
      {"jlabgymsolver/levels/squareWithOneButtonAndChairsBetween.csv",
       "zones_floor0 2 here, 1 in the index; "},
  };
  return kExplained;
}

TEST(RealLevelsTest, EveryFileLoadsOrIsRefusedForAStatedReason) {
  const std::optional<RealLevels> levels = RealLevels::find();
  if (!levels) GTEST_SKIP() << "the level files are not beside this checkout";
  ASSERT_EQ(levels->files().size(), 173U);
  fmt::print("{:<56} {:>3} {:>9} {:>5} {:>7} {:>5} {:>5} {:>5} {:>5}\n", "file", "fl", "size",
             "doors", "buttons", "wires", "zones", "used", "warn");
  std::size_t refused = 0;
  for (const std::string& file : levels->files()) {
    const LevelResult read = parse_level({file, levels->text_of(file)}, file);
    const LoadResult loaded = levels->load(file);
    std::size_t warnings = 0;
    for (const Diagnostic& each : loaded.diagnostics) {
      if (each.severity == Severity::kWarning) ++warnings;
      EXPECT_GT(each.line, 0U) << file << ": " << each.message;
      EXPECT_FALSE(each.remedy.empty()) << file << ": " << each.message;
    }
    if (!loaded.model) {
      ++refused;
      fmt::print("{:<56} refused: {}\n", file, reason(loaded.diagnostics));
      EXPECT_NE(reason(loaded.diagnostics), "") << file;
      continue;
    }
    const Level& level = *read.level;
    const Places places(level, Sheets::kAll, Reach::kZone);
    std::size_t doors = 0;
    std::size_t buttons = 0;
    for (const Object& object : level.objects) {
      doors += object.is_door() ? 1U : 0U;
      buttons += object.is_button() ? 1U : 0U;
    }
    fmt::print("{:<56} {:>3} {:>9} {:>5} {:>7} {:>5} {:>5} {:>5} {:>5}\n", file, level.sheets,
               fmt::format("{}x{}", level.width, level.depth), doors, buttons, level.wires.size(),
               places.map().zones().size(), places.count(), warnings);
    const auto row = levels->index().find(file);
    if (row == levels->index().end()) continue;
    const std::string found = differences(level, row->second);
    const auto known = explained().find(file);
    EXPECT_EQ(found, known == explained().end() ? "" : known->second) << file;
  }
  EXPECT_EQ(refused, 24U);
}

}  // namespace
}  // namespace questproof::labrecruits
