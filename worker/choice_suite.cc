// SPDX-License-Identifier: MIT
#include "worker/choice_suite.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::uint32_t kNoClass = ~std::uint32_t{0};

}  // namespace

ChoiceSuite::ChoiceSuite(const ChoiceGraph& graph) : graph_(graph) {
  find_ways();
  tell_apart();
}

std::optional<ChoiceSuite::NodeId> ChoiceSuite::target(NodeId node, std::size_t edge) const {
  const ChoiceEdge& taken = graph_.nodes[node].edges[edge];
  if (taken.targets.size() != 1) return std::nullopt;
  return taken.targets.front();
}

std::optional<ChoiceSuite::NodeId> ChoiceSuite::after(NodeId node,
                                                      const std::string& choice) const {
  const std::vector<ChoiceEdge>& edges = graph_.nodes[node].edges;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    if (edges[edge].choice == choice) return target(node, edge);
  }
  return std::nullopt;
}

void ChoiceSuite::find_ways() {
  last_steps_.resize(graph_.nodes.size());
  if (graph_.nodes.empty()) return;
  std::vector<bool> known(graph_.nodes.size(), false);
  known[0] = true;
  by_distance_.push_back(0);
  for (std::size_t next = 0; next < by_distance_.size(); ++next) {
    const NodeId node = by_distance_[next];
    for (std::size_t edge = 0; edge < graph_.nodes[node].edges.size(); ++edge) {
      const std::optional<NodeId> to = target(node, edge);
      if (!to || known[*to]) continue;
      known[*to] = true;
      last_steps_[*to] = Step{node, graph_.nodes[node].edges[edge].choice};
      by_distance_.push_back(*to);
    }
  }
}

