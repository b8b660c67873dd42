// SPDX-License-Identifier: MIT
#include "worker/session.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "games/live/trace.h"

namespace questproof {

Session::Session(LiveGame& game, const SessionOptions& options, std::ostream* record)
    : game_(game), options_(options), record_(record) {}

void Session::find(std::string kind, std::string text, const std::string& action) {
  findings_.push_back({std::move(kind), std::move(text), figures_.updates, action});
}

void Session::record(const std::string& line) {
  if (record_ != nullptr) *record_ << line << "\n";
}

bool Session::begin() {
  try {
    introduction_ = game_.introduce();
    agent_ = introduction_.agents.front();
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), "hello");
    return false;
  }
  record(encode(TraceHead{introduction_.game, agent_}));
  return restart();
}

bool Session::restart() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      const Observation first = game_.reset(options_.seed);
      time_ = first.time;
      record(encode(TraceReset{options_.seed}));
      waiting_.clear();
      return take(first);
    } catch (const LiveFault& fault) {
      find(to_string(fault.kind()), fault.what(), "reset");
    }
  }
  return false;
}

bool Session::hand_over(std::size_t agent) {
  if (agent == at_turn_) return true;
  const auto next = waiting_.find(introduction_.agents[agent]);
  if (next == waiting_.end() || !next->second.alive) return false;
  View view = std::move(next->second);
  waiting_.erase(next);
  view_.terrain.clear();
  waiting_[agent_] = std::move(view_);
  view_ = std::move(view);
  at_turn_ = agent;
  agent_ = introduction_.agents[agent];
  record(encode(TraceHead{introduction_.game, agent_}));
  return true;
}

Point Session::where(std::size_t agent) const {
  const auto found = waiting_.find(introduction_.agents[agent]);
  return found == waiting_.end() ? view_.at : found->second.at;
}

bool Session::take(const Observation& observation) {
  const auto found = observation.agents.find(agent_);
  if (found == observation.agents.end()) {
    find("garbage", fmt::format("{} sees nothing", agent_), "");
    return false;
  }
  view_ = found->second;
  if (agent_count() == 1) return true;
  for (const auto& [name, view] : observation.agents) {
    if (name == agent_) continue;
    View& waiting = waiting_[name];
    std::vector<TerrainNode> terrain = std::move(waiting.terrain);  // each is told only once
    waiting = view;
    waiting.terrain.insert(waiting.terrain.end(), terrain.begin(), terrain.end());
  }
  return true;
}

bool Session::act(const Action& action) {
  if (is_stopped(options_) || figures_.updates >= options_.updates ||
      (options_.seconds > 0 && figures_.seconds >= options_.seconds)) {
    budget_spent_ = true;
    return false;
  }
  ++figures_.updates;
  const Point before = view_.at;
  const std::string text = to_string(action);
  bool ended = false;
  try {
    const Observation after = game_.act({{agent_, action}});
    figures_.seconds += after.time - time_;
    time_ = after.time;
    if (!take(after)) return false;
    if (action.kind == Action::Kind::kUse && view_.refused.empty()) ++figures_.presses;
    figures_.path_length += floor_distance(before, view_.at);
    record(encode(trace_step(action, view_)));
    ended = after.over || !view_.alive;
    if (!view_.alive) ++figures_.deaths;
    if (ended && view_.alive) find("end", "the game was over", text);
    if (!view_.alive) find("death", "the agent died", text);
  } catch (const LiveFault& fault) {
    find(to_string(fault.kind()), fault.what(), text);
    ended = true;
  }
  if (!ended) return true;
  ending_ = view_;
  if (figures_.restarts >= options_.restarts) return false;
  ++figures_.restarts;
  return restart();
}

}  // namespace questproof
