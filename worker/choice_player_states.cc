// SPDX-License-Identifier: MIT
// States of a game of choices: what is told apart, and how.
#include "worker/choice_player.h"

#include <algorithm>
#include <utility>

namespace questproof {
namespace {

// States of one look, at most. More are taken for a sign that there is no end of them.
constexpr std::uint32_t kMostStates = 256;

}  // namespace

ChoicePlayer::NodeId ChoicePlayer::add_node(PositionId position) {
  const auto id = static_cast<NodeId>(graph_.nodes.size());
  ChoiceNode node;
  node.look = session_.look(position);
  node.position = position;
  for (const std::string& choice : looks_[node.look].choices) {
    node.edges.push_back({choice, {}, false, true});
  }
  if (!node.edges.empty()) open_.push_back(id);
  ++states_of_look_[node.look];
  graph_.nodes.push_back(std::move(node));
  into_.emplace_back();
  first_edge_.emplace_back();
  leaves_.push_back(0);
  at_[position] = id;
  note_tasks(id);
  return id;
}

std::size_t ChoicePlayer::add_leaf(NodeId node) {
  branchings_.push_back({{}, {}, node});
  leaves_[node] = branchings_.size() - 1;
  return leaves_[node];
}

// What is seen after each choice of each experiment, as far as they are offered. Nothing when the
// session is over.
std::optional<ChoicePlayer::Outcome> ChoicePlayer::perform(
    PositionId from, const std::vector<Choices>& experiments) {
  Outcome outcome;
  for (const Choices& experiment : experiments) {
    const ChoiceSession::Arrival arrival = session_.go(from);
    if (arrival == ChoiceSession::Arrival::kOver) return std::nullopt;
    if (arrival == ChoiceSession::Arrival::kElsewhere) {
      outcome.push_back(kNotOffered);
      continue;
    }
    LookId here = session_.look(from);
    for (const std::string& choice : experiment) {
      if (!looks_[here].offers(choice)) {
        outcome.push_back(kNotOffered);
        break;
      }
      const std::optional<LookId> seen = session_.choose(choice);
      if (!seen) return std::nullopt;
      outcome.push_back(here = *seen);
    }
  }
  return outcome;
}

// The state of the game at a position: one that is known, or a new one.
std::optional<ChoicePlayer::Sifted> ChoicePlayer::sift(PositionId position) {
  const LookId look = session_.look(position);
  const auto tree = trees_.find(look);
  if (tree == trees_.end()) {
    const NodeId node = add_node(position);
    trees_[look] = add_leaf(node);
    return Sifted{node, true, true};
  }
  const bool first_time = branchings_[tree->second].experiments.empty();
  const std::vector<std::string>& choices = looks_[look].choices;
  if (first_time && options_.look_ahead && !choices.empty()) {
    std::vector<Choices> each;
    for (const std::string& choice : choices) each.push_back({choice});
    if (!divide(tree->second, std::move(each))) return std::nullopt;
  }
  return descend(tree->second, position);
}

std::optional<ChoicePlayer::Sifted> ChoicePlayer::descend(std::size_t at, PositionId position) {
  while (!branchings_[at].experiments.empty()) {
    const std::vector<Choices> experiments = branchings_[at].experiments;
    const std::optional<Outcome> outcome = perform(position, experiments);
    if (!outcome) return std::nullopt;
    const std::map<Outcome, std::size_t>& children = branchings_[at].children;
    const auto child = children.find(*outcome);
    if (child != children.end()) {
      at = child->second;
      continue;
    }
    if (states_of_look_[session_.look(position)] >= kMostStates) {
      std::size_t any = children.begin()->second;
      while (!branchings_[any].experiments.empty()) {
        any = branchings_[any].children.begin()->second;
      }
      return Sifted{branchings_[any].node, false, false};
    }
    const NodeId node = add_node(position);
    const std::size_t leaf = add_leaf(node);
    branchings_[at].children[*outcome] = leaf;
    return Sifted{node, true, true};
  }
  return Sifted{branchings_[at].node, false, true};
}

// Puts experiments in the place of a leaf, which then hangs below them.
bool ChoicePlayer::divide(std::size_t leaf, std::vector<Choices> experiments) {
  const NodeId node = branchings_[leaf].node;
  const std::optional<Outcome> outcome = perform(graph_.nodes[node].position, experiments);
  if (!outcome) return false;
  const std::size_t below = add_leaf(node);
  branchings_[leaf].experiments = std::move(experiments);
  branchings_[leaf].children[*outcome] = below;
  return true;
}

// From now on the experiment is made where the node was recognized without.
bool ChoicePlayer::tell_apart(NodeId node, const Choices& experiment) {
  const std::size_t top = leaves_[node];
  if (!divide(top, {experiment})) return false;
  const std::vector<EdgeId> edges = std::exchange(into_[node], {});
  for (const EdgeId& id : edges) {
    std::vector<std::uint32_t>& targets = edge(id).targets;
    if (first_edge_[node] == id ||
        std::find(targets.begin(), targets.end(), node) == targets.end()) {
      into_[node].push_back(id);
      continue;
    }
    targets.erase(std::find(targets.begin(), targets.end(), node));
    if (session_.is_over()) continue;  // it counts as untried
    const PositionId position = session_.add(graph_.nodes[id.node].position, edge(id).choice,
                                             graph_.nodes[node].look, false);
    const std::optional<Sifted> sifted = descend(top, position);
    if (!sifted) continue;
    if (sifted->fresh) {
      first_edge_[sifted->node] = id;
      if (session_.go(position) == ChoiceSession::Arrival::kThere) session_.keep(position);
    }
    edge(id).settled = edge(id).settled && sifted->settled;
    lead(id, sifted->node);
  }
  return !session_.is_over();
}

}  // namespace questproof
