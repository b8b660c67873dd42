// SPDX-License-Identifier: MIT
#include "coordinator/sweep/job_runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <variant>

#include "coordinator/command_certify.h"
#include "coordinator/command_line.h"
#include "coordinator/console.h"
#include "coordinator/interrupt.h"
#include "coordinator/sweep/sweep_folder.h"
#include "core/base/error.h"
#include "core/base/process_usage.h"
#include "core/net/collective.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

// Between two looks at the jobs. Short jobs take a few hundredths of a second.
constexpr std::chrono::milliseconds kStepAlone{3};
constexpr std::chrono::milliseconds kStepTogether{15};

// The folder of a job without what an earlier session left in it.
void clear_folder(const JobPlaces& places) {
  for (const char* name : {"certificate.json", "log.txt", "run", "scratch"}) {
    fs::remove_all(fs::path(places.folder) / name);
  }
  fs::create_directories(places.folder);
}

// A scratch folder is only there while it is needed.
void remove_scratch(const JobPlaces& places) {
  std::error_code error;
  fs::remove_all(places.folder + "/scratch", error);
}

class TaskRunner {
 public:
  TaskRunner(const std::vector<JobTask>& tasks, const JobRunSettings& settings, Transport& ranks)
      : tasks_(tasks), settings_(settings), ranks_(ranks) {}

  bool run() {
    capacities_ = all_gather_value(ranks_, settings_.capacity);
    std::vector<ScheduledJob> jobs;
    for (const JobTask& task : tasks_) jobs.push_back(scheduled(task));
    for (const JobBatch& batch : job_batches(jobs)) {
      const bool on = batch.large ? run_large(batch.jobs) : run_small(batch.jobs, false);
      if (!on) return false;
    }
    return true;
  }

 private:
  JobPlaces places(std::size_t task) const {
    return places_of(tasks_[task], settings_.sweep, settings_.night);
  }

  void start(std::size_t task, int threads, std::uint64_t memory_bytes) {
    const JobPlaces here = places(task);
    clear_folder(here);
    JobStart how;
    how.command = certify_arguments(tasks_[task], here, threads, memory_bytes);
    how.command.insert(how.command.begin(), settings_.program);
    how.folder = here.work;
    how.log = here.log;
    how.seconds = patience_seconds(tasks_[task].limits);
    how.memory_bytes = tolerated_bytes(memory_bytes);
    running_[task] = std::make_unique<JobProcess>(how);
  }

  // Jobs of this rank that have ended since the last look.
  nlohmann::json ended_here() {
    nlohmann::json ended = nlohmann::json::array();
    for (auto job = running_.begin(); job != running_.end();) {
      const std::optional<JobEnd> end = job->second->poll();
      if (!end) {
        ++job;
        continue;
      }
      const JobPlaces here = places(job->first);
      remove_scratch(here);
      const NightJob result = result_of(tasks_[job->first], *end, here, settings_.sweep);
      ended.push_back({job->first, night_job_text(result)});
      job = running_.erase(job);
    }
    return ended;
  }

  // What all ranks have to tell: (task, result as text), by rank.
  std::vector<std::pair<std::size_t, std::string>> ended_anywhere() {
    const std::string mine =
        ended_here().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::vector<std::pair<std::size_t, std::string>> all;
    for (const std::vector<char>& text :
         all_gather_lists(ranks_, std::span<const char>(mine.data(), mine.size()))) {
      for (const nlohmann::json& one : nlohmann::json::parse(text)) {
        all.emplace_back(one.at(0).get<std::size_t>(), one.at(1).get<std::string>());
      }
    }
    return all;
  }

  void end_all() {
    for (auto& [task, process] : running_) process->stop();
    while (!running_.empty()) {
      for (auto job = running_.begin(); job != running_.end();) {
        job = job->second->poll() ? running_.erase(job) : std::next(job);
      }
      std::this_thread::sleep_for(kStepAlone);
    }
  }

  void tell(std::size_t task, const NightJob& result) {
    if (ranks_.rank() == 0 && settings_.ended) settings_.ended(task, result);
  }

