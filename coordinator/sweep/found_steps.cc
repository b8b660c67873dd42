// SPDX-License-Identifier: MIT
#include "coordinator/sweep/found_steps.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.h"

namespace questproof {

std::string steps_text(const FoundWalk& walk) {
  std::string text = fmt::format("Start: {}\n", walk.start);
  if (walk.steps.empty()) text += "It is so from there: no step is needed.\n";
  std::size_t number = 0;
  for (const FoundStep& step : walk.steps) {
    text += fmt::format("{}. {}", ++number, step.label.empty() ? step.event : step.label);
    if (!step.chance.empty()) text += fmt::format(" ({})", fmt::join(step.chance, ", "));
    if (!step.where.empty()) text += "   " + step.where;
    text += '\n';
    for (const FoundChange& change : step.changes) {
      text += fmt::format("   {} {} -> {}\n", change.variable, change.from, change.to);
    }
  }
  return text;
}

std::optional<FoundGame> found_game_of(const std::string& sweep, const NightJob& job) {
  if (job.certificate.empty()) return std::nullopt;
  try {
    return read_found_game(sweep + "/" + job.certificate);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
    return std::nullopt;
  }
}

const FoundWalk* counterexample_of(const FoundGame& found, const std::string& quest) {
  for (const FoundQuest& one : found.quests) {
    if (one.name == quest) return one.counterexample ? &*one.counterexample : nullptr;
  }
  return nullptr;
}

}  // namespace questproof
