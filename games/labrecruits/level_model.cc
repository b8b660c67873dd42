// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/labrecruits/object_names.h"
#include "games/labrecruits/places.h"

namespace questproof::labrecruits {
namespace {

// An agent that is driven.
struct Driven {
  std::size_t object = 0;
  VariableId place;
};

class LevelModelMaker {
 public:
  LevelModelMaker(const Level& level, const LevelSettings& settings, Diagnostics& diagnostics)
      : level_(level),
        settings_(settings),
        diagnostics_(diagnostics),
        places_(level, settings.sheets, settings.reach),
        wirings_(button_wirings(level)),
        names_(object_names(level)) {}

  GameModel run() {
    model_.name = level_.name;
    model_.source_files = {level_.source_file};
    model_.variants.push_back({"start", {}});
    add_doors();
    if (settings_.state == StateKey::kButtons) add_buttons();
    add_agents();
    if (diagnostics_.has_errors()) return {};
    for (const Driven& agent : agents_) {
      add_presses(agent);
      for (const Way& way : places_.ways()) add_walks(agent, way);
    }
    add_quests();
    return std::move(model_);
  }

 private:
  const Object& object(std::size_t index) const { return level_.objects[index]; }

  VariableId add_variable(Variable variable, Value start) {
    const VariableId id = {static_cast<std::uint32_t>(model_.variables.size())};
    model_.variables.push_back(std::move(variable));
    model_.variants[0].values.push_back(start);
    return id;
  }

  void add_doors() {
    std::vector<bool> toggled(level_.objects.size(), false);
    for (const ButtonWiring& wiring : wirings_) {
      for (const std::size_t door : wiring.doors) toggled[door] = true;
    }
    for (std::size_t door = 0; door < toggled.size(); ++door) {
      if (!toggled[door]) continue;
      Variable variable;
      variable.name = names_[door];
      variable.value_names = {"closed", "open"};
      variable.where = object(door).where;
      doors_[door] = add_variable(std::move(variable), is_open_at_start(door) ? 1 : 0);
    }
  }

  void add_buttons() {
    for (const ButtonWiring& wiring : wirings_) {
      Variable variable;
      variable.name = names_[wiring.button];
      variable.value_names = {"off", "on"};
      variable.where = object(wiring.button).where;
      buttons_[wiring.button] = add_variable(std::move(variable), 0);
    }
  }

  void add_agents() {
    const std::vector<std::size_t> driven = driven_agents();
    for (const std::size_t agent : driven) {
      const std::vector<std::size_t>& start = places_.of(agent);
      if (start.empty()) {
        diagnostics_.error(
            object(agent).where,
            fmt::format("{} stands on no floor that it could walk on", names_[agent]),
            "put it on floor, as in f:a^agent0");
        continue;
      }
      Variable variable;
      variable.name = free_name(driven.size() > 1 ? names_[agent] + ".zone" : "zone");
      variable.kind = VariableKind::kPosition;
      variable.high = static_cast<Value>(places_.count()) - 1;
      variable.value_names = places_.names();
      variable.where = object(agent).where;
      const auto at = static_cast<Value>(start.front());
      agents_.push_back({agent, add_variable(std::move(variable), at)});
    }
  }

  std::vector<std::size_t> driven_agents() {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < level_.objects.size(); ++i) {
      if (object(i).thing == Thing::kAgent) all.push_back(i);
    }
    if (all.empty()) {
      const bool lowest = settings_.sheets == Sheets::kLowest;
      diagnostics_.error({0, 1, 1},
                         lowest ? "there is no agent on the lowest sheet" : "there is no agent",
                         lowest ? "put one there, or leave out --set floors=0"
                                : "put one on floor, as in f:a^agent0");
      return {};
    }
    if (settings_.agents == "all") return all;
    if (settings_.agents == "first") return {all.front()};
    std::vector<std::string_view> known = {"first", "all"};
    for (const std::size_t agent : all) {
      if (object(agent).id == settings_.agents) return {agent};
      if (!object(agent).id.empty()) known.push_back(object(agent).id);
    }
    diagnostics_.error(
        object(all.front()).where, fmt::format("no agent is called {}", settings_.agents),
        did_you_mean(settings_.agents, known, fmt::format("it is {}", fmt::join(known, " or "))));
    return {};
  }

  // What the events are called when there are several agents.
  std::string doer(const Driven& agent) const {
    return agents_.size() > 1 ? names_[agent.object] + ": " : "";
  }

  void add_presses(const Driven& agent) {
    std::map<std::size_t, const ButtonWiring*> wiring_of;
    for (const ButtonWiring& wiring : wirings_) wiring_of[wiring.button] = &wiring;
    for (std::size_t i = 0; i < level_.objects.size(); ++i) {
      if (!object(i).is_button()) continue;
      Event event;
      event.name = doer(agent) + "press " + names_[i];
      event.label = event.name;
      event.where = object(i).where;
      event.guard = is_at(agent, places_.of(i));
      if (places_.of(i).size() == 1) event.scene = places_.names()[places_.of(i)[0]];
      if (const auto found = wiring_of.find(i); found != wiring_of.end()) {
        event.body = toggles(*found->second);
      }
      const BranchId branch = add_event(std::move(event));
      add_content("button", i, branch);
    }
  }

  std::vector<Statement> toggles(const ButtonWiring& wiring) const {
    std::vector<Statement> body;
    const auto toggle = [&](VariableId variable, const SourceLocation& where) {
      Statement statement;
      statement.kind = Statement::Kind::kAdd;
      statement.where = where;
      statement.target = variable;
      statement.value = Term::of(Value{1});
      statement.overflow = Overflow::kWrap;
      body.push_back(std::move(statement));
    };
    for (const std::size_t door : wiring.doors) toggle(doors_.at(door), object(door).where);
    if (const auto button = buttons_.find(wiring.button); button != buttons_.end()) {
      toggle(button->second, object(wiring.button).where);
    }
    return body;
  }

