// SPDX-License-Identifier: MIT
#include "coordinator/report_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/argument_text.h"
#include "coordinator/figures.h"
#include "coordinator/remedy_text.h"
#include "coordinator/table.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

constexpr std::string_view kUntriedPrefix = "untried: ";  // of events (worker/learned_model.h)

// Lists are cut here for people; --json has all of everything.
constexpr std::size_t kMostGroups = 8;
constexpr std::size_t kMostEventsOfGroup = 4;
constexpr std::size_t kMostMissing = 20;

std::string steps_or_dash(const std::optional<Walkthrough>& walkthrough) {
  return walkthrough ? counted(walkthrough->length(), "step") : "-";
}

std::string more_text(std::size_t all, std::size_t shown, const char* what) {
  if (all <= shown) return "";
  return fmt::format("... and {} more {} (--json has them all)\n", all - shown, what);
}

// A figure from plays of which some never ended would flatter the game.
std::string stuck_or_unknown(const std::optional<RandomPlay>& play) {
  if (!play) return "-";
  if (!play->exact && (play->samples == 0 || play->unfinished > 0)) return "not known";
  return percent_text(play->stuck_probability);
}

// `seconds`: of this session.
std::string resumption_text(const Resumption& resumption, double seconds) {
  if (resumption.phase == RunPhase::kFinished) {
    return fmt::format("the run was finished before, in {}", seconds_text(resumption.seconds));
  }
  return fmt::format("resumed with {}, {} over all sessions", counted(resumption.states, "state"),
                     seconds_text(resumption.seconds + seconds));
}

}  // namespace

std::string verdict_text(Verdict verdict, const Paint& paint) {
  switch (verdict) {
    case Verdict::kProved: return paint.good("PROVED");
    case Verdict::kRefuted: return paint.bad("REFUTED");
    case Verdict::kUnknown: return paint.warning("UNKNOWN");
  }
  return "UNKNOWN";
}

std::string ReportText::paragraph(const std::string& text, std::size_t indent) const {
  return indented(text, width_, indent);
}

std::string ReportText::heading() const {
  std::string text = paint_.bold(report_.game) + "\n";
  std::string size = fmt::format("{}, {}, {}", counted(report_.events, "event"),
                                 counted(report_.variables, "variable"),
                                 counted(report_.variants, "way to begin", "ways to begin"));
  if (report_.diagrams) {
    size += fmt::format("; all {} states found with decision diagrams, with {} transitions",
                        grouped(report_.diagrams->states), grouped(report_.diagrams->transitions));
    if (report_.reduced) size += " (all counts are of the reduced model)";
  } else if (report_.complete) {
    size += fmt::format("; all {} explored", counted(report_.profile.states, "state"));
    size += fmt::format(" with {}", counted(report_.profile.transitions, "transition"));
    if (report_.reduced) size += " (all counts are of the reduced model)";
  } else {
    size += report_.profile.states == 0
                ? "; no state explored"
                : fmt::format("; {} explored", counted(report_.profile.states, "state"));
  }
  text += paragraph(size, 0);
  if (report_.collapsed) {
    text += paragraph(
        "Walking about is free: states that differ only in where a player can walk at once count "
        "as "
        "one, and lengths leave walking out.",
        0);
  }
  return text + "\n";
}

bool ReportText::misses_completion(const QuestReport& quest) const {
  return report_.diagrams && !report_.diagrams->completions_known && !quest.completion &&
         quest.done_states > 0;
}
bool ReportText::misses_farthest() const {
  return report_.diagrams && !report_.diagrams->farthest_known;
}

std::string ReportText::quest_table() const {
  using Align = Table::Align;
  Table table({{"quest", Align::kLeft},
               {"verdict", Align::kLeft},
               {"done in", Align::kRight},
               {"farthest", Align::kRight},
               {"blocked states", Align::kRight},
               {"random player stuck", Align::kRight}});
  for (const QuestReport& quest : report_.quests) {
    const bool decided =
        report_.complete && (quest.verdict != Verdict::kUnknown || !report_.faults.empty());
    table.add_row({quest.name, verdict_text(quest.verdict, paint_),
                   misses_completion(quest) ? "not known" : steps_or_dash(quest.completion),
                   quest.farthest      ? counted(quest.farthest_distance, "step")
                   : misses_farthest() ? "not known"
                                       : "-",
                   decided ? grouped(quest.blocked_states) : "-",
                   stuck_or_unknown(quest.random_play)});
  }
  return table.to_string(paint_, 2);
}