ChoiceSuite::Choices ChoiceSuite::way_to(NodeId node) const {
  Choices way;
  for (; last_steps_[node]; node = last_steps_[node]->from) {
    way.push_back(last_steps_[node]->choice);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

// Nodes stay together that were, and whose choices lead to nodes that were (Moore 1956).
ChoiceSuite::Classes ChoiceSuite::refined(const Classes& classes) const {
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  Classes finer(classes.size(), kNoClass);
  for (const NodeId node : by_distance_) {
    std::vector<std::uint32_t> signature = {classes[node]};
    for (std::size_t edge = 0; edge < graph_.nodes[node].edges.size(); ++edge) {
      const std::optional<NodeId> to = target(node, edge);
      signature.push_back(to ? classes[*to] : kNoClass);
    }
    finer[node] = numbers.emplace(std::move(signature), static_cast<std::uint32_t>(numbers.size()))
                      .first->second;
  }
  return finer;
}

void ChoiceSuite::tell_apart() {
  std::map<LookId, std::uint32_t> numbers;
  Classes classes(graph_.nodes.size(), kNoClass);
  for (const NodeId node : by_distance_) {
    classes[node] =
        numbers.emplace(graph_.nodes[node].look, static_cast<std::uint32_t>(numbers.size()))
            .first->second;
  }
  std::vector<Classes> rounds = {classes};
  const auto count = [](const Classes& each) {
    return std::set<std::uint32_t>(each.begin(), each.end()).size();
  };
  for (;;) {
    Classes finer = refined(rounds.back());
    if (count(finer) == count(rounds.back())) break;
    rounds.push_back(std::move(finer));
  }
  std::set<std::uint32_t> represented;
  for (const NodeId node : by_distance_) {
    if (represented.insert(rounds.back()[node]).second) representatives_.push_back(node);
  }
  choose_experiments(rounds);
}

// Choices after which two states look different that are told apart at last: in the round that told them apart some
// choice led to states that the round before had told apart.
ChoiceSuite::Choices ChoiceSuite::difference(NodeId a, NodeId b,
                                             const std::vector<Classes>& rounds) const {
  Choices choices;
  while (graph_.nodes[a].look == graph_.nodes[b].look) {
    std::size_t round = 0;
    while (round < rounds.size() && rounds[round][a] == rounds[round][b]) ++round;
    QUEST_CHECK(round > 0 && round < rounds.size());
    const std::size_t before = choices.size();
    for (std::size_t edge = 0; edge < graph_.nodes[a].edges.size(); ++edge) {
      const std::optional<NodeId> from_a = target(a, edge);
      const std::optional<NodeId> from_b = target(b, edge);
      if (!from_a || !from_b) continue;
      if (rounds[round - 1][*from_a] == rounds[round - 1][*from_b]) continue;
      choices.push_back(graph_.nodes[a].edges[edge].choice);
      a = *from_a;
      b = *from_b;
      break;
    }
    if (choices.size() == before) break;  // they differ in what is not known of them
  }
  return choices;
}

std::vector<LookId> ChoiceSuite::seen_in(NodeId node, const Choices& choices) const {
  std::vector<LookId> seen;
  std::optional<NodeId> at = node;
  for (const std::string& choice : choices) {
    at = after(*at, choice);
    if (!at) break;
    seen.push_back(graph_.nodes[*at].look);
  }
  return seen;
}

void ChoiceSuite::choose_experiments(const std::vector<Classes>& rounds) {
  std::map<LookId, std::vector<NodeId>> alike;
  for (const NodeId node : representatives_) alike[graph_.nodes[node].look].push_back(node);
  for (auto& [look, nodes] : alike) {
    std::vector<Choices>& experiments = experiments_[look];
    std::deque<std::vector<NodeId>> groups = {nodes};
    while (!groups.empty()) {
      const std::vector<NodeId> group = std::move(groups.front());
      groups.pop_front();
      if (group.size() < 2) continue;
      Choices experiment = difference(group[0], group[1], rounds);
      std::map<std::vector<LookId>, std::vector<NodeId>> by_outcome;
      for (const NodeId node : group) by_outcome[seen_in(node, experiment)].push_back(node);
      if (by_outcome.size() < 2) continue;
      for (auto& [outcome, part] : by_outcome) groups.push_back(std::move(part));
      if (std::find(experiments.begin(), experiments.end(), experiment) == experiments.end()) {
        experiments.push_back(std::move(experiment));
      }
    }
  }
}

const std::vector<ChoiceSuite::Choices>& ChoiceSuite::experiments(LookId look) const {
  static const std::vector<Choices> kNone;
  const auto found = experiments_.find(look);
  return found == experiments_.end() ? kNone : found->second;
}

namespace {

// An edge, and the one that is taken after it.
struct Pairs {
  std::vector<std::size_t> first_edge;            // by node: the number of its first edge
  std::vector<std::set<std::size_t>> open_after;  // by number of an edge: edges that are open then
  std::size_t left = 0;
};

}  // namespace

std::vector<ChoiceSuite::Choices> ChoiceSuite::tours_of_pairs(std::size_t longest) const {
  Pairs pairs;
  std::size_t count = 0;
  for (const ChoiceNode& node : graph_.nodes) {
    pairs.first_edge.push_back(count);
    count += node.edges.size();
  }
  // One number more stands for the start, after no choice.
  pairs.open_after.resize(count + 1);
  const auto open = [&](std::size_t number, NodeId node) {
    for (std::size_t edge = 0; edge < graph_.nodes[node].edges.size(); ++edge) {
      if (target(node, edge)) pairs.open_after[number].insert(edge);
    }
    pairs.left += pairs.open_after[number].size();
  };
  if (graph_.nodes.empty()) return {};
  open(count, 0);
  for (const NodeId node : by_distance_) {
    for (std::size_t edge = 0; edge < graph_.nodes[node].edges.size(); ++edge) {
      if (const auto to = target(node, edge)) open(pairs.first_edge[node] + edge, *to);
    }
  }
  // The shortest way from an edge, which leads to a node, to one after which something is open.
  const auto way_to_open = [&](std::size_t number, NodeId node) {
    struct Visit {
      NodeId node = 0;
      std::size_t before = 0;
      std::size_t edge = 0;  // by which it was come to
    };
    std::vector<std::size_t> way;
    if (!pairs.open_after[number].empty()) return std::optional(way);
    std::vector<Visit> visits = {{node, 0, 0}};
    std::vector<bool> known(graph_.nodes.size(), false);
    known[node] = true;
    for (std::size_t next = 0; next < visits.size(); ++next) {
      const NodeId at = visits[next].node;
      for (std::size_t edge = 0; edge < graph_.nodes[at].edges.size(); ++edge) {
        const std::optional<NodeId> to = target(at, edge);
        if (!to) continue;
        const bool found = !pairs.open_after[pairs.first_edge[at] + edge].empty();
        if (!found && known[*to]) continue;
        known[*to] = true;
        visits.push_back({*to, next, edge});
        if (!found) continue;
        for (std::size_t visit = visits.size() - 1; visit > 0; visit = visits[visit].before) {
          way.push_back(visits[visit].edge);
        }
        std::reverse(way.begin(), way.end());
        return std::optional(way);
      }
    }
    return std::optional<std::vector<std::size_t>>();
  };
  std::vector<Choices> tours;
  while (pairs.left > 0) {
    Choices tour;
    std::size_t number = count;
    NodeId node = 0;
    const std::size_t left = pairs.left;
    while (tour.size() < longest) {
      std::optional<std::vector<std::size_t>> way = way_to_open(number, node);
      if (!way) break;
      if (way->empty()) way->push_back(*pairs.open_after[number].begin());
      for (const std::size_t edge : *way) {
        pairs.left -= pairs.open_after[number].erase(edge);
        number = pairs.first_edge[node] + edge;
        tour.push_back(graph_.nodes[node].edges[edge].choice);
        node = *target(node, edge);
      }
    }
    if (pairs.left == left) break;  // what is left is too far away
    tours.push_back(std::move(tour));
  }
  return tours;
}

std::optional<ChoiceSuite::Choices> ChoiceSuite::loop(NodeId node, std::size_t edge,
                                                      std::size_t longest) const {
  const std::optional<NodeId> first = target(node, edge);
  if (!first) return std::nullopt;
  std::map<NodeId, Choices> ways = {{*first, {graph_.nodes[node].edges[edge].choice}}};
  std::deque<NodeId> open = {*first};
  while (!open.empty()) {
    const NodeId at = open.front();
    open.pop_front();
    if (at == node) return ways.at(at);
    if (ways.at(at).size() >= longest) continue;
    for (std::size_t i = 0; i < graph_.nodes[at].edges.size(); ++i) {
      const std::optional<NodeId> to = target(at, i);
      if (!to || ways.contains(*to)) continue;
      Choices way = ways.at(at);
      way.push_back(graph_.nodes[at].edges[i].choice);
      ways.emplace(*to, std::move(way));
      open.push_back(*to);
    }
  }
  return std::nullopt;
}

}  // namespace questproof
