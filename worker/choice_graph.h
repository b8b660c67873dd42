// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "worker/choice_look.h"
#include "worker/choice_session.h"

namespace questproof {

// What was learned of a game of choices: plain values.

struct ChoiceEdge {
  std::string choice;
  // Nodes that it was seen to lead to: none while it was not tried, several where chance decides.
  std::vector<std::uint32_t> targets;
  bool assumed =
      false;  // it leads to a state that was found by another way, and nothing yet tried that
  bool settled =
      true;  // false: chance decides, or several choices read so, or what follows was told apart without an end
  bool tried = false;  // a play has tried what is assumed, though not all plays were made yet
  bool operator==(const ChoiceEdge&) const = default;
};

// A state of the game as far as it is told from others.
struct ChoiceNode {
  LookId look = 0;
  PositionId position = 0;  // by which it was come to first
  std::vector<ChoiceEdge> edges;
  bool operator==(const ChoiceNode&) const = default;
};

// Why two states that look the same are two, or why an edge leads to several nodes: what was done, and
// what came of it.
struct ChoiceConflict {
  enum class Kind {
    kHidden,  // two ways lead to the same look, and the same choices then lead to different ones
    kChance,  // the same way, gone twice, led to different looks
  };
  Kind kind = Kind::kHidden;
  std::vector<std::string> one;         // choices from the start
  std::vector<std::string> other;       // the other way (kHidden)
  std::vector<std::string> experiment;  // choices after either of them
  std::string difference;
  std::uint64_t update = 0;
  bool operator==(const ChoiceConflict&) const = default;
};

const char* to_string(ChoiceConflict::Kind kind);

struct ChoiceGraph {
  std::vector<ChoiceNode> nodes;  // the start first; in the order in which they were found
  std::vector<ChoiceConflict> conflicts;
  // Plays that the game was seen to do otherwise than the graph has it: how many. While there are any,
  // the whole graph is in doubt.
  std::uint64_t contradictions = 0;
  // What keeps all of it from being the game, though nothing in particular is open; empty: nothing does.
  std::string doubt;
  // What it rests on that nobody can try: "if its views are whole". Empty while there is doubt.
  std::string assumption;

  std::uint64_t edge_count() const;
  std::uint64_t untried_count() const;
  std::uint64_t unsettled_count() const;
};

}  // namespace questproof
