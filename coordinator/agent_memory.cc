// SPDX-License-Identifier: MIT
#include "coordinator/agent_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "coordinator/atomic_file.h"
#include "coordinator/json_parts.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "worker/edge_store.h"
#include "worker/known_zones.h"
#include "worker/learned_model.h"
#include "worker/recall.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

template <typename Kind>
std::vector<const SeenEdge*> edges_of(const EdgeBook& book) {
  std::vector<const SeenEdge*> edges;
  for (const auto& [key, edge] : book.edges()) {
    if (std::holds_alternative<Kind>(edge.body)) edges.push_back(&edge);
  }
  return edges;
}

std::vector<KnownPair> pairs_of(const EdgeBook& book) {
  std::vector<KnownPair> pairs;
  for (const auto& [door, evidence] : book.doors()) {
    for (KnownPair& pair : book.pairs_of(door)) pairs.push_back(std::move(pair));
  }
  return pairs;
}

const SightingEdge& sighting_of(const DoorEvidence& evidence, const SightingId& id) {
  for (const SightingEdge& each : evidence.sightings()) {
    if (each.run == id.run && each.number == id.number) return each;
  }
  throw Error(Error::Kind::kInternal, "a sighting that is evidence is not there");
}

const RunEnd* end_of(const EdgeBook& book, std::uint64_t run) {
  const auto found = book.edges().find(key_of(RunEnd{run, 0, 0, 0, false, false, {}}));
  return found == book.edges().end() ? nullptr : &std::get<RunEnd>(found->second.body);
}

// What is known is put together from all sessions, so each of them must have ended because nothing was left that play
// could tell, and all must have seen the same. Else: what is in the way of that.
std::string what_is_open(const EdgeBook& book) {
  std::map<std::uint64_t, bool> sessions;
  for (const SeenEdge* edge : edges_of<RunBegin>(book)) {
    const RunBegin& begin = std::get<RunBegin>(edge->body);
    const RunEnd* end = end_of(book, begin.run);
    bool& complete = sessions[begin.session];
    complete = complete || (end != nullptr && end->complete);
  }
  if (sessions.empty()) return "nothing was played yet";
  for (const auto& [session, complete] : sessions) {
    if (!complete) return fmt::format("session {} ended before all was learned", session);
  }
  for (const auto& [door, evidence] : book.doors()) {
    if (!evidence.disputes().empty())
      return fmt::format("runs differ in what they saw of {}", door);
  }
  if (!edges_of<TroubleEdge>(book).empty()) return "a run was broken off by a press";
  return "";
}

// The game as it was played: with which seeds, each time by one agent.
std::string played_games(const EdgeBook& book) {
  std::set<std::uint64_t> seeds;
  for (const SeenEdge* edge : edges_of<RunBegin>(book)) {
    seeds.insert(std::get<RunBegin>(edge->body).seed);
  }
  return fmt::format("{} (seed{} {}, one agent alone)", book.first_run()->game,
                     seeds.size() == 1 ? "" : "s", fmt::join(seeds, ", "));
}

Json sighting_json(const SightingEdge& sighting) {
  return {{"run", sighting.run},
          {"update", sighting.update},
          {"open", sighting.open},
          {"presses", sighting.presses}};
}

Json seen_json(const std::vector<SeenBy>& seen) {
  Json json = Json::array();
  for (const SeenBy& by : seen) json.push_back({{"run", by.run}, {"update", by.update}});
  return json;
}

