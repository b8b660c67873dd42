// SPDX-License-Identifier: MIT
#include "coordinator/walkthrough_text.h"

#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/source_quotes.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

// What a step changed, without what is only bookkeeping.
std::string changes_text(const GameModel& model, const Valuation& before, const Valuation& after) {
  std::string text;
  for (const Change& change : changes_between(before, after)) {
    const Variable& variable = model.variables[change.variable.index];
    if (variable.kind == VariableKind::kInternal) continue;
    if (!text.empty()) text += ", ";
    text += change_text(model, change);
  }
  return text;
}

std::string step_line(const std::string& number, const std::string& what, const std::string& place,
                      const Paint& paint, std::size_t width, std::size_t indent) {
  const std::size_t hang = indent + number.size() + 1;
  const std::vector<std::string> lines = wrapped_lines(number + " " + what, width - indent, hang);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = i == 0 ? std::string(indent, ' ') + lines[i] : lines[i];
    if (i + 1 == lines.size() && !place.empty() &&
        display_width(line) + 2 + display_width(place) <= width) {
      line = pad_right(line, width - display_width(place)) + paint.place(place);
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string walkthrough_text(const GameModel& model, const Walkthrough& walkthrough,
                             const Paint& paint, std::size_t width, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string text = margin + "Start: " + walkthrough.start + "\n";
  const std::size_t digits = std::to_string(walkthrough.steps.size()).size();
  std::string scene;
  for (std::size_t i = 0; i < walkthrough.steps.size(); ++i) {
    const Walkthrough::Played& played = walkthrough.steps[i];
    const Event& event = model.events[played.step.event.index];
    const std::string here = scene_of(model, event, walkthrough.before(i));
    if (here != scene && !here.empty()) text += margin + "In " + paint.bold(here) + "\n";
    scene = here;
    const std::string number = pad_left(std::to_string(i + 1), digits) + ".";
    text += step_line(number, step_text(model, played.step), short_place(model, event.where), paint,
                      width, indent + 2);
    const std::string changes = changes_text(model, walkthrough.before(i), played.after);
    if (changes.empty()) continue;
    const std::string hang(indent + 3 + number.size(), ' ');
    for (const std::string& line : wrapped_lines(changes, width - hang.size(), 0)) {
      text += hang + paint.dim(line) + "\n";
    }
  }
  return text;
}

std::string length_text(const Walkthrough& walkthrough) {
  const std::string all = counted(walkthrough.steps.size(), "step");
  if (walkthrough.length() == walkthrough.steps.size()) return all;
  return fmt::format("{}, {} without walking", all, walkthrough.length());
}

std::string route_text(const GameModel& model, const Walkthrough& walkthrough) {
  std::string text;
  if (model.variants.size() > 1) text = "from " + walkthrough.start;
  if (walkthrough.steps.empty()) return text.empty() ? "at the start" : text;
  for (const Walkthrough::Played& played : walkthrough.steps) {
    if (!text.empty()) text += "; ";
    text += step_text(model, played.step);
  }
  return text;
}

}  // namespace questproof
