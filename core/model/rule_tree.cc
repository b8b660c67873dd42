// SPDX-License-Identifier: MIT
#include "core/model/rule_tree.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/model/rule_compiler.h"

namespace questproof {
namespace {

constexpr double kLargestDomain = 256;  // of a variable that is asked for
constexpr std::size_t kMaximumDepth = 4;

// Asking costs about as much as trying this many rules, and makes groups of states smaller; so it
// must save that many, and a good part of all.
constexpr double kWorthwhileSaving = 8;
constexpr double kWorthwhilePart = 0.25;

class TreeBuilder {
 public:
  TreeBuilder(const GameModel& model, const StateLayout& layout, std::size_t maximum_rules)
      : model_(model),
        layout_(layout),
        finder_(model, 0),
        compiler_(model, layout, finder_),
        budget_(static_cast<double>(maximum_rules)) {}

  RuleTree build(std::vector<LabelledPath> paths) {
    add_node(std::move(paths), {});
    return std::move(tree_);
  }

 private:
  using Asked = std::vector<VariableId>;

  std::uint32_t add_node(std::vector<LabelledPath> paths, const Asked& asked) {
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.emplace_back();
    const std::optional<VariableId> variable = choose(paths, asked);
    if (!variable) {
      fill_leaf(node, paths, asked);
      return node;
    }
    Asked deeper = asked;
    deeper.push_back(*variable);
    const Variable& info = model_.variables[variable->index];
    std::vector<std::uint32_t> children;
    for (std::int64_t value = info.low; value <= info.high; ++value) {
      children.push_back(add_node(restricted(paths, *variable, value), deeper));
    }
    tree_.nodes[node].field = layout_.field(*variable);
    tree_.nodes[node].children = std::move(children);
    return node;
  }

  void fill_leaf(std::uint32_t node, const std::vector<LabelledPath>& paths, const Asked& asked) {
    for (const LabelledPath& each : paths) {
      auto rule = compiler_.rule(each.path, each.label, asked);
      if (rule) tree_.nodes[node].rules.push_back(std::move(*rule));
    }
  }

  std::vector<LabelledPath> restricted(const std::vector<LabelledPath>& paths, VariableId variable,
                                       std::int64_t value) const {
    std::vector<LabelledPath> result;
    for (const LabelledPath& each : paths) {
      if (!finder_.initial_set(each.path, variable).contains(value)) continue;
      LabelledPath narrowed = each;
      if (finder_.restrict(narrowed.path, variable, ValueSet::single(value))) {
        result.push_back(std::move(narrowed));
      }
    }
    return result;
  }

  // The variable with the fewest rules for a value, taken over its values alike.
  std::optional<VariableId> choose(const std::vector<LabelledPath>& paths, const Asked& asked) {
    const auto all = static_cast<double>(paths.size());
    if (asked.size() >= kMaximumDepth || all <= kWorthwhileSaving) return std::nullopt;
    std::vector<double> rules(model_.variables.size(), 0);  // over all values of the variable
    std::vector<double> mentioned(model_.variables.size(), 0);
    for (const LabelledPath& each : paths) {
      for (const auto& [variable, set] : each.path.sets) {
        rules[variable.index] += static_cast<double>(set.size());
        ++mentioned[variable.index];
      }
    }
    std::optional<VariableId> best;
    double fewest = std::min((1 - kWorthwhilePart) * all, all - kWorthwhileSaving);
    double added = 0;
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
      const Variable& variable = model_.variables[i];
      const auto size = static_cast<double>(std::int64_t{variable.high} - variable.low + 1);
      if (size < 2 || size > kLargestDomain) continue;
      if (std::find(asked.begin(), asked.end(), VariableId{i}) != asked.end()) continue;
      const double total = rules[i] + size * (all - mentioned[i]);
      if (total > budget_ || total / size >= fewest) continue;
      fewest = total / size;
      added = total;
      best = VariableId{i};
    }
    budget_ -= added;
    return best;
  }

  const GameModel& model_;
  const StateLayout& layout_;
  const PathFinder finder_;
  const RuleCompiler compiler_;
  double budget_;  // rules that may still be made
  RuleTree tree_;
};

std::size_t depth_below(const RuleTree& tree, std::uint32_t node) {
  std::size_t deepest = 0;
  for (const std::uint32_t child : tree.nodes[node].children) {
    deepest = std::max(deepest, 1 + depth_below(tree, child));
  }
  return deepest;
}

}  // namespace

bool RuleTree::empty() const {
  return std::all_of(nodes.begin(), nodes.end(),
                     [](const Node& node) { return node.rules.empty(); });
}

std::size_t RuleTree::depth() const { return nodes.empty() ? 0 : depth_below(*this, 0); }

RuleTree make_rule_tree(const GameModel& model, const StateLayout& layout,
                        std::vector<LabelledPath> paths, std::size_t maximum_rules) {
  return TreeBuilder(model, layout, maximum_rules).build(std::move(paths));
}

}  // namespace questproof
