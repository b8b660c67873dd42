// SPDX-License-Identifier: MIT
#include "worker/press_planner.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <queue>
#include <unordered_set>
#include <utility>

namespace questproof {
namespace {

constexpr double kPressCost = 4;
constexpr double kDetour = 1.4;  // how much longer ways are than straight lines
constexpr std::uint16_t kAtStart = 0xFFFF;

using Doors = std::bitset<PressPlanner::kMostDoors>;
using PerAgent = std::array<std::uint16_t, PressPlanner::kMostAgents>;

// A state that was reached.
struct State {
  Doors open;
  PerAgent last;  // by agent: the button that it pressed last, or kAtStart
  std::uint32_t before = 0;
  std::uint16_t agent = 0;
  std::uint16_t button = 0;
  double cost = 0;
};

// A press in a state, not yet done.
struct Branch {
  double cost = 0;
  std::uint32_t from = 0;
  std::uint16_t agent = 0;
  std::uint16_t button = 0;
  bool operator>(const Branch& other) const {
    if (cost != other.cost) return cost > other.cost;
    if (from != other.from) return from > other.from;
    return std::pair(agent, button) > std::pair(other.agent, other.button);
  }
};

struct Key {
  Doors open;
  Presses presses;
  PerAgent components;  // ascending: which agent is where makes no difference
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = std::hash<Doors>{}(key.open) * 31 + std::hash<Presses>{}(key.presses);
    for (const std::uint16_t each : key.components) hash = hash * 131 + each;
    return hash;
  }
};

class Search {
 public:
  Search(const Belief& belief, const KnownZones& zones,
         const std::vector<std::vector<std::size_t>>& button_places,
         const std::vector<bool>& may_press, const std::vector<PressPlanner::Start>& agents,
         bool open_wires)
      : belief_(belief),
        zones_(zones),
        places_of_button_(button_places),
        agents_(agents),
        open_wires_(open_wires),
        agent_count_(std::min(agents.size(), PressPlanner::kMostAgents)),
        limited_(agents.size() > PressPlanner::kMostAgents) {
    number_doors();
    for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
      add_button(button, may_press[button]);
    }
    add_places();
    reached_.resize(zones.places.size());
    open_.resize(belief.doors().size());
  }

  // Only these are pressed.
  void keep_buttons(const std::vector<bool>& counts) {
    std::erase_if(buttons_, [&](std::uint16_t button) { return !counts[button]; });
  }

  PressPlanner::Plan run_cheapest(std::size_t most, double least, double limit,
                                  const PressPlanner::Price& price) {
    double best = limit;
    std::size_t where = 0;
    const PressPlanner::Plan searched = run(most, [&](const PressPlanner::Situation& situation) {
      const double here = price(situation);
      if (here < best) best = here, where = states_.size() - 1;
      return situation.cost * least >= best;
    });
    PressPlanner::Plan plan = where > 0 ? plan_to(where) : PressPlanner::Plan{};
    plan.cost = best;
    plan.exhausted = searched.exhausted && !plan.found;
    return plan;
  }

  PressPlanner::Plan run(std::size_t most, const PressPlanner::Wish& wish) {
    PressPlanner::Plan plan;
    State start;
    start.last.fill(kAtStart);
    for (std::size_t i = 0; i < doors_.size(); ++i) start.open[i] = belief_.is_open(doors_[i]);
    if (visit(start, wish)) return plan_to(0);
    while (!queue_.empty()) {
      const Branch branch = queue_.top();
      queue_.pop();
      State state = states_[branch.from];
      state.open ^= toggles_[branch.button];
      state.last[branch.agent] = branch.button;
      state.before = branch.from;
      state.agent = branch.agent;
      state.button = branch.button;
      state.cost = branch.cost;
      if (visit(state, wish)) return plan_to(states_.size() - 1);
      if (states_.size() >= most) {
        plan.states = states_.size();
        return plan;
      }
    }
    plan.states = states_.size();
    plan.exhausted = !limited_;
    return plan;
  }

