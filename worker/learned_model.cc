// SPDX-License-Identifier: MIT
#include "worker/learned_model.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "worker/known_zones.h"

namespace questproof {
namespace {

class ModelMaker {
 public:
  ModelMaker(const Belief& belief, const Point& start) : belief_(belief), zones_(belief) {
    start_ = belief.terrain().nearest(start);
  }

  GameModel run(const std::string& game, bool complete) {
    model_.name = game +
                  ", as learned by playing, if only buttons move doors, are always there and do "
                  "again what they did, "
                  "while the player lives and the game goes on";
    model_.variants.push_back({"start", {}});
    add_place();
    add_doors();
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) add_press(button);
    for (std::size_t place = 0; place < zones_.places.size(); ++place) add_walks(place);
    add_untried_places();
    add_untried_buttons();
    add_doubts();
    add_unconfirmed();
    // Whatever the reason is (a death, the budget): what is not complete must not be proved.
    if (!complete) add_way_out("play on, since not all was learned", start_place());
    if (!complete) add_open_pairs();
    if (!complete) add_untested_pairs();
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) add_quest(door);
    validate(model_);
    return std::move(model_);
  }

 private:
  VariableId add_variable(Variable variable, Value start) {
    const VariableId id = {static_cast<std::uint32_t>(model_.variables.size())};
    model_.variables.push_back(std::move(variable));
    model_.variants[0].values.push_back(start);
    return id;
  }

  void add_place() {
    Variable variable;
    variable.name = "zone";
    while (belief_.door(variable.name)) variable.name += "_";
    variable.kind = VariableKind::kPosition;
    variable.high = static_cast<Value>(zones_.places.size()) - 1;
    std::size_t zones = 0;
    std::size_t doorways = 0;
    for (const KnownZones::Place& place : zones_.places) {
      names_.push_back(place.is_doorway() ? fmt::format("doorway{}", ++doorways)
                                          : fmt::format("zone{}", ++zones));
    }
    variable.value_names = names_;
    place_ = add_variable(std::move(variable), static_cast<Value>(start_place()));
  }

