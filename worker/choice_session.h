// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "games/live/live_game.h"
#include "worker/choice_look.h"
#include "worker/session.h"

namespace questproof {

// A state of a live game that can be come back to, by what was chosen on the way there.
using PositionId = std::uint32_t;

// A game of choices being played by one agent, the first that the game names: brings it to positions, by
// restoring what was saved or by choosing again from the start, and counts what that takes. What the
// game does wrong becomes a finding and, if it does so again, a look of its own (ChoiceLook::failure); the
// game then begins anew. For one thread.
class ChoiceSession {
 public:
  // Of a game that came out elsewhere than before: after this choice at that position it looked like that.
  struct Surprise {
    PositionId from = 0;
    std::string choice;
    LookId seen = 0;
  };

  enum class Arrival {
    kThere,
    kElsewhere,  // the game, asked again and again, does something else on the way: see surprises()
    kOver,       // the budget is spent, or the game fails again and again
  };

  static constexpr PositionId kStart = 0;

  // `record` may be nullptr; `looks` outlives the session.
  ChoiceSession(LiveGame& game, const SessionOptions& options, LookTable& looks,
                std::ostream* record);

  // Begins. False when the game cannot even be begun.
  bool begin();

  Arrival go(PositionId position);
  // To the start, by a reset and not by what was saved. False: it does not begin as before, or not at all.
  bool begin_anew();
  // From where the game stands. Nothing when the session is over. One can wait where that is not offered, too; a game
  // that refuses then stays where it is.
  std::optional<LookId> choose(const std::string& choice);
  // Begins the game with another seed; positions are those of the usual one, so that go() begins anew with that.
  // Nothing when it cannot be begun so.
  std::optional<LookId> begin_otherwise(std::uint64_t seed);

  // `here`: the game stands there now.
  PositionId add(PositionId from, std::string choice, LookId look, bool here);
  // Saves the game, which stands there, if it can be saved. Where there is no more room, what may be
  // forgotten is.
  void keep(PositionId position);
  void may_forget(PositionId position);
  void forget(PositionId position);

  LookId look(PositionId position) const { return positions_[position].look; }
  // Where the game stands; nothing when it has to be begun anew.
  std::optional<LookId> here() const { return here_; }
  // What was chosen from the start to there.
  std::vector<std::string> history(PositionId position) const;

  std::vector<Surprise> take_surprises();

  const Introduction& introduction() const { return introduction_; }
  const SessionFigures& figures() const { return figures_; }
  const std::vector<Finding>& findings() const { return findings_; }
  std::uint64_t seed() const { return options_.seed; }
  bool is_over() const { return over_; }
  bool is_budget_spent() const { return budget_spent_; }
  bool was_stopped() const { return budget_spent_ && is_stopped(options_); }
  // Restores and saves, which are no updates.
  std::uint64_t restored() const { return restored_; }

 private:
  struct Position {
    PositionId from = 0;
    std::string choice;
    LookId look = 0;
    std::uint32_t slot = 0;     // 0: not saved
    std::uint32_t process = 0;  // the life of the game's process in which it was
  };

  bool reset();
  LookId see(const Observation& observation);
  bool restore(const Position& position);
  LookId fail(const LiveFault& fault);
  std::optional<LookId> fail_twice(const LiveFault& fault);
  void find(std::string kind, std::string text, std::string action);
  void record(const std::string& line);
  bool is_saved(const Position& position) const;

  LiveGame& game_;
  SessionOptions options_;
  LookTable& looks_;
  std::ostream* record_;
  Introduction introduction_;
  std::string agent_;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> free_slots_;
  std::deque<PositionId> forgettable_;
  std::uint32_t slots_ = 0;
  std::uint32_t process_ = 1;
  std::vector<std::string> path_;  // chosen since the start, to where the game stands
  std::optional<LookId> here_;     // nothing: it has to be begun anew
  std::optional<PositionId> at_;   // where it stands, if that is a position
  double time_ = 0;
  unsigned failures_in_a_row_ = 0;
  bool is_repeating_ = false;
  bool over_ = false;
  bool budget_spent_ = false;
  std::uint64_t restored_ = 0;
  SessionFigures figures_;
  std::vector<Finding> findings_;
  std::vector<Surprise> surprises_;
};

}  // namespace questproof
