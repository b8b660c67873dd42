// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/state_layout.h"

namespace questproof {

// Which events a state can meet, as a decision tree: an inner node asks for the value of one
// variable, a leaf lists the events whose guard may hold for the values that were asked for. Made by
// evaluating the guards themselves, with all other variables unknown. A plain value.
struct GuardTree {
  struct Node {
    std::optional<StateLayout::Field> field;  // of the variable that is asked for; none in a leaf
    std::vector<std::uint32_t> children;      // nodes, by the stored value of the variable
    std::vector<std::uint32_t> events;        // of a leaf: positions in the list of events
  };
  std::vector<Node> nodes;  // at least one, the root first

  // The list of a state.
  const std::vector<std::uint32_t>& events(StateView state) const {
    const Node* node = nodes.data();
    while (node->field) {
      const StateLayout::Field& f = *node->field;
      node = nodes.data() + node->children[(state[f.word] & f.mask()) >> f.shift];
    }
    return node->events;
  }
};

GuardTree make_guard_tree(const GameModel& model, const StateLayout& layout,
                          const std::vector<EventId>& events);

}  // namespace questproof
