// SPDX-License-Identifier: MIT
#include "coordinator/bench_model_builder.h"

namespace questproof {
namespace {

Statement with_parts(Statement::Kind kind, std::vector<BenchModelBuilder::Part> parts) {
  Statement statement;
  statement.kind = kind;
  for (BenchModelBuilder::Part& part : parts) {
    Branch branch;
    branch.condition = std::move(part.first);
    branch.body = std::move(part.second);
    statement.branches.push_back(std::move(branch));
  }
  return statement;
}

}  // namespace

BenchModelBuilder::BenchModelBuilder(std::string name) {
  model_.name = std::move(name);
  model_.variants.push_back({"the start", {}});
}

VariableId BenchModelBuilder::variable(std::string name, Value low, Value high, Value initial,
                                       VariableKind kind) {
  Variable variable;
  variable.name = std::move(name);
  variable.kind = kind;
  variable.low = low;
  variable.high = high;
  model_.variables.push_back(std::move(variable));
  model_.variants[0].values.push_back(initial);
  return VariableId{static_cast<std::uint32_t>(model_.variables.size() - 1)};
}

void BenchModelBuilder::event(std::string name, Condition guard, std::vector<Statement> body) {
  Event event;
  event.label = name;
  event.name = std::move(name);
  event.guard = std::move(guard);
  event.body = std::move(body);
  model_.events.push_back(std::move(event));
}

void BenchModelBuilder::quest(std::string name, Condition done, Condition open, Condition failed) {
  Quest quest;
  quest.name = std::move(name);
  quest.main = model_.quests.empty();
  quest.open = std::move(open);
  quest.done = std::move(done);
  quest.failed = std::move(failed);
  model_.quests.push_back(std::move(quest));
}

Statement BenchModelBuilder::assign(VariableId target, Value value) {
  Statement statement;
  statement.kind = Statement::Kind::kAssign;
  statement.target = target;
  statement.value = Term::of(value);
  return statement;
}

Statement BenchModelBuilder::add(VariableId target, Value value, Overflow overflow) {
  Statement statement;
  statement.kind = Statement::Kind::kAdd;
  statement.target = target;
  statement.value = Term::of(value);
  statement.overflow = overflow;
  return statement;
}

Statement BenchModelBuilder::subtract(VariableId target, Value value, Overflow overflow) {
  Statement statement = add(target, value, overflow);
  statement.subtract = true;
  return statement;
}

Statement BenchModelBuilder::choose(std::vector<Part> parts) {
  return with_parts(Statement::Kind::kChoose, std::move(parts));
}

Statement BenchModelBuilder::when(std::vector<Part> parts) {
  return with_parts(Statement::Kind::kIf, std::move(parts));
}

void BenchModelBuilder::variant(std::string name, Valuation values) {
  model_.variants.push_back({std::move(name), std::move(values)});
}

BranchId BenchModelBuilder::next_branch(EventId event, std::string text) {
  model_.branches.push_back({event, {}, std::move(text)});
  return BranchId{static_cast<std::uint32_t>(model_.branches.size() - 1)};
}

void BenchModelBuilder::number_branches(EventId event, std::vector<Statement>& body) {
  for (Statement& statement : body) {
    for (Branch& branch : statement.branches) {
      branch.id = next_branch(event, to_string(model_, branch.condition));
      number_branches(event, branch.body);
    }
  }
}

GameModel BenchModelBuilder::build() {
  model_.branches.clear();
  for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
    Event& event = model_.events[i];
    event.body_branch = next_branch(EventId{i}, event.name);
    number_branches(EventId{i}, event.body);
  }
  validate(model_);
  return model_;
}

}  // namespace questproof
