// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace questproof {

// What goes to and fro between an agent and a game that runs: plain values. README.md has them as JSON.

// A place in the game's world: x to the east, y up, z along the floor. Units are the game's own.
struct Point {
  double x = 0;
  double y = 0;
  double z = 0;
  bool operator==(const Point&) const = default;
};

double distance(const Point& a, const Point& b);
double floor_distance(const Point& a, const Point& b);  // height aside

// A place one can stand at, and the places to which one step leads from it.
struct TerrainNode {
  std::uint32_t id = 0;
  Point at;
  std::vector<std::uint32_t> to;
  bool operator==(const TerrainNode&) const = default;
};

// A thing that an agent sees. Values of its state are texts: "true", "12", "#ff0000".
struct SeenObject {
  std::string id;
  std::string type;  // in the game's words: "door"
  Point at;
  Point size;                  // of its box; zero: a point
  bool usable = false;         // there is a `use` for it
  bool harmful = false;        // keep away from it
  std::optional<bool> blocks;  // for what can close a way: whether it does now
  std::map<std::string, std::string> state;
  bool operator==(const SeenObject&) const = default;
};

// What one agent perceives now, and nothing else.
struct View {
  Point at;
  double health = 0;
  double score = 0;
  bool alive = true;
  std::vector<SeenObject> objects;   // in sight, each time
  std::vector<TerrainNode> terrain;  // in sight for the first time since the reset
  std::string refused;               // why its last action was not done; empty when it was
  std::vector<std::string> choices;  // what can be chosen here; games without space
  std::string text;                  // what a player would read
  bool operator==(const View&) const = default;
};

struct Observation {
  double time = 0;    // seconds of the game's own clock since the reset
  bool over = false;  // nothing that is done has an effect any more
  std::map<std::string, View> agents;
  bool operator==(const Observation&) const = default;
};

// What one agent does until the next observation.
struct Action {
  enum class Kind { kWait, kMove, kUse, kChoose };

  Kind kind = Kind::kWait;
  Point to;          // kMove: straight towards it
  std::string what;  // kUse: an object; kChoose: one of the choices
  bool operator==(const Action&) const = default;

  static Action wait() { return {}; }
  static Action move(Point to) { return {Kind::kMove, to, {}}; }
  static Action use(std::string object) { return {Kind::kUse, {}, std::move(object)}; }
  static Action choose(std::string choice) { return {Kind::kChoose, {}, std::move(choice)}; }
};

using Actions = std::map<std::string, Action>;  // by agent; who is not named waits

// How a game introduces itself.
struct Introduction {
  std::string game;
  std::vector<std::string> agents;  // at least one
  bool can_save = false;
  double view_distance = 0;  // 0: unknown
  double reach = 0;          // how far away a thing can be used; 0: one must stand at it
  bool whole_views = false;  // two states that look the same are the same
  bool operator==(const Introduction&) const = default;
};

// "move to (1.00, 0.00, 2.50)", "use button1"
std::string to_string(const Action& action);

}  // namespace questproof
