// SPDX-License-Identifier: MIT
#include "coordinator/stored_hints.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <sstream>

#include "coordinator/console.h"
#include "core/model/naive_evaluator.h"
#include "tests/coordinator/query/plain_database.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::PlainDatabase;
using testing_support::Random;
using testing_support::random_adventure;

struct Played {
  Valuation values;
  Step step;
};

std::vector<Played> next_states(const GameModel& model, const Valuation& values) {
  std::vector<Played> next;
  for (std::uint32_t e = 0; e < model.events.size(); ++e) {
    for (Outcome& outcome : outcomes(model, EventId{e}, values)) {
      if (outcome.fault || outcome.values == values) continue;
      next.push_back({std::move(outcome.values), {EventId{e}, std::move(outcome.branches)}});
    }
  }
  return next;
}

bool meets_fault(const GameModel& model, const Valuation& values) {
  for (std::uint32_t e = 0; e < model.events.size(); ++e) {
    for (const Outcome& outcome : outcomes(model, EventId{e}, values)) {
      if (outcome.fault) return true;
    }
  }
  return false;
}

// By breadth-first search over the game as written, statement by statement. `faulty`: an event was a
// fault on the way.
std::optional<std::size_t> plain_distance(const GameModel& model, const Valuation& from,
                                          std::size_t quest, bool& faulty) {
  std::map<Valuation, std::size_t> seen = {{from, 0}};
  std::deque<Valuation> open = {from};
  for (; !open.empty(); open.pop_front()) {
    const std::size_t depth = seen.at(open.front());
    if (is_done(model, quest, open.front())) return depth;
    faulty |= meets_fault(model, open.front());
    for (const Played& next : next_states(model, open.front())) {
      if (seen.emplace(next.values, depth + 1).second) open.push_back(next.values);
    }
  }
  return std::nullopt;
}

struct Counts {
  int stored = 0, unstored = 0, blocked = 0;
};

// A random play of the model, as it is saved.
GivenState random_play_state(const GameModel& model, Random& random) {
  GivenState state;
  state.name = "the given state";
  state.variant = random.next() % model.variants.size();
  state.values = model.variants[state.variant].values;
  for (std::uint64_t steps = random.next() % 12; steps > 0; --steps) {
    std::vector<Played> next = next_states(model, state.values);
    if (next.empty()) break;
    Played& taken = next[random.next() % next.size()];
    state.values = std::move(taken.values);
    state.history.push_back(std::move(taken.step));
  }
  return state;
}

void check_way(const GameModel& model, HintSource& hints, const GivenState& state, Counts& counts) {
  for (std::size_t q = 0; q < model.quests.size(); ++q) {
    bool faulty = false;
    const auto distance = plain_distance(model, state.values, q, faulty);
    const HintWay way = hints.way(q, state);
    if (!distance && faulty && !way.from_store) {  // where a fault leads is not known
      ASSERT_EQ(way.solved.verdict, Verdict::kUnknown);
      continue;
    }
    ASSERT_EQ(way.solved.verdict, distance ? Verdict::kProved : Verdict::kRefuted);
    ++(way.unstored ? counts.unstored : counts.stored);
    counts.blocked += !distance;
    if (!distance) continue;
    ASSERT_TRUE(way.shortest);
    ASSERT_EQ(way.solved.walkthrough->steps.size(), *distance);
    ASSERT_EQ(way.solved.walkthrough->first, state.values);
    ASSERT_TRUE(is_done(model, q, way.solved.walkthrough->last()));
  }
}

void check_adventure(std::uint64_t seed, const std::string& reduce, Counts& counts) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << reduce);
  const GameModel model = random_adventure(seed, 300);
  const Game game(model, reduce);
  ASSERT_FALSE(game.is_collapsed());
  const PlainDatabase database(game);
  const StoredGame stored(database, model, "");
  std::istringstream in;
  std::ostringstream out, error;
  const Console console{in, out, error, Paint(), Paint(), false, false, 80};
  CommandOptions options;
  options.threads = 1;
  StoredHints hints(stored, options, console);
  Random random(seed);
  for (int i = 0; i < 6; ++i) {
    GivenState state = random_play_state(model, random);
    check_way(model, hints, state, counts);
    state.history.clear();  // as a person gives it: only the values
    check_way(model, hints, state, counts);
    const std::size_t changed = random.next() % model.variables.size();
    const Variable& variable = model.variables[changed];
    state.values[changed] = static_cast<Value>(random.between(variable.low, variable.high));
    check_way(model, hints, state, counts);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StoredHintsTest, WaysAreShortestFromEveryState) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    check_adventure(seed, "none", counts);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(counts.stored, 200);
  EXPECT_GT(counts.unstored, 20);
  EXPECT_GT(counts.blocked, 20);
}

TEST(StoredHintsTest, WaysAreShortestFromEveryStateOfAReducedGame) {
  Counts counts;
  for (std::uint64_t seed = 100; seed < 125; ++seed) {
    check_adventure(seed, "default", counts);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(counts.stored, 200);
  EXPECT_GT(counts.unstored, 20);
  EXPECT_GT(counts.blocked, 20);
}

}  // namespace
}  // namespace questproof
