// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// A second, plain program for the same question, from the bytes of a level file on. It shares no
// code with the project.
namespace questproof::labrecruits {

// Walks on the lowest sheet only. A state is the set of buttons pressed an odd number of times, of those
// wired to a door, and the set of zones that the agent can walk to.
class LevelTwin {
 public:
  explicit LevelTwin(const std::string& text);

  // What is counted here: a first agent stands in a zone of the lowest sheet, and there are at most 64
  // zones, doors and wired buttons.
  bool is_usable() const { return usable_; }
  std::size_t wired_buttons() const { return masks_.size(); }

  struct Counts {
    std::uint64_t states = 0;
    std::vector<std::uint64_t> new_states;         // by number of presses
    std::uint64_t door_states = 0;                 // different by doors and zones
    std::uint64_t states_with_place = 0;           // by buttons, doors and the agent's zone
    std::uint64_t door_states_with_place = 0;      // by doors and the agent's zone
    std::map<std::string, std::size_t> seen_open;  // presses until a door is, by identifier
  };

  // Nothing when there are more than `limit` states.
  std::optional<Counts> explore(std::uint64_t limit) const;

 private:
  struct Cell {
    bool floor = false;
    bool blocked = false;
    int door = -1;
    int zone = -1;
  };
  struct Door {
    std::string id;
    int z = 0;
    int x = 0;
    bool open = false;
    std::uint64_t beside = 0;  // zones
  };

  void read_floor(const std::string& text);
  void read_wiring(const std::string& text);
  void find_zones();
  std::uint64_t reach(int zone, std::uint64_t open) const;

  int width_ = 0;
  std::vector<std::vector<Cell>> cells_;  // by z, x
  std::vector<Door> doors_;
  struct Button {
    int z = 0;
    int x = 0;
  };
  std::map<std::string, Button> buttons_;
  int agent_z_ = -1;
  int agent_x_ = -1;
  int zones_ = 0;
  bool usable_ = false;
  std::vector<std::uint64_t> masks_;  // doors, by wired button
  std::vector<int> button_zones_;
};

}  // namespace questproof::labrecruits
