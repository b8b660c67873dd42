// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "games/live/child_process.h"
#include "games/live/live_game.h"
#include "games/live/message.h"

namespace questproof {

// How long to wait for a game, in seconds.
struct Patience {
  double start = 30;   // for the first answer
  double answer = 10;  // for each other
};

// A game in a process of its own that speaks the protocol of README.md. The process is started with
// the first call, and anew by reset() after it has failed.
class ProcessGame final : public LiveGame {
 public:
  explicit ProcessGame(std::vector<std::string> command, Patience patience = {});
  ~ProcessGame() override;

  Introduction introduce() override;
  Observation reset(std::uint64_t seed) override;
  Observation observe() override;
  Observation act(const Actions& actions) override;
  void save(const std::string& slot) override;
  Observation restore(const std::string& slot) override;

  // Says "end" and waits for the process to go. How it ended: "exit code 0".
  std::string end();

  // Sends a line as it is and hands out the answer: for checks of a game's manners.
  std::string ask_line(const std::string& line);

 private:
  std::string ask(const Request& request);
  void start();

  std::vector<std::string> command_;
  Patience patience_;
  std::unique_ptr<ChildProcess> process_;
  Introduction introduction_;
};

}  // namespace questproof
