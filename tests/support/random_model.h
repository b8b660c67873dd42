// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/game_model.h"

namespace questproof::testing_support {

// What a random model may contain. The defaults use everything.
struct RandomModelOptions {
  int variables = 0;             // 0: a random number from 3 to 7
  int events = 0;                // 0: a random number from 3 to 10
  int quests = 0;                // 0: a random number from 1 to 3
  int variants = 0;              // 0: a random number from 1 to 3
  int depth = 2;                 // how deep statements and conditions nest
  std::size_t minimum_bits = 0;  // of a packed state; more variables are added, most rarely written
  bool choose = true;            // chance
  bool faults = true;            // Overflow::kError where a result may lie outside
  bool compare_variables = true;      // comparisons and copies between variables
  std::size_t minimum_states = 4;     // reachable; best effort (so many tries, then whatever comes)
  std::size_t maximum_states = 2000;  // reachable; always held
};

// The same seed and options give the same model, on every machine. It passes validate().
GameModel random_model(std::uint64_t seed, const RandomModelOptions& options = {});

// All states that can be reached from the variants, breadth first, found with the naive evaluator.
// Stops when more than `limit` are found (the result then has limit + 1).
std::vector<Valuation> reachable_valuations(const GameModel& model, std::size_t limit);

// The whole model as text, for the message of a test that failed.
std::string describe(const GameModel& model);

// A small generator of numbers for tests: SplitMix64 (Guy Steele, Doug Lea, Christine Flood, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::int64_t between(std::int64_t low, std::int64_t high);  // both included
  bool chance(int percent) { return between(0, 99) < percent; }

 private:
  std::uint64_t state_;
};

// Puts the elements into a random order (Fisher and Yates 1938), the same one on every machine.
template <typename Element>
void shuffle(std::vector<Element>& elements, Random& random) {
  for (std::size_t left = elements.size(); left > 1; --left) {
    std::swap(elements[left - 1], elements[random.next() % left]);
  }
}

}  // namespace questproof::testing_support
