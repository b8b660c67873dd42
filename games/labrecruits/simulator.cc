// SPDX-License-Identifier: MIT
#include "games/labrecruits/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "games/common/diagnostics.h"
#include "games/labrecruits/object_names.h"

namespace questproof::labrecruits {
namespace {

constexpr double kStep = 0.02;  // seconds
constexpr double kEyes = 1.46;
constexpr double kReach = 1.5;
constexpr double kFlagTouch = 0.19 + kBodyRadius;
constexpr double kMonsterSight = 4;
constexpr double kMonsterSpeed = 1.5 * kStep;
constexpr double kMonsterReach = 1;
constexpr double kPersonSpeed = 0.11;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::int64_t steps_of(double seconds) {
  return static_cast<std::int64_t>(std::llround(seconds / kStep));
}

bool is_fire(Thing thing) { return thing == Thing::kFire || thing == Thing::kMovingHazard; }

bool stays(Thing thing) {
  switch (thing) {
    case Thing::kDoor:
    case Thing::kOpenDoor:
    case Thing::kButton:
    case Thing::kColorButton:
    case Thing::kColorScreen:
    case Thing::kFlag:
    case Thing::kFire:
    case Thing::kMovingHazard: return true;
    default: return false;
  }
}

const char* type_of(Thing thing) {
  switch (thing) {
    case Thing::kDoor:
    case Thing::kOpenDoor: return "door";
    case Thing::kButton: return "button";
    case Thing::kColorButton: return "color_button";
    case Thing::kColorScreen: return "color_screen";
    case Thing::kFlag: return "flag";
    case Thing::kFire: return "fire";
    case Thing::kMovingHazard: return "hazard";
    case Thing::kMonster: return "monster";
    case Thing::kPerson: return "person";
    case Thing::kAgent: return "agent";
    default: return "thing";
  }
}

// Identifiers where they are given and no other thing has them; else the kind and the place.
std::vector<std::string> all_names(const Level& level) {
  std::vector<std::string> names = object_names(level);
  std::set<std::string> taken(names.begin(), names.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Object& object = level.objects[i];
    const bool walks = object.thing == Thing::kMonster || object.thing == Thing::kPerson;
    if (!names[i].empty() || (!stays(object.thing) && !walks)) continue;
    names[i] = object.id;
    if (names[i].empty() || taken.contains(names[i])) {
      names[i] = fmt::format("{}_x{}_y{}_z{}", type_of(object.thing), object.position.x,
                             object.position.sheet, object.position.z);
    }
    while (!taken.insert(names[i]).second) names[i] += "_";
  }
  return names;
}

struct Color {
  int red = 0;
  int green = 0;
  int blue = 0;
};

int hexadecimal(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

}  // namespace

SimulatorSettings read_simulator_settings(const Settings& settings,
                                          std::vector<Diagnostic>& diagnostics) {
  SimulatorSettings result;
  const auto refuse = [&](const Setting& setting, std::string remedy) {
    Diagnostic diagnostic;
    diagnostic.message =
        fmt::format("the setting '{}' cannot be '{}'", setting.name, setting.value);
    diagnostic.remedy = std::move(remedy);
    diagnostics.push_back(std::move(diagnostic));
  };
  const auto read = [&](const Setting& setting, double low, double high, double& member) {
    const char* end = setting.value.data() + setting.value.size();
    double value = 0;
    const auto [stop, problem] = std::from_chars(setting.value.data(), end, value);
    if (problem == std::errc{} && stop == end && value >= low && value <= high) {
      member = value;
    } else {
      refuse(setting, fmt::format("it is a number from {} to {}", low, high));
    }
  };
  for (const Setting& setting : settings) {
    if (setting.name == "view") {
      read(setting, 1, 1000, result.view_distance);
    } else if (setting.name == "speed") {
      read(setting, 0.001, 0.3, result.agent_speed);
    } else if (setting.name == "update") {
      read(setting, kStep, 10, result.update);
    } else if (setting.name == "jitter") {
      read(setting, 0, 10, result.jitter);
    } else if (setting.name == "dialect") {
      if (setting.value == "older") {
        result.dialect = Dialect::kOlder;
      } else if (setting.value != "current") {
        refuse(setting, "it is current or older");
      }
    } else {
      std::vector<std::string_view> known;
      for (const SettingInfo& info : kSimulatorSettings) known.push_back(info.name);
      Diagnostic diagnostic;
      diagnostic.message = fmt::format("there is no setting '{}'", setting.name);
      diagnostic.remedy =
          did_you_mean(setting.name, known, fmt::format("there are {}", fmt::join(known, ", ")));
      diagnostics.push_back(std::move(diagnostic));
    }
  }
  return result;
}

Simulator::Simulator(Level level, const SimulatorSettings& settings)
    : level_(std::move(level)),
      settings_(settings),
      ground_(level_),
      sight_(level_),
      names_(all_names(level_)),
      targets_(level_.objects.size()),
      at_cell_(ground_.cell_count()) {
  for (std::size_t i = 0; i < level_.objects.size(); ++i) {
    const Object& object = level_.objects[i];
    const std::size_t cell = ground_.cell_of(object.position);
    if (stays(object.thing)) at_cell_[cell].push_back(i);
    if (!ground_.is_ground(cell)) continue;
    if (object.thing == Thing::kAgent) agents_.push_back(i);
    if (object.thing == Thing::kMonster) monsters_.push_back(i);
    if (object.thing == Thing::kPerson) persons_.push_back(i);
  }
  for (const Wire& wire : level_.wires) targets_[wire.source].push_back(wire.target);
  if (agents_.empty()) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: there is no agent on ground that it could walk on; put one there, "
                            "as in f:a^agent0",
                            level_.source_file));
  }
  reset(1);
}

