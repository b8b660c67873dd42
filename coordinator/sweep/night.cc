// SPDX-License-Identifier: MIT
#include "coordinator/sweep/night.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "coordinator/atomic_file.h"
#include "coordinator/json_parts.h"
#include "coordinator/json_reader.h"
#include "core/base/error.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr JobSource kSources[] = {JobSource::kRun, JobSource::kReused, JobSource::kCarried};
constexpr Verdict kVerdicts[] = {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown};

template <typename Enum>
Enum read_enum(const JsonReader& value, std::span<const Enum> all, const char* what) {
  const std::string text = value.text();
  for (const Enum one : all) {
    if (text == to_string(one)) return one;
  }
  value.refuse(fmt::format("is no {}", what));
}

Verdict read_verdict(const JsonReader& value) {
  return read_enum<Verdict>(value, kVerdicts, "verdict: proved, refuted or unknown");
}

std::optional<Verdict> read_optional_verdict(const JsonReader& value) {
  if (value.is_null()) return std::nullopt;
  return read_verdict(value);
}

std::optional<std::uint64_t> read_optional_count(const JsonReader& value) {
  if (value.is_null()) return std::nullopt;
  return value.count();
}

Json verdict_json(const std::optional<Verdict>& verdict) {
  return verdict ? Json(to_string(*verdict)) : Json(nullptr);
}

Json count_json(const std::optional<std::uint64_t>& count) {
  return count ? Json(*count) : Json(nullptr);
}

Json quest_json(const NightQuest& quest) {
  return {{"name", quest.name},
          {"verdict", to_string(quest.verdict)},
          {"expected", verdict_json(quest.expected)},
          {"before", verdict_json(quest.before)},
          {"as_expected", quest.as_expected},
          {"cone", quest.cone},
          {"carried_because", quest.carried_because},
          {"completion", count_json(quest.completion)},
          {"counterexample", count_json(quest.counterexample)},
          {"fatal_transitions", quest.fatal_transitions}};
}

Json job_json(const NightJob& job) {
  Json result = {{"id", job.id},
                 {"game", job.game},
                 {"game_file", job.game_file},
                 {"build", job.build},
                 {"variant", job.variant},
                 {"quest", job.quest},
                 {"options", job.options},
                 {"arguments", job.arguments},
                 {"priority", job.priority},
                 {"model_hash", job.model_hash},
                 {"outcome", to_string(job.outcome)},
                 {"verdict", to_string(job.verdict)},
                 {"expected", verdict_json(job.expected)},
                 {"source", to_string(job.source)},
                 {"from_night", job.from_night},
                 {"message", job.message},
                 {"certificate", job.certificate},
                 {"kept", job.kept},
                 {"sources", job.sources},
                 {"certificate_sources", job.certificate_sources},
                 {"log", job.log},
                 {"seconds", job.seconds},
                 {"cpu_seconds", job.cpu_seconds},
                 {"peak_bytes", job.peak_bytes},
                 {"states", job.states}};
  result["quests"] = Json::array();
  for (const NightQuest& quest : job.quests) result["quests"].push_back(quest_json(quest));
  return result;
}

NightQuest read_quest(const JsonReader& value) {
  NightQuest quest;
  quest.name = value.at("name").text();
  quest.verdict = read_verdict(value.at("verdict"));
  quest.expected = read_optional_verdict(value.at("expected"));
  quest.before = read_optional_verdict(value.at("before"));
  quest.as_expected = value.at("as_expected").flag();
  quest.cone = value.at("cone").text();
  quest.carried_because = value.at("carried_because").text();
  quest.completion = read_optional_count(value.at("completion"));
  quest.counterexample = read_optional_count(value.at("counterexample"));
  quest.fatal_transitions = value.at("fatal_transitions").count();
  return quest;
}

void read_names(NightJob& job, const JsonReader& value) {
  job.id = value.at("id").text();
  job.game = value.at("game").text();
  job.game_file = value.at("game_file").text();
  job.build = value.at("build").text();
  job.variant = value.at("variant").text();
  job.quest = value.at("quest").text();
  job.options = value.at("options").text();
  for (const JsonReader& argument : value.at("arguments").elements()) {
    job.arguments.push_back(argument.text());
  }
  job.priority = value.at("priority").number();
  job.model_hash = value.at("model_hash").text();
}

NightJob read_job(const JsonReader& value) {
  NightJob job;
  read_names(job, value);
  job.outcome = read_enum<JobOutcome>(value.at("outcome"), kOutcomes, "outcome of a job");
  job.verdict = read_verdict(value.at("verdict"));
  job.expected = read_optional_verdict(value.at("expected"));
  job.source = read_enum<JobSource>(value.at("source"), kSources, "source of a job's figures");
  job.from_night = value.at("from_night").text();
  job.message = value.at("message").text();
  job.certificate = value.at("certificate").text();
  job.kept = value.at("kept").text();
  job.sources = value.at("sources").text();
  job.certificate_sources = value.at("certificate_sources").text();
  job.log = value.at("log").text();
  job.seconds = value.at("seconds").real();
  job.cpu_seconds = value.at("cpu_seconds").real();
  job.peak_bytes = value.at("peak_bytes").count();
  job.states = value.at("states").text();
  for (const JsonReader& quest : value.at("quests").elements()) {
    job.quests.push_back(read_quest(quest));
  }
  return job;
}

