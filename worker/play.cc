// SPDX-License-Identifier: MIT
#include "worker/play.h"

namespace questproof {

Play::Play(Session& session, const PlayerOptions& options) : session_(session), options_(options) {}

bool Play::begin() {
  if (!session_.begin()) return false;
  if (session_.introduction().reach > 0) reach_ = session_.introduction().reach;
  start_ = session_.view().at;
  perceive();
  return true;
}

bool Play::restart() {
  if (!session_.restart()) return false;
  belief_.restart();
  perceive();
  restarted_ = true;
  return true;
}

bool Play::act(const Action& action) {
  const std::size_t findings = session_.findings().size();
  const bool goes_on = session_.act(action);
  failed_ = session_.findings().size() > findings;
  if (failed_) {
    note_failure(action);
  } else if (action.kind == Action::Kind::kUse && session_.view().refused.empty()) {
    belief_.press(action.what);
  }
  if (goes_on) perceive();
  return goes_on;
}

void Play::perceive() {
  const SessionFigures& figures = session_.figures();
  restarted_ = figures.restarts != restarts_;
  if (restarted_) {
    restarts_ = figures.restarts;
    belief_.restart();
  }
  news_ = belief_.see(session_.view(), figures.updates);
  look_for_task(session_.view());
}

void Play::look_for_task(const View& view) {
  if (result_.done || !options_.task) return;
  for (const SeenObject& object : view.objects) {
    if (!options_.task->is_done(object)) continue;
    result_.done = true;
    result_.done_at = session_.figures().updates;
    result_.done_seconds = session_.figures().seconds;
    result_.done_path_length = session_.figures().path_length;
  }
}

// What ended the game may have been what the task is about. It is not walked into again.
void Play::note_failure(const Action& action) {
  look_for_task(session_.ending());
  if (session_.findings().back().kind != "end" || action.kind != Action::Kind::kMove) return;
  const std::size_t node = belief_.terrain().at(action.to);
  if (node != Terrain::kNowhere) belief_.avoid(node);
}

}  // namespace questproof