Introduction Simulator::introduce() {
  Introduction result;
  result.game = "Lab Recruits: " + level_.name;
  for (const std::size_t agent : agents_) result.agents.push_back(names_[agent]);
  result.can_save = true;
  result.view_distance = settings_.view_distance;
  result.reach = kReach;
  return result;
}

Observation Simulator::reset(std::uint64_t seed) {
  world_ = {};
  world_.chance = seed * 0x9E3779B97F4A7C15ULL + 1;
  world_.open.resize(level_.objects.size());
  world_.on.resize(level_.objects.size());
  std::set<std::size_t> woken_by_button;
  for (const Wire& wire : level_.wires) {
    if (level_.objects[wire.source].is_button()) woken_by_button.insert(wire.target);
  }
  const auto body = [&](std::size_t object) {
    const Position& position = level_.objects[object].position;
    return Walker{ground_.cell_of(position), static_cast<double>(position.x),
                  static_cast<double>(position.z)};
  };
  for (std::size_t i = 0; i < level_.objects.size(); ++i) {
    world_.open[i] = level_.objects[i].thing == Thing::kOpenDoor;
  }
  for (const std::size_t agent : agents_) {
    Agent& made = world_.agents.emplace_back();
    made.body = body(agent);
  }
  for (const std::size_t monster : monsters_) {
    world_.monsters.push_back({body(monster), !woken_by_button.contains(monster), 0, 0});
  }
  for (const std::size_t person : persons_) world_.persons.push_back({body(person), 0});
  known_.assign(agents_.size(), std::vector<bool>(ground_.cell_count(), false));
  return observation({});
}

std::uint64_t Simulator::random(std::uint64_t below) {
  // Steele, Lea, Flood: SplitMix (2014).
  world_.chance += 0x9E3779B97F4A7C15ULL;
  std::uint64_t bits = world_.chance;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
  return (bits ^ (bits >> 31U)) % below;
}

Observation Simulator::observe() { return observation({}); }