  void tell_running(const Dispatcher& dispatcher, const std::vector<std::size_t>& jobs,
                    const std::vector<bool>& begun, const std::vector<bool>& over) {
    if (ranks_.rank() != 0 || !settings_.watching || dispatcher.done()) return;
    std::vector<std::size_t> now;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (begun[i] && !over[i]) now.push_back(jobs[i]);
    }
    settings_.watching(now);
  }

  // `alone`: one after the other, each with all that a rank has.
  bool run_small(const std::vector<std::size_t>& jobs, bool alone) {
    std::vector<ScheduledJob> list;
    std::map<std::size_t, std::size_t> position;
    for (const std::size_t task : jobs) {
      position[task] = list.size();
      list.push_back(scheduled(tasks_[task]));
      if (alone) list.back().threads = std::max(capacities_[0].threads, 1);
      if (alone) list.back().memory_bytes = 0;
    }
    Dispatcher dispatcher(list, capacities_);
    std::vector<bool> begun(jobs.size()), over(jobs.size());
    while (!dispatcher.done()) {
      bool changed = false;
      while (const auto next = dispatcher.next()) {
        const std::size_t task = jobs[next->job];
        begun[next->job] = changed = true;
        const std::uint64_t own = tasks_[task].limits.memory_bytes;
        const std::uint64_t memory = own == 0 ? next->memory_bytes : own;
        if (next->rank == ranks_.rank()) start(task, next->threads, memory);
      }
      if (changed) tell_running(dispatcher, jobs, begun, over);
      std::this_thread::sleep_for(ranks_.ranks() == 1 ? kStepAlone : kStepTogether);
      for (const auto& [task, text] : ended_anywhere()) {
        dispatcher.ended(position.at(task));
        over[position.at(task)] = true;
        tell(task, parse_night_job(text, "result of a job"));
        tell_running(dispatcher, jobs, begun, over);
      }
      if (any_rank(ranks_, InterruptGuard::interrupted())) {
        end_all();
        return false;
      }
    }
    return true;
  }

  bool run_large(const std::vector<std::size_t>& jobs) {
    if (ranks_.ranks() == 1) return run_small(jobs, true);
    for (const std::size_t task : jobs) {
      if (!run_together(task)) return false;
    }
    return true;
  }

  // One job by all ranks, in these processes.
  bool run_together(std::size_t task) {
    const JobTask& what = tasks_[task];
    const JobPlaces here = places(task);
    const bool first = ranks_.rank() == 0;
    if (first && settings_.watching) settings_.watching({task});
    std::uint64_t begun = 0;
    if (first) {
      begun = times_begun(settings_.sweep, settings_.night, what.job.id);
      clear_folder(here);
      if (begun < 2) {
        write_times_begun(settings_.sweep, settings_.night, what.job.id, begun + 1);
      }
    }
    begun = all_gather_value(ranks_, begun).front();
    if (begun >= 2) {
      NightJob result = what.job;
      result.outcome = JobOutcome::kCrashed;
      result.message = "was begun twice over all ranks, and took them along both times";
      tell(task, result);
      return true;
    }
    JobEnd end = certify_together(what, here);
    if (any_rank(ranks_, InterruptGuard::interrupted())) {
      if (first) write_times_begun(settings_.sweep, settings_.night, what.job.id, begun);
      return false;
    }
    end.cpu_seconds = sum(ranks_, end.cpu_seconds);
    end.peak_bytes = sum(ranks_, end.peak_bytes);
    remove_scratch(here);
    if (first) tell(task, result_of(what, end, here, settings_.sweep));
    return true;
  }

  // Errors of `certify` leave this function: ranks cannot go on together after one.
  JobEnd certify_together(const JobTask& what, const JobPlaces& here) {
    const std::uint64_t own = what.limits.memory_bytes;
    const auto parsed = parse_command_line(certify_arguments(
        what, here, settings_.capacity.threads, own == 0 ? settings_.capacity.memory_bytes : own));
    const CommandOptions& options = std::get<CommandOptions>(parsed);
    // Places in the certificate are those of a run in a process of its own.
    const fs::path before = fs::current_path();
    barrier(ranks_);  // ranks that are threads share the folder they are in
    fs::current_path(here.work);
    std::istringstream in;
    std::ofstream log;
    if (ranks_.rank() == 0) log.open(here.log);
    Console console{.in = in, .out = log, .error = log, .paint = {}, .error_paint = {}};
    const auto began = std::chrono::steady_clock::now();
    const double cpu_before = cpu_seconds();
    JobEnd end;
    end.exit_code = static_cast<int>(run_certify(options, console, ranks_));
    log << std::flush;
    end.exit_code = all_gather_value(ranks_, end.exit_code).front();
    end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    end.cpu_seconds = cpu_seconds() - cpu_before;
    end.peak_bytes = peak_resident_bytes();
    fs::current_path(before);  // all ranks have read the game
    return end;
  }

  const std::vector<JobTask>& tasks_;
  const JobRunSettings& settings_;
  Transport& ranks_;
  std::vector<RankCapacity> capacities_;
  std::map<std::size_t, std::unique_ptr<JobProcess>> running_;
};

}  // namespace

bool run_tasks(const std::vector<JobTask>& tasks, const JobRunSettings& settings,
               Transport& ranks) {
  return TaskRunner(tasks, settings, ranks).run();
}

}  // namespace questproof
