// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/search/run_progress.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

// Every field drawn at random; most of them differ from their defaults.
inline RunProgress random_progress(Random& random) {
  const auto number = [&] { return static_cast<std::uint64_t>(random.next()); };
  const auto sighting = [&] {
    Sighting made;
    made.level = static_cast<std::uint32_t>(number() % 1000);
    for (std::size_t i = 0; i < 2; ++i) made.state.push_back(number());
    return made;
  };
  RunProgress progress;
  progress.phase = RunPhase{static_cast<std::uint8_t>(number() % 5)};
  progress.level = static_cast<std::uint32_t>(number() % 100000);
  for (std::uint64_t i = number() % 5; i > 0; --i) {
    progress.profile.states_per_level.push_back(number());
  }
  progress.profile.states = number();
  progress.profile.transitions = number();
  progress.profile.deadlocks = number();
  progress.profile.fingerprint_sum = number();
  for (std::uint64_t i = number() % 4; i > 0; --i) {
    QuestSightings quest{number(), number(), {}};
    if (number() % 2 == 0) quest.first_done = sighting();
    progress.quests.push_back(std::move(quest));
  }
  for (std::uint64_t i = number() % 6; i > 0; --i) {
    progress.enabled.push_back(number());
    progress.faults.emplace_back();
    if (number() % 2 == 0) progress.faults.back() = sighting();
  }
  for (std::uint64_t i = number() % 3; i > 0; --i) {
    progress.groups.push_back(
        {static_cast<std::uint32_t>(number() % 64), static_cast<std::uint32_t>(1 + number() % 64)});
  }
  progress.distance = static_cast<std::uint32_t>(number() % 100000);
  progress.verified_blocks = number();
  progress.verified_transitions = number();
  progress.verified_faulty = number() % 2 == 0;
  progress.seconds = static_cast<double>(number() % 1000000) / 64;
  return progress;
}

}  // namespace questproof::testing_support
