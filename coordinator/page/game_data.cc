// SPDX-License-Identifier: MIT
#include "coordinator/page/game_data.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/figures.h"
#include "coordinator/page/page_html.h"
#include "coordinator/page/walk_data.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostFatal = 400;
constexpr std::size_t kMostRemedies = 8;
constexpr std::size_t kMostRoute = 60;
constexpr std::size_t kMostFaults = 20;
constexpr std::size_t kMostMissing = 500;
constexpr std::size_t kMostPoints = 1500;
constexpr std::size_t kMostNeeded = 100;
constexpr std::size_t kMostPictureBytes = 800'000;

template <typename List>
List first_of(const List& list, std::size_t most) {
  return List(list.begin(),
              list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), most)));
}

std::size_t beyond(std::size_t count, std::size_t most) { return count > most ? count - most : 0; }

template <typename Number>
Json or_null(const std::optional<Number>& number) {
  if (!number) return nullptr;
  return *number;
}

std::optional<std::uint64_t> length_of(const std::optional<FoundWalk>& walk) {
  if (!walk) return std::nullopt;
  return walk->length;
}

Json needed_data(const Bottleneck& bottleneck) {
  return {{"events", first_of(bottleneck.events, kMostNeeded)},
          {"more", beyond(bottleneck.events.size(), kMostNeeded)},
          {"walking_aside", bottleneck.walking_aside},
          {"unknown", bottleneck.unknown}};
}

// States in which the quest is open, as a share that is lost; nothing when it is never open, or when that is not known.
Json blocked_share(const FoundGame& found, const FoundQuest& quest) {
  if (!found.complete || quest.pending_states == 0) return nullptr;
  return static_cast<double>(quest.blocked_states) / static_cast<double>(quest.pending_states);
}

Json quest_data(const FoundGame& found, const FoundQuest& quest, PageGame& game) {
  const FoundRandomPlay random = quest.random_play.value_or(FoundRandomPlay());
  return {{"name", quest.name},
          {"title", quest.title},
          {"main", quest.main},
          {"verdict", to_string(quest.verdict)},
          {"shortest", or_null(length_of(quest.completion))},
          {"trap_length", or_null(length_of(quest.counterexample))},
          {"farthest", or_null(quest.farthest_distance)},
          {"blocked", quest.blocked_states},
          {"share", blocked_share(found, quest)},
          {"stuck", or_null(random.stuck_probability)},
          {"random_events", or_null(random.expected_events)},
          {"fatal_transitions", quest.fatal_transitions},
          {"impossible", quest.verdict == Verdict::kRefuted && !quest.completion && found.complete},
          {"completion", walk_data(quest.completion, game)},
          {"trap", walk_data(quest.counterexample, game)}};
}

Json remedies_data(const FoundFatalEvent& event) {
  Json keep = Json::array();
  for (const FoundRemedy& remedy : first_of(event.remedies, kMostRemedies)) {
    Json parts = Json::array();
    for (const FoundRemedy::Part& part : remedy.parts) {
      parts.push_back(
          {{"change", Json::array({part.change.variable, part.change.from, part.change.to})},
           {"where", part.where}});
    }
    keep.push_back(std::move(parts));
  }
  return keep;
}

Json fatal_event_data(const FoundQuest& quest, const FoundFatalEvent& event, PageGame& game) {
  const std::vector<FoundStep>& steps = event.shortest.steps;
  Json route = Json::array();
  for (std::size_t i = beyond(steps.size(), kMostRoute); i < steps.size(); ++i) {
    route.push_back(steps[i].label.empty() ? steps[i].event : steps[i].label);
  }
  return {{"scene", steps.empty() ? "" : steps.back().scene},
          {"where", event.where},
          {"quote", game.quote(event.where)},
          {"label", steps.empty() ? event.event : steps.back().label},
          {"quest", quest.name},
          {"count", event.count},
          {"length", event.shortest.length},
          {"route", std::move(route)},
          {"route_more", beyond(steps.size(), kMostRoute)},
          {"keep", remedies_data(event)},
          {"keep_more", beyond(event.remedies.size(), kMostRemedies)}};
}

// By scene, then by line; what cannot be shown is what comes last in the certificate.
void add_fatal(Json& data, const FoundGame& found, PageGame& game) {
  std::vector<Json> rows;
  std::size_t count = 0;
  for (const FoundQuest& quest : found.quests) {
    for (const FoundFatalEvent& event : quest.fatal_events) {
      if (count++ < kMostFatal) rows.push_back(fatal_event_data(quest, event, game));
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Json& a, const Json& b) {
    return a["scene"].get_ref<const std::string&>() < b["scene"].get_ref<const std::string&>();
  });
  data["fatal"] = rows;
  data["fatal_more"] = count - rows.size();
}

void add_faults(Json& data, const FoundGame& found, PageGame& game) {
  Json faults = Json::array();
  for (const FoundFault& fault : first_of(found.faults, kMostFaults)) {
    faults.push_back({{"event", fault.event},
                      {"where", fault.where},
                      {"quote", game.quote(fault.where)},
                      {"walk", walk_data(fault.shortest, game)}});
  }
  data["faults"] = std::move(faults);
  data["faults_more"] = beyond(found.faults.size(), kMostFaults);
}

