// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/event_paths.h"
#include "core/model/game_model.h"
#include "core/model/packed_rule.h"
#include "core/model/state_layout.h"

namespace questproof {

struct LabelledPath {
  EventPath path;
  std::uint32_t label = 0;
};

// The rules of some paths as a decision tree: an inner node asks for the value of one variable, the
// one that leaves the fewest rules, and a leaf lists the rules that a state can still meet, without
// their tests of the variables that were asked for. A plain value.
struct RuleTree {
  struct Node {
    std::optional<StateLayout::Field> field;  // of the variable that is asked for; none in a leaf
    std::vector<std::uint32_t> children;      // nodes, by the stored value of the variable
    std::vector<PackedRule> rules;            // of a leaf
    bool empty() const { return !field && rules.empty(); }
  };
  std::vector<Node> nodes;  // the root first; at least one, unless there are no paths at all

  bool empty() const;
  std::size_t depth() const;  // how many variables are asked for at most
};

// A single leaf when `maximum_rules`, over all leaves, is 0; no leaf is split beyond that number.
RuleTree make_rule_tree(const GameModel& model, const StateLayout& layout,
                        std::vector<LabelledPath> paths, std::size_t maximum_rules);

}  // namespace questproof
