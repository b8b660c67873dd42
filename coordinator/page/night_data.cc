// SPDX-License-Identifier: MIT
#include "coordinator/page/night_data.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "coordinator/figures.h"
#include "coordinator/findings/found_game.h"
#include "coordinator/page/game_data.h"
#include "coordinator/page/page_game.h"
#include "coordinator/sweep/history.h"
#include "coordinator/sweep/sweep_folder.h"
#include "core/base/error.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostJobs = 2000;
constexpr std::size_t kMostQuests = 6000;
constexpr std::size_t kMostChanges = 1000;
constexpr std::size_t kMostNights = 120;
constexpr std::size_t kMostMessage = 4000;  // bytes
constexpr std::size_t kDrawnJobs = 6;       // curves in a plot

Json fact(const char* label, const std::string& value) { return Json::array({label, value}); }

template <typename Number>
Json or_null(const std::optional<Number>& number) {
  if (!number) return nullptr;
  return *number;
}

std::string verdict_text(const std::optional<Verdict>& verdict) {
  return verdict ? to_string(*verdict) : "";
}

// For sorting; exact enough for that.
double number_of(const std::string& digits) {
  double value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

bool as_expected(const NightJob& job) {
  return std::all_of(job.quests.begin(), job.quests.end(),
                     [](const NightQuest& quest) { return quest.as_expected; });
}

// What people call a job: "harbor, nightly (hard, diagrams), QUEST_CRAB".
std::string job_label(const NightJob& job) {
  std::string aside = job.variant;
  if (!job.options.empty()) aside += (aside.empty() ? "" : ", ") + job.options;
  std::string label = job.game;
  if (!job.build.empty()) label += ", " + job.build;
  if (!aside.empty()) label += fmt::format(" ({})", aside);
  if (!job.quest.empty()) label += ", " + job.quest;
  return label;
}

bool verdict_changed(const NightQuest& quest) {
  return quest.before && *quest.before != quest.verdict;
}

bool changed(const NightJob& job) {
  return std::any_of(job.quests.begin(), job.quests.end(), verdict_changed);
}

// What a person has to look at comes first when there is no room for all.
int urgency(const NightJob& job) {
  if (!as_expected(job)) return 0;
  if (changed(job)) return 1;
  if (job.verdict == Verdict::kRefuted) return 2;
  return job.verdict == Verdict::kUnknown ? 3 : 4;
}

using QuestKey = std::pair<std::string, std::string>;  // job, quest
using Before = std::map<QuestKey, NightQuestFigures>;

std::string length_text(const std::optional<std::uint64_t>& length) {
  return length ? counted(*length, "step") : "no way known";
}

// Sentences on what is another than it was.
std::vector<std::string> changes_of(const NightJob& job, const NightQuest& quest,
                                    const Before& before) {
  std::vector<std::string> changes;
  if (verdict_changed(quest)) {
    changes.push_back(
        fmt::format("{} \u2192 {}", to_string(*quest.before), to_string(quest.verdict)));
  }
  const auto found = before.find({job.id, quest.name});
  if (found == before.end()) {
    if (!before.empty() && !quest.before)
      changes.push_back("new: there was no such quest in the night before");
    return changes;
  }
  const NightQuestFigures& then = found->second;
  if (quest.verdict == Verdict::kUnknown || then.verdict == Verdict::kUnknown) return changes;
  if (quest.completion != then.completion) {
    changes.push_back(fmt::format("shortest completion {} \u2192 {}", length_text(then.completion),
                                  length_text(quest.completion)));
  }
  if (quest.counterexample != then.counterexample && quest.counterexample && then.counterexample) {
    changes.push_back(fmt::format("way into the trap {} \u2192 {}",
                                  length_text(then.counterexample),
                                  length_text(quest.counterexample)));
  }
  if (quest.fatal_transitions != then.fatal_transitions) {
    changes.push_back(fmt::format("fatal transitions {} \u2192 {}", grouped(then.fatal_transitions),
                                  grouped(quest.fatal_transitions)));
  }
  return changes;
}

std::unique_ptr<History> history_of(const std::string& sweep) {
  const std::string path = sweep + "/history.sqlite";
  std::error_code problem;
  if (!fs::exists(path, problem)) return nullptr;
  return History::open_to_read(path);
}

Before quests_before(History* history, const Night& night) {
  Before before;
  if (history == nullptr || night.before.empty()) return before;
  for (NightQuestFigures& figures : history->quests(night.before)) {
    QuestKey key(figures.job, figures.quest);
    before.emplace(std::move(key), std::move(figures));
  }
  return before;
}

Json quest_row(const NightJob& job, std::size_t number, const NightQuest& quest) {
  return {{"job", job_label(job)},
          {"job_number", number},
          {"name", quest.name},
          {"title", ""},
          {"verdict", to_string(quest.verdict)},
          {"expected", verdict_text(quest.expected ? quest.expected : quest.before)},
          {"before", verdict_text(quest.before)},
          {"as_expected", quest.as_expected},
          {"carried", !quest.carried_because.empty()},
          {"shortest", or_null(quest.completion)},
          {"trap_length", or_null(quest.counterexample)},
          {"fatal_transitions", quest.fatal_transitions}};
}

Json job_facts(const NightJob& job) {
  Json facts = Json::array();
  const auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) facts.push_back(fact(label, value));
  };
  add("Job", job.id);
  add("Game", job.game_file);
  add("Files as they were", job.sources);
  add("Certificate", job.certificate);
  add("Log", job.log);
  add("Model", job.model_hash);
  add("Run in night", job.from_night);
  std::string arguments;
  for (const std::string& argument : job.arguments)
    arguments += (arguments.empty() ? "" : " ") + argument;
  add("Arguments", arguments);
  for (const NightQuest& quest : job.quests) {
    if (!quest.carried_because.empty()) {
      facts.push_back(fact("Carried over", quest.name + ": " + quest.carried_because));
    }
  }
  return facts;
}

