// SPDX-License-Identifier: MIT
#include "worker/survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace questproof {
namespace {

constexpr int kWidth = 14;
constexpr int kDepth = 9;
constexpr double kReach = 1.5;
const Wanted kAllWires = {{}, true, true};

// An open hall in which doors and buttons stand at places apart, all of it in sight.
struct Hall {
  std::vector<Point> doors;
  std::vector<Point> buttons;
  Belief belief;
  GivenUp given_up;
  Point agent;

  Hall(std::mt19937& random, std::size_t door_count, std::size_t button_count) {
    std::vector<Point> places;
    for (int x = 1; x < kWidth; x += 2) {
      for (int z = 1; z < kDepth; z += 2) {
        places.push_back({static_cast<double>(x), 0, static_cast<double>(z)});
      }
    }
    std::shuffle(places.begin(), places.end(), random);
    doors.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(door_count));
    places.erase(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(door_count));
    buttons.assign(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(button_count));
    agent = places[button_count];
    belief.see(view(std::vector<bool>(door_count, false), true), 1);
  }

  View view(const std::vector<bool>& open, bool with_terrain) const {
    View view;
    view.at = agent;
    view.health = 100;
    for (std::size_t i = 0; i < doors.size(); ++i) {
      SeenObject door;
      door.id = "d" + std::to_string(i);
      door.at = doors[i];
      door.blocks = !open[i];
      view.objects.push_back(door);
    }
    for (std::size_t i = 0; i < buttons.size(); ++i) {
      SeenObject button;
      button.id = "b" + std::to_string(i);
      button.at = buttons[i];
      button.usable = true;
      view.objects.push_back(button);
    }
    for (int place = 0; with_terrain && place < kWidth * kDepth; ++place) {
      const int x = place % kWidth;
      const int z = place / kWidth;
      TerrainNode node = {static_cast<std::uint32_t>(place),
                          {static_cast<double>(x), 0, static_cast<double>(z)},
                          {}};
      for (const auto& [dx, dz] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        if (x + dx < 0 || x + dx >= kWidth || z + dz < 0 || z + dz >= kDepth) continue;
        node.to.push_back(static_cast<std::uint32_t>(place + dx + dz * kWidth));
      }
      view.terrain.push_back(node);
    }
    return view;
  }

  // A door is seen, as it is when nothing is wired.
  void look(std::size_t door) {
    View seen = view(std::vector<bool>(doors.size(), false), false);
    std::erase_if(seen.objects, [&](const SeenObject& object) {
      return object.blocks && object.id != "d" + std::to_string(door);
    });
    belief.see(seen, 2);
  }

  Outlook outlook() const { return Outlook(belief, given_up, agent, kReach, 3); }

  // The doors of which it is open how they are after these presses.
  std::set<std::size_t> fresh(const Presses& presses) const {
    std::set<std::size_t> result;
    for (std::size_t door = 0; door < doors.size(); ++door) {
      if (!belief.doors()[door].wires.state(presses)) result.insert(door);
    }
    return result;
  }
};

TEST(SurveyTest, OffersWhatTellsSomethingAndNothingElse) {
  std::mt19937 random(5);
  int told = 0;
  for (int round = 0; round < 60; ++round) {
    Hall hall(random, 2 + random() % 6, 1 + random() % 4);
    for (auto steps = random() % 12; steps > 0; --steps) {
      hall.belief.press("b" + std::to_string(random() % hall.buttons.size()));
      hall.look(random() % hall.doors.size());
    }
    const Outlook outlook = hall.outlook();
    std::vector<std::set<std::size_t>> first(hall.buttons.size() + 1);
    for (const Survey& survey : find_surveys(outlook, kAllWires)) {
      const std::size_t button = survey.button.value_or(hall.buttons.size());
      first[button].insert(survey.round.doors.front());
      Presses presses = hall.belief.presses();
      if (survey.button) presses.flip(bit_of_button(button));
      const std::set<std::size_t> open = hall.fresh(presses);
      const std::set<std::size_t> once(survey.round.doors.begin(), survey.round.doors.end());
      EXPECT_EQ(once.size(), survey.round.doors.size());
      for (const std::size_t door : once) EXPECT_TRUE(open.contains(door));
      EXPECT_GT(survey.errand().cost, 0);
      ++told;
    }
    for (std::size_t button = 0; button < hall.buttons.size(); ++button) {
      Presses presses = hall.belief.presses();
      presses.flip(bit_of_button(button));
      EXPECT_EQ(first[button].empty(), hall.fresh(presses).empty());
    }
    EXPECT_EQ(first.back(), hall.fresh(hall.belief.presses()));
  }
  EXPECT_GT(told, 100);
}

TEST(SurveyTest, EndsWhenAllDoorsWereSeenAfterThePress) {
  std::mt19937 random(7);
  Hall hall(random, 7, 1);
  hall.agent = {0, 0, 0};
  const auto best = [&] {
    std::vector<Survey> surveys = find_surveys(hall.outlook(), kAllWires);
    return *std::min_element(surveys.begin(), surveys.end(), [](const Survey& a, const Survey& b) {
      return a.round.price() < b.round.price();
    });
  };
  EXPECT_EQ(best().errand().kind, Errand::Kind::kPress);
  hall.belief.press("b0");
  EXPECT_EQ(best().errand().kind, Errand::Kind::kLook);
  for (std::size_t door = 0; door < hall.doors.size(); ++door) hall.look(door);
  EXPECT_TRUE(find_surveys(hall.outlook(), kAllWires).empty());
}

}  // namespace
}  // namespace questproof
