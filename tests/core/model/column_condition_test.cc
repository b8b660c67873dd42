// SPDX-License-Identifier: MIT
#include "core/model/column_condition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/model/naive_evaluator.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

// Every condition of random models, on random states: each position lands on the right side, once.
TEST(ColumnConditionTest, DividesAsTheNaiveEvaluatorSays) {
  testing_support::Random random(11);
  testing_support::RandomModelOptions options;
  options.depth = 3;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    options.minimum_bits = seed % 3 == 0 ? 80 : 0;
    const GameModel model = testing_support::random_model(seed, options);
    const StateLayout layout(model.variables);
    constexpr std::size_t kStates = 40;
    std::vector<Valuation> states;
    std::vector<Word> columns(layout.word_count() * kStates);
    for (std::size_t i = 0; i < kStates; ++i) {
      Valuation values;
      for (const Variable& v : model.variables) {
        const auto high = std::min<std::int64_t>(v.high, std::int64_t{v.low} + 4);
        values.push_back(static_cast<Value>(random.between(v.low, high)));
      }
      std::vector<Word> row(layout.word_count());
      layout.pack(values, row);
      for (std::size_t w = 0; w < row.size(); ++w) columns[w * kStates + i] = row[w];
      states.push_back(std::move(values));
    }
    std::vector<Condition> conditions;
    for (const Event& event : model.events) conditions.push_back(event.guard);
    for (const Quest& quest : model.quests) conditions.push_back(quest.done);
    Selection from(kStates);
    std::iota(from.begin(), from.end(), std::uint16_t{0});
    for (const Condition& condition : conditions) {
      const ColumnCondition compiled(model, layout, condition);
      Selection yes, no, yes_alone, expected_yes, expected_no;
      compiled.split({columns.data(), kStates, kStates}, from, yes, &no);
      compiled.split({columns.data(), kStates, kStates}, from, yes_alone, nullptr);
      for (const std::uint16_t i : from) {
        (holds(model, condition, states[i]) ? expected_yes : expected_no).push_back(i);
      }
      for (Selection* each : {&yes, &no, &yes_alone}) std::sort(each->begin(), each->end());
      ASSERT_EQ(yes, expected_yes) << to_string(model, condition);
      ASSERT_EQ(no, expected_no) << to_string(model, condition);
      ASSERT_EQ(yes_alone, expected_yes) << to_string(model, condition);
      std::vector<std::uint8_t> marks(kStates, 7), expected_marks(kStates, 0);
      compiled.mark({columns.data(), kStates, kStates}, marks);
      for (const std::uint16_t i : expected_yes) expected_marks[i] = 1;
      ASSERT_EQ(marks, expected_marks) << to_string(model, condition);
    }
  }
}

}  // namespace
}  // namespace questproof