Observation Simulator::act(const Actions& actions) {
  std::map<std::string, std::string> refused;
  for (const auto& [name, action] : actions) {
    std::size_t which = 0;
    while (which < agents_.size() && names_[agents_[which]] != name) ++which;
    if (which == agents_.size()) {
      throw LiveFault(LiveFault::Kind::kRefusal, fmt::format("there is no agent '{}'", name));
    }
    Agent& agent = world_.agents[which];
    agent.moves = action.kind == Action::Kind::kMove;
    if (agent.moves) agent.target = action.to;
    if (is_over() || !is_alive(agent)) {
      if (action.kind != Action::Kind::kWait) refused[name] = "the game is over for it";
    } else if (action.kind == Action::Kind::kUse) {
      if (std::string why = use(agent, action.what); !why.empty()) refused[name] = why;
    } else if (action.kind == Action::Kind::kChoose) {
      refused[name] = "there is nothing to choose";
    }
  }
  const auto more = static_cast<std::uint64_t>(steps_of(settings_.jitter));
  const std::int64_t steps = std::max<std::int64_t>(1, steps_of(settings_.update)) +
                             static_cast<std::int64_t>(random(more + 1));
  for (std::int64_t i = 0; i < steps; ++i) advance();
  return observation(refused);
}

void Simulator::save(const std::string& slot) { slots_[slot] = world_; }

Observation Simulator::restore(const std::string& slot) {
  const auto found = slots_.find(slot);
  if (found == slots_.end()) {
    throw LiveFault(LiveFault::Kind::kRefusal, fmt::format("nothing was saved as '{}'", slot));
  }
  world_ = found->second;
  return observation({});
}

bool Simulator::is_over() const {
  return world_.finished || std::none_of(world_.agents.begin(), world_.agents.end(),
                                         [&](const Agent& agent) { return is_alive(agent); });
}

void Simulator::advance() {
  ++world_.step;
  if (is_over()) return;
  for (Agent& agent : world_.agents) advance_agent(agent);
  for (Monster& monster : world_.monsters) advance_monster(monster);
  for (std::size_t i = 0; i < persons_.size(); ++i) advance_person(i);
}

void Simulator::advance_agent(Agent& agent) {
  if (!is_alive(agent) || !agent.moves) return;
  const std::size_t before = agent.body.cell;
  step_towards(agent.body, agent.target, settings_.agent_speed, ground_, world_.open);
  if (agent.body.cell != before) enter_cell(agent);
  touch_flags(agent);
}

void Simulator::enter_cell(Agent& agent) {
  for (const std::size_t object : at_cell_[agent.body.cell]) {
    const Object& thing = level_.objects[object];
    if (is_fire(thing.thing)) agent.health = std::max(0.0, agent.health - 5);
    if (thing.is_button() && world_.touched.insert(object).second) agent.score += 1;
  }
}

void Simulator::touch_flags(Agent& agent) {
  for (const std::size_t object : at_cell_[agent.body.cell]) {
    const Object& thing = level_.objects[object];
    if (thing.thing != Thing::kFlag || world_.touched.contains(object)) continue;
    if (std::hypot(agent.body.x - thing.position.x, agent.body.z - thing.position.z) > kFlagTouch) {
      continue;
    }
    world_.touched.insert(object);
    agent.health = 100;
    agent.score += thing.id == "Finish" ? 500 : 100;
    if (thing.id == "Finish") world_.finished = true;
  }
}

void Simulator::advance_monster(Monster& monster) {
  if (!monster.awake || world_.step < monster.rests_until) return;
  Agent* nearest = nullptr;
  double best = kMonsterSight;
  const Point from = monster.body.at(ground_);
  for (Agent& agent : world_.agents) {
    const Point at = agent.body.at(ground_);
    const double apart = floor_distance(from, at);
    if (!is_alive(agent) || apart > best || std::abs(at.y - from.y) > 1) continue;
    nearest = &agent;
    best = apart;
  }
  if (nearest == nullptr) return;
  if (best > kMonsterReach) {
    step_towards(monster.body, nearest->body.at(ground_), kMonsterSpeed, ground_, world_.open);
    return;
  }
  nearest->health = std::max(0.0, nearest->health - 10);
  monster.hits = (monster.hits + 1) % 3;
  monster.rests_until = world_.step + steps_of(monster.hits == 0 ? 10 : 2);
}

void Simulator::advance_person(std::size_t which) {
  Person& person = world_.persons[which];
  const std::vector<std::size_t>& way = targets_[persons_[which]];
  if (way.empty()) return;
  const Position& goal = level_.objects[way[person.next % way.size()]].position;
  const Point target = {static_cast<double>(goal.x), 0, static_cast<double>(goal.z)};
  step_towards(person.body, target, kPersonSpeed, ground_, world_.open);
  if (floor_distance(person.body.at(ground_), target) < 0.1) ++person.next;
}

