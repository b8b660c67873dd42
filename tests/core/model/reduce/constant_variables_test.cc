// SPDX-License-Identifier: MIT
#include "core/model/reduce/constant_variables.h"

#include <gtest/gtest.h>

#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;

ReducedModel folded(const GameModel& model) {
  return reduce(model, parse_reductions("constant-variables"));
}

TEST(ConstantVariablesTest, DomainsShrinkToWhatIsReached) {
  ModelBuilder builder;
  const VariableId count = builder.variable("COUNT", 0, 99);
  builder.event("count", Condition::compare(Term::of(count), Comparison::kLess, Term::of(Value{3})),
                {builder.add(count, 1)});
  const ReducedModel reduced = folded(builder.model());
  EXPECT_EQ(reduced.model.variables[count.index].high, 3);
  ASSERT_EQ(reduced.notes.size(), 1u);
  EXPECT_EQ(reduced.notes[0].text, "0 .. 99 became 0 .. 3");
}

TEST(ConstantVariablesTest, WhatASwitchThatIsNeverSetGuardsGoes) {
  ModelBuilder builder;
  const VariableId magic = builder.variable("MAGIC", 0, 1);
  const VariableId door = builder.variable("DOOR", 0, 1);
  const Branch spell = builder.branch(Condition::equals(magic, 1), {builder.assign(door, 1)});
  const Branch other = builder.branch({});
  const EventId open = builder.event("open", {}, {builder.choice({spell, other})});
  const EventId fly = builder.event("fly", Condition::equals(magic, 1), {builder.assign(door, 1)});
  builder.quest("in", Condition::equals(door, 1));
  const ReducedModel reduced = folded(builder.model());
  EXPECT_EQ(reduced.model.events[fly.index].guard, Condition::never());
  EXPECT_TRUE(reduced.model.events[fly.index].body.empty());
  const auto& branches = reduced.model.events[open.index].body.at(0).branches;
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].id, other.id);
  EXPECT_TRUE(reduced.examined[spell.id.index]);  // it is known that it never runs
  EXPECT_EQ(reduced.model.quests[0].done, Condition::never());
}

TEST(ConstantVariablesTest, ADomainInWhichSomethingWrapsStays) {
  ModelBuilder builder;
  const VariableId dial = builder.variable("DIAL", 0, 9);
  builder.event("turn", {}, {builder.add(dial, 2, Overflow::kWrap)});
  EXPECT_EQ(folded(builder.model()).model.variables[dial.index].high, 9);
}

TEST(ConstantVariablesTest, ValuesInsideAnEventCount) {
  ModelBuilder builder;
  const VariableId work = builder.variable("WORK", 0, 9);
  const VariableId door = builder.variable("DOOR", 0, 1);
  const Branch seven = builder.branch(Condition::equals(work, 7), {builder.assign(door, 1)});
  builder.event("try", {},
                {builder.assign(work, 7), builder.choice({seven}), builder.assign(work, 0)});
  const ReducedModel reduced = folded(builder.model());
  EXPECT_EQ(reduced.model.variables[work.index].high, 7);
  EXPECT_EQ(reduced.model.variables[door.index].high, 1);
}

TEST(ConstantVariablesTest, ACheckThatCanNotFailGoesAndOneThatCanStays) {
  ModelBuilder builder;
  const VariableId few = builder.variable("FEW", 0, 5);
  const VariableId many = builder.variable("MANY", 0, 5);
  builder.event("few", Condition::equals(few, 0), {builder.add(few, 1, Overflow::kError)});
  builder.event("many", {}, {builder.add(many, 1, Overflow::kError)});
  const ReducedModel reduced = folded(builder.model());
  EXPECT_EQ(reduced.model.events[0].body[0].kind, Statement::Kind::kAssign);
  EXPECT_EQ(reduced.model.events[0].body[0].overflow, Overflow::kSaturate);
  EXPECT_EQ(reduced.model.events[1].body[0].overflow, Overflow::kError);
}

}  // namespace
}  // namespace questproof
