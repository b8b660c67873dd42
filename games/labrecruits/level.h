// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"

namespace questproof::labrecruits {

// What can stand in a cell. The game's letters for them stand in things().
enum class Thing {
  kFloor,
  kWall,
  kWallWithExtinguisher,
  kRamp,
  kCeilingSign,
  kCeilingLamp,
  kTable,
  kChair,
  kBookcase,
  kDesk,
  kFuseBox,
  kAgent,
  kDoor,
  kOpenDoor,
  kButton,
  kColorButton,
  kColorScreen,
  kFlag,
  kMonster,
  kPerson,
  kWayPoint,
  kFire,
  kMovingHazard,
};

struct ThingInfo {
  std::string_view text;  // as level files have it: "bc"
  Thing thing;
  std::string_view name;  // for people: "bookcase"
  bool needs_id;          // the game reports one without an identifier
};

// All symbols; some things have several letters.
std::span<const ThingInfo> things();

// The symbol that a text is exactly, or nothing.
const ThingInfo* find_thing(std::string_view text);

// "bookcase"
std::string_view name_of(Thing thing);

// Where a thing looks to, and where a ramp climbs to. North is the row before, east the next column.
// Without a rotation the game leaves things as they were made, which is west.
enum class Direction { kNorth, kEast, kSouth, kWest };

// A cell: column x and row z of a sheet, all counted from 0; the lowest sheet is 0. The game
// places a thing in it at the point (x, sheet, z); cells are one unit wide and high.
struct Position {
  std::uint32_t sheet = 0;
  std::uint32_t z = 0;
  std::uint32_t x = 0;
  auto operator<=>(const Position&) const = default;  // reading order
};

struct Object {
  Thing thing = Thing::kFloor;
  Position position;
  std::optional<Direction> rotation;  // as written
  std::string color;                  // hexadecimal digits as written, or empty
  std::string id;                     // or empty
  SourceLocation where;
  bool operator==(const Object&) const = default;

  Direction direction() const { return rotation.value_or(Direction::kWest); }
  bool is_door() const { return thing == Thing::kDoor || thing == Thing::kOpenDoor; }
  bool is_button() const { return thing == Thing::kButton || thing == Thing::kColorButton; }

  // Whether it has a part in a model, and so a name there.
  bool counts() const {
    return is_door() || is_button() || thing == Thing::kFlag || thing == Thing::kAgent;
  }
};

// One entry of the wiring table of which both ends exist: what follows a button is toggled,
// coloured or woken by it; what follows a person is where that person walks.
struct Wire {
  std::size_t source = 0;  // index into Level::objects
  std::size_t target = 0;
  std::uint32_t row = 0;  // of the wiring table, from 0
  SourceLocation where;   // of the target's name
  bool operator==(const Wire&) const = default;
};

// A level file as the game reads it: plain data, without any rules of the game.
//
// Invariant: objects are in reading order, sheet by sheet, row by row, cell by cell, and in a cell
// as written; positions are inside sheets x depth x width; wires are in the order of the table.
struct Level {
  std::string name;
  std::string source_file;
  std::uint32_t sheets = 0;
  std::uint32_t depth = 0;  // rows of the sheet that has most
  std::uint32_t width = 0;  // columns
  std::vector<Object> objects;
  std::vector<Wire> wires;
  bool operator==(const Level&) const = default;
};

// The lowest sheet alone, with the wires between things on it.
Level lowest_sheet(const Level& level);

// What stands in a cell, in the order written.
std::span<const Object> objects_at(const Level& level, const Position& position);

// Buttons with a wire to a door, and what a press of one comes to. A door that is listed an even
// number of times for a button is toggled back at once; a button with several rows in the
// table toggles once for each row; a button that is wired to a button toggles what hangs on that
// one. Only what remains is here.
struct ButtonWiring {
  std::size_t button = 0;          // index into Level::objects
  std::vector<std::size_t> doors;  // that a press toggles, ascending; may be empty
  bool operator==(const ButtonWiring&) const = default;
};

// In reading order of the buttons; buttons without a way to a door are left out.
std::vector<ButtonWiring> button_wirings(const Level& level);

// Rows of the wiring table, by the index of their source.
std::map<std::size_t, std::size_t> row_counts(const Level& level);

}  // namespace questproof::labrecruits
