// SPDX-License-Identifier: MIT
#include "core/symbolic/relation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/symbolic/case_relation.h"
#include "core/symbolic/saturation.h"
#include "tests/core/symbolic/random_tuples.h"

namespace questproof {
namespace {

using testing_support::diagram_of;
using testing_support::Random;
using testing_support::random_domains;
using testing_support::random_tuples;
using testing_support::Tuple;
using testing_support::Tuples;
using testing_support::tuples_of;

// The naive twin: tries all cases on all tuples.
Tuples partners(const std::vector<LevelledCase>& cases, const Tuples& tuples) {
  Tuples result;
  for (const Tuple& tuple : tuples) {
    for (const LevelledCase& each : cases) {
      Tuple after = tuple;
      bool fits = true;
      for (const LevelledCase::Touch& touch : each.touches) {
        fits = fits && (!touch.from || *touch.from == tuple[touch.level]);
        if (touch.to) after[touch.level] = *touch.to;
      }
      if (fits) result.insert(after);
    }
  }
  return result;
}

// Over some of the levels only, if asked for.
std::vector<LevelledCase> random_cases(Random& random, const std::vector<std::uint32_t>& domains,
                                       std::uint32_t first, std::uint32_t step) {
  std::vector<LevelledCase> cases;
  for (std::int64_t i = random.between(1, 5); i > 0; --i) {
    LevelledCase each;
    for (std::uint32_t level = first; level < domains.size(); level += step) {
      if (random.chance(40)) continue;
      LevelledCase::Touch touch{level, {}, {}};
      const auto value = [&] {
        return static_cast<std::uint32_t>(random.between(0, domains[level] - 1));
      };
      if (random.chance(70)) touch.from = value();
      if (random.chance(70)) touch.to = value();
      each.touches.push_back(touch);
    }
    cases.push_back(each);
  }
  return cases;
}

TEST(RelationTest, ImagesAreThoseOfTheCases) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    DiagramStore store;
    SetOperations sets(store);
    RelationStore relations;
    const std::vector<std::uint32_t> domains = random_domains(random);
    const auto cases = random_cases(random, domains, 0, 1);
    const RelationId relation = relation_of(relations, cases, domains);
    const Tuples from = random_tuples(random, domains, 30);
    const NodeId set = diagram_of(sets, from);
    EXPECT_EQ(tuples_of(sets, image(sets, relations, set, relation), domains.size()),
              partners(cases, from));

    const RelationId changing = relations.changing(relation);
    const RelationId domain = relations.domain(relation), back = relations.inverse(relation);
    Tuples others, enabled;
    const Tuples into = random_tuples(random, domains, 5);
    Tuples before;
    for (const Tuple& tuple : from) {
      Tuples reached = partners(cases, {tuple});
      if (!reached.empty()) enabled.insert(tuple);
      for (const Tuple& one : into) {
        if (reached.contains(one)) before.insert(tuple);
      }
      reached.erase(tuple);
      others.insert(reached.begin(), reached.end());
    }
    EXPECT_EQ(tuples_of(sets, image(sets, relations, set, changing), domains.size()), others);
    EXPECT_EQ(tuples_of(sets, image(sets, relations, set, domain), domains.size()), enabled);
    const NodeId backwards = image(sets, relations, diagram_of(sets, into), back);
    EXPECT_EQ(tuples_of(sets, sets.intersect(set, backwards), domains.size()), before);
    EXPECT_EQ(relations.inverse(back), relation);
  }
}

TEST(RelationTest, BothIsOneAfterTheOtherWhereTheyTouchDifferentPlaces) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    DiagramStore store;
    SetOperations sets(store);
    RelationStore relations;
    const std::vector<std::uint32_t> domains = random_domains(random);
    const auto even = random_cases(random, domains, 0, 2),
               odd = random_cases(random, domains, 1, 2);
    const RelationId a = relation_of(relations, even, domains);
    const RelationId b = relation_of(relations, odd, domains);
    const Tuples from = random_tuples(random, domains, 30);
    EXPECT_EQ(tuples_of(sets, image(sets, relations, diagram_of(sets, from), relations.both(a, b)),
                        domains.size()),
              partners(odd, partners(even, from)));
    EXPECT_EQ(relations.both(a, b), relations.both(b, a));
  }
}

TEST(RelationTest, SaturationFindsAllThatCanBeReached) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    DiagramStore store;
    SetOperations sets(store);
    RelationStore relations;
    const std::vector<std::uint32_t> domains = random_domains(random);
    std::vector<LevelledCase> all;
    std::vector<RelationId> events;
    for (std::int64_t i = random.between(1, 4); i > 0; --i) {
      const auto cases = random_cases(random, domains, 0, 1);
      events.push_back(relation_of(relations, cases, domains));
      all.insert(all.end(), cases.begin(), cases.end());
    }
    const auto closure = [&](Tuples reached, const Tuples* within) {
      for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const Tuple& tuple : partners(all, reached)) {
          if (within == nullptr || within->contains(tuple)) reached.insert(tuple);
        }
      }
      return reached;
    };
    const Tuples start = random_tuples(random, domains, 2);
    Tuples within = random_tuples(random, domains, 60);
    within.insert(start.begin(), start.end());
    const Diagram from(store, diagram_of(sets, start)), inside(store, diagram_of(sets, within));
    Saturation saturation(sets, relations, events, domains);
    EXPECT_EQ(tuples_of(sets, saturation.run(from).id(), domains.size()), closure(start, nullptr));
    EXPECT_EQ(tuples_of(sets, saturation.run(from, inside).id(), domains.size()),
              closure(start, &within));
  }
}

// Dials whose turning is coupled, with collections all the time, and with more and more memory: too
// little is a limit, and never a wrong answer.
TEST(RelationTest, SaturationOutlivesCollections) {
  const std::vector<std::uint32_t> domains(12, 5);
  RelationStore relations;
  std::vector<RelationId> events;
  for (std::uint32_t dial = 0; dial + 1 < domains.size(); ++dial) {
    std::vector<LevelledCase> cases;
    for (std::uint32_t value = 0; value < 5; ++value) {
      for (std::uint32_t next = 0; next < 5; ++next) {
        cases.push_back({{{dial, value, (value + 1) % 5}, {dial + 1, next, (next + 4) % 5}}});
      }
    }
    events.push_back(relation_of(relations, cases, domains));
  }
  for (std::uint64_t most_nodes = 20;; most_nodes += 5) {
    ASSERT_LT(most_nodes, 5000u);
    DiagramBudget budget;
    budget.most_nodes = most_nodes;
    budget.collect_from = 30;
    DiagramStore store(budget);
    SetOperations sets(store);
    const Diagram start(store, sets.tuple(std::vector<std::uint32_t>(12, 0)));
    try {
      const Diagram reached = Saturation(sets, relations, events, domains).run(start);
      // All whose sum is a multiple of five.
      EXPECT_EQ(sets.count(reached.id()), BigCount(48'828'125));
      if (store.collections() > 0) return;
    } catch (const DiagramLimit&) {
      store.kept().clear();
    }
  }
}

}  // namespace
}  // namespace questproof
