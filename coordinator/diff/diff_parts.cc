// SPDX-License-Identifier: MIT
#include "coordinator/diff/diff_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "coordinator/diff/places.h"
#include "coordinator/figures.h"
#include "coordinator/wrap.h"

namespace questproof {

std::string summary_text(const DiffResult& comparison) {
  std::vector<std::string> parts;
  for (const Weight weight :
       {Weight::kWorse, Weight::kUnknown, Weight::kBetter, Weight::kChanged}) {
    const std::size_t count = comparison.count(weight);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, to_string(weight)));
  }
  std::string text = parts.empty() ? "nothing got worse, and nothing better" : joined(parts);
  if (comparison.of_nights) {
    text +=
        fmt::format("; {} without a difference", counted(comparison.unchanged_jobs.size(), "job"));
  }
  return text;
}

std::string short_line(const std::string& place) {
  if (place.empty()) return "";
  const std::string line = line_of(place);
  const std::size_t colon = line.rfind(':');
  if (colon == std::string::npos) return place;
  const std::filesystem::path path(line.substr(0, colon));
  return path.filename().string() + line.substr(colon);
}

std::string found_step_text(const FoundStep& step) {
  std::string text = step.label.empty() ? step.event : step.label;
  if (!step.chance.empty()) text += fmt::format(" (chance: {})", fmt::join(step.chance, "; "));
  if (step.trigger == "delay") text += " (after a while)";
  if (step.trigger == "external") text += " (from outside)";
  return text;
}

std::string found_changes_text(const std::vector<FoundChange>& changes) {
  std::string text;
  for (const FoundChange& change : changes) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {} -> {}", change.variable, change.from, change.to);
  }
  return text;
}

std::string renaming_text(const Renaming::Entry& entry) {
  std::string text = fmt::format("{} {} is called {} now", entry.kind, entry.before, entry.after);
  if (entry.names > 1) text += fmt::format(" ({} names)", entry.names);
  return text;
}

std::string states_text(const BuildComparison& build) {
  if (build.states_before.empty() || build.states_after.empty()) return "";
  if (build.states_before == build.states_after) return "";
  const double before = std::strtod(build.states_before.c_str(), nullptr);
  const double after = std::strtod(build.states_after.c_str(), nullptr);
  std::string text = fmt::format("{} states instead of {}", grouped(build.states_after),
                                 grouped(build.states_before));
  if (before > 0 && after > 0) text += fmt::format(" ({:.2f} times as many)", after / before);
  return text;
}

std::string first_difference_text(const FirstDifference& difference) {
  return fmt::format("level {}: {} that only the new build has, {} that only the old one has",
                     difference.level, counted(difference.only_after, "state"),
                     grouped(difference.only_before));
}

std::string no_difference_text(const LevelComparison& levels) {
  if (levels.first) return "";
  if (levels.complete_before && levels.complete_after) {
    return "Both builds have the same states, level by level, on the variables that both have.";
  }
  return fmt::format(
      "The builds have the same states on their first {}; further ones were not compared "
      "(--states).",
      counted(levels.levels_compared, "level"));
}

std::string growth_text(const VariableGrowth& growth) {
  std::string text = growth.name;
  if (!growth.before.empty()) text += fmt::format(" (was {})", growth.before);
  switch (growth.change) {
    case VariableGrowth::Change::kNew:
      text += fmt::format(" is new and takes {} of {}", counted(growth.reached_after, "value"),
                          growth.domain_after);
      break;
    case VariableGrowth::Change::kGone:
      text += fmt::format(" is gone; it took {} of {}", counted(growth.reached_before, "value"),
                          growth.domain_before);
      break;
    case VariableGrowth::Change::kMore:
    case VariableGrowth::Change::kFewer:
      text += fmt::format(" takes {} instead of {}", counted(growth.reached_after, "value"),
                          growth.reached_before);
      break;
  }
  if (growth.factor) text += fmt::format("; it multiplies the states by {:.2f}", *growth.factor);
  return text;
}

std::string why_text(const Blame& blame) {
  return fmt::format("Why: {}{}", blame.text, blame.text.ends_with('.') ? "" : ".");
}

std::string source_changes_text(const std::vector<SourceChange>& changes) {
  std::set<std::string> files;
  for (const SourceChange& change : changes) files.insert(change.file);
  return fmt::format("{} in {}", counted(changes.size(), "place"), counted(files.size(), "file"));
}

}  // namespace questproof
