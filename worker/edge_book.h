// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "worker/door_evidence.h"
#include "worker/edge.h"
#include "worker/edge_text.h"

namespace questproof {

// An entry of the relation P: what is known of a button and a door.
struct KnownPair {
  std::string button;
  std::string door;
  std::optional<bool> wired;  // certain
  std::optional<bool>
      wired_if_closed;  // certain if the door is closed at the start; where `wired` is not
  std::vector<SightingId> evidence;  // the sightings whose sum `wired` is
  DoorEvidence::Witnesses witnesses;
  // By the runs that tell on their own, as a chance (rule of succession); what only several runs together tell is
  // counted as one.
  double confidence = 0.5;
  bool disputed = false;  // in a dispute of the door that is not settled
  bool operator==(const KnownPair&) const = default;
};

// All that was learned of one game, from all runs: a value that is the same in whatever order it was
// put together. Of a piece that several runs have seen it holds who did, and its contents as the first
// of them saw them.
class EdgeBook {
 public:
  // Whether it says anything new, be it only who has seen something. Throws Error(kInput) where it shows
  // that this is another game, or another level of it: a place that is elsewhere, another name.
  bool add(const Edge& edge);
  void add(const SeenEdge& edge);

  const std::map<std::string, SeenEdge>& edges() const { return edges_; }
  bool contains(const std::string& key) const { return edges_.contains(key); }

  // Keys of what has changed since the last call.
  std::set<std::string> take_changes();

  const std::map<std::string, DoorEvidence>& doors() const { return doors_; }
  const std::set<std::string>& buttons() const { return buttons_; }

  // Of a door: all buttons of which something is known.
  std::vector<KnownPair> pairs_of(const std::string& door) const;

  // Of a session: when the task was first seen to be done, by updates; nullptr as long as it was not.
  const TaskEdge* task_done(std::uint64_t session, const std::string& task) const;

  std::uint64_t last_run() const { return last_run_; }
  std::string game() const;  // empty as long as there was no run
  std::optional<RunBegin> first_run() const;

 private:
  void take(const EdgeBody& body);
  void expect_same_game(const EdgeBody& known, const EdgeBody& other) const;

  std::map<std::string, SeenEdge> edges_;
  std::set<std::string> changes_;
  std::map<std::string, DoorEvidence> doors_;
  std::set<std::string> buttons_;
  std::uint64_t last_run_ = 0;
};

}  // namespace questproof
