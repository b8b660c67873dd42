// SPDX-License-Identifier: MIT
#include "core/model/rule_table.h"

#include <algorithm>
#include <utility>

#include "core/model/rule_compiler.h"

namespace questproof {
namespace {

constexpr double kLargestIndex = 256;      // values of an index variable
constexpr double kWorthwhileIndex = 0.75;  // of the rules that would be tried without

// The variable with the fewest rules for a value, taken over its values alike.
std::optional<VariableId> choose_index(const GameModel& model,
                                       const std::vector<LabelledPath>& paths,
                                       std::size_t maximum_indexed_rules) {
  std::vector<double> rules(model.variables.size(), 0);  // over all values of the variable
  std::vector<std::size_t> mentioned(model.variables.size(), 0);
  for (const LabelledPath& each : paths) {
    for (const auto& [variable, set] : each.path.sets) {
      rules[variable.index] += static_cast<double>(set.size());
      ++mentioned[variable.index];
    }
  }
  std::optional<VariableId> index;
  double best = kWorthwhileIndex * static_cast<double>(paths.size());
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const Variable& variable = model.variables[i];
    const auto size = static_cast<double>(std::int64_t{variable.high} - variable.low + 1);
    if (size < 2 || size > kLargestIndex) continue;
    const double total = rules[i] + size * static_cast<double>(paths.size() - mentioned[i]);
    const double average = total / size;
    if (total > static_cast<double>(maximum_indexed_rules) || average >= best) continue;
    best = average;
    index = VariableId{i};
  }
  return index;
}

}  // namespace

bool RuleTable::empty() const {
  return std::all_of(rules.begin(), rules.end(), [](const auto& list) { return list.empty(); });
}

RuleTable make_rule_table(const GameModel& model, const StateLayout& layout,
                          const std::vector<LabelledPath>& paths,
                          std::size_t maximum_indexed_rules) {
  RuleTable table;
  const PathFinder finder(model, 0);
  const RuleCompiler compiler(model, layout, finder);
  const auto make = [&](const RuleCompiler::Known& known) {
    std::vector<PackedRule> rules;
    for (const LabelledPath& each : paths) {
      auto rule = compiler.rule(each.path, each.label, known);
      if (rule) rules.push_back(std::move(*rule));
    }
    return rules;
  };
  table.index = choose_index(model, paths, maximum_indexed_rules);
  if (!table.index) {
    table.rules.push_back(make(std::nullopt));
    return table;
  }
  const Variable& variable = model.variables[table.index->index];
  for (std::int64_t value = variable.low; value <= variable.high; ++value) {
    table.rules.push_back(make(std::pair{*table.index, static_cast<Value>(value)}));
  }
  return table;
}

}  // namespace questproof
