// SPDX-License-Identifier: MIT
#include "worker/play.h"

namespace questproof {

Play::Play(Session& session, const PlayerOptions& options) : session_(session), options_(options) {
  if (options_.tasks.empty() && options_.task) options_.tasks.push_back(*options_.task);
  for (const AgentTask& task : options_.tasks) result_.tasks.push_back({task});
}

bool Play::begin() {
  if (!session_.begin()) return false;
  if (session_.introduction().reach > 0) reach_ = session_.introduction().reach;
  start_ = session_.view().at;
  perceive();
  if (options_.fellows != nullptr) options_.fellows->begin(session_, belief_);
  return true;
}

bool Play::restart() {
  if (!session_.restart()) return false;
  belief_.restart();
  perceive();
  listen(Action::wait());
  restarted_ = true;
  return true;
}

bool Play::hand_over(std::size_t agent) {
  if (!session_.hand_over(agent)) return false;
  perceive();
  return true;
}

void Play::end() {
  if (options_.fellows != nullptr) options_.fellows->end(result_, session_, belief_);
}

std::vector<AgentTask> Play::open_tasks() const {
  std::vector<AgentTask> tasks;
  for (const TaskResult& each : result_.tasks) {
    if (!each.done) tasks.push_back(each.task);
  }
  return tasks;
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
  if (goes_on) listen(action);
  return goes_on;
}

void Play::listen(const Action& action) {
  heard_ = false;
  if (options_.fellows == nullptr) return;
  heard_ = options_.fellows->see(action, session_, belief_);
  if (!heard_) return;
  for (TaskResult& each : result_.tasks) {
    if (!each.done && options_.fellows->is_done(each.task.to_string())) take_done(each);
  }
}

void Play::perceive() {
  const SessionFigures& figures = session_.figures();
  restarted_ = figures.restarts != restarts_;
  if (restarted_) {
    restarts_ = figures.restarts;
    belief_.restart();
  }
  news_ = belief_.see(session_.view(), figures.updates);
  if (news_.wires || news_.objects) belief_.weigh_wires();
  look_for_tasks(session_.view());
}

void Play::look_for_tasks(const View& view) {
  for (TaskResult& each : result_.tasks) {
    if (each.done) continue;
    for (const SeenObject& object : view.objects) {
      if (each.done || !each.task.is_done(object)) continue;
      take_done(each);
      if (options_.fellows != nullptr) {
        options_.fellows->note_done(each.task.to_string(), session_);
      }
    }
  }
}

void Play::take_done(TaskResult& task) {
  const SessionFigures& figures = session_.figures();
  task.done = true;
  task.updates = figures.updates;
  task.seconds = figures.seconds;
  task.path_length = figures.path_length;
  if (!open_tasks().empty()) return;
  result_.done = true;
  result_.done_at = task.updates;
  result_.done_seconds = task.seconds;
  result_.done_path_length = task.path_length;
}

// What ended the game may have been what the task is about. It is not walked into again.
void Play::note_failure(const Action& action) {
  look_for_tasks(session_.ending());
  if (session_.findings().back().kind != "end" || action.kind != Action::Kind::kMove) return;
  const std::size_t node = belief_.terrain().at(action.to);
  if (node != Terrain::kNowhere) belief_.avoid(node);
}

}  // namespace questproof
