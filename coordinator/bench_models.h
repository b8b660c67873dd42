// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A model that `bench` explores, and what is known of it without exploring.
struct BenchModel {
  GameModel model;
  std::optional<std::uint64_t> states;          // by closed form
  std::optional<std::uint64_t> transitions;     // by closed form
  std::optional<std::uint64_t> blocked_states;  // of the first quest, by closed form
};

// The fixed list: changing it changes the bench signature. The same on every machine.
std::vector<BenchModel> bench_models();

}  // namespace questproof
