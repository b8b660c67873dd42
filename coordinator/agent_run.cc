// SPDX-License-Identifier: MIT
#include "coordinator/agent_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>
#include <utility>

#include "coordinator/agent_evidence.h"
#include "coordinator/agent_options.h"
#include "coordinator/atomic_file.h"
#include "coordinator/interrupt.h"
#include "coordinator/json_parts.h"
#include "coordinator/paths.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "games/common/nearest_name.h"
#include "games/live/process_game.h"
#include "worker/learned_model.h"
#include "worker/search_player.h"
#include "worker/shared_knowledge.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

PlayerOptions::Policy policy_of(const std::string& player) {
  if (player == "search" || player == "auto") return PlayerOptions::Policy::kSearch;
  if (player == "random") return PlayerOptions::Policy::kRandom;
  if (player == "q") return PlayerOptions::Policy::kQLearning;
  throw Error(Error::Kind::kUsage,
              fmt::format("--player is search, random or q here, not '{}'", player));
}

// "door1.isOpen,door2.isOpen"
std::vector<AgentTask> read_tasks(std::string_view text) {
  std::vector<AgentTask> tasks;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    tasks.push_back(AgentTask::parse(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return tasks;
}

// What is certain of the wires, for people and programs.
struct KnownWire {
  std::string button;
  std::string door;
  std::vector<std::size_t> updates;  // of the sightings that it follows from
  std::vector<std::uint64_t> runs;   // others than this one, that it follows from, too
};

std::vector<KnownWire> known_wires(const Belief& belief) {
  std::vector<KnownWire> wires;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    for (const KnownDoor& door : belief.doors()) {
      std::vector<std::size_t> evidence;
      if (door.wires.wire(button, &evidence) != true) continue;
      KnownWire wire = {belief.buttons()[button].id, door.id, {}, {}};
      for (const std::size_t each : evidence) {
        const DoorSighting& sighting = belief.sightings()[each];
        if (sighting.run == 0) wire.updates.push_back(sighting.update);
        if (sighting.run != 0) wire.runs.push_back(sighting.run);
      }
      std::sort(wire.runs.begin(), wire.runs.end());
      wire.runs.erase(std::unique(wire.runs.begin(), wire.runs.end()), wire.runs.end());
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
      wires.push_back({belief.buttons()[button].id, door.id, {}, {}});
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

// Doors that contradicted what was certain of them.
std::vector<std::string> doors_in_conflict(const Belief& belief) {
  std::vector<std::string> doors;
  for (const KnownDoor& door : belief.doors()) {
    if (door.conflicts > 0) doors.push_back(door.id);
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

// When a task was first seen to be done.
struct TaskOutcome {
  std::string task;
  bool done = false;
  std::uint64_t run = 0;  // that saw it; 0 where runs are not numbered
  std::uint64_t updates = 0;
  double seconds = 0;
  double path_length = 0;
};

std::vector<TaskOutcome> outcomes(const PlayResult& result, const SharedKnowledge* shared) {
  std::vector<TaskOutcome> outcomes;
  for (const TaskResult& each : result.tasks) {
    TaskOutcome outcome = {each.task.to_string(), each.done,    0,
                           each.updates,          each.seconds, each.path_length};
    const TaskEdge* first =
        shared == nullptr ? nullptr : shared->book().task_done(shared->session(), outcome.task);
    if (first != nullptr) {
      outcome = {first->task, true, first->run, first->update, first->seconds, first->path_length};
    }
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

// All there is to say of a run, of one agent or of several that have learned from each other.
struct RunReport {
  std::string game;
  std::vector<TaskOutcome> tasks;
  bool done = false;      // all tasks
  TaskOutcome last_done;  // the one that was done last
  bool complete = false;
  std::string reason;
  Json agents = Json::array();  // each one's own part
};

Json agent_json(const Session& session, const PlayResult& result, std::uint64_t run) {
  const SessionFigures& figures = session.figures();
  Json agent = Json::object();
  if (run != 0) agent["run"] = run;
  agent["done"] = result.done;
  agent["complete"] = result.complete;
  agent["reason"] = result.reason;
  agent["figures"] = {{"updates", figures.updates},         {"seconds", figures.seconds},
                      {"path_length", figures.path_length}, {"presses", figures.presses},
                      {"restarts", figures.restarts},       {"deaths", figures.deaths}};
  agent["health"] = session.view().health;
  agent["attempts"] = result.attempts;
  agent["findings"] = findings_json(session.findings());
  return agent;
}

RunReport make_report(const Session& session, const PlayResult& result,
                      const SharedKnowledge* shared, Transport& ranks) {
  RunReport report;
  report.game = session.introduction().game;
  report.tasks = outcomes(result, shared);
  report.done = !report.tasks.empty();
  for (const TaskOutcome& each : report.tasks) {
    report.done = report.done && each.done;
    if (each.done && each.updates >= report.last_done.updates) report.last_done = each;
  }
  const std::string mine = agent_json(session, result, shared == nullptr ? 0 : shared->run())
                               .dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::vector<Bytes> all =
      ranks.all_gather({reinterpret_cast<const std::uint8_t*>(mine.data()), mine.size()});
  for (const Bytes& each : all) report.agents.push_back(Json::parse(each.begin(), each.end()));
  bool lives = true;  // what one of them died of is in no model
  for (const Json& agent : report.agents) {
    report.complete = report.complete || agent.at("complete").get<bool>();
    lives = lives && agent.at("figures").at("deaths").get<unsigned>() == 0;
  }
  report.complete = report.complete && lives;
  report.reason = result.reason;
  if (report.complete) report.reason = "nothing is left that play could tell";
  if (report.done && result.done) report.reason = result.reason;
  return report;
}

Json model_json(const Belief& belief) {
  Json model = Json::object();
  model["places_seen"] = belief.terrain().seen_count();
  model["zones"] = KnownZones(belief).zone_count();
  model["floors"] = floors_seen(belief);
  model["doors"] = belief.doors().size();
  model["doors_seen_open"] = doors_seen_open(belief);
  model["doors_in_conflict"] = doors_in_conflict(belief);
  model["rests_on_earlier_runs"] = belief.unconfirmed();
  model["buttons"] = belief.buttons().size();
  model["wires"] = Json::array();
  for (const KnownWire& wire : known_wires(belief)) {
    Json json = {{"button", wire.button}, {"door", wire.door}, {"seen_at", wire.updates}};
    if (!wire.runs.empty()) json["learned_from"] = wire.runs;
    model["wires"].push_back(std::move(json));
  }
  model["assumed_wires"] = Json::array();
  for (const KnownWire& wire : assumed_wires(belief)) {
    model["assumed_wires"].push_back({{"button", wire.button}, {"door", wire.door}});
  }
  model["open_pairs"] = open_pairs(belief);
  return model;
}

// The fields of one agent stand at the top; where there are several, those of rank 0, and all of them
// in `agents`.
Json run_json(const CommandOptions& options, const RunReport& report, const Belief& belief) {
  const Json& first = report.agents.front();
  Json document = {{"schema", "questproof/agent-run"}, {"version", 1}};
  document["game"] = report.game;
  document["task"] = options.task;
  document["done"] = report.done;
  document["done_at"] = {{"updates", report.last_done.updates},
                         {"seconds", report.last_done.seconds},
                         {"path_length", report.last_done.path_length}};
  if (report.tasks.size() > 1) {
    for (const TaskOutcome& each : report.tasks) {
      Json task = {{"task", each.task}, {"done", each.done}};
      if (each.done) task["updates"] = each.updates;
      if (each.done && each.run != 0) task["run"] = each.run;
      document["tasks"].push_back(std::move(task));
    }
  }
  document["complete"] = report.complete;
  document["reason"] = report.reason;
  for (const char* part : {"figures", "health", "attempts"}) document[part] = first.at(part);
  document["model"] = model_json(belief);
  document["findings"] = first.at("findings");
  if (report.agents.size() > 1) document["agents"] = report.agents;
  return document;
}

std::string task_text(const CommandOptions& options, const RunReport& report,
                      const Console& console) {
  if (report.tasks.empty()) return "";
  std::string text;
  if (report.done) {
    const TaskOutcome& last = report.last_done;
    text = fmt::format("{}  {} after {} updates, {:.1f} s, a walk of {:.0f} units\n",
                       console.paint.good("DONE"), options.task, last.updates, last.seconds,
                       last.path_length);
  } else {
    text = fmt::format("{}  {}: {}\n", console.paint.bad("NOT DONE"), options.task, report.reason);
  }
  if (report.tasks.size() == 1) return text;
  for (const TaskOutcome& each : report.tasks) {
    text += fmt::format(
        "  {}: {}\n", each.task,
        !each.done ? "not done"
                   : fmt::format("after {} updates{}", each.updates,
                                 each.run == 0 ? "" : fmt::format(", by run {}", each.run)));
  }
  return text;
}

std::string agent_text(const Json& agent) {
  const Json& figures = agent.at("figures");
  return fmt::format("{} updates, {:.1f} s, a walk of {:.0f} units, {} presses; {}.\n",
                     figures.at("updates").get<std::uint64_t>(),
                     figures.at("seconds").get<double>(), figures.at("path_length").get<double>(),
                     figures.at("presses").get<std::uint64_t>(),
                     agent.at("reason").get<std::string>());
}

std::string run_text(const CommandOptions& options, const RunReport& report, const Belief& belief,
                     const Console& console) {
  std::string text = console.paint.bold(report.game) + "\n" + task_text(options, report, console);
  for (const Json& agent : report.agents) {
    text += report.agents.size() == 1
                ? "Played "
                : fmt::format("Run {} played ", agent.at("run").get<std::uint64_t>());
    text += agent_text(agent);
  }
  const std::vector<KnownWire> wires = known_wires(belief);
  text += fmt::format("Found {} in {}, {}, {}; certain: {}; open: {}.\n",
                      counted(belief.terrain().seen_count(), "place"),
                      counted(KnownZones(belief).zone_count(), "zone"),
                      counted(belief.doors().size(), "door"),
                      counted(belief.buttons().size(), "button"), counted(wires.size(), "wire"),
                      counted(open_pairs(belief), "button-door pair"));
  for (const KnownWire& wire : wires) text += fmt::format("  {} -> {}\n", wire.button, wire.door);
  for (const KnownWire& wire : assumed_wires(belief)) {
    text += fmt::format("  {} -> {}, if {} is closed at the start\n", wire.button, wire.door,
                        wire.door);
  }
  for (const std::string& door : doors_in_conflict(belief)) {
    text += fmt::format("{}  {} is not as the buttons that toggle it have it: nothing is certain\n",
                        console.paint.warning("conflict"), door);
  }
  if (const std::size_t count = belief.unconfirmed().size(); count > 0) {
    text += fmt::format(
        "{}  {} buttons, doors and places rest on earlier runs: this one did not see whether they "
        "are still so\n",
        console.paint.warning("memory"), count);
  }
  for (const Json& agent : report.agents) {
    const auto attempts = agent.at("attempts").get<std::vector<std::string>>();
    if (!attempts.empty()) {
      text += fmt::format("Doors it went to look at: {}\n", fmt::join(attempts, " "));
    }
    for (const Json& each : agent.at("findings")) {
      text +=
          fmt::format("{}  {}, at update {} after \"{}\"\n",
                      console.paint.warning(each.at("kind").get<std::string>()),
                      each.at("text").get<std::string>(), each.at("update").get<std::uint64_t>(),
                      each.at("action").get<std::string>());
    }
  }
  return text;
}

PlayerOptions player_options(const CommandOptions& options) {
  PlayerOptions player;
  player.tasks = read_tasks(options.task);
  player.complete = options.complete || player.tasks.empty();
  player.seed = options.seed;
  player.policy = policy_of(options.player);
  if (options.learn_from.empty()) return player;
  for (const Evidence& each : read_evidence(options.learn_from)) {
    if (each.look.empty()) continue;
    player.script = each.presses;
    if (player.tasks.empty()) player.task = AgentTask::parse(each.look);
  }
  return player;
}

// The trace of an agent: with several, each writes one of its own.
std::string trace_file(const CommandOptions& options, const Transport& ranks) {
  if (options.record.empty() || ranks.rank() == 0) return options.record;
  return fmt::format("{}.{}", options.record, ranks.rank());
}

// Of tasks that were not done: objects that nobody has seen, which may be misspelt.
std::string unseen_text(const RunReport& report, const Belief& belief, const Console& console) {
  std::string text;
  std::vector<std::string> seen;
  for (const auto& [name, known] : belief.objects()) seen.push_back(name);
  for (const TaskOutcome& each : report.tasks) {
    const std::string object = AgentTask::parse(each.task).object;
    if (each.done || belief.objects().contains(object)) continue;
    text += fmt::format("{}  nobody has seen an object '{}'{}\n", console.paint.warning("NOTE"),
                        object, did_you_mean(object, seen));
  }
  return text;
}

std::string digits_of(const std::string& name) {
  std::string digits;
  std::copy_if(name.begin(), name.end(), std::back_inserter(digits),
               [](char letter) { return letter >= '0' && letter <= '9'; });
  return digits;
}

// Whether a task that was not done is about a thing that nobody has seen, where one of nearly that name was seen. Things
// of which only the numbers differ are different things.
bool is_misspelt(const RunReport& report, const Belief& belief) {
  std::vector<std::string> seen;
  for (const auto& [name, known] : belief.objects()) seen.push_back(name);
  return std::any_of(report.tasks.begin(), report.tasks.end(), [&](const TaskOutcome& each) {
    const std::string object = AgentTask::parse(each.task).object;
    if (each.done || belief.objects().contains(object)) return false;
    const std::optional<std::string> nearest = nearest_name(object, seen);
    return nearest && digits_of(*nearest) == digits_of(object);
  });
}

ExitCode exit_code_of(const RunReport& report) {
  if (report.tasks.empty()) return report.complete ? ExitCode::kProved : ExitCode::kUnknown;
  if (report.done) return ExitCode::kProved;
  return report.complete ? ExitCode::kRefuted : ExitCode::kUnknown;
}

}  // namespace

ExitCode run_agent_run(const CommandOptions& options, const Patience& patience, Console& console,
                       Transport& ranks) {
  const InterruptGuard guard;
  expect_folder_of(options.model_out);
  const auto rank = static_cast<std::uint64_t>(ranks.rank());
  PlayerOptions player = player_options(options);
  player.seed += rank;
  SessionOptions limits = session_options(options);
  limits.seed += rank;
  std::ofstream record;
  if (const std::string file = trace_file(options, ranks); !file.empty()) {
    record.open(file);
    if (!record) throw Error(Error::Kind::kResource, file + " cannot be written");
  }
  std::optional<EdgeStore> store;
  if (!options.memory_folder.empty() && rank == 0) store = EdgeStore::open(options.memory_folder);
  std::optional<SharedKnowledge> shared;
  if (ranks.ranks() > 1 || store) {
    shared.emplace(ranks, store ? &*store : nullptr, limits.seed);
    player.fellows = &*shared;
  }
  ProcessGame game(options.game_command, patience);
  // A model that is written, and what is shared, is about one agent.
  limits.every_agent = options.model_out.empty() && !shared.has_value();
  Session session(game, limits, record.is_open() ? &record : nullptr);
  SearchPlayer search(session, player);
  const PlayResult result = search.run();
  const RunReport report = make_report(session, result, shared ? &*shared : nullptr, ranks);
  if (rank == 0) {
    console.out << (options.json ? json_text(run_json(options, report, search.belief()))
                                 : run_text(options, report, search.belief(), console) +
                                       unseen_text(report, search.belief(), console));
    if (!options.model_out.empty() && search.belief().terrain().size() == 0) {
      console.error << "questproof: no model is written: the game showed no terrain\n";
    } else if (!options.model_out.empty()) {
      write_file_atomically(
          options.model_out,
          to_json(learn_model(search.belief(), search.start(),
                              played_game(session.introduction(), limits.seed), report.complete)));
    }
  }
  if (record.is_open() && !record.flush()) {
    throw Error(Error::Kind::kResource, options.record + " could not be written in full");
  }
  const ExitCode code = exit_code_of(report);
  return code == ExitCode::kRefuted && is_misspelt(report, search.belief()) ? ExitCode::kInput
                                                                            : code;
}

}  // namespace questproof
