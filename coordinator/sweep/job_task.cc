// SPDX-License-Identifier: MIT
#include "coordinator/sweep/job_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "coordinator/atomic_file.h"
#include "coordinator/json_parts.h"
#include "coordinator/json_reader.h"
#include "coordinator/options.h"
#include "coordinator/revision.h"
#include "core/base/error.h"
#include "core/base/exit_code.h"

namespace questproof {
namespace {

constexpr std::size_t kKeptOfLog = 4000;  // bytes, in messages
constexpr double kGraceSeconds = 10;
constexpr std::uint64_t kToleratedExtra = std::uint64_t{256} << 20;

// The end of what a run has said.
std::string end_of_log(const std::string& path) {
  try {
    std::string text = read_file(path);
    if (text.size() > kKeptOfLog) {
      const std::size_t line = text.find('\n', text.size() - kKeptOfLog);
      text.erase(0, line == std::string::npos ? text.size() - kKeptOfLog : line + 1);
    }
    while (text.ends_with('\n')) text.pop_back();
    return text;
  } catch (const Error&) {
    return "";
  }
}

void add_log(NightJob& job, const std::string& log) {
  const std::string text = end_of_log(log);
  if (!text.empty()) job.message += "\n" + text;
}

// A limit that a certificate names, by the words of core/search/run_watch.cc and core/base/scratch_memory.cc.
JobOutcome outcome_of_limit(const std::string& limit) {
  if (limit.find("disk") != std::string::npos || limit.find("scratch") != std::string::npos) {
    return JobOutcome::kOutOfDisk;
  }
  if (limit.find("memory") != std::string::npos) return JobOutcome::kOutOfMemory;
  if (limit.find("time limit") != std::string::npos) return JobOutcome::kOutOfTime;
  return JobOutcome::kFinished;
}

// Why verdicts are unknown though no limit was hit, or "".
std::string faults_text(const FoundGame& found) {
  std::string text;
  for (const FoundFault& fault : found.faults) {
    text += fmt::format(
        "{}{} goes out of range at {}; no verdict is better than unknown until that is repaired",
        text.empty() ? "" : "\n", fault.event, fault.where);
  }
  return text;
}

// What a process that gave no verdict says by its exit code.
void fail(NightJob& job, const JobEnd& end, const std::string& log) {
  const auto set = [&](JobOutcome outcome, std::string message) {
    job.outcome = outcome;
    job.message = std::move(message);
    add_log(job, log);
  };
  switch (end.exit_code) {
    case static_cast<int>(ExitCode::kUsage):
    case static_cast<int>(ExitCode::kInput):
      return set(JobOutcome::kInvalid, fmt::format("refused (exit code {})", end.exit_code));
    case static_cast<int>(ExitCode::kResource): {
      const bool disk = end_of_log(log).find("memory") == std::string::npos;
      return set(disk ? JobOutcome::kOutOfDisk : JobOutcome::kOutOfMemory,
                 "ran out of memory or disk (exit code 12)");
    }
    default:
      return set(JobOutcome::kCrashed, fmt::format("ended with exit code {}", end.exit_code));
  }
}

bool is_verdict(int exit_code) {
  return exit_code == static_cast<int>(ExitCode::kProved) ||
         exit_code == static_cast<int>(ExitCode::kRefuted) ||
         exit_code == static_cast<int>(ExitCode::kUnknown);
}

int exit_code_of(Verdict verdict) {
  return verdict == Verdict::kProved ? 0 : verdict == Verdict::kRefuted ? 1 : 2;
}

// Why the certificate cannot be what the job was for, or "".
std::string wrong_certificate(const NightJob& job, const FoundGame& found, int exit_code) {
  if (found.model_hash != job.model_hash) return "its certificate is of another game";
  if (found.program_version != program_version() || found.program_revision != program_revision()) {
    return fmt::format("its certificate is of another program, {} {}", found.program_version,
                       found.program_revision);
  }
  if (exit_code != exit_code_of(found.verdict)) {
    return fmt::format("it ended with exit code {}, and its certificate says {}", exit_code,
                       to_string(found.verdict));
  }
  for (const NightQuest& quest : job.quests) {
    const bool there = std::any_of(found.quests.begin(), found.quests.end(),
                                   [&](const FoundQuest& one) { return one.name == quest.name; });
    if (!there && !quest.cone.empty()) {
      return fmt::format("its certificate says nothing of {}", quest.name);
    }
  }
  return "";
}

void read_certificate(NightJob& job, const JobEnd& end, const JobPlaces& places,
                      const std::string& certificate) {
  try {
    const FoundGame found = read_found_game(places.certificate);
    const std::string wrong = wrong_certificate(job, found, end.exit_code);
    if (wrong.empty()) {
      take_certificate(job, found, certificate);
      return;
    }
    job.message = wrong;
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
    job.message = fmt::format("its certificate cannot be read: {}", error.what());
  }
  job.outcome = JobOutcome::kGarbage;
  add_log(job, places.log);
}

}  // namespace

std::string tasks_text(const std::vector<JobTask>& tasks) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const JobTask& task : tasks) {
    list.push_back({{"job", night_job_text(task.job)},
                    {"game", task.game},
                    {"time_seconds", task.limits.time_seconds},
                    {"memory_bytes", task.limits.memory_bytes},
                    {"disk_bytes", task.limits.disk_bytes},
                    {"threads", task.limits.threads},
                    {"store", task.store},
                    {"large", task.large},
                    {"expected_seconds", task.expected_seconds}});
  }
  return json_text(list);
}

