// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/model/game_model.h"

namespace questproof::testing_support {

// Writes small models for tests in a few lines:
//
//   ModelBuilder builder;
//   const VariableId lamp = builder.variable("LAMP", 0, 1);
//   builder.event("switch", Condition::equals(lamp, 0), {builder.assign(lamp, 1)});
//   builder.quest("light", Condition::equals(lamp, 1));
//   validate(builder.model());
//
// All variables start at their lowest value. Branches must be made for the event that is added next.
class ModelBuilder {
 public:
  ModelBuilder() {
    model_.name = "small";
    model_.variants.push_back({"start", {}});
  }

  GameModel& model() { return model_; }

  VariableId variable(std::string name, Value low, Value high) {
    Variable variable;
    variable.name = std::move(name);
    variable.low = low;
    variable.high = high;
    model_.variables.push_back(std::move(variable));
    model_.variants.front().values.push_back(low);
    return {static_cast<std::uint32_t>(model_.variables.size() - 1)};
  }

  Statement assign(VariableId target, Value value) { return assign(target, Term::of(value)); }
  Statement assign(VariableId target, Term value, Overflow overflow = Overflow::kSaturate) {
    Statement statement;
    statement.target = target;
    statement.value = value;
    statement.overflow = overflow;
    return statement;
  }
  Statement add(VariableId target, Value value, Overflow overflow = Overflow::kSaturate) {
    Statement statement = assign(target, Term::of(value), overflow);
    statement.kind = Statement::Kind::kAdd;
    return statement;
  }
  Statement stop() {
    Statement statement;
    statement.kind = Statement::Kind::kStop;
    return statement;
  }

  Branch branch(Condition condition, std::vector<Statement> body = {}) {
    model_.branches.push_back(
        {EventId{static_cast<std::uint32_t>(model_.events.size())}, {}, "branch"});
    return {BranchId{static_cast<std::uint32_t>(model_.branches.size() - 1)}, std::move(condition),
            std::move(body)};
  }
  Statement choice(std::vector<Branch> branches, Statement::Kind kind = Statement::Kind::kIf) {
    Statement statement;
    statement.kind = kind;
    statement.branches = std::move(branches);
    return statement;
  }
  Statement choose(std::vector<Branch> branches) {
    return choice(std::move(branches), Statement::Kind::kChoose);
  }

  EventId event(std::string name, Condition guard, std::vector<Statement> body) {
    Event event;
    event.body_branch = branch({}).id;
    event.name = name;
    event.label = std::move(name);
    event.guard = std::move(guard);
    event.body = std::move(body);
    model_.events.push_back(std::move(event));
    return {static_cast<std::uint32_t>(model_.events.size() - 1)};
  }

  QuestId quest(std::string name, Condition done, Condition open = {}) {
    Quest quest;
    quest.name = std::move(name);
    quest.open = std::move(open);
    quest.done = std::move(done);
    model_.quests.push_back(std::move(quest));
    return {static_cast<std::uint32_t>(model_.quests.size() - 1)};
  }

 private:
  GameModel model_;
};

}  // namespace questproof::testing_support
