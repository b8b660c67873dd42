// SPDX-License-Identifier: MIT
#include "core/symbolic/set_operations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "tests/core/symbolic/random_tuples.h"

namespace questproof {
namespace {

using testing_support::diagram_of;
using testing_support::Random;
using testing_support::random_domains;
using testing_support::random_tuple;
using testing_support::random_tuples;
using testing_support::Tuple;
using testing_support::Tuples;
using testing_support::tuples_of;

TEST(SetOperationsTest, DiagramsAreTheSetsThatTheyStandFor) {
  DiagramStore store;
  SetOperations sets(store);
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::vector<std::uint32_t> domains = random_domains(random);
    const Tuples a = random_tuples(random, domains, 40), b = random_tuples(random, domains, 40);
    const NodeId da = diagram_of(sets, a), db = diagram_of(sets, b);
    EXPECT_EQ(tuples_of(sets, da, domains.size()), a);
    EXPECT_EQ(sets.count(da), BigCount(a.size()));

    Tuples both, either, rest;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::inserter(either, either.end()));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
    // Equal sets are one diagram, however they are made.
    EXPECT_EQ(sets.intersect(da, db), diagram_of(sets, both));
    EXPECT_EQ(sets.unite(da, db), diagram_of(sets, either));
    EXPECT_EQ(sets.subtract(da, db), diagram_of(sets, rest));

    const Tuple asked = random_tuple(random, domains);
    EXPECT_EQ(sets.contains(da, asked), a.contains(asked));

    const auto position = static_cast<std::size_t>(random.between(0, domains.size() - 1));
    std::vector<bool> allowed;
    for (std::uint32_t value = 0; value < domains[position]; ++value) {
      allowed.push_back(random.chance(50));
    }
    Tuples restricted = a;
    std::erase_if(restricted, [&](const Tuple& tuple) { return !allowed[tuple[position]]; });
    EXPECT_EQ(sets.restrict(da, position, allowed), diagram_of(sets, restricted));
    if (a.empty()) continue;
    const auto smallest = std::min_element(a.begin(), a.end(), [&](const Tuple& x, const Tuple& y) {
      return x[position] < y[position];
    });
    EXPECT_EQ(sets.smallest_value(da, position), (*smallest)[position]);
  }
}

TEST(SetOperationsTest, EnumerationStopsWhenToldTo) {
  DiagramStore store;
  SetOperations sets(store);
  const NodeId set = diagram_of(sets, {{0, 1}, {1, 0}, {1, 1}});
  int seen = 0;
  sets.enumerate(set, 2, [&](auto) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace questproof
