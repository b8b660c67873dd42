// SPDX-License-Identifier: MIT
#include "core/argue/argue.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/model/naive_evaluator.h"
#include "core/model/projection.h"
#include "core/model/undo_check.h"
#include "core/verify/argument_check.h"
#include "core/verify/plain_search.h"
#include "core/verify/projection_check.h"
#include "tests/support/model_builder.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_adventure;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;

bool is_pending(const GameModel& model, const Quest& quest, const Valuation& values) {
  return holds(model, quest.open, values) && !holds(model, quest.done, values) &&
         !holds(model, quest.failed, values);
}

// Each step is one that the naive evaluator can take, and leads to the state that the trace says.
void expect_real(const GameModel& model, const CompiledModel& compiled, const Trace& trace,
                 Valuation& last) {
  const std::size_t words = compiled.word_count();
  ASSERT_EQ(trace.states.size(), (trace.steps.size() + 1) * words);
  last = model.variants.at(trace.variant).values;
  for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
    if (i > 0) {
      const Valuation wanted =
          compiled.layout().unpack(StateView(trace.states).subspan(i * words, words));
      bool found = false;
      for (const Outcome& outcome : outcomes(model, trace.steps[i - 1].event, last)) {
        found = found || (!outcome.fault && outcome.branches == trace.steps[i - 1].branches &&
                          outcome.values == wanted);
      }
      ASSERT_TRUE(found) << "step " << i;
      last = wanted;
    }
  }
}

void expect_excluded(const GameModel& model, const Argument& argument, std::size_t q) {
  if (argument.quests[q].kept.empty()) {
    EXPECT_EQ(fault_of_exclusion(model, argument.bounds, model.quests[q].done), "");
    return;
  }
  std::vector<bool> kept(model.variables.size(), false);
  for (const VariableId variable : argument.quests[q].kept) kept[variable.index] = true;
  const GameModel projection = projected(model, q, kept);
  EXPECT_EQ(fault_of_projection(model, q, projection, kept), "");
  EXPECT_EQ(plain_search(projection, {}).quests[0].done_states, 0U);
}

// All that an argument says, against what is true.
void expect_true(const GameModel& model, std::map<Ground, int>& grounds) {
  const auto truth = oracle::explore(model, {.state_limit = 100'000});
  ASSERT_TRUE(truth.has_value());
  const CompiledModel compiled(model);
  const Argument argument = argue(compiled, {});
  ASSERT_EQ(argument.quests.size(), model.quests.size());
  ASSERT_FALSE(argument.bounds.empty());
  for (const Valuation& values : truth->reachable) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      ASSERT_TRUE(argument.bounds[v].contains(values[v]));
    }
  }
  EXPECT_TRUE(argument.may_fault || truth->faults.empty());
  if (!argument.may_fault) {
    EXPECT_EQ(fault_of_bounds(model, argument.bounds), "");
  }
  for (std::size_t q = 0; q < model.quests.size(); ++q) {
    const QuestArgument& found = argument.quests[q];
    const Quest& quest = model.quests[q];
    ++grounds[found.ground];
    if (found.ground == Ground::kNone) {
      EXPECT_EQ(found.verdict, Verdict::kUnknown);
      EXPECT_NE(found.obstacle, "");
      EXPECT_TRUE(found.ways.empty());
      continue;
    }
    EXPECT_TRUE(truth->faults.empty());
    EXPECT_EQ(found.obstacle, "");
    EXPECT_EQ(found.verdict, truth->quests[q].blocked == 0 ? Verdict::kProved : Verdict::kRefuted);
    for (const Trace& way : found.ways) {
      Valuation last;
      expect_real(model, compiled, way, last);
      EXPECT_TRUE(found.ground == Ground::kWayBack ? holds(model, quest.done, last)
                                                   : is_pending(model, quest, last));
    }
    if (found.ground == Ground::kWayBack) {
      EXPECT_TRUE(argument.undoable);
      EXPECT_TRUE(check_undoable(model).undoable);
      EXPECT_EQ(found.ways.size(), model.variants.size());
    } else if (found.ground == Ground::kOutOfReach) {
      EXPECT_EQ(found.ways.size(), 1U);
      expect_excluded(model, argument, q);
    } else {
      EXPECT_TRUE(found.ways.empty());
      EXPECT_EQ(truth->quests[q].pending, 0U);
    }
  }
}

