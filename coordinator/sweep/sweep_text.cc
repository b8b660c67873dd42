// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "coordinator/figures.h"
#include "coordinator/sweep/found_steps.h"
#include "coordinator/sweep/sweep_plan.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

constexpr std::size_t kMostRows = 120;
constexpr std::size_t kMostSteps = 40;  // lines of a way into a trap
constexpr std::size_t kMostReason = 8;  // lines of a reason

std::string indented(const std::string& text, std::size_t most, const std::string& indent) {
  std::istringstream lines(text);
  std::string result, line;
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    if (count++ < most) result += indent + line + "\n";
  }
  if (count > most) result += fmt::format("{}... {} more\n", indent, counted(count - most, "line"));
  return result;
}

class SweepText {
 public:
  SweepText(const std::string& sweep, const Night& night, const std::optional<Night>& before,
            const Paint& paint, std::size_t width)
      : sweep_(sweep), night_(night), before_(before), paint_(paint), width_(width) {}

  std::string text() const {
    std::string all = table() + wrong() + unknown() + changes();
    if (!all.empty()) all += '\n';
    return all + summary();
  }

 private:
  std::string verdict_text(Verdict verdict) const {
    switch (verdict) {
      case Verdict::kProved: return paint_.good("proved");
      case Verdict::kRefuted: return paint_.bad("refuted");
      case Verdict::kUnknown: return paint_.warning("unknown");
    }
    return "unknown";
  }

  static std::string title(const NightJob& job) {
    NightJob all = job;
    all.quest.clear();
    return job_title(all);
  }

  static std::string how(const NightJob& job, const NightQuest* quest) {
    if (job.source != JobSource::kRun) return to_string(job.source);
    if (job.outcome != JobOutcome::kFinished) return to_string(job.outcome);
    return quest != nullptr && !quest->carried_because.empty() ? "carried" : "";
  }

  static std::string note(const NightQuest& quest) {
    if (!quest.as_expected) {
      return quest.expected ? fmt::format("expected {}", to_string(*quest.expected))
             : quest.before ? fmt::format("was {}", to_string(*quest.before))
                            : "new";
    }
    if (quest.before && *quest.before != quest.verdict && quest.verdict != Verdict::kUnknown) {
      return fmt::format("was {}", to_string(*quest.before));
    }
    return "";
  }

  std::string table() const {
    std::size_t rows = 0;
    for (const NightJob& job : night_.jobs) rows += std::max(std::size_t{1}, job.quests.size());
    if (rows > kMostRows) return "";
    Table table({{"game", Table::Align::kLeft},
                 {"quest", Table::Align::kLeft},
                 {"verdict", Table::Align::kLeft},
                 {"", Table::Align::kLeft},
                 {"states", Table::Align::kRight},
                 {"time", Table::Align::kRight},
                 {"how", Table::Align::kLeft}});
    for (const NightJob& job : night_.jobs) {
      const std::string states = job.states.empty() ? "" : grouped(job.states);
      std::string name = title(job), time = seconds_text(job.seconds);
      if (job.quests.empty()) {
        table.add_row({name, "", verdict_text(job.verdict), "", states, time, how(job, nullptr)});
      }
      for (const NightQuest& quest : job.quests) {
        table.add_row({name, quest.name, verdict_text(quest.verdict),
                       quest.as_expected ? note(quest) : paint_.bad(note(quest)),
                       name.empty() ? "" : states, time, how(job, &quest)});
        name.clear();
        time.clear();
      }
    }
    return table.empty() ? "" : table.to_string(paint_, 0);
  }

  std::string wrong() const {
    std::string text;
    for (const NightJob& job : night_.jobs) {
      for (const NightQuest& quest : job.quests) {
        if (quest.as_expected) continue;
        text += fmt::format("\n{}  {}, {}: {}\n", paint_.bad("NOT AS EXPECTED"), title(job),
                            quest.name, verdict_text(quest.verdict));
        const std::string why = note(quest);
        if (!why.empty()) text += fmt::format("  {}\n", why);
        const auto found = found_game_of(sweep_, job);
        const FoundWalk* walk = found && quest.verdict == Verdict::kRefuted
                                    ? counterexample_of(*found, quest.name)
                                    : nullptr;
        if (walk != nullptr) text += indented(steps_text(*walk), kMostSteps, "  ");
      }
    }
    return text;
  }

