// SPDX-License-Identifier: MIT
#include "core/search/state_elimination.h"

#include <gtest/gtest.h>

#include <cmath>

namespace questproof {
namespace {

// A walk on 1 .. n that goes up with chance p; 0 is lost, n + 1 is won (gambler's ruin).
StateElimination walk(std::size_t n, double p) {
  StateElimination chain(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i + 1 < n) {
      chain.add_step(i, i + 1, p);
    } else {
      chain.add_end(i, false, p);
    }
    if (i > 0) {
      chain.add_step(i, i - 1, 1 - p);
    } else {
      chain.add_end(i, true, 1 - p);
    }
  }
  chain.solve();
  return chain;
}

TEST(StateEliminationTest, AFairWalk) {
  const std::size_t n = 9;
  const StateElimination chain = walk(n, 0.5);
  for (std::size_t i = 0; i < n; ++i) {
    const auto from = static_cast<double>(i + 1);
    EXPECT_NEAR(chain.lost_probability(i), 1 - from / 10, 1e-14);
    EXPECT_NEAR(chain.expected_steps(i), from * (10 - from), 1e-11);
  }
}

TEST(StateEliminationTest, ATinyChanceKeepsItsDigits) {
  const std::size_t n = 59;
  const double p = 0.25, r = (1 - p) / p;
  const StateElimination chain = walk(n, p);
  const double won = (r - 1) / (std::pow(r, 60) - 1);  // from the lowest state: about 1e-28
  EXPECT_NEAR((1 - chain.lost_probability(n - 1)) * (std::pow(r, 60) - 1), std::pow(r, 59) - 1,
              1e-10 * std::pow(r, 59));
  EXPECT_NEAR(chain.expected_steps(0), 1 / (1 - 2 * p) - 60 / (1 - 2 * p) * won, 1e-12);
}

TEST(StateEliminationTest, APlayThatNearlyNeverEnds) {
  StateElimination chain(2);
  chain.add_step(0, 1, 1);
  chain.add_step(1, 0, 1 - 1e-13);
  chain.add_end(1, true, 0.25e-13);
  chain.add_end(1, false, 0.75e-13);
  chain.solve();
  EXPECT_NEAR(chain.lost_probability(0), 0.25, 1e-12);
  EXPECT_NEAR(chain.expected_steps(0) / 2e13, 1, 1e-12);
}

}  // namespace
}  // namespace questproof
