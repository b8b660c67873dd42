// SPDX-License-Identifier: MIT
#include "core/symbolic/event_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/model/event_parts.h"
#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_model;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

bool fits(const EventCase& each, const Valuation& values) {
  return std::all_of(each.reads.begin(), each.reads.end(),
                     [&](const auto& read) { return values[read.first.index] == read.second; });
}

using Way = std::pair<std::vector<BranchId>, Valuation>;

// All combinations of the parts' cases that a state fits, without faults; nothing when one is there.
std::optional<std::multiset<Way>> ways_of_cases(const Event& event,
                                                const std::vector<PartCases>& parts,
                                                const Valuation& values) {
  std::vector<std::pair<std::vector<std::pair<std::uint32_t, BranchId>>, Valuation>> ways = {
      {{}, values}};
  for (const PartCases& part : parts) {
    decltype(ways) next;
    for (const EventCase& each : part.cases) {
      if (!fits(each, values)) continue;
      if (each.fault) return std::nullopt;
      for (auto [branches, after] : ways) {
        branches.insert(branches.end(), each.branches.begin(), each.branches.end());
        for (const auto& [variable, value] : each.writes) after[variable.index] = value;
        next.emplace_back(std::move(branches), std::move(after));
      }
    }
    ways = std::move(next);
  }
  std::multiset<Way> result;
  for (auto& [branches, after] : ways) {
    std::stable_sort(branches.begin(), branches.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<BranchId> ran = {event.body_branch};
    for (const auto& [statement, branch] : branches) ran.push_back(branch);
    result.emplace(std::move(ran), std::move(after));
  }
  return result;
}

TEST(EventCasesTest, CasesAreWhatTheNaiveEvaluatorDoes) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const GameModel model = random_model(seed, {.maximum_states = 100});
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      const std::vector<PartCases> parts = cases_of(model, {e}, 100'000);
      for (const Valuation& values : reachable_valuations(model, 40)) {
        const auto found = ways_of_cases(model.events[e], parts, values);
        std::multiset<Way> expected;
        bool fault = false;
        for (const Outcome& outcome : outcomes(model, {e}, values)) {
          fault = fault || outcome.fault;
          expected.emplace(outcome.branches, outcome.values);
        }
        if (fault) {
          EXPECT_FALSE(found) << "seed " << seed << "\n" << describe(model);
        } else if (found) {
          ASSERT_EQ(*found, expected) << "seed " << seed << "\n" << describe(model);
        }
      }
    }
  }
}

TEST(EventCasesTest, WhatDoesNotMatterIsNotLookedAt) {
  ModelBuilder builder;
  const VariableId room = builder.variable("ROOM", 0, 9), lamp = builder.variable("LAMP", 0, 1);
  const VariableId gold = builder.variable("GOLD", 0, 1000);
  builder.event("light", Condition::all({Condition::equals(room, 3), Condition::equals(lamp, 0)}),
                {builder.assign(lamp, 1), builder.assign(gold, 7)});
  const std::vector<PartCases> parts = cases_of(builder.model(), {0}, 40);
  ASSERT_EQ(parts.size(), 3u);
  for (const PartCases& part : parts) {
    ASSERT_EQ(part.cases.size(), 1u);
    if (part.variables == std::vector{gold}) {
      EXPECT_TRUE(part.cases[0].reads.empty());
    }
  }
}

TEST(EventCasesTest, AFaultNamesItsStatement) {
  ModelBuilder builder;
  const VariableId gold = builder.variable("GOLD", 0, 2), lamp = builder.variable("LAMP", 0, 1);
  builder.event("pay", {}, {builder.assign(lamp, 1), builder.add(gold, -2, Overflow::kError)});
  std::size_t faults = 0, cases = 0;
  for (const PartCases& part : cases_of(builder.model(), {0}, 40)) {
    for (const EventCase& each : part.cases) {
      ++cases;
      if (!each.fault) continue;
      ++faults;
      EXPECT_EQ(*each.fault, 1u);
      EXPECT_TRUE(each.writes.empty());
    }
  }
  EXPECT_EQ(faults, 2u);
  EXPECT_EQ(cases, 5u);  // three for the gold, one for the lamp, one for the guard
}

TEST(EventCasesTest, TooManyCasesAreToldApart) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 99), b = builder.variable("B", 0, 99);
  builder.event("compare", Condition::compare(Term::of(a), Comparison::kLess, Term::of(b)), {});
  EXPECT_THROW(cases_of(builder.model(), {0}, 1000), NotSymbolic);
  EXPECT_EQ(cases_of(builder.model(), {0}, 20'000).at(0).cases.size(), 4950u);
}

}  // namespace
}  // namespace questproof
