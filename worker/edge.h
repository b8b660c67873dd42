// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "games/live/observation.h"

namespace questproof {

// What agents learn of a game, in the pieces in which they tell each other and keep it: places,
// things, and what was seen of them. Names instead of numbers, since each agent numbers things as it
// meets them. Plain values.

// Who saw it first, and at which of that run's updates. A run is one agent's play; runs are numbered from
// 1 in the order in which they began, and those that began together form a session, which is named by
// the first of them.
struct SeenBy {
  std::uint64_t run = 0;
  std::uint64_t update = 0;
  auto operator<=>(const SeenBy&) const = default;
};

struct RunBegin {
  std::uint64_t run = 0;
  std::uint64_t session = 0;
  std::uint32_t agent = 0;  // its rank in the session
  std::string game;
  std::uint64_t seed = 0;
  Point start;
  bool operator==(const RunBegin&) const = default;
};

struct RunEnd {
  std::uint64_t run = 0;
  std::uint64_t updates = 0;
  double seconds = 0;
  std::uint64_t presses = 0;
  bool done = false;
  bool complete = false;
  std::string reason;
  bool operator==(const RunEnd&) const = default;
};

struct PlaceEdge {
  TerrainNode node;
  bool operator==(const PlaceEdge&) const = default;
};

// A thing, without its state. `blocks` is set where it can close a way, whatever it does now.
struct ThingEdge {
  SeenObject thing;
  bool operator==(const ThingEdge&) const = default;
};

// A state in which a thing was seen.
struct StateEdge {
  std::string thing;
  std::string property;
  std::string value;
  bool operator==(const StateEdge&) const = default;
};

// What was seen to change when a button was pressed, of things in sight before and after.
struct TransitionEdge {
  std::string button;
  std::string thing;
  std::string property;
  std::string before;
  std::string after;
  bool operator==(const TransitionEdge&) const = default;
};

// The button was pressed, with success.
struct PressEdge {
  std::string button;
  bool operator==(const PressEdge&) const = default;
};

// A button that broke or ended the game when it was pressed.
struct TroubleEdge {
  std::string button;
  std::string finding;
  bool operator==(const TroubleEdge&) const = default;
};

// A look at a door, and what had been pressed an odd number of times in that instance of the game: the
// evidence from which wires follow. Kept when it says something that the sightings of its own run
// did not say already.
struct SightingEdge {
  std::uint64_t run = 0;
  std::uint64_t number = 0;  // from 1, of all sightings of the run
  std::uint64_t session = 0;
  std::uint64_t update = 0;
  std::string door;
  bool open = false;
  std::vector<std::string> presses;  // ascending
  bool operator==(const SightingEdge&) const = default;
};

// A task was seen to be done.
struct TaskEdge {
  std::uint64_t run = 0;
  std::uint64_t session = 0;
  std::string task;
  std::uint64_t update = 0;
  double seconds = 0;  // of the game's clock
  double path_length = 0;
  bool operator==(const TaskEdge&) const = default;
};

using EdgeBody = std::variant<RunBegin, RunEnd, PlaceEdge, ThingEdge, StateEdge, TransitionEdge,
                              PressEdge, TroubleEdge, SightingEdge, TaskEdge>;

struct Edge {
  EdgeBody body;
  SeenBy by;
  bool operator==(const Edge&) const = default;
};

// A name as a part of a key: without the '/' that sets parts apart.
std::string key_part(const std::string& name);

// What it is kept under: edges of one key are the same piece, seen by several.
std::string key_of(const EdgeBody& body);

}  // namespace questproof
