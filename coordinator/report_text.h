// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/console.h"
#include "coordinator/report.h"
#include "coordinator/source_quotes.h"
#include "core/model/game_model.h"

namespace questproof {

// A report for people, to be read from top to bottom: the verdict of every quest, then what is wrong
// and how to see it, then what nobody will ever see, then figures.
class ReportText {
 public:
  ReportText(const GameModel& model, const Report& report, const Paint& paint, std::size_t width)
      : model_(model), report_(report), paint_(paint), width_(width) {}

  std::string to_string();

 private:
  std::string heading() const;
  bool misses_completion(const QuestReport& quest) const;  // there is one, but it is not known
  bool misses_farthest() const;
  std::string quest_table() const;
  std::string refutation(const QuestReport& quest);
  std::string fatal_groups(const QuestReport& quest);
  std::string fatal_group(const QuestReport& quest, const FatalGroup& group);
  std::string unknown_reason() const;
  std::string left_out() const;
  std::string faults() const;
  std::string untried(const FaultWalkthrough& fault, const Event& event) const;
  std::string quest_figures(const QuestReport& quest) const;
  std::string random_play(const QuestReport& quest) const;
  std::string missing_content();
  std::string run_figures() const;
  std::string closing() const;

  std::string paragraph(const std::string& text, std::size_t indent) const;

  const GameModel& model_;
  const Report& report_;
  Paint paint_;
  std::size_t width_;
  SourceQuotes quotes_;
};

std::string verdict_text(Verdict verdict, const Paint& paint);  // "PROVED", coloured

}  // namespace questproof
