// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/packed_rule.h"
#include "core/model/position_paths.h"
#include "core/model/rule_tree.h"
#include "core/model/state_layout.h"
#include "core/model/walker_regions.h"

namespace questproof {

// Rules that start from the same positions: they are tried on the states whose region holds one of
// them for each walker.
struct Seat {
  std::vector<PositionPath::Start> starts;  // by walker
  std::vector<bool> written;                // by walker: the rules put the walker somewhere else
  RuleTree rules;
};

// All rules of one direction, and what is to be known of their labels.
struct SeatRules {
  std::vector<Seat> seats;

  // By label: a bit for each walker whose passages depend on what the label's paths write.
  std::vector<std::uint32_t> touches;

  // Labels that may be enabled in one region in several ways at once: their successors are compared,
  // and the states in which they are enabled are counted apart.
  struct Way {
    std::uint32_t seat = 0;
    std::vector<PackedTest> tests;
  };
  struct Shared {
    std::uint32_t label = 0;
    std::vector<Way> ways;
  };
  std::vector<Shared> shared;
  std::vector<bool> is_shared;  // by label
};

// A path with its label, taken apart.
struct LabelledPositionPath {
  PositionPath path;
  std::uint32_t label = 0;
};

// `maximum_rules`: of all trees.
SeatRules make_seat_rules(const GameModel& model, const StateLayout& layout,
                          const std::vector<WalkerRegions>& walkers,
                          const std::vector<LabelledPositionPath>& paths, std::size_t label_count,
                          std::size_t maximum_rules);

}  // namespace questproof