// Why it cannot be used, or "" when it was.
std::string Simulator::use(Agent& agent, const std::string& what) {
  const auto found = std::find(names_.begin(), names_.end(), what);
  const std::size_t button = static_cast<std::size_t>(found - names_.begin());
  if (what.empty() || found == names_.end()) return "there is no such thing";
  const Object& object = level_.objects[button];
  if (!object.is_button()) return "it is no button";
  const Point at = {static_cast<double>(object.position.x),
                    static_cast<double>(object.position.sheet),
                    static_cast<double>(object.position.z)};
  if (distance(agent.body.at(ground_), at) > kReach) return "it is too far away";
  if (world_.step < world_.ready[button]) return "it cannot be pressed again yet";
  world_.ready[button] = world_.step + steps_of(0.5);
  press(button);
  if (world_.on[button] && agent.pressed.insert(button).second) agent.score += 10;
  return "";
}

void Simulator::press(std::size_t button) {
  world_.on[button] = !world_.on[button];
  for (const std::size_t target : targets_[button]) {
    const Object& object = level_.objects[target];
    if (object.is_door()) world_.open[target] = !world_.open[target];
    if (object.is_button()) press(target);  // a circle of them is an error of the level
    for (std::size_t i = 0; i < monsters_.size(); ++i) {
      if (monsters_[i] == target) world_.monsters[i].awake = true;
    }
  }
}

Observation Simulator::observation(const std::map<std::string, std::string>& refused) {
  Observation result;
  result.time = std::round(static_cast<double>(world_.step) * kStep * 100) / 100;
  result.over = is_over();
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    View view = view_of(i);
    const std::string& name = names_[agents_[i]];
    if (const auto why = refused.find(name); why != refused.end()) view.refused = why->second;
    result.agents[name] = std::move(view);
  }
  return result;
}

View Simulator::view_of(std::size_t which) {
  const Agent& agent = world_.agents[which];
  View view;
  view.at = agent.body.at(ground_);
  view.health = agent.health;
  view.score = agent.score;
  view.alive = is_alive(agent);
  see_objects(which, view);
  see_terrain(which, view);
  return view;
}

// Cells that have a point within sight.
template <typename Visit>
void Simulator::visit_cells_around(const Point& eye, const Visit& visit) const {
  const auto range = [&](double middle, std::uint32_t count) {
    const double low = std::max(0.0, std::floor(middle - settings_.view_distance));
    const double high = std::min(count - 1.0, std::ceil(middle + settings_.view_distance));
    return std::pair<std::uint32_t, std::uint32_t>(
        static_cast<std::uint32_t>(std::max(low, 0.0)),
        high < 0 ? 0 : static_cast<std::uint32_t>(high) + 1);
  };
  const auto sheets = range(eye.y, level_.sheets);
  const auto rows = range(eye.z, level_.depth);
  const auto columns = range(eye.x, level_.width);
  for (std::uint32_t sheet = sheets.first; sheet < sheets.second; ++sheet) {
    for (std::uint32_t z = rows.first; z < rows.second; ++z) {
      for (std::uint32_t x = columns.first; x < columns.second; ++x) {
        visit(ground_.cell_of({sheet, z, x}));
      }
    }
  }
}

std::vector<std::size_t> Simulator::closed_doors_around(const Point& eye) const {
  std::vector<std::size_t> closed;
  visit_cells_around(eye, [&](std::size_t cell) {
    for (const std::size_t object : at_cell_[cell]) {
      if (level_.objects[object].is_door() && !world_.open[object]) closed.push_back(object);
    }
  });
  return closed;
}

bool Simulator::sees(const Point& eye, const Point& what, const std::vector<std::size_t>& closed,
                     std::size_t but_door) const {
  if (distance(eye, what) > settings_.view_distance || !sight_.is_free(eye, what)) return false;
  return std::none_of(closed.begin(), closed.end(), [&](std::size_t door) {
    return door != but_door && crosses(door_box(level_.objects[door]), eye, what);
  });
}