  std::string unknown() const {
    std::string text;
    for (const NightJob& job : night_.jobs) {
      const bool all = job.quests.empty() && job.verdict == Verdict::kUnknown &&
                       job.expected != Verdict::kUnknown;
      std::string quests;
      for (const NightQuest& quest : job.quests) {
        if (quest.verdict != Verdict::kUnknown || quest.expected == Verdict::kUnknown) continue;
        quests += (quests.empty() ? "" : ", ") + quest.name;
      }
      if (!all && quests.empty()) continue;
      const bool ended = job.outcome == JobOutcome::kFinished;  // the message says all
      text += fmt::format("\n{}  {}{}{}\n", paint_.warning("UNKNOWN"), title(job),
                          quests.empty() ? "" : ", " + quests,
                          ended ? "" : fmt::format(": {}", to_string(job.outcome)));
      text += indented(job.message, kMostReason, "  ");
    }
    return text;
  }

  using Verdicts = std::map<std::pair<std::string, std::string>, std::pair<std::string, Verdict>>;
  static Verdicts verdicts(const Night& night) {
    Verdicts all;
    for (const NightJob& job : night.jobs) {
      for (const NightQuest& quest : job.quests) {
        all[{job.id, quest.name}] = {fmt::format("{}, {}", title(job), quest.name), quest.verdict};
      }
    }
    return all;
  }

  std::string changes() const {
    if (!before_) return "";
    const Verdicts then = verdicts(*before_), now = verdicts(night_);
    std::string text;
    for (const auto& [key, entry] : now) {
      const auto old = then.find(key);
      if (old == then.end()) {
        text +=
            fmt::format("  {}: {}, and was not there\n", entry.first, verdict_text(entry.second));
      } else if (old->second.second != entry.second) {
        text += fmt::format("  {}: {}, was {}\n", entry.first, verdict_text(entry.second),
                            to_string(old->second.second));
      }
    }
    for (const auto& [key, entry] : then) {
      if (now.count(key) == 0) {
        text +=
            fmt::format("  {}: not there any more, was {}\n", entry.first, to_string(entry.second));
      }
    }
    const std::string since = fmt::format("\nSince night {}:", before_->name);
    return text.empty() ? since + " no verdict has changed\n" : since + "\n" + text;
  }

  std::string summary() const {
    std::string head = night_.finished() ? "" : paint_.warning("INTERRUPTED") + "  ";
    switch (outcome_of(night_)) {
      case NightOutcome::kAsExpected: head += paint_.good("AS EXPECTED"); break;
      case NightOutcome::kNotAsExpected: head += paint_.bad("NOT AS EXPECTED"); break;
      case NightOutcome::kUnknown: head += paint_.warning("UNKNOWN"); break;
    }
    return wrap(fmt::format("{}  Night {}: {}; {}", head, night_.name, night_counts(night_),
                            seconds_text(night_.seconds)),
                width_, 0);
  }

  const std::string& sweep_;
  const Night& night_;
  const std::optional<Night>& before_;
  const Paint& paint_;
  std::size_t width_;
};

}  // namespace

std::string night_counts(const Night& night) {
  std::uint64_t quests = 0, run = 0, reused = 0, carried = 0, pending = 0;
  std::map<Verdict, std::uint64_t> verdicts;
  for (const NightJob& job : night.jobs) {
    quests += job.quests.size();
    for (const NightQuest& quest : job.quests) ++verdicts[quest.verdict];
    if (job.outcome == JobOutcome::kPending) {
      ++pending;
    } else if (job.source == JobSource::kReused) {
      ++reused;
    } else if (job.source == JobSource::kCarried) {
      ++carried;
    } else {
      ++run;
    }
  }
  std::string text = fmt::format(
      "{}: {} proved, {} refuted, {} unknown; {}: {} run, {} re-used, {} carried over",
      counted(quests, "quest"), verdicts[Verdict::kProved], verdicts[Verdict::kRefuted],
      verdicts[Verdict::kUnknown], counted(night.jobs.size(), "job"), run, reused, carried);
  if (pending > 0) text += fmt::format(", {} to be run", pending);
  return text;
}

std::string sweep_text(const std::string& sweep, const Night& night,
                       const std::optional<Night>& before, const Paint& paint, std::size_t width) {
  return SweepText(sweep, night, before, paint, width).text();
}

}  // namespace questproof
