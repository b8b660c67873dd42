// SPDX-License-Identifier: MIT
#include "coordinator/argument_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/figures.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

constexpr std::size_t kLongRoute = 400;  // columns; --json has all of it

std::string shortened_route(const GameModel& model, const Walkthrough& way) {
  std::string route = route_text(model, way);
  if (route.size() <= kLongRoute) return route;
  const std::size_t end = route.rfind("; ", kLongRoute);
  return route.substr(0, end == std::string::npos ? kLongRoute : end) +
         "; ... (--json has all of it)";
}

std::string way_text(const GameModel& model, const Walkthrough& way, const char* claim) {
  return way.steps.empty()
             ? fmt::format("{} at the start", claim)
             : fmt::format("{} after {}: {}", claim, counted(way.steps.size(), "step"),
                           shortened_route(model, way));
}

std::string exclusion(const GameModel& model, const ArguedQuest& quest) {
  if (quest.kept.empty()) return "no event brings about the values that it needs";
  std::vector<std::string> names;
  for (const VariableId variable : quest.kept) {
    names.push_back(model.variables[variable.index].name);
  }
  return fmt::format("whatever the rest does, the events that concern {} exclude it",
                     joined(names));
}

std::string grounds(const GameModel& model, const ArguedQuest& quest) {
  switch (quest.ground) {
    case Ground::kWayBack:
      return way_text(model, quest.ways.front(), "can be done") +
             "; and whatever was done before can be undone";
    case Ground::kOutOfReach:
      return fmt::format("can never be done: {}; {}", exclusion(model, quest),
                         way_text(model, quest.ways.front(), "begun"));
    case Ground::kNeverOpen:
      return "is never left to be done: it does not begin, or is done at once";
    case Ground::kNone: break;
  }
  return "not decided: " + quest.obstacle;
}

}  // namespace

std::string argument_text(const GameModel& model, const Report& report, const Paint& paint,
                          std::size_t width) {
  if (!report.argument || report.complete) return "";
  std::string text = paint.bold("What holds without having seen all states") + "\n";
  if (report.argument->undoable) {
    text +=
        indented(fmt::format("Each of the {} can be undone by one event, wherever it happens. So "
                             "from every state that play can reach there is a way back to where "
                             "it began, and on from there.",
                             counted(model.events.size(), "event")),
                 width, 2);
  }
  for (std::size_t q = 0; q < report.argument->quests.size(); ++q) {
    const ArguedQuest& quest = report.argument->quests[q];
    text +=
        hanging("", fmt::format("{}: {}", paint.bold(model.quests[q].name), grounds(model, quest)),
                2, width);
  }
  return text + "\n";
}

}  // namespace questproof
