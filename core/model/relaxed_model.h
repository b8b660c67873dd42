// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// A game in which nothing is ever lost: a variable that takes another value keeps the old ones too, and
// a condition holds as soon as the values gathered so far allow it. What cannot be reached in it
// cannot be reached in the game; and how many events it needs says roughly how far a goal is.
// (Planners know it as the relaxation without delete lists: Bonet and Geffner 2001, Hoffmann and
// Nebel 2001. Ours also reads disjunctions and ranges of values.)
//
// Nodes are facts ("variable has value") and things to be fulfilled on the way. Events become operators:
// one for each path through each of their independent parts (core/model/event_parts.h). Relations
// between two variables are not looked at, and where paths are too many an operator may do anything
// that the event could.
//
// Immutable; may be shared between threads.
class RelaxedModel {
 public:
  // Nothing when it would take more than `most_nodes` nodes, or mention them more often.
  static std::optional<RelaxedModel> make(const GameModel& model, std::size_t most_nodes);

  // Everything that can be gathered from some states.
  struct Closure {
    std::vector<ValueSet> values;      // by variable
    bool may_fault = false;            // an event may end outside a domain
    std::vector<bool> may_be_done;     // by quest
    std::vector<bool> may_be_pending;  // by quest
  };
  Closure closure(const std::vector<Valuation>& starts) const;

 private:
  friend class RelaxedModelBuilder;
  friend class RelaxedPlanner;

  using Node = std::uint32_t;

  // When some node of every clause is there, all effects come.
  struct Operator {
    std::uint32_t event = 0;
    bool runs_event = false;  // false: says only that something is fulfilled
    std::vector<std::uint32_t> clauses;
    std::vector<Node> effects;
  };

  Node fact(std::size_t variable, std::int64_t value) const {
    return first_fact_[variable] + static_cast<Node>(value - lows_[variable]);
  }

  std::vector<std::int64_t> lows_;  // by variable
  std::vector<Node> first_fact_;    // by variable, and one more
  Node fault_ = 0;
  std::vector<Node> done_;                                   // by quest
  std::vector<Node> pending_;                                // by quest
  std::vector<std::vector<std::uint32_t>> clauses_of_node_;  // in which it stands
  std::size_t clause_count_ = 0;
  std::vector<Operator> operators_;
  std::vector<std::vector<std::uint32_t>> operators_of_clause_;
};

// Finds ways to one goal in the relaxed game, from one state after the other. Holds scratch memory: one
// per thread. The relaxed model must outlive it.
class RelaxedPlanner {
 public:
  enum class Goal { kDone, kPending };

  RelaxedPlanner(const RelaxedModel& model, std::size_t quest, Goal goal);

  struct Plan {
    std::uint32_t events = 0;      // different events in it
    std::vector<EventId> helpful;  // those of them that it begins with, ascending
  };

  // Nothing when there is no way in the relaxed game, and so none in the game.
  std::optional<Plan> plan(const Valuation& from);

 private:
  using Node = RelaxedModel::Node;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void reset(const Valuation& from);
  void reach(Node node, std::uint32_t cost, std::uint32_t by);
  void spread();
  Plan extract();

  const RelaxedModel& model_;
  Node goal_;
  std::vector<std::uint32_t> cost_;  // by node: events, counted again for each thing they are for
  std::vector<std::uint32_t> reached_by_;  // by node: operator, or kNone
  std::vector<Node> clause_node_;          // by clause: the cheapest node that fulfils it, or kNone
  std::vector<std::uint32_t> missing_;     // by operator: clauses that are not fulfilled
  std::vector<std::uint32_t> operator_cost_;
  std::vector<std::vector<Node>> queue_;  // by cost
};

}  // namespace questproof
