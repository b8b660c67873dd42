// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/common/diagnostic.h"
#include "games/common/settings.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_text.h"
#include "games/labrecruits/sight.h"
#include "games/labrecruits/walker.h"
#include "games/live/live_game.h"

namespace questproof::labrecruits {

// The rules of a simulated game that are not in the level. The defaults are those of the published
// test runs.
struct SimulatorSettings {
  Dialect dialect = Dialect::kCurrent;
  double view_distance = 4;
  double agent_speed = 0.1;  // units for each physics step of 0.02 s
  double update = 0.1;       // seconds between two updates of the agents
  double jitter = 0.02;      // added to that at random, up to this
  bool operator==(const SimulatorSettings&) const = default;
};

inline constexpr SettingInfo kSimulatorSettings[] = {
    {"view", "a distance", "how far agents see (default: 4)"},
    {"speed", "units a step", "how far agents walk in 0.02 s (default: 0.1)"},
    {"update", "seconds", "between two updates (default: 0.1)"},
    {"jitter", "seconds", "added to that at random (default: 0.02)"},
    {"dialect", "current or older", "how sheets are set apart"},
};

// Unknown names and values go to `diagnostics`.
SimulatorSettings read_simulator_settings(const Settings& settings,
                                          std::vector<Diagnostic>& diagnostics);

// A level that is played: the rules of the game Lab Recruits in simulated time. README.md says what is
// simulated and what is not. Depends on nothing but the level, the settings, the seed and the actions.
class Simulator final : public LiveGame {
 public:
  // Throws Error(kInput) when there is no agent on ground.
  Simulator(Level level, const SimulatorSettings& settings);

  Introduction introduce() override;
  Observation reset(std::uint64_t seed) override;
  Observation observe() override;
  Observation act(const Actions& actions) override;
  void save(const std::string& slot) override;
  Observation restore(const std::string& slot) override;

 private:
  struct Agent {
    Walker body;
    double health = 100;
    double score = 0;
    bool moves = false;
    Point target;
    std::set<std::size_t> pressed;  // buttons that it has turned on once
  };
  struct Monster {
    Walker body;
    bool awake = true;
    int hits = 0;
    std::int64_t rests_until = 0;
  };
  struct Person {  // walks from way point to way point
    Walker body;
    std::size_t next = 0;
  };
  struct World {
    std::int64_t step = 0;
    std::uint64_t chance = 1;
    bool finished = false;
    std::vector<bool> open;                     // by object: doors
    std::vector<bool> on;                       // by object: buttons
    std::map<std::size_t, std::int64_t> ready;  // when a button can be pressed again
    std::set<std::size_t> touched;              // buttons and flags
    std::vector<Agent> agents;
    std::vector<Monster> monsters;
    std::vector<Person> persons;
  };

  void advance();
  void advance_agent(Agent& agent);
  void enter_cell(Agent& agent);
  void touch_flags(Agent& agent);
  void advance_monster(Monster& monster);
  void advance_person(std::size_t which);
  std::string use(Agent& agent, const std::string& what);
  void press(std::size_t button);
  bool is_alive(const Agent& agent) const { return agent.health > 0; }
  bool is_over() const;
  std::uint64_t random(std::uint64_t below);

  Observation observation(const std::map<std::string, std::string>& refused);
  View view_of(std::size_t which);
  void see_objects(std::size_t which, View& view) const;
  void see_terrain(std::size_t which, View& view);
  std::vector<std::size_t> closed_doors_around(const Point& eye) const;
  bool sees(const Point& eye, const Point& what, const std::vector<std::size_t>& closed,
            std::size_t but_door) const;
  SeenObject seen(std::size_t object) const;
  std::string color_of(std::size_t screen) const;
  template <typename Visit>
  void visit_cells_around(const Point& eye, const Visit& visit) const;

  Level level_;
  SimulatorSettings settings_;
  LevelGround ground_;
  Sight sight_;
  std::vector<std::string> names_;   // of all objects; empty: never reported
  std::vector<std::size_t> agents_;  // indexes into Level::objects
  std::vector<std::size_t> monsters_;
  std::vector<std::size_t> persons_;
  std::vector<std::vector<std::size_t>> targets_;  // of wires, by object
  std::vector<std::vector<std::size_t>> at_cell_;  // objects that stay where they are
  World world_;
  std::map<std::string, World> slots_;
  std::vector<std::vector<bool>> known_;  // by agent, by cell: terrain that was reported
};

}  // namespace questproof::labrecruits
