// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "coordinator/remedy.h"
#include "coordinator/replay.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"
#include "core/search/certify.h"

namespace questproof {

struct Console;

// A state of a play.
using PlayPosition = StatePair;

// Knows what is still possible in every state of a play. When the game could be certified within the
// limits, answers are looked up; when not, each is a search of its own with a short limit, and may
// be "unknown".
class PlayGuide {
 public:
  enum class Standing { kNotOpen, kPossible, kDone, kFailed, kBlocked, kUnknown };

  // Certifies the game as it begins in `start`. All arguments must outlive the guide.
  PlayGuide(const GameModel& model, const GivenState& start, const CommandOptions& options,
            const Console& console);

  // Whether the whole space is known; otherwise why not.
  bool certified() const { return certification_.complete; }
  const std::string& limit() const { return certification_.limit; }
  std::uint64_t states() const { return certification_.profile.states; }

  PlayPosition start() const;
  PlayPosition after(const PlayPosition& position, const Step& step, Valuation written) const;

  Standing standing(const PlayPosition& position, std::size_t quest) const;

  // The shortest way to the end of the quest from here.
  SolvedQuest way(const PlayPosition& position, std::size_t quest) const;

  // What a fatal step took away.
  StepRemedies why(std::size_t quest, const PlayPosition& before, const Step& step,
                   const PlayPosition& after) const;

 private:
  std::optional<SolvedSpace::Standing> look_up(const PlayPosition& position,
                                               std::size_t quest) const;

  const GameModel& model_;
  const CommandOptions& options_;
  const Console& console_;
  Game game_;
  Replayer replayer_;
  Certification certification_;
};

}  // namespace questproof
