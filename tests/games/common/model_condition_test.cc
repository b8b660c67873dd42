// SPDX-License-Identifier: MIT
#include "games/common/model_condition.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

GameModel level() {
  testing_support::ModelBuilder builder;
  const VariableId door = builder.variable("door3", 0, 1);
  builder.variable("zone", 1, 9);
  const VariableId monster = builder.variable("monster", -1, 1);
  builder.variable("orb[2,3]", 0, 1);
  builder.variable("Said(KEEPER/ASK)", 0, 1);
  builder.variable("the last door", 0, 2);
  builder.variable("keys", 0, 5);
  builder.variable("T\xC3\xBCr", 0, 1);
  builder.model().variables[door.index].value_names = {"closed", "open"};
  builder.model().variables[monster.index].value_names = {"asleep", "awake", "gone"};
  return builder.model();
}

// The condition as the model shows it, or "column: message (remedy)".
std::string read(const std::string& text, const GameModel& model = level()) {
  const ConditionResult result = parse_model_condition(text, model);
  if (result.condition) {
    EXPECT_TRUE(result.diagnostics.empty());
    return to_string(model, *result.condition);
  }
  EXPECT_EQ(result.diagnostics.size(), 1U);
  const Diagnostic& found = result.diagnostics.at(0);
  EXPECT_EQ(found.file, kConditionFile);
  return fmt::format("{}: {} ({})", found.column, found.message, found.remedy);
}

TEST(ModelConditionTest, ComparesVariablesWithTheirValues) {
  EXPECT_EQ(read("door3 == open && zone == 5"), "door3 == open && zone == 5");
  EXPECT_EQ(read("door3==open&&zone>=2||monster!=gone"),
            "(door3 == open && zone >= 2) || monster != gone");
  EXPECT_EQ(read("5 < zone"), "zone > 5") << "the variable comes first";
  EXPECT_EQ(read("awake <= monster"), "monster >= awake");
  EXPECT_EQ(read("monster == -1"), "monster == asleep") << "values may be numbers as well";
  EXPECT_EQ(read("zone != keys"), "zone != keys");
}

TEST(ModelConditionTest, GroupsAsInTheLanguageOfScripts) {
  EXPECT_EQ(read("!(door3 == open)"), "!(door3 == open)");
  EXPECT_EQ(read("(zone == 1 || zone == 2) && keys > 0"), "(zone == 1 || zone == 2) && keys > 0");
  EXPECT_EQ(read("zone == 1 || zone == 2 && keys > 0"), "zone == 1 || (zone == 2 && keys > 0)");
  EXPECT_EQ(read("true"), "true");
  EXPECT_EQ(read("!false"), "!(false)");
}

TEST(ModelConditionTest, NamesMayHoldBracketsAndBlanks) {
  EXPECT_EQ(read("orb[2,3] == 1"), "orb[2,3] == 1");
  EXPECT_EQ(read("orb[2, 3]"), "orb[2,3] == 1") << "a variable of two values may stand alone";
  EXPECT_EQ(read("Said(KEEPER/ASK) && !orb[2,3]"), "Said(KEEPER/ASK) == 1 && !(orb[2,3] == 1)");
  EXPECT_EQ(read("\"the last door\" == 2"), "the last door == 2");
  EXPECT_EQ(read("orb[2,3] == true"), "orb[2,3] == 1");
}

TEST(ModelConditionTest, MistakesNameThePlaceAndTheRemedy) {
  EXPECT_EQ(read("dor3 == open"), "1: there is no variable dor3 (did you mean door3?)");
  EXPECT_EQ(read("zone == 1 && door3 == opne"),
            "23: opne is no value of door3 (did you mean open?)");
  EXPECT_EQ(read("door3 == ajar"), "10: ajar is no value of door3 (it takes closed, open)");
  EXPECT_EQ(read("zone == 12"), "9: zone can never be 12 (it takes 1..9)");
  EXPECT_EQ(read("zone = 3"), "6: = is no comparison (write == where two things are equal)");
  EXPECT_EQ(read("zone"), "1: zone has more than two values (compare it, as in zone == 9)");
  EXPECT_EQ(read("3"),
            "1: 3 is a number, and a condition is needed here "
            "(compare it: VARIABLE == 3)");
  EXPECT_EQ(read("door3 == monster"),
            "10: door3 and monster take different values "
            "(door3 takes closed, open; monster takes asleep, awake, "
            "gone)");
  EXPECT_EQ(read("(zone == 1"),
            "11: expected ), found the end "
            "(close the parenthesis of column 1)");
  EXPECT_EQ(read("zone == 1 zone"), "11: 'zone' cannot stand here (join conditions with && or ||)");
  EXPECT_EQ(read("zone == "),
            "9: expected a variable or a value, found the end "
            "(a condition compares: VARIABLE == value)");
  EXPECT_EQ(read("orb[2"), "4: this bracket is never closed ()");
  EXPECT_EQ(read("\"zone == 1"), "1: this quotation mark is never closed ()");
  EXPECT_EQ(read(""),
            "1: expected a variable or a value, found the end "
            "(a condition compares: VARIABLE == value)");
  EXPECT_EQ(read("T\xC3\xBCr == 1 && zone == x"), "21: x is no value of zone (it takes 1..9)")
      << "columns are characters";
}