void Simulator::see_objects(std::size_t which, View& view) const {
  Point eye = view.at;
  eye.y += kEyes;
  const std::vector<std::size_t> closed = closed_doors_around(eye);
  const auto look = [&](SeenObject object, std::size_t door) {
    Point middle = object.at;
    middle.y += object.size.y / 2;
    if (sees(eye, middle, closed, door)) view.objects.push_back(std::move(object));
  };
  visit_cells_around(eye, [&](std::size_t cell) {
    for (const std::size_t object : at_cell_[cell]) {
      if (!names_[object].empty()) look(seen(object), object);
    }
  });
  const auto look_at_body = [&](const Walker& body, std::size_t object) {
    SeenObject seen_body;
    seen_body.id = names_[object];
    seen_body.type = type_of(level_.objects[object].thing);
    seen_body.at = body.at(ground_);
    seen_body.size = {2 * kBodyRadius, 1.7, 2 * kBodyRadius};
    seen_body.harmful = level_.objects[object].thing == Thing::kMonster;
    look(std::move(seen_body), kNone);
  };
  for (std::size_t i = 0; i < monsters_.size(); ++i) {
    look_at_body(world_.monsters[i].body, monsters_[i]);
  }
  for (std::size_t i = 0; i < persons_.size(); ++i) {
    look_at_body(world_.persons[i].body, persons_[i]);
  }
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (i != which) look_at_body(world_.agents[i].body, agents_[i]);
  }
}

void Simulator::see_terrain(std::size_t which, View& view) {
  Point eye = view.at;
  eye.y += kEyes;
  const std::vector<std::size_t> closed = closed_doors_around(eye);
  visit_cells_around(eye, [&](std::size_t cell) {
    if (!ground_.is_ground(cell) || known_[which][cell]) return;
    const Point middle = ground_.middle(cell);
    const std::vector<std::size_t>& doors = ground_.doors(cell);
    // What stands in a doorway is told by its door.
    const std::size_t door = doors.empty() ? kNone : doors.front();
    if (!sees(eye, {middle.x, middle.y + 0.05, middle.z}, closed, door)) return;
    known_[which][cell] = true;
    TerrainNode node;
    node.id = static_cast<std::uint32_t>(cell);
    node.at = middle;
    for (const std::size_t other : ground_.neighbours(cell)) {
      node.to.push_back(static_cast<std::uint32_t>(other));
    }
    view.terrain.push_back(std::move(node));
  });
}

std::string Simulator::color_of(std::size_t screen) const {
  Color sum;
  for (const Wire& wire : level_.wires) {
    if (wire.target != screen || !world_.on[wire.source]) continue;
    const std::string& digits = level_.objects[wire.source].color;
    if (digits.size() < 6) continue;
    const std::string_view text = digits;
    sum.red = std::min(255, sum.red + hexadecimal(text.substr(0, 2)));
    sum.green = std::min(255, sum.green + hexadecimal(text.substr(2, 2)));
    sum.blue = std::min(255, sum.blue + hexadecimal(text.substr(4, 2)));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", sum.red, sum.green, sum.blue);
}

SeenObject Simulator::seen(std::size_t index) const {
  const Object& object = level_.objects[index];
  SeenObject result;
  result.id = names_[index];
  result.type = type_of(object.thing);
  result.at = {static_cast<double>(object.position.x), static_cast<double>(object.position.sheet),
               static_cast<double>(object.position.z)};
  result.size = {1, 1, 1};
  if (object.is_door()) {
    const bool open = world_.open[index];
    result.size = door_box(object).size;
    result.blocks = !open;
    result.state["isOpen"] = open ? "true" : "false";
  } else if (object.is_button()) {
    result.size = {1, 0.3, 1};
    result.usable = true;
    result.state["isOn"] = world_.on[index] ? "true" : "false";
  } else if (object.thing == Thing::kFlag) {
    result.size = {0.37, 1, 0.37};
    result.state["isTouched"] = world_.touched.contains(index) ? "true" : "false";
  } else if (object.thing == Thing::kColorScreen) {
    result.state["color"] = color_of(index);
  } else if (is_fire(object.thing)) {
    result.harmful = true;
  }
  return result;
}

}  // namespace questproof::labrecruits
