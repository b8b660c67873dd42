// SPDX-License-Identifier: MIT
#include "core/model/reduce/no_effect.h"

#include <gtest/gtest.h>

#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;

TEST(NoEffectTest, WhatTheGuardHasMadeSureOfIsNotWrittenAgain) {
  ModelBuilder builder;
  const VariableId lamp = builder.variable("LAMP", 0, 2);
  builder.event("idle", Condition::equals(lamp, 1), {builder.assign(lamp, 1)});
  builder.event("nothing", {}, {builder.assign(lamp, Term::of(lamp)), builder.add(lamp, 0)});
  builder.event("on", Condition::equals(lamp, 0), {builder.assign(lamp, 1), builder.stop()});
  const ReducedModel reduced = reduce(builder.model(), parse_reductions("no-effect-events"));
  EXPECT_TRUE(reduced.model.events[0].body.empty());
  EXPECT_TRUE(reduced.model.events[1].body.empty());
  EXPECT_EQ(reduced.model.events[2].body.size(), 1u);
  EXPECT_EQ(reduced.without_effect, (std::vector<EventId>{EventId{0}, EventId{1}}));
}

TEST(NoEffectTest, AnAssignmentAfterADifferentOneHasAnEffect) {
  ModelBuilder builder;
  const VariableId lamp = builder.variable("LAMP", 0, 2);
  const VariableId door = builder.variable("DOOR", 0, 1);
  const Branch dark = builder.branch(Condition::equals(door, 0), {builder.assign(lamp, 0)});
  builder.event("flicker", Condition::equals(lamp, 1),
                {builder.choice({dark}), builder.assign(lamp, 1)});
  const ReducedModel reduced = reduce(builder.model(), parse_reductions("no-effect-events"));
  EXPECT_EQ(reduced.model.events, builder.model().events);
  EXPECT_TRUE(reduced.without_effect.empty());
}

}  // namespace
}  // namespace questproof
