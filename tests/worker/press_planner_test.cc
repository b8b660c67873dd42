// SPDX-License-Identifier: MIT
#include "worker/press_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace questproof {
namespace {

constexpr int kSide = 6;
constexpr int kDoors = 5;
constexpr int kButtons = 4;

// A board of squares with doors and buttons, and all of it known to a belief.
struct Board {
  std::vector<bool> is_free = std::vector<bool>(kSide * kSide, false);
  std::vector<int> door_at;                                        // by door: square
  std::vector<int> button_at;                                      // by button
  std::vector<unsigned> wires = std::vector<unsigned>(kDoors, 0);  // by door: bits of buttons
  std::vector<bool> open_at_start;
  int start = 0;

  explicit Board(std::mt19937& random) {
    std::vector<int> squares;
    for (int i = 0; i < kSide * kSide; ++i) {
      is_free[static_cast<std::size_t>(i)] = random() % 3 != 0;
      if (is_free[static_cast<std::size_t>(i)]) squares.push_back(i);
    }
    std::shuffle(squares.begin(), squares.end(), random);
    while (squares.size() < kDoors + kButtons + 1) {  // a board that is nearly all wall
      for (int i = 0; i < kSide * kSide && squares.size() < kDoors + kButtons + 1; ++i) {
        if (is_free[static_cast<std::size_t>(i)]) continue;
        is_free[static_cast<std::size_t>(i)] = true;
        squares.push_back(i);
      }
    }
    door_at.assign(squares.begin(), squares.begin() + kDoors);
    button_at.assign(squares.begin() + kDoors, squares.begin() + kDoors + kButtons);
    start = squares[kDoors + kButtons];
    for (unsigned& each : wires) each = random() % (1U << kButtons) & random();
    for (int i = 0; i < kDoors; ++i) open_at_start.push_back(random() % 4 == 0);
  }

  static Point point(int square) {
    return {static_cast<double>(square % kSide), 0, static_cast<double>(square / kSide)};
  }

  std::vector<int> beside(int square) const {
    std::vector<int> result;
    const int x = square % kSide;
    const int z = square / kSide;
    for (const auto& [dx, dz] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (x + dx < 0 || x + dx >= kSide || z + dz < 0 || z + dz >= kSide) continue;
      const int other = square + dx + dz * kSide;
      if (is_free[static_cast<std::size_t>(other)]) result.push_back(other);
    }
    return result;
  }

  bool is_open(std::size_t door, unsigned pressed) const {
    return open_at_start[door] != (__builtin_popcount(wires[door] & pressed) % 2 == 1);
  }

  // Squares that one can walk to.
  std::set<int> walk(int from, unsigned pressed) const {
    std::set<int> reached = {from};
    std::vector<int> queue = {from};
    while (!queue.empty()) {
      const int at = queue.back();
      queue.pop_back();
      for (const int other : beside(at)) {
        bool closed = false;
        for (std::size_t door = 0; door < kDoors; ++door) {
          closed = closed || (door_at[door] == other && !is_open(door, pressed));
        }
        if (!closed && reached.insert(other).second) queue.push_back(other);
      }
    }
    return reached;
  }

  bool sees_open(std::size_t door, const std::set<int>& reached, unsigned pressed) const {
    if (!is_open(door, pressed)) return false;
    if (reached.contains(door_at[door])) return true;
    const std::vector<int> sides = beside(door_at[door]);
    return std::any_of(sides.begin(), sides.end(),
                       [&](int side) { return reached.contains(side); });
  }

  // Plainly: whether some play sees the door open. Agents stand where they last pressed.
  bool can_see_open(std::size_t door, std::size_t agents) const {
    using State = std::pair<unsigned, std::vector<int>>;
    std::set<State> seen = {{0, std::vector<int>(agents, start)}};
    std::vector<State> queue(seen.begin(), seen.end());
    while (!queue.empty()) {
      const auto [pressed, at] = queue.back();
      queue.pop_back();
      for (std::size_t agent = 0; agent < agents; ++agent) {
        const std::set<int> reached = walk(at[agent], pressed);
        if (sees_open(door, reached, pressed)) return true;
        for (std::size_t button = 0; button < kButtons; ++button) {
          if (!reached.contains(button_at[button])) continue;
          State next = {pressed ^ (1U << button), at};
          next.second[agent] = button_at[button];
          if (seen.insert(next).second) queue.push_back(next);
        }
      }
    }
    return false;
  }

