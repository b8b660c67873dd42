// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace questproof {

// What an exploration found. Every figure is a property of the state space, not of the run:
// threads, partitions, memory and order must not change it.
struct Profile {
  std::vector<std::uint64_t> states_per_level;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;      // (state, label, other state): those that change the state
  std::uint64_t deadlocks = 0;        // states without a transition
  std::uint64_t fingerprint_sum = 0;  // of all states, modulo 2^64
  bool operator==(const Profile&) const = default;

  std::string to_string() const;  // one line; its hash is part of the bench signature
};

}  // namespace questproof
