// SPDX-License-Identifier: MIT
#include "coordinator/diff/diff_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/diff/diff_parts.h"
#include "coordinator/figures.h"

namespace questproof {
namespace {

// Text of a game must not become markup of the page.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '\n': result += ' '; break;
      case '\\':
      case '`':
      case '*':
      case '_':
      case '[':
      case ']':
      case '|':
      case '~':
      case '#':
      case '@':
        result += '\\';
        result += letter;
        break;
      default: result += letter;
    }
  }
  return result;
}

// One line of a list, and what is behind the click.
struct Entry {
  std::string line;
  std::string details;  // "" where there is nothing more to tell
};

const char* sign(Weight weight) {
  switch (weight) {
    case Weight::kWorse: return ":x: **worse**";
    case Weight::kUnknown: return ":grey_question: **unknown**";
    case Weight::kChanged: return ":information_source: changed";
    case Weight::kBetter: return ":white_check_mark: better";
  }
  return "";
}

// A block of code whose fence is longer than any in it.
std::string fenced(const std::string& text, const char* language) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char letter : text) {
    run = letter == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}{}\n", fence, language, text, fence);
}

std::string walk_lines(const FoundWalk& walk) {
  std::string text = fmt::format("start: {}\n", walk.start);
  std::string scene;
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    const FoundStep& step = walk.steps[i];
    if (step.scene != scene && !step.scene.empty()) text += fmt::format("in {}\n", step.scene);
    scene = step.scene;
    text += fmt::format("{:>3}. {}", i + 1, found_step_text(step));
    const std::string place = short_line(step.where);
    if (!place.empty()) text += fmt::format("   ({})", place);
    text += "\n";
    const std::string changes = found_changes_text(step.changes);
    if (!changes.empty()) text += fmt::format("     {}\n", changes);
  }
  return text;
}

std::string changed_lines(const std::vector<SourceChange>& changes) {
  std::string text;
  for (const SourceChange& change : changes) {
    text += fmt::format("@@ {}: line {}, before line {} @@\n", change.file, change.new_line,
                        change.old_line);
    for (const std::string& line : change.gone) text += "-" + line + "\n";
    for (const std::string& line : change.fresh) text += "+" + line + "\n";
  }
  return text;
}

Entry finding_entry(const BuildFinding& finding) {
  Entry entry;
  entry.line = fmt::format("{}: {}", sign(finding.weight), escaped(finding.text));
  const std::string place = short_line(finding.where);
  if (!place.empty()) entry.line += fmt::format(" ({})", escaped(place));
  if (finding.blame) entry.line += fmt::format("<br>{}", escaped(why_text(*finding.blame)));
  if (finding.topic == BuildFinding::Topic::kGame && !finding.after.empty()) {
    entry.details += fenced(finding.after + "\n", "text");
  }
  if (finding.walk && !finding.walk->steps.empty()) {
    entry.details += fenced(walk_lines(*finding.walk), "text");
  }
  if (!finding.lines.empty()) entry.details += fenced(changed_lines(finding.lines), "diff");
  return entry;
}

std::string size_lines(const BuildComparison& build) {
  std::string text;
  const auto add = [&](const std::string& line) {
    if (!line.empty()) text += fmt::format("- {}\n", escaped(line));
  };
  add(states_text(build));
  if (build.levels) {
    for (const VariableGrowth& growth : build.levels->growth) add(growth_text(growth));
    if (build.levels->first) {
      add("the builds first differ on " + first_difference_text(*build.levels->first));
    } else {
      add(no_difference_text(*build.levels));
    }
  } else if (build.first_level_counts) {
    add(fmt::format("the first level of another size is {}: {} instead of {}",
                    *build.first_level_counts, counted(build.level_states_after, "state"),
                    grouped(build.level_states_before)));
  }
  return text;
}

std::vector<Entry> entries_of(const BuildComparison& build) {
  std::vector<Entry> entries;
  for (const BuildFinding& finding : build.findings) entries.push_back(finding_entry(finding));
  if (build.findings.empty()) {
    entries.push_back({build.same_model ? "the logic is the same"
                                        : "the logic has changed, and all results are the same",
                       ""});
  }
  for (const Renaming::Entry& renaming : build.renamings) {
    entries.push_back({"renamed: " + escaped(renaming_text(renaming)), ""});
  }
  Entry sizes{"states, variables and levels", size_lines(build)};
  if (build.levels && build.levels->first) {
    sizes.details += fenced(walk_lines(build.levels->first->witness), "text");
  }
  if (!sizes.details.empty()) entries.push_back(std::move(sizes));
  if (!build.source_changes.empty()) {
    entries.push_back({source_changes_text(build.source_changes) + " changed",
                       fenced(changed_lines(build.source_changes), "diff")});
  }
  for (const std::string& note : build.notes) entries.push_back({"note: " + escaped(note), ""});
  return entries;
}

// Takes text as long as there is room, always leaving some for the last line.
class Page {
 public:
  explicit Page(std::size_t most_bytes) : most_(most_bytes) {}

  bool add(const std::string& text) {
    if (text_.size() + text.size() + kRoomAtTheEnd > most_) return false;
    text_ += text;
    return true;
  }
  void leave_out() { ++left_out_; }

  std::string take() {
    if (left_out_ > 0) {
      text_ += fmt::format("\n{} left out for their length; `questproof diff` shows them.\n",
                           counted(left_out_, "part", "parts"));
    }
    return std::move(text_);
  }

 private:
  static constexpr std::size_t kRoomAtTheEnd = 200;
  std::size_t most_;
  std::size_t left_out_ = 0;
  std::string text_;
};

// Within a list, behind its line.
std::string behind_a_click(const std::string& details) {
  std::string text = "\n  <details><summary>details</summary>\n\n";
  std::string line;
  for (const char letter : details) {
    line += letter;
    if (letter != '\n') continue;
    text += "  " + line;
    line.clear();
  }
  return text + "\n  </details>\n";
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + escaped(name);
  return text;
}

}  // namespace

std::string diff_markdown(const DiffResult& comparison, std::size_t most_bytes) {
  Page page(most_bytes);
  page.add(fmt::format("### questproof: {}\n\n{} → {}\n", escaped(summary_text(comparison)),
                       escaped(comparison.before), escaped(comparison.after)));
  for (const BuildComparison& build : comparison.builds) {
    if (!page.add(build.job.empty() ? "\n" : fmt::format("\n#### {}\n\n", escaped(build.job)))) {
      page.leave_out();
      continue;
    }
    for (const Entry& entry : entries_of(build)) {
      if (!page.add(fmt::format("- {}\n", entry.line))) {
        page.leave_out();
        continue;
      }
      if (!entry.details.empty() && !page.add(behind_a_click(entry.details))) page.leave_out();
    }
  }
  const auto add_list = [&](const char* heading, const std::vector<std::string>& names) {
    if (names.empty()) return;
    if (!page.add(fmt::format("\n{}: {}\n", heading, listed(names)))) page.leave_out();
  };
  add_list("New jobs", comparison.new_jobs);
  add_list("Jobs that are gone", comparison.gone_jobs);
  return page.take();
}

}  // namespace questproof
