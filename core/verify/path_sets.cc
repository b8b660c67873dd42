// SPDX-License-Identifier: MIT
#include "core/verify/path_sets.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/model/comparison.h"

namespace questproof {
namespace {

using Node = PlainDiagrams::Node;

// Of values of two variables that one statement or comparison uses.
constexpr std::int64_t kMostPairs = 10'000'000;

using Group = std::set<std::uint32_t>;  // variables that something uses together

void collect(const Term& term, Group& group) {
  if (term.is_variable) group.insert(term.variable.index);
}

void collect(const Condition& condition, Group& group) {
  if (condition.kind == Condition::Kind::kCompare) {
    collect(condition.left, group);
    collect(condition.right, group);
  }
  for (const Condition& part : condition.parts) collect(part, group);
}

void collect(const std::vector<Statement>& body, Group& group) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
      group.insert(statement.target.index);
      collect(statement.value, group);
    }
    for (const Branch& branch : statement.branches) {
      collect(branch.condition, group);
      collect(branch.body, group);
    }
  }
}

std::vector<std::vector<std::uint32_t>> groups_of(const GameModel& model) {
  std::vector<std::vector<std::uint32_t>> result;
  for (const Event& event : model.events) {
    Group group;
    collect(event.guard, group);
    collect(event.body, group);
    result.emplace_back(group.begin(), group.end());
  }
  return result;
}

// How far apart the variables of the groups lie, all in all.
double total_span(const std::vector<std::vector<std::uint32_t>>& groups,
                  const std::vector<std::uint32_t>& place) {
  double sum = 0;
  for (const auto& group : groups) {
    if (group.empty()) continue;
    const auto [low, high] =
        std::minmax_element(group.begin(), group.end(),
                            [&](std::uint32_t a, std::uint32_t b) { return place[a] < place[b]; });
    sum += place[*high] - place[*low];
  }
  return sum;
}

// Every variable moves to the mean of the middles of its groups.
std::vector<std::uint32_t> pulled_together(const std::vector<std::vector<std::uint32_t>>& groups,
                                           const std::vector<std::uint32_t>& place) {
  std::vector<double> sum(place.size(), 0);
  std::vector<double> count(place.size(), 0);
  for (const auto& group : groups) {
    double middle = 0;
    for (const std::uint32_t variable : group) middle += place[variable];
    for (const std::uint32_t variable : group) {
      sum[variable] += middle / static_cast<double>(group.size());
      count[variable] += 1;
    }
  }
  std::vector<std::uint32_t> order(place.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto wish = [&](std::uint32_t variable) {
    return count[variable] > 0 ? sum[variable] / count[variable] : double(place[variable]);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(wish(a), place[a]) < std::pair(wish(b), place[b]);
  });
  std::vector<std::uint32_t> result(place.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) result[order[at]] = at;
  return result;
}

// Those that more than one event in eight uses go to the top, and the others keep their order.
std::vector<std::uint32_t> with_hubs_on_top(const std::vector<std::vector<std::uint32_t>>& groups,
                                            const std::vector<std::uint32_t>& place) {
  std::vector<std::size_t> uses(place.size(), 0);
  for (const auto& group : groups) {
    for (const std::uint32_t variable : group) ++uses[variable];
  }
  std::vector<std::uint32_t> order(place.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto rank = [&](std::uint32_t variable) {
      return std::pair(8 * uses[variable] <= groups.size(), place[variable]);
    };
    return rank(a) < rank(b);
  });
  std::vector<std::uint32_t> result(place.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) result[order[at]] = at;
  return result;
}

