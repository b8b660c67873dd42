// SPDX-License-Identifier: MIT
#include "coordinator/command_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <utility>

#include "coordinator/agent_replay.h"
#include "coordinator/atomic_file.h"
#include "coordinator/json_parts.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "games/common/nearest_name.h"
#include "games/live/conformance.h"
#include "games/live/process_game.h"
#include "worker/learned_model.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

Patience patience_of(const CommandOptions& options) {
  if (!(options.patience_seconds > 0)) {
    throw Error(Error::Kind::kUsage, "--patience wants a number of seconds above 0");
  }
  Patience patience;
  patience.answer = options.patience_seconds;
  patience.start = std::max(patience.start, options.patience_seconds);
  return patience;
}

ExitCode check(const CommandOptions& options, Console& console) {
  const std::vector<ConformanceCheck> checks =
      check_conformance(options.game_command, patience_of(options));
  const bool kept = std::all_of(checks.begin(), checks.end(),
                                [](const ConformanceCheck& each) { return each.kept; });
  if (options.json) {
    Json document = {{"schema", "questproof/agent-check"}, {"version", 1}, {"kept", kept}};
    document["checks"] = Json::array();
    for (const ConformanceCheck& each : checks) {
      document["checks"].push_back(
          {{"rule", each.rule}, {"kept", each.kept}, {"detail", each.detail}});
    }
    console.out << json_text(document);
  } else {
    for (const ConformanceCheck& each : checks) {
      console.out << (each.kept ? console.paint.good("kept  ") : console.paint.bad("BROKEN"))
                  << "  " << each.rule
                  << (each.detail.empty() ? "" : fmt::format(" ({})", each.detail)) << "\n";
    }
  }
  return kept ? ExitCode::kProved : ExitCode::kRefuted;
}

// "6000", "600s", "6000,600s"
void read_budget(const std::string& text, SessionOptions& session) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const bool seconds = part.ends_with('s');
    if (seconds) part.remove_suffix(1);
    double value = 0;
    const char* end = part.data() + part.size();
    const auto [stop, problem] = std::from_chars(part.data(), end, value);
    if (problem != std::errc{} || stop != end || !(value >= 1) || value > 1e12) {
      throw Error(Error::Kind::kUsage,
                  fmt::format("--budget wants updates, seconds or both, as in 6000 or 600s or "
                              "6000,600s, not '{}'",
                              text));
    }
    if (seconds) {
      session.seconds = value;
    } else {
      session.updates = static_cast<std::uint64_t>(value);
    }
  }
}

PlayerOptions::Policy policy_of(const std::string& player) {
  if (player == "search") return PlayerOptions::Policy::kSearch;
  if (player == "random") return PlayerOptions::Policy::kRandom;
  if (player == "q") return PlayerOptions::Policy::kQLearning;
  throw Error(Error::Kind::kUsage,
              fmt::format("--player is search, random or q, not '{}'", player));
}

// What is certain of the wires, for people and programs.
struct KnownWire {
  std::string button;
  std::string door;
  std::vector<std::size_t> updates;  // of the sightings that it follows from
};

std::vector<KnownWire> known_wires(const Belief& belief) {
  std::vector<KnownWire> wires;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    for (const KnownDoor& door : belief.doors()) {
      std::vector<std::size_t> evidence;
      if (door.wires.wire(button, &evidence) != true) continue;
      KnownWire wire = {belief.buttons()[button].id, door.id, {}};
      for (const std::size_t each : evidence) {
        wire.updates.push_back(belief.sightings()[each].update);
      }
      wires.push_back(std::move(wire));
    }
  }
  return wires;
}

// Wires that follow only if their door is closed at the start.
std::vector<KnownWire> assumed_wires(const Belief& belief) {
  std::vector<KnownWire> wires;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    for (const KnownDoor& door : belief.doors()) {
      if (door.wires.wire(button) || door.wires.wire_if_closed_at_start(button) != true) continue;
      wires.push_back({belief.buttons()[button].id, door.id, {}});
    }
  }
  return wires;
}

std::size_t open_pairs(const Belief& belief) {
  std::size_t open = 0;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    for (const KnownDoor& door : belief.doors()) open += door.wires.wire(button) ? 0 : 1;
  }
  return open;
}

// Doors that were seen open at some time.
std::vector<std::string> doors_seen_open(const Belief& belief) {
  std::vector<std::string> doors;
  for (const KnownDoor& door : belief.doors()) {
    if (door.seen_open) doors.push_back(door.id);
  }
  return doors;
}

// Heights of the terrain that was seen, whole units apart.
std::size_t floors_seen(const Belief& belief) {
  std::set<long> floors;
  for (std::size_t node = 0; node < belief.terrain().size(); ++node) {
    const Terrain::Node& known = belief.terrain().node(node);
    if (known.seen) floors.insert(std::lround(std::floor(known.at.y)));
  }
  return floors.size();
}

