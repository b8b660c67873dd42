// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/trace.h"
#include "core/symbolic/symbolic_space.h"

namespace questproof {

// The reachable states by their distance to a set of states, nearest first. Found as far as they are
// asked for.
class BackwardLayers {
 public:
  // `targets`: reachable states.
  BackwardLayers(SymbolicSpace& space, Diagram targets);
  // With the first layers, found before. Requires: at least one.
  BackwardLayers(SymbolicSpace& space, std::vector<Diagram> first);

  // One more distance. False when there is none.
  bool grow();

  std::uint32_t count() const { return static_cast<std::uint32_t>(layers_.size()); }
  const Diagram& layer(std::uint32_t distance) const { return layers_[distance]; }
  const std::vector<Diagram>& layers() const { return layers_; }

 private:
  SymbolicSpace& space_;
  std::vector<Diagram> layers_;
  Diagram rest_;  // reachable states of unknown distance
};

// The reachable states by level, which is their distance from the beginnings. Found as far as they are asked
// for: on the middle levels of a large space these sets are no regular ones, so that they take much longer
// than saturation, and much more memory.
class SymbolicLayers {
 public:
  explicit SymbolicLayers(SymbolicSpace& space);
  // All levels, found before.
  SymbolicLayers(SymbolicSpace& space, std::vector<Diagram> all);

  // One more level. False when there is none.
  bool grow();

  std::uint32_t count() const { return static_cast<std::uint32_t>(layers_.size()); }
  const Diagram& layer(std::uint32_t level) const { return layers_[level]; }
  const std::vector<Diagram>& layers() const { return layers_; }
  bool complete() const { return complete_; }

  // Those of the targets that lie on the lowest level on which there are any, and that level.
  // Requires: there is a target.
  struct Nearest {
    std::uint32_t level = 0;
    Diagram states;
  };
  Nearest nearest(BackwardLayers& targets);

  // The states whose canonical shortest path ends with one of these labels. Finds all levels.
  Diagram first_reached_by(const std::vector<std::uint32_t>& labels);

  // From a state outwards to the targets: by distance from it, the states that all shortest ways from it lead through, it
  // first. Requires: a way leads there. Of the targets' layers as many grow as take less than layers around the state.
  std::vector<Diagram> corridor_from(std::span<const std::uint32_t> tuple, BackwardLayers& targets);

  // A shortest way along such a corridor: at every step the smallest (event, outcome, state). In `states` all of it; its
  // variant is 0.
  Trace way_along(const std::vector<Diagram>& corridor);

  // The canonical shortest path to one of the targets: to the one on the lowest level, and there to that
  // whose packed words come first; every state on the way is the smallest (event, outcome, parent) among all transitions
  // from the level before. The same as in the explicit search.
  //
  // Where the levels that are there do not reach so far, the targets' layers grow until they meet the last
  // of these levels, and only what lies between on shortest paths is looked at. Requires: there is a target.
  Trace shortest_path(BackwardLayers& targets);

 private:
  struct Parent {
    std::uint32_t label = 0;
    std::vector<std::uint32_t> tuple;
  };
  // By level: states through which all shortest paths to the targets lead.
  std::vector<Diagram> corridor(BackwardLayers& targets);
  Parent parent(const std::vector<std::uint32_t>& tuple, const Diagram& before);

  SymbolicSpace& space_;
  std::vector<std::uint32_t> labels_;  // that have transitions; by event, then outcome
  std::vector<Diagram> layers_;
  Diagram seen_;
  bool complete_ = false;
};

}  // namespace questproof