std::vector<JobTask> parse_tasks(const std::string& text) {
  const std::string place = "tasks of a sweep";
  const nlohmann::json document = parse_json(text, place);
  std::vector<JobTask> tasks;
  for (const JsonReader& entry : JsonReader(document, place).elements()) {
    JobTask task;
    task.job = parse_night_job(entry.at("job").text(), place);
    task.game = entry.at("game").text();
    task.limits.time_seconds = entry.at("time_seconds").real();
    task.limits.memory_bytes = entry.at("memory_bytes").count();
    task.limits.disk_bytes = entry.at("disk_bytes").count();
    task.limits.threads = static_cast<int>(entry.at("threads").number());
    task.store = entry.at("store").flag();
    task.large = entry.at("large").flag();
    task.expected_seconds = entry.at("expected_seconds").real();
    tasks.push_back(std::move(task));
  }
  return tasks;
}

ScheduledJob scheduled(const JobTask& task) {
  return {task.job.priority, task.large, task.expected_seconds, task.limits.threads,
          task.limits.memory_bytes};
}

JobPlaces places_of(const JobTask& task, const std::string& sweep, const std::string& night) {
  const std::string folder = fmt::format("{}/nights/{}/jobs/{}", sweep, night, task.job.id);
  return {folder, folder + "/certificate.json", folder + "/log.txt",
          sweep + "/" + task.job.sources};
}

std::vector<std::string> certify_arguments(const JobTask& task, const JobPlaces& places,
                                           int threads, std::uint64_t memory_bytes) {
  std::vector<std::string> arguments = {"certify", task.game};
  const auto add = [&](const char* name, std::string value) {
    arguments.emplace_back(name);
    arguments.push_back(std::move(value));
  };
  arguments.insert(arguments.end(), task.job.arguments.begin(), task.job.arguments.end());
  add("--certificate", places.certificate);
  arguments.emplace_back("--quiet");
  add("--color", "never");
  if (threads > 0) add("--threads", std::to_string(threads));
  if (memory_bytes > 0) add("--memory", std::to_string(memory_bytes));
  if (task.limits.time_seconds > 0) add("--time", fmt::format("{}", task.limits.time_seconds));
  if (task.store) add("--store", places.folder + "/run");
  if (task.limits.disk_bytes > 0) {
    add("--disk", std::to_string(task.limits.disk_bytes));
    if (!task.store) add("--scratch", places.folder + "/scratch");
  }
  return arguments;
}

double patience_seconds(const JobLimits& limits) {
  return limits.time_seconds > 0 ? 2 * limits.time_seconds + kGraceSeconds : 0;
}

std::uint64_t tolerated_bytes(std::uint64_t limit) {
  return limit == 0 ? 0 : limit + limit / 4 + kToleratedExtra;
}

void take_certificate(NightJob& job, const FoundGame& found, const std::string& certificate) {
  job.certificate = certificate;
  job.certificate_sources = job.sources;
  job.verdict = found.verdict;
  job.states = found.states == "0" ? "" : found.states;
  job.outcome = JobOutcome::kFinished;
  job.message = found.limit;
  const bool all_known =
      found.verdict != Verdict::kUnknown &&
      std::all_of(found.quests.begin(), found.quests.end(),
                  [](const FoundQuest& quest) { return quest.verdict != Verdict::kUnknown; });
  if (!all_known && !found.limit.empty()) job.outcome = outcome_of_limit(found.limit);
  if (!all_known && job.message.empty()) job.message = faults_text(found);
  for (NightQuest& quest : job.quests) {
    const auto same = [&](const FoundQuest& one) { return one.name == quest.name; };
    const auto one = std::find_if(found.quests.begin(), found.quests.end(), same);
    if (one == found.quests.end()) continue;
    quest.verdict = one->verdict;
    if (one->completion) quest.completion = one->completion->length;
    if (one->counterexample) quest.counterexample = one->counterexample->length;
    quest.fatal_transitions = one->fatal_transitions;
  }
}

NightJob result_of(const JobTask& task, const JobEnd& end, const JobPlaces& places,
                   const std::string& sweep) {
  NightJob job = task.job;
  job.seconds = end.seconds;
  job.cpu_seconds = end.cpu_seconds;
  job.peak_bytes = end.peak_bytes;
  const auto relative = [&](const std::string& path) { return path.substr(sweep.size() + 1); };
  job.log = relative(places.log);
  if (end.over_memory) {
    job.outcome = JobOutcome::kOutOfMemory;
    job.message = "held more memory than it may, and was killed";
  } else if (end.over_time) {
    if (is_verdict(end.exit_code)) {
      read_certificate(job, end, places, relative(places.certificate));
    }
    job.outcome = JobOutcome::kOutOfTime;
    job.message =
        fmt::format("took longer than {:.0f} s and was ended", patience_seconds(task.limits));
  } else if (end.signal != 0) {
    job.outcome = JobOutcome::kCrashed;
    job.message = fmt::format("was ended by signal {} ({})", end.signal, strsignal(end.signal));
    add_log(job, places.log);
  } else if (is_verdict(end.exit_code)) {
    read_certificate(job, end, places, relative(places.certificate));
  } else {
    fail(job, end, places.log);
  }
  return job;
}

}  // namespace questproof
