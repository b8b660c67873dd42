// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/game.h"
#include "core/search/certify.h"

namespace questproof {

struct Console;

// certify() and solve() with a progress line, and with Ctrl-C as one more limit: the verdict is then
// unknown, and the limit says how far the search had come. With a storage everything is kept there,
// and a signal (Ctrl-C, SIGTERM, SIGUSR1) ends the run where it can be resumed:
// Certification::stopped.
Certification run_certify(const Game& game, const SearchOptions& options, const Console& console,
                          RunStorage* storage = nullptr);
Solution run_solve(const Game& game, std::size_t quest, const SearchOptions& options,
                   const Console& console);

// The certification if the game has at most `most_states`, else nothing (also after Ctrl-C). The
// answer does not depend on how fast the machine is.
std::optional<Certification> certify_if_small(const Game& game, std::uint64_t most_states,
                                              const SearchOptions& options, const Console& console);

}  // namespace questproof
