// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "coordinator/figures.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/query/needed.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// How hard one quest is by one measure.
struct Ranked {
  enum class Kind { kImpossible, kFigure, kNone, kUnknown };  // from the hardest on

  std::size_t quest = 0;
  Kind kind = Kind::kUnknown;
  double figure = 0;   // kFigure; larger is harder
  std::string shown;   // for people
  std::string detail;  // more of it; may be empty
  Json details = Json::object();

  static Ranked impossible() {
    Ranked ranked;
    ranked.kind = Kind::kImpossible;
    ranked.shown = "impossible";
    return ranked;
  }
  static Ranked unknown(std::string why) {
    Ranked ranked;
    ranked.shown = "not known";
    ranked.detail = std::move(why);
    return ranked;
  }
  static Ranked none(std::string why) {
    Ranked ranked;
    ranked.kind = Kind::kNone;
    ranked.shown = "-";
    ranked.detail = std::move(why);
    return ranked;
  }
  static Ranked of(double figure, std::string shown) {
    Ranked ranked;
    ranked.kind = Kind::kFigure;
    ranked.figure = figure;
    ranked.shown = std::move(shown);
    return ranked;
  }
};

const char* kind_name(Ranked::Kind kind) {
  switch (kind) {
    case Ranked::Kind::kImpossible: return "impossible";
    case Ranked::Kind::kFigure: return "known";
    case Ranked::Kind::kNone: return "none";
    case Ranked::Kind::kUnknown: return "unknown";
  }
  return "unknown";
}

Ranked by_shortest(const QueryContext& context, std::size_t quest) {
  const StoredQuestFigures& figures = context.stored.figures().quests[quest];
  if (figures.done_states > 0 && !context.stored.figures().known.completions) {
    return Ranked::unknown("diagrams left it out; --engine explicit has it");
  }
  const auto& done = figures.first_done;
  return done ? Ranked::of(done->level, counted(done->level, "step")) : Ranked::impossible();
}

Ranked by_farthest(const QueryContext& context, std::size_t quest) {
  const StoredQuestFigures& figures = context.stored.figures().quests[quest];
  if (figures.done_states == 0) return Ranked::impossible();
  if (!figures.farthest) {  // diagrams may have found it for some quests and left out others
    if (context.stored.figures().known.farthest) {
      return Ranked::none("it is never open and still to be done");
    }
    return Ranked::unknown("diagrams left it out; --engine explicit has it");
  }
  Ranked ranked = Ranked::of(figures.farthest_distance, counted(figures.farthest_distance, "step"));
  ranked.details["level"] = figures.farthest->level;
  ranked.detail = fmt::format("met after {}", counted(figures.farthest->level, "step"));
  return ranked;
}

Ranked by_random(const QueryContext& context, std::size_t quest) {
  const StoredQuestFigures& figures = context.stored.figures().quests[quest];
  const std::optional<RandomPlayFigures>& play = figures.random_play;
  if (figures.done_states == 0) return Ranked::impossible();
  if (!context.stored.figures().known.random_play) {
    return Ranked::unknown("diagrams leave it out; --engine explicit has it");
  }
  if (!play) return Ranked::unknown("the run did not look at random play");
  if (!play->exact && (play->samples == 0 || play->unfinished > 0)) {
    return Ranked::unknown(fmt::format("{} of {} sampled plays did not come to an end",
                                       play->unfinished, play->unfinished + play->samples));
  }
  Ranked ranked = Ranked::of(play->expected_events, fmt::format("{:.1f}", play->expected_events));
  ranked.detail = fmt::format("stuck with probability {}", percent_text(play->stuck_probability));
  if (!play->exact) {
    ranked.shown += fmt::format(" ± {:.1f}", play->events_standard_error);
    ranked.detail += fmt::format("; {} sampled", counted(play->samples, "play"));
  }
  ranked.details["stuck_probability"] = play->stuck_probability;
  ranked.details["exact"] = play->exact;
  if (!play->exact) {
    ranked.details["standard_error"] = play->standard_error;
    ranked.details["events_standard_error"] = play->events_standard_error;
    ranked.details["samples"] = play->samples;
  }
  return ranked;
}

Ranked by_blocked(const QueryContext& context, std::size_t quest) {
  const StoredQuestFigures& figures = context.stored.figures().quests[quest];
  if (figures.pending_states == 0) return Ranked::none("it is never open and still to be done");
  const double share =
      static_cast<double>(figures.blocked_states) / static_cast<double>(figures.pending_states);
  Ranked ranked = Ranked::of(share, percent_text(share));
  ranked.detail = fmt::format("{} of {}", grouped(figures.blocked_states),
                              counted(figures.pending_states, "open state"));
  ranked.details["blocked_states"] = figures.blocked_states;
  ranked.details["pending_states"] = figures.pending_states;
  return ranked;
}

