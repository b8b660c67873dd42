// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace questproof {

class Belief;

// How likely a button and a door are wired of which that is open, by what is certain of the others.
//
// Levels differ: in one each button has its one door, in another two buttons of three do nothing and the rest toggle
// six doors each. So how many doors a button has is learned from all buttons (an empirical Bayes estimate, Robbins
// 1956: expectation and maximisation over the counts, from a prior that falls off by half from count to count), and
// so is how many buttons a door has. A button of which n of all doors are known, w of them wired, has k wires with the
// chance of that times that of w in n (hypergeometric), and its open pairs share the k - w. The odds by the button
// and by the door are joined as if independent.
class WireOdds {
 public:
  WireOdds() = default;
  explicit WireOdds(const Belief& belief);

  // Between 0.002 and 0.7. Of a button or a door that it does not know, a guess.
  double chance(std::size_t button, std::size_t door) const;

 private:
  std::vector<double> by_button_;  // odds, against those of a pair of which nothing is known
  std::vector<double> by_door_;
  double odds_ = 0.1;
};

// The chance that an open pair is wired, for things of which `known[i]` of `pairs` pairs are known and `wired[i]` of
// these wired. Exposed for tests.
std::vector<double> chances_of_open_pairs(const std::vector<std::size_t>& known,
                                          const std::vector<std::size_t>& wired, std::size_t pairs);

}  // namespace questproof
