// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "coordinator/play_guide.h"
#include "coordinator/source_quotes.h"
#include "coordinator/state_text.h"
#include "core/model/game_model.h"
#include "core/model/naive_evaluator.h"

namespace questproof {

// One play at the console: reads commands line by line until `quit` or the end of input. The game
// itself runs on the naive evaluator; the guide says what is still possible.
class PlaySession {
 public:
  PlaySession(const GameModel& model, GivenState start, PlayGuide& guide,
              const CommandOptions& options, Console& console);

  void run();

 private:
  // Where the play stands; undo goes back to an earlier one.
  struct Moment {
    PlayPosition position;
    std::vector<PlayGuide::Standing> standings;  // per quest
  };
  struct Choice {
    EventId event;
    std::vector<Outcome> outcomes;  // that change something
  };

  bool obey(const std::string& line);  // false: the play is over
  void look();
  void act(std::size_t number);
  std::optional<std::size_t> decide_chance(const Choice& choice);
  void show_changes(const Valuation& before, const Valuation& after);
  void show_news(const Moment& before, const Moment& after);
  void show_quests();
  void hint(const std::string& quest);
  void why(const std::string& quest);
  void undo();
  void save(const std::string& path);
  void help();

  std::vector<Choice> choices() const;
  std::string scene() const;
  std::vector<std::string> inventory() const;
  std::vector<std::string> visible() const;
  std::vector<PlayGuide::Standing> standings(const PlayPosition& position);
  std::optional<std::size_t> quest_named(const std::string& name);
  std::optional<std::string> read_line(const char* prompt);
  void say(const std::string& text);
  const Moment& now() const { return moments_.back(); }

  const GameModel& model_;
  GivenState start_;
  PlayGuide& guide_;
  Console& console_;
  bool ask_;
  std::mt19937_64 die_;
  std::vector<Step> history_;  // one less than moments
  std::vector<Moment> moments_;
  std::vector<Choice> on_offer_;  // as numbered by the last look
  SourceQuotes quotes_;
};

}  // namespace questproof
