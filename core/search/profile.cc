// SPDX-License-Identifier: MIT
#include "core/search/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace questproof {

std::string Profile::to_string() const {
  return fmt::format("states={} transitions={} deadlocks={} levels={} fingerprints={:016x} [{}]",
                     states, transitions, deadlocks, states_per_level.size(), fingerprint_sum,
                     fmt::join(states_per_level, " "));
}

}  // namespace questproof
