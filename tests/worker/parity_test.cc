// SPDX-License-Identifier: MIT
#include "worker/parity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace questproof {
namespace {

using News = ParitySystem::News;

Presses pressed(std::initializer_list<std::size_t> buttons) {
  Presses presses = no_presses();
  for (const std::size_t button : buttons) presses.flip(bit_of_button(button));
  return presses;
}

TEST(ParityTest, OnePressBetweenTwoSightingsIsCertain) {
  ParitySystem door;
  EXPECT_EQ(door.add(pressed({}), false, 0), News::kFresh);
  EXPECT_FALSE(door.wire(3));
  EXPECT_EQ(door.add(pressed({3}), true, 1), News::kFresh);
  std::vector<std::size_t> evidence;
  EXPECT_EQ(door.wire(3, &evidence), true);
  EXPECT_EQ(evidence, (std::vector<std::size_t>{0, 1}));
}

// The published rule charges the last press.
TEST(ParityTest, SeveralPressesBetweenTwoSightingsChargeNone) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  door.add(pressed({1, 2}), true, 1);
  EXPECT_FALSE(door.wire(1));
  EXPECT_FALSE(door.wire(2));
  EXPECT_EQ(door.state(pressed({1, 2})), true);
  EXPECT_FALSE(door.state(pressed({1})));
  door.add(pressed({1}), false, 2);
  EXPECT_EQ(door.wire(1), false);
  EXPECT_EQ(door.wire(2), true);
}

TEST(ParityTest, WhatFollowsIsNoNews) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  door.add(pressed({1}), true, 1);
  EXPECT_EQ(door.add(pressed({1}), true, 2), News::kKnown);
  EXPECT_EQ(door.rank(), 2U);
}

TEST(ParityTest, AContradictionIsToldAndTheNewestSightingKept) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  door.add(pressed({1}), true, 1);
  EXPECT_EQ(door.add(pressed({1}), false, 2), News::kConflict);
  EXPECT_EQ(door.conflict(), (std::vector<std::size_t>{1, 2}));
  EXPECT_FALSE(door.wire(1));
  EXPECT_EQ(door.state(pressed({1})), false);
}

// A door behind the door that button 1 opens: it was never seen without that press.
TEST(ParityTest, AWireAndAnOpenStartMayBeTheSameToAllPlays) {
  ParitySystem door;
  door.add(pressed({1}), true, 0);
  door.add(pressed({1, 2}), false, 1);
  EXPECT_EQ(door.wire(2), true);
  EXPECT_FALSE(door.wire(1));
  EXPECT_EQ(door.wire_if_closed_at_start(1), true);
  EXPECT_TRUE(door.guess()[bit_of_button(1)]);
  EXPECT_FALSE(door.guess()[0]);
}

TEST(ParityTest, TheGuessHasFewWires) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  door.add(pressed({1, 2, 3}), true, 1);
  EXPECT_EQ(door.guess().count(), 1U);
  EXPECT_TRUE(door.guessed_state(pressed({1, 2, 3})));
}

// Against all assignments of a few unknowns: certain is what all that agree with the sightings have in
// common, and the guess is one of them.
TEST(ParityTest, AgreesWithTryingAllAssignments) {
  constexpr std::size_t kButtons = 5;
  std::mt19937 random(1);
  for (int game = 0; game < 200; ++game) {
    const unsigned truth = random() % (1U << (kButtons + 1));
    ParitySystem door;
    std::vector<std::pair<Presses, bool>> seen;
    for (std::size_t sighting = 0; sighting < 8; ++sighting) {
      const Presses presses((random() % (1U << (kButtons + 1))) | 1U);
      const bool state = ((Presses(truth) & presses).count() & 1U) != 0;
      EXPECT_NE(door.add(presses, state, sighting), News::kConflict);
      seen.emplace_back(presses, state);
      std::vector<Presses> agree;
      for (unsigned each = 0; each < (1U << (kButtons + 1)); ++each) {
        bool fits = true;
        for (const auto& [at, open] : seen) {
          fits = fits && (((Presses(each) & at).count() & 1U) != 0) == open;
        }
        if (fits) agree.emplace_back(each);
      }
      EXPECT_NE(std::find(agree.begin(), agree.end(), door.guess()), agree.end());
      for (std::size_t button = 0; button < kButtons; ++button) {
        const bool first = agree.front()[bit_of_button(button)];
        const bool same = std::all_of(agree.begin(), agree.end(), [&](const Presses& each) {
          return each[bit_of_button(button)] == first;
        });
        EXPECT_EQ(door.wire(button).has_value(), same);
        if (same) {
          EXPECT_EQ(door.wire(button), first);
        }
      }
    }
  }
}

}  // namespace
}  // namespace questproof
