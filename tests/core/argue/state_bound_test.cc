// SPDX-License-Identifier: MIT
#include "core/argue/state_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

TEST(StateBoundTest, NoGameHasMoreStates) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomLevelOptions level;
    level.one_way = static_cast<int>(seed % 3);
    level.variants = 1 + static_cast<int>(seed % 2);
    RandomModelOptions options;
    options.maximum_states = 500;
    const GameModel model = seed % 2 == 0 ? random_level(seed, level) : random_model(seed, options);
    const std::vector<Valuation> states = reachable_valuations(model, 100'000);
    EXPECT_LE(std::log2(static_cast<double>(states.size())), state_bits(model) + 1e-9)
        << "seed " << seed;
  }
}

TEST(StateBoundTest, CountsButtonsWhereThereAreFewerThanDoors) {
  ModelBuilder builder;
  std::vector<VariableId> doors;
  for (int i = 0; i < 60; ++i) {
    doors.push_back(builder.variable("DOOR" + std::to_string(i), 0, 1));
  }
  const VariableId room = builder.variable("ROOM", 0, 7);
  for (int b = 0; b < 10; ++b) {
    std::vector<Statement> turns;
    for (std::size_t i = 0; i < 6; ++i) {
      turns.push_back(builder.add(doors[static_cast<std::size_t>(b) * 5 + i], 1, Overflow::kWrap));
    }
    builder.event("press" + std::to_string(b), Condition::equals(room, b % 8), turns);
  }
  builder.event("walk", {}, {builder.assign(room, 3)});
  EXPECT_DOUBLE_EQ(state_bits(builder.model()), 13);
  EXPECT_DOUBLE_EQ(state_bits(builder.model(), {room}), 10);
  builder.event("lever", {}, {builder.assign(doors[0], 1)});  // no longer only turned
  EXPECT_DOUBLE_EQ(state_bits(builder.model()), 14);
}

}  // namespace
}  // namespace questproof
