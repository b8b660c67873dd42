// SPDX-License-Identifier: MIT
#include "coordinator/diff/diff_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "coordinator/diff/diff_parts.h"
#include "coordinator/figures.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

// Of a long walk the end tells more than the beginning.
constexpr std::size_t kFirstSteps = 6;
constexpr std::size_t kLastSteps = 20;
constexpr std::size_t kMostPlaces = 4;
constexpr std::size_t kMostLines = 8;  // of one place, on each side
constexpr std::size_t kMostSprings = 4;
constexpr std::size_t kMostOfAWeight = 12;
constexpr std::size_t kMostVariables = 10;
constexpr std::size_t kMostRenamings = 12;

class DiffText {
 public:
  DiffText(const DiffResult& comparison, const Paint& paint, std::size_t width)
      : comparison_(comparison), paint_(paint), width_(std::max<std::size_t>(width, 40)) {}

  std::string run() {
    text_ += indented(fmt::format("{} -> {}", comparison_.before, comparison_.after), width_, 0);
    paragraph(summary_text(comparison_), 0);
    text_ += "\n";
    for (const BuildComparison& build : comparison_.builds) add_build(build);
    list("New in this night", comparison_.new_jobs);
    list("Not in this night any more", comparison_.gone_jobs);
    return std::move(text_);
  }

 private:
  void paragraph(const std::string& text, std::size_t indent) {
    text_ += indented(text, width_, indent);
  }

  void list(const char* heading, const std::vector<std::string>& names) {
    if (names.empty()) return;
    paragraph(fmt::format("{}: {}", heading, joined(names)), 0);
  }

  void add_build(const BuildComparison& build) {
    if (!build.job.empty()) text_ += paint_.bold(build.job) + "\n";
    shown_.reset();
    if (build.findings.empty() && build.same_model) {
      paragraph(build.source_changes.empty()
                    ? "No difference: the same game with the same results."
                    : fmt::format("The logic is the same; {} changed that the logic does not see.",
                                  source_changes_text(build.source_changes)),
                2);
    } else if (build.findings.empty()) {
      paragraph("The logic has changed, and all results are the same.", 2);
    }
    for (const Weight weight :
         {Weight::kWorse, Weight::kUnknown, Weight::kBetter, Weight::kChanged}) {
      add_findings(build, weight);
    }
    add_renamings(build);
    add_sizes(build);
    add_first_difference(build);
    add_sources(build);
    for (const std::string& note : build.notes) {
      text_ += hanging("", paint_.dim(fmt::format("note: {}", note)), 0, width_);
    }
    text_ += "\n";
  }

  std::string label(Weight weight) const {
    switch (weight) {
      case Weight::kWorse: return paint_.bad("WORSE  ");
      case Weight::kUnknown: return paint_.warning("UNKNOWN");
      case Weight::kChanged: return paint_.bold("CHANGED");
      case Weight::kBetter: return paint_.good("BETTER ");
    }
    return "";
  }

  void add_findings(const BuildComparison& build, Weight weight) {
    std::size_t shown = 0;
    std::size_t all = 0;
    for (const BuildFinding& finding : build.findings) {
      if (finding.weight != weight) continue;
      if (++all > kMostOfAWeight) continue;
      ++shown;
      add_finding(finding);
    }
    if (all > shown) {
      paragraph(
          fmt::format("... and {} more {} (--json has them all)", all - shown, to_string(weight)),
          2);
    }
  }

  void add_finding(const BuildFinding& finding) {
    std::string text = finding.text;
    const std::string place = short_line(finding.where);
    if (!place.empty()) text += fmt::format(" [{}]", place);
    text_ += hanging(label(finding.weight), text, 9, width_);
    if (finding.weight != Weight::kWorse) return;
    add_message(finding);
    if (finding.walk && !finding.walk->steps.empty()) add_walk_once(*finding.walk);
    if (finding.blame) paragraph(why_text(*finding.blame), 4);
    add_springs(finding);
    add_lines(finding.lines, 4);
    text_ += "\n";
  }

