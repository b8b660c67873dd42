// SPDX-License-Identifier: MIT
#include "core/model/naive_evaluator.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

// One event over variables A, B: 0 .. 3 and C: -2 .. 2; a body is put in by each test.
GameModel small_model(std::vector<Statement> body, std::uint32_t inner_branches = 0) {
  GameModel model;
  model.name = "small";
  model.source_files = {"small.quest"};
  for (const char* name : {"A", "B"}) {
    Variable variable;
    variable.name = name;
    variable.high = 3;
    model.variables.push_back(variable);
  }
  Variable c;
  c.name = "C";
  c.low = -2;
  c.high = 2;
  model.variables.push_back(c);
  model.variants.push_back({"start", {0, 0, 0}});
  Event event;
  event.name = "EVENT";
  event.guard = Condition::compare(Term::of(VariableId{0}), Comparison::kLess, Term::of(3));
  event.body = std::move(body);
  model.events.push_back(std::move(event));
  for (std::uint32_t i = 0; i <= inner_branches; ++i) model.branches.push_back({{0}, {}, "branch"});
  validate(model);
  return model;
}

Statement write(Statement::Kind kind, std::uint32_t target, Term value, Overflow overflow,
                bool subtract = false) {
  Statement statement;
  statement.kind = kind;
  statement.target = {target};
  statement.value = value;
  statement.overflow = overflow;
  statement.subtract = subtract;
  statement.where = {0, 7, 1};
  return statement;
}

Valuation after(Statement statement, const Valuation& values) {
  const auto result = outcomes(small_model({std::move(statement)}), {0}, values);
  EXPECT_EQ(result.size(), 1u);
  EXPECT_FALSE(result.at(0).fault);
  return result.at(0).values;
}

constexpr auto kAssign = Statement::Kind::kAssign;
constexpr auto kAdd = Statement::Kind::kAdd;

TEST(NaiveEvaluatorTest, AGuardThatDoesNotHoldGivesNothing) {
  EXPECT_TRUE(outcomes(small_model({}), {0}, {3, 0, 0}).empty());
}

TEST(NaiveEvaluatorTest, AnEmptyBodyRunsItsBodyBranch) {
  const auto result = outcomes(small_model({}), {0}, {1, 2, 0});
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].branches, std::vector<BranchId>{{0}});
  EXPECT_EQ(result[0].values, (Valuation{1, 2, 0}));
}

TEST(NaiveEvaluatorTest, OverflowSaturates) {
  EXPECT_EQ(after(write(kAdd, 2, Term::of(5), Overflow::kSaturate), {0, 0, 1}),
            (Valuation{0, 0, 2}));
  EXPECT_EQ(after(write(kAdd, 2, Term::of(5), Overflow::kSaturate, true), {0, 0, 1}),
            (Valuation{0, 0, -2}));
  EXPECT_EQ(after(write(kAssign, 2, Term::of(VariableId{1}), Overflow::kSaturate), {0, 3, 1}),
            (Valuation{0, 3, 2}));
}

TEST(NaiveEvaluatorTest, OverflowWraps) {
  EXPECT_EQ(after(write(kAdd, 2, Term::of(2), Overflow::kWrap), {0, 0, 1}), (Valuation{0, 0, -2}));
  EXPECT_EQ(after(write(kAdd, 2, Term::of(13), Overflow::kWrap, true), {0, 0, 0}),
            (Valuation{0, 0, 2}));
  EXPECT_EQ(after(write(kAssign, 0, Term::of(VariableId{2}), Overflow::kWrap), {0, 0, -1}),
            (Valuation{3, 0, -1}));
}

TEST(NaiveEvaluatorTest, HugeSumsDoNotOverflowTheArithmetic) {
  const Value huge = std::numeric_limits<Value>::max();
  EXPECT_EQ(after(write(kAdd, 0, Term::of(huge), Overflow::kSaturate), {2, 0, 0}),
            (Valuation{3, 0, 0}));
  EXPECT_EQ(after(write(kAdd, 0, Term::of(-huge - 1), Overflow::kSaturate, true), {2, 0, 0}),
            (Valuation{3, 0, 0}));
}

