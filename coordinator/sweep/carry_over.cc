// SPDX-License-Identifier: MIT
#include "coordinator/sweep/carry_over.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/figures.h"
#include "coordinator/findings/found_game.h"
#include "core/base/error.h"
#include "core/model/cone.h"

namespace questproof {
namespace {

template <typename Named>
const Named* named(const std::vector<Named>& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Named& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

// Only what was explored to the end, checked, and nowhere left its bounds.
bool can_carry(const FoundGame& found) {
  return found.complete && found.verified && found.faults.empty() && found.limit.empty();
}

bool is_untouched(const NightQuest& quest, const NightQuest* before, const FoundQuest* certified) {
  return before != nullptr && certified != nullptr && !quest.cone.empty() &&
         quest.cone == before->cone && before->verdict != Verdict::kUnknown &&
         certified->verdict == before->verdict;
}

Verdict verdict_of_all(const std::vector<NightQuest>& quests) {
  Verdict all = Verdict::kProved;
  for (const NightQuest& quest : quests) {
    if (quest.verdict == Verdict::kRefuted) return Verdict::kRefuted;
    if (quest.verdict == Verdict::kUnknown) all = Verdict::kUnknown;
  }
  return all;
}

}  // namespace

const QuestCones::Entry& QuestCones::entry_of(const std::string& quest) {
  const auto known = entries_.find(quest);
  if (known != entries_.end()) return known->second;
  Entry& entry = entries_[quest];
  for (std::uint32_t i = 0; i < model_.quests.size(); ++i) {
    if (model_.quests[i].name != quest) continue;
    const Cone cone = cone_of(model_, QuestId{i});
    entry.fingerprint = fingerprint(cone).to_hex();
    entry.determines_lengths = cone.determines_lengths;
    const auto count = [](const std::vector<bool>& flags) {
      return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true));
    };
    entry.text = fmt::format("{} of {} and {} of {}", count(cone.variables),
                             counted(cone.variables.size(), "variable"), count(cone.events),
                             counted(cone.events.size(), "event"));
    break;
  }
  return entry;
}

std::string QuestCones::fingerprint_of(const std::string& quest) {
  return entry_of(quest).fingerprint;
}

std::string QuestCones::text_of(const std::string& quest) { return entry_of(quest).text; }

bool QuestCones::determines_lengths(const std::string& quest) {
  return entry_of(quest).determines_lengths;
}

std::optional<NightJob> carry_over(const NightJob& job, const NightJob& before,
                                   const std::string& program, const KeptCertificates& kept,
                                   QuestCones& cones) {
  if (before.outcome != JobOutcome::kFinished || before.kept.empty() || job.quests.empty() ||
      before.arguments != job.arguments || before.quests.size() != job.quests.size()) {
    return std::nullopt;
  }
  const std::optional<KeptCertificate> record = kept.find(before.kept);
  if (!record) return std::nullopt;
  // The key says who has made it, whatever the night says.
  if (CertificateKey{record->model_hash, job.arguments, program}.to_hex() != before.kept) {
    return std::nullopt;
  }
  const std::optional<std::string> contents = kept.contents(before.kept, *record);
  if (!contents) return std::nullopt;
  const std::string path = KeptCertificates::path(before.kept);
  FoundGame found;
  try {
    found = parse_found_game(*contents, path);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
    return std::nullopt;
  }
  if (found.model_hash != record->model_hash || !can_carry(found)) return std::nullopt;

  NightJob result = job;
  for (NightQuest& quest : result.quests) {
    const NightQuest* const old = named(before.quests, quest.name);
    if (!is_untouched(quest, old, named(found.quests, quest.name))) return std::nullopt;
    quest.verdict = old->verdict;
    if (cones.determines_lengths(quest.name)) {
      quest.completion = old->completion;
      quest.counterexample = old->counterexample;
    }
    quest.carried_because = fmt::format(
        "the game has changed since night {}, but nothing that can matter to this quest: its cone "
        "of "
        "influence ({}) is the same as there (fingerprint {})",
        record->night, cones.text_of(quest.name), quest.cone);
  }
  result.outcome = JobOutcome::kFinished;
  result.verdict = verdict_of_all(result.quests);
  result.source = JobSource::kCarried;
  result.from_night = record->night;
  result.certificate = path;
  result.kept = before.kept;
  result.certificate_sources = record->sources;
  return result;
}

}  // namespace questproof
