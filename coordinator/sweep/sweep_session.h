// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "coordinator/sweep/history.h"
#include "coordinator/sweep/job_task.h"
#include "coordinator/sweep/kept_certificates.h"
#include "coordinator/sweep/night.h"
#include "coordinator/sweep/sweep_folder.h"
#include "coordinator/sweep/sweep_plan.h"

namespace questproof {

// One session of a night, on rank 0: from the manifest to what is to be run, and from results to what is
// written. A night is as many sessions as it takes: each goes on with the jobs that have no result.
class SweepSession {
 public:
  // Reads the manifest, the folder and the games, and chooses the night. Throws Error(kInput) after
  // having said on console.error what is wrong with the manifest.
  SweepSession(const std::string& program, const CommandOptions& options, Console& console);

  // A night that is finished is only shown again, if it was of the same games, manifest and program.
  bool is_finished() const { return night_.finished(); }
  const Night& night() const { return night_; }
  const std::optional<Night>& before() const { return before_; }
  const std::string& folder() const { return folder_->path(); }

  // What is to be run now. Jobs that ask what another one asks wait for its result; where it comes to
  // nothing they are run in a second round.
  std::vector<JobTask> tasks();

  // The result of a task of tasks().
  void take(const NightJob& result);
  void show_running(const std::vector<JobTask>& tasks, const std::vector<std::size_t>& running);

  // After a round: jobs that wait for another one's result take it.
  void share_results();

  // Writes the night as it stands. `finished`: nothing is left to be run; then what was expected is held
  // against what was found, and reports and history are written.
  void close(bool finished);

  // Clears away what the options say.
  void clear();

 private:
  void read_manifest(SweepManifest& manifest);
  void choose_night(const std::string& plan);
  void begin_night(bool goes_on);
  bool is_result_of(const NightJob& job, const NightJob& result) const;
  void take_earlier_results(bool goes_on);
  void keep(const NightJob& job);
  void write_seldom();
  void judge();
  double seconds() const;

  const CommandOptions& options_;
  Console& console_;
  std::unique_ptr<SweepFolder> folder_;
  std::unique_ptr<History> history_;
  std::string program_;  // its identity
  std::optional<Night> before_;
  SweepPlan plan_;
  Night night_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point written_;
  double earlier_seconds_ = 0;
  bool line_shown_ = false;
};

}  // namespace questproof
