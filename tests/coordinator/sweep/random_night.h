// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/sweep/night.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

inline std::string random_text(Random& random) {
  static const char* const kTexts[] = {
      "",        "harbor", "QUEST_MAIN", "two\nlines", "\"quoted\" \\",
      "Maß – ü", "a+b",    "..",         "{}",         "\x01"};
  return kTexts[random.between(0, 9)];
}

inline Verdict random_verdict(Random& random) {
  constexpr Verdict kVerdicts[] = {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown};
  return kVerdicts[random.between(0, 2)];
}

inline std::optional<Verdict> random_expectation(Random& random) {
  if (random.chance(50)) return std::nullopt;
  return random_verdict(random);
}

inline std::optional<std::uint64_t> random_length(Random& random) {
  if (random.chance(30)) return std::nullopt;
  return random.next() >> 32;
}

inline NightQuest random_quest(Random& random) {
  NightQuest quest;
  quest.name = random_text(random);
  quest.verdict = random_verdict(random);
  quest.expected = random_expectation(random);
  quest.before = random_expectation(random);
  quest.as_expected = random.chance(50);
  quest.cone = random_text(random);
  quest.carried_because = random_text(random);
  quest.completion = random_length(random);
  quest.counterexample = random_length(random);
  quest.fatal_transitions = random.next() >> 16;
  return quest;
}

inline NightJob random_job(Random& random, const std::string& id) {
  NightJob job;
  job.id = id;
  for (std::string* text :
       {&job.game, &job.game_file, &job.build, &job.variant, &job.quest, &job.options,
        &job.model_hash, &job.from_night, &job.message, &job.certificate, &job.kept, &job.sources,
        &job.certificate_sources, &job.log, &job.states}) {
    *text = random_text(random);
  }
  for (std::int64_t left = random.between(0, 3); left > 0; --left) {
    job.arguments.push_back(random_text(random));
  }
  job.priority = random.between(-1000, 1000);
  job.outcome = kOutcomes[random.between(0, 7)];
  job.verdict = random_verdict(random);
  job.expected = random_expectation(random);
  constexpr JobSource kSources[] = {JobSource::kRun, JobSource::kReused, JobSource::kCarried};
  job.source = kSources[random.between(0, 2)];
  job.seconds = static_cast<double>(random.between(0, 1000)) / 8;
  job.cpu_seconds = static_cast<double>(random.between(0, 1000)) / 16;
  job.peak_bytes = random.next() >> 20;
  for (std::int64_t left = random.between(0, 4); left > 0; --left) {
    job.quests.push_back(random_quest(random));
  }
  return job;
}

// A finished one.
inline Night random_night(Random& random) {
  Night night;
  night.name = "night-" + std::to_string(random.between(0, 1'000'000));
  night.manifest = random_text(random);
  night.plan = random_text(random);
  night.program_version = random_text(random);
  night.program_revision = random_text(random);
  night.program_identity = random_text(random);
  night.began = "2026-11-" + std::to_string(random.between(10, 30)) + "T02:00:00Z";
  night.ended = night.began;
  night.before = random_text(random);
  night.seconds = static_cast<double>(random.between(0, 1000)) / 8;
  for (std::int64_t job = random.between(0, 5); job > 0; --job) {
    night.jobs.push_back(random_job(random, "job-" + std::to_string(job)));
  }
  return night;
}

}  // namespace questproof::testing_support