std::string ReportText::refutation(const QuestReport& quest) {
  std::string text =
      fmt::format("{}  {}", verdict_text(quest.verdict, paint_), paint_.bold(quest.name));
  if (!quest.title.empty()) text += fmt::format("  \"{}\"", quest.title);
  text += "\n";
  const double share = static_cast<double>(quest.blocked_states) /
                       static_cast<double>(std::max<std::uint64_t>(1, report_.profile.states));
  text += paragraph(
      fmt::format("A player can get stuck for good: in {} of {} states ({}) this quest is "
                  "open and can never be done.",
                  grouped(quest.blocked_states), grouped(report_.profile.states),
                  percent_text(share)),
      2);
  if (quest.done_states == 0) text += paragraph("No play at all can finish it.", 2);
  if (quest.counterexample && quest.counterexample->steps.empty()) {
    text += "\n" + paragraph(fmt::format("It is blocked before the player does anything, in {}{}.",
                                         quest.counterexample->start,
                                         quest.initial_blocked > 1
                                             ? fmt::format(" and {} more ways to begin",
                                                           quest.initial_blocked - 1)
                                             : ""),
                             2);
  } else if (quest.counterexample) {
    text += fmt::format("\n  {}\n", paint_.bold("The shortest way into the trap"));
    text += walkthrough_text(model_, *quest.counterexample, paint_, width_, 2);
    text += "  " + paint_.bad("From here on " + quest.name + " cannot be done.") + "\n";
  }
  if (!quest.fatal_groups.empty()) text += fatal_groups(quest);
  if (report_.diagrams && !report_.diagrams->routes_known) {
    text += paragraph(
        fmt::format("There are {} fatal transitions; not all of the lines that spring them "
                    "were looked for.",
                    grouped(quest.fatal_transitions)),
        2);
  }
  return text + "\n";
}

std::string ReportText::fatal_groups(const QuestReport& quest) {
  std::string text = fmt::format("\n  {}\n", paint_.bold("What springs it, by source line"));
  const std::size_t shown = std::min(quest.fatal_groups.size(), kMostGroups);
  for (std::size_t i = 0; i < shown; ++i) text += fatal_group(quest, quest.fatal_groups[i]);
  return text + more_text(quest.fatal_groups.size(), shown, "lines");
}

std::string ReportText::fatal_group(const QuestReport& quest, const FatalGroup& group) {
  const std::string known = short_place(model_, group.where);
  const std::string place = known.empty() ? "(no line)" : known;
  const std::string count = counted(group.count, "fatal transition");
  const std::size_t room = width_ - 6 - display_width(place) - display_width(count);
  std::string text = "  " + paint_.place(place) + "  " +
                     pad_right(quotes_.quote(model_, group.where, room), room) + paint_.dim(count) +
                     "\n";
  const std::size_t shown = std::min(group.events.size(), kMostEventsOfGroup);
  for (std::size_t i = 0; i < shown; ++i) {
    const FatalEventReport& event = group.events[i];
    const Step& last = event.shortest.steps.back().step;
    text +=
        hanging("",
                fmt::format("{} {}", paint_.bold(step_text(model_, last)),
                            paint_.dim(fmt::format("({}, {})", model_.events[last.event.index].name,
                                                   counted(event.count, "transition")))),
                2, width_);
    if (event.shortest == quest.counterexample) {
      text += hanging("", "shortest route: as above", 2, width_);
    } else {
      text += hanging("",
                      fmt::format("shortest route, {}: {}", length_text(event.shortest),
                                  route_text(model_, event.shortest)),
                      2, width_);
    }
    text += remedies_text(model_, event.remedies, event.all_remedies, group.where, quotes_, paint_,
                          width_, 4);
  }
  return text + more_text(group.events.size(), shown, "events");
}

std::string ReportText::unknown_reason() const {
  if (report_.limit.empty()) return "";
  if (report_.verdict != Verdict::kUnknown) {
    return paragraph(fmt::format("Not all states were seen: {}. The verdicts rest on arguments.",
                                 report_.limit),
                     0) +
           "\n";
  }
  return paragraph(
             fmt::format("{}  {}. What was not explored may hold a trap, so nothing is proved.",
                         paint_.warning("UNKNOWN"), report_.limit),
             0) +
         paragraph(
             "Raise the limit (--memory, --time), or make the model smaller: smaller ranges of "
             "variables, one quest at a time (--quest).",
             0) +
         "\n";
}