using NeededFinder = Needed (*)(const GameModel&, std::size_t, const SearchOptions&,
                                const Console&);

Ranked by_needed(const QueryContext& context, std::size_t quest, NeededFinder find,
                 const char* what) {
  if (!context.stored.at_hand()) return Ranked::unknown(context.stored.trouble());
  const Needed needed = find(context.stored.game().written(), quest,
                             search_options(context.options), context.console);
  if (!needed.unknown.empty()) return Ranked::unknown(needed.unknown);
  if (!needed.possible) return Ranked::impossible();
  Ranked ranked =
      Ranked::of(static_cast<double>(needed.names.size()), counted(needed.names.size(), what));
  ranked.detail = needed.names.empty() ? "" : joined(needed.names);
  ranked.details[fmt::format("{}s", what)] = needed.names;
  if (needed.walking_aside) {
    ranked.detail += ranked.detail.empty() ? "free walking aside" : "; free walking aside";
    ranked.details["walking_aside"] = true;
  }
  return ranked;
}

Ranked by_bottlenecks(const QueryContext& context, std::size_t quest) {
  return by_needed(context, quest, needed_events, "event");
}
Ranked by_scenes(const QueryContext& context, std::size_t quest) {
  return by_needed(context, quest, needed_scenes, "scene");
}

struct Measure {
  const char* name;
  const char* heading;
  const char* meaning;
  Ranked (*rank)(const QueryContext& context, std::size_t quest);
};

constexpr std::array kMeasures = {
    Measure{"shortest", "shortest completion",
            "How many events the shortest way from the start to a state in which the quest is done "
            "has.",
            by_shortest},
    Measure{"farthest", "farthest state",
            "How many events are still needed, at least, in the worst state that play can come to: "
            "the quest is open there, can be done, and no such state is farther from it.",
            by_farthest},
    Measure{
        "random", "events of a random player",
        "How many events a player who picks each possible transition with equal chance plays, on "
        "average, until the quest is done or can no longer be done.",
        by_random},
    Measure{
        "blocked", "blocked share",
        "The share of the states in which the quest is open, not done and not failed, from which "
        "no way leads to a state in which it is done.",
        by_blocked},
    Measure{
        "bottlenecks", "bottlenecks",
        "How many events every completion contains: without any one of them the quest cannot be "
        "done, whatever else is played.",
        by_bottlenecks},
    Measure{"scenes", "scenes to visit",
            "How many scenes every completion visits, the one it begins in and the one it ends in "
            "included: if any one of them were closed, the quest could not be done.",
            by_scenes},
};

const Measure& measure_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Measure& measure : kMeasures) {
    if (name == measure.name) return measure;
    names.emplace_back(measure.name);
  }
  throw Error(Error::Kind::kUsage, fmt::format("there is no measure '{}'{}; --by takes {}", name,
                                               did_you_mean(name, names), joined(names)));
}

bool harder(const Ranked& a, const Ranked& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.figure != b.figure) return a.figure > b.figure;
  return a.quest < b.quest;
}

}  // namespace

QueryAnswer answer_hardest(const QueryContext& context) {
  const StoredGame& stored = context.stored;
  const Measure& measure =
      measure_named(context.options.by.empty() ? "shortest" : context.options.by);
  std::vector<Ranked> ranking;
  for (std::size_t quest : stored.quests("")) {
    ranking.push_back(measure.rank(context, quest));
    ranking.back().quest = quest;
  }
  std::sort(ranking.begin(), ranking.end(), harder);

  using Align = Table::Align;
  Table table({{"", Align::kRight},
               {"quest", Align::kLeft},
               {measure.heading, Align::kRight},
               {"", Align::kLeft}});
  QueryAnswer answer;
  answer.json["by"] = measure.name;
  answer.json["meaning"] = measure.meaning;
  answer.json["ranking"] = Json::array();
  std::string long_details;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const Ranked& ranked = ranking[i];
    const std::string& name = stored.schema().quests[ranked.quest].name;
    const bool known = ranked.kind == Ranked::Kind::kFigure;
    Json json = {{"quest", name},
                 {"standing", kind_name(ranked.kind)},
                 {"figure", known ? Json(ranked.figure) : Json(nullptr)},
                 {"why", known || ranked.kind == Ranked::Kind::kImpossible ? "" : ranked.detail}};
    json.update(ranked.details);
    answer.json["ranking"].push_back(std::move(json));
    const bool fits = ranked.detail.size() <= 40;
    table.add_row({std::to_string(i + 1), name, ranked.shown, fits ? ranked.detail : ""});
    if (!fits) long_details += hanging(name, ranked.detail, 4, context.console.width);
  }
  answer.text = table.to_string(context.console.paint, 2) + "\n" +
                indented(measure.meaning, context.console.width, 2);
  if (!long_details.empty()) answer.text += "\n" + long_details;
  return answer;
}

}  // namespace questproof