Json levels_data(const FoundGame& found) {
  const std::size_t count = found.states_per_level.size();
  std::string note;
  if (count == 0) {
    note = found.argued ? "The verdicts rest on an argument; states were not counted."
                        : "How many states lie on which level is not known of this run.";
  } else if (count > kMostPoints) {
    note = fmt::format(
        "Drawn are {} of {} levels: of each stretch the level with the most states, so that no "
        "peak "
        "is lost.",
        grouped(kMostPoints), grouped(count));
  }
  if (count > 0 && !found.complete)
    note += " The run did not see all states: the last levels are missing.";
  return {{"count", count},
          {"points", level_points(found.states_per_level, kMostPoints)},
          {"note", note}};
}

void add_content(Json& data, const FoundGame& found) {
  data["content"] = nullptr;
  if (found.content) {
    data["content"] = Json::array();
    for (const FoundContent& content : *found.content) {
      if (content.total == 0) continue;
      data["content"].push_back({{"kind", content.kind},
                                 {"total", content.total},
                                 {"reached", content.reached},
                                 {"not_examined", content.not_examined}});
    }
  }
  data["missing"] = Json::array();
  for (const FoundMissing& missing : first_of(found.missing, kMostMissing)) {
    data["missing"].push_back({{"kind", missing.kind},
                               {"name", missing.name},
                               {"where", missing.where},
                               {"never_true", missing.never_true}});
  }
  data["missing_more"] = beyond(found.missing.size(), kMostMissing);
}

// The walk that a level is drawn with: into the first trap there is, else the longest of the shortest completions.
Json picture_data(const FoundGame& found, const PageGame& game) {
  const FoundQuest* shown = nullptr;
  for (const FoundQuest& quest : found.quests) {
    if (quest.counterexample) {
      shown = &quest;
      break;
    }
    const bool longer =
        quest.completion &&
        (shown == nullptr || quest.completion->steps.size() > shown->completion->steps.size());
    if (longer) shown = &quest;
  }
  if (shown == nullptr) return nullptr;
  const bool trap = shown->counterexample.has_value();
  const std::string caption =
      fmt::format("{}: {}", shown->name, trap ? "into the trap" : "the shortest way");
  const auto svg =
      game.picture(*shown, trap ? *shown->counterexample : *shown->completion, caption);
  if (!svg || svg->size() > kMostPictureBytes) return nullptr;
  return {{"caption", caption}, {"source", "data:image/svg+xml;base64," + base64(*svg)}};
}

std::string options_text(const FoundGame& found) {
  std::string text;
  for (const auto& [name, value] : found.options) {
    if (value == "\"\"" || value == "false" || value == "[]") continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

Json figures_data(const FoundGame& found) {
  const auto yes_no = [](bool value) { return value ? "yes" : "no"; };
  Json figures = Json::array();
  const auto add = [&](const char* label, const std::string& value) {
    figures.push_back(Json::array({label, value}));
  };
  add("Events", grouped(found.events));
  add("Variables", grouped(found.variables));
  add("Ways to begin", grouped(found.variants));
  add("States", grouped(found.states));
  add("Transitions", grouped(found.transitions));
  add("Deadlocks", grouped(found.deadlocks));
  add("Bits a state", found.bits_searched == found.bits_as_written
                          ? grouped(found.bits_searched)
                          : fmt::format("{}, {} as written", grouped(found.bits_searched),
                                        grouped(found.bits_as_written)));
  add("All states seen", yes_no(found.complete));
  add("Checked by a second pass", yes_no(found.verified));
  add("Engine", found.engine == "symbolic" ? "decision diagrams" : "state by state");
  add("Reduced", yes_no(found.reduced));
  add("Walking is free", yes_no(found.free_moves_collapsed));
  add("Options", options_text(found));
  add("Model", found.model_hash);
  add("Program", fmt::format("questproof {} ({})", found.program_version, found.program_revision));
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak = 0;
  for (const FoundPhase& phase : found.phases) {
    seconds += phase.seconds;
    cpu_seconds += phase.cpu_seconds;
    peak = std::max(peak, phase.peak_bytes);
  }
  add("Time",
      fmt::format("{}, {} of processors", seconds_text(seconds), seconds_text(cpu_seconds)));
  add("Most memory", bytes_text(peak));
  return figures;
}

Json notes_data(const FoundGame& found) {
  Json notes = Json::array();
  if (found.reduced) {
    notes.push_back(
        "Shares and figures of random play are those of the reduced game; lengths and verdicts are "
        "those of the "
        "game as written.");
  }
  if (found.free_moves_collapsed) {
    notes.push_back("Lengths leave out walking that costs nothing.");
  }
  return notes;
}

}  // namespace

Json game_data(const FoundGame& found, PageGame& game, const std::vector<Bottleneck>& bottlenecks) {
  Json data = {{"name", found.game}, {"verdict", to_string(found.verdict)}, {"limit", found.limit}};
  data["quests"] = Json::array();
  for (std::size_t q = 0; q < found.quests.size(); ++q) {
    Json quest = quest_data(found, found.quests[q], game);
    quest["needed"] = q < bottlenecks.size() ? needed_data(bottlenecks[q]) : Json(nullptr);
    data["quests"].push_back(std::move(quest));
  }
  add_fatal(data, found, game);
  add_faults(data, found, game);
  data["levels"] = levels_data(found);
  add_content(data, found);
  data["graph"] = graph_data(found, game, bottlenecks);
  data["picture"] = picture_data(found, game);
  data["figures"] = figures_data(found);
  data["reductions"] = found.notes;
  data["phases"] = Json::array();
  for (const FoundPhase& phase : found.phases) {
    data["phases"].push_back(
        Json::array({phase.phase, seconds_text(phase.seconds), seconds_text(phase.cpu_seconds),
                     bytes_text(phase.peak_bytes)}));
  }
  data["notes"] = notes_data(found);
  return data;
}

}  // namespace questproof
