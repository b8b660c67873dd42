// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/search/trace.h"
#include "core/symbolic/symbolic_space.h"

namespace questproof {

// The first state of a set that a breadth-first search meets: on the lowest level, and there the one
// whose packed words come first. The same as Sighting of the explicit search.
struct LayerSighting {
  std::uint32_t level = 0;
  std::vector<std::uint32_t> tuple;
};

// The reachable states by level: their breadth-first distance from the beginnings. Layers are found as
// far as they are asked for. Where few levels hold very many states this takes much longer than
// saturation, and much more memory.
class SymbolicLayers {
 public:
  explicit SymbolicLayers(SymbolicSpace& space);

  // One more level. False when there is none.
  bool grow();

  std::uint32_t count() const { return static_cast<std::uint32_t>(layers_.size()); }
  const Diagram& layer(std::uint32_t level) const { return layers_[level]; }
  bool complete() const { return complete_; }

  // The state of `targets` on this level whose packed words come first; nothing when there is none.
  std::optional<LayerSighting> sighting(const Diagram& targets, std::uint32_t level);

  // The canonical shortest path: every state has one parent, the smallest (event, outcome, parent)
  // among all transitions into it from the level before, as in the explicit search.
  // Requires: all levels up to the sighting's are there.
  Trace trace(const LayerSighting& sighting);

 private:
  struct Parent {
    std::uint32_t label = 0;
    std::vector<std::uint32_t> tuple;
  };

  Parent parent(const std::vector<std::uint32_t>& tuple, std::uint32_t level);

  SymbolicSpace& space_;
  std::vector<std::uint32_t> labels_;  // that have transitions; by event, then outcome
  std::vector<Diagram> layers_;
  Diagram seen_;
  bool complete_ = false;
};

}  // namespace questproof
