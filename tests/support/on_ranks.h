// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/net/loopback.h"

namespace questproof::testing_support {

// Runs `body` on each of several loopback ranks and returns what the ranks returned; throws what ended the
// run, if anything did.
template <typename Result>
std::vector<Result> on_ranks(int ranks, const LoopbackPlan& plan,
                             const std::function<Result(Transport&)>& body) {
  LoopbackWorld world(ranks, plan);
  std::vector<std::optional<Result>> results(static_cast<std::size_t>(ranks));
  world.run([&](Transport& transport) {
    with_abandon(transport, [&] {
      results[static_cast<std::size_t>(transport.rank())].emplace(body(transport));
    });
  });
  world.rethrow();
  std::vector<Result> all;
  for (auto& result : results) all.push_back(std::move(result.value()));
  return all;
}

// All run at once, or one at a time as the seed says, with delays.
inline LoopbackPlan plan_of(std::uint64_t seed) {
  LoopbackPlan plan;
  plan.seed = seed;
  plan.stepped = seed % 4 != 0;
  plan.longest_delay = static_cast<std::uint32_t>(seed % 3 == 0 ? 0 : seed % 30);
  return plan;
}

}  // namespace questproof::testing_support
