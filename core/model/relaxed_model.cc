// SPDX-License-Identifier: MIT
#include "core/model/relaxed_model.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/model/event_parts.h"
#include "core/model/event_paths.h"

namespace questproof {
namespace {

constexpr std::size_t kMostPaths = 256;  // of one part
constexpr std::uint32_t kFar = 100'000;  // costs are not told apart beyond

}  // namespace

class RelaxedModelBuilder {
 public:
  RelaxedModelBuilder(const GameModel& model, std::size_t most_nodes)
      : model_(model), most_nodes_(most_nodes), finder_(bench_, kMostPaths) {
    bench_.variables = model.variables;
    bench_.events.resize(1);
  }

  std::optional<RelaxedModel> build() {
    if (!add_facts()) return std::nullopt;
    result_.fault_ = new_node();
    for (std::uint32_t e = 0; e < model_.events.size(); ++e) {
      add_event(e);
      if (too_large()) return std::nullopt;
    }
    for (const Quest& quest : model_.quests) {
      result_.done_.push_back(fulfilled(quest.done));
      result_.pending_.push_back(fulfilled(Condition::all(
          {quest.open, Condition::negation(quest.done), Condition::negation(quest.failed)})));
      if (too_large()) return std::nullopt;
    }
    result_.clauses_of_node_.resize(nodes_);
    for (std::uint32_t c = 0; c < clauses_.size(); ++c) {
      for (const Node node : clauses_[c]) result_.clauses_of_node_[node].push_back(c);
    }
    result_.clause_count_ = clauses_.size();
    result_.operators_of_clause_.resize(clauses_.size());
    for (std::uint32_t o = 0; o < result_.operators_.size(); ++o) {
      for (const std::uint32_t c : result_.operators_[o].clauses) {
        result_.operators_of_clause_[c].push_back(o);
      }
    }
    return std::move(result_);
  }

 private:
  using Node = RelaxedModel::Node;
  using Clauses = std::vector<std::uint32_t>;

  bool add_facts() {
    for (const Variable& variable : model_.variables) {
      const auto size = static_cast<std::uint64_t>(std::int64_t{variable.high} - variable.low + 1);
      if (size > most_nodes_ || nodes_ > most_nodes_ - size) return false;
      result_.lows_.push_back(variable.low);
      result_.first_fact_.push_back(nodes_);
      nodes_ += static_cast<Node>(size);
    }
    result_.first_fact_.push_back(nodes_);
    return true;
  }

  bool too_large() const { return nodes_ > most_nodes_ || mentions_ > 8 * most_nodes_; }
  Node new_node() { return nodes_++; }

  std::uint32_t clause(std::vector<Node> nodes) {
    const auto [entry, fresh] =
        clause_ids_.try_emplace(std::move(nodes), static_cast<std::uint32_t>(clauses_.size()));
    if (fresh) {
      clauses_.push_back(entry->first);
      mentions_ += entry->first.size();
    }
    return entry->second;
  }

  std::vector<Node> facts(VariableId variable, const ValueSet& set) const {
    std::vector<Node> nodes;
    for (const ValueSet::Interval& interval : set.intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        nodes.push_back(result_.fact(variable.index, value));
      }
    }
    return nodes;
  }

  Clauses clauses_of(const EventPath& path) {
    Clauses result;
    for (const auto& [variable, set] : path.sets) result.push_back(clause(facts(variable, set)));
    return result;
  }

  void add_operator(std::uint32_t event, bool runs_event, Clauses clauses,
                    std::vector<Node> effects) {
    mentions_ += 1 + clauses.size() + effects.size();
    result_.operators_.push_back({event, runs_event, std::move(clauses), std::move(effects)});
  }

  std::optional<std::vector<EventPath>> paths_of(const Condition& guard,
                                                 const std::vector<Statement>& body) {
    bench_.events[0].guard = guard;
    bench_.events[0].body = body;
    return finder_.event_paths(EventId{0});
  }

  // A node that comes as soon as the condition may hold.
  Node fulfilled(const Condition& condition) {
    const Node node = new_node();
    const auto paths = finder_.condition_paths(condition);
    if (!paths) {
      add_operator(0, false, {}, {node});
      return node;
    }
    for (const EventPath& path : *paths) add_operator(0, false, clauses_of(path), {node});
    return node;
  }

  // What must be there for the guard to hold, one conjunct after the other.
  void add_guard(const Condition& condition, Clauses& clauses) {
    if (condition.kind == Condition::Kind::kAll) {
      for (const Condition& part : condition.parts) add_guard(part, clauses);
      return;
    }
    const auto paths = finder_.condition_paths(condition);
    if (paths && paths->size() == 1) {
      const Clauses own = clauses_of(paths->front());
      clauses.insert(clauses.end(), own.begin(), own.end());
    } else {
      clauses.push_back(clause({fulfilled(condition)}));
    }
  }