 private:
  // Doors that some button is taken to toggle; the others stay as they are.
  void number_doors() {
    number_.assign(belief_.doors().size(), kConstant);
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      Presses wires = belief_.doors()[door].wires.guess();
      wires.reset(0);
      if (wires.none()) continue;
      if (doors_.size() == PressPlanner::kMostDoors) {
        limited_ = true;
        continue;
      }
      number_[door] = doors_.size();
      doors_.push_back(door);
    }
  }

  void add_button(std::size_t button, bool may_press) {
    Doors& mask = toggles_.emplace_back();
    bool counts = false;
    for (std::size_t i = 0; i < doors_.size(); ++i) {
      mask[i] = belief_.doors()[doors_[i]].wires.guess()[bit_of_button(button)];
    }
    counts = mask.any();
    for (const KnownDoor& door : belief_.doors()) {
      if (counts || !open_wires_) break;
      counts = !door.wires.wire(button);
    }
    if (counts && may_press && !places_of_button_[button].empty()) {
      buttons_.push_back(static_cast<std::uint16_t>(button));
    }
  }

  void add_places() {
    for (const KnownZones::Place& place : zones_.places) {
      Doors& needed = needed_.emplace_back();
      bool never = false;
      for (const std::size_t door : place.doors) {
        if (number_[door] != kConstant) {
          needed.set(number_[door]);
        } else {
          never = never || !belief_.is_open(door);
        }
      }
      never_.push_back(never ? 1 : 0);
    }
  }

  std::size_t place_of(const State& state, std::size_t agent) const {
    if (state.last[agent] == kAtStart) return agents_[agent].place;
    return places_of_button_[state.last[agent]].front();
  }

  const Point& point_of(const State& state, std::size_t agent) const {
    if (state.last[agent] == kAtStart) return agents_[agent].at;
    return belief_.buttons()[state.last[agent]].last.at;
  }

  // Marks what the agent can walk to with its bit; the lowest of these places.
  std::uint16_t walk(std::size_t from, const Doors& open, char mark) {
    stack_.assign(1, from);
    reached_[from] = static_cast<char>(reached_[from] | mark);
    std::size_t lowest = from;
    while (!stack_.empty()) {
      const std::size_t at = stack_.back();
      stack_.pop_back();
      for (const std::size_t other : zones_.places[at].beside) {
        if ((reached_[other] & mark) != 0 || never_[other] != 0) continue;
        if ((needed_[other] & ~open).any()) continue;
        reached_[other] = static_cast<char>(reached_[other] | mark);
        lowest = std::min(lowest, other);
        stack_.push_back(other);
      }
    }
    return static_cast<std::uint16_t>(lowest);
  }

  // Whether the wish holds. Else what can be pressed then is put into the queue, if the state is new.
  bool visit(const State& state, const PressPlanner::Wish& wish) {
    Key key;
    key.open = state.open;
    key.components.fill(0);
    std::fill(reached_.begin(), reached_.end(), 0);
    for (std::size_t agent = 0; agent < agent_count_; ++agent) {
      key.components[agent] =
          walk(place_of(state, agent), state.open, static_cast<char>(1 << agent));
    }
    std::sort(key.components.begin(), key.components.begin() + agent_count_);
    if (open_wires_) key.presses = presses_at(state);
    if (!seen_.insert(key).second) return false;
    states_.push_back(state);
    const Presses presses = open_wires_ ? key.presses : presses_at(state);
    for (std::size_t door = 0; door < open_.size(); ++door) {
      open_[door] = number_[door] == kConstant ? belief_.is_open(door) : state.open[number_[door]];
    }
    at_.clear();
    for (std::size_t agent = 0; agent < agent_count_; ++agent) {
      at_.push_back(point_of(state, agent));
    }
    if (wish({reached_, open_, presses, at_, state.cost})) return true;
    const auto from = static_cast<std::uint32_t>(states_.size() - 1);
    for (const std::uint16_t button : buttons_) {
      const char who = reached_[places_of_button_[button].front()];
      for (std::size_t agent = 0; who != 0 && agent < agent_count_; ++agent) {
        if ((who & (1 << agent)) == 0) continue;
        const double way =
            distance(point_of(state, agent), belief_.buttons()[button].last.at) * kDetour;
        queue_.push(
            {state.cost + kPressCost + way, from, static_cast<std::uint16_t>(agent), button});
      }
    }
    return false;
  }

  Presses presses_at(const State& state) const {
    Presses presses = belief_.presses();
    for (const State* at = &state; is_step(*at); at = &states_[at->before]) {
      presses.flip(bit_of_button(at->button));
    }
    return presses;
  }

  static bool is_step(const State& state) { return state.cost > 0; }

  PressPlanner::Plan plan_to(std::size_t index) const {
    PressPlanner::Plan plan;
    plan.found = true;
    plan.states = states_.size();
    plan.cost = states_[index].cost;
    for (const State* at = &states_[index]; is_step(*at); at = &states_[at->before]) {
      plan.presses.push_back({at->agent, at->button});
    }
    std::reverse(plan.presses.begin(), plan.presses.end());
    return plan;
  }

  static constexpr std::size_t kConstant = static_cast<std::size_t>(-1);

  const Belief& belief_;
  const KnownZones& zones_;
  const std::vector<std::vector<std::size_t>>& places_of_button_;
  const std::vector<PressPlanner::Start>& agents_;
  bool open_wires_;
  std::size_t agent_count_;
  bool limited_;

  std::vector<std::size_t> doors_;      // those that change
  std::vector<std::size_t> number_;     // by door: in that list
  std::vector<std::uint16_t> buttons_;  // those that count
  std::vector<Doors> toggles_;          // by button
  std::vector<Doors> needed_;           // by place: doors that must be open
  std::vector<char> never_;             // by place: a door that stays closed is in it

  std::vector<State> states_;
  std::unordered_set<Key, KeyHash> seen_;
  std::priority_queue<Branch, std::vector<Branch>, std::greater<>> queue_;
  std::vector<char> reached_;  // by place: bits of agents
  std::vector<char> open_;     // by door
  std::vector<Point> at_;      // by agent
  std::vector<std::size_t> stack_;
};

}  // namespace

