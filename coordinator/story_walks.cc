// SPDX-License-Identifier: MIT
#include "coordinator/story_walks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "worker/choice_model.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// A list that may be missing.
const Json& list(const Json& owner, const char* key) {
  static const Json kNothing = Json::array();
  const auto found = owner.find(key);
  if (found == owner.end() || found->is_null()) return kNothing;
  if (!found->is_array()) {
    throw Error(Error::Kind::kInput,
                fmt::format("the walks in this file cannot be read: \"{}\" is no list", key));
  }
  return *found;
}

StoryStep step_of(const Json& json) {
  StoryStep step;
  step.choice = json.value("label", std::string());
  step.scene = json.value("scene", std::string());
  for (const Json& change : list(json, "changes")) {
    const std::string name = change.value("variable", std::string());
    const std::string value = change.value("to", std::string());
    if (name == "ended") step.ends = true;
    if (name.find('.') != std::string::npos) step.shown[name] = value;
  }
  return step;
}

class WalkReader {
 public:
  // Of all quests if none is named. Throws Json::exception where a value is of the wrong kind.
  void read(const Json& document, const std::string& quest) {
    if (!document.is_object()) return;
    for (const Json& each : list(document, "quests")) {
      const std::string name = each.value("quest", each.value("name", std::string()));
      if (quest.empty() || name == quest) read_quest(each);
    }
  }

  std::vector<StoryWalk> walks;

 private:
  void read_quest(const Json& quest) {
    const std::string name = quest.value("quest", quest.value("name", std::string()));
    add(name, "walkthrough", quest, "walkthrough", true);
    add(name, "walkthrough", quest, "completion", true);
    add(name, "counterexample", quest, "counterexample", false);
    add(name, "farthest", quest, "farthest", false);
    for (const Json& group : list(quest, "fatal_lines")) {
      for (const Json& event : list(group, "events")) {
        add(name, "fatal", event, "shortest", false);
      }
    }
  }

  void add(const std::string& quest, const char* kind, const Json& owner, const char* key,
           bool does_quest) {
    const auto found = owner.find(key);
    if (found == owner.end() || !found->is_object()) return;
    StoryWalk walk{quest, kind, {}, does_quest};
    for (const Json& step : list(*found, "steps")) {
      walk.steps.push_back(step_of(step));
    }
    if (known_.insert({walk.choices(), does_quest ? quest : ""}).second) {
      walks.push_back(std::move(walk));
    }
  }

  std::set<std::pair<std::vector<std::string>, std::string>> known_;
};

// "17 You stand at a gate…" without the number.
std::string_view without_number(std::string_view scene) {
  const std::size_t space = scene.find(' ');
  return space == std::string_view::npos ? std::string_view() : scene.substr(space + 1);
}

std::string wrong_values(const std::map<std::string, std::string>& shown, const ChoiceLook& look) {
  for (const auto& [name, value] : shown) {
    const auto found = look.values.find(name);
    const std::string seen = found == look.values.end() ? "(not seen)" : found->second;
    if (seen != value) return fmt::format("{} is {} and not {}", name, seen, value);
  }
  return "";
}

}  // namespace

std::vector<std::string> StoryWalk::choices() const {
  std::vector<std::string> result;
  for (const StoryStep& step : steps) result.push_back(step.choice);
  return result;
}

std::vector<StoryWalk> parse_story_walks(const std::string& text, const std::string& quest) {
  if (const auto fault = nesting_fault(text)) throw Error(Error::Kind::kInput, *fault);
  const Json document = Json::parse(text, nullptr, false);
  WalkReader reader;
  try {
    reader.read(document, quest);
  } catch (const Json::exception& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("the walks in this file cannot be read: {}", problem.what()));
  }
  if (reader.walks.empty()) {
    throw Error(Error::Kind::kInput,
                fmt::format("there is no walkthrough{} in this file; write one with `questproof "
                            "solve --json` or `questproof certify --json`",
                            quest.empty() ? "" : " to " + quest));
  }
  return std::move(reader.walks);
}

std::optional<StoryDifference> replay_story_walk(const StoryWalk& walk, ChoiceSession& session,
                                                 const LookTable& looks) {
  if (session.go(ChoiceSession::kStart) != ChoiceSession::Arrival::kThere) {
    return StoryDifference{0, "the game does not begin the same each time"};
  }
  LookId here = session.look(ChoiceSession::kStart);
  std::optional<ChoiceTask> task;
  if (walk.does_quest) task = ChoiceTask::parse(walk.quest);
  bool done = task && task->holds(looks[here]);
  for (std::size_t i = 0; i < walk.steps.size(); ++i) {
    const StoryStep& step = walk.steps[i];
    const ChoiceLook& look = looks[here];
    const std::string text = short_text(look, kShortText);
    if (!step.scene.empty() && without_number(step.scene) != text) {
      return StoryDifference{
          i, fmt::format("the text is \"{}\" and not \"{}\"", text, without_number(step.scene))};
    }
    if (std::find(look.choices.begin(), look.choices.end(), step.choice) == look.choices.end()) {
      return StoryDifference{i, fmt::format("\"{}\" is not offered", step.choice)};
    }
    const std::optional<LookId> seen = session.choose(step.choice);
    if (!seen) return StoryDifference{i + 1, "the game fails again and again"};
    here = *seen;
    done = done || (task && task->holds(looks[here]));
    if (const std::string wrong = wrong_values(step.shown, looks[here]); !wrong.empty()) {
      return StoryDifference{i + 1, wrong};
    }
    if (step.ends != looks[here].is_ending()) {
      return StoryDifference{i + 1, step.ends ? "this is no ending" : "this is an ending"};
    }
  }
  if (walk.does_quest && !done) {
    return StoryDifference{walk.steps.size(), walk.quest + " does not hold"};
  }
  return std::nullopt;
}

}  // namespace questproof