std::string ReportText::left_out() const {
  if (report_.distances) return "";
  return paragraph(
             "Every event can be undone, so a quest that can be done at all can be done from "
             "everywhere. Distances, which memory does not hold for all quests, were left out, and "
             "with them the longest way back and the player who picks at random.",
             0) +
         "\n";
}

std::string ReportText::faults() const {
  std::string text;
  for (const FaultWalkthrough& fault : report_.faults) {
    const Event& event = model_.events[fault.step.event.index];
    if (event.name.starts_with(kUntriedPrefix)) {
      text += untried(fault, event);
      continue;
    }
    text += fmt::format("{}  {} goes out of range at {}\n", paint_.bad("FAULT"),
                        paint_.bold(event.name), paint_.place(short_place(model_, fault.where)));
    text += paragraph(
        "Here a result lies outside the range of its variable, which was declared as an "
        "error. Until this is repaired no verdict can be better than unknown. Give the "
        "variable a larger range, or declare `saturate` or `wrap`, or guard the action.",
        2);
    text += walkthrough_text(model_, fault.shortest, paint_, width_, 2);
    text += fmt::format("  then: {}\n\n", step_text(model_, fault.step));
  }
  return text;
}

// A learned model leads out of itself where the game was not tried.
std::string ReportText::untried(const FaultWalkthrough& fault, const Event& event) const {
  return fmt::format("{}  {}\n", paint_.warning("UNTRIED"),
                     paint_.bold(event.name.substr(kUntriedPrefix.size()))) +
         paragraph(
             "The agent has not tried this, or not often enough, so what comes of it may hold a "
             "trap. "
             "Until it is tried no verdict can be better than unknown: let the agent go on "
             "(--complete, a larger --budget).",
             2) +
         walkthrough_text(model_, fault.shortest, paint_, width_, 2) + "\n";
}

std::string ReportText::random_play(const QuestReport& quest) const {
  const RandomPlay& play = *quest.random_play;
  if (!play.exact && play.samples == 0) {
    return fmt::format(
        "how a player fares who picks at random is not known: none of {} came to an end",
        counted(play.unfinished, "sampled play"));
  }
  std::string text = fmt::format("a player who picks at random gets stuck with probability {}",
                                 percent_text(play.stuck_probability));
  if (!play.exact) text += fmt::format(" (± {})", percent_text(play.standard_error));
  text +=
      fmt::format(" and plays {:.1f} events until then or until it is done", play.expected_events);
  if (!play.exact) {
    text += fmt::format(" (± {:.1f}; {} sampled)", play.events_standard_error,
                        counted(play.samples, "play"));
    if (play.unfinished > 0) {
      text += fmt::format(", not counting {} that came to no end", grouped(play.unfinished));
    }
  }
  if (report_.reduced) text += " (in the reduced model)";
  return text;
}

std::string ReportText::quest_figures(const QuestReport& quest) const {
  if (!report_.complete) return "";
  std::string text = fmt::format("  {}", paint_.bold(quest.name));
  if (!quest.title.empty()) text += fmt::format("  \"{}\"", quest.title);
  text += "\n";
  if (quest.completion) {
    text += hanging("",
                    fmt::format("shortest completion, {}: {}", length_text(*quest.completion),
                                route_text(model_, *quest.completion)),
                    2, width_);
  } else if (misses_completion(quest)) {
    text +=
        hanging("", "it can be done; the shortest way was not looked for to the end", 2, width_);
  } else if (quest.verdict == Verdict::kProved) {
    text += hanging("", "never done in any play; it is never open, or it fails first", 2, width_);
  }
  if (quest.farthest) {
    text += hanging("",
                    fmt::format("the longest way back: {} from done, after {}: {}",
                                counted(quest.farthest_distance, "step"),
                                length_text(*quest.farthest), route_text(model_, *quest.farthest)),
                    2, width_);
  }
  if (quest.random_play) text += hanging("", random_play(quest), 2, width_);
  return text;
}

