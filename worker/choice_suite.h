// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "worker/choice_graph.h"

namespace questproof {

// Plays that a learned graph is to be held against, as far as they follow from the graph alone. For graphs in
// which each edge leads to one node; other edges are not followed.
//
// The heart of it is conformance testing of finite machines (Vasilevskii 1973; Chow 1978, "Testing software design
// modeled by finite-state machines"; with sets of experiments by look as in the HSI method of Petrenko 1991). If the
// game is a machine with at most K states more than the graph tells apart, and it does as the graph has it in
//
//   (the way to each state) (each sequence of up to K + 1 choices) (each experiment that tells the state then
//   from the others of its look)
//
// then it does so in all plays. Here what is seen is a look, which says what can be chosen, so a choice that is not
// offered needs no test.
class ChoiceSuite {
 public:
  using NodeId = std::uint32_t;
  using Choices = std::vector<std::string>;

  // The graph outlives it, and stays as it is.
  explicit ChoiceSuite(const ChoiceGraph& graph);

  // How many states the graph itself tells apart, among those that can be come to.
  std::size_t state_count() const { return representatives_.size(); }
  // One node of each of these states.
  const std::vector<NodeId>& representatives() const { return representatives_; }

  // The last step of the shortest way to a node; nothing for the start, and where there is no way.
  struct Step {
    NodeId from = 0;
    std::string choice;
  };
  const std::optional<Step>& last_step(NodeId node) const { return last_steps_[node]; }
  // Choices that lead to it from the start.
  Choices way_to(NodeId node) const;

  // Experiments whose looks, taken together, differ between any two states of that look.
  const std::vector<Choices>& experiments(LookId look) const;

  // Where a choice leads; nothing where the graph does not say.
  std::optional<NodeId> after(NodeId node, const std::string& choice) const;

  // Plays from the start, of at most so many choices, which between them make each choice in each node after each
  // one that leads there, as far as so long plays can.
  std::vector<Choices> tours_of_pairs(std::size_t longest) const;

  // A way round: choices that lead from a node back to it, by that edge first; nothing if there is none of at most
  // so many choices.
  std::optional<Choices> loop(NodeId node, std::size_t edge, std::size_t longest) const;

 private:
  using Classes = std::vector<std::uint32_t>;  // by node

  std::optional<NodeId> target(NodeId node, std::size_t edge) const;
  void find_ways();
  void tell_apart();
  Classes refined(const Classes& classes) const;
  Choices difference(NodeId a, NodeId b, const std::vector<Classes>& rounds) const;
  std::vector<LookId> seen_in(NodeId node, const Choices& choices) const;
  void choose_experiments(const std::vector<Classes>& rounds);

  const ChoiceGraph& graph_;
  std::vector<std::optional<Step>> last_steps_;
  std::vector<NodeId> by_distance_;  // nodes that there is a way to, nearest first
  std::vector<NodeId> representatives_;
  std::map<LookId, std::vector<Choices>> experiments_;
};

}  // namespace questproof
