// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "coordinator/executed.h"
#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/query/find_states.h"
#include "coordinator/replay.h"
#include "coordinator/source_quotes.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostShown = 8;  // events that become possible, and ways to run, for people

// The first state in which an event leads to another, and what it does there.
struct FirstTime {
  std::uint32_t label = 0;
  std::uint32_t level = 0;
  Walkthrough way;  // up to where it is possible

  // Known where the game is at hand.
  std::vector<Change> changes;
  std::vector<std::string>
      made_possible;  // events that are possible afterwards, and were not before
  std::vector<std::string> made_impossible;
};

class EventQuestion {
 public:
  EventQuestion(const QueryContext& context, std::uint32_t event)
      : context_(context),
        stored_(context.stored),
        id_{event},
        event_(stored_.model().events[event]) {
    const DatabaseSchema& schema = stored_.schema();
    for (std::uint32_t label = 0; label < schema.labels.size(); ++label) {
      const TransitionLabel& which = schema.labels[label];
      if (which.event != id_ || which.coverage_only) continue;
      all_labels_.push_back(label);
      if (which.fault) continue;
      labels_.push_back(label);
      firsts_[label] = stored_.database().first_with(label);
    }
  }

  QueryAnswer answer() const {
    const std::optional<std::uint64_t> enabled = states_in_which_enabled();
    const std::uint64_t reached_by = states_first_reached();
    const std::optional<FirstTime> first = first_time();
    QueryAnswer answer;
    answer.json = json(enabled, reached_by, first);
    answer.text = text(enabled, reached_by, first);
    return answer;
  }

 private:
  const StoredLabelFigures& figures(std::uint32_t label) const {
    return stored_.figures().labels[label];
  }

  // Ways to run exclude each other unless chance decides between them.
  std::optional<std::uint64_t> states_in_which_enabled() const {
    std::uint64_t sum = 0;
    for (std::uint32_t label : all_labels_) sum += figures(label).enabled;
    if (all_labels_.size() <= 1 || sum == 0) return sum;
    if (!stored_.at_hand() || stored_.game().is_collapsed()) return std::nullopt;
    const bool chance = std::any_of(all_labels_.begin(), all_labels_.end(), [&](auto label) {
      return !executed(event_, stored_.schema().labels[label].branches).chances.empty();
    });
    if (!chance) return sum;
    WantedStates wanted;
    wanted.condition = stored_.game().searched().events[id_.index].guard;
    return count_states(wanted);
  }

  std::uint64_t states_first_reached() const {
    WantedStates wanted;
    wanted.last_steps = labels_;
    return count_states(wanted);
  }

  std::uint64_t count_states(const WantedStates& wanted) const {
    return find_states(stored_.database(), 0, context_.parallel, wanted).count;
  }

  std::uint64_t transitions() const {
    std::uint64_t sum = 0;
    for (std::uint32_t label : labels_) sum += figures(label).transitions;
    return sum;
  }