bool is_wrong(const NightJob& job) {
  return std::any_of(job.quests.begin(), job.quests.end(),
                     [](const NightQuest& quest) { return !quest.as_expected; });
}

bool is_unknown(const NightQuest& quest) {
  return quest.verdict == Verdict::kUnknown && quest.expected != Verdict::kUnknown;
}

bool is_unknown(const NightJob& job) {
  if (job.quests.empty()) {
    return job.verdict == Verdict::kUnknown && job.expected != Verdict::kUnknown;
  }
  return std::any_of(job.quests.begin(), job.quests.end(),
                     [](const NightQuest& quest) { return is_unknown(quest); });
}

}  // namespace

const char* to_string(JobOutcome outcome) {
  switch (outcome) {
    case JobOutcome::kPending: return "pending";
    case JobOutcome::kFinished: return "finished";
    case JobOutcome::kInvalid: return "invalid";
    case JobOutcome::kOutOfTime: return "time";
    case JobOutcome::kOutOfMemory: return "memory";
    case JobOutcome::kOutOfDisk: return "disk";
    case JobOutcome::kCrashed: return "crashed";
    case JobOutcome::kGarbage: return "garbage";
  }
  return "pending";
}

const char* to_string(JobSource source) {
  switch (source) {
    case JobSource::kRun: return "run";
    case JobSource::kReused: return "reused";
    case JobSource::kCarried: return "carried";
  }
  return "run";
}

bool is_as_expected(const NightQuest& quest) {
  if (quest.expected) {
    return quest.verdict == *quest.expected || quest.verdict == Verdict::kUnknown;
  }
  return quest.verdict != Verdict::kRefuted || quest.before == Verdict::kRefuted;
}

NightOutcome outcome_of(const Night& night) {
  if (std::any_of(night.jobs.begin(), night.jobs.end(),
                  [](const NightJob& job) { return is_wrong(job); })) {
    return NightOutcome::kNotAsExpected;
  }
  const bool unknown = std::any_of(night.jobs.begin(), night.jobs.end(),
                                   [](const NightJob& job) { return is_unknown(job); });
  return unknown ? NightOutcome::kUnknown : NightOutcome::kAsExpected;
}

Night parse_night(const std::string& text, const std::string& path) {
  const nlohmann::json document = parse_json(text, path);
  const JsonReader root(document, path);
  root.at("schema").expect(kNightSchema);
  const JsonReader version = root.at("version");
  if (version.count() != kNightVersion) {
    version.refuse(fmt::format("{} is not supported by this program, which reads version {}",
                               version.count(), kNightVersion));
  }
  Night night;
  night.name = root.at("name").text();
  night.manifest = root.at("manifest").text();
  night.plan = root.at("plan").text();
  night.program_version = root.at("program").at("version").text();
  night.program_revision = root.at("program").at("revision").text();
  night.program_identity = root.at("program").at("identity").text();
  night.began = root.at("began").text();
  night.ended = root.at("ended").text();
  night.before = root.at("before").text();
  night.seconds = root.at("seconds").real();
  for (const JsonReader& job : root.at("jobs").elements()) night.jobs.push_back(read_job(job));
  return night;
}

std::string night_text(const Night& night) {
  Json document = {{"schema", kNightSchema},
                   {"version", kNightVersion},
                   {"name", night.name},
                   {"manifest", night.manifest},
                   {"plan", night.plan},
                   {"program",
                    {{"version", night.program_version},
                     {"revision", night.program_revision},
                     {"identity", night.program_identity}}},
                   {"began", night.began},
                   {"ended", night.ended},
                   {"before", night.before},
                   {"seconds", night.seconds}};
  document["jobs"] = Json::array();
  for (const NightJob& job : night.jobs) document["jobs"].push_back(job_json(job));
  return json_text(document);
}

NightJob parse_night_job(const std::string& text, const std::string& path) {
  const nlohmann::json document = parse_json(text, path);
  return read_job(JsonReader(document, path));
}

std::string night_job_text(const NightJob& job) { return json_text(job_json(job)); }

std::string night_folder(const std::string& sweep, const std::string& night) {
  return fmt::format("{}/nights/{}", sweep, night);
}

std::vector<std::string> night_names(const std::string& sweep) {
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, std::string>> found;  // when it began, name
  std::error_code error;
  for (fs::directory_iterator entry(sweep + "/nights", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!fs::is_regular_file(entry->path() / "night.json")) continue;
    found.emplace_back(read_night(sweep, name).began, name);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (auto& [began, name] : found) names.push_back(std::move(name));
  return names;
}

Night read_night(const std::string& sweep, const std::string& night) {
  const std::string folder = night_folder(sweep, night), path = folder + "/night.json";
  try {
    return parse_night(read_file(path), path);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
    throw Error(error.kind(),
                fmt::format("{}; move {} out of the sweep to go on without this night",
                            error.what(), folder));
  }
}

void write_night(const std::string& sweep, const Night& night) {
  const std::string folder = night_folder(sweep, night.name);
  std::filesystem::create_directories(folder);
  write_file_atomically(folder + "/night.json", night_text(night));
}

}  // namespace questproof
