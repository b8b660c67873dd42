// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>

#include "worker/chooser.h"

namespace questproof {

// Explores, and every other time presses a random button or looks at a random door: the random play that the online
// search was compared with (Shirzadehhajimahmood and others, 2022).
class RandomChoice final : public Chooser {
 public:
  explicit RandomChoice(std::uint64_t seed) : random_(seed) {}

  std::optional<Errand> choose(const Outlook& outlook) override;

 private:
  std::mt19937_64 random_;
};

}  // namespace questproof