Json job_row(const NightJob& job, std::size_t number) {
  return {{"number", number},
          {"label", job_label(job)},
          {"game", job.game},
          {"build", job.build},
          {"variant", job.variant},
          {"quest", job.quest},
          {"options", job.options},
          {"verdict", to_string(job.verdict)},
          {"as_expected", as_expected(job)},
          {"changed", changed(job)},
          {"outcome", to_string(job.outcome)},
          {"source", to_string(job.source)},
          {"message", job.message.substr(0, kMostMessage)},
          {"states", job.states.empty() ? "" : grouped(job.states)},
          {"state_count", number_of(job.states)},
          {"seconds", job.seconds},
          {"memory", job.peak_bytes},
          {"memory_text", bytes_text(job.peak_bytes)},
          {"facts", job_facts(job)},
          {"page", nullptr},
          {"no_page", ""}};
}

// The data of a job's certificate, or why there are none.
std::optional<Json> job_page(const std::string& sweep, const NightJob& job, std::string& why) {
  if (job.certificate.empty()) {
    why = job.outcome == JobOutcome::kPending ? "It has not been run yet."
                                              : "It left no certificate.";
    return std::nullopt;
  }
  try {
    const FoundGame found = read_found_game(sweep + "/" + job.certificate);
    const std::string& sources =
        job.certificate_sources.empty() ? job.sources : job.certificate_sources;
    PageGame game;
    if (!sources.empty()) game = PageGame(kept_game(sweep + "/" + sources, job.game_file), found);
    return game_data(found, game, {});
  } catch (const Error& error) {
    why = fmt::format("Its certificate cannot be shown: {}", error.what());
    return std::nullopt;
  }
}

