// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "coordinator/sweep/job_process.h"
#include "coordinator/sweep/night.h"
#include "coordinator/sweep/schedule.h"
#include "coordinator/sweep/sweep_manifest.h"

namespace questproof {

// A job that is to be run: all that a rank has to know of it. Paths are relative to the folder of the
// sweep. A plain value, sent between ranks as JSON.
struct JobTask {
  NightJob job;
  std::string game;  // below job.sources
  JobLimits limits;
  bool store = false;
  bool large = false;
  double expected_seconds = 0;
  bool operator==(const JobTask&) const = default;
};

std::string tasks_text(const std::vector<JobTask>& tasks);
std::vector<JobTask> parse_tasks(const std::string& text);

ScheduledJob scheduled(const JobTask& task);

// Where the files of a job lie, absolute.
struct JobPlaces {
  std::string folder;
  std::string certificate;
  std::string log;
  std::string work;  // a folder to run in
};
JobPlaces places_of(const JobTask& task, const std::string& sweep, const std::string& night);

// What is given to the program: `certify` and its arguments. The game is named as it is seen from
// places_of().work.
std::vector<std::string> certify_arguments(const JobTask& task, const JobPlaces& places,
                                           int threads, std::uint64_t memory_bytes);

// How long `certify` may take in all. It is given the limit of time for each exploration, and makes two of
// a small game; it gets as long again before it is told to end, so that what it has found by then is kept.
double patience_seconds(const JobLimits& limits);
// How much memory the process may hold before it is killed; it is given the limit itself, and keeps to it.
std::uint64_t tolerated_bytes(std::uint64_t limit);

// The result of a job whose process has ended: how it ended and what its certificate says.
NightJob result_of(const JobTask& task, const JobEnd& end, const JobPlaces& places,
                   const std::string& sweep);

// Fills in what a certificate of this model says. `certificate`: path relative to the sweep's folder.
void take_certificate(NightJob& job, const FoundGame& found, const std::string& certificate);

}  // namespace questproof
