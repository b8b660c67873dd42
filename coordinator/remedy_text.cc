// SPDX-License-Identifier: MIT
#include "coordinator/remedy_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "coordinator/wrap.h"

namespace questproof {
namespace {

// Cut here for people; --json has all of them.
constexpr std::size_t kMostRemedies = 4;

std::string kept_text(const GameModel& model, const Remedy& remedy, const Paint& paint) {
  std::vector<std::string> kept;
  for (const Remedy::Part& part : remedy.parts) {
    const Variable& variable = model.variables[part.change.variable.index];
    kept.push_back(fmt::format("{} at {} (not {})", paint.bold(variable.name),
                               value_name(variable, part.change.from),
                               value_name(variable, part.change.to)));
  }
  return joined(kept);
}

std::string lines_text(const GameModel& model, const Remedy& remedy, const SourceLocation& known,
                       SourceQuotes& quotes, const Paint& paint, std::size_t width,
                       std::size_t indent) {
  std::string text;
  std::set<std::string> places = {short_place(model, known)};
  for (const Remedy::Part& part : remedy.parts) {
    for (const SourceLocation& where : part.where) {
      const std::string place = short_place(model, where);
      if (!places.insert(place).second) continue;
      text += fmt::format("{}{}  {}\n", std::string(indent, ' '), paint.place(place),
                          quotes.quote(model, where, width - indent - 2 - place.size()));
    }
  }
  return text;
}

}  // namespace

std::string remedies_text(const GameModel& model, const std::vector<Remedy>& remedies,
                          bool complete, const SourceLocation& known, SourceQuotes& quotes,
                          const Paint& paint, std::size_t width, std::size_t indent) {
  if (remedies.empty()) {
    return indented(complete ? "Taking back any single part of this step does not help."
                             : "What this step takes away could not be narrowed down within the "
                               "budget for it.",
                    width, indent);
  }
  std::string text;
  if (remedies.size() == 1) {
    const std::string lines =
        lines_text(model, remedies[0], known, quotes, paint, width, indent + 2);
    text = "It would stay possible if this step kept " + kept_text(model, remedies[0], paint);
    return indented(text + (lines.empty() ? "." : ":"), width, indent) + lines;
  }
  text = indented("It would stay possible if this step kept one of these:", width, indent);
  const std::size_t shown = std::min(remedies.size(), kMostRemedies);
  for (std::size_t i = 0; i < shown; ++i) {
    text += indented("- " + kept_text(model, remedies[i], paint), width, indent + 2);
    text += lines_text(model, remedies[i], known, quotes, paint, width, indent + 4);
  }
  if (remedies.size() > shown) {
    text += std::string(indent + 2, ' ') +
            fmt::format("... and {} more ways (--json has them all)\n", remedies.size() - shown);
  }
  return text;
}

}  // namespace questproof