  void add_walks(const Driven& agent, const Way& way) {
    std::vector<Condition> open;
    std::string through;
    for (const std::size_t door : way.doors) {
      through += (through.empty() ? "" : " and ") + names_[door];
      if (const auto variable = doors_.find(door); variable != doors_.end()) {
        open.push_back(Condition::equals(variable->second, 1));
      } else if (!is_open_at_start(door)) {
        return;  // closed for good
      }
    }
    add_walk(agent, way.from, way.to, open, through, way.doors.front());
    add_walk(agent, way.to, way.from, open, through, way.doors.front());
  }

  void add_walk(const Driven& agent, std::size_t from, std::size_t to,
                const std::vector<Condition>& open, const std::string& through, std::size_t door) {
    const std::string& destination = places_.names()[to];
    Event event;
    event.name = fmt::format("{}walk {} -> {} through {}", doer(agent), places_.names()[from],
                             destination, through);
    event.label = fmt::format("{}walk through {} to {}", doer(agent), through, destination);
    event.scene = places_.names()[from];
    event.where = object(door).where;
    std::vector<Condition> guard = {is_at(agent, {from})};
    guard.insert(guard.end(), open.begin(), open.end());
    event.guard = Condition::all(std::move(guard));
    Statement move;
    move.where = event.where;
    move.target = agent.place;
    move.value = Term::of(static_cast<Value>(to));
    event.body.push_back(std::move(move));
    add_event(std::move(event));
  }

  BranchId add_event(Event event) {
    const BranchId branch = {static_cast<std::uint32_t>(model_.branches.size())};
    const EventId id = {static_cast<std::uint32_t>(model_.events.size())};
    event.body_branch = branch;
    model_.branches.push_back({id, event.where, event.name});
    model_.events.push_back(std::move(event));
    return branch;
  }

  void add_content(const std::string& kind, std::size_t index, BranchId site) {
    const auto known = contents_.find(index);
    if (known != contents_.end()) {
      model_.contents[known->second].sites.push_back(site);
      return;
    }
    contents_[index] = model_.contents.size();
    model_.contents.push_back({kind, names_[index], object(index).where, {site}, false});
  }

  void add_quests() {
    std::vector<std::size_t> flags;
    for (std::size_t i = 0; i < level_.objects.size(); ++i) {
      if (object(i).is_door()) add_quest(i, "see " + names_[i] + " open", seen_open(i));
      if (object(i).thing == Thing::kFlag) flags.push_back(i);
    }
    const bool has_finish = std::any_of(
        flags.begin(), flags.end(), [&](std::size_t flag) { return object(flag).id == kFinish; });
    for (const std::size_t flag : flags) {
      add_quest(flag, "reach " + names_[flag], anyone_at(places_.of(flag)));
      model_.quests.back().main = !has_finish || object(flag).id == kFinish;
    }
  }

  void add_quest(std::size_t index, std::string title, Condition done) {
    Quest quest;
    quest.name = names_[index];
    quest.title = std::move(title);
    quest.where = object(index).where;
    quest.done = std::move(done);
    model_.quests.push_back(std::move(quest));
  }

  Condition seen_open(std::size_t door) const {
    if (const auto variable = doors_.find(door); variable != doors_.end()) {
      return Condition::all({Condition::equals(variable->second, 1), anyone_at(places_.of(door))});
    }
    return is_open_at_start(door) ? anyone_at(places_.of(door)) : Condition::never();
  }

  bool is_open_at_start(std::size_t door) const { return object(door).thing == Thing::kOpenDoor; }

  Condition anyone_at(const std::vector<std::size_t>& places) const {
    std::vector<Condition> any;
    for (const Driven& agent : agents_) {
      for (const std::size_t place : places) any.push_back(is_at(agent, {place}));
    }
    return disjunction(std::move(any));
  }

  static Condition is_at(const Driven& agent, const std::vector<std::size_t>& places) {
    std::vector<Condition> any;
    for (const std::size_t place : places) {
      any.push_back(Condition::equals(agent.place, static_cast<Value>(place)));
    }
    return disjunction(std::move(any));
  }

  static Condition disjunction(std::vector<Condition> parts) {
    if (parts.empty()) return Condition::never();
    return parts.size() == 1 ? std::move(parts.front()) : Condition::any(std::move(parts));
  }

  // A door may be called "zone".
  std::string free_name(std::string name) const {
    const auto taken = [&](const Variable& variable) { return variable.name == name; };
    while (std::any_of(model_.variables.begin(), model_.variables.end(), taken)) name += "_";
    return name;
  }

  static constexpr std::string_view kFinish = "Finish";

  const Level& level_;
  const LevelSettings& settings_;
  Diagnostics& diagnostics_;
  Places places_;
  std::vector<ButtonWiring> wirings_;
  std::vector<std::string> names_;               // of all objects
  std::map<std::size_t, VariableId> doors_;      // that can be toggled
  std::map<std::size_t, VariableId> buttons_;    // with StateKey::kButtons
  std::map<std::size_t, std::size_t> contents_;  // by object
  std::vector<Driven> agents_;
  GameModel model_;
};

}  // namespace

GameModel make_level_model(const Level& level, const LevelSettings& settings,
                           Diagnostics& diagnostics) {
  return LevelModelMaker(level, settings, diagnostics).run();
}

}  // namespace questproof::labrecruits