  // Doors that some button is taken to toggle.
  void add_doors() {
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      Presses wires = belief_.doors()[door].wires.guess();
      const bool open = wires[0];
      wires.reset(0);
      if (wires.none()) continue;
      Variable variable;
      variable.name = belief_.doors()[door].id;
      variable.value_names = {"closed", "open"};
      doors_[door] = add_variable(std::move(variable), open ? 1 : 0);
    }
  }

  Condition at(std::size_t place) const {
    return Condition::equals(place_, static_cast<Value>(place));
  }

  // Nothing when it can never be.
  std::optional<Condition> open(std::size_t door) const {
    if (const auto found = doors_.find(door); found != doors_.end()) {
      return Condition::equals(found->second, 1);
    }
    if (belief_.doors()[door].wires.guess()[0]) return Condition::always();
    return std::nullopt;
  }

  std::size_t start_place() const { return zones_.place_of[start_]; }

  std::optional<std::size_t> place_of_button(std::size_t button) const {
    const std::size_t node = belief_.buttons()[button].node;
    if (node == Terrain::kNowhere) return std::nullopt;
    return zones_.place_of[node];
  }

  BranchId add_event(Event event) {
    const BranchId branch = {static_cast<std::uint32_t>(model_.branches.size())};
    const EventId id = {static_cast<std::uint32_t>(model_.events.size())};
    event.label = event.name;
    event.body_branch = branch;
    model_.branches.push_back({id, {}, event.name});
    model_.events.push_back(std::move(event));
    return branch;
  }

  void add_press(std::size_t button) {
    const std::optional<std::size_t> place = place_of_button(button);
    if (!place) return;
    Event event;
    event.name = "press " + belief_.buttons()[button].id;
    event.scene = names_[*place];
    event.guard = at(*place);
    for (const auto& [door, variable] : doors_) {
      if (!belief_.doors()[door].wires.guess()[bit_of_button(button)]) continue;
      Statement toggle;
      toggle.kind = Statement::Kind::kAdd;
      toggle.target = variable;
      toggle.value = Term::of(Value{1});
      toggle.overflow = Overflow::kWrap;
      event.body.push_back(std::move(toggle));
    }
    const BranchId branch = add_event(std::move(event));
    model_.contents.push_back({"button", belief_.buttons()[button].id, {}, {branch}, false});
  }

  void add_walks(std::size_t from) {
    for (const std::size_t to : zones_.places[from].beside) {
      std::set<std::size_t> doors(zones_.places[from].doors.begin(),
                                  zones_.places[from].doors.end());
      doors.insert(zones_.places[to].doors.begin(), zones_.places[to].doors.end());
      std::vector<Condition> guard = {at(from)};
      bool possible = true;
      for (const std::size_t door : doors) {
        const std::optional<Condition> free = open(door);
        possible = possible && free.has_value();
        if (free && free->kind != Condition::Kind::kTrue) guard.push_back(*free);
      }
      if (!possible) continue;
      Event event;
      event.name = fmt::format("walk {} -> {}", names_[from], names_[to]);
      event.scene = names_[from];
      event.guard = Condition::all(std::move(guard));
      Statement move;
      move.target = place_;
      move.value = Term::of(static_cast<Value>(to));
      event.body.push_back(std::move(move));
      add_event(std::move(event));
    }
  }

  void add_way_out(const std::string& what, std::size_t place) {
    if (!unknown_) {
      Variable variable;
      variable.name = "unknown";
      while (belief_.door(variable.name)) variable.name += "_";
      variable.high = 0;
      unknown_ = add_variable(std::move(variable), 0);
    }
    Event event;
    event.name = "untried: " + what;
    event.scene = names_[place];
    event.guard = at(place);
    Statement out;
    out.kind = Statement::Kind::kAdd;
    out.target = *unknown_;
    out.value = Term::of(Value{1});
    out.overflow = Overflow::kError;
    event.body.push_back(std::move(out));
    add_event(std::move(event));
  }

  void add_untried_places() {
    for (std::size_t place = 0; place < zones_.places.size(); ++place) {
      if (!zones_.places[place].edge.empty()) {
        add_way_out("go on beyond " + names_[place], place);
      }
    }
  }

  bool was_pressed(const KnownButton& button) const {
    return button.presses > 0 || button.tried_elsewhere;
  }

  void add_untried_buttons() {
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
      const KnownButton& known = belief_.buttons()[button];
      const std::optional<std::size_t> place = place_of_button(button);
      if (!place) {
        add_way_out(fmt::format("press {}, which stands at no known place", known.id),
                    start_place());
      } else if (!was_pressed(known)) {
        add_way_out("press " + known.id, *place);
      }
    }
    if (const std::size_t more = belief_.buttons_left_out(); more > 0) {
      add_way_out(fmt::format("press {} more buttons than are kept apart", more), start_place());
    }
  }

  // Of a door that contradicted what was certain, nothing is: what it did may happen anywhere.
  void add_doubts() {
    if (belief_.saw_choices()) add_way_out("make a choice that was offered", start_place());
    for (const KnownDoor& door : belief_.doors()) {
      if (door.conflicts > 0) add_way_out("whether " + door.id + " toggles", start_place());
    }
  }

  // What this run did not see may have changed since earlier ones did.
  void add_unconfirmed() {
    for (const std::string& what : belief_.unconfirmed()) {
      add_way_out("whether " + what + " is still as earlier runs saw it", start_place());
    }
  }

  void add_open_pairs() {
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
      const KnownButton& known = belief_.buttons()[button];
      const std::optional<std::size_t> place = place_of_button(button);
      if (!place || !was_pressed(known)) continue;
      for (const KnownDoor& door : belief_.doors()) {
        if (!door.wires.wire(button)) {
          add_way_out(fmt::format("press {} and look at {}", known.id, door.id), *place);
        }
      }
    }
  }

  // What follows from the equations, and was not tried from all sides (press_record.h).
  void add_untested_pairs() {
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
      const std::optional<std::size_t> place = place_of_button(button);
      if (!place || !was_pressed(belief_.buttons()[button])) continue;
      for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
        const KnownDoor& known = belief_.doors()[door];
        if (!known.wires.wire(button) || belief_.record().is_whole(button, door)) continue;
        add_way_out(fmt::format("press {} once more and look at {}", belief_.buttons()[button].id,
                                known.id),
                    *place);
      }
    }
  }

  void add_quest(std::size_t door) {
    Quest quest;
    quest.name = belief_.doors()[door].id;
    quest.title = "see " + quest.name + " open";
    std::vector<Condition> sides;
    for (const std::size_t side : zones_.sides[door]) sides.push_back(at(side));
    const std::optional<Condition> is_open = open(door);
    quest.done = !is_open || sides.empty()
                     ? Condition::never()
                     : Condition::all({*is_open, Condition::any(std::move(sides))});
    model_.quests.push_back(std::move(quest));
  }

  const Belief& belief_;
  KnownZones zones_;
  std::size_t start_ = 0;
  std::vector<std::string> names_;  // of places
  VariableId place_;
  std::optional<VariableId> unknown_;
  std::map<std::size_t, VariableId> doors_;
  GameModel model_;
};

}  // namespace

GameModel learn_model(const Belief& belief, const Point& start, const std::string& game,
                      bool complete) {
  return ModelMaker(belief, start).run(game, complete);
}

}  // namespace questproof
