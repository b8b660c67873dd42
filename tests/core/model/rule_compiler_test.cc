// SPDX-License-Identifier: MIT
#include "core/model/rule_compiler.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/naive_evaluator.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

constexpr std::size_t kLimit = 4096;

// The rule of a path for states in which a variable has a value.
std::optional<PackedRule> rule_where(const RuleCompiler& compiler, const PathFinder& finder,
                                     EventPath path,
                                     const std::optional<std::pair<VariableId, Value>>& known) {
  if (!known) return compiler.rule(std::move(path), 0, {});
  if (!finder.restrict(path, known->first, ValueSet::single(known->second))) return std::nullopt;
  return compiler.rule(std::move(path), 0, {known->first});
}

std::vector<PackedRule> rules_of(const GameModel& model, const std::string& event_name,
                                 std::optional<std::pair<VariableId, Value>> known = {}) {
  const StateLayout layout(model.variables);
  PathFinder finder(model, kLimit);
  const RuleCompiler compiler(model, layout, finder);
  std::vector<PackedRule> rules;
  for (std::uint32_t e = 0; e < model.events.size(); ++e) {
    if (model.events[e].name != event_name) continue;
    const auto paths = finder.event_paths({e});
    for (const EventPath& path : paths.value()) {
      if (auto rule = rule_where(compiler, finder, path, known)) rules.push_back(std::move(*rule));
    }
  }
  return rules;
}

TEST(RuleCompilerTest, EqualitiesOfOneWordAreOneMaskedTest) {
  const auto rules = rules_of(testing_support::quest_family("m"), "unlock1_1a");
  ASSERT_EQ(rules.size(), 1u);
  ASSERT_EQ(rules[0].tests.size(), 1u);
  EXPECT_EQ(rules[0].tests[0].kind, PackedTest::Kind::kEqual);
  EXPECT_FALSE(rules[0].may_be_identity);
}

TEST(RuleCompilerTest, WhatIsKnownIsNotTested) {
  const GameModel model = testing_support::quest_family("m");
  const VariableId room{0};
  ASSERT_EQ(model.variables[0].name, "pos");
  EXPECT_EQ(rules_of(model, "pick0").at(0).tests.size(), 3u);  // load, item in a room, in this one
  EXPECT_EQ(rules_of(model, "cw0", std::pair{room, 0}).at(0).tests.size(), 0u);
  EXPECT_TRUE(rules_of(model, "cw0", std::pair{room, 1}).empty());
  const auto pick = rules_of(model, "pick0", std::pair{room, 3});
  ASSERT_EQ(pick.size(), 1u);
  EXPECT_TRUE(std::none_of(pick[0].tests.begin(), pick[0].tests.end(), [](const PackedTest& test) {
    return test.kind == PackedTest::Kind::kRelation;
  }));
}

TEST(RuleCompilerTest, RulesDoWhatRandomEventsDo) {
  testing_support::Random random(5);
  testing_support::RandomModelOptions wide;
  wide.minimum_bits = 90;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model =
        testing_support::random_model(seed, seed % 2 == 0 ? wide : decltype(wide)());
    const StateLayout layout(model.variables);
    PathFinder finder(model, kLimit);
    const RuleCompiler compiler(model, layout, finder);
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      const auto paths = finder.event_paths({e});
      ASSERT_TRUE(paths.has_value());
      if (!std::all_of(paths->begin(), paths->end(), [](const auto& p) { return p.exact; }))
        continue;
      for (int round = 0; round < 10; ++round) {
        Valuation values;
        for (const Variable& v : model.variables) {
          const auto high = std::min<std::int64_t>(v.high, std::int64_t{v.low} + 4);
          values.push_back(static_cast<Value>(random.between(v.low, high)));
        }
        std::vector<Word> before(layout.word_count()), after(layout.word_count());
        layout.pack(values, before);
        const auto picked = static_cast<std::uint32_t>(
            random.between(0, static_cast<std::int64_t>(values.size()) - 1));
        std::optional<std::pair<VariableId, Value>> known;
        if (random.chance(50)) known = std::pair{VariableId{picked}, values[picked]};
        std::vector<Valuation> expected, found;
        for (const Outcome& outcome : outcomes(model, {e}, values)) {
          if (!outcome.fault) expected.push_back(outcome.values);
        }
        for (const EventPath& path : *paths) {
          const auto rule = rule_where(compiler, finder, path, known);
          if (!rule || rule->fault || !holds(rule->tests, before)) continue;
          apply(*rule, before, after);
          found.push_back(layout.unpack(after));
          if (!rule->may_be_identity) {
            ASSERT_NE(before, after);
          }
        }
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected) << "event " << e << "\n" << testing_support::describe(model);
      }
    }
  }
}

}  // namespace
}  // namespace questproof
