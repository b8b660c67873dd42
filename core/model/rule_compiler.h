// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/event_paths.h"
#include "core/model/game_model.h"
#include "core/model/packed_rule.h"
#include "core/model/state_layout.h"

namespace questproof {

// Turns exact paths into tests and writes on packed states. The arguments must outlive it; not for
// several threads at once.
class RuleCompiler {
 public:
  // Variables whose value is known of the states that a rule will be tried on: the path allows one
  // value, and the states have it.
  using Known = std::vector<VariableId>;

  RuleCompiler(const GameModel& model, const StateLayout& layout, const PathFinder& finder)
      : model_(model), layout_(layout), finder_(finder) {}

  // Nothing when the path cannot run. Tests of known variables are left out.
  // Requires: an exact path.
  std::optional<PackedRule> rule(EventPath path, std::uint32_t label, const Known& known) const;

  // The tests of a path alone; the same requirement.
  std::optional<std::vector<PackedTest>> tests(EventPath path, const Known& known) const;

 private:
  bool narrow(EventPath& path) const;
  std::vector<PackedTest> narrowed_tests(const EventPath& path, const Known& known) const;
  void add_set(VariableId variable, const ValueSet& set, std::vector<PackedTest>& equal,
               std::vector<PackedTest>& others) const;
  PackedTest interval(VariableId variable, const ValueSet::Interval& interval, bool inside) const;
  PackedTest relation(const Relation& relation) const;
  void add_write(const EventPath& path, VariableId target, const SymbolicValue& value,
                 PackedRule& rule) const;
  bool must_change(const EventPath& path, VariableId target, const SymbolicValue& value) const;

  const GameModel& model_;
  const StateLayout& layout_;
  const PathFinder& finder_;
};

}  // namespace questproof