Json runs_json(const EdgeBook& book) {
  Json runs = Json::array();
  for (const SeenEdge* edge : edges_of<RunBegin>(book)) {
    const RunBegin& begin = std::get<RunBegin>(edge->body);
    Json run = {{"run", begin.run},
                {"session", begin.session},
                {"agent", begin.agent},
                {"seed", begin.seed}};
    if (const RunEnd* end = end_of(book, begin.run)) {
      run["updates"] = end->updates;
      run["seconds"] = end->seconds;
      run["presses"] = end->presses;
      run["done"] = end->done;
      run["complete"] = end->complete;
      run["reason"] = end->reason;
    } else {
      run["reason"] = "it was broken off, or is going on";
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

Json states_json(const EdgeBook& book) {
  Json states = Json::array();
  for (const SeenEdge* edge : edges_of<StateEdge>(book)) {
    const StateEdge& state = std::get<StateEdge>(edge->body);
    states.push_back({{"thing", state.thing},
                      {"property", state.property},
                      {"value", state.value},
                      {"seen", seen_json(edge->seen)}});
  }
  return states;
}

Json transitions_json(const EdgeBook& book) {
  Json transitions = Json::array();
  for (const SeenEdge* edge : edges_of<TransitionEdge>(book)) {
    const TransitionEdge& change = std::get<TransitionEdge>(edge->body);
    transitions.push_back({{"press", change.button},
                           {"thing", change.thing},
                           {"property", change.property},
                           {"before", change.before},
                           {"after", change.after},
                           {"seen", seen_json(edge->seen)}});
  }
  return transitions;
}

Json wires_json(const EdgeBook& book) {
  Json wires = Json::array();
  for (const KnownPair& pair : pairs_of(book)) {
    Json wire = {{"button", pair.button}, {"door", pair.door}};
    wire["wired"] = pair.wired ? Json(*pair.wired) : Json();
    if (pair.wired_if_closed) wire["wired_if_closed_at_start"] = *pair.wired_if_closed;
    wire["confidence"] = pair.confidence;
    wire["runs_for"] = pair.witnesses.wired;
    wire["runs_against"] = pair.witnesses.not_wired;
    wire["disputed"] = pair.disputed;
    wire["evidence"] = Json::array();
    for (const SightingId& id : pair.evidence) {
      wire["evidence"].push_back(sighting_json(sighting_of(book.doors().at(pair.door), id)));
    }
    wires.push_back(std::move(wire));
  }
  return wires;
}

Json disputes_json(const EdgeBook& book) {
  Json disputes = Json::array();
  for (const auto& [door, evidence] : book.doors()) {
    for (const Dispute& dispute : evidence.disputes()) {
      Json json = {{"door", door}, {"buttons", dispute.buttons}};
      json["newer"] = sighting_json(sighting_of(evidence, dispute.newer));
      json["older"] = Json::array();
      for (const SightingId& id : dispute.older) {
        json["older"].push_back(sighting_json(sighting_of(evidence, id)));
      }
      json["settled"] = dispute.settled_by.has_value();
      if (dispute.settled_by) {
        json["settled_by"] = sighting_json(sighting_of(evidence, *dispute.settled_by));
      }
      disputes.push_back(std::move(json));
    }
  }
  return disputes;
}

Json memory_json(const EdgeBook& book, const Belief& belief) {
  Json document = {{"schema", "questproof/agent-memory"}, {"version", 1}};
  document["game"] = book.game();
  document["complete"] = what_is_open(book).empty();
  document["reason"] = what_is_open(book);
  document["runs"] = runs_json(book);
  document["places"] = belief.terrain().seen_count();
  document["zones"] = KnownZones(belief).zone_count();
  document["things"] = edges_of<ThingEdge>(book).size();
  document["states"] = states_json(book);
  document["transitions"] = transitions_json(book);
  document["wires"] = wires_json(book);
  document["disputes"] = disputes_json(book);
  return document;
}

std::string words_of(const SightingEdge& sighting) {
  return fmt::format(
      "run {} saw it {} after {} (update {})", sighting.run, sighting.open ? "open" : "closed",
      sighting.presses.empty() ? "no press" : fmt::format("{}", fmt::join(sighting.presses, " ")),
      sighting.update);
}

std::string dispute_text(const std::string& door, const DoorEvidence& evidence,
                         const Dispute& dispute, const Console& console) {
  std::string text =
      fmt::format("{}  {}: {}", dispute.settled_by ? "settled " : console.paint.warning("DISPUTED"),
                  door, words_of(sighting_of(evidence, dispute.newer)));
  std::vector<std::string> older;
  for (const SightingId& id : dispute.older) older.push_back(words_of(sighting_of(evidence, id)));
  text += fmt::format("; before that {}", fmt::join(older, ", "));
  if (dispute.settled_by) {
    text += fmt::format("; tested again until {}",
                        words_of(sighting_of(evidence, *dispute.settled_by)));
  }
  return text + "\n";
}

std::string wire_text(const KnownPair& pair) {
  const std::string arrow = fmt::format("  {} -> {}", pair.button, pair.door);
  if (pair.wired == true) {
    return fmt::format("{}, confidence {:.2f}, from {} {}\n", arrow, pair.confidence,
                       pair.evidence.size(), pair.evidence.size() == 1 ? "sighting" : "sightings");
  }
  if (pair.wired_if_closed == true) {
    return fmt::format("{}, if {} is closed at the start\n", arrow, pair.door);
  }
  return pair.disputed && !pair.wired ? fmt::format("{}, disputed\n", arrow) : "";
}

std::string memory_text(const EdgeBook& book, const Belief& belief, const Console& console) {
  std::string text = console.paint.bold(book.game()) + "\n";
  for (const SeenEdge* edge : edges_of<RunBegin>(book)) {
    const RunBegin& begin = std::get<RunBegin>(edge->body);
    const RunEnd* end = end_of(book, begin.run);
    text += fmt::format("Run {}{}, seed {}: {}\n", begin.run,
                        begin.run == begin.session && begin.agent == 0
                            ? ""
                            : fmt::format(" (agent {} of session {})", begin.agent, begin.session),
                        begin.seed,
                        end == nullptr
                            ? "broken off, or going on"
                            : fmt::format("{} updates, {:.1f} s, {} presses; {}", end->updates,
                                          end->seconds, end->presses, end->reason));
  }
  if (const std::string open = what_is_open(book); !open.empty()) {
    text += fmt::format("Not complete: {}.\n", open);
  }
  const std::vector<KnownPair> pairs = pairs_of(book);
  text += fmt::format(
      "Learned {} places in {} zones, {} things in {} states, {} changes after presses.\n",
      belief.terrain().seen_count(), KnownZones(belief).zone_count(),
      edges_of<ThingEdge>(book).size(), edges_of<StateEdge>(book).size(),
      edges_of<TransitionEdge>(book).size());
  for (const KnownPair& pair : pairs) text += wire_text(pair);
  for (const auto& [door, evidence] : book.doors()) {
    for (const Dispute& dispute : evidence.disputes()) {
      text += dispute_text(door, evidence, dispute, console);
    }
  }
  for (const SeenEdge* edge : edges_of<TroubleEdge>(book)) {
    const TroubleEdge& trouble = std::get<TroubleEdge>(edge->body);
    text +=
        fmt::format("{}  after a press of {}, seen by {}\n", console.paint.warning(trouble.finding),
                    trouble.button,
                    edge->seen.size() == 1 ? "one run" : fmt::format("{} runs", edge->seen.size()));
  }
  return text;
}

}  // namespace

ExitCode run_agent_show(const CommandOptions& options, Console& console) {
  if (options.memory_folder.empty()) {
    throw Error(Error::Kind::kUsage, "name what to show: --memory DIR");
  }
  if (!std::filesystem::exists(options.memory_folder + "/CURRENT")) {
    throw Error(Error::Kind::kInput,
                fmt::format("there is no memory in {}\nquestproof agent run --memory {} -- COMMAND "
                            "makes one",
                            options.memory_folder, options.memory_folder));
  }
  const EdgeBook book = EdgeStore::open_to_read(options.memory_folder).read();
  Belief belief;
  recall(book, 0, belief);
  console.out << (options.json ? json_text(memory_json(book, belief))
                               : memory_text(book, belief, console));
  const std::optional<RunBegin> first = book.first_run();
  if (!options.model_out.empty()) {
    if (!first || belief.terrain().seen_count() == 0) {
      throw Error(Error::Kind::kInput, options.memory_folder + ": nothing was learned there yet");
    }
    write_file_atomically(
        options.model_out,
        to_json(learn_model(belief, first->start, played_games(book), what_is_open(book).empty())));
  }
  return ExitCode::kProved;
}

}  // namespace questproof
