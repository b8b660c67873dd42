// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "worker/belief.h"
#include "worker/fellows.h"
#include "worker/player.h"
#include "worker/session.h"

namespace questproof {

// A session whose views go into a belief, and in which the tasks are looked for, update by update. What fellows
// learn comes into the belief, too.
class Play {
 public:
  // The session outlives it.
  Play(Session& session, const PlayerOptions& options);

  // False when the game could not be begun.
  bool begin();
  // One update. False when there is none any more.
  bool act(const Action& action);
  // Another agent of the game goes on. False when it cannot.
  bool hand_over(std::size_t agent);
  // The game begins anew, of the player's own will.
  bool restart();
  // No update follows.
  void end();

  const Session& session() const { return session_; }
  const View& view() const { return session_.view(); }
  std::uint64_t update() const { return session_.figures().updates; }
  const Belief& belief() const { return belief_; }

  // What the last update brought, and whether the game failed in it or was begun anew.
  const Belief::News& news() const { return news_; }
  bool has_failed() const { return failed_; }
  bool has_restarted() const { return restarted_; }
  // Whether fellows told anything new.
  bool has_heard() const { return heard_; }

  // Where the agent stood at the start.
  const Point& start() const { return start_; }
  double reach() const { return reach_; }
  bool is_done() const { return result_.done; }
  // Those that nobody has done yet.
  std::vector<AgentTask> open_tasks() const;
  PlayResult& result() { return result_; }
  const PlayResult& result() const { return result_; }

 private:
  void perceive();
  void listen(const Action& action);
  void look_for_tasks(const View& view);
  void take_done(TaskResult& task);
  void note_failure(const Action& action);

  Session& session_;
  PlayerOptions options_;
  Belief belief_;
  Belief::News news_;
  PlayResult result_;
  Point start_;
  double reach_ = 1.5;
  unsigned restarts_ = 0;
  bool failed_ = false;
  bool restarted_ = false;
  bool heard_ = false;
};

}  // namespace questproof
