// SPDX-License-Identifier: MIT
#include "coordinator/agent_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <ostream>
#include <set>

#include "coordinator/agent_evidence.h"
#include "coordinator/agent_options.h"
#include "coordinator/atomic_file.h"
#include "coordinator/interrupt.h"
#include "coordinator/json_parts.h"
#include "coordinator/paths.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "worker/choice_model.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kRestarts = 1000;  // a game of choices breaks at a place, and is whole elsewhere
constexpr std::size_t kShownConflicts = 10;
constexpr unsigned kMostExtraStates = 20;

struct Counts {
  std::uint64_t looks = 0;
  std::uint64_t endings = 0;
  std::uint64_t failures = 0;
};

Counts counts_of(const ChoiceGraph& graph, const LookTable& looks) {
  Counts counts;
  std::set<LookId> seen;
  for (const ChoiceNode& node : graph.nodes) {
    if (!seen.insert(node.look).second) continue;
    counts.endings += looks[node.look].is_ending() ? 1 : 0;
    counts.failures += looks[node.look].failure.empty() ? 0 : 1;
  }
  counts.looks = seen.size();
  return counts;
}

std::optional<unsigned> extra_states(const CommandOptions& options) {
  const std::string& text = options.extra_states;
  if (text.empty()) return std::nullopt;
  unsigned states = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), states);
  if (problem != std::errc{} || stop != text.data() + text.size() || states > kMostExtraStates) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--extra-states wants a number from 0 to {}, not '{}'",
                            kMostExtraStates, text));
  }
  return states;
}

std::string way_text(const std::vector<std::string>& way) {
  return way.empty() ? "at the start" : fmt::format("{}", fmt::join(way, " > "));
}

Json run_json(const ChoiceSession& session, const LookTable& looks, const ChoiceGraph& graph,
              const ChoiceResult& result) {
  const SessionFigures& figures = session.figures();
  Json document = {{"schema", "questproof/agent-run"}, {"version", 1}, {"player", "choices"}};
  document["game"] = session.introduction().game;
  document["tasks"] = Json::array();
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    document["tasks"].push_back({{"task", looks.tasks()[i].to_string()},
                                 {"done", result.tasks[i].done},
                                 {"updates", result.tasks[i].update},
                                 {"way", result.tasks[i].way}});
  }
  document["complete"] = result.complete;
  document["reason"] = result.reason;
  document["figures"] = {{"updates", figures.updates},
                         {"seconds", figures.seconds},
                         {"restores", session.restored()},
                         {"restarts", figures.restarts}};
  document["model"] = choice_graph_json(graph, looks, result);
  document["findings"] = findings_json(session.findings());
  return document;
}

std::string run_text(const ChoiceSession& session, const LookTable& looks, const ChoiceGraph& graph,
                     const ChoiceResult& result, const Console& console) {
  std::string text = console.paint.bold(session.introduction().game) + "\n";
  for (std::size_t i = 0; i < result.tasks.size(); ++i) {
    const ChoiceResult::DoneTask& task = result.tasks[i];
    const std::string name = looks.tasks()[i].to_string();
    text += task.done ? fmt::format("{}  {} after {} updates: {}\n", console.paint.good("DONE"),
                                    name, task.update, way_text(task.way))
                      : fmt::format("{}  {}\n", console.paint.bad("NOT DONE"), name);
  }
  const Counts counts = counts_of(graph, looks);
  text += fmt::format("Played {}, restored {}; {}.\n", counted(session.figures().updates, "update"),
                      counted(session.restored(), "time"), result.reason);
  text += fmt::format("Found {} of {}, {}, {}, {} where it breaks.\n",
                      counted(graph.nodes.size(), "state"), counted(counts.looks, "look"),
                      counted(graph.edge_count(), "choice"), counted(counts.endings, "ending"),
                      counted(counts.failures, "place"));
  if (graph.untried_count() + graph.unsettled_count() > 0) {
    text += fmt::format("{} left untried; of {} it is open where they lead.\n",
                        counted(graph.untried_count(), "choice"), graph.unsettled_count());
  }
  text += fmt::format("Held {} against the model; {} left that none has tried.\n",
                      counted(result.checked, "play"), counted(result.assumed, "assumption"));
  if (!graph.assumption.empty()) text += fmt::format("All of it holds {}.\n", graph.assumption);
  return text + conflicts_text(graph, console) + findings_text(session.findings(), console);
}

}  // namespace