// Where a result lands, or nothing when that is a fault.
std::optional<std::int64_t> landed(const Variable& target, Overflow overflow, std::int64_t value) {
  if (value >= target.low && value <= target.high) return value;
  const std::int64_t size = std::int64_t{target.high} - target.low + 1;
  switch (overflow) {
    case Overflow::kSaturate: return value < target.low ? target.low : target.high;
    case Overflow::kWrap: {
      const std::int64_t over = (value - target.low) % size;
      return target.low + (over < 0 ? over + size : over);
    }
    case Overflow::kError: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

DiagramLayout::DiagramLayout(const GameModel& model, bool hubs_on_top) {
  constexpr int kRounds = 100;
  const auto groups = groups_of(model);
  std::vector<std::uint32_t> place(model.variables.size());
  std::iota(place.begin(), place.end(), 0U);
  level_ = place;
  double best = total_span(groups, place);
  for (int round = 0; round < kRounds; ++round) {
    place = pulled_together(groups, place);
    const double span = total_span(groups, place);
    if (span >= best) continue;
    best = span;
    level_ = place;
  }
  if (hubs_on_top) level_ = with_hubs_on_top(groups, level_);
  sizes_.resize(level_.size());
  for (std::size_t v = 0; v < level_.size(); ++v) {
    const Variable& variable = model.variables[v];
    sizes_[level_[v]] = static_cast<std::uint32_t>(std::int64_t{variable.high} - variable.low + 1);
  }
}

std::vector<std::uint32_t> DiagramLayout::packed(const GameModel& model,
                                                 const Valuation& values) const {
  std::vector<std::uint32_t> result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    result[level_[v]] =
        static_cast<std::uint32_t>(std::int64_t{values[v]} - model.variables[v].low);
  }
  return result;
}

PathSets::PathSets(const GameModel& model, const DiagramLayout& layout, std::size_t most_nodes)
    : model_(model),
      layout_(layout),
      diagrams_(static_cast<std::uint32_t>(model.variables.size()), most_nodes),
      everything_(diagrams_.all(layout.sizes())) {}

bool PathSets::find_paths(std::size_t most) {
  most_ = most;
  for (const Event& event : model_.events) {
    const Node enabled = where(everything_, event.guard);
    if (enabled == PlainDiagrams::kNothing) continue;
    EventRun path;
    path.steps.push_back({.condition = &event.guard});
    walk({{&event.body, 0}}, std::move(path), enabled);
    if (paths_.size() > most_) return false;
  }
  return true;
}

// `set`: the valuations in which the path so far can end.
void PathSets::walk(std::vector<Rest> rest, EventRun path, Node set) {
  while (!rest.empty() && rest.back().next == rest.back().body->size()) rest.pop_back();
  if (set == PlainDiagrams::kNothing || paths_.size() > most_) return;
  if (rest.empty()) {
    add_path(std::move(path));
    return;
  }
  const Statement& statement = (*rest.back().body)[rest.back().next++];
  switch (statement.kind) {
    case Statement::Kind::kAssign:
    case Statement::Kind::kAdd:
      walk_write(statement, std::move(rest), std::move(path), set);
      return;
    case Statement::Kind::kStop: add_path(std::move(path)); return;
    case Statement::Kind::kIf:
    case Statement::Kind::kChoose: walk_branches(statement, rest, path, set); return;
  }
}

// An `if` enters the first branch whose condition holds, a choice any of them; where none does, neither
// does anything.
void PathSets::walk_branches(const Statement& statement, const std::vector<Rest>& rest,
                             const EventRun& path, Node set) {
  EventRun none = path;
  Node nowhere = set;
  for (const Branch& branch : statement.branches) {
    const bool first_only = statement.kind == Statement::Kind::kIf;
    EventRun inside = first_only ? none : path;
    inside.steps.push_back({.condition = &branch.condition});
    std::vector<Rest> deeper = rest;
    deeper.push_back({&branch.body, 0});
    walk(std::move(deeper), std::move(inside), where(first_only ? nowhere : set, branch.condition));
    none.steps.push_back({.condition = &branch.condition, .negated = true});
    nowhere = diagrams_.subtract(nowhere, where(nowhere, branch.condition));
  }
  walk(rest, std::move(none), nowhere);
}

void PathSets::walk_write(const Statement& statement, std::vector<Rest> rest, EventRun path,
                          Node set) {
  const Written relations = written(statement);
  if (diagrams_.image(set, relations.fails) != PlainDiagrams::kNothing) {
    EventRun fault = path;
    fault.steps.push_back({.relation = relations.fails});
    fault.is_fault = true;
    add_path(std::move(fault));
  }
  path.steps.push_back({.relation = relations.lands});
  if (std::find(path.written.begin(), path.written.end(), statement.target) == path.written.end()) {
    path.written.push_back(statement.target);
  }
  walk(std::move(rest), std::move(path), diagrams_.image(set, relations.lands));
}

void PathSets::add_path(EventRun path) {
  Group group;
  for (const EventRun::Step& step : path.steps) {
    if (step.condition != nullptr) collect(*step.condition, group);
  }
  path.top = diagrams_.level(PlainDiagrams::kEverything);
  for (const std::uint32_t variable : group) {
    path.top = std::min(path.top, layout_.level(VariableId{variable}));
  }
  for (const EventRun::Step& step : path.steps) {
    if (step.condition == nullptr) path.top = std::min(path.top, diagrams_.level(step.relation));
  }
  paths_.push_back(std::move(path));
}

template <typename Outcome>
Node PathSets::relation(const Term& target, const Term& other, const Outcome& outcome) {
  using Edge = PlainDiagrams::Edge;
  const Variable& mine = model_.variables[target.variable.index];
  const std::uint32_t level = layout_.level(target.variable);
  const auto mine_at = [&](std::int64_t value) {
    return static_cast<std::uint32_t>(value - mine.low);
  };
  const bool alone = !other.is_variable || other.variable == target.variable;
  std::vector<Edge> edges;
  if (alone) {
    for (std::int64_t value = mine.low; value <= mine.high; ++value) {
      const auto result = outcome(value, other.is_variable ? value : other.constant);
      if (result) edges.push_back({mine_at(value), mine_at(*result), PlainDiagrams::kEverything});
    }
    return diagrams_.make(level, std::move(edges));
  }
  const Variable& theirs = model_.variables[other.variable.index];
  const auto pairs =
      (std::int64_t{mine.high} - mine.low + 1) * (std::int64_t{theirs.high} - theirs.low + 1);
  if (pairs > kMostPairs) throw PlainDiagrams::Full{};
  const std::uint32_t other_level = layout_.level(other.variable);
  const auto theirs_at = [&](std::int64_t value) {
    return static_cast<std::uint32_t>(value - theirs.low);
  };
  if (other_level < level) {
    for (std::int64_t value = theirs.low; value <= theirs.high; ++value) {
      std::vector<Edge> below;
      for (std::int64_t old = mine.low; old <= mine.high; ++old) {
        const auto result = outcome(old, value);
        if (result) below.push_back({mine_at(old), mine_at(*result), PlainDiagrams::kEverything});
      }
      edges.push_back(
          {theirs_at(value), theirs_at(value), diagrams_.make(level, std::move(below))});
    }
    return diagrams_.make(other_level, std::move(edges));
  }
  for (std::int64_t old = mine.low; old <= mine.high; ++old) {
    std::map<std::int64_t, std::vector<Edge>> below;  // by result
    for (std::int64_t value = theirs.low; value <= theirs.high; ++value) {
      const auto result = outcome(old, value);
      if (!result) continue;
      below[*result].push_back({theirs_at(value), theirs_at(value), PlainDiagrams::kEverything});
    }
    for (auto& [result, list] : below) {
      edges.push_back(
          {mine_at(old), mine_at(result), diagrams_.make(other_level, std::move(list))});
    }
  }
  return diagrams_.make(level, std::move(edges));
}

PathSets::Written PathSets::written(const Statement& statement) {
  const Variable& target = model_.variables[statement.target.index];
  const auto result = [&](std::int64_t old, std::int64_t value) -> std::int64_t {
    if (statement.kind == Statement::Kind::kAssign) return value;
    return statement.subtract ? old - value : old + value;
  };
  const auto lands = [&](std::int64_t old, std::int64_t value) {
    return landed(target, statement.overflow, result(old, value));
  };
  const auto fails = [&](std::int64_t old, std::int64_t value) -> std::optional<std::int64_t> {
    if (lands(old, value)) return std::nullopt;
    return old;
  };
  const Term mine = Term::of(statement.target);
  return {relation(mine, statement.value, lands), relation(mine, statement.value, fails)};
}

Node PathSets::compared(const Condition& condition) {
  const auto keeps = [&](std::int64_t left, std::int64_t right) -> std::optional<std::int64_t> {
    if (compares(left, condition.comparison, right)) return left;
    return std::nullopt;
  };
  if (condition.left.is_variable) return relation(condition.left, condition.right, keeps);
  if (condition.right.is_variable) {
    const auto turned = [&](std::int64_t right, std::int64_t left) -> std::optional<std::int64_t> {
      if (compares(left, condition.comparison, right)) return right;
      return std::nullopt;
    };
    return relation(condition.right, condition.left, turned);
  }
  return compares(condition.left.constant, condition.comparison, condition.right.constant)
             ? PlainDiagrams::kEverything
             : PlainDiagrams::kNothing;
}

Node PathSets::where(Node set, const Condition& condition) {
  if (set == PlainDiagrams::kNothing) return set;
  switch (condition.kind) {
    case Condition::Kind::kTrue: return set;
    case Condition::Kind::kFalse: return PlainDiagrams::kNothing;
    case Condition::Kind::kCompare: {
      const auto [place, fresh] = compared_.try_emplace(&condition, PlainDiagrams::kNothing);
      if (fresh) place->second = compared(condition);
      return diagrams_.image(set, place->second);
    }
    case Condition::Kind::kAll:
      for (const Condition& part : condition.parts) set = where(set, part);
      return set;
    case Condition::Kind::kAny: {
      Node result = PlainDiagrams::kNothing;
      for (const Condition& part : condition.parts) {
        result = diagrams_.unite(result, where(set, part));
      }
      return result;
    }
    case Condition::Kind::kNot: return diagrams_.subtract(set, where(set, condition.parts.at(0)));
  }
  return PlainDiagrams::kNothing;
}

Node PathSets::step(Node set, const EventRun::Step& step, bool forward) {
  if (step.condition == nullptr) {
    return forward ? diagrams_.image(set, step.relation) : diagrams_.preimage(set, step.relation);
  }
  const Node holds = where(set, *step.condition);
  return step.negated ? diagrams_.subtract(set, holds) : holds;
}

Node PathSets::image(Node set, const EventRun& path) {
  for (const EventRun::Step& one : path.steps) set = step(set, one, true);
  return set;
}

Node PathSets::preimage(Node set, const EventRun& path) {
  for (auto one = path.steps.rbegin(); one != path.steps.rend(); ++one) {
    set = step(set, *one, false);
  }
  return set;
}

// Where every variable that is written has afterwards the value from before, one value after the other.
Node PathSets::unchanged(const EventRun& path) {
  Node result = preimage(everything_, path);
  for (const VariableId variable : path.written) {
    const Variable& info = model_.variables[variable.index];
    Node same = PlainDiagrams::kNothing;
    for (std::int64_t value = info.low; value <= info.high; ++value) {
      const Node equal = compared(Condition::equals(variable, static_cast<Value>(value)));
      const Node before = preimage(diagrams_.image(everything_, equal), path);
      same = diagrams_.unite(same, diagrams_.image(before, equal));
    }
    result = diagrams_.intersect(result, same);
  }
  return result;
}

std::vector<std::vector<const EventRun*>> PathSets::paths_by_top() const {
  std::vector<std::vector<const EventRun*>> result(layout_.sizes().size());
  for (const EventRun& path : paths_) {
    // A path that neither reads nor writes anything leads nowhere else.
    if (!path.is_fault && path.top < result.size()) result[path.top].push_back(&path);
  }
  return result;
}

Node PathSets::forward_closure(Node set, const std::function<void()>& tick) {
  Closing closing{tick, paths_by_top(), {}};
  return close(set, kForward, closing);
}

Node PathSets::backward_closure(Node set, Node inside, const std::function<void()>& tick) {
  if (set == PlainDiagrams::kNothing) return set;
  Closing closing{tick, paths_by_top(), {}};
  return close(set, inside, closing);
}

// `set` and `inside` begin at the same level, and so do the closed ones: those paths are carried out that
// begin there or below.
Node PathSets::close(Node set, Node inside, Closing& closing) {
  if (set <= PlainDiagrams::kEverything || set == inside) return set;
  const std::uint64_t key = std::uint64_t{set} << 32 | inside;
  const auto known = closing.closed.find(key);
  if (known != closing.closed.end()) return known->second;
  const std::uint32_t level = diagrams_.level(set);
  Node result = close_below(set, inside, closing);
  for (Node before = PlainDiagrams::kNothing; before != result;) {
    before = result;
    for (const EventRun* path : closing.paths[level]) {
      closing.tick();
      const Node more = inside == kForward ? image(result, *path)
                                           : diagrams_.intersect(inside, preimage(result, *path));
      result = close_below(diagrams_.unite(result, more), inside, closing);
    }
  }
  closing.closed.emplace(key, result);
  return result;
}

Node PathSets::close_below(Node set, Node inside, Closing& closing) {
  std::vector<PlainDiagrams::Edge> edges = diagrams_.edges_of(set);
  for (PlainDiagrams::Edge& edge : edges) {
    const Node child = inside == kForward ? kForward : diagrams_.child_of(inside, edge.from);
    edge.child = close(edge.child, child, closing);
  }
  return diagrams_.make(diagrams_.level(set), std::move(edges));
}

}  // namespace questproof
