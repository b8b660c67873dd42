// SPDX-License-Identifier: MIT
#include "core/symbolic/diagram_image.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/symbolic/set_operations.h"
#include "tests/core/symbolic/random_tuples.h"

namespace questproof {
namespace {

using testing_support::diagram_of;
using testing_support::Random;
using testing_support::random_tuples;
using testing_support::Tuple;
using testing_support::Tuples;
using testing_support::tuples_of;

const std::vector<std::uint32_t> kDomains = {3, 4, 2, 5};

TEST(DiagramImageTest, SetsComeBackInAnotherStore) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    DiagramStore store;
    SetOperations sets(store);
    std::vector<Tuples> wanted;
    std::vector<Diagram> held;
    for (std::uint64_t i = 0; i < 5; ++i) {
      wanted.push_back(random_tuples(random, kDomains, 60));
      held.emplace_back(store, diagram_of(sets, wanted.back()));
      if (seed % 2 == 0) store.collect();
    }
    std::vector<NodeId> nodes;
    for (const Diagram& set : held) nodes.push_back(set.id());
    const DiagramImage image = image_of(store, nodes);
    DiagramStore other;
    SetOperations other_sets(other);
    diagram_of(other_sets, random_tuples(random, kDomains, 20));  // so that ids are other ones
    const std::vector<Diagram> restored = restore(other, image, kDomains);
    ASSERT_EQ(restored.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(tuples_of(other_sets, restored[i].id(), kDomains.size()), wanted[i])
          << "seed " << seed;
      ASSERT_EQ(restored[i].id(), diagram_of(other_sets, wanted[i])) << "equal sets are one node";
    }
    std::vector<NodeId> again;
    for (const Diagram& set : restored) again.push_back(set.id());
    ASSERT_EQ(image_of(other, again), image) << "an image does not depend on the store";
  }
}

TEST(DiagramImageTest, TuplesWithoutValuesAreASet) {
  DiagramStore store;
  const DiagramImage image = image_of(store, {kUnit, kNothing});
  EXPECT_TRUE(image.nodes.empty());
  const std::vector<Diagram> restored = restore(store, image, {});
  EXPECT_EQ(restored[0].id(), kUnit);
  EXPECT_EQ(restored[1].id(), kNothing);
  EXPECT_THROW(restore(store, image, {2}), Error);
}

// What restore() takes is a set of tuples of the domains, whatever was changed in the image.
TEST(DiagramImageTest, WhatIsNoSetIsRefused) {
  Random random(3);
  DiagramStore store;
  SetOperations sets(store);
  const DiagramImage image =
      image_of(store, {diagram_of(sets, random_tuples(random, kDomains, 60))});
  int refused = 0;
  int taken = 0;
  const auto attempt = [&](const DiagramImage& changed) {
    DiagramStore fresh;
    SetOperations fresh_sets(fresh);
    try {
      for (const Diagram& set : restore(fresh, changed, kDomains)) {
        for (const Tuple& tuple : tuples_of(fresh_sets, set.id(), kDomains.size())) {
          for (std::size_t i = 0; i < tuple.size(); ++i) ASSERT_LT(tuple[i], kDomains[i]);
        }
      }
      ++taken;
    } catch (const Error& problem) {
      EXPECT_EQ(problem.kind(), Error::Kind::kInput);
      ++refused;
    }
  };
  for (std::size_t i = 0; i < image.nodes.size(); ++i) {
    for (std::uint32_t value = 0; value < image.nodes.size() + 4; ++value) {
      DiagramImage changed = image;
      changed.nodes[i].value = value;
      attempt(changed);
      changed = image;
      changed.nodes[i].down = value;
      attempt(changed);
      changed = image;
      changed.nodes[i].right = value;
      attempt(changed);
    }
  }
  DiagramImage changed = image;
  changed.sets[0] = static_cast<std::uint32_t>(image.nodes.size() + 2);
  attempt(changed);
  changed.sets[0] = 2;  // a lower part of it: tuples that are too short
  EXPECT_THROW(restore(store, changed, kDomains), Error);
  EXPECT_GT(refused, 200);
  EXPECT_GT(taken, 10);
}

}  // namespace
}  // namespace questproof
