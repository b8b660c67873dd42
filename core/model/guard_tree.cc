// SPDX-License-Identifier: MIT
#include "core/model/guard_tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/model/comparison.h"

namespace questproof {
namespace {

constexpr std::int64_t kLargestDomain = 256;  // of a variable that is asked for
constexpr std::size_t kMaximumDepth = 4;
constexpr double kWorthwhileSaving = 4;         // events that asking must save on the average
constexpr std::size_t kMaximumListed = 200000;  // events in all leaves

// What is known of a condition when some variables are.
enum class Known { kNo, kMaybe, kYes };

Known known_if(bool value) { return value ? Known::kYes : Known::kNo; }

using Values = std::vector<std::optional<Value>>;  // by variable

Known evaluate(const Condition& condition, const Values& values) {
  const auto number = [&](const Term& term) -> std::optional<Value> {
    return term.is_variable ? values[term.variable.index] : std::optional<Value>(term.constant);
  };
  switch (condition.kind) {
    case Condition::Kind::kTrue: return Known::kYes;
    case Condition::Kind::kFalse: return Known::kNo;
    case Condition::Kind::kCompare: {
      const auto left = number(condition.left);
      const auto right = number(condition.right);
      if (!left || !right) return Known::kMaybe;
      return known_if(compares(*left, condition.comparison, *right));
    }
    case Condition::Kind::kNot: {
      const Known inner = evaluate(condition.parts.at(0), values);
      return inner == Known::kMaybe ? inner : known_if(inner == Known::kNo);
    }
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: break;
  }
  const bool all = condition.kind == Condition::Kind::kAll;
  Known result = known_if(all);
  for (const Condition& part : condition.parts) {
    const Known inner = evaluate(part, values);
    result = all ? std::min(result, inner) : std::max(result, inner);
  }
  return result;
}

void collect(const Condition& condition, std::set<std::uint32_t>& variables) {
  for (const Term* term : {&condition.left, &condition.right}) {
    if (condition.kind == Condition::Kind::kCompare && term->is_variable) {
      variables.insert(term->variable.index);
    }
  }
  for (const Condition& part : condition.parts) collect(part, variables);
}

class TreeBuilder {
 public:
  TreeBuilder(const GameModel& model, const StateLayout& layout, const std::vector<EventId>& events)
      : model_(model), layout_(layout), events_(events), values_(model.variables.size()) {
    mentioned_.resize(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) collect(guard(i), mentioned_[i]);
  }

  GuardTree build() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < events_.size(); ++i) all.push_back(i);
    add_node(all, 0);
    return std::move(tree_);
  }

 private:
  using List = std::vector<std::uint32_t>;

  const Condition& guard(std::size_t event) const {
    return model_.events[events_[event].index].guard;
  }

  std::uint32_t add_node(const List& candidates, std::size_t depth) {
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.emplace_back();
    const auto best = depth < kMaximumDepth ? choose(candidates) : std::nullopt;
    if (!best) {
      tree_.nodes[node].events = candidates;
      return node;
    }
    std::vector<std::uint32_t> children;
    for (const List& list : lists_by_value(candidates, *best)) {
      const auto value =
          std::int64_t{model_.variables[*best].low} + static_cast<std::int64_t>(children.size());
      values_[*best] = static_cast<Value>(value);
      children.push_back(add_node(list, depth + 1));
      values_[*best].reset();
    }
    tree_.nodes[node].field = layout_.field({*best});
    tree_.nodes[node].children = std::move(children);
    return node;
  }

  // For each value of a variable, the candidates that may hold. Leaves `values_` as it was.
  std::vector<List> lists_by_value(const List& candidates, std::uint32_t variable) {
    const Variable& info = model_.variables[variable];
    std::vector<List> lists(static_cast<std::size_t>(std::int64_t{info.high} - info.low + 1));
    for (const std::uint32_t event : candidates) {
      const bool asked = mentioned_[event].contains(variable);
      for (std::size_t v = 0; v < lists.size(); ++v) {
        if (asked) {
          values_[variable] = static_cast<Value>(info.low + static_cast<std::int64_t>(v));
          if (evaluate(guard(event), values_) == Known::kNo) continue;
        }
        lists[v].push_back(event);
      }
    }
    values_[variable].reset();
    return lists;
  }

  // The variable that leaves the fewest candidates, taken over its values alike.
  std::optional<std::uint32_t> choose(const List& candidates) {
    double fewest = static_cast<double>(candidates.size()) - kWorthwhileSaving;
    if (fewest <= 0) return std::nullopt;
    std::set<std::uint32_t> variables;
    for (const std::uint32_t event : candidates) {
      variables.insert(mentioned_[event].begin(), mentioned_[event].end());
    }
    std::optional<std::uint32_t> best;
    std::size_t best_total = 0;
    for (const std::uint32_t variable : variables) {
      const Variable& info = model_.variables[variable];
      const std::int64_t size = std::int64_t{info.high} - info.low + 1;
      if (values_[variable] || size < 2 || size > kLargestDomain) continue;
      std::size_t total = 0;
      for (const List& list : lists_by_value(candidates, variable)) total += list.size();
      const double average = static_cast<double>(total) / static_cast<double>(size);
      if (average >= fewest || listed_ + total > kMaximumListed) continue;
      fewest = average;
      best = variable;
      best_total = total;
    }
    listed_ += best_total;
    return best;
  }

  const GameModel& model_;
  const StateLayout& layout_;
  const std::vector<EventId>& events_;
  std::vector<std::set<std::uint32_t>> mentioned_;  // variables of the guards
  Values values_;                                   // that have been asked for
  std::size_t listed_ = 0;
  GuardTree tree_;
};

}  // namespace

GuardTree make_guard_tree(const GameModel& model, const StateLayout& layout,
                          const std::vector<EventId>& events) {
  return TreeBuilder(model, layout, events).build();
}

}  // namespace questproof
