// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/sweep/history.h"
#include "coordinator/sweep/job_task.h"
#include "coordinator/sweep/kept_certificates.h"
#include "coordinator/sweep/night.h"
#include "coordinator/sweep/sweep_manifest.h"

namespace questproof {

struct PlanSettings {
  std::string sweep;            // its folder, absolute
  std::string program;          // program_identity()
  std::optional<Night> before;  // the newest finished night
  bool fresh = false;           // nothing is re-used and nothing carries over
  int threads = 0;              // that read games; 0: all cores
};

// A job of the night to come. What is decided without a run has its result already.
struct PlannedJob {
  JobTask task;
  JobSize size = JobSize::kAuto;
  std::string key;  // under which a certificate of this job is kept; "" where the game has no model
  bool decided() const { return task.job.outcome != JobOutcome::kPending; }
};

struct SweepPlan {
  std::vector<PlannedJob> jobs;  // in the order of the manifest, quests as in the game
  std::string hash;  // of all that is to be found out and by which program; not of what is re-used
  std::vector<Diagnostic> diagnostics;
};

// Reads all games and keeps their files in the sweep's folder. A game that cannot be read is a job whose
// outcome says so. What in the manifest cannot be meant (a pattern that no file matches, two jobs of one
// name) is an error among the diagnostics.
//
// Re-use: a job whose model, options and program are those of a certificate that was kept takes it over, after
// cheap_check(). Where the model has changed, it takes over the verdicts of the night before if
// for each of its quests all that can matter to it (core/model/cone.h) is the same; only from a certificate that is
// complete and verified and has no fault and no limit; with the same options and the same program.
SweepPlan make_plan(const SweepManifest& manifest, const PlanSettings& settings);

// A name for files: letters, digits, ".", "_", "-" and "+" as they are; a hash where that is not enough
// to tell jobs apart.
std::string job_id(const NightJob& job);

// "harbor [nightly] (hard, symbolic): QUEST_MAIN"
std::string job_title(const NightJob& job);

}  // namespace questproof
