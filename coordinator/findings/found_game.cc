// SPDX-License-Identifier: MIT
#include "coordinator/findings/found_game.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "coordinator/atomic_file.h"
#include "coordinator/certificate.h"
#include "coordinator/json_reader.h"

namespace questproof {
namespace {

Verdict read_verdict(const JsonReader& value) {
  const std::string text = value.text();
  for (const Verdict verdict : {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown}) {
    if (text == to_string(verdict)) return verdict;
  }
  value.refuse("is no verdict: proved, refuted or unknown");
}

std::vector<std::string> read_texts(const JsonReader& list) {
  std::vector<std::string> result;
  for (const JsonReader& element : list.elements()) result.push_back(element.text());
  return result;
}

FoundChange read_change(const JsonReader& value) {
  return {value.at("variable").text(), value.at("from").text(), value.at("to").text()};
}

FoundStep read_step(const JsonReader& value) {
  FoundStep step;
  step.event = value.at("event").text();
  step.label = value.at("label").text();
  step.scene = value.at("scene").text();
  step.trigger = value.at("trigger").text();
  step.where = value.at("where").text();
  step.chance = read_texts(value.at("chance"));
  for (const JsonReader& change : value.at("changes").elements()) {
    step.changes.push_back(read_change(change));
  }
  step.is_move = value.has("move") && value.at("move").flag();
  return step;
}

FoundWalk read_walk(const JsonReader& value) {
  FoundWalk walk;
  walk.start = value.at("start").text();
  walk.length = value.at("length").count();
  for (const JsonReader& step : value.at("steps").elements()) walk.steps.push_back(read_step(step));
  return walk;
}

std::optional<FoundWalk> read_optional_walk(const JsonReader& value) {
  if (value.is_null()) return std::nullopt;
  return read_walk(value);
}

FoundRemedy read_remedy(const JsonReader& value) {
  FoundRemedy remedy;
  for (const JsonReader& part : value.elements()) {
    remedy.parts.push_back({read_change(part), read_texts(part.at("where"))});
  }
  return remedy;
}

FoundFatalEvent read_fatal_event(const JsonReader& value, const std::string& where) {
  FoundFatalEvent event;
  event.event = value.at("event").text();
  event.where = where;
  event.count = value.at("count").count();
  event.shortest = read_walk(value.at("shortest"));
  for (const JsonReader& remedy : value.at("keep").elements()) {
    event.remedies.push_back(read_remedy(remedy));
  }
  return event;
}

std::optional<double> read_figure(const JsonReader& value) {
  if (value.is_null()) return std::nullopt;
  return value.real();
}

std::optional<FoundRandomPlay> read_random_play(const JsonReader& value) {
  if (value.is_null()) return std::nullopt;
  return FoundRandomPlay{read_figure(value.at("stuck_probability")),
                         read_figure(value.at("expected_events")), value.at("exact").flag()};
}

FoundQuest read_quest(const JsonReader& value) {
  FoundQuest quest;
  quest.name = value.at("name").text();
  quest.title = value.at("title").text();
  quest.main = value.at("main").flag();
  quest.verdict = read_verdict(value.at("verdict"));
  quest.done_states = value.at("done_states").count();
  quest.pending_states = value.at("pending_states").count();
  quest.blocked_states = value.at("blocked_states").count();
  quest.initial_blocked = value.at("initial_blocked").count();
  quest.fatal_transitions = value.at("fatal_transitions").count();
  quest.completion = read_optional_walk(value.at("completion"));
  quest.counterexample = read_optional_walk(value.at("counterexample"));
  quest.farthest = read_optional_walk(value.at("farthest"));
  const JsonReader distance = value.at("farthest_distance");
  if (!distance.is_null()) quest.farthest_distance = distance.count();
  for (const JsonReader& line : value.at("fatal_lines").elements()) {
    for (const JsonReader& event : line.at("events").elements()) {
      quest.fatal_events.push_back(read_fatal_event(event, line.at("where").text()));
    }
  }
  quest.random_play = read_random_play(value.at("random_play"));
  return quest;
}

void read_coverage(FoundGame& found, const JsonReader& value) {
  if (value.is_null()) return;
  found.content.emplace();
  for (const JsonReader& count : value.at("counts").elements()) {
    found.content->push_back({count.at("kind").text(), count.at("total").count(),
                              count.at("reached").count(), count.at("not_examined").count()});
  }
  for (const JsonReader& missing : value.at("never").elements()) {
    found.missing.push_back({missing.at("kind").text(), missing.at("name").text(),
                             missing.at("where").text(), missing.at("never_true").text()});
  }
}

void read_model_figures(FoundGame& found, const JsonReader& model) {
  found.events = model.at("events").count();
  found.variables = model.at("variables").count();
  found.variants = model.at("variants").count();
  found.bits_as_written = model.at("bits_as_written").count();
  found.bits_searched = model.at("bits_searched").count();
  found.reduced = model.at("reduced").flag();
  found.free_moves_collapsed = model.at("free_moves_collapsed").flag();
  found.notes = read_texts(model.at("notes"));
}

// Counts of diagrams stand for those of the profile, which end at 64 bits.
void read_profile(FoundGame& found, const JsonReader& root) {
  const JsonReader profile = root.at("profile");
  const JsonReader diagrams = root.at("diagrams");
  const bool from_diagrams = !diagrams.is_null();
  const auto figure = [&](const char* key) {
    return from_diagrams ? diagrams.at(key).text() : std::to_string(profile.at(key).count());
  };
  found.states = figure("states");
  found.transitions = figure("transitions");
  found.deadlocks = figure("deadlocks");
  if (from_diagrams && !diagrams.at("levels_known").flag()) return;
  for (const JsonReader& level : profile.at("states_per_level").elements()) {
    found.states_per_level.push_back(level.count());
  }
}

void read_phases(FoundGame& found, const JsonReader& run) {
  for (const JsonReader& phase : run.at("phases").elements()) {
    found.phases.push_back({phase.at("phase").text(), phase.at("seconds").real(),
                            phase.at("cpu_seconds").real(), phase.at("peak_bytes").count()});
  }
}

}  // namespace

FoundGame parse_found_game(const std::string& text, const std::string& path) {
  parse_certificate_header(text, path);  // refuses other schemas and versions
  const nlohmann::json document = parse_json(text, path);
  const JsonReader root(document, path);
  FoundGame found;
  found.program_version = root.at("program").at("version").text();
  found.program_revision = root.at("program").at("revision").text();
  found.game = root.at("game").text();
  found.model_hash = root.at("model_hash").text();
  for (const auto& [name, value] : document.at("options").items()) {
    found.options[name] = value.dump();
  }
  found.verdict = read_verdict(root.at("verdict"));
  found.limit = root.at("limit").text();
  found.engine = root.at("engine").text();
  found.complete = root.at("complete").flag();
  found.verified = root.at("verified").flag();
  read_model_figures(found, root.at("model"));
  read_profile(found, root);
  for (const JsonReader& quest : root.at("quests").elements()) {
    found.quests.push_back(read_quest(quest));
  }
  for (const JsonReader& fault : root.at("faults").elements()) {
    found.faults.push_back(
        {fault.at("event").text(), fault.at("where").text(), read_walk(fault.at("shortest"))});
  }
  read_coverage(found, root.at("coverage"));
  read_phases(found, root.at("run"));
  found.argued = !root.at("argument").is_null();
  return found;
}

FoundGame read_found_game(const std::string& path) {
  return parse_found_game(read_file(path), path);
}

}  // namespace questproof