  // What the front end said about a game that cannot be used, line by line.
  void add_message(const BuildFinding& finding) {
    if (finding.topic != BuildFinding::Topic::kGame) return;
    std::string_view rest = finding.after;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (end > 0) text_ += "    " + cut(std::string(rest.substr(0, end)), width_ - 4) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  // Several quests are often lost on the same way.
  void add_walk_once(const FoundWalk& walk) {
    if (shown_ && *shown_ == walk) {
      paragraph("The way there is the one above.", 4);
      return;
    }
    add_walk(walk, 4);
    shown_ = walk;
  }

  // The step that a walk of this finding ends with springs the trap; only others are told.
  void add_springs(const BuildFinding& finding) {
    std::size_t told = 0;
    for (const FoundFatalEvent& spring : finding.springs) {
      if (finding.walk && !finding.walk->steps.empty() &&
          finding.walk->steps.back().event == spring.event) {
        continue;
      }
      if (++told > kMostSprings) continue;
      paragraph(fmt::format("Sprung by {} [{}] too, after {}.", spring.event,
                            short_line(spring.where), counted(spring.shortest.length, "step")),
                4);
    }
    if (told > kMostSprings) {
      paragraph(fmt::format("... and by {} more.", told - kMostSprings), 4);
    }
  }

  void add_walk(const FoundWalk& walk, std::size_t indent) {
    const std::string margin(indent, ' ');
    bool first = true;
    for (const std::string& line : wrapped_lines("Start: " + walk.start, width_ - indent - 7, 0)) {
      text_ += margin + (first ? "" : "       ") + line + "\n";
      first = false;
    }
    const std::size_t all = walk.steps.size();
    const std::size_t digits = std::to_string(all).size();
    std::string scene;
    for (std::size_t i = 0; i < all; ++i) {
      if (all > kFirstSteps + kLastSteps && i == kFirstSteps) {
        i = all - kLastSteps;
        paragraph(fmt::format("... {} ...", counted(i - kFirstSteps, "step")), indent + 2);
      }
      const FoundStep& step = walk.steps[i];
      if (step.scene != scene && !step.scene.empty()) {
        text_ += margin + "In " + paint_.bold(step.scene) + "\n";
      }
      scene = step.scene;
      add_step(step, pad_left(std::to_string(i + 1), digits) + ". ", indent + 2);
    }
  }

  void add_step(const FoundStep& step, const std::string& number, std::size_t indent) {
    const std::string place = short_line(step.where);
    const std::string hang(indent + number.size(), ' ');
    const auto lines = wrapped_lines(found_step_text(step), width_ - hang.size(), 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line = (i == 0 ? std::string(indent, ' ') + number : hang) + lines[i];
      const bool fits = display_width(line) + 2 + display_width(place) <= width_;
      if (i + 1 == lines.size() && !place.empty() && fits) {
        line = pad_right(line, width_ - display_width(place)) + paint_.place(place);
      }
      text_ += line + "\n";
    }
    const std::string changes = found_changes_text(step.changes);
    if (changes.empty()) return;
    for (const std::string& line : wrapped_lines(changes, width_ - hang.size(), 0)) {
      text_ += hang + paint_.dim(line) + "\n";
    }
  }

  std::string cut(const std::string& line, std::size_t room) const {
    std::string text;
    for (const char letter : line) {
      text += letter == '\t' ? ' ' : letter;
    }
    while (!text.empty() && display_width(text) > room) text.pop_back();
    return text;
  }

  void add_lines(const std::vector<SourceChange>& changes, std::size_t indent) {
    const std::string margin(indent, ' ');
    const std::size_t room = width_ - indent - 2;
    const std::size_t shown = std::min(changes.size(), kMostPlaces);
    for (std::size_t i = 0; i < shown; ++i) {
      const SourceChange& change = changes[i];
      text_ += margin +
               paint_.place(fmt::format("{}:{}", change.file,
                                        change.fresh.empty() && change.new_path.empty()
                                            ? change.old_line
                                            : change.new_line)) +
               "\n";
      const auto side = [&](const std::vector<std::string>& lines, char sign, bool good) {
        for (std::size_t l = 0; l < std::min(lines.size(), kMostLines); ++l) {
          const std::string line = fmt::format("{} {}", sign, cut(lines[l], room));
          text_ += margin + (good ? paint_.good(line) : paint_.bad(line)) + "\n";
        }
        if (lines.size() > kMostLines) {
          text_ += margin + fmt::format("{} ... {}\n", sign,
                                        counted(lines.size() - kMostLines, "more line"));
        }
      };
      side(change.gone, '-', false);
      side(change.fresh, '+', true);
    }
    if (shown < changes.size()) {
      paragraph(fmt::format("... and {} more changed places", changes.size() - shown), indent);
    }
  }

  void add_renamings(const BuildComparison& build) {
    const std::size_t shown = std::min(build.renamings.size(), kMostRenamings);
    for (std::size_t i = 0; i < shown; ++i) {
      text_ += hanging(paint_.bold("RENAMED"), renaming_text(build.renamings[i]), 9, width_);
    }
    if (shown < build.renamings.size()) {
      paragraph(fmt::format("... and {} more renamed", build.renamings.size() - shown), 2);
    }
  }

  void add_sizes(const BuildComparison& build) {
    const std::string states = states_text(build);
    if (!states.empty()) text_ += hanging(paint_.bold("STATES "), states, 9, width_);
    if (build.levels) {
      const auto& growth = build.levels->growth;
      for (std::size_t i = 0; i < std::min(growth.size(), kMostVariables); ++i) {
        text_ += hanging("", growth_text(growth[i]), 9, width_);
      }
      if (growth.size() > kMostVariables) {
        paragraph(fmt::format("... and {} more variables", growth.size() - kMostVariables), 11);
      }
    }
    if (build.first_level_counts && !build.levels) {
      text_ +=
          hanging("",
                  fmt::format("the first level of another size is {}: {} instead of {}",
                              *build.first_level_counts, counted(build.level_states_after, "state"),
                              grouped(build.level_states_before)),
                  9, width_);
    }
  }

  void add_first_difference(const BuildComparison& build) {
    if (!build.levels) return;
    if (!build.levels->first) {
      paragraph(no_difference_text(*build.levels), 2);
      return;
    }
    const FirstDifference& first = *build.levels->first;
    text_ += hanging(paint_.bold("FIRST  "),
                     fmt::format("difference on {}; one of them, in the {} build:",
                                 first_difference_text(first), first.in_after ? "new" : "old"),
                     9, width_);
    add_walk(first.witness, 11);
  }

  void add_sources(const BuildComparison& build) {
    if (build.source_changes.empty()) return;
    text_ += hanging(paint_.bold("SOURCES"), source_changes_text(build.source_changes) + " changed",
                     9, width_);
    const bool told = std::any_of(build.findings.begin(), build.findings.end(), [](const auto& f) {
      return f.weight == Weight::kWorse && !f.lines.empty();
    });
    if (!told) add_lines(build.source_changes, 11);
  }

  const DiffResult& comparison_;
  const Paint& paint_;
  const std::size_t width_;
  std::optional<FoundWalk> shown_;  // the last one
  std::string text_;
};

}  // namespace

std::string diff_text(const DiffResult& comparison, const Paint& paint, std::size_t width) {
  return DiffText(comparison, paint, width).run();
}

}  // namespace questproof