  void add_event(std::uint32_t e) {
    Clauses guard;
    add_guard(model_.events[e].guard, guard);
    for (const EventPart& part : parts_of(model_.events[e], model_.variables.size())) {
      if (!part.body.empty()) add_part(e, part, guard);
      if (too_large()) return;
    }
  }

  void add_part(std::uint32_t e, const EventPart& part, const Clauses& guard) {
    const auto paths = paths_of(part.guard, part.body);
    if (!paths) {
      std::vector<Node> effects = {result_.fault_};
      for (const VariableId variable : part.variables) {
        const std::vector<Node> all = facts(variable, domain(variable));
        effects.insert(effects.end(), all.begin(), all.end());
      }
      add_operator(e, true, guard, std::move(effects));
      return;
    }
    for (const EventPath& path : *paths) {
      if (path.fault || !path.results.empty()) add_path(e, path, guard);
    }
  }

  void add_path(std::uint32_t e, const EventPath& path, Clauses clauses) {
    const Clauses own = clauses_of(path);
    clauses.insert(clauses.end(), own.begin(), own.end());
    std::sort(clauses.begin(), clauses.end());
    clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
    if (path.fault) {
      add_operator(e, true, std::move(clauses), {result_.fault_});
      return;
    }
    std::vector<Node> certain;
    for (const auto& [variable, result] : path.results) {
      switch (result.kind) {
        case SymbolicValue::Kind::kConstant:
          certain.push_back(result_.fact(variable.index, result.number));
          break;
        case SymbolicValue::Kind::kShifted: add_shifts(e, path, clauses, variable, result); break;
        case SymbolicValue::Kind::kFlipped: add_flip(e, path, clauses, variable); break;
        case SymbolicValue::Kind::kUnknown: {
          const std::vector<Node> all = facts(variable, domain(variable));
          certain.insert(certain.end(), all.begin(), all.end());
          break;
        }
      }
    }
    if (!certain.empty()) add_operator(e, true, std::move(clauses), std::move(certain));
  }

  // One operator for each value that the result may come from.
  void add_shifts(std::uint32_t e, const EventPath& path, const Clauses& clauses,
                  VariableId variable, const SymbolicValue& result) {
    const ValueSet inside = domain(variable).shifted(-result.number);
    const ValueSet origins = finder_.initial_set(path, result.origin).intersection(inside);
    for (const ValueSet::Interval& interval : origins.intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        Clauses with = clauses;
        with.push_back(clause({result_.fact(result.origin.index, value)}));
        add_operator(e, true, std::move(with),
                     {result_.fact(variable.index, value + result.number)});
        if (too_large()) return;
      }
    }
  }

  void add_flip(std::uint32_t e, const EventPath& path, const Clauses& clauses,
                VariableId variable) {
    const Variable& info = model_.variables[variable.index];
    for (const Value value : {info.low, info.high}) {
      if (!finder_.initial_set(path, variable).contains(value)) continue;
      Clauses with = clauses;
      with.push_back(clause({result_.fact(variable.index, value)}));
      const std::int64_t other = std::int64_t{info.low} + info.high - value;
      add_operator(e, true, std::move(with), {result_.fact(variable.index, other)});
    }
  }

  ValueSet domain(VariableId variable) const {
    const Variable& info = model_.variables[variable.index];
    return ValueSet::range(info.low, info.high);
  }

  const GameModel& model_;
  const std::size_t most_nodes_;
  GameModel bench_;  // the variables, and the piece of an event that is being looked at
  PathFinder finder_;
  RelaxedModel result_;
  Node nodes_ = 0;
  std::uint64_t mentions_ = 0;
  std::vector<std::vector<Node>> clauses_;
  std::map<std::vector<Node>, std::uint32_t> clause_ids_;
};

std::optional<RelaxedModel> RelaxedModel::make(const GameModel& model, std::size_t most_nodes) {
  return RelaxedModelBuilder(model, most_nodes).build();
}

RelaxedModel::Closure RelaxedModel::closure(const std::vector<Valuation>& starts) const {
  std::vector<bool> there(clauses_of_node_.size(), false);
  std::vector<bool> fulfilled(clause_count_, false);
  std::vector<std::size_t> missing;
  std::vector<Node> fresh;
  const auto come = [&](Node node) {
    if (there[node]) return;
    there[node] = true;
    fresh.push_back(node);
  };
  for (const Operator& each : operators_) {
    missing.push_back(each.clauses.size());
    if (each.clauses.empty()) std::for_each(each.effects.begin(), each.effects.end(), come);
  }
  for (const Valuation& start : starts) {
    for (std::size_t v = 0; v < start.size(); ++v) come(fact(v, start[v]));
  }
  while (!fresh.empty()) {
    const Node node = fresh.back();
    fresh.pop_back();
    for (const std::uint32_t clause : clauses_of_node_[node]) {
      if (fulfilled[clause]) continue;
      fulfilled[clause] = true;
      for (const std::uint32_t o : operators_of_clause_[clause]) {
        if (--missing[o] > 0) continue;
        std::for_each(operators_[o].effects.begin(), operators_[o].effects.end(), come);
      }
    }
  }
  Closure result;
  for (std::size_t v = 0; v < lows_.size(); ++v) {
    ValueSet values;
    for (Node node = first_fact_[v]; node < first_fact_[v + 1];) {
      Node end = node;
      while (end < first_fact_[v + 1] && there[end]) ++end;
      const std::int64_t low = lows_[v] + (node - first_fact_[v]);
      if (end > node) values = values.united(ValueSet::range(low, low + (end - node) - 1));
      node = end + 1;
    }
    result.values.push_back(std::move(values));
  }
  result.may_fault = there[fault_];
  for (const Node node : done_) result.may_be_done.push_back(there[node]);
  for (const Node node : pending_) result.may_be_pending.push_back(there[node]);
  return result;
}