PressPlanner::PressPlanner(const Belief& belief, const KnownZones& zones,
                           std::vector<bool> may_press)
    : belief_(belief), zones_(zones), may_press_(std::move(may_press)) {
  for (const KnownButton& button : belief.buttons()) {
    std::vector<std::size_t>& places = button_places_.emplace_back();
    if (button.node != Terrain::kNowhere && button.node < zones.place_of.size()) {
      places.push_back(zones.place_of[button.node]);
    }
  }
}

std::vector<bool> PressPlanner::doors_after(const Presses& presses) const {
  std::vector<bool> open;
  for (const KnownDoor& door : belief_.doors()) open.push_back(door.wires.guessed_state(presses));
  return open;
}

std::vector<bool> PressPlanner::reachable(std::size_t place, const std::vector<bool>& open) const {
  std::vector<bool> reached(zones_.places.size(), false);
  std::vector<std::size_t> queue = {place};
  reached[place] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const std::size_t other : zones_.places[queue[next]].beside) {
      const std::vector<std::size_t>& doors = zones_.places[other].doors;
      if (reached[other] ||
          !std::all_of(doors.begin(), doors.end(), [&](std::size_t door) { return open[door]; })) {
        continue;
      }
      reached[other] = true;
      queue.push_back(other);
    }
  }
  return reached;
}

PressPlanner::Plan PressPlanner::find(const std::vector<Start>& agents, bool open_wires,
                                      std::size_t most, const Wish& wish) const {
  return Search(belief_, zones_, button_places_, may_press_, agents, open_wires).run(most, wish);
}

PressPlanner::Plan PressPlanner::find_cheapest(const std::vector<Start>& agents,
                                               const std::vector<bool>& counts, std::size_t most,
                                               double least, double limit,
                                               const Price& price) const {
  Search search(belief_, zones_, button_places_, may_press_, agents, true);
  search.keep_buttons(counts);
  return search.run_cheapest(most, least, limit, price);
}

}  // namespace questproof
