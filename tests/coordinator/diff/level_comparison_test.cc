// SPDX-License-Identifier: MIT
#include "coordinator/diff/level_comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "coordinator/diff/model_facts.h"
#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;
using testing_support::Random;

// All states by level, with the naive evaluator.
std::vector<std::set<Valuation>> levels_of(const GameModel& model) {
  std::vector<std::set<Valuation>> levels(1);
  std::set<Valuation> seen;
  for (const Variant& variant : model.variants) {
    if (seen.insert(variant.values).second) levels[0].insert(variant.values);
  }
  while (!levels.back().empty()) {
    std::set<Valuation> next;
    for (const Valuation& values : levels.back()) {
      for (std::uint32_t e = 0; e < model.events.size(); ++e) {
        for (const Outcome& outcome : outcomes(model, {e}, values)) {
          if (!outcome.fault && seen.insert(outcome.values).second) next.insert(outcome.values);
        }
      }
    }
    levels.push_back(std::move(next));
  }
  levels.pop_back();
  return levels;
}

// Values by name, of the variables that both models have.
using Named = std::map<std::string, Value>;

Named named(const GameModel& model, const Valuation& values, const GameModel& other) {
  Named result;
  for (std::size_t v = 0; v < values.size(); ++v) {
    for (const Variable& variable : other.variables) {
      if (variable.name == model.variables[v].name) result[variable.name] = values[v];
    }
  }
  return result;
}

struct Difference {
  std::size_t level = 0;
  std::size_t only_before = 0;
  std::size_t only_after = 0;
};

std::optional<Difference> naive_difference(const GameModel& before, const GameModel& after) {
  const auto old_levels = levels_of(before);
  const auto new_levels = levels_of(after);
  std::set<Named> old_seen;
  std::set<Named> new_seen;
  for (std::size_t level = 0; level < std::max(old_levels.size(), new_levels.size()); ++level) {
    std::set<Named> old_fresh;
    std::set<Named> new_fresh;
    if (level < old_levels.size()) {
      for (const Valuation& values : old_levels[level]) {
        const Named name = named(before, values, after);
        if (old_seen.insert(name).second) old_fresh.insert(name);
      }
    }
    if (level < new_levels.size()) {
      for (const Valuation& values : new_levels[level]) {
        const Named name = named(after, values, before);
        if (new_seen.insert(name).second) new_fresh.insert(name);
      }
    }
    if (old_fresh == new_fresh) continue;
    Difference difference{level, 0, 0};
    for (const Named& name : old_fresh) difference.only_before += 1 - new_fresh.count(name);
    for (const Named& name : new_fresh) difference.only_after += 1 - old_fresh.count(name);
    return difference;
  }
  return std::nullopt;
}

LevelComparison compare(const GameModel& before, const GameModel& after,
                        std::size_t most_states = 100'000) {
  const Renaming renaming(before, after);
  return compare_levels(TwinNames(before, after, renaming), most_states);
}

TEST(LevelComparisonTest, TheFirstDifferenceIsThatOfTheNaiveTwin) {
  std::size_t different = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const GameModel before = testing_support::random_adventure(seed, 200);
    GameModel after = before;
    Event& event = after.events[static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(after.events.size()) - 1))];
    if (random.chance(60)) event.guard = Condition::never();
    if (random.chance(30)) event.body.clear();
    if (random.chance(40)) {  // something new that nobody asks for
      Variable variable;
      variable.name = "FRESH";
      after.variables.push_back(variable);
      for (Variant& variant : after.variants) variant.values.push_back(0);
      Statement statement;
      statement.target = {static_cast<std::uint32_t>(after.variables.size() - 1)};
      statement.value = Term::of(1);
      after.events.front().body.push_back(statement);
    }
    const auto expected = naive_difference(before, after);
    const LevelComparison found = compare(before, after);
    ASSERT_EQ(found.first.has_value(), expected.has_value());
    EXPECT_TRUE(found.complete_before && found.complete_after);
    if (!expected) continue;
    ++different;
    EXPECT_EQ(found.first->level, expected->level);
    EXPECT_EQ(found.first->only_before, expected->only_before);
    EXPECT_EQ(found.first->only_after, expected->only_after);
    EXPECT_EQ(found.first->witness.steps.size(), expected->level);
  }
  EXPECT_GT(different, 100u);
}

TEST(LevelComparisonTest, NamesTheVariableThatMadeTheGameGrow) {
  ModelBuilder before;
  const VariableId door = before.variable("DOOR", 0, 1);
  before.event("open", Condition::equals(door, 0), {before.assign(door, 1)});
  ModelBuilder after;
  const VariableId same = after.variable("DOOR", 0, 1);
  const VariableId mood = after.variable("MOOD", 0, 7);
  after.event("open", Condition::equals(same, 0), {after.assign(same, 1)});
  after.event("laugh", {}, {after.add(mood, 1)});
  const LevelComparison found = compare(before.model(), after.model());
  ASSERT_EQ(found.growth.size(), 1u);
  EXPECT_EQ(found.growth[0].name, "MOOD");
  EXPECT_EQ(found.growth[0].change, VariableGrowth::Change::kNew);
  EXPECT_EQ(found.growth[0].reached_after, 8u);
  ASSERT_TRUE(found.growth[0].factor);
  EXPECT_DOUBLE_EQ(*found.growth[0].factor, 8.0);
  EXPECT_FALSE(found.first) << "what the new variable does is seen by nobody else";
}

TEST(LevelComparisonTest, ALimitIsNoAnswer) {
  const GameModel model = testing_support::random_adventure(4, 300);
  const LevelComparison found = compare(model, model, 10);
  EXPECT_FALSE(found.complete_before);
  EXPECT_FALSE(found.first);
  EXPECT_LT(found.levels_compared, levels_of(model).size());
}

// Every name that may be renamed, renamed.
TEST(LevelComparisonTest, RenamedGamesAreTheSameGame) {
  std::size_t recovered = 0;
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const GameModel before = testing_support::random_adventure(seed, 120);
    GameModel after = before;
    const auto v = static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(after.variables.size()) - 1));
    const auto e = static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(after.events.size()) - 1));
    after.variables[v].name = "OTHER_NAME";
    after.events[e].name = "some_other_event";
    const Renaming renaming(before, after);
    // What nothing but its declaration speaks of could be anything.
    const std::vector<ModelFact> facts = model_facts(before);
    if (std::none_of(facts.begin(), facts.end(), [&](const ModelFact& fact) {
          return fact.kind != ModelFact::Kind::kVariable &&
                 fact.about.find(before.variables[v].name) != std::string::npos;
        })) {
      continue;
    }
    ++all;
    if (renaming.variable(before.variables[v].name) == "OTHER_NAME" &&
        renaming.event(before.events[e].name) == "some_other_event") {
      ++recovered;
      EXPECT_FALSE(compare(before, after).first);
    }
  }
  EXPECT_EQ(recovered, all);
  EXPECT_GT(all, 150u);
}

}  // namespace
}  // namespace questproof
