// SPDX-License-Identifier: MIT
#include "coordinator/preserved_figures.h"

#include <fmt/core.h>

namespace questproof {
namespace {

std::string length_text(const std::optional<Trace>& trace) {
  return trace ? fmt::format("{}", trace->steps.size()) : "-";
}

}  // namespace

std::string preserved_figures(const QuestResult& quest) {
  return fmt::format("{} completion {} counterexample {} farthest {}", to_string(quest.verdict),
                     length_text(quest.completion), length_text(quest.counterexample),
                     quest.farthest ? fmt::format("{}", quest.farthest_distance) : "-");
}

std::string preserved_verdicts(const Certification& certification) {
  std::string text;
  for (const QuestResult& quest : certification.quests) {
    text += fmt::format("; {} completion {} counterexample {}", to_string(quest.verdict),
                        quest.completion.has_value(), quest.counterexample.has_value());
  }
  return text;
}

std::string preserved_figures(const Certification& certification) {
  std::string text;
  for (const QuestResult& quest : certification.quests) text += "; " + preserved_figures(quest);
  return text;
}

}  // namespace questproof
