// SPDX-License-Identifier: MIT
#include "core/model/reduce/slice.h"

#include <gtest/gtest.h>

#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;

bool is_left_out(const ReducedModel& reduced, VariableId variable) {
  return reduced.model.variables[variable.index].low ==
         reduced.model.variables[variable.index].high;
}

ReducedModel unread(const GameModel& model) {
  return reduce(model, parse_reductions("unread-variables"));
}

TEST(SliceTest, AVariableThatNothingReadsIsLeftOut) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId times = builder.variable("TIMES", 0, 9);
  builder.event("open", {}, {builder.add(times, 1), builder.assign(door, 1)});
  builder.quest("in", Condition::equals(door, 1));
  const ReducedModel reduced = unread(builder.model());
  EXPECT_TRUE(is_left_out(reduced, times));
  EXPECT_FALSE(is_left_out(reduced, door));
  EXPECT_EQ(reduced.model.events[0].body.size(), 1u);
  ASSERT_EQ(reduced.notes.size(), 1u);
  EXPECT_EQ(reduced.notes[0].variable, times);
}

TEST(SliceTest, AVariableThatMayOverflowIntoAFaultStays) {
  ModelBuilder builder;
  const VariableId times = builder.variable("TIMES", 0, 9);
  builder.event("count", {}, {builder.add(times, 1, Overflow::kError)});
  EXPECT_FALSE(is_left_out(unread(builder.model()), times));
}

TEST(SliceTest, AVariableThatFlowsIntoOneThatIsReadStays) {
  ModelBuilder builder;
  const VariableId from = builder.variable("FROM", 0, 3);
  const VariableId over = builder.variable("OVER", 0, 3);
  const VariableId to = builder.variable("TO", 0, 3);
  builder.event("set", {}, {builder.assign(from, 2)});
  builder.event("move", {}, {builder.assign(over, Term::of(from))});
  builder.event("move on", {}, {builder.assign(to, Term::of(over))});
  builder.quest("two", Condition::equals(to, 2));
  EXPECT_EQ(unread(builder.model()).model, builder.model());
}

TEST(SliceTest, ConditionsOfPresentationAreNoReads) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId seen = builder.variable("SEEN", 0, 1);
  const Branch again = builder.branch(Condition::equals(seen, 1));
  const Branch closed = builder.branch(Condition::equals(door, 0));
  builder.event("look", {},
                {builder.choice({again}), builder.choice({closed}), builder.assign(seen, 1)});
  builder.event("open", {}, {builder.assign(door, 1)});
  builder.quest("in", Condition::equals(door, 1));
  const ReducedModel reduced = unread(builder.model());
  EXPECT_TRUE(is_left_out(reduced, seen));
  EXPECT_FALSE(reduced.examined[again.id.index]);
  EXPECT_TRUE(reduced.examined[closed.id.index]);  // costs nothing: DOOR matters anyway
  EXPECT_EQ(reduced.model.events[0].body.size(), 1u);
}

TEST(SliceTest, BehindAStopThatWasTakenOutNothingIsExamined) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId seen = builder.variable("SEEN", 0, 1);
  const Branch again = builder.branch(Condition::equals(seen, 1), {builder.stop()});
  const Branch closed = builder.branch(Condition::equals(door, 0));
  builder.event("look", {},
                {builder.assign(seen, 1), builder.choice({again}), builder.choice({closed})});
  builder.quest("in", Condition::equals(door, 1));
  const ReducedModel reduced = unread(builder.model());
  EXPECT_FALSE(reduced.examined[again.id.index]);
  EXPECT_FALSE(reduced.examined[closed.id.index]);
}

TEST(SliceTest, AStopBeforeSomethingThatMattersIsARead) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId seen = builder.variable("SEEN", 0, 1);
  const Branch again = builder.branch(Condition::equals(seen, 1), {builder.stop()});
  builder.event("look", {},
                {builder.choice({again}), builder.assign(seen, 1), builder.assign(door, 1)});
  builder.quest("in", Condition::equals(door, 1));
  EXPECT_FALSE(is_left_out(unread(builder.model()), seen));
}

TEST(SliceTest, AConeHoldsOnlyWhatInfluencesItsQuest) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId fish = builder.variable("FISH", 0, 5);
  const EventId open = builder.event("open", {}, {builder.assign(door, 1)});
  const EventId angle = builder.event("angle", Condition::equals(fish, 0), {builder.add(fish, 1)});
  const QuestId in = builder.quest("in", Condition::equals(door, 1));
  const QuestId dinner = builder.quest("dinner", Condition::equals(fish, 1));

  const ReducedModel first = cone(builder.model(), in, parse_reductions("none"));
  EXPECT_TRUE(is_left_out(first, fish));
  EXPECT_EQ(first.model.events[angle.index].guard, Condition::never());
  EXPECT_FALSE(first.examined[builder.model().events[angle.index].body_branch.index]);
  EXPECT_TRUE(first.examined[builder.model().events[open.index].body_branch.index]);
  ASSERT_EQ(first.model.quests.size(), 1u);
  EXPECT_EQ(first.model.quests[0].name, "in");

  const ReducedModel second = cone(builder.model(), dinner, parse_reductions("none"));
  EXPECT_TRUE(is_left_out(second, door));
  EXPECT_FALSE(is_left_out(second, fish));
}

}  // namespace
}  // namespace questproof
