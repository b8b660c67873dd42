// SPDX-License-Identifier: MIT
#include "coordinator/command_hint.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "coordinator/figures.h"
#include "coordinator/hint_source.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/query/diagram_database.h"
#include "coordinator/query/open_store.h"
#include "coordinator/replay.h"
#include "coordinator/run_store.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"
#include "coordinator/stored_hints.h"
#include "coordinator/verdict_exit.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

struct Hint {
  HintWay way;
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
  HintFinder(const GameModel& model, const GivenState& state, HintSource& source)
      : model_(model), state_(state), source_(source) {
    if (!state.history.empty()) history_ = states_of_history(model, state);
  }

  Hint find(std::size_t quest) const {
    Hint hint;
    hint.way = source_.way(quest, state_);
    const Quest& which = model_.quests[quest];
    hint.failed = holds(model_, which.failed, state_.values);
    hint.open = holds(model_, which.open, state_.values) && !hint.failed;
    if (hint.way.solved.verdict == Verdict::kRefuted) hint.too_late_after = too_late_after(quest);
    return hint;
  }

 private:
  // After so many steps of the history.
  Verdict verdict_after(std::size_t steps, std::size_t quest) const {
    GivenState state{state_.name, state_.variant, history_[steps], state_.history};
    state.history.resize(steps);
    return source_.way(quest, state).solved.verdict;
  }

  // What cannot be done now could not be done at any later time either, so halving finds the step.
  std::optional<std::size_t> too_late_after(std::size_t quest) const {
    if (history_.empty()) return std::nullopt;
    std::size_t possible = 0;
    std::size_t impossible = history_.size() - 1;
    const Verdict at_start = verdict_after(0, quest);
    if (at_start == Verdict::kRefuted) return 0;
    if (at_start == Verdict::kUnknown) return std::nullopt;
    while (impossible - possible > 1) {
      const std::size_t middle = possible + (impossible - possible) / 2;
      const Verdict verdict = verdict_after(middle, quest);
      if (verdict == Verdict::kUnknown) return std::nullopt;
      (verdict == Verdict::kProved ? possible : impossible) = middle;
    }
    return impossible;
  }

