// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "core/symbolic/set_operations.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

// The naive twin of a diagram.
using Tuple = std::vector<std::uint32_t>;
using Tuples = std::set<Tuple>;

inline std::vector<std::uint32_t> random_domains(Random& random) {
  std::vector<std::uint32_t> domains;
  for (std::int64_t i = random.between(1, 5); i > 0; --i) {
    domains.push_back(static_cast<std::uint32_t>(random.between(1, 4)));
  }
  return domains;
}

inline Tuple random_tuple(Random& random, const std::vector<std::uint32_t>& domains) {
  Tuple tuple;
  for (const std::uint32_t size : domains) {
    tuple.push_back(static_cast<std::uint32_t>(random.between(0, size - 1)));
  }
  return tuple;
}

inline Tuples random_tuples(Random& random, const std::vector<std::uint32_t>& domains,
                            std::int64_t most) {
  Tuples tuples;
  for (std::int64_t i = random.between(0, most); i > 0; --i) {
    tuples.insert(random_tuple(random, domains));
  }
  return tuples;
}

inline NodeId diagram_of(SetOperations& sets, const Tuples& tuples) {
  NodeId set = kNothing;
  for (const Tuple& tuple : tuples) set = sets.unite(set, sets.tuple(tuple));
  return set;
}

inline Tuples tuples_of(const SetOperations& sets, NodeId set, std::size_t length) {
  Tuples tuples;
  sets.enumerate(set, length, [&](std::span<const std::uint32_t> tuple) {
    tuples.insert(Tuple(tuple.begin(), tuple.end()));
    return true;
  });
  return tuples;
}

}  // namespace questproof::testing_support