  View view(unsigned pressed) const {
    View view;
    view.at = point(start);
    view.health = 100;
    for (int square = 0; square < kSide * kSide; ++square) {
      if (!is_free[static_cast<std::size_t>(square)]) continue;
      TerrainNode node;
      node.id = static_cast<std::uint32_t>(square);
      node.at = point(square);
      for (const int other : beside(square)) node.to.push_back(static_cast<std::uint32_t>(other));
      view.terrain.push_back(node);
    }
    for (std::size_t door = 0; door < kDoors; ++door) {
      SeenObject object;
      object.id = "d" + std::to_string(door);
      object.at = point(door_at[door]);
      object.size = {0.3, 2, 0.3};
      object.blocks = !is_open(door, pressed);
      view.objects.push_back(object);
    }
    for (std::size_t button = 0; button < kButtons; ++button) {
      SeenObject object;
      object.id = "b" + std::to_string(button);
      object.at = point(button_at[button]);
      object.usable = true;
      view.objects.push_back(object);
    }
    return view;
  }

  // Each button pressed twice, with a look at all doors in between: all wires are certain.
  Belief belief() const {
    Belief belief;
    std::uint64_t update = 0;
    belief.see(view(0), update);
    for (unsigned button = 0; button < kButtons; ++button) {
      belief.press("b" + std::to_string(button));
      belief.see(view(1U << button), ++update);
      belief.press("b" + std::to_string(button));
      belief.see(view(0), ++update);
    }
    return belief;
  }
};

class PressPlannerTest : public testing::TestWithParam<std::size_t> {};

TEST_P(PressPlannerTest, FindsAPlanExactlyWhereAPlainSearchDoes) {
  const std::size_t agents = GetParam();
  std::mt19937 random(7);
  std::size_t possible = 0;
  std::size_t longest = 0;
  for (int round = 0; round < 60; ++round) {
    const Board board(random);
    const Belief belief = board.belief();
    const KnownZones zones(belief);
    const PressPlanner planner(belief, zones, std::vector<bool>(kButtons, true));
    const std::size_t place = zones.place_of[belief.terrain().at(Board::point(board.start))];
    const std::vector<PressPlanner::Start> starts(agents, {place, Board::point(board.start)});
    for (std::size_t door = 0; door < kDoors; ++door) {
      const std::size_t known = *belief.door("d" + std::to_string(door));
      const auto seen_open = [&](const PressPlanner::Situation& situation) {
        return situation.open[known] != 0 &&
               std::any_of(zones.sides[known].begin(), zones.sides[known].end(),
                           [&](std::size_t side) { return situation.reached[side] != 0; });
      };
      for (const bool open_wires : {false, true}) {
        const PressPlanner::Plan plan = planner.find(starts, open_wires, 100000, seen_open);
        ASSERT_EQ(plan.found, board.can_see_open(door, agents)) << "round " << round;
        ASSERT_NE(plan.found, plan.exhausted);
        if (open_wires) {
          const PressPlanner::Plan cheapest = planner.find_cheapest(
              starts, std::vector<bool>(kButtons, true), 100000, 1, 1e6,
              [&](const PressPlanner::Situation& situation) {
                return seen_open(situation) && situation.cost > 0 ? situation.cost : 1e9;
              });
          if (plan.found && !plan.presses.empty()) {
            EXPECT_NEAR(cheapest.cost, plan.cost, 1e-9);
          } else if (!plan.found) {
            EXPECT_FALSE(cheapest.found);
            EXPECT_TRUE(cheapest.exhausted);
          }
        }
        std::vector<int> at(agents, board.start);
        unsigned pressed = 0;
        for (const PressPlanner::Press& press : plan.presses) {
          const int button = board.button_at[*belief.button(belief.buttons()[press.button].id)];
          ASSERT_TRUE(board.walk(at[press.agent], pressed).contains(button));
          at[press.agent] = button;
          pressed ^= 1U << press.button;
        }
        if (!plan.found) continue;
        ASSERT_TRUE(std::any_of(at.begin(), at.end(), [&](int each) {
          return board.sees_open(door, board.walk(each, pressed), pressed);
        }));
        ++possible;
        longest = std::max(longest, plan.presses.size());
      }
    }
  }
  EXPECT_GT(possible, 50U);
  EXPECT_GT(longest, 1U);
}

INSTANTIATE_TEST_SUITE_P(Agents, PressPlannerTest, testing::Values(1, 2));

}  // namespace
}  // namespace questproof
