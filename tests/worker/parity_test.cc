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

TEST(ParityTest, TheGuessIsWhatCostsLeast) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  door.add(pressed({1, 2, 3}), true, 1);
  door.weigh({9, 1, 3, 0.5, 4});  // of the start, and of buttons 0 to 3
  EXPECT_TRUE(door.guess()[bit_of_button(2)]);
  EXPECT_EQ(door.guess().count(), 1U);
  door.weigh({9, 1, 3, 5, 0.5});
  EXPECT_TRUE(door.guess()[bit_of_button(3)]);
  EXPECT_EQ(door.guess().count(), 1U);
}

// Nothing that was done so far changed the thing: so single buttons become less likely to.
TEST(ParityTest, SightingsWithoutAChangeMakeASurpriseLessLikely) {
  ParitySystem door;
  door.add(pressed({}), false, 0);
  const double before = door.surprise(pressed({1}));
  EXPECT_GT(before, 0.1);
  door.add(pressed({1, 2}), false, 1);
  door.add(pressed({2, 3}), false, 2);
  EXPECT_LT(door.surprise(pressed({1})), before / 2);
  EXPECT_EQ(door.surprise(pressed({1, 3})), 0);
}

// What is certain does not depend on what is likely, and the guess agrees with all that was seen.
// Against making the sighting, with either outcome.
TEST(ParityTest, TellsHowManyWiresALookCanSettle) {
  std::mt19937 random(11);
  double told = 0;
  for (int round = 0; round < 400; ++round) {
    ParitySystem door;
    door.add(pressed({}), false, 0);
    const auto some_presses = [&] {
      Presses presses = no_presses();
      for (std::size_t button = 0; button < 5; ++button) presses[button + 1] = random() % 2 == 0;
      return presses;
    };
    for (auto looks = random() % 5; looks > 0; --looks) {
      const Presses presses = some_presses();
      if (!door.state(presses)) door.add(presses, random() % 2 == 0, 1);
    }
    const Presses presses = some_presses();
    const Presses open = door.open_part(presses);
    if (open.none()) continue;
    const auto wires_after = [&](bool state) {
      ParitySystem after = door;
      after.add(presses, state, 2);
      double count = 0;
      for (std::size_t button = 0; button < 5; ++button) {
        if (!door.wire(button) && after.wire(button) == true) ++count;
      }
      return count;
    };
    const double surprise = door.surprise(presses);
    const bool guess = door.guessed_state(presses);
    EXPECT_NEAR(door.wires_told_by(open),
                (1 - surprise) * wires_after(guess) + surprise * wires_after(!guess), 1e-9);
    told += door.wires_told_by(open);
  }
  EXPECT_GT(told, 50);
}

TEST(ParityTest, WeightsChangeGuessesAndNothingElse) {
  std::mt19937 random(11);
  constexpr std::size_t kButtons = 7;
  for (int round = 0; round < 300; ++round) {
    Presses truth;
    for (std::size_t bit = 0; bit <= kButtons; ++bit) truth[bit] = random() % 3 == 0;
    ParitySystem plain;
    ParitySystem weighed;
    std::vector<std::pair<Presses, bool>> seen;
    for (std::size_t i = 0; i < 9; ++i) {
      Presses presses = no_presses();
      for (std::size_t button = 0; button < kButtons; ++button) {
        presses[bit_of_button(button)] = random() % 2 == 0;
      }
      const bool state = (presses & truth).count() % 2 == 1;
      seen.emplace_back(presses, state);
      EXPECT_EQ(plain.add(presses, state, i), weighed.add(presses, state, i));
      std::vector<double> costs;
      for (std::size_t bit = 0; bit <= kButtons; ++bit) {
        costs.push_back(0.1 + static_cast<double>(random() % 50) / 10);
      }
      weighed.weigh(costs);
      for (std::size_t button = 0; button < kButtons; ++button) {
        EXPECT_EQ(plain.wire(button), weighed.wire(button));
        EXPECT_EQ(plain.wire_if_closed_at_start(button), weighed.wire_if_closed_at_start(button));
      }
      Presses other = no_presses();
      for (std::size_t button = 0; button < kButtons; ++button) {
        other[bit_of_button(button)] = random() % 2 == 0;
      }
      EXPECT_EQ(plain.state(other), weighed.state(other));
      EXPECT_EQ(weighed.surprise(other) > 0, !weighed.state(other).has_value());
      EXPECT_LE(weighed.surprise(other), 0.5);
      for (const auto& [presses_then, state_then] : seen) {
        EXPECT_EQ(weighed.guessed_state(presses_then), state_then);
      }
    }
  }
}

}  // namespace
}  // namespace questproof
