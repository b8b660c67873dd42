// SPDX-License-Identifier: MIT
#include "worker/belief.h"

#include <algorithm>
#include <cmath>

namespace questproof {
namespace {

// Costs of ways: what harms is the last resort, after whatever can be done without.
constexpr double kHarm = 10000;             // of a node on which something harmful stands
constexpr double kNearHarm = 10;            // within reach of something harmful that moves
constexpr double kFrail = 10;               // health with which nothing harmful is touched any more
constexpr double kFrailAmongMonsters = 30;  // that, where something may hit as well
constexpr double kHarmReach = 2.2;
constexpr double kOpenAtStart = 2;     // logarithm of the odds against it
constexpr double kLeastCost = 0.05;    // of a wire, in these
constexpr double kBorder = 0.02;       // as good as on the line between two nodes
constexpr std::uint64_t kMemory = 80;  // updates for which something that moves is taken to be near

double frail(const std::map<std::string, std::uint64_t>& monsters_seen) {
  return monsters_seen.empty() ? kFrail : kFrailAmongMonsters;
}

bool moves(const SeenObject& object) { return object.type == "monster"; }

}  // namespace

std::optional<std::size_t> Belief::door(const std::string& id) const {
  const auto found = door_index_.find(id);
  if (found == door_index_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::size_t> Belief::button(const std::string& id) const {
  const auto found = button_index_.find(id);
  if (found == button_index_.end()) return std::nullopt;
  return found->second;
}

const SeenObject* Belief::object(const std::string& id) const {
  const auto found = objects_.find(id);
  return found == objects_.end() ? nullptr : &found->second;
}

const std::vector<std::size_t>& Belief::doors_at(std::size_t node) const {
  static const std::vector<std::size_t> kNone;
  return node < ground_.size() ? ground_[node].doors : kNone;
}

Belief::Ground& Belief::ground(std::size_t node) {
  if (node >= ground_.size()) ground_.resize(node + 1);
  return ground_[node];
}

void Belief::weigh_wires() {
  odds_ = WireOdds(*this);
  for (std::size_t door = 0; door < doors_.size(); ++door) {
    std::vector<double> costs = {kOpenAtStart};
    for (std::size_t button = 0; button < buttons_.size(); ++button) {
      const double chance = odds_.chance(button, door);
      costs.push_back(std::max(kLeastCost, std::log((1 - chance) / chance)));
    }
    doors_[door].wires.weigh(std::move(costs));
  }
}

std::size_t Belief::standing_at(const Point& point) const {
  const std::size_t nearest = terrain_.nearest(point);
  if (nearest == Terrain::kNowhere || is_passable(nearest)) return nearest;
  const double half = terrain_.spacing() / 2 + kBorder;
  for (const std::size_t other : terrain_.node(nearest).to) {
    const Point& middle = terrain_.node(other).at;
    if (is_passable(other) && std::abs(middle.x - point.x) <= half &&
        std::abs(middle.z - point.z) <= half) {
      return other;
    }
  }
  return nearest;
}

bool Belief::shuns_harm() const {
  return health_ <= frail(harm_seen_) &&
         std::any_of(ground_.begin(), ground_.end(),
                     [](const Ground& ground) { return ground.harm > 0; });
}

bool Belief::is_passable(std::size_t node) const {
  if (!terrain_.node(node).seen) return false;
  if (node >= ground_.size()) return true;
  const Ground& ground = ground_[node];
  if (ground.avoided || (health_ <= frail(harm_seen_) && ground.harm > 0)) return false;
  return std::all_of(ground.doors.begin(), ground.doors.end(),
                     [&](std::size_t door) { return is_open(door); });
}

double Belief::danger(std::size_t node, std::uint64_t update) const {
  double cost = 0;
  // The less is left, the wider the way around.
  const double fear = health_ > 60 ? 1 : health_ > frail(harm_seen_) ? 3 : 40;
  if (node < ground_.size()) cost += ground_[node].harm * fear;
  for (const auto& [id, seen] : harm_seen_) {
    if (seen + kMemory < update) continue;
    const Point& at = objects_.at(id).at;
    if (distance(at, terrain_.node(node).at) < kHarmReach) cost += kNearHarm * fear;
  }
  return cost;
}

// A door closes the nodes that lie in its box; a thin one, the node in which it stands.
void Belief::cover(std::size_t door) {
  KnownDoor& known = doors_[door];
  for (const std::size_t node : known.nodes) {
    std::vector<std::size_t>& doors = ground(node).doors;
    doors.erase(std::remove(doors.begin(), doors.end(), door), doors.end());
  }
  known.nodes.clear();
  const Point& at = known.last.at;
  const double least = terrain_.spacing() * 0.49;
  const double x = std::max(least, known.last.size.x / 2 - least);
  const double z = std::max(least, known.last.size.z / 2 - least);
  for (const std::size_t node : terrain_.around(at, std::hypot(x, z) + 1)) {
    const Point& middle = terrain_.node(node).at;
    if (std::abs(middle.x - at.x) > x || std::abs(middle.z - at.z) > z) continue;
    if (std::abs(middle.y - at.y) > 0.75) continue;
    known.nodes.push_back(node);
    ground(node).doors.push_back(door);
  }
}

Belief::News Belief::see(const View& view, std::uint64_t update) {
  News news;
  health_ = view.health;
  saw_choices_ = saw_choices_ || !view.choices.empty();
  for (const TerrainNode& node : view.terrain) {
    news.terrain = terrain_.add(node) || news.terrain;
    seen_places_.insert(node.id);
    if (!remembered_nodes_.empty()) remembered_nodes_.erase(*terrain_.find(node.id));
  }
  for (const SeenObject& object : view.objects) see_object(object, update, news);
  if (news.terrain) place_things(view.at);
  return news;
}

// On terrain that has grown, near a point or anywhere.
void Belief::place_things(const std::optional<Point>& near) {
  for (std::size_t door = 0; door < doors_.size(); ++door) {
    if (!near || distance(doors_[door].last.at, *near) < 30) cover(door);
  }
  for (KnownButton& button : buttons_) {
    if (button.node == Terrain::kNowhere) button.node = terrain_.at(button.last.at);
  }
  for (const auto& [id, object] : objects_) {
    if (!object.harmful || moves(object)) continue;
    const std::size_t node = terrain_.at(object.at);
    if (node != Terrain::kNowhere) ground(node).harm = kHarm;
  }
}

void Belief::see_object(const SeenObject& object, std::uint64_t update, News& news) {
  const bool fresh = objects_.insert_or_assign(object.id, object).second;
  if (object.harmful && moves(object)) harm_seen_[object.id] = update;
  news.objects = news.objects || fresh;
  if (object.harmful && !moves(object)) {
    const std::size_t node = terrain_.at(object.at);
    if (node != Terrain::kNowhere) ground(node).harm = kHarm;
  }
  if (object.blocks) see_door(object, update, news);
  if (object.usable) know_button(object);
}

void Belief::know_button(const SeenObject& object) {
  const auto [entry, first] = button_index_.try_emplace(object.id, buttons_.size());
  if (first && buttons_.size() < kMostButtons) buttons_.emplace_back().id = object.id;
  if (entry->second >= buttons_.size()) return;
  KnownButton& button = buttons_[entry->second];
  button.last = object;
  if (button.node == Terrain::kNowhere) button.node = terrain_.at(object.at);
}

std::size_t Belief::know_door(const SeenObject& object) {
  const auto [entry, first] = door_index_.try_emplace(object.id, doors_.size());
  if (first) doors_.emplace_back().id = object.id;
  KnownDoor& door = doors_[entry->second];
  const bool moved = first || door.last.at != object.at || door.last.size != object.size;
  door.last = object;
  if (moved) cover(entry->second);
  return entry->second;
}

void Belief::see_door(const SeenObject& object, std::uint64_t update, News& news) {
  const bool first = !door_index_.contains(object.id);
  const std::size_t index = know_door(object);
  doors_[index].seen_at = update;
  doors_[index].presses_when_seen = press_count_;
  const bool open = !*object.blocks;
  doors_[index].seen_open = doors_[index].seen_open || open;
  const bool surprise = !first && doors_[index].wires.guessed_state(presses_) != open;
  news.surprise = news.surprise || surprise;
  const std::uint64_t conflicts = doors_[index].conflicts;
  learn({update, index, open, presses_}, news);
  if (doors_[index].conflicts == conflicts) {
    record_.see(index);
  } else {
    record_.forget(index);
  }
}

void Belief::learn(const DoorSighting& sighting, News& news) {
  KnownDoor& door = doors_[sighting.door];
  switch (door.wires.add(sighting.presses, sighting.open, sightings_.size())) {
    case ParitySystem::News::kKnown: return;
    case ParitySystem::News::kConflict:
      ++door.conflicts;
      news.conflict = true;
      break;
    case ParitySystem::News::kFresh: break;
  }
  news.wires = true;
  sightings_.push_back(sighting);
}

Belief::News Belief::recall(const std::vector<TerrainNode>& places,
                            const std::vector<SeenObject>& things) {
  News news;
  for (const TerrainNode& node : places) {
    news.terrain = terrain_.add(node) || news.terrain;
    recalled_places_.insert(node.id);
  }
  for (const SeenObject& thing : things) {
    if (!objects_.try_emplace(thing.id, thing).second) continue;
    news.objects = true;
    if (thing.blocks) know_door(thing);
    if (thing.usable) know_button(thing);
  }
  if (news.terrain || news.objects) place_things(std::nullopt);
  return news;
}

void Belief::recall_press(const std::string& id) {
  const auto index = button(id);
  if (index && *index < buttons_.size()) buttons_[*index].tried_elsewhere = true;
}

bool Belief::is_untried(std::size_t button) const {
  if (buttons_[button].presses > 0) return false;
  return !buttons_[button].tried_elsewhere ||
         std::any_of(doors_.begin(), doors_.end(),
                     [&](const KnownDoor& door) { return !door.wires.wire(button); });
}

Belief::News Belief::recall_sighting(const DoorSighting& sighting) {
  News news;
  doors_[sighting.door].seen_open = doors_[sighting.door].seen_open || sighting.open;
  learn(sighting, news);
  return news;
}

void Belief::relearn(std::size_t door, const std::vector<DoorSighting>& sightings) {
  doors_[door].wires = ParitySystem();
  News news;
  for (const DoorSighting& each : sightings) learn(each, news);
}

void Belief::press(const std::string& id) {
  const auto index = button(id);
  if (!index || *index >= buttons_.size()) return;
  ++press_count_;
  if (++buttons_[*index].presses == 1) first_press_ = press_count_;
  std::vector<std::optional<bool>> open;
  for (const KnownDoor& door : doors_) open.push_back(door.wires.state(presses_));
  record_.press(*index, open);
  presses_.flip(bit_of_button(*index));
}

void Belief::begin_with_memory() {
  has_memory_ = true;
  for (const std::uint32_t place : recalled_places_) {
    const std::optional<std::size_t> node = terrain_.find(place);
    if (node && !seen_places_.contains(place)) remembered_nodes_.insert(*node);
  }
}

bool Belief::is_remembered_button(std::size_t button) const {
  return has_memory_ && buttons_[button].presses == 0;
}

bool Belief::is_remembered_door(std::size_t door) const {
  const std::optional<std::uint64_t>& seen = doors_[door].presses_when_seen;
  return has_memory_ && (!seen || *seen < first_press_);
}

std::vector<std::string> Belief::unconfirmed() const {
  std::vector<std::string> what;
  if (!has_memory_) return what;
  for (std::size_t button = 0; button < buttons_.size(); ++button) {
    if (is_remembered_button(button)) what.push_back("button " + buttons_[button].id);
  }
  for (std::size_t door = 0; door < doors_.size(); ++door) {
    if (is_remembered_door(door)) what.push_back("door " + doors_[door].id);
  }
  for (const std::uint32_t place : recalled_places_) {
    if (!seen_places_.contains(place)) what.push_back("place " + std::to_string(place));
  }
  return what;
}

void Belief::restart() {
  presses_ = no_presses();
  record_.begin_anew();
}

}  // namespace questproof
