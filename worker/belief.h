// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "games/live/observation.h"
#include "worker/parity.h"
#include "worker/press_record.h"
#include "worker/terrain.h"
#include "worker/wire_odds.h"

namespace questproof {

// A thing that can close a way, and what is known of it.
struct KnownDoor {
  std::string id;
  SeenObject last;
  std::uint64_t seen_at = 0;       // update of the last sighting
  ParitySystem wires;              // what toggles it
  std::vector<std::size_t> nodes;  // of the terrain, that it closes
  std::uint64_t conflicts = 0;     // sightings that do not agree with what followed from others
  bool seen_open = false;          // at some time
  std::optional<std::uint64_t> presses_when_seen;  // in this run, when it was seen last in it
};

struct KnownButton {
  std::string id;
  SeenObject last;
  std::size_t node = Terrain::kNowhere;  // at which it stands
  std::uint64_t presses = 0;             // in this run
  bool tried_elsewhere = false;
};

// One look at a door: evidence.
struct DoorSighting {
  std::uint64_t update = 0;
  std::size_t door = 0;
  bool open = false;
  Presses presses;
  std::uint64_t run = 0;  // that saw it; 0: this one
};

// What an agent has seen, with the time of it, and what follows from that: terrain, objects, and for
// each door the equations of its wires.
class Belief {
 public:
  // What a view brought that may change plans.
  struct News {
    bool terrain = false;
    bool objects = false;   // one that was not known
    bool wires = false;     // something that was open about a door was settled
    bool surprise = false;  // a known door is not as it was guessed to be
    bool conflict = false;  // nor as it had to be
  };

  News see(const View& view, std::uint64_t update);

  // A button was pressed with success.
  void press(const std::string& button);
  // The game has begun anew: what was learned stays, how things stand does not.
  void restart();

  // What was learned elsewhere: in earlier runs, or by others who play the same game (SharedKnowledge).
  // Places and things are taken as if they had been seen, but not how things stand now.
  News recall(const std::vector<TerrainNode>& places, const std::vector<SeenObject>& things);
  void recall_press(const std::string& button);
  News recall_sighting(const DoorSighting& sighting);
  // Others saw a door contradict what was certain of it.
  void recall_conflict(std::size_t door) { ++doors_[door].conflicts; }
  // What follows of a door is derived anew, from these sightings alone.
  void relearn(std::size_t door, const std::vector<DoorSighting>& sightings);

  // All that is known by now, but was not seen in this run, is known from earlier runs.
  void begin_with_memory();
  // What rests on earlier runs alone: buttons not pressed in this run, doors not seen in it since a button was first
  // pressed, places not seen in it. Empty where nothing is known from earlier runs.
  std::vector<std::string> unconfirmed() const;
  // The same, one by one.
  bool is_remembered_button(std::size_t button) const;
  bool is_remembered_door(std::size_t door) const;
  const std::set<std::size_t>& remembered_nodes() const { return remembered_nodes_; }

  // What was looked at before and after presses, in this run.
  const PressRecord& record() const { return record_; }

  const Terrain& terrain() const { return terrain_; }
  const std::vector<KnownDoor>& doors() const { return doors_; }
  const std::vector<KnownButton>& buttons() const { return buttons_; }
  // Buttons beyond kMostButtons, which are not in buttons().
  std::size_t buttons_left_out() const { return button_index_.size() - buttons_.size(); }
  const std::map<std::string, SeenObject>& objects() const { return objects_; }
  const std::vector<DoorSighting>& sightings() const { return sightings_; }
  const Presses& presses() const { return presses_; }
  std::optional<std::size_t> door(const std::string& id) const;
  std::optional<std::size_t> button(const std::string& id) const;
  const SeenObject* object(const std::string& id) const;

  // What is open about wires is guessed anew, by what has become certain of others.
  void weigh_wires();
  const WireOdds& odds() const { return odds_; }

  // Whether it is known how a door is now, and the best guess.
  bool is_certain(std::size_t door) const { return doors_[door].wires.state(presses_).has_value(); }
  bool is_open(std::size_t door) const { return doors_[door].wires.guessed_state(presses_); }

  // Whether a press of it is worth while for its own sake: it was not pressed in this run, nor is it known from
  // elsewhere what it does to each known door.
  bool is_untried(std::size_t button) const;

  // Doors that close a node.
  const std::vector<std::size_t>& doors_at(std::size_t node) const;
  // The node at which someone stands at a point. On the border of two, one that can be walked on: who stands
  // at the edge of a doorway when its door closes is beside it, not in it. kNowhere when no terrain is known.
  std::size_t standing_at(const Point& point) const;
  // Whether the node can be walked on as things seem to stand.
  bool is_passable(std::size_t node) const;

  // Extra cost of walking over a node: what harms stands there, or near it.
  double danger(std::size_t node, std::uint64_t update) const;
  // Never to be walked on: it ended the game.
  void avoid(std::size_t node) { ground(node).avoided = true; }

  // Whether choices were offered, which nobody made.
  bool saw_choices() const { return saw_choices_; }

  double health() const { return health_; }
  // Whether it has so little health that it does not walk where something harmful stays.
  bool shuns_harm() const;

 private:
  // What is known of a node.
  struct Ground {
    std::vector<std::size_t> doors;  // that close it
    double harm = 0;                 // what stays there
    bool avoided = false;
  };
  Ground& ground(std::size_t node);

  void see_object(const SeenObject& object, std::uint64_t update, News& news);
  std::size_t know_door(const SeenObject& object);
  void know_button(const SeenObject& object);
  void see_door(const SeenObject& object, std::uint64_t update, News& news);
  void learn(const DoorSighting& sighting, News& news);
  void place_things(const std::optional<Point>& near);
  void cover(std::size_t door);

  Terrain terrain_;
  std::map<std::string, SeenObject> objects_;
  std::map<std::string, std::uint64_t> harm_seen_;  // what harms and moves: when it was seen
  std::vector<KnownDoor> doors_;
  std::vector<KnownButton> buttons_;
  std::map<std::string, std::size_t> door_index_;
  std::map<std::string, std::size_t> button_index_;
  std::vector<DoorSighting> sightings_;
  Presses presses_ = no_presses();
  std::vector<Ground> ground_;  // by node; shorter where nothing is known of the last ones
  WireOdds odds_;
  double health_ = 100;
  bool saw_choices_ = false;
  std::set<std::uint32_t> seen_places_;      // in this run, by the game's id
  std::set<std::uint32_t> recalled_places_;  // from others
  std::set<std::size_t> remembered_nodes_;   // recalled, with a memory, and not seen yet
  PressRecord record_;
  bool has_memory_ = false;
  std::uint64_t press_count_ = 0;  // in this run
  std::uint64_t first_press_ = 0;  // the press_count_ at the last first press of a button
};

}  // namespace questproof