bool offers_choices(LiveGame& game, std::uint64_t seed) {
  try {
    const std::string agent = game.introduce().agents.front();
    const Observation first = game.reset(seed);
    const auto view = first.agents.find(agent);
    return view != first.agents.end() && view->second.terrain.empty() &&
           (first.over || !view->second.choices.empty());
  } catch (const LiveFault&) {
    return false;  // whoever plays it will tell
  }
}

ChoicePlayerOptions choice_options(const CommandOptions& options) {
  ChoicePlayerOptions player;
  player.complete = options.complete || options.task.empty();
  player.seed = options.seed;
  player.checks = options.checks;
  player.extra_states = extra_states(options);
  player.one_seed = options.one_seed;
  if (options.learn_from.empty()) return player;
  for (const Evidence& each : read_evidence(options.learn_from)) {
    if (!each.choices.empty()) player.evidence.push_back(each.choices);
  }
  return player;
}

Json choice_graph_json(const ChoiceGraph& graph, const LookTable& looks,
                       const ChoiceResult& result) {
  const Counts counts = counts_of(graph, looks);
  Json json = {{"states", graph.nodes.size()},
               {"looks", counts.looks},
               {"choices", graph.edge_count()},
               {"untried", graph.untried_count()},
               {"unsettled", graph.unsettled_count()},
               {"assumed", result.assumed},
               {"checked", result.checked},
               {"endings", counts.endings},
               {"failures", counts.failures},
               {"contradictions", graph.contradictions},
               {"doubt", graph.doubt},
               {"assumption", graph.assumption}};
  json["conflicts"] = Json::array();
  for (const ChoiceConflict& each : graph.conflicts) {
    json["conflicts"].push_back({{"kind", to_string(each.kind)},
                                 {"one", each.one},
                                 {"other", each.other},
                                 {"experiment", each.experiment},
                                 {"difference", each.difference},
                                 {"update", each.update}});
  }
  return json;
}

std::string conflicts_text(const ChoiceGraph& graph, const Console& console) {
  std::string text;
  for (std::size_t i = 0; i < std::min(graph.conflicts.size(), kShownConflicts); ++i) {
    const ChoiceConflict& each = graph.conflicts[i];
    text += fmt::format("{}  {}\n  after  {}\n", console.paint.warning(to_string(each.kind)),
                        each.difference, way_text(each.one));
    if (each.kind != ChoiceConflict::Kind::kHidden) continue;
    text +=
        fmt::format("  and    {}\n  by     {}\n", way_text(each.other), way_text(each.experiment));
  }
  if (graph.conflicts.size() > kShownConflicts) {
    text += fmt::format("and {} more; see --json.\n", graph.conflicts.size() - kShownConflicts);
  }
  return text;
}

ExitCode run_choice_agent(const CommandOptions& options, LiveGame& game, Console& console) {
  const InterruptGuard guard;
  expect_folder_of(options.model_out);
  LookTable looks(ChoiceTask::parse_list(options.task), !options.ignore_text, options.wait);
  SessionOptions limits = session_options(options);
  limits.restarts = kRestarts;
  std::ofstream record;
  if (!options.record.empty()) {
    record.open(options.record);
    if (!record) throw Error(Error::Kind::kResource, options.record + " cannot be written");
  }
  ChoiceSession session(game, limits, looks, options.record.empty() ? nullptr : &record);
  ChoicePlayer player(session, looks, choice_options(options));
  const ChoiceResult result = player.run();
  const ChoiceGraph& graph = player.graph();
  if (options.json) {
    console.out << json_text(run_json(session, looks, graph, result));
  } else {
    console.out << run_text(session, looks, graph, result, console);
  }
  if (!options.model_out.empty() && !graph.nodes.empty()) {
    write_file_atomically(
        options.model_out,
        to_json(model_of_choices(graph, looks, played_game(session.introduction(), limits.seed),
                                 false)));
  }
  if (record.is_open() && !record.flush()) {
    throw Error(Error::Kind::kResource, options.record + " could not be written in full");
  }
  if (result.tasks.empty()) return result.complete ? ExitCode::kProved : ExitCode::kUnknown;
  const bool done = std::all_of(result.tasks.begin(), result.tasks.end(),
                                [](const auto& task) { return task.done; });
  if (done) return ExitCode::kProved;
  return result.complete ? ExitCode::kRefuted : ExitCode::kUnknown;
}

}  // namespace questproof