// With one start every quest is decided. From several starts different things may be in reach.
TEST(ArgueTest, LevelsAreDecidedAsTheOracleDoes) {
  std::map<Ground, int> one_start, several;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomLevelOptions options;
    options.variants = 1 + static_cast<int>(seed % 3);
    const GameModel model = random_level(seed, options);
    expect_true(model, options.variants == 1 ? one_start : several);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
  EXPECT_EQ(one_start[Ground::kNone], 0);
  EXPECT_GT(one_start[Ground::kWayBack], 100);
  EXPECT_GT(one_start[Ground::kOutOfReach], 50);
  EXPECT_GT(several[Ground::kWayBack], 100);
  EXPECT_GT(several[Ground::kOutOfReach], 50);
}

TEST(ArgueTest, LevelsWithOneWayEventsAreNotDecidedWrongly) {
  std::map<Ground, int> grounds;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomLevelOptions options;
    options.one_way = 1;
    const GameModel model = random_level(seed, options);
    expect_true(model, grounds);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
  EXPECT_GT(grounds[Ground::kNone], 300);
  EXPECT_GT(grounds[Ground::kOutOfReach], 30);
}

TEST(ArgueTest, OtherGamesAreNotDecidedWrongly) {
  std::map<Ground, int> grounds;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomModelOptions options;
    options.maximum_states = 500;
    options.faults = seed % 4 == 0;
    const GameModel model =
        seed % 4 == 3 ? random_adventure(seed, 500) : random_model(seed, options);
    expect_true(model, grounds);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
  EXPECT_GT(grounds[Ground::kOutOfReach], 5);
  EXPECT_GT(grounds[Ground::kNeverOpen], 5);
}

// Each door opens only while the one before is open, and pressing again would close it: 60 presses
// lead to the last, among 2^60 states.
TEST(ArgueTest, FindsALongWayAmongVeryManyStates) {
  constexpr int kDoors = 60;
  ModelBuilder builder;
  std::vector<VariableId> doors;
  for (int i = 0; i < kDoors; ++i) {
    doors.push_back(builder.variable("DOOR" + std::to_string(i), 0, 1));
    builder.event(
        "press" + std::to_string(i),
        i == 0 ? Condition{} : Condition::equals(doors[static_cast<std::size_t>(i - 1)], 1),
        {builder.add(doors.back(), 1, Overflow::kWrap)});
  }
  builder.quest("last", Condition::equals(doors.back(), 1));
  const CompiledModel compiled(builder.model());
  const Argument argument = argue(compiled, {.most_states = 1000});
  ASSERT_EQ(argument.quests[0].ground, Ground::kWayBack);
  EXPECT_EQ(argument.quests[0].ways[0].steps.size(), 60U);
  EXPECT_EQ(check_undoable(builder.model()).undoable, true);
}

TEST(ArgueTest, NamesWhatCannotBeUndone) {
  ModelBuilder builder;
  const VariableId bridge = builder.variable("BRIDGE", 0, 1);
  builder.event("stay", {}, {});
  builder.event("burn", {}, {builder.assign(bridge, 1)});
  builder.quest("burnt", Condition::equals(bridge, 1));
  const Argument argument = argue(CompiledModel(builder.model()), {});
  EXPECT_FALSE(argument.undoable);
  ASSERT_TRUE(argument.one_way.has_value());
  EXPECT_EQ(argument.one_way->index, 1U);
  EXPECT_EQ(argument.quests[0].ground, Ground::kNone);
  EXPECT_NE(argument.quests[0].obstacle.find("burn"), std::string::npos);
}

