// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace questproof {

// An absorbing Markov chain on few states, solved directly: states are taken out one by one, and
// what went through them is handed to those that remain (Grassmann, Taksar and Heyman 1985). Nothing
// is ever subtracted, so every digit counts even where a play lasts 10^12 steps on average.
//
// Requires: the chances of a state add up to 1, and every state can be left for good.
class StateElimination {
 public:
  explicit StateElimination(std::size_t states);

  // More chance of going from one state to another, or of ending.
  void add_step(std::size_t from, std::size_t to, double chance) { row(from)[to] += chance; }
  void add_end(std::size_t from, bool lost, double chance) {
    row(from)[states_ + (lost ? 1 : 0)] += chance;
  }

  void solve();  // once, after all chances

  // From a state, after solve().
  double lost_probability(std::size_t state) const { return lost_[state]; }
  double expected_steps(std::size_t state) const { return steps_[state]; }

 private:
  double* row(std::size_t state) { return chances_.data() + state * (states_ + 2); }

  std::size_t states_;
  std::vector<double> chances_;  // rows: to each state, then to both ends
  std::vector<double> lost_;
  std::vector<double> steps_;
};

}  // namespace questproof