  const GameModel& model_;
  const GivenState& state_;
  HintSource& source_;
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

// Where the answer comes from, when that is not plain.
std::string source_text(const HintWay& way) {
  if (!way.unstored) return "";
  std::string text =
      "This state is not in the store: play cannot reach it, or reductions tell it apart no more. ";
  if (!way.from_store) return text + "The game was searched from here.";
  text += fmt::format("{} around it {} searched", counted(way.solved.states, "state"),
                      way.solved.states == 1 ? "was" : "were");
  if (way.solved.verdict == Verdict::kProved) {
    text += fmt::format("; the way joins the stored states after {}",
                        counted(way.unstored_steps, "step"));
    if (!way.shortest) text += ", and there may be a shorter one";
  }
  return text + ".";
}

std::string hint_text(const GameModel& model, const GivenState& state, const Hint& hint,
                      const Console& console) {
  const Paint& paint = console.paint;
  const Quest& quest = model.quests[hint.way.solved.quest];
  std::string text = paint.bold(quest.name);
  if (!quest.title.empty()) text += fmt::format("  \"{}\"", quest.title);
  text += "\n";
  const auto say = [&](const std::string& what) {
    text += indented(what, console.width, 2);
    return text;
  };
  const auto say_source = [&](const Hint& from) {
    const std::string source = source_text(from.way);
    return source.empty() ? text : say(paint.dim(source));
  };
  if (hint.way.solved.verdict == Verdict::kUnknown)
    return say("Not known: " + hint.way.solved.limit + ".");
  if (hint.way.solved.verdict == Verdict::kRefuted) {
    if (hint.failed)
      return say("It has " + paint.warning("failed") + ", and nothing changes that.");
    say(paint.bad("Blocked") + ": from here it cannot be done any more.");
    say(too_late_text(model, state, hint, console));
    return say_source(hint);
  }
  const Walkthrough& way = *hint.way.solved.walkthrough;
  if (way.steps.empty()) return say(paint.good("It is done."));
  const Step& next = way.steps[0].step;
  const std::string scene = scene_of(model, model.events[next.event.index], way.first);
  say(fmt::format("Next: {}{}", paint.bold(step_text(model, next)),
                  scene.empty() ? "" : fmt::format(" (in {})", scene)));
  say(fmt::format("{} to go{}.", length_text(way),
                  hint.failed ? ", although it has failed for now"
                  : hint.open ? ""
                              : "; it is not open yet"));
  return say_source(hint);
}

Json hint_json(const GameModel& model, const GivenState& state, const Hint& hint) {
  Json result;
  result["quest"] = model.quests[hint.way.solved.quest].name;
  const bool done = hint.way.solved.walkthrough && hint.way.solved.walkthrough->steps.empty();
  result["standing"] = done                                           ? "done"
                       : hint.way.solved.walkthrough                  ? "possible"
                       : hint.way.solved.verdict == Verdict::kUnknown ? "unknown"
                       : hint.failed                                  ? "failed"
                                                                      : "blocked";
  result["limit"] = hint.way.solved.limit;
  result["distance"] =
      hint.way.solved.walkthrough ? Json(hint.way.solved.walkthrough->steps.size()) : Json(nullptr);
  result["way"] = hint.way.solved.walkthrough
                      ? walkthrough_json(model, *hint.way.solved.walkthrough)
                      : Json(nullptr);
  result["source"] = hint.way.from_store ? "store" : "search";
  result["stored"] = hint.way.from_store && !hint.way.unstored;
  result["searched_states"] = hint.way.solved.states;
  result["shortest"] = hint.way.shortest;
  result["too_late_after"] = nullptr;
  if (hint.too_late_after && *hint.too_late_after > 0) {
    result["too_late_after"] = {
        {"step", *hint.too_late_after},
        {"event", model.events[state.history[*hint.too_late_after - 1].event.index].name}};
  }
  return result;
}

ExitCode show_hints(const GameModel& model, const GivenState& state, HintSource& source,
                    const CommandOptions& options, Console& console) {
  const HintFinder finder(model, state, source);
  Json document = {{"schema", "questproof/hint"}, {"version", 1}, {"game", model.name}};
  document["quests"] = Json::array();
  bool blocked = false;
  bool unknown = false;
  for (std::size_t quest : chosen_quests(model, options.quest)) {
    const Hint hint = finder.find(quest);
    blocked |= hint.way.solved.verdict == Verdict::kRefuted;
    unknown |= hint.way.solved.verdict == Verdict::kUnknown;
    if (options.json) {
      document["quests"].push_back(hint_json(model, state, hint));
    } else {
      console.out << hint_text(model, state, hint, console) << std::flush;
    }
  }
  if (options.json) console.out << json_text(document);
  return blocked ? ExitCode::kRefuted : unknown ? ExitCode::kUnknown : ExitCode::kProved;
}

ExitCode hint_from_store(const CommandOptions& options, Console& console) {
  const OpenStore store(options);
  const StoredGame& stored = store.game();
  if (!stored.at_hand()) throw Error(Error::Kind::kInput, stored.trouble());
  StoredHints hints(stored, options, console);
  const GivenState state = read_state(stored.model(), options.from, options.variant);
  return show_hints(stored.model(), state, hints, options, console);
}

}  // namespace

ExitCode run_hint(const CommandOptions& given, Console& console) {
  CommandOptions options = given;
  if (!options.run_directory.empty()) {
    if (StateDatabase::exists(options.run_directory) || RunStore::exists(options.run_directory)) {
      try {
        return hint_from_store(options, console);
      } catch (const AnswerLimit& limit) {
        console.error << "questproof: " << limit.what() << "\n";
        return ExitCode::kUnknown;
      }
    }
    if (!options.game_file.empty()) {
      throw Error(Error::Kind::kUsage, "--game goes with the folder of a finished run, and " +
                                           options.run_directory + " is none");
    }
    options.game_file = options.run_directory;
  }
  const GameModel model = load_model(options, console);
  const GivenState state = read_state(model, options.from, options.variant);
  SearchedHints hints(model, options, console);
  return show_hints(model, state, hints, options, console);
}

}  // namespace questproof
