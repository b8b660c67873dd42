// SPDX-License-Identifier: MIT
#include "core/verify/argument_check.h"

#include <gtest/gtest.h>

#include "core/model/relaxed_model.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_model;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

// Bounds that hold are accepted; taking any value away from them is noticed whenever a state that can
// be reached has it, and accepted only if none has.
TEST(ArgumentCheckTest, ValuesThatAreMissingAreNoticed) {
  int noticed = 0, harmless = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomModelOptions options;
    options.faults = false;
    options.maximum_states = 300;
    const GameModel model = random_model(seed, options);
    const auto relaxed = RelaxedModel::make(model, 100'000);
    ASSERT_TRUE(relaxed.has_value());
    std::vector<Valuation> starts;
    for (const Variant& variant : model.variants) starts.push_back(variant.values);
    const auto closure = relaxed->closure(starts);
    if (closure.may_fault) continue;
    ASSERT_EQ(fault_of_bounds(model, closure.values), "") << describe(model);
    const std::vector<Valuation> reachable = reachable_valuations(model, 300);
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      std::vector<ValueSet> fewer = closure.values;
      const std::int64_t gone = fewer[v].highest();
      fewer[v] = fewer[v].without(ValueSet::single(gone));
      bool needed = false;
      for (const Valuation& values : reachable) needed = needed || values[v] == gone;
      const bool accepted = fault_of_bounds(model, fewer) == "";
      ++(accepted ? harmless : noticed);
      EXPECT_FALSE(needed && accepted) << "seed " << seed << "\n" << describe(model);
    }
  }
  EXPECT_GT(noticed, 500);
}

class ArgumentCheck : public ::testing::Test {
 protected:
  ArgumentCheck() {
    door_ = builder_.variable("DOOR", 0, 1);
    room_ = builder_.variable("ROOM", 0, 3);
    builder_.event("press", Condition::equals(room_, 0), {builder_.add(door_, 1, Overflow::kWrap)});
    builder_.event("walk", Condition::equals(room_, 0), {builder_.assign(room_, 1)});
    builder_.event("fly",
                   Condition::all({Condition::equals(room_, 3), Condition::equals(door_, 1)}),
                   {builder_.assign(room_, 2)});
    bounds_ = {ValueSet::range(0, 1), ValueSet::range(0, 1)};
  }

  ModelBuilder builder_;
  VariableId door_, room_;
  std::vector<ValueSet> bounds_;
};

TEST_F(ArgumentCheck, AcceptsWhatHolds) {
  EXPECT_EQ(fault_of_bounds(builder_.model(), bounds_), "");
  bounds_[1] = ValueSet::range(0, 3);  // more than needed
  EXPECT_EQ(fault_of_bounds(builder_.model(), bounds_), "");
}

TEST_F(ArgumentCheck, RefusesBoundsThatAreNone) {
  EXPECT_NE(fault_of_bounds(builder_.model(), {}), "");
  EXPECT_NE(fault_of_bounds(builder_.model(), {ValueSet::range(0, 1)}), "");
  EXPECT_NE(fault_of_bounds(builder_.model(), {ValueSet::single(1), bounds_[1]}), "");    // start
  EXPECT_NE(fault_of_bounds(builder_.model(), {ValueSet::single(0), bounds_[1]}), "");    // press
  EXPECT_NE(fault_of_bounds(builder_.model(), {ValueSet::range(0, 2), bounds_[1]}), "");  // domain
}

TEST_F(ArgumentCheck, RefusesFaultsInside) {
  builder_.event("count", Condition::equals(room_, 1), {builder_.add(room_, 5, Overflow::kError)});
  EXPECT_NE(fault_of_bounds(builder_.model(), bounds_), "");
}

TEST_F(ArgumentCheck, SaysWhenThereIsTooMuchToTry) {
  EXPECT_EQ(fault_of_bounds(builder_.model(), bounds_, 1), std::nullopt);
  EXPECT_EQ(fault_of_exclusion(builder_.model(), bounds_, Condition::equals(room_, 2), 1),
            std::nullopt);
}

// What is wrong with one event is said, whether or not another one is too much to try.
TEST_F(ArgumentCheck, AFaultThatWasFoundCounts) {
  builder_.event("leave", {}, {builder_.assign(room_, 3)});
  const Condition either =
      Condition::any({Condition::equals(room_, 0), Condition::equals(door_, 0)});
  builder_.event("large", either, {builder_.assign(door_, 1)});
  EXPECT_NE(fault_of_bounds(builder_.model(), bounds_, 2), "");
  EXPECT_NE(fault_of_bounds(builder_.model(), bounds_, 2), std::nullopt);
}

TEST_F(ArgumentCheck, ExclusionLooksAtConjuncts) {
  const GameModel& model = builder_.model();
  const Condition far = Condition::equals(room_, 2);
  const Condition near = Condition::equals(room_, 1);
  const Condition open = Condition::equals(door_, 1);
  EXPECT_EQ(fault_of_exclusion(model, bounds_, far), "");
  EXPECT_EQ(fault_of_exclusion(model, bounds_, Condition::all({open, far})), "");
  EXPECT_NE(fault_of_exclusion(model, bounds_, Condition::any({open, far})), "");
  EXPECT_NE(fault_of_exclusion(model, bounds_, Condition::all({open, near})), "");
  EXPECT_NE(fault_of_exclusion(model, bounds_, Condition::always()), "");
  EXPECT_EQ(fault_of_exclusion(model, bounds_, Condition::never()), "");
  EXPECT_NE(fault_of_exclusion(model, {}, Condition::never()), "");
}

}  // namespace
}  // namespace questproof
