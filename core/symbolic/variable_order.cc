// SPDX-License-Identifier: MIT
#include "core/symbolic/variable_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/model/event_parts.h"

namespace questproof {
namespace {

constexpr int kForceRounds = 60;

// The variables that each event touches, without those that are constant.
std::vector<std::vector<VariableId>> touched_variables(const GameModel& model) {
  std::set<std::vector<VariableId>> events;
  for (const Event& event : model.events) {
    std::vector<VariableId> touched = variables_of(event.guard);
    const std::vector<VariableId> written = variables_of(event.body);
    touched.insert(touched.end(), written.begin(), written.end());
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::erase_if(touched, [&](VariableId variable) {
      return model.variables[variable.index].low == model.variables[variable.index].high;
    });
    if (!touched.empty()) events.insert(std::move(touched));
  }
  return {events.begin(), events.end()};
}

std::vector<std::uint32_t> places_of(const std::vector<VariableId>& order) {
  std::uint32_t largest = 0;
  for (const VariableId variable : order) largest = std::max(largest, variable.index);
  std::vector<std::uint32_t> places(largest + 1);
  for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i].index] = i;
  return places;
}

// Moves every variable to the middle of the events that touch it, until that no longer helps.
std::vector<VariableId> force(const std::vector<std::vector<VariableId>>& events,
                              std::vector<VariableId> order) {
  std::vector<VariableId> best = order;
  double best_cost = weighted_event_span(events, best);
  for (int round = 0; round < kForceRounds; ++round) {
    const std::vector<std::uint32_t> places = places_of(order);
    std::vector<double> sum(places.size()), weight(places.size());
    for (const auto& event : events) {
      double center = 0;
      for (const VariableId variable : event) center += places[variable.index];
      center /= static_cast<double>(event.size());
      for (const VariableId variable : event) {
        sum[variable.index] += center;
        weight[variable.index] += 1;
      }
    }
    const auto target = [&](VariableId variable) {
      const std::size_t i = variable.index;
      return weight[i] > 0 ? sum[i] / weight[i] : static_cast<double>(places[i]);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](VariableId a, VariableId b) { return target(a) < target(b); });
    const double cost = weighted_event_span(events, order);
    if (cost < best_cost) {
      best_cost = cost;
      best = order;
    }
  }
  return best;
}

// Breadth-first from a variable with few neighbours, neighbours with few neighbours first.
std::vector<VariableId> cuthill_mckee(const std::vector<std::vector<VariableId>>& events,
                                      const std::vector<VariableId>& variables) {
  std::vector<std::set<VariableId>> neighbours(places_of(variables).size());
  for (const auto& event : events) {
    for (const VariableId a : event) {
      for (const VariableId b : event) {
        if (a != b) neighbours[a.index].insert(b);
      }
    }
  }
  const auto fewer = [&](VariableId a, VariableId b) {
    return neighbours[a.index].size() != neighbours[b.index].size()
               ? neighbours[a.index].size() < neighbours[b.index].size()
               : a < b;
  };
  std::vector<VariableId> by_degree = variables;
  std::sort(by_degree.begin(), by_degree.end(), fewer);
  std::vector<VariableId> order;
  std::vector<bool> seen(neighbours.size(), false);
  for (const VariableId first : by_degree) {
    if (seen[first.index]) continue;
    seen[first.index] = true;
    std::size_t next = order.size();
    order.push_back(first);
    for (; next < order.size(); ++next) {
      const auto& around = neighbours[order[next].index];
      std::vector<VariableId> fresh(around.begin(), around.end());
      std::erase_if(fresh, [&](VariableId variable) { return seen[variable.index]; });
      std::sort(fresh.begin(), fresh.end(), fewer);
      for (const VariableId variable : fresh) seen[variable.index] = true;
      order.insert(order.end(), fresh.begin(), fresh.end());
    }
  }
  return order;
}

}  // namespace

double weighted_event_span(const std::vector<std::vector<VariableId>>& events,
                           const std::vector<VariableId>& order) {
  if (events.empty() || order.empty()) return 0;
  const std::vector<std::uint32_t> places = places_of(order);
  const auto size = static_cast<double>(order.size());
  double sum = 0;
  for (const auto& event : events) {
    std::uint32_t top = ~std::uint32_t{0}, bottom = 0;
    for (const VariableId variable : event) {
      top = std::min(top, places[variable.index]);
      bottom = std::max(bottom, places[variable.index]);
    }
    sum += (bottom - top + 1) / size * 2 * (size - top) / size;
  }
  return sum / static_cast<double>(events.size());
}

// What more than half of the events touch: where the player is, as a rule.
std::vector<VariableId> hubs(const std::vector<std::vector<VariableId>>& events) {
  std::map<VariableId, std::size_t> uses;
  for (const auto& event : events) {
    for (const VariableId variable : event) ++uses[variable];
  }
  std::vector<VariableId> found;
  for (const auto& [variable, count] : uses) {
    if (2 * count > events.size()) found.push_back(variable);
  }
  return found;
}

void remove(std::vector<VariableId>& list, const std::vector<VariableId>& what) {
  std::erase_if(list, [&](VariableId variable) {
    return std::find(what.begin(), what.end(), variable) != what.end();
  });
}

std::vector<VariableOrder> variable_orders(const GameModel& model) {
  const std::vector<std::vector<VariableId>> events = touched_variables(model);
  std::vector<VariableId> written;
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    if (model.variables[i].low < model.variables[i].high) written.push_back({i});
  }
  if (written.empty()) return {{"model", {}, 0}};
  const std::vector<VariableId> top = hubs(events);
  std::vector<std::vector<VariableId>> local = events;
  for (auto& event : local) remove(event, top);
  std::erase_if(local, [](const auto& event) { return event.empty(); });
  std::vector<VariableId> rest = written;
  remove(rest, top);
  std::vector<VariableOrder> orders;
  const auto add = [&](const std::string& method, const std::vector<VariableId>& above,
                       std::vector<VariableId> below) {
    below.insert(below.begin(), above.begin(), above.end());
    orders.push_back({method, std::move(below), 0});
  };
  const std::vector<VariableId> forced = force(events, written), apart = force(local, rest);
  const std::vector<VariableId> narrow = cuthill_mckee(events, written);
  add("FORCE", {}, forced);
  add("FORCE, upside down", {}, {forced.rbegin(), forced.rend()});
  add("Cuthill-McKee", {}, narrow);
  if (!top.empty()) {
    add("FORCE below hubs", top, apart);
    add("FORCE below hubs, upside down", top, {apart.rbegin(), apart.rend()});
  }
  for (VariableOrder& order : orders) order.cost = weighted_event_span(events, order.variables);
  std::stable_sort(orders.begin(), orders.end(),
                   [](const auto& a, const auto& b) { return a.cost < b.cost; });
  return orders;
}

}  // namespace questproof
