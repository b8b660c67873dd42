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

// The rules of some paths. Where it pays they are listed apart for each value of one variable, the
// one that the tests mention most: then a state meets only the rules for its value, and those lack
// the tests of the variable. A plain value.
struct RuleTable {
  std::optional<VariableId> index;
  std::vector<std::vector<PackedRule>> rules;  // by the stored value of the index; one list without

  bool empty() const;
};

// No index when `maximum_indexed_rules`, over all its values, is 0 or would be exceeded.
RuleTable make_rule_table(const GameModel& model, const StateLayout& layout,
                          const std::vector<LabelledPath>& paths,
                          std::size_t maximum_indexed_rules);

}  // namespace questproof
