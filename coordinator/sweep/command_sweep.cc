// SPDX-License-Identifier: MIT
#include "coordinator/sweep/command_sweep.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <span>

#include "coordinator/interrupt.h"
#include "coordinator/sweep/job_runner.h"
#include "coordinator/sweep/sweep_session.h"
#include "coordinator/sweep/sweep_text.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/process_usage.h"
#include "core/net/collective.h"

namespace questproof {
namespace {

RankCapacity capacity_of(const CommandOptions& options) {
  RankCapacity capacity;
  capacity.threads = options.threads > 0 ? options.threads : Parallel(0).threads();
  capacity.memory_bytes =
      options.memory.bytes > 0 ? options.memory.bytes : machine_memory_bytes() / 5 * 4;
  return capacity;
}

std::string broadcast_text(Transport& ranks, const std::string& text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const Bytes all = broadcast(ranks, 0, {bytes, text.size()});
  return {all.begin(), all.end()};
}

void list_tasks(SweepSession& session, Console& console) {
  for (const JobTask& task : session.tasks()) {
    console.out << fmt::format("{}{}\n", job_title(task.job), task.large ? "  (large)" : "");
  }
  console.out << fmt::format("Night {}: {}\n", session.night().name, night_counts(session.night()));
}

enum class Round { kNothingToRun, kDone, kStopped };

// One round on this rank. Jobs that wait for another one's result are run in a later round where that came
// to nothing.
Round run_round(const std::string& program, const CommandOptions& options, SweepSession* session,
                Transport& ranks) {
  std::vector<JobTask> tasks;
  if (session != nullptr) tasks = session->tasks();
  tasks = parse_tasks(broadcast_text(ranks, session == nullptr ? "" : tasks_text(tasks)));
  if (tasks.empty()) return Round::kNothingToRun;
  JobRunSettings settings;
  settings.program = program;
  settings.sweep = broadcast_text(ranks, session == nullptr ? "" : session->folder());
  settings.night = broadcast_text(ranks, session == nullptr ? "" : session->night().name);
  settings.capacity = capacity_of(options);
  if (session != nullptr) {
    settings.ended = [&](std::size_t, const NightJob& result) { session->take(result); };
    settings.watching = [&](const std::vector<std::size_t>& running) {
      session->show_running(tasks, running);
    };
  }
  const bool on = run_tasks(tasks, settings, ranks);
  if (session != nullptr) session->share_results();
  return on ? Round::kDone : Round::kStopped;
}

ExitCode exit_code_of(const Night& night) {
  switch (outcome_of(night)) {
    case NightOutcome::kAsExpected: return ExitCode::kProved;
    case NightOutcome::kNotAsExpected: return ExitCode::kRefuted;
    case NightOutcome::kUnknown: return ExitCode::kUnknown;
  }
  return ExitCode::kUnknown;
}

ExitCode report(SweepSession& session, const CommandOptions& options, Console& console) {
  const Night& night = session.night();
  if (options.json) {
    console.out << night_text(night);
  } else {
    console.out << sweep_text(session.folder(), night, session.before(), console.paint,
                              console.width);
    if (night.finished()) {
      console.out << fmt::format("Results: {}\n", night_folder(session.folder(), night.name));
    }
  }
  if (night.finished()) return exit_code_of(night);
  console.error << fmt::format(
      "questproof: stopped; to go on: questproof sweep {} --out {} --night {}\n", options.manifest,
      options.sweep_directory, night.name);
  return ExitCode::kStopped;
}

}  // namespace

ExitCode run_sweep_with(const std::string& program, const CommandOptions& options, Console& console,
                        Transport& ranks) {
  const InterruptGuard guard;
  std::optional<SweepSession> session;
  bool run = false;
  if (ranks.rank() == 0) {
    session.emplace(program, options, console);
    if (options.dry_run) list_tasks(*session, console);
    run = !session->is_finished() && !options.dry_run;
  }
  run = any_rank(ranks, run);
  Round round = run ? Round::kDone : Round::kNothingToRun;
  while (round == Round::kDone) {
    round = run_round(program, options, session ? &*session : nullptr, ranks);
  }
  const bool on = round != Round::kStopped;
  if (!session || options.dry_run) return ExitCode::kProved;
  if (run) session->close(on);
  const ExitCode code = report(*session, options, console);
  if (on) session->clear();
  return code;
}

ExitCode run_sweep(const CommandOptions& options, Console& console, Transport& ranks) {
  // Not by its path: a program that is built anew in the middle of a night is another one.
  return run_sweep_with("/proc/self/exe", options, console, ranks);
}

}  // namespace questproof
