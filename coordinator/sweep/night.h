// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/search/verdict.h"

namespace questproof {

// What became of one night of a sweep: what was to be run, and what was found. A plain value; the file
// DIR/nights/NAME/night.json holds it (schema "questproof/night", version 1, coordinator/README.md).
//
// Paths in it are relative to the folder of the sweep, so that the folder can be moved.

inline constexpr const char* kNightSchema = "questproof/night";
inline constexpr std::uint64_t kNightVersion = 1;

// How a job ended. One that is not finished is unknown as a whole; of its quests those may be known that
// were decided before a limit was hit.
enum class JobOutcome {
  kPending,    // not run yet: the night was interrupted, or goes on
  kFinished,   // it wrote a certificate
  kInvalid,    // the game, or what was asked about it, cannot be used; the message says why
  kOutOfTime,  // ended by its limit of time, by itself or from outside
  kOutOfMemory,
  kOutOfDisk,
  kCrashed,  // by a signal, or begun twice without an end
  kGarbage,  // it ended as if all were well, and its certificate cannot be read
};

inline constexpr JobOutcome kOutcomes[] = {
    JobOutcome::kPending,     JobOutcome::kFinished,  JobOutcome::kInvalid, JobOutcome::kOutOfTime,
    JobOutcome::kOutOfMemory, JobOutcome::kOutOfDisk, JobOutcome::kCrashed, JobOutcome::kGarbage};

// As the file has them: "pending", "finished", "invalid", "time", "memory", "disk", "crashed", "garbage".
const char* to_string(JobOutcome outcome);

// Where a job's figures come from.
enum class JobSource {
  kRun,      // it was run this night
  kReused,   // the certificate of an unchanged model
  kCarried,  // the model has changed, and the change cannot touch any of the job's quests
};

const char* to_string(JobSource source);  // "run", "reused", "carried"

struct NightQuest {
  std::string name;
  Verdict verdict = Verdict::kUnknown;
  std::optional<Verdict> expected;  // what the manifest says
  // What the verdict of the night before was: the newest finished night with this job and quest.
  std::optional<Verdict> before;
  bool as_expected = true;  // also where nothing is known: unknown is never wrong, it is unknown
  // Names all that can matter to the quest, by names; "" where there is none (core/model/cone.h).
  std::string cone;
  std::string
      carried_because;  // the argument by which the verdict holds for the changed game, or ""
  // Steps that count; nothing where there is no such walk, or it is not known.
  std::optional<std::uint64_t> completion;
  std::optional<std::uint64_t> counterexample;
  std::uint64_t fatal_transitions = 0;
  bool operator==(const NightQuest&) const = default;
};

// One game in one build, variant and set of options, with one quest or all of them.
struct NightJob {
  std::string id;                      // a file name, the same every night for the same names
  std::string game;                    // as the manifest calls it
  std::string game_file;               // as it was read, absolute
  std::string build;                   // "" where the manifest has no builds
  std::string variant;                 // ""; or a name of the manifest
  std::string quest;                   // the only one, or "" for all
  std::string options;                 // the name of a set of options of the manifest, or ""
  std::vector<std::string> arguments;  // what was given to `certify` and shapes the result
  std::int64_t priority = 0;
  std::string model_hash;  // "" where the game could not be read

  JobOutcome outcome = JobOutcome::kPending;
  Verdict verdict = Verdict::kUnknown;
  std::optional<Verdict> expected;  // of every quest that has none of its own
  JobSource source = JobSource::kRun;
  std::string from_night;  // where it was run, when not in this night
  // A text for people: why there is no verdict, or how a certificate was checked. Perhaps many lines.
  std::string message;
  std::string certificate;          // path; "" where there is none
  std::string kept;                 // the key under which it is kept for other nights, or ""
  std::string sources;              // folder with the game's files of this night
  std::string certificate_sources;  // the same, of the files that the certificate's places refer to
  std::string log;                  // path of what the run said; "" where there was none

  double seconds = 0;  // of this night: next to nothing when reused
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
  std::string states;              // decimal, of the certificate; "" where it has none
  std::vector<NightQuest> quests;  // in the game's order; empty where the game could not be read
  bool operator==(const NightJob&) const = default;
};

struct Night {
  std::string name;      // of its folder
  std::string manifest;  // path, absolute
  // Names all that was to be run, on which files and by which program; a night with another plan is another
  // night.
  std::string plan;
  std::string program_version;
  std::string program_revision;
  // Names the program that decides: revision, and the program file itself.
  std::string program_identity;
  std::string began;           // "2026-11-30T02:00:00.000Z"
  std::string ended;           // "" while it has jobs to run
  std::string before;          // the finished night that it was compared with, or ""
  double seconds = 0;          // of all sessions
  std::vector<NightJob> jobs;  // in the manifest's order

  bool finished() const { return !ended.empty(); }
  bool operator==(const Night&) const = default;
};

// Whether a person has to look at it. "Not as expected" outweighs "unknown".
enum class NightOutcome { kAsExpected, kNotAsExpected, kUnknown };
NightOutcome outcome_of(const Night& night);

// What is expected of a quest, by the manifest or by what was known before: a verdict that is known and
// another one is not as expected. Where nothing is expected, refuted is not.
bool is_as_expected(const NightQuest& quest);

// Throws Error of kind kInput that names the file and the place in it.
Night parse_night(const std::string& text, const std::string& path);
std::string night_text(const Night& night);
NightJob parse_night_job(const std::string& text, const std::string& path);
std::string night_job_text(const NightJob& job);

// Of a sweep's folder.
std::string night_folder(const std::string& sweep, const std::string& night);  // DIR/nights/NAME
std::vector<std::string> night_names(
    const std::string& sweep);  // oldest first; those with a night.json
Night read_night(const std::string& sweep, const std::string& night);
// Whole or not at all.
void write_night(const std::string& sweep, const Night& night);

}  // namespace questproof
