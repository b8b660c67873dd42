// SPDX-License-Identifier: MIT
#include "coordinator/owner_choice.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/search/choose_ownership.h"

namespace questproof {

OwnerChoice choose_owners(const Game& game, const CommandOptions& options, int ranks) {
  const bool by_part = options.ownership == "auto";
  if (!by_part && options.ownership != "whole") {
    throw Error(Error::Kind::kUsage,
                fmt::format("--ownership wants auto or whole, not \"{}\"", options.ownership));
  }
  if (ranks == 1 || !by_part) return {};
  const ChosenOwnership chosen =
      choose_ownership(game.space(), options.partitions, static_cast<std::uint32_t>(ranks));
  const std::string sampled =
      fmt::format("about {:.1f} % of the transitions leave their rank, imbalance {:.2f}",
                  100 * chosen.figures.remote_share, chosen.figures.imbalance);
  if (chosen.ownership.by_whole_state()) {
    return {
        {},
        fmt::format("Owners: by the whole state, since no part of it is better: {}\n", sampled)};
  }
  return {chosen.ownership,
          fmt::format("Owners: by {} bits of word {} of a state: {} (by the whole state {:.1f} %, "
                      "{:.2f}; on a sample)\n",
                      chosen.hashed_bits, chosen.ownership.word, sampled,
                      100 * chosen.by_whole_state.remote_share, chosen.by_whole_state.imbalance)};
}

}  // namespace questproof
