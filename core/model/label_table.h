// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/event_paths.h"
#include "core/model/game_model.h"
#include "core/model/state_space.h"

namespace questproof {

// Numbers the ways in which states of a model can have successors (TransitionLabel), and says which
// number an event has reached by the branches that it ran. The numbers depend on the model alone,
// not on how an event is compiled.
//
// The branches of one event form a tree: a node stands for "these branches ran, in this order".
class LabelTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Events in order. `paths` are all of the event's; without them (there are too many) the event
  // gets coarse labels. Throws Error(kResource) when chance alone has too many ways.
  void add_event(const GameModel& model, EventId event,
                 const std::optional<std::vector<EventPath>>& paths);

  const std::vector<TransitionLabel>& labels() const { return labels_; }

  std::uint32_t root(EventId event) const { return events_.at(event.index).root; }
  bool is_coarse(EventId event) const { return events_.at(event.index).coarse; }

  // The node after one more branch. It must exist: a branch that the paths hold to be impossible
  // has run, so one of two evaluators is wrong (Error kInternal).
  std::uint32_t child(std::uint32_t node, BranchId branch) const;

  // The label of an event that ends at a node, with a result or with a fault. Must exist.
  std::uint32_t label(std::uint32_t node) const;
  std::uint32_t fault_label(std::uint32_t node) const;

  // The node and label of all branches of a path.
  std::uint32_t label_of(EventId event, const EventPath& path) const;

  // Coarse events: the label that counts the states in which a branch of an `if` runs.
  std::uint32_t coverage_label(BranchId branch) const;

 private:
  struct Node {
    std::uint32_t label = kNone;
    std::uint32_t fault_label = kNone;
    std::vector<std::pair<BranchId, std::uint32_t>> children;
  };
  struct EventEntry {
    std::uint32_t root = 0;
    bool coarse = false;
  };
  using NodeSet = std::vector<std::uint32_t>;  // ascending
  class CoarseWalk;

  std::uint32_t grow(std::uint32_t node, BranchId branch);
  std::uint32_t add_label(EventId event, bool fault, std::vector<BranchId> branches);

  std::vector<TransitionLabel> labels_;
  std::vector<Node> nodes_;
  std::vector<EventEntry> events_;
  std::vector<std::pair<BranchId, std::uint32_t>> coverage_;  // ascending by branch
};

}  // namespace questproof
