// SPDX-License-Identifier: MIT
#include "core/model/state_layout.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/error.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

Variable domain(Value low, Value high) {
  Variable variable;
  variable.low = low;
  variable.high = high;
  return variable;
}

TEST(StateLayoutTest, OneWordHasNoGaps) {
  const StateLayout layout({domain(0, 1), domain(-3, 4), domain(7, 7), domain(0, 9)});
  EXPECT_EQ(layout.word_count(), 1u);
  EXPECT_EQ(layout.bit_count(), 1u + 3u + 0u + 4u);
  Word all = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all & layout.field({i}).mask(), 0u);
    all |= layout.field({i}).mask();
  }
  EXPECT_EQ(all, (Word{1} << layout.bit_count()) - 1);
}

TEST(StateLayoutTest, NoFieldCrossesAWord) {
  std::vector<Variable> variables;
  for (int i = 0; i < 7; ++i) variables.push_back(domain(0, (1 << 20) - 1));
  for (int i = 0; i < 9; ++i) variables.push_back(domain(0, 1));
  const StateLayout layout(variables);
  EXPECT_EQ(layout.word_count(), 3u);
  EXPECT_EQ(layout.bit_count(), 149u);
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    EXPECT_LE(layout.field({i}).shift + layout.field({i}).bits, 64u);
  }
}

TEST(StateLayoutTest, AnEmptyModelHasOneWord) {
  const StateLayout layout{std::vector<Variable>{}};
  EXPECT_EQ(layout.word_count(), 1u);
  EXPECT_EQ(layout.bit_count(), 0u);
}

TEST(StateLayoutTest, TheWidestDomainKeepsItsEnds) {
  const Value low = std::numeric_limits<Value>::min();
  const Value high = std::numeric_limits<Value>::max();
  const StateLayout layout({domain(low, high), domain(low, high), domain(0, 1)});
  EXPECT_EQ(layout.word_count(), 2u);
  std::vector<Word> state(2);
  for (const Value value : {low, -1, 0, high}) {
    layout.pack({value, high, 1}, state);
    EXPECT_EQ(layout.get(state, {0}), value);
    EXPECT_EQ(layout.get(state, {1}), high);
  }
}

TEST(StateLayoutTest, ValuesOutsideTheFieldAreRefused) {
  const StateLayout layout({domain(2, 3)});
  std::vector<Word> state(1);
  EXPECT_THROW(layout.set(state, {0}, 4), Error);
  EXPECT_THROW(layout.set(state, {0}, 1), Error);
}

TEST(StateLayoutTest, UnpackReturnsWhatPackStored) {
  testing_support::Random random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<Variable> variables;
    Valuation values;
    const auto count = random.between(0, 40);
    for (int i = 0; i < count; ++i) {
      const auto low = static_cast<Value>(random.between(-100, 100));
      const auto size = random.between(0, (std::int64_t{1} << random.between(0, 30)) - 1);
      variables.push_back(domain(low, static_cast<Value>(low + size)));
      values.push_back(static_cast<Value>(random.between(low, low + size)));
    }
    const StateLayout layout(variables);
    std::vector<Word> state(layout.word_count(), ~Word{0});
    layout.pack(values, state);
    ASSERT_EQ(layout.unpack(state), values);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      values[i] = variables[i].low;
      layout.set(state, {i}, values[i]);
      ASSERT_EQ(layout.unpack(state), values);
    }
  }
}

}  // namespace
}  // namespace questproof
