// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "core/symbolic/symbolic_certify.h"

namespace questproof {

struct Console;

// A game that was certified with decision diagrams. Free moves are no matter for them: every position
// is a state, and every step counts.
struct DiagramResult {
  std::unique_ptr<Game> game;
  SymbolicCertification found;
};

// Tries to certify a game with decision diagrams, with more and more work: before the explicit search
// begins, and again whenever that has found twice as many states. The work of all tries together is less
// than a tenth of what the explicit search does in the same time, so that little is lost where diagrams
// do not help; and it is counted in steps, not in seconds, so that every machine does the same.
class DiagramTries {
 public:
  DiagramTries(const GameModel& model, std::optional<std::size_t> quest,
               const CommandOptions& options, const Console& console);

  // What is found is kept: more work for what there is besides verdicts.
  void look_for_details();

  // With all memory and time there is. Requires an InterruptGuard, here and below.
  void try_all();

  // With little work. A game of few states is left to the explicit search, which tells more of it.
  void try_first();

  // The explicit search has found so many states and taken so many transitions; tries where that is due.
  void after_states(std::uint64_t states, std::uint64_t transitions);

  // The explicit search has come to a limit after so many states, so nothing is lost any more: tries
  // with all memory, with as much work as that search did (or some seconds), in what time is left. Requires: its memory is free again.
  void after_limit(std::uint64_t states);

  // Whether a try has decided all quests.
  bool decided() const { return result_.has_value() && result_->found.limit.empty(); }
  DiagramResult take() { return std::move(*result_); }

  // What was tried and did not lead to a result, and what it took, for people; empty when nothing was.
  std::string account() const;

 private:
  std::uint64_t all_memory() const;
  void attempt(const SymbolicOptions& options);

  const GameModel& model_;
  std::optional<std::size_t> quest_;
  const CommandOptions& options_;
  const Console& console_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t detail_work_;
  bool hopeless_ = false;    // no work would help
  bool few_states_ = false;  // the explicit search will soon be through, if no limit stops it
  std::uint64_t next_states_;
  std::unique_ptr<Game> game_;  // made when it is first needed
  std::optional<DiagramResult> result_;
  std::string limit_;  // of the last try; empty: there was none, or states are few
  int attempts_ = 0;
  double seconds_ = 0;  // of processor time
};

}  // namespace questproof