// Puts what certificates tell beside the jobs, as long as there is room.
void add_games(Json& page, Json& rows, const std::string& sweep, const Night& night) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return urgency(night.jobs[a]) < urgency(night.jobs[b]);
  });
  std::size_t bytes = 0;
  for (const std::size_t i : order) {
    std::string why;
    std::optional<Json> game;
    if (bytes < kMostGameBytes) {
      game = job_page(sweep, night.jobs[i], why);
    } else {
      why = fmt::format(
          "This page would be too large with it. To see it: questproof report {} --out job.html",
          night.jobs[i].certificate);
    }
    if (game) {
      const std::size_t size = game->dump(-1, ' ', false, Json::error_handler_t::replace).size();
      if (bytes + size > kMostGameBytes) {
        why = "Its report is too large for this page. To see it: questproof report " +
              night.jobs[i].certificate + " --out job.html";
        game.reset();
      } else {
        bytes += size;
      }
    }
    rows[i]["no_page"] = why;
    if (!game) continue;
    rows[i]["page"] = page["games"].size();
    page["games"].push_back(std::move(*game));
  }
}

Json night_facts(const Night& night) {
  std::size_t reused = 0;
  std::size_t carried = 0;
  for (const NightJob& job : night.jobs) {
    reused += job.source == JobSource::kReused ? 1 : 0;
    carried += job.source == JobSource::kCarried ? 1 : 0;
  }
  Json facts = Json::array();
  facts.push_back(fact("Manifest", night.manifest));
  facts.push_back(fact("Began", night.began));
  facts.push_back(fact("Ended", night.finished() ? night.ended : "not yet"));
  facts.push_back(fact("Time", seconds_text(night.seconds)));
  facts.push_back(
      fact("Jobs", fmt::format("{}: {} run, {} re-used, {} carried over", night.jobs.size(),
                               night.jobs.size() - reused - carried, reused, carried)));
  facts.push_back(fact(
      "Program", fmt::format("questproof {} ({})", night.program_version, night.program_revision)));
  return facts;
}

// One plot with a curve for each of some figures of every night.
struct Curve {
  const char* label;
  const char* role;  // whose colour it has, or ""
  std::uint64_t NightFigures::*figure;
};

Json curves(const char* title, const char* unit, const std::vector<NightFigures>& nights,
            const std::vector<Curve>& list) {
  Json lines = Json::array();
  for (const Curve& curve : list) {
    Json values = Json::array();
    for (const NightFigures& one : nights) values.push_back(one.*curve.figure);
    lines.push_back({{"label", curve.label}, {"role", curve.role}, {"values", std::move(values)}});
  }
  return {{"title", title}, {"unit", unit}, {"lines", std::move(lines)}};
}

// States of the jobs that have most, night by night.
Json state_curves(History& history, const std::vector<NightFigures>& nights, const Night& night) {
  std::map<std::string, std::string> labels;
  for (const NightJob& job : night.jobs) labels[job.id] = job_label(job);
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < nights.size(); ++i) place[nights[i].night] = i;
  std::map<std::string, std::vector<Json>> values;
  std::map<std::string, double> most;
  for (const NightJobFigures& job : history.jobs("")) {
    const auto at = place.find(job.night);
    if (at == place.end() || job.states.empty()) continue;
    std::vector<Json>& row = values[job.job];
    row.resize(nights.size());  // null
    row[at->second] = number_of(job.states);
    most[job.job] = std::max(most[job.job], number_of(job.states));
  }
  std::vector<std::string> names;
  for (const auto& [job, row] : values) names.push_back(job);
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return most[a] > most[b]; });
  Json lines = Json::array();
  for (std::size_t i = 0; i < std::min(names.size(), kDrawnJobs); ++i) {
    const auto label = labels.find(names[i]);
    lines.push_back({{"label", label == labels.end() ? names[i] : label->second},
                     {"role", ""},
                     {"values", values[names[i]]}});
  }
  const std::string title =
      names.size() > kDrawnJobs
          ? fmt::format("States of the {} largest of {} jobs", kDrawnJobs, names.size())
          : "States of every job";
  return {{"title", title}, {"unit", "states"}, {"lines", std::move(lines)}};
}

