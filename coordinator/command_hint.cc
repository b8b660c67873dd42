// SPDX-License-Identifier: MIT
#include "coordinator/command_hint.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/replay.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"
#include "coordinator/verdict_exit.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

struct Hint {
  SolvedQuest solved;
  bool open = true;  // the quest is open and has not failed
  bool failed = false;
  std::optional<std::size_t> too_late_after;  // steps of the history after which it was blocked
};

// The states along the history of a saved game, the variant's start first.
std::vector<Valuation> states_of_history(const GameModel& model, const GivenState& state) {
  std::vector<Valuation> states = {model.variants[state.variant].values};
  for (std::size_t i = 0; i < state.history.size(); ++i) {
    bool played = false;
    for (Outcome& outcome : outcomes(model, state.history[i].event, states.back())) {
      if (outcome.fault || outcome.branches != state.history[i].branches) continue;
      states.push_back(std::move(outcome.values));
      played = true;
      break;
    }
    if (!played) {
      throw Error(
          Error::Kind::kInput,
          fmt::format("the saved history cannot be played on this game: step {} ({}) is not "
                      "possible",
                      i + 1, model.events[state.history[i].event.index].name));
    }
  }
  if (states.back() != state.values) {
    throw Error(Error::Kind::kInput, "the saved history does not lead to the saved values");
  }
  return states;
}

class HintFinder {
 public:
  HintFinder(const GameModel& model, const GivenState& state, const CommandOptions& options,
             const Console& console)
      : model_(model),
        state_(state),
        options_(options),
        search_(search_options(options)),
        console_(console) {
    if (!state.history.empty()) history_ = states_of_history(model, state);
  }

  Hint find(std::size_t quest) const {
    Hint hint;
    hint.solved = solve(quest, state_.values);
    const Quest& which = model_.quests[quest];
    hint.failed = holds(model_, which.failed, state_.values);
    hint.open = holds(model_, which.open, state_.values) && !hint.failed;
    if (hint.solved.verdict == Verdict::kRefuted) hint.too_late_after = too_late_after(quest);
    return hint;
  }

 private:
  SolvedQuest solve(std::size_t quest, const Valuation& values) const {
    return solve_quest_from(model_, quest, {state_.name, state_.variant, values, {}},
                            options_.reduce, search_, console_);
  }

  // What cannot be done now could not be done at any later time either, so halving finds the step.
  std::optional<std::size_t> too_late_after(std::size_t quest) const {
    if (history_.empty()) return std::nullopt;
    std::size_t possible = 0;
    std::size_t impossible = history_.size() - 1;
    const Verdict at_start = solve(quest, history_[0]).verdict;
    if (at_start == Verdict::kRefuted) return 0;
    if (at_start == Verdict::kUnknown) return std::nullopt;
    while (impossible - possible > 1) {
      const std::size_t middle = possible + (impossible - possible) / 2;
      const Verdict verdict = solve(quest, history_[middle]).verdict;
      if (verdict == Verdict::kUnknown) return std::nullopt;
      (verdict == Verdict::kProved ? possible : impossible) = middle;
    }
    return impossible;
  }

  const GameModel& model_;
  const GivenState& state_;
  const CommandOptions& options_;
  SearchOptions search_;
  const Console& console_;
  std::vector<Valuation> history_;
};

std::string too_late_text(const GameModel& model, const GivenState& state, const Hint& hint,
                          const Console& console) {
  if (!hint.too_late_after) {
    return "Since when is not known: the state does not say how it was reached.";
  }
  if (*hint.too_late_after == 0) return "It was so from the start of the play.";
  const Step& step = state.history[*hint.too_late_after - 1];
  return fmt::format("It cannot be helped since step {} of the play: {}. Go back to before that.",
                     *hint.too_late_after, console.paint.bold(step_text(model, step)));
}

std::string hint_text(const GameModel& model, const GivenState& state, const Hint& hint,
                      const Console& console) {
  const Paint& paint = console.paint;
  const Quest& quest = model.quests[hint.solved.quest];
  std::string text = paint.bold(quest.name);
  if (!quest.title.empty()) text += fmt::format("  \"{}\"", quest.title);
  text += "\n";
  const auto say = [&](const std::string& what) {
    text += indented(what, console.width, 2);
    return text;
  };
  if (hint.solved.verdict == Verdict::kUnknown) return say("Not known: " + hint.solved.limit + ".");
  if (hint.solved.verdict == Verdict::kRefuted) {
    if (hint.failed)
      return say("It has " + paint.warning("failed") + ", and nothing changes that.");
    say(paint.bad("Blocked") + ": from here it cannot be done any more.");
    return say(too_late_text(model, state, hint, console));
  }
  const Walkthrough& way = *hint.solved.walkthrough;
  if (way.steps.empty()) return say(paint.good("It is done."));
  const Step& next = way.steps[0].step;
  const std::string scene = scene_of(model, model.events[next.event.index], way.first);
  say(fmt::format("Next: {}{}", paint.bold(step_text(model, next)),
                  scene.empty() ? "" : fmt::format(" (in {})", scene)));
  say(fmt::format("{} to go{}.", length_text(way),
                  hint.failed ? ", although it has failed for now"
                  : hint.open ? ""
                              : "; it is not open yet"));
  return text;
}

Json hint_json(const GameModel& model, const GivenState& state, const Hint& hint) {
  Json result;
  result["quest"] = model.quests[hint.solved.quest].name;
  const bool done = hint.solved.walkthrough && hint.solved.walkthrough->steps.empty();
  result["standing"] = done                                       ? "done"
                       : hint.solved.walkthrough                  ? "possible"
                       : hint.solved.verdict == Verdict::kUnknown ? "unknown"
                       : hint.failed                              ? "failed"
                                                                  : "blocked";
  result["limit"] = hint.solved.limit;
  result["distance"] =
      hint.solved.walkthrough ? Json(hint.solved.walkthrough->steps.size()) : Json(nullptr);
  result["way"] =
      hint.solved.walkthrough ? walkthrough_json(model, *hint.solved.walkthrough) : Json(nullptr);
  result["too_late_after"] = nullptr;
  if (hint.too_late_after && *hint.too_late_after > 0) {
    result["too_late_after"] = {
        {"step", *hint.too_late_after},
        {"event", model.events[state.history[*hint.too_late_after - 1].event.index].name}};
  }
  return result;
}

}  // namespace

ExitCode run_hint(const CommandOptions& options, Console& console) {
  const GameModel model = load_model(options, console);
  const GivenState state = read_state(model, options.from, options.variant);
  const HintFinder finder(model, state, options, console);
  Json document = {{"schema", "questproof/hint"}, {"version", 1}, {"game", model.name}};
  document["quests"] = Json::array();
  bool blocked = false;
  bool unknown = false;
  for (std::size_t quest : chosen_quests(model, options.quest)) {
    const Hint hint = finder.find(quest);
    blocked |= hint.solved.verdict == Verdict::kRefuted;
    unknown |= hint.solved.verdict == Verdict::kUnknown;
    if (options.json) {
      document["quests"].push_back(hint_json(model, state, hint));
    } else {
      console.out << hint_text(model, state, hint, console) << std::flush;
    }
  }
  if (options.json) console.out << json_text(document);
  return blocked ? ExitCode::kRefuted : unknown ? ExitCode::kUnknown : ExitCode::kProved;
}

}  // namespace questproof
