// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/sweep/night.h"

namespace questproof {

// The figures of a night as a whole.
struct NightFigures {
  std::string night;
  std::string began;
  std::string ended;
  std::string program_revision;
  double seconds = 0;
  std::uint64_t jobs = 0;
  std::uint64_t run = 0;  // not reused and not carried over
  std::uint64_t reused = 0;
  std::uint64_t carried = 0;
  std::uint64_t quests = 0;
  std::uint64_t proved = 0;  // quests
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;
  std::uint64_t unexpected = 0;
  bool operator==(const NightFigures&) const = default;
};

// The figures of one job in one night.
struct NightJobFigures {
  std::string night;
  std::string job;  // NightJob::id
  std::string game;
  std::string build;
  std::string variant;
  std::string quest;
  std::string options;
  std::string model_hash;
  JobOutcome outcome = JobOutcome::kPending;
  Verdict verdict = Verdict::kUnknown;
  JobSource source = JobSource::kRun;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
  std::string states;  // decimal, or ""
  bool operator==(const NightJobFigures&) const = default;
};

// The figures of one quest in one job of one night.
struct NightQuestFigures {
  std::string night;
  std::string job;
  std::string quest;
  Verdict verdict = Verdict::kUnknown;
  std::optional<Verdict> expected;
  bool as_expected = true;
  bool carried = false;
  std::optional<std::uint64_t> completion;
  std::optional<std::uint64_t> counterexample;
  std::uint64_t fatal_transitions = 0;
  bool operator==(const NightQuestFigures&) const = default;
};

// What a job cost when it was last run.
struct JobCost {
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
};

// Every night's figures, kept in DIR/history.sqlite (the tables: coordinator/README.md). They stay when
// the folders of old nights are cleared away. Not thread-safe.
class History {
 public:
  // Opens the file, or makes it. Throws Error: kInput where it is damaged or of a newer program,
  // kResource where it cannot be opened or written.
  static std::unique_ptr<History> open(const std::string& path);
  // The same, only to read; nothing is made. Throws Error(kInput) where there is no file.
  static std::unique_ptr<History> open_to_read(const std::string& path);

  virtual ~History() = default;

  // Enters a finished night, in place of what was there under its name. All of it or nothing.
  virtual void enter(const Night& night) = 0;

  // Oldest first, by the time when they began and then by name.
  virtual std::vector<NightFigures> nights() = 0;
  // Of one night in the order of its jobs; of all nights (""), in the order of nights().
  virtual std::vector<NightJobFigures> jobs(const std::string& night) = 0;
  virtual std::vector<NightQuestFigures> quests(const std::string& night) = 0;

  // The newest verdict, proved or refuted, that the quest had in a night other than `but`.
  virtual std::optional<Verdict> last_verdict(const std::string& job, const std::string& quest,
                                              const std::string& but) = 0;

  // Of the newest night in which the job was run and ended by itself.
  virtual std::optional<JobCost> last_cost(const std::string& job) = 0;
};

}  // namespace questproof
