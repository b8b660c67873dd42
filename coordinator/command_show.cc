// SPDX-License-Identifier: MIT
#include "coordinator/command_show.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "coordinator/atomic_file.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/figures.h"
#include "coordinator/json_reader.h"
#include "coordinator/load_model.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"
#include "core/base/error.h"
#include "games/registry.h"

namespace questproof {
namespace {

std::size_t event_called(const GameModel& model, const std::string& name, const JsonReader& place) {
  const auto found = std::find_if(model.events.begin(), model.events.end(),
                                  [&](const Event& event) { return event.name == name; });
  if (found == model.events.end()) {
    place.refuse(fmt::format("the game has no event '{}': is this file of another game?", name));
  }
  return static_cast<std::size_t>(found - model.events.begin());
}

void add_step(const GameModel& model, std::size_t event, PictureRequest& request) {
  request.steps.push_back({model.events[event].name, model.events[event].where});
}

void name_goal(const GameModel& model, std::size_t quest, PictureRequest& request) {
  request.goal = model.quests[quest].where;
  request.goal_text =
      model.quests[quest].title.empty() ? model.quests[quest].name : model.quests[quest].title;
}

// The walkthrough to a quest that the search finds.
void solve_for(const GameModel& model, std::size_t quest, const CommandOptions& options,
               Console& console, PictureRequest& request) {
  const SolvedQuest solved = solve_quest(model, quest, options.reduce, SearchOptions(), console);
  const std::string& name = model.quests[quest].name;
  if (!solved.walkthrough) {
    request.caption = solved.verdict == Verdict::kRefuted
                          ? fmt::format("{}: there is no way", name)
                          : fmt::format("{}: no way was found, {}", name, solved.limit);
    return;
  }
  for (const Walkthrough::Played& played : solved.walkthrough->steps) {
    add_step(model, played.step.event.index, request);
  }
  name_goal(model, quest, request);
  request.caption = fmt::format("{}: the shortest way", name);
}

// A walkthrough out of what `solve --json` or `certify --json` wrote.
void read_walk(const GameModel& model, const CommandOptions& options, PictureRequest& request) {
  const nlohmann::json document = parse_json(read_file(options.trace), options.trace);
  const JsonReader root(document, options.trace);
  const std::string schema = root.at("schema").text();
  const bool solution = schema == "questproof/solve";
  if (!solution && schema != "questproof/certificate") {
    root.at("schema").refuse("this is neither what `solve --json` nor what `certify --json` wrote");
  }
  for (const JsonReader& entry : root.at("quests").elements()) {
    const std::string name = entry.at(solution ? "quest" : "name").text();
    const std::size_t quest = find_quest(model, name);
    if (!options.quest.empty() && find_quest(model, options.quest) != quest) continue;
    const bool trap = !solution && !entry.at("counterexample").is_null();
    const JsonReader walk = entry.at(solution ? "walkthrough"
                                     : trap   ? "counterexample"
                                              : "completion");
    if (walk.is_null()) continue;
    for (const JsonReader& step : walk.at("steps").elements()) {
      add_step(model, event_called(model, step.at("event").text(), step), request);
    }
    if (!trap) name_goal(model, quest, request);
    request.caption = fmt::format("{}: {}", name, trap ? "into the trap" : "a way to it");
    return;
  }
  root.at("quests").refuse("there is no walk to draw in it");
}

}  // namespace

ExitCode run_show(const CommandOptions& options, Console& console) {
  const GameModel model = load_model(options, console);
  PictureRequest request;
  if (std::filesystem::is_regular_file(options.trace)) {
    read_walk(model, options, request);
  } else if (!options.trace.empty()) {
    solve_for(model, find_quest(model, options.trace), options, console, request);
  }
  const Picture picture = draw_game(options.game_file, parse_settings(options.settings), request);
  if (!picture.svg) {
    console.error << diagnostics_text(picture.diagnostics, console.error_paint, console.width);
    throw Error(Error::Kind::kInput, fmt::format("{} was not drawn", options.game_file));
  }
  if (options.output.empty()) {
    console.out << *picture.svg;
  } else {
    write_file_atomically(options.output, *picture.svg);
  }
  return ExitCode::kProved;
}

}  // namespace questproof