std::string ReportText::missing_content() {
  if (!report_.coverage) return "";
  const Coverage& coverage = *report_.coverage;
  std::vector<std::string> counts;
  bool not_examined = false;
  for (const Coverage::Count& count : coverage.counts) {
    if (count.total == 0) continue;
    const std::size_t seen = count.reached;
    counts.push_back(fmt::format("{} of {}", seen,
                                 counted(count.total, count.kind,
                                         count.kind == "branch"   ? "branches"
                                         : count.kind == "entity" ? "entities"
                                                                  : count.kind + "s")));
    not_examined |= count.not_examined > 0;
  }
  std::string text = paint_.bold("What players can reach") + "\n" + paragraph(joined(counts), 2);
  if (not_examined) {
    text += paragraph(
        "Some of the rest has no part in the logic and was not examined "
        "(--reduce none examines everything).",
        2);
  }
  const std::size_t shown = std::min(coverage.missing.size(), kMostMissing);
  for (std::size_t i = 0; i < shown; ++i) {
    const Coverage::Missing& missing = coverage.missing[i];
    const std::string place = short_place(model_, missing.where);
    text +=
        hanging("",
                fmt::format("{} {} {}", paint_.warning("never:"),
                            paint_.bold(missing.kind + " " + missing.name), paint_.place(place)),
                0, width_);
    if (!missing.never_true.empty()) {
      text += hanging("", "never true: " + missing.never_true, 4, width_);
    }
  }
  if (coverage.missing.size() > shown) text += "  " + more_text(coverage.missing.size(), shown, "");
  return text + "\n";
}

std::string ReportText::run_figures() const {
  double seconds = 0;
  std::uint64_t peak = 0;
  std::string phases;
  for (const PhaseFigures& phase : report_.phases) {
    seconds += phase.seconds;
    peak = std::max(peak, phase.peak_bytes);
    if (!phases.empty()) phases += ", ";
    phases += fmt::format("{} {}", phase.phase, seconds_text(phase.seconds));
  }
  std::string text = fmt::format("{} bits a state", report_.bits_searched);
  if (report_.diagrams) {
    text += fmt::format(", {} nodes for all of them",
                        grouped(std::max<std::uint64_t>(1, report_.diagrams->figures.nodes)));
  }
  if (report_.reduced) {
    text += fmt::format(", {} as written", report_.bits_written);
  }
  if (!report_.profile.states_per_level.empty()) {
    text += fmt::format("; {} levels", report_.profile.states_per_level.size());
  }
  if (!phases.empty()) {
    text += fmt::format("; {} ({}); {} of memory", seconds_text(seconds), phases, bytes_text(peak));
  }
  if (!report_.engine_note.empty()) text += "; " + report_.engine_note;
  if (report_.resumption) text += "; " + resumption_text(*report_.resumption, seconds);
  std::string result;
  for (const std::string& line : wrapped_lines(text, width_, 0)) result += paint_.dim(line) + "\n";
  return result;
}

std::string ReportText::closing() const {
  std::string text = verdict_text(report_.verdict, paint_) + "  ";
  const auto count = [&](Verdict verdict) {
    return static_cast<std::size_t>(
        std::count_if(report_.quests.begin(), report_.quests.end(),
                      [&](const QuestReport& quest) { return quest.verdict == verdict; }));
  };
  switch (report_.verdict) {
    case Verdict::kProved:
      text += report_.quests.empty() ? "There is no quest to decide."
                                     : "No sequence of events can block a quest.";
      break;
    case Verdict::kRefuted:
      text += fmt::format("{} of {} can be blocked.", count(Verdict::kRefuted),
                          counted(report_.quests.size(), "quest"));
      break;
    case Verdict::kUnknown:
      text += fmt::format("{} of {} not decided.", count(Verdict::kUnknown),
                          counted(report_.quests.size(), "quest"));
      break;
  }
  if (report_.verified) text += " The result was verified.";
  if (report_.diagrams && report_.diagrams->samples > 0) {
    text += fmt::format(" {} were checked by other code.",
                        counted(report_.diagrams->samples, "sampled state"));
  }
  return text + "\n";
}

std::string ReportText::to_string() {
  std::string text = heading() + quest_table() + "\n" + unknown_reason() + left_out() + faults() +
                     argument_text(model_, report_, paint_, width_);
  for (const QuestReport& quest : report_.quests) {
    if (quest.verdict == Verdict::kRefuted && report_.complete) text += refutation(quest);
  }
  std::string figures;
  for (const QuestReport& quest : report_.quests) figures += quest_figures(quest);
  if (!figures.empty()) text += paint_.bold("How it plays") + "\n" + figures + "\n";
  return text + missing_content() + run_figures() + closing();
}

}  // namespace questproof
