// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "games/live/live_game.h"

namespace questproof {

// Something wrong with the game that came out while it was played.
struct Finding {
  std::string kind;  // "crash", "hang", "garbage", "refusal", "death", "end"
  std::string text;
  std::uint64_t update = 0;
  std::string action;  // that it followed on
  bool operator==(const Finding&) const = default;
};

struct SessionOptions {
  std::uint64_t seed = 1;
  std::uint64_t updates = 1000000;  // at most
  double seconds = 0;               // at most, of the game's clock, over all restarts; 0: no limit
  unsigned restarts = 20;           // at most
  // Once it is true there is no budget any more: who plays ends as soon as the game has answered.
  const std::atomic<bool>* stop_requested = nullptr;
  bool every_agent = false;  // all agents of the game play, one at a time; else only the first
};

inline bool is_stopped(const SessionOptions& options) {
  return options.stop_requested != nullptr && *options.stop_requested;
}

// What it took to play.
struct SessionFigures {
  std::uint64_t updates = 0;
  double seconds = 0;  // of the game's clock, over all restarts
  double path_length = 0;
  std::uint64_t presses = 0;
  unsigned restarts = 0;
  unsigned deaths = 0;
  bool operator==(const SessionFigures&) const = default;
};

// A game being played by one agent at a time, first by the first that the game names; the others wait. What
// the game does wrong becomes a finding, and the game begins anew. Where a trace is written to, each line
// is an action and what came of it (README.md); when another agent goes on, the trace has a new head.
class Session {
 public:
  // `record` may be nullptr.
  Session(LiveGame& game, const SessionOptions& options, std::ostream* record);

  // Begins. False when the game cannot even be begun.
  bool begin();

  // One update. False when there is none any more: the budget is used up, or the game fails again and
  // again. After a restart, `restarts` of the figures has grown and the view is that of the start.
  bool act(const Action& action);

  // The agents that play, and the number of the one that does now.
  std::size_t agent_count() const { return options_.every_agent ? introduction_.agents.size() : 1; }
  std::size_t agent() const { return at_turn_; }
  // Another agent goes on. No time passes; the view is its own, with all terrain that it has seen meanwhile. False when
  // the game has told nothing of what it sees, or it is dead: then nothing changes.
  bool hand_over(std::size_t agent);
  // Where an agent stands.
  Point where(std::size_t agent) const;

  // Begins the game anew, of the player's own will.
  bool restart();

  const Introduction& introduction() const { return introduction_; }
  const View& view() const { return view_; }
  // What was seen last before the game was begun anew.
  const View& ending() const { return ending_; }
  const SessionFigures& figures() const { return figures_; }
  const std::vector<Finding>& findings() const { return findings_; }
  bool is_budget_spent() const { return budget_spent_; }
  bool was_stopped() const { return budget_spent_ && is_stopped(options_); }

 private:
  bool take(const Observation& observation);
  void find(std::string kind, std::string text, const std::string& action);
  void record(const std::string& line);

  LiveGame& game_;
  SessionOptions options_;
  std::ostream* record_;
  Introduction introduction_;
  std::size_t at_turn_ = 0;
  std::string agent_;                    // the one at turn
  std::map<std::string, View> waiting_;  // what the others see
  View view_;
  View ending_;
  double time_ = 0;  // since the last restart
  bool budget_spent_ = false;
  SessionFigures figures_;
  std::vector<Finding> findings_;
};

}  // namespace questproof
