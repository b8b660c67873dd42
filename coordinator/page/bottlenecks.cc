// SPDX-License-Identifier: MIT
#include "coordinator/page/bottlenecks.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "coordinator/figures.h"
#include "coordinator/findings/found_game.h"
#include "coordinator/query/needed.h"

namespace questproof {
namespace {

std::size_t position(const GameModel& model, const std::string& quest) {
  const auto found = std::find_if(model.quests.begin(), model.quests.end(),
                                  [&](const Quest& q) { return q.name == quest; });
  return static_cast<std::size_t>(found - model.quests.begin());
}

// "SCENE_PIER: pull the rope".
std::string for_people(const GameModel& model, const std::string& event) {
  const auto found = std::find_if(model.events.begin(), model.events.end(),
                                  [&](const Event& e) { return e.name == event; });
  if (found == model.events.end() || found->label.empty()) return event;
  return found->scene.empty() ? found->label : fmt::format("{}: {}", found->scene, found->label);
}

bool has_scenes(const GameModel& model) {
  return std::any_of(model.variables.begin(), model.variables.end(),
                     [](const Variable& v) { return v.kind == VariableKind::kScene; });
}

}  // namespace

std::vector<Bottleneck> find_bottlenecks(const FoundGame& found, const GameModel& model,
                                         double seconds, const Console& console) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::string out_of_time =
      fmt::format("the time for it was up, {} for all quests", seconds_text(seconds));
  std::vector<Bottleneck> all;
  for (const FoundQuest& found_quest : found.quests) {
    Bottleneck& bottleneck = all.emplace_back();
    const std::size_t quest = position(model, found_quest.name);
    SearchOptions options;
    // Takes what time is left; false, when there is none.
    const auto allowed = [&] {
      const std::chrono::duration<double> passed = Clock::now() - begin;
      options.time_seconds = seconds - passed.count();
      if (options.time_seconds <= 0) bottleneck.unknown = out_of_time;
      return options.time_seconds > 0;
    };
    if (quest == model.quests.size()) {
      bottleneck.unknown = "the game has no such quest";
    } else if (!found_quest.completion) {
      bottleneck.unknown = "no completion is known";
    } else if (allowed()) {
      Needed events = needed_events(model, quest, options, console);
      bottleneck.unknown = std::move(events.unknown);
      for (const std::string& name : events.names) {
        bottleneck.events.push_back(for_people(model, name));
      }
      bottleneck.walking_aside = events.walking_aside;
      if (!bottleneck.unknown.empty() || !has_scenes(model) || !allowed()) continue;
      Needed scenes = needed_scenes(model, quest, options, console);
      bottleneck.unknown = std::move(scenes.unknown);
      bottleneck.scenes = std::move(scenes.names);
    }
  }
  return all;
}

}  // namespace questproof
