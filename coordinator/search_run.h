// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/game.h"
#include "core/argue/argue.h"
#include "core/net/transport.h"
#include "core/search/certify.h"

namespace questproof {

struct Console;
class RankProgress;

// certify() and solve() with a progress line, and with Ctrl-C as one more limit: the verdict is then
// unknown, and the limit says how far the search had come. With a storage everything is kept there,
// and a signal (Ctrl-C, SIGTERM, SIGUSR1) ends the run where it can be resumed:
// Certification::stopped.
// `watch` is told how far it is; what it throws ends the search. With several `ranks` all solve together, and
// get the same.
Certification run_certify(const Game& game, const SearchOptions& options, const Console& console,
                          RunStorage* storage = nullptr, const ProgressCallback& watch = {});
Solution run_solve(const Game& game, std::size_t quest, const SearchOptions& options,
                   const Console& console, Transport* ranks = nullptr);

// The same on one rank of several, which all call it; `progress` shows how they are doing. Here a
// signal to any of them ends the run where it is, with a storage or without: Certification::stopped.
Certification run_certify_on_ranks(const Game& game, const SearchOptions& options, Transport& ranks,
                                   RankProgress& progress, RunStorage* storage);

// argue() on the game as written, with a progress line. Nothing after Ctrl-C.
std::optional<Argument> run_argue(const Game& game, const ArgueOptions& options,
                                  const Console& console);

// What certify() would say of a search that ended before its first state, for that reason.
Certification not_explored(const Game& game, std::string limit);

// The certification if the game has at most `most_states`, else nothing (also after Ctrl-C). The
// answer does not depend on how fast the machine is.
std::optional<Certification> certify_if_small(const Game& game, std::uint64_t most_states,
                                              const SearchOptions& options, const Console& console);

}  // namespace questproof