TEST(ModelConditionTest, DepthIsBounded) {
  std::string deep = "zone == 1";
  deep.insert(0, 5000, '(');
  EXPECT_NE(read(deep).find("more than 100 levels"), std::string::npos);
  std::string negated = "orb[2,3]";
  negated.insert(0, 5000, '!');
  EXPECT_NE(read(negated).find("more than 100"), std::string::npos);
}

Valuation random_values(const GameModel& model, Random& random) {
  Valuation values;
  for (const Variable& variable : model.variables) {
    values.push_back(static_cast<Value>(random.between(variable.low, variable.high)));
  }
  return values;
}

std::vector<const Condition*> conditions_of(const GameModel& model) {
  std::vector<const Condition*> conditions;
  for (const Event& event : model.events) conditions.push_back(&event.guard);
  for (const Quest& quest : model.quests) {
    conditions.push_back(&quest.open);
    conditions.push_back(&quest.done);
    conditions.push_back(&quest.failed);
  }
  return conditions;
}

// True when the shown text compares something that a person could not ask.
bool can_be_asked(const Condition& condition, const GameModel& model) {
  for (const Condition& part : condition.parts) {
    if (!can_be_asked(part, model)) return false;
  }
  if (condition.kind != Condition::Kind::kCompare) return true;
  const auto inside = [&](const Term& variable, const Term& constant) {
    const Variable& of = model.variables[variable.variable.index];
    return constant.constant >= of.low && constant.constant <= of.high;
  };
  const bool constant = !condition.left.is_variable && !condition.right.is_variable;
  if (constant) return false;
  if (!condition.left.is_variable) return inside(condition.right, condition.left);
  if (!condition.right.is_variable) return inside(condition.left, condition.right);
  const Variable& left = model.variables[condition.left.variable.index];
  return left.value_names == model.variables[condition.right.variable.index].value_names;
}

TEST(ModelConditionTest, WhatAModelShowsIsReadBack) {
  int read_back = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const GameModel model = seed % 2 == 0 ? testing_support::random_model(seed)
                                          : testing_support::random_adventure(seed, 200);
    for (const Condition* condition : conditions_of(model)) {
      if (!can_be_asked(*condition, model)) continue;
      const std::string text = to_string(model, *condition);
      const ConditionResult result = parse_model_condition(text, model);
      ASSERT_TRUE(result.condition) << text << "\n" << to_string(result.diagnostics.at(0));
      for (int i = 0; i < 5; ++i) {
        const Valuation values = random_values(model, random);
        EXPECT_EQ(holds(model, *result.condition, values), holds(model, *condition, values))
            << text;
      }
      ++read_back;
    }
  }
  EXPECT_GT(read_back, 2000);
}

// Whatever is typed, the answer is a condition or one mistake with a place inside the text.
TEST(ModelConditionTest, AnyTextIsAnswered) {
  const GameModel model = level();
  const std::vector<std::string> pieces = {
      "door3", "open",     "zone", "5",    "==",
      "!=",    "&&",       "||",   "!",    "(",
      ")",     "[",        "]",    "\"",   " ",
      "=",     "orb[2,3]", "\xC3", "<",    ">=",
      "\n",    "-1",       "keys", "true", "99999999999999999999"};
  int conditions = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    Random random(seed);
    std::string text;
    const std::int64_t length = random.between(0, 9);
    for (std::int64_t i = 0; i < length; ++i) {
      text += pieces[random.next() % pieces.size()];
      if (random.chance(60)) text += ' ';
    }
    const ConditionResult result = parse_model_condition(text, model);
    ASSERT_NE(result.condition.has_value(), !result.diagnostics.empty()) << text;
    if (result.condition) {
      ++conditions;
      holds(model, *result.condition, model.variants.front().values);
      continue;
    }
    ASSERT_EQ(result.diagnostics.size(), 1U);
    EXPECT_GE(result.diagnostics[0].column, 1U);
    EXPECT_LE(result.diagnostics[0].column, text.size() + 1);
  }
  EXPECT_GT(conditions, 50);
}

}  // namespace
}  // namespace questproof
