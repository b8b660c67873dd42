// SPDX-License-Identifier: MIT
#include "core/model/export_promela.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/model_builder.h"

// What SPIN makes of the text is tested in tests/property/spin_test.cc.
namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::ModelBuilder;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++result;
  }
  return result;
}

TEST(ExportPromelaTest, OneStepForEveryWayThatChanceCanGo) {
  ModelBuilder builder;
  const VariableId dice = builder.variable("THE DICE", 1, 6);
  std::vector<Branch> sides;
  for (Value side = 1; side <= 6; ++side) {
    sides.push_back(builder.branch({}, {builder.assign(dice, side)}));
  }
  builder.event("throw */", {}, {builder.choose(std::move(sides))});
  const std::string text = to_promela(builder.model());
  EXPECT_EQ(count(text, ":: d_step {"), 1u + 6u);  // the start and the sides
  EXPECT_THAT(text, HasSubstr("byte v0_THE_DICE;"));
  EXPECT_THAT(text, HasSubstr("/* throw +/ */"));
  EXPECT_THAT(text, HasSubstr("spin -o2 -a FILE"));
}

TEST(ExportPromelaTest, ValuesThatSpinCannotCountWithAreRefused) {
  ModelBuilder builder;
  builder.variable("WIDE", 0, 2000000000);
  EXPECT_THROW(to_promela(builder.model()), Error);
}

TEST(ExportPromelaTest, TooManyWaysOfChanceAreRefused) {
  ModelBuilder builder;
  const VariableId coin = builder.variable("COIN", 0, 1);
  std::vector<Statement> throws;
  for (int i = 0; i < 13; ++i) {
    const Branch head = builder.branch({}, {builder.assign(coin, 0)});
    const Branch tail = builder.branch({}, {builder.assign(coin, 1)});
    throws.push_back(builder.choose({head, tail}));
  }
  builder.event("throw", {}, std::move(throws));
  EXPECT_THROW(to_promela(builder.model()), Error);
}

}  // namespace
}  // namespace questproof