Json run_json(const CommandOptions& options, const Session& session, const PlayResult& result,
              const Belief& belief) {
  const SessionFigures& figures = session.figures();
  Json document = {{"schema", "questproof/agent-run"}, {"version", 1}};
  document["game"] = session.introduction().game;
  document["task"] = options.task;
  document["done"] = result.done;
  document["done_at"] = {{"updates", result.done_at},
                         {"seconds", result.done_seconds},
                         {"path_length", result.done_path_length}};
  document["complete"] = result.complete;
  document["reason"] = result.reason;
  document["figures"] = {{"updates", figures.updates},         {"seconds", figures.seconds},
                         {"path_length", figures.path_length}, {"presses", figures.presses},
                         {"restarts", figures.restarts},       {"deaths", figures.deaths}};
  document["health"] = session.view().health;
  document["attempts"] = result.attempts;
  Json& model = document["model"] = Json::object();
  model["places_seen"] = belief.terrain().seen_count();
  model["zones"] = KnownZones(belief).zone_count();
  model["floors"] = floors_seen(belief);
  model["doors"] = belief.doors().size();
  model["doors_seen_open"] = doors_seen_open(belief);
  model["buttons"] = belief.buttons().size();
  model["wires"] = Json::array();
  for (const KnownWire& wire : known_wires(belief)) {
    model["wires"].push_back(
        {{"button", wire.button}, {"door", wire.door}, {"seen_at", wire.updates}});
  }
  model["assumed_wires"] = Json::array();
  for (const KnownWire& wire : assumed_wires(belief)) {
    model["assumed_wires"].push_back({{"button", wire.button}, {"door", wire.door}});
  }
  model["open_pairs"] = open_pairs(belief);
  document["findings"] = Json::array();
  for (const Finding& each : session.findings()) {
    document["findings"].push_back({{"kind", each.kind},
                                    {"text", each.text},
                                    {"update", each.update},
                                    {"action", each.action}});
  }
  return document;
}

std::string run_text(const CommandOptions& options, const Session& session,
                     const PlayResult& result, const Belief& belief, const Console& console) {
  const SessionFigures& figures = session.figures();
  std::string text = console.paint.bold(session.introduction().game) + "\n";
  if (!options.task.empty()) {
    text += result.done ? fmt::format("{}  {} after {} updates, {:.1f} s, a walk of {:.0f}\n",
                                      console.paint.good("DONE"), options.task, result.done_at,
                                      result.done_seconds, result.done_path_length)
                        : fmt::format("{}  {}: {}\n", console.paint.bad("NOT DONE"), options.task,
                                      result.reason);
  }
  text += fmt::format("Played {} updates, {:.1f} s, a walk of {:.0f}, {} presses; {}.\n",
                      figures.updates, figures.seconds, figures.path_length, figures.presses,
                      result.reason);
  const std::vector<KnownWire> wires = known_wires(belief);
  text += fmt::format(
      "Found {} places in {} zones, {} doors, {} buttons; {} wires are certain, {} "
      "pairs of a button and a door are open.\n",
      belief.terrain().seen_count(), KnownZones(belief).zone_count(), belief.doors().size(),
      belief.buttons().size(), wires.size(), open_pairs(belief));
  for (const KnownWire& wire : wires) text += fmt::format("  {} -> {}\n", wire.button, wire.door);
  for (const KnownWire& wire : assumed_wires(belief)) {
    text += fmt::format("  {} -> {}, if {} is closed at the start\n", wire.button, wire.door,
                        wire.door);
  }
  if (!result.attempts.empty()) {
    text += fmt::format("Doors it went to look at: {}\n", fmt::join(result.attempts, " "));
  }
  for (const Finding& each : session.findings()) {
    text += fmt::format("{}  {}, at update {} after \"{}\"\n", console.paint.warning(each.kind),
                        each.text, each.update, each.action);
  }
  return text;
}

ExitCode run(const CommandOptions& options, Console& console) {
  PlayerOptions player;
  if (!options.task.empty()) player.task = AgentTask::parse(options.task);
  player.complete = options.complete || !player.task;
  player.seed = options.seed;
  player.policy = policy_of(options.player);
  SessionOptions limits;
  limits.seed = options.seed;
  read_budget(options.budget, limits);
  std::ofstream record;
  if (!options.record.empty()) {
    record.open(options.record);
    if (!record) throw Error(Error::Kind::kResource, options.record + " cannot be written");
  }
  ProcessGame game(options.game_command, patience_of(options));
  Session session(game, limits, options.record.empty() ? nullptr : &record);
  SearchPlayer search(session, player);
  const PlayResult result = search.run();
  if (options.json) {
    console.out << json_text(run_json(options, session, result, search.belief()));
  } else {
    console.out << run_text(options, session, result, search.belief(), console);
  }
  if (!options.model_out.empty()) {
    write_file_atomically(options.model_out,
                          to_json(learn_model(search.belief(), search.start(),
                                              session.introduction().game, result.complete)));
  }
  if (record.is_open() && !record.flush()) {
    throw Error(Error::Kind::kResource, options.record + " could not be written in full");
  }
  if (options.task.empty()) return result.complete ? ExitCode::kProved : ExitCode::kUnknown;
  if (result.done) return ExitCode::kProved;
  return result.complete ? ExitCode::kRefuted : ExitCode::kUnknown;
}

}  // namespace

ExitCode run_agent(const CommandOptions& options, Console& console) {
  const std::string& action = options.agent_action;
  if (action == "check") return check(options, console);
  if (action == "run") return run(options, console);
  if (action == "replay") return run_agent_replay(options, patience_of(options), console);
  throw Error(
      Error::Kind::kUsage,
      fmt::format("`questproof agent` does run, check and replay, not '{}'{}", action,
                  did_you_mean(action, std::vector<std::string>{"run", "check", "replay"})));
}

}  // namespace questproof
