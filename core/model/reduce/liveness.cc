// SPDX-License-Identifier: MIT
#include "core/model/reduce/liveness.h"

namespace questproof {

Liveness::Liveness(const GameModel& model, const Phase& phase) : model_(model), phase_(phase) {
  start();
  for (bool again = true; again;) {
    again = false;
    for (std::size_t event = model.events.size(); event-- > 0;) {
      const Point body{&model.events[event].body, 0, nullptr};
      for (const std::size_t location : phase.enabled(event)) {
        const VariableSet live = ahead(body, location).live;
        if (live_[location].insert_all(live)) again = true;
      }
      forget();
    }
  }
}

void Liveness::start() {
  for (std::size_t location = 0; location < phase_.location_count(); ++location) {
    const ValueState state = phase_.at(location);
    VariableSet live(model_.variables.size());
    for (const VariableId variable : phase_.variables()) live.insert(variable);
    for (const Quest& quest : model_.quests) {
      live.insert_reads(simplified(state, quest.done));
      live.insert_reads(
          simplified(state, Condition::all({quest.open, Condition::negation(quest.done),
                                            Condition::negation(quest.failed)})));
    }
    live_.push_back(std::move(live));
  }
  for (std::size_t event = 0; event < model_.events.size(); ++event) {
    for (const std::size_t location : phase_.enabled(event)) {
      live_[location].insert_reads(simplified(phase_.at(location), model_.events[event].guard));
    }
  }
}

const Liveness::Ahead& Liveness::ahead(const Point& point, std::size_t location) {
  const Key key{point.list, point.next, location};
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Ahead result = compute(point, location);
  return known_.emplace(key, std::move(result)).first->second;
}

Liveness::Ahead Liveness::exit(std::size_t location) const {
  Ahead result{live_[location], std::vector<bool>(live_.size(), false)};
  result.exits[location] = true;
  return result;
}

void Liveness::join(Ahead& ahead, const Ahead& other) const {
  ahead.live.insert_all(other.live);
  for (std::size_t i = 0; i < other.exits.size(); ++i) {
    if (other.exits[i]) ahead.exits[i] = true;
  }
}

Liveness::Ahead Liveness::compute(const Point& point, std::size_t location) {
  if (point.next == point.list->size()) {
    return point.after == nullptr ? exit(location) : ahead(*point.after, location);
  }
  const Statement& statement = (*point.list)[point.next];
  const Point after{point.list, point.next + 1, point.after};
  if (statement.kind == Statement::Kind::kStop) return exit(location);
  if (!is_write(statement)) return compute_choice(statement, after, location);

  if (phase_.contains(statement.target)) {
    const auto moved = phase_.after(location, statement);
    return moved ? ahead(after, *moved) : exit(location);  // nowhere: always a fault
  }
  Ahead result = ahead(after, location);
  const bool fault = may_be_fault(model_, statement);
  if (!fault && !result.live.contains(statement.target)) return result;
  if (statement.kind == Statement::Kind::kAssign) {
    result.live.erase(statement.target);
  } else {
    result.live.insert(statement.target);
  }
  result.live.insert_read(statement.value);
  return result;
}

Liveness::Ahead Liveness::compute_choice(const Statement& statement, const Point& after,
                                         std::size_t location) {
  const bool first_only = statement.kind == Statement::Kind::kIf;
  const ValueState here = phase_.at(location);
  ValueState none = here;
  Ahead result{VariableSet(model_.variables.size()), std::vector<bool>(live_.size(), false)};
  for (const Branch& branch : statement.branches) {
    const Condition condition = simplified(first_only ? none : here, branch.condition);
    if (condition.kind == Condition::Kind::kFalse) continue;
    result.live.insert_reads(condition);
    const Point inside{&branch.body, 0, &after};
    join(result, ahead(inside, location));
    none.assume_not(branch.condition);
  }
  if (none.possible()) join(result, ahead(after, location));
  return result;
}

}  // namespace questproof
