// SPDX-License-Identifier: MIT
#include "core/symbolic/variable_order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;
using testing_support::Random;
using testing_support::random_model;

TEST(VariableOrderTest, TheCostIsTheWeightedSpanOfTheEvents) {
  const VariableId a{0}, b{1}, c{2}, d{3};
  // Span 2 of 4, topmost variable 4 high of 4; span 1 of 4, one high of 4.
  EXPECT_DOUBLE_EQ(weighted_event_span({{a, b}, {d}}, {a, b, c, d}),
                   (0.5 * 2 * 1 + 0.25 * 2 * 0.25) / 2);
  EXPECT_DOUBLE_EQ(weighted_event_span({{a, b}}, {c, d, b, a}), 0.5 * 2 * 0.5);
  EXPECT_EQ(weighted_event_span({}, {a}), 0);
}

TEST(VariableOrderTest, OrdersHoldEveryVariableThatCanChangeOnce) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    GameModel model = random_model(seed);
    model.variables.push_back({"CONSTANT", VariableKind::kVariable, 4, 4, {}, {}});
    for (Variant& variant : model.variants) variant.values.push_back(4);
    std::vector<VariableId> expected;
    for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
      if (model.variables[i].low < model.variables[i].high) expected.push_back({i});
    }
    const std::vector<VariableOrder> orders = variable_orders(model);
    double cost = 0;
    for (VariableOrder order : orders) {
      EXPECT_GE(order.cost, cost);
      cost = order.cost;
      std::sort(order.variables.begin(), order.variables.end());
      EXPECT_EQ(order.variables, expected);
    }
  }
}

// A chain of neighbours, given in disorder, is put in order.
TEST(VariableOrderTest, NeighboursComeTogether) {
  ModelBuilder builder;
  std::vector<VariableId> chain;
  for (int i = 0; i < 20; ++i) chain.push_back(builder.variable("V" + std::to_string(i), 0, 1));
  Random random(3);
  testing_support::shuffle(chain, random);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    builder.event("E" + std::to_string(i), Condition::equals(chain[i], 1),
                  {builder.assign(chain[i + 1], 1)});
  }
  const VariableOrder best = variable_orders(builder.model()).front();
  // Every span is two: the cost is the mean of 2/20 * 2 * height/20 for heights 2 to 20.
  EXPECT_NEAR(best.cost, 0.1 * 2 * 11 / 20, 1e-9) << best.method;
}

}  // namespace
}  // namespace questproof
