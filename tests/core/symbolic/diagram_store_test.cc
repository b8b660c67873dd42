// SPDX-License-Identifier: MIT
#include "core/symbolic/diagram_store.h"

#include <gtest/gtest.h>

#include "tests/core/symbolic/random_tuples.h"

namespace questproof {
namespace {

using testing_support::diagram_of;
using testing_support::Random;
using testing_support::random_tuples;
using testing_support::Tuples;
using testing_support::tuples_of;

TEST(DiagramStoreTest, EqualNodesAreOneNode) {
  DiagramStore store;
  const NodeId a = store.make(3, kUnit, kNothing);
  EXPECT_EQ(store.make(3, kUnit, kNothing), a);
  EXPECT_NE(store.make(4, kUnit, kNothing), a);
  EXPECT_EQ(store.make(1, kNothing, a), a);  // nothing follows: no node
  EXPECT_EQ(store.node_count(), 2u);
}

TEST(DiagramStoreTest, WhatIsHeldOutlivesACollection) {
  DiagramStore store;
  SetOperations sets(store);
  Random random(1);
  const std::vector<std::uint32_t> domains = {4, 4, 4, 4, 4};
  std::vector<std::pair<Tuples, Diagram>> held;
  for (int round = 0; round < 60; ++round) {
    const Tuples tuples = random_tuples(random, domains, 60);
    held.emplace_back(tuples, Diagram(store, diagram_of(sets, tuples)));
    if (random.chance(40)) held.erase(held.begin() + random.between(0, held.size() - 1));
    if (random.chance(50)) {
      store.collect();
      Tuples all;
      std::set<NodeId> nodes;
      for (const auto& [set, diagram] : held) {
        EXPECT_EQ(tuples_of(sets, diagram.id(), domains.size()), set);
        // What is built again is found, and not built twice.
        EXPECT_EQ(diagram_of(sets, set), diagram.id());
      }
      store.collect();
    }
  }
  std::uint64_t distinct = 0;
  Diagram all;
  for (const auto& [set, diagram] : held) {
    all = Diagram(store, sets.unite(all.id(), diagram.id()));
  }
  held.clear();
  store.collect();
  distinct = sets.node_count(all.id());
  EXPECT_EQ(store.node_count(), distinct);
  all = Diagram();
  store.collect();
  EXPECT_EQ(store.node_count(), 0u);
}

TEST(DiagramStoreTest, KeptNodesOutliveACollection) {
  DiagramStore store;
  const NodeId node = store.make(1, store.make(2, kUnit, kNothing), kNothing);
  store.kept().push_back(node);
  store.collect();
  EXPECT_EQ(store.node_count(), 2u);
  EXPECT_EQ(store.node(store.node(node).down).value, 2u);
  store.kept().clear();
  store.collect();
  EXPECT_EQ(store.node_count(), 0u);
}

TEST(DiagramStoreTest, TheBudgetIsALimit) {
  DiagramBudget budget;
  budget.most_nodes = 10;
  DiagramStore store(budget);
  NodeId list = kNothing;
  for (std::uint32_t value = 10; value > 0; --value) list = store.make(value, kUnit, list);
  EXPECT_THROW(store.make(0, kUnit, list), DiagramLimit);
  const Diagram held(store, list);
  EXPECT_EQ(store.make(1, kUnit, store.node(list).right), list);  // what exists costs nothing
}

TEST(DiagramStoreTest, SomebodyLooksAtTheClock) {
  int looks = 0;
  DiagramBudget budget;
  budget.look = [&] { ++looks; };
  DiagramStore store(budget);
  for (std::uint32_t value = 0; value < 20'000; ++value) store.make(value, kUnit, kNothing);
  EXPECT_GE(looks, 2);
}

TEST(DiagramStoreTest, ResultsAreRememberedUntilACollection) {
  DiagramStore store;
  const NodeId node = store.make(1, kUnit, kNothing);
  const Diagram held(store, node);
  store.remember(5, node, kUnit, kUnit);
  EXPECT_EQ(store.cached(5, node, kUnit), kUnit);
  EXPECT_EQ(store.cached(6, node, kUnit), DiagramStore::kMissing);
  store.collect();
  EXPECT_EQ(store.cached(5, node, kUnit), DiagramStore::kMissing);
}

}  // namespace
}  // namespace questproof