// Two doors that every button turns together are never open together, when one of them is at first.
// Among fifty others, that is found by looking at few variables.
TEST(ArgueTest, ExcludesWhatCannotBeByFewVariables) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  const VariableId b = builder.variable("B", 0, 1);
  const VariableId room = builder.variable("ROOM", 0, 1);
  builder.model().variants[0].values[a.index] = 1;
  builder.event("both", {},
                {builder.add(a, 1, Overflow::kWrap), builder.add(b, 1, Overflow::kWrap)});
  for (int i = 0; i < 50; ++i) {
    const VariableId other = builder.variable("OTHER" + std::to_string(i), 0, 1);
    builder.event("press" + std::to_string(i), Condition::equals(room, i % 2),
                  {builder.add(other, 1, Overflow::kWrap)});
  }
  builder.event("there", Condition::equals(a, 1), {builder.add(room, 1, Overflow::kWrap)});
  builder.quest("both open", Condition::all({Condition::equals(a, 1), Condition::equals(b, 1)}));
  builder.quest("seen", Condition::all({Condition::equals(b, 1), Condition::equals(room, 1)}));
  const Argument argument = argue(CompiledModel(builder.model()), {.most_states = 10'000});
  EXPECT_EQ(argument.quests[0].ground, Ground::kOutOfReach);
  EXPECT_EQ(argument.quests[0].kept, (std::vector<VariableId>{a, b}));
  expect_excluded(builder.model(), argument, 0);
  EXPECT_EQ(argument.quests[1].ground, Ground::kWayBack);
}

// A way from one start says nothing about another that is cut off from it.
TEST(ArgueTest, EveryStartNeedsItsOwnWay) {
  ModelBuilder builder;
  const VariableId island = builder.variable("ISLAND", 0, 1);
  const VariableId lamp = builder.variable("LAMP", 0, 1);
  builder.event("switch", Condition::equals(island, 0), {builder.add(lamp, 1, Overflow::kWrap)});
  builder.quest("light", Condition::equals(lamp, 1));
  Variant other = builder.model().variants.front();
  other.name = "other";
  other.values[island.index] = 1;
  builder.model().variants.push_back(other);
  const Argument argument = argue(CompiledModel(builder.model()), {});
  EXPECT_TRUE(argument.undoable);
  EXPECT_EQ(argument.quests[0].ground, Ground::kNone);
}

TEST(ArgueTest, AFaultInReachDecidesNothing) {
  ModelBuilder builder;
  const VariableId count = builder.variable("COUNT", 0, 2);
  builder.event("more", {}, {builder.add(count, 1, Overflow::kError)});
  builder.event("less", {}, {builder.add(count, -1, Overflow::kError)});
  builder.quest("two", Condition::equals(count, 2));
  builder.quest("none", Condition::never());
  const Argument argument = argue(CompiledModel(builder.model()), {});
  EXPECT_TRUE(argument.may_fault);
  EXPECT_EQ(argument.quests[0].ground, Ground::kNone);
  EXPECT_EQ(argument.quests[1].ground, Ground::kNone);
}

TEST(ArgueTest, ALimitLeavesQuestsUndecided) {
  ModelBuilder builder;
  const VariableId count = builder.variable("COUNT", 0, 5000);
  builder.event("more", {}, {builder.add(count, 1, Overflow::kWrap)});
  builder.event("less", {}, {builder.add(count, -1, Overflow::kWrap)});
  builder.quest("far", Condition::equals(count, 2500));
  const CompiledModel compiled(builder.model());
  EXPECT_EQ(argue(compiled, {}).quests[0].ground, Ground::kWayBack);
  EXPECT_EQ(argue(compiled, {.most_states = 100}).quests[0].ground, Ground::kNone);
  EXPECT_EQ(argue(compiled, {.most_nodes = 100}).quests[0].ground, Ground::kNone);
}

}  // namespace
}  // namespace questproof
