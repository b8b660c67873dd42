// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "games/labrecruits/object_names.h"
#include "games/labrecruits/zones.h"

namespace questproof::labrecruits {
namespace {

class LevelWalker {
 public:
  LevelWalker(const Level& level, const LevelSettings& settings)
      : level_(level),
        settings_(settings),
        map_(level, settings.sheets),
        names_(object_names(level)) {
    for (std::size_t i = 0; i < level.objects.size(); ++i) {
      if (level.objects[i].thing == Thing::kOpenDoor) open_.insert(i);
      if (level.objects[i].thing == Thing::kAgent) at_[i] = level.objects[i].position;
    }
    for (const ButtonWiring& wiring : button_wirings(level)) toggles_[wiring.button] = wiring.doors;
  }

  std::vector<DrawnLeg> run(const PictureRequest& request) {
    std::size_t agent = 0;
    for (const PictureRequest::Step& step : request.steps) {
      const std::optional<std::size_t> object = object_at(step.where);
      agent = agent_of(step.event);
      if (!object || !level_.objects[*object].is_button()) continue;
      legs_.push_back({step.event + effect_text(*object), walk_to(agent, [&](const Position& cell) {
                         return reaches(cell, *object);
                       })});
      press(*object);
    }
    if (request.goal)
      finish(agent_of(request.steps.empty() ? "" : request.steps.back().event), request);
    return std::move(legs_);
  }

 private:
  void finish(std::size_t agent, const PictureRequest& request) {
    const std::optional<std::size_t> goal = object_at(*request.goal);
    if (!goal) return;
    const Position& position = level_.objects[*goal].position;
    const bool beside = level_.objects[*goal].is_door();
    legs_.push_back({request.goal_text, walk_to(agent, [&](const Position& cell) {
                       return beside ? are_beside(cell, position) : cell == position;
                     })});
  }

  std::optional<std::size_t> object_at(const SourceLocation& where) const {
    for (std::size_t i = 0; i < level_.objects.size(); ++i) {
      const Object& object = level_.objects[i];
      if (object.where == where &&
          (object.is_button() || object.is_door() || object.thing == Thing::kFlag)) {
        return i;
      }
    }
    return std::nullopt;
  }

  // Events of several agents begin with the name of theirs and a colon.
  std::size_t agent_of(const std::string& event) const {
    for (const auto& [agent, position] : at_) {
      if (event.starts_with(names_[agent] + ": ")) return agent;
      if (settings_.agents == level_.objects[agent].id) return agent;
    }
    return at_.empty() ? 0 : at_.begin()->first;
  }

  static bool are_beside(const Position& a, const Position& b) {
    const auto apart = [](std::uint32_t u, std::uint32_t v) { return u < v ? v - u : u - v; };
    return a.sheet == b.sheet && apart(a.x, b.x) + apart(a.z, b.z) == 1;
  }
  bool reaches(const Position& cell, std::size_t button) const {
    const Position& position = level_.objects[button].position;
    if (cell == position) return true;
    const auto square = [](std::uint32_t u, std::uint32_t v) {
      const double apart = static_cast<double>(u) - v;
      return apart * apart;
    };
    const double distance = square(cell.x, position.x) + square(cell.z, position.z) +
                            square(cell.sheet, position.sheet);
    return settings_.reach == Reach::kNear && distance <= 1.5 * 1.5;
  }

  bool can_stand(const Position& cell) const {
    if (map_.zone_at(cell)) return true;
    const std::optional<std::size_t> doorway = map_.doorway_at(cell);
    if (!doorway || !map_.doorways()[*doorway].passable) return false;
    const std::vector<std::size_t>& doors = map_.doorways()[*doorway].doors;
    return std::all_of(doors.begin(), doors.end(),
                       [&](std::size_t door) { return open_.contains(door); });
  }

  // Breadth-first over cells; the agent is at the end of the way afterwards.
  std::vector<Position> walk_to(std::size_t agent,
                                const std::function<bool(const Position&)>& is_goal) {
    const auto start = at_.find(agent);
    if (start == at_.end()) return {};
    std::map<Position, Position> before = {{start->second, start->second}};
    std::vector<Position> queue = {start->second};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Position cell = queue[next];
      if (is_goal(cell)) {
        std::vector<Position> way = {cell};
        while (way.back() != start->second) way.push_back(before.at(way.back()));
        std::reverse(way.begin(), way.end());
        start->second = cell;
        return way;
      }
      for (const Position& other : map_.neighbours(cell)) {
        if (can_stand(other) && before.try_emplace(other, cell).second) queue.push_back(other);
      }
    }
    return {};
  }

  std::string effect_text(std::size_t button) const {
    std::vector<std::string> opened;
    std::vector<std::string> closed;
    if (const auto doors = toggles_.find(button); doors != toggles_.end()) {
      for (const std::size_t door : doors->second) {
        (open_.contains(door) ? closed : opened).push_back(names_[door]);
      }
    }
    std::string text;
    if (!opened.empty()) text += fmt::format(", opens {}", fmt::join(opened, ", "));
    if (!closed.empty()) text += fmt::format(", closes {}", fmt::join(closed, ", "));
    return text;
  }

  void press(std::size_t button) {
    const auto doors = toggles_.find(button);
    if (doors == toggles_.end()) return;
    for (const std::size_t door : doors->second) {
      if (open_.erase(door) == 0) open_.insert(door);
    }
  }

  const Level& level_;
  const LevelSettings& settings_;
  ZoneMap map_;
  std::vector<std::string> names_;
  std::set<std::size_t> open_;                               // doors
  std::map<std::size_t, Position> at_;                       // agents
  std::map<std::size_t, std::vector<std::size_t>> toggles_;  // doors, by button
  std::vector<DrawnLeg> legs_;
};

}  // namespace

std::vector<DrawnLeg> walk_of(const Level& level, const LevelSettings& settings,
                              const PictureRequest& request) {
  return LevelWalker(level, settings).run(request);
}

}  // namespace questproof::labrecruits