// --- plans ---

RelaxedPlanner::RelaxedPlanner(const RelaxedModel& model, std::size_t quest, Goal goal)
    : model_(model),
      goal_(goal == Goal::kDone ? model.done_.at(quest) : model.pending_.at(quest)),
      cost_(model.clauses_of_node_.size()),
      reached_by_(cost_.size()),
      clause_node_(model.clause_count_),
      missing_(model.operators_.size()),
      operator_cost_(model.operators_.size()) {}

std::optional<RelaxedPlanner::Plan> RelaxedPlanner::plan(const Valuation& from) {
  reset(from);
  spread();
  if (cost_[goal_] == kNone) return std::nullopt;
  return extract();
}

void RelaxedPlanner::reset(const Valuation& from) {
  std::fill(cost_.begin(), cost_.end(), kNone);
  std::fill(reached_by_.begin(), reached_by_.end(), kNone);
  std::fill(clause_node_.begin(), clause_node_.end(), kNone);
  for (std::vector<Node>& level : queue_) level.clear();
  for (std::size_t v = 0; v < from.size(); ++v) reach(model_.fact(v, from[v]), 0, kNone);
  for (std::uint32_t o = 0; o < missing_.size(); ++o) {
    const RelaxedModel::Operator& each = model_.operators_[o];
    missing_[o] = static_cast<std::uint32_t>(each.clauses.size());
    operator_cost_[o] = each.runs_event ? 1 : 0;
    if (missing_[o] > 0) continue;
    for (const Node effect : each.effects) reach(effect, operator_cost_[o], o);
  }
}

void RelaxedPlanner::reach(Node node, std::uint32_t cost, std::uint32_t by) {
  if (cost_[node] <= cost) return;
  cost_[node] = cost;
  reached_by_[node] = by;
  if (queue_.size() <= cost) queue_.resize(cost + 1);
  queue_[cost].push_back(node);
}

// Nodes by ascending cost (Dijkstra 1959); what an operator costs is the sum over its clauses.
void RelaxedPlanner::spread() {
  for (std::uint32_t cost = 0; cost < queue_.size(); ++cost) {
    for (std::size_t i = 0; i < queue_[cost].size(); ++i) {
      const Node node = queue_[cost][i];
      if (cost_[node] != cost) continue;  // came cheaper
      if (node == goal_) return;
      for (const std::uint32_t clause : model_.clauses_of_node_[node]) {
        if (clause_node_[clause] != kNone) continue;
        clause_node_[clause] = node;
        for (const std::uint32_t o : model_.operators_of_clause_[clause]) {
          operator_cost_[o] = std::min(operator_cost_[o] + cost, kFar);
          if (--missing_[o] > 0) continue;
          for (const Node effect : model_.operators_[o].effects)
            reach(effect, operator_cost_[o], o);
        }
      }
    }
  }
}

RelaxedPlanner::Plan RelaxedPlanner::extract() {
  std::vector<Node> wanted = {goal_};
  std::vector<std::uint32_t> events;
  Plan plan;
  while (!wanted.empty()) {
    const Node node = wanted.back();
    wanted.pop_back();
    const std::uint32_t o = reached_by_[node];
    if (o == kNone) continue;
    reached_by_[node] = kNone;  // wanted once
    const RelaxedModel::Operator& each = model_.operators_[o];
    if (each.runs_event) {
      events.push_back(each.event);
      if (operator_cost_[o] == 1) plan.helpful.push_back(EventId{each.event});
    }
    for (const std::uint32_t clause : each.clauses) wanted.push_back(clause_node_[clause]);
  }
  std::sort(events.begin(), events.end());
  plan.events =
      static_cast<std::uint32_t>(std::unique(events.begin(), events.end()) - events.begin());
  std::sort(plan.helpful.begin(), plan.helpful.end());
  plan.helpful.erase(std::unique(plan.helpful.begin(), plan.helpful.end()), plan.helpful.end());
  return plan;
}

}  // namespace questproof
