// SPDX-License-Identifier: MIT
#include "core/verify/plain_diagram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using Node = PlainDiagrams::Node;
using State = std::vector<std::uint32_t>;
using States = std::set<State>;
using testing_support::Random;

const std::vector<std::uint32_t> kSizes = {3, 2, 4, 3};

// Every operation against sets of states that are listed one by one.
class PlainDiagramTest : public testing::Test {
 protected:
  States random_states() {
    States states;
    const auto count = random_.between(0, 40);
    for (int i = 0; i < count; ++i) {
      State state;
      for (const std::uint32_t size : kSizes) {
        state.push_back(static_cast<std::uint32_t>(random_.between(0, static_cast<int>(size) - 1)));
      }
      states.insert(state);
    }
    return states;
  }

  Node node_of(const States& states) {
    Node node = PlainDiagrams::kNothing;
    for (const State& state : states) node = diagrams_.unite(node, diagrams_.single(state));
    return node;
  }

  // Every state that there can be is asked for.
  void expect(Node node, const States& states) {
    EXPECT_EQ(diagrams_.count(node), states.size());
    State state(kSizes.size(), 0);
    for (;;) {
      EXPECT_EQ(diagrams_.contains(node, state), states.contains(state));
      std::size_t level = 0;
      while (level < kSizes.size() && ++state[level] == kSizes[level]) state[level++] = 0;
      if (level == kSizes.size()) return;
    }
  }

  Random random_{7};
  PlainDiagrams diagrams_{4, 1'000'000};
};

TEST_F(PlainDiagramTest, SetsAreAsIfTheyWereLists) {
  for (int round = 0; round < 200; ++round) {
    const States a = random_states();
    const States b = random_states();
    States both, either, left;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::inserter(either, either.end()));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(left, left.end()));
    const Node node_a = node_of(a);
    const Node node_b = node_of(b);
    expect(node_a, a);
    expect(diagrams_.intersect(node_a, node_b), both);
    expect(diagrams_.unite(node_a, node_b), either);
    expect(diagrams_.subtract(node_a, node_b), left);
    EXPECT_EQ(node_of(either), diagrams_.unite(node_b, node_a));  // one node for one set
  }
}

TEST_F(PlainDiagramTest, RelationsMoveOneStateAfterTheOther) {
  for (int round = 0; round < 200; ++round) {
    // What becomes of the values of two levels; the others stay.
    const auto upper = static_cast<std::uint32_t>(random_.between(0, 2));
    const auto lower = static_cast<std::uint32_t>(random_.between(static_cast<int>(upper) + 1, 3));
    std::set<std::array<std::uint32_t, 4>> pairs;  // from and to above, from and to below
    for (auto i = random_.between(0, 8); i > 0; --i) {
      const auto value = [&](std::uint32_t level) {
        return static_cast<std::uint32_t>(random_.between(0, static_cast<int>(kSizes[level]) - 1));
      };
      pairs.insert({value(upper), value(upper), value(lower), value(lower)});
    }
    std::vector<PlainDiagrams::Edge> edges;
    for (auto at = pairs.begin(); at != pairs.end();) {
      const auto [from, to] = std::pair((*at)[0], (*at)[1]);
      std::vector<PlainDiagrams::Edge> below;
      for (; at != pairs.end() && (*at)[0] == from && (*at)[1] == to; ++at) {
        below.push_back({(*at)[2], (*at)[3], PlainDiagrams::kEverything});
      }
      edges.push_back({from, to, diagrams_.make(lower, below)});
    }
    const Node relation = diagrams_.make(upper, edges);

    const States states = random_states();
    States after, before;
    const auto move = [&](std::size_t from, std::size_t to, States& result) {
      for (const State& state : states) {
        for (const auto& pair : pairs) {
          if (state[upper] != pair[from] || state[lower] != pair[2 + from]) continue;
          State moved = state;
          moved[upper] = pair[to];
          moved[lower] = pair[2 + to];
          result.insert(moved);
        }
      }
    };
    move(0, 1, after);
    move(1, 0, before);
    expect(diagrams_.image(node_of(states), relation), after);
    expect(diagrams_.preimage(node_of(states), relation), before);
  }
}

TEST_F(PlainDiagramTest, AllIsAll) {
  EXPECT_EQ(diagrams_.count(diagrams_.all(kSizes)), 3U * 2 * 4 * 3);
  PlainDiagrams large(80, 1000);
  EXPECT_EQ(large.count(large.all(std::vector<std::uint32_t>(80, 2))), ~std::uint64_t{0});
}

TEST_F(PlainDiagramTest, TooManyNodesAreRefused) {
  PlainDiagrams small(4, 5);
  EXPECT_THROW(small.all(kSizes), PlainDiagrams::Full);
}

}  // namespace
}  // namespace questproof
