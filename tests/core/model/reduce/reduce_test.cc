// SPDX-License-Identifier: MIT
#include "core/model/reduce/reduce.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

TEST(ReduceTest, OptionsAreReadAsTheyArePrinted) {
  EXPECT_EQ(parse_reductions(""), ReductionOptions{});
  EXPECT_EQ(parse_reductions("default"), ReductionOptions{});
  EXPECT_EQ(to_string(parse_reductions("none")), "none");
  EXPECT_EQ(to_string(parse_reductions("dead-values,unread-variables")),
            "unread-variables,dead-values");
  for (const Reduction& reduction : reductions()) {
    EXPECT_EQ(to_string(parse_reductions(reduction.name)), reduction.name);
  }
  EXPECT_EQ(parse_reductions(to_string(parse_reductions("all"))), parse_reductions("all"));
}

TEST(ReduceTest, NoTakesOneAway) {
  ReductionOptions without_dead;
  without_dead.dead_values = false;
  EXPECT_EQ(parse_reductions("no-dead-values"), without_dead);
  EXPECT_EQ(parse_reductions("default,no-dead-values"), without_dead);
  EXPECT_EQ(to_string(parse_reductions("no-effect-events,no-no-effect-events")), "none");
}

TEST(ReduceTest, AnUnknownNameIsAnError) {
  EXPECT_THROW(parse_reductions("everything"), Error);
  EXPECT_THROW(parse_reductions("no-such"), Error);
  EXPECT_THROW(parse_reductions("dead-values,"), Error);
}

TEST(ReduceTest, WithoutReductionsAModelStaysAsItIs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    const ReducedModel reduced = reduce(model, parse_reductions("none"));
    EXPECT_EQ(reduced.model, model);
    EXPECT_EQ(reduced.examined, std::vector<bool>(model.branches.size(), true));
    EXPECT_TRUE(reduced.notes.empty());
  }
}

}  // namespace
}  // namespace questproof
