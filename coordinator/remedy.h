// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "coordinator/game.h"
#include "coordinator/replay.h"
#include "coordinator/walkthrough.h"
#include "core/search/certify.h"

namespace questproof {

// A smallest set of changes that a fatal step must not make for the quest to stay possible.
struct Remedy {
  struct Part {
    Change change;                      // from: what would have to be kept
    std::vector<SourceLocation> where;  // the statements of the step that wrote the variable
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  bool operator==(const Remedy&) const = default;
};

struct StepRemedies {
  std::vector<Remedy> remedies;  // the best advice first
  bool complete = true;          // false: the search for them ran into its budget
};

// Explains fatal steps, all within one budget of explored states: a game with very many fatal events
// must not be held up. Steps that are asked for first are explained best. `solved` is of the game's space, and may be null: that is slower.
class RemedyFinder {
 public:
  RemedyFinder(const Game& game, const SolvedSpace* solved) : game_(game), solved_(solved) {}

  // Requires: the walkthrough is a trace, replayed, and the last step that is counted is fatal for
  // the quest.
  StepRemedies of_last_step(std::size_t quest, const Replayer& replayer,
                            const Walkthrough& walkthrough);

  // The same for one step between states of the game as written, and of the searched model.
  StepRemedies of_step(std::size_t quest, const Step& step, const std::vector<Change>& changes,
                       const Valuation& before, const Valuation& after);

 private:
  Remedy remedy(const Step& step, const std::vector<VariableId>& set,
                const std::vector<Change>& changes) const;

  const Game& game_;
  const SolvedSpace* solved_;
  std::uint64_t budget_ = 2'000'000;  // states left
};

}  // namespace questproof