TEST(NaiveEvaluatorTest, AFaultNamesItsStatementAndStopsTheEvent) {
  std::vector<Statement> body = {write(kAssign, 1, Term::of(2), Overflow::kError),
                                 write(kAdd, 0, Term::of(9), Overflow::kError),
                                 write(kAssign, 1, Term::of(3), Overflow::kError)};
  body[1].where = {0, 12, 5};
  const auto result = outcomes(small_model(body), {0}, {0, 0, 0});
  ASSERT_EQ(result.size(), 1u);
  ASSERT_TRUE(result[0].fault);
  EXPECT_EQ(*result[0].fault, (SourceLocation{0, 12, 5}));
  EXPECT_EQ(result[0].values, (Valuation{0, 2, 0}));
}

Statement branching(Statement::Kind kind, std::vector<Branch> branches) {
  Statement statement;
  statement.kind = kind;
  statement.branches = std::move(branches);
  return statement;
}

TEST(NaiveEvaluatorTest, TheFirstBranchThatHoldsRuns) {
  const auto set_b = [](Value value) {
    return std::vector<Statement>{write(kAssign, 1, Term::of(value), Overflow::kError)};
  };
  const GameModel model =
      small_model({branching(Statement::Kind::kIf, {{{1}, Condition::equals({0}, 0), set_b(1)},
                                                    {{2}, Condition::always(), set_b(2)}})},
                  2);
  EXPECT_EQ(outcomes(model, {0}, {0, 0, 0}).at(0).values, (Valuation{0, 1, 0}));
  EXPECT_EQ(outcomes(model, {0}, {0, 0, 0}).at(0).branches, (std::vector<BranchId>{{0}, {1}}));
  EXPECT_EQ(outcomes(model, {0}, {1, 0, 0}).at(0).branches, (std::vector<BranchId>{{0}, {2}}));
}

TEST(NaiveEvaluatorTest, EveryEnabledAlternativeIsATransition) {
  const auto add = [](Value value) {
    return std::vector<Statement>{write(kAdd, 2, Term::of(value), Overflow::kSaturate)};
  };
  const Statement first =
      branching(Statement::Kind::kChoose, {{{1}, Condition::always(), add(1)},
                                           {{2}, Condition::equals({0}, 1), add(-1)},
                                           {{3}, Condition::always(), {}}});
  const Statement second = branching(
      Statement::Kind::kChoose,
      {{{4}, Condition::equals({2}, 1), add(1)}, {{5}, Condition::equals({2}, 1), add(-1)}});
  const GameModel model = small_model({first, second}, 5);
  const auto result = outcomes(model, {0}, {0, 0, 0});
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[0].branches, (std::vector<BranchId>{{0}, {1}, {4}}));
  EXPECT_EQ(result[0].values, (Valuation{0, 0, 2}));
  EXPECT_EQ(result[1].branches, (std::vector<BranchId>{{0}, {1}, {5}}));
  EXPECT_EQ(result[1].values, (Valuation{0, 0, 0}));
  EXPECT_EQ(result[2].branches, (std::vector<BranchId>{{0}, {3}}));
  EXPECT_EQ(result[2].values, (Valuation{0, 0, 0}));
}

TEST(NaiveEvaluatorTest, StopEndsTheWholeEvent) {
  Statement stop;
  stop.kind = Statement::Kind::kStop;
  const GameModel model =
      small_model({branching(Statement::Kind::kIf, {{{1}, Condition::equals({0}, 0), {stop}}}),
                   write(kAssign, 1, Term::of(3), Overflow::kError)},
                  1);
  EXPECT_EQ(outcomes(model, {0}, {0, 0, 0}).at(0).values, (Valuation{0, 0, 0}));
  EXPECT_EQ(outcomes(model, {0}, {1, 0, 0}).at(0).values, (Valuation{1, 3, 0}));
}

TEST(NaiveEvaluatorTest, ConnectivesOfNoPartsAreTheirNeutralElements) {
  const GameModel model = small_model({});
  EXPECT_TRUE(holds(model, Condition::all({}), {0, 0, 0}));
  EXPECT_FALSE(holds(model, Condition::any({}), {0, 0, 0}));
  EXPECT_TRUE(holds(model, Condition::negation(Condition::never()), {0, 0, 0}));
}

TEST(NaiveEvaluatorTest, RandomModelsStayInsideTheirDomains) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    ASSERT_NO_THROW(validate(model)) << testing_support::describe(model);
    for (const Valuation& values : testing_support::reachable_valuations(model, 2000)) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_GE(values[i], model.variables[i].low);
        ASSERT_LE(values[i], model.variables[i].high);
      }
    }
  }
}

}  // namespace
}  // namespace questproof
