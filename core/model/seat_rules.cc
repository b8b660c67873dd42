// SPDX-License-Identifier: MIT
#include "core/model/seat_rules.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/model/rule_compiler.h"

namespace questproof {
namespace {

using SeatKey = std::pair<std::vector<PositionPath::Start>, std::vector<bool>>;

std::vector<VariableId> written_by(const EventPath& path) {
  std::vector<VariableId> variables;
  for (const auto& [target, result] : path.results) variables.push_back(target);
  return variables;
}

}  // namespace

SeatRules make_seat_rules(const GameModel& model, const StateLayout& layout,
                          const std::vector<WalkerRegions>& walkers,
                          const std::vector<LabelledPositionPath>& paths, std::size_t label_count,
                          std::size_t maximum_rules) {
  SeatRules result;
  result.touches.assign(label_count, 0);
  result.is_shared.assign(label_count, false);
  std::map<SeatKey, std::vector<LabelledPath>> seats;
  std::vector<const PositionPath*> first(label_count, nullptr);
  for (const LabelledPositionPath& each : paths) {
    seats[{each.path.starts, each.path.written}].push_back({each.path.path, each.label});
    const std::vector<VariableId> written = written_by(each.path.path);
    for (std::size_t w = 0; w < walkers.size(); ++w) {
      if (walkers[w].depends_on(written)) result.touches[each.label] |= std::uint32_t{1} << w;
    }
    // Exact paths with equal branches exclude each other, but in one state, not in one region.
    if (first[each.label] == nullptr) first[each.label] = &each.path;
    if (first[each.label]->starts != each.path.starts) result.is_shared[each.label] = true;
  }
  PathFinder finder(model, 0);
  const RuleCompiler compiler(model, layout, finder);
  std::map<std::uint32_t, SeatRules::Shared> shared;
  for (auto& [key, labelled] : seats) {
    for (const LabelledPath& each : labelled) {
      if (!result.is_shared[each.label]) continue;
      auto tests = compiler.tests(each.path, {});
      if (!tests) continue;
      shared[each.label].ways.push_back(
          {static_cast<std::uint32_t>(result.seats.size()), std::move(*tests)});
    }
    const std::size_t share = maximum_rules == 0 ? 0 : maximum_rules / seats.size() + 1;
    const std::size_t room = std::min(maximum_rules, std::max(share, 4 * labelled.size()));
    result.seats.push_back(
        {key.first, key.second, make_rule_tree(model, layout, std::move(labelled), room)});
  }
  for (auto& [label, entry] : shared) {
    entry.label = label;
    result.shared.push_back(std::move(entry));
  }
  return result;
}

}  // namespace questproof