Json history_data(History* history, const Night& night) {
  if (history == nullptr) return nullptr;
  std::vector<NightFigures> nights = history->nights();
  const std::size_t older = nights.size() > kMostNights ? nights.size() - kMostNights : 0;
  nights.erase(nights.begin(), nights.begin() + static_cast<std::ptrdiff_t>(older));
  if (nights.empty()) return nullptr;
  Json names = Json::array();
  Json seconds = Json::array();
  for (const NightFigures& one : nights) {
    names.push_back(one.night);
    seconds.push_back(one.seconds);
  }
  Json series = Json::array();
  series.push_back(curves("Quests by verdict", "quests", nights,
                          {{"proved", "proved", &NightFigures::proved},
                           {"refuted", "refuted", &NightFigures::refuted},
                           {"unknown", "unknown", &NightFigures::unknown}}));
  series.push_back(curves("Quests not as expected", "quests", nights,
                          {{"not as expected", "refuted", &NightFigures::unexpected}}));
  series.push_back(curves("Jobs, by where their figures come from", "jobs", nights,
                          {{"run", "", &NightFigures::run},
                           {"re-used", "", &NightFigures::reused},
                           {"carried over", "", &NightFigures::carried}}));
  Json time = Json::array();
  time.push_back({{"label", "seconds"}, {"role", ""}, {"values", std::move(seconds)}});
  series.push_back(
      {{"title", "Time of the night"}, {"unit", "seconds"}, {"lines", std::move(time)}});
  series.push_back(state_curves(*history, nights, night));
  return {{"more", older}, {"nights", std::move(names)}, {"series", std::move(series)}};
}

}  // namespace

std::string kept_game(const std::string& sources, const std::string& game_file) {
  const fs::path folder(sources);
  fs::path wanted = fs::path(game_file).lexically_normal();
  if (!wanted.has_filename()) wanted = wanted.parent_path();
  fs::path best;
  fs::path suffix;
  for (fs::path rest = wanted.relative_path(); !rest.empty(); rest = rest.parent_path()) {
    suffix = suffix.empty() ? rest.filename() : rest.filename() / suffix;
    std::error_code problem;
    if (fs::exists(folder / suffix, problem)) best = suffix;
  }
  return best.empty() ? sources : (folder / best).string();
}

Night current_night(const std::string& sweep, const std::string& name) {
  Night night = read_night(sweep, name);
  for (NightJob& job : night.jobs) {
    if (job.outcome != JobOutcome::kPending) continue;
    if (auto result = read_result(sweep, name, job.id)) job = std::move(*result);
  }
  return night;
}

void add_night(Json& page, const std::string& sweep, const Night& night) {
  const std::unique_ptr<History> history = history_of(sweep);
  const Before before = quests_before(history.get(), night);
  Json jobs = Json::array();
  Json quests = Json::array();
  Json changes = Json::array();
  std::size_t all_quests = 0;
  std::size_t all_changes = 0;
  for (std::size_t i = 0; i < night.jobs.size(); ++i) {
    const NightJob& job = night.jobs[i];
    if (i < kMostJobs) jobs.push_back(job_row(job, i));
    for (const NightQuest& quest : job.quests) {
      if (all_quests++ < kMostQuests) quests.push_back(quest_row(job, i, quest));
      for (const std::string& text : changes_of(job, quest, before)) {
        if (all_changes++ >= kMostChanges) continue;
        changes.push_back({{"job", job_label(job)},
                           {"job_number", i},
                           {"quest", quest.name},
                           {"text", text},
                           {"kind", to_string(quest.verdict)}});
      }
    }
  }
  add_games(page, jobs, sweep, night);
  page["history"] = history_data(history.get(), night);
  page["night"] = {{"name", night.name},
                   {"before", night.before},
                   {"sweep", sweep},
                   {"facts", night_facts(night)},
                   {"jobs", std::move(jobs)},
                   {"jobs_more", night.jobs.size() - std::min(night.jobs.size(), kMostJobs)},
                   {"quests_more", all_quests - quests.size()},
                   {"quests", std::move(quests)},
                   {"changes_more", all_changes - changes.size()},
                   {"changes", std::move(changes)}};
}

}  // namespace questproof
