// SPDX-License-Identifier: MIT
#include "core/model/free_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_maze.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::ModelBuilder;

//  0 - 1 - 2    a corridor; the door is between 1 and 2
class Corridor {
 public:
  Corridor() {
    where = builder.variable("where", 0, 2);
    door = builder.variable("door", 0, 1);
    builder.model().variables[where.index].kind = VariableKind::kPosition;
  }

  EventId walk(Value from, Value to, Condition open = {}) {
    return builder.event("walk" + std::to_string(count_++),
                         Condition::all({Condition::equals(where, from), std::move(open)}),
                         {builder.assign(where, to)});
  }
  FreeMoves find() { return find_free_moves(builder.model()); }

  ModelBuilder builder;
  VariableId where, door;

 private:
  int count_ = 0;
};

TEST(FreeMovesTest, FindsPairs) {
  Corridor corridor;
  const EventId there = corridor.walk(0, 1);
  const EventId back = corridor.walk(1, 0);
  const EventId through = corridor.walk(1, 2, Condition::equals(corridor.door, 1));
  const EventId out = corridor.walk(2, 1, Condition::equals(corridor.door, 1));
  const FreeMoves moves = corridor.find();
  EXPECT_THAT(moves.events, ElementsAre(there, back, through, out));
  ASSERT_THAT(moves.walkers, SizeIs(1));
  EXPECT_EQ(moves.walkers[0].position, corridor.where);
  ASSERT_THAT(moves.walkers[0].passages, SizeIs(2));
  EXPECT_EQ(moves.walkers[0].passages[0].from, 0);
  EXPECT_EQ(moves.walkers[0].passages[0].to, 1);
  EXPECT_EQ(moves.walkers[0].passages[0].condition, Condition::always());
  EXPECT_THAT(moves.walkers[0].passages[1].events, ElementsAre(through, out));
  EXPECT_TRUE(moves.is_move(back));
}

TEST(FreeMovesTest, ConditionsMayBeWrittenDifferently) {
  Corridor corridor;
  corridor.walk(1, 2, Condition::equals(corridor.door, 1));
  corridor.walk(2, 1,
                Condition::negation(
                    Condition::compare(Term::of(0), Comparison::kEqual, Term::of(corridor.door))));
  EXPECT_THAT(corridor.find().events, SizeIs(2));
}

TEST(FreeMovesTest, WithoutAWayBackItIsNoMove) {
  Corridor corridor;
  corridor.walk(0, 1);
  EXPECT_TRUE(corridor.find().empty());
  corridor.walk(1, 0, Condition::equals(corridor.door, 1));  // not always
  EXPECT_TRUE(corridor.find().empty());
  corridor.walk(0, 1, Condition::equals(corridor.door, 1));  // but this one is
  EXPECT_THAT(corridor.find().events, SizeIs(2));
}

TEST(FreeMovesTest, AMoveChangesNothingElse) {
  Corridor corridor;
  ModelBuilder& builder = corridor.builder;
  builder.event("slam", Condition::equals(corridor.where, 0),
                {builder.assign(corridor.where, 1), builder.assign(corridor.door, 0)});
  corridor.walk(1, 0);
  EXPECT_TRUE(corridor.find().empty());
}

TEST(FreeMovesTest, ConditionsReadNoWalker) {
  Corridor corridor;
  ModelBuilder& builder = corridor.builder;
  const VariableId lamp = builder.variable("lamp", 0, 1);
  builder.model().variables[lamp.index].kind = VariableKind::kPosition;
  builder.event("on", Condition::equals(lamp, 0), {builder.assign(lamp, 1)});
  builder.event("off", Condition::equals(lamp, 1), {builder.assign(lamp, 0)});
  corridor.walk(0, 1, Condition::equals(lamp, 1));
  corridor.walk(1, 0, Condition::equals(lamp, 1));
  // Two positions each: the first variable it is. With three it is the one with more.
  EXPECT_EQ(corridor.find().walkers[0].position, corridor.where);
  EXPECT_THAT(corridor.find().walkers, SizeIs(1));
}

TEST(FreeMovesTest, SeveralWalkers) {
  Corridor corridor;
  ModelBuilder& builder = corridor.builder;
  const VariableId other = builder.variable("other", 4, 6);
  builder.model().variables[other.index].kind = VariableKind::kPosition;
  builder.event("up", Condition::equals(other, 4), {builder.assign(other, 6)});
  builder.event("down", Condition::equals(other, 6), {builder.assign(other, 4)});
  corridor.walk(0, 1);
  corridor.walk(1, 0);
  const FreeMoves moves = corridor.find();
  ASSERT_THAT(moves.walkers, SizeIs(2));
  EXPECT_EQ(moves.walkers[1].passages[0].to, 6);
}

TEST(FreeMovesTest, OtherVariablesAreNoWalkers) {
  Corridor corridor;
  corridor.walk(0, 1);
  corridor.walk(1, 0);
  corridor.builder.model().variables[0].kind = VariableKind::kScene;
  EXPECT_TRUE(corridor.find().empty());
}

TEST(FreeMovesTest, WithoutMovesNothingWalks) {
  const GameModel model = testing_support::random_maze(3);
  const FreeMoves moves = find_free_moves(model);
  const GameModel rest = without_moves(model, moves);
  EXPECT_TRUE(find_free_moves(rest).empty());
  EXPECT_EQ(rest.events.size(), model.events.size());
  for (const EventId event : moves.events) {
    EXPECT_THAT(outcomes(rest, event, rest.variants[0].values), IsEmpty());
  }
}

TEST(FreeMovesTest, NormalFormsMeanTheSame) {
  testing_support::Random random(5);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    for (const Event& event : model.events) {
      const Condition normal = normalised(model, event.guard);
      EXPECT_EQ(normalised(model, normal), normal);
      for (int i = 0; i < 10; ++i) {
        Valuation values;
        for (const Variable& v : model.variables) {
          values.push_back(static_cast<Value>(random.between(v.low, v.high)));
        }
        EXPECT_EQ(holds(model, normal, values), holds(model, event.guard, values));
      }
    }
  }
}

}  // namespace
}  // namespace questproof
