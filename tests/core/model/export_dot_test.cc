// SPDX-License-Identifier: MIT
#include "core/model/export_dot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::ModelBuilder;

//   LAMP 0 --light--> 1, --break--> 2 (from both); the quest is to have light.
GameModel lamp() {
  ModelBuilder builder;
  const VariableId lamp = builder.variable("LAMP", 0, 2);
  builder.variable("STILL", 0, 5);
  builder.event("light", Condition::equals(lamp, 0), {builder.assign(lamp, 1)});
  builder.event("break", {}, {builder.assign(lamp, 2)});
  builder.quest("see", Condition::equals(lamp, 1));
  return builder.model();
}

TEST(ExportDotTest, StatesWithWhatTheyMeanForTheQuest) {
  const std::string text = states_to_dot(lamp(), 3);
  EXPECT_THAT(text, HasSubstr("s0 [label=\"LAMP = 0\", fillcolor=white, peripheries=2]"));
  EXPECT_THAT(text, HasSubstr("s1 [label=\"LAMP = 1\", fillcolor=palegreen]"));
  EXPECT_THAT(text, HasSubstr("s2 [label=\"LAMP = 2\", fillcolor=lightcoral]"));
  EXPECT_THAT(text, HasSubstr("s0 -> s1 [label=\"light\"]"));
  EXPECT_THAT(text, HasSubstr("s0 -> s2 [label=\"break\"]"));
  EXPECT_THAT(text, Not(HasSubstr("s2 -> s2")));
}

TEST(ExportDotTest, TooManyStatesAreAnErrorThatSaysSo) {
  EXPECT_THROW(states_to_dot(lamp(), 2), Error);
}

TEST(ExportDotTest, StructureSaysWhoReadsAndWritesWhat) {
  const std::string text = structure_to_dot(lamp());
  EXPECT_THAT(text, HasSubstr("v0 -> e0 [style=dashed]"));
  EXPECT_THAT(text, HasSubstr("e0 -> v0;"));
  EXPECT_THAT(text, HasSubstr("e1 -> v0;"));
  EXPECT_THAT(text, Not(HasSubstr("v0 -> e1")));
  EXPECT_THAT(text, HasSubstr("v1 [label=\"STILL\""));
}

}  // namespace
}  // namespace questproof