  std::optional<FirstTime> first_time() const {
    std::optional<std::uint32_t> best;
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
      const Sighting& x = *firsts_.at(a);
      const Sighting& y = *firsts_.at(b);
      return x.level != y.level ? x.level < y.level : x.state < y.state;
    };
    for (std::uint32_t label : labels_) {
      if (firsts_.at(label) && (!best || earlier(label, *best))) best = label;
    }
    if (!best) return std::nullopt;
    const Sighting& sighting = *firsts_.at(*best);
    FirstTime first;
    first.label = *best;
    first.level = sighting.level;
    const Trace trace = stored_.database().path_to(sighting.state);
    const auto any = [](const Valuation&) { return true; };
    if (!stored_.at_hand()) {
      first.way = stored_.walkthrough(trace, any);
      return first;
    }
    first.way = stored_.walkthrough(stored_.with_step(trace, *best), any, Replayer::End::kNearby);
    const Valuation after = first.way.last();
    first.way.steps.pop_back();
    learn_effects(first, after);
    return first;
  }

  void learn_effects(FirstTime& first, const Valuation& after) const {
    const GameModel& model = stored_.game().written();
    const Valuation& before = first.way.last();
    first.changes = changes_between(before, after);
    for (const Event& event : model.events) {
      const bool was = holds(model, event.guard, before);
      const bool is = holds(model, event.guard, after);
      if (!was && is) first.made_possible.push_back(event.name);
      if (was && !is) first.made_impossible.push_back(event.name);
    }
  }

  std::uint64_t fatal_to(std::size_t quest) const {
    std::uint64_t count = 0;
    for (const FatalFigures& fatal : stored_.figures().quests[quest].fatal) {
      if (stored_.schema().labels[fatal.label].event == id_) count += fatal.count;
    }
    return count;
  }

  // ---- for programs

  Json json(const std::optional<std::uint64_t>& enabled, std::uint64_t reached_by,
            const std::optional<FirstTime>& first) const {
    Json result;
    result["event"] = event_.name;
    result["label"] = event_.label;
    result["scene"] = event_.scene;
    result["where"] = to_string(stored_.model(), event_.where);
    result["enabled_states"] = enabled ? Json(*enabled) : Json(nullptr);
    result["transitions"] = transitions();
    result["states_first_reached"] = reached_by;
    result["first"] = first ? first_json(*first) : Json(nullptr);
    result["ways"] = Json::array();
    for (std::uint32_t label : labels_) result["ways"].push_back(way_json(label));
    result["fatal"] = Json::array();
    for (std::size_t q = 0; q < stored_.schema().quests.size(); ++q) {
      if (const std::uint64_t count = fatal_to(q); count > 0) {
        result["fatal"].push_back({{"quest", stored_.schema().quests[q].name}, {"count", count}});
      }
    }
    return result;
  }

  Json first_json(const FirstTime& first) const {
    Json result;
    result["level"] = first.level;
    result["walkthrough"] = walkthrough_json(stored_.model(), first.way);
    result["changes"] = Json::array();
    for (const Change& change : first.changes) {
      result["changes"].push_back(change_json(stored_.model(), change));
    }
    result["makes_possible"] = first.made_possible;
    result["makes_impossible"] = first.made_impossible;
    return result;
  }

  Json way_json(std::uint32_t label) const {
    Json branches = Json::array();
    for (BranchId branch : stored_.schema().labels[label].branches)
      branches.push_back(branch.index);
    return {{"branches", branches},
            {"text", way_text(label)},
            {"enabled_states", figures(label).enabled},
            {"transitions", figures(label).transitions},
            {"first_level", steps_json(firsts_.at(label))}};
  }

  // ---- for people

  // The conditions of the branches that run, the body left out.
  std::string way_text(std::uint32_t label) const {
    std::string text;
    const std::vector<BranchId>& branches = stored_.schema().labels[label].branches;
    for (std::size_t i = 1; i < branches.size(); ++i) {
      const std::string& branch = stored_.schema().branch_texts[branches[i].index];
      text += (text.empty() ? "" : "; ") + branch;
    }
    return text;
  }

  std::string line(const std::string& text) const {
    return indented(text, context_.console.width, 2);
  }

  std::string text(const std::optional<std::uint64_t>& enabled, std::uint64_t reached_by,
                   const std::optional<FirstTime>& first) const {
    const Paint& paint = context_.console.paint;
    std::string text = paint.bold(event_.name);
    if (!event_.label.empty()) text += fmt::format("  \"{}\"", event_.label);
    text += "  " + paint.place(short_place(stored_.model(), event_.where)) + "\n";
    const std::string quote = quoted_source(stored_, event_.where, context_.console.width - 4);
    if (!quote.empty()) text += "    " + paint.dim(quote) + "\n";
    const std::uint64_t states = stored_.figures().profile.states;
    if (enabled == std::uint64_t{0})
      return text + line("In no state that play can reach is it possible.");
    if (enabled) {
      text += line(
          fmt::format("Possible in {} of {} ({}).", grouped(*enabled), counted(states, "state"),
                      percent_text(static_cast<double>(*enabled) /
                                   static_cast<double>(std::max<std::uint64_t>(1, states)))));
    }
    text += line(
        fmt::format("It makes {} to another state; to {} it is the last step of the shortest way.",
                    counted(transitions(), "transition"), counted(reached_by, "state")));
    text += fatal_text();
    if (labels_.size() > 1) text += ways_text();
    return text +
           (first ? first_text(*first) : line("Wherever it is possible, it changes nothing."));
  }

  std::string fatal_text() const {
    std::string text;
    for (std::size_t q = 0; q < stored_.schema().quests.size(); ++q) {
      const std::uint64_t count = fatal_to(q);
      if (count == 0) continue;
      text += line(fmt::format("{}: through {} of them {} can never be done any more.",
                               context_.console.paint.bad("FATAL"), grouped(count),
                               stored_.schema().quests[q].name));
    }
    return text;
  }

  std::string ways_text() const {
    std::string text = line("It can run in several ways:");
    for (std::size_t i = 0; i < labels_.size() && i < kMostShown; ++i) {
      const std::string way = way_text(labels_[i]);
      text += hanging("",
                      fmt::format("{}: in {}, first on level {}", way.empty() ? "plainly" : way,
                                  counted(figures(labels_[i]).enabled, "state"),
                                  steps_or_dash(firsts_.at(labels_[i]))),
                      4, context_.console.width);
    }
    if (labels_.size() > kMostShown) {
      text +=
          line(fmt::format("  ... and {} more (--json has them all)", labels_.size() - kMostShown));
    }
    return text;
  }

  std::string first_text(const FirstTime& first) const {
    std::string text = line(fmt::format("The first time, after {}:", length_text(first.way)));
    text += walkthrough_text(stored_.model(), first.way, context_.console.paint,
                             context_.console.width, 4);
    std::string changes;
    for (const Change& change : first.changes) {
      changes += (changes.empty() ? "" : ", ") + change_text(stored_.model(), change);
    }
    text +=
        hanging("", fmt::format("then {}{}", event_.name, changes.empty() ? "" : ": " + changes), 2,
                context_.console.width);
    text += list_text("makes possible: ", first.made_possible);
    text += list_text("ends: ", first.made_impossible);
    return text;
  }

  std::string list_text(const char* what, std::vector<std::string> names) const {
    if (names.empty()) return "";
    const std::size_t more = names.size() > kMostShown ? names.size() - kMostShown : 0;
    names.resize(names.size() - more);
    return hanging("", what + joined(names) + (more > 0 ? fmt::format(" and {} more", more) : ""),
                   4, context_.console.width);
  }

  const QueryContext& context_;
  const StoredGame& stored_;
  const EventId id_;
  const Event& event_;
  std::vector<std::uint32_t> all_labels_;                    // of the event
  std::vector<std::uint32_t> labels_;                        // those that are no fault
  std::map<std::uint32_t, std::optional<Sighting>> firsts_;  // of these
};

}  // namespace

QueryAnswer answer_event(const QueryContext& context) {
  if (context.options.name.empty()) {
    throw Error(
        Error::Kind::kUsage,
        "`query DIR event` wants the name of an event, as walkthroughs and `check` show it");
  }
  const std::size_t event = context.stored.event(context.options.name);
  return EventQuestion(context, static_cast<std::uint32_t>(event)).answer();
}

}  // namespace questproof
