// SPDX-License-Identifier: MIT
#include "core/model/event_paths.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/comparison.h"
#include "core/model/naive_evaluator.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

constexpr std::size_t kLimit = 4096;

// A: 0 .. 9, B: 0 .. 3, C: 0 .. 1, and one event with the given guard and body.
GameModel model_of(Condition guard, std::vector<Statement> body) {
  GameModel model;
  for (const auto& [name, high] : {std::pair{"A", 9}, {"B", 3}, {"C", 1}}) {
    Variable variable;
    variable.name = name;
    variable.high = high;
    model.variables.push_back(variable);
  }
  Event event;
  event.guard = std::move(guard);
  event.body = std::move(body);
  model.events.push_back(std::move(event));
  return model;
}

constexpr VariableId kA{0}, kB{1}, kC{2};

Condition compare(VariableId left, Comparison comparison, Term right) {
  return Condition::compare(Term::of(left), comparison, right);
}

Statement add(VariableId target, Term value, Overflow overflow) {
  Statement statement;
  statement.kind = Statement::Kind::kAdd;
  statement.target = target;
  statement.value = value;
  statement.overflow = overflow;
  return statement;
}

std::vector<EventPath> paths_of(const GameModel& model) {
  PathFinder finder(model, kLimit);
  auto paths = finder.event_paths({0});
  EXPECT_TRUE(paths.has_value());
  return *paths;
}

TEST(EventPathsTest, ConditionsOverOneVariableAreOnePath) {
  const auto paths = paths_of(model_of(
      Condition::any({Condition::equals(kA, 2), compare(kA, Comparison::kGreater, Term::of(6)),
                      Condition::negation(compare(kA, Comparison::kNotEqual, Term::of(4)))}),
      {}));
  ASSERT_EQ(paths.size(), 1u);
  const ValueSet expected =
      ValueSet::single(2).united(ValueSet::single(4)).united(ValueSet::range(7, 9));
  ASSERT_EQ(paths[0].sets.size(), 1u);
  EXPECT_EQ(paths[0].sets[0].second, expected);
}

TEST(EventPathsTest, AlternativesOverTwoVariablesExcludeEachOther) {
  const auto paths =
      paths_of(model_of(Condition::any({Condition::equals(kA, 2), Condition::equals(kB, 1)}), {}));
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].sets[0].second, ValueSet::single(2));
  EXPECT_FALSE(paths[1].sets[0].second.contains(2));
  EXPECT_EQ(paths[1].sets[1].second, ValueSet::single(1));
}

TEST(EventPathsTest, ContradictionsLeaveNoPath) {
  EXPECT_TRUE(
      paths_of(model_of(Condition::all({Condition::equals(kC, 0), Condition::equals(kC, 1)}), {}))
          .empty());
  EXPECT_TRUE(paths_of(model_of(Condition::all({compare(kA, Comparison::kLess, Term::of(kB)),
                                                compare(kA, Comparison::kGreater, Term::of(5))}),
                                {}))
                  .empty());
}

TEST(EventPathsTest, ArithmeticSplitsWhereItLeavesTheDomain) {
  const GameModel saturates = model_of({}, {add(kA, Term::of(3), Overflow::kSaturate)});
  const auto paths = paths_of(saturates);
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].sets[0].second, ValueSet::range(0, 6));
  EXPECT_EQ(paths[0].results[0].second.kind, SymbolicValue::Kind::kShifted);
  EXPECT_EQ(paths[1].sets[0].second, ValueSet::range(7, 9));
  EXPECT_EQ(paths[1].results[0].second.number, 9);

  const auto faults = paths_of(model_of({}, {add(kA, Term::of(3), Overflow::kError)}));
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_FALSE(faults[0].fault);
  EXPECT_TRUE(faults[1].fault);
}

TEST(EventPathsTest, ABitThatTogglesIsOnePath) {
  // C has two values.
  const auto once = paths_of(model_of({}, {add(kC, Term::of(1), Overflow::kWrap)}));
  ASSERT_EQ(once.size(), 1u);
  EXPECT_TRUE(once[0].sets.empty());
  ASSERT_EQ(once[0].results.size(), 1u);
  EXPECT_EQ(once[0].results[0].second.kind, SymbolicValue::Kind::kFlipped);
  const Statement toggle = add(kC, Term::of(3), Overflow::kWrap);
  const auto twice = paths_of(model_of({}, {toggle, toggle}));
  ASSERT_EQ(twice.size(), 1u);
  EXPECT_TRUE(twice[0].results.empty());
  // What reads it afterwards has to know what it holds.
  EXPECT_EQ(paths_of(model_of({}, {toggle, add(kA, Term::of(kC), Overflow::kWrap)})).size(), 3u);
  // Known before: a constant.
  const auto known = paths_of(model_of(Condition::equals(kC, 1), {toggle}));
  ASSERT_EQ(known.size(), 1u);
  EXPECT_TRUE(known[0].exact);
}

TEST(EventPathsTest, SumsOfVariablesSplitByTheSmallerOne) {
  const auto paths = paths_of(model_of({}, {add(kA, Term::of(kC), Overflow::kSaturate)}));
  EXPECT_EQ(paths.size(), 3u);  // C = 0; C = 1 with A below 9; C = 1 with A = 9
  EXPECT_TRUE(std::all_of(paths.begin(), paths.end(), [](const auto& p) { return p.exact; }));
}

TEST(EventPathsTest, TooManyPathsGiveNothing) {
  std::vector<Condition> parts;
  for (int i = 0; i < 6; ++i) parts.push_back(compare(kA, Comparison::kEqual, Term::of(kB)));
  std::vector<Statement> body;
  for (int i = 0; i < 8; ++i) body.push_back(add(kA, Term::of(kB), Overflow::kWrap));
  const GameModel model = model_of({}, body);
  PathFinder narrow(model, 2);
  EXPECT_FALSE(narrow.event_paths({0}).has_value());
}

bool runs_in(const PathFinder& finder, const EventPath& path, const Valuation& values) {
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (!finder.initial_set(path, {i}).contains(values[i])) return false;
  }
  return std::all_of(path.relations.begin(), path.relations.end(), [&](const Relation& relation) {
    return compares(values[relation.left.index], relation.comparison,
                    values[relation.right.index] + relation.offset);
  });
}

// Exactly the paths that the naive evaluator takes run in a state, once each.
TEST(EventPathsTest, PathsAreTheOutcomesOfRandomEvents) {
  testing_support::Random random(3);
  std::size_t exact = 0, all = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    PathFinder finder(model, kLimit);
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      const auto paths = finder.event_paths({e});
      ASSERT_TRUE(paths.has_value());
      ++all;
      if (!std::all_of(paths->begin(), paths->end(), [](const auto& p) { return p.exact; }))
        continue;
      ++exact;
      for (int round = 0; round < 20; ++round) {
        Valuation values;
        for (const Variable& v : model.variables) {
          values.push_back(static_cast<Value>(random.between(v.low, v.high)));
        }
        std::vector<std::pair<std::vector<BranchId>, bool>> expected, found;
        for (const Outcome& outcome : outcomes(model, {e}, values)) {
          expected.push_back({outcome.branches, outcome.fault.has_value()});
        }
        for (const EventPath& path : *paths) {
          if (runs_in(finder, path, values)) found.push_back({path.branches, path.fault});
        }
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected) << "event " << e << "\n" << testing_support::describe(model);
      }
    }
  }
  EXPECT_GT(exact * 20, all * 19);
}

}  // namespace
}  // namespace questproof
