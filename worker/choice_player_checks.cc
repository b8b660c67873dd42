// SPDX-License-Identifier: MIT
// Plays that are held against the graph.
#include "worker/choice_player.h"

#include <algorithm>
#include <utility>

namespace questproof {
namespace {

constexpr std::size_t kRandomPlays = 100;
constexpr std::size_t kLongestPlay = 200;
constexpr std::size_t kLongestCheck = 12;
constexpr std::size_t kLongestLoop = 6;
constexpr unsigned kRounds = 16;
constexpr std::uint64_t kOtherSeeds = 6;
constexpr std::size_t kPlaysOfASeed = 3;
// Checks that nothing rests on take at most so many updates, or so many times those that were made before them.
constexpr std::uint64_t kCheckUpdates = 6000;
constexpr std::uint64_t kCheckShare = 2;

}  // namespace

std::set<ChoicePlayer::NodeId> ChoicePlayer::after(const std::set<NodeId>& nodes,
                                                   const std::string& choice, LookId seen) const {
  std::set<NodeId> next;
  for (const NodeId node : nodes) {
    const std::optional<EdgeId> id = find_edge(node, choice);
    if (!id) continue;
    for (const NodeId target : graph_.nodes[id->node].edges[id->edge].targets) {
      if (graph_.nodes[target].look == seen) next.insert(target);
    }
  }
  return next;
}

// Makes a choice, and moves on the nodes that the game may be in by the model.
std::optional<ChoiceDifference> ChoicePlayer::step(std::set<NodeId>& nodes, Choices& choices,
                                                   const std::string& choice) {
  const std::optional<LookId> seen = session_.choose(choice);
  if (!seen) return std::nullopt;
  choices.push_back(choice);
  std::optional<LookId> expected;
  bool known = true;
  for (const NodeId node : nodes) {
    const std::optional<EdgeId> id = find_edge(node, choice);
    known = known && id && !edge(*id).targets.empty();
    if (known) expected = graph_.nodes[edge(*id).targets.back()].look;
  }
  nodes = after(nodes, choice, *seen);
  if (!nodes.empty() || !known) return std::nullopt;
  note(choices, *seen);
  return ChoiceDifference{choices, expected, *seen};
}

std::optional<ChoiceDifference> ChoicePlayer::follow(const std::vector<std::string>& choices) {
  if (!session_.begin_anew()) return std::nullopt;
  ++result_.checked;
  std::set<NodeId> nodes = {0};
  Choices done;
  for (const std::string& choice : choices) {
    const std::optional<LookId> here = session_.here();
    if (!here || !looks_[*here].offers(choice)) break;
    if (auto difference = step(nodes, done, choice)) return difference;
    if (nodes.empty()) break;
  }
  return std::nullopt;
}

std::optional<ChoiceDifference> ChoicePlayer::play_on(std::set<NodeId> nodes, Choices choices,
                                                      std::size_t most) {
  ++result_.checked;
  for (std::size_t i = 0; i < most && !nodes.empty(); ++i) {
    const std::optional<LookId> here = session_.here();
    if (!here || looks_[*here].choices.empty()) break;
    const std::string choice = choose_at_random(nodes, looks_[*here]);
    if (auto difference = step(nodes, choices, choice)) return difference;
  }
  return std::nullopt;
}

// Endings are chosen rarely, so that plays are long enough to come upon what takes long.
std::string ChoicePlayer::choose_at_random(const std::set<NodeId>& nodes, const ChoiceLook& look) {
  const std::vector<std::string>& offered = look.choices;
  const auto ends = [&](const std::string& choice) {
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
      const std::optional<EdgeId> id = find_edge(node, choice);
      if (!id) return false;
      const std::vector<std::uint32_t>& targets = edge(*id).targets;
      return std::any_of(targets.begin(), targets.end(),
                         [&](NodeId target) { return graph_.nodes[target].edges.empty(); });
    });
  };
  const std::string* chosen = &offered[random_() % offered.size()];
  for (int i = 0; i < 3 && ends(*chosen); ++i) chosen = &offered[random_() % offered.size()];
  return *chosen;
}

bool ChoicePlayer::may_go_on_checking() const {
  return !session_.is_over() && session_.figures().updates < last_check_update_;
}

// Waiting where it is no choice, which is to change nothing.
bool ChoicePlayer::is_idle(NodeId node, const std::string& choice) const {
  return choice == kWaitChoice && !looks_[graph_.nodes[node].look].offers(choice);
}

ChoicePlayer::Choices ChoicePlayer::without_idling(const Choices& choices) const {
  Choices rest;
  std::optional<NodeId> node = 0;
  for (const std::string& choice : choices) {
    if (node && is_idle(*node, choice)) continue;
    rest.push_back(choice);
    const std::optional<EdgeId> id = node ? find_edge(*node, choice) : std::nullopt;
    node.reset();
    if (id && !graph_.nodes[id->node].edges[id->edge].targets.empty()) {
      node = graph_.nodes[id->node].edges[id->edge].targets.front();
    }
  }
  return rest;
}

// Goes there. False where the session is over, or the game comes out elsewhere: that may be a difference.
bool ChoicePlayer::stands_at(PositionId position, Difference& difference) {
  const ChoiceSession::Arrival arrival = session_.go(position);
  if (arrival == ChoiceSession::Arrival::kThere) return true;
  const std::vector<ChoiceSession::Surprise> surprises = session_.take_surprises();
  for (const ChoiceSession::Surprise& surprise : surprises) note_surprise(surprise);
  if (arrival == ChoiceSession::Arrival::kOver || surprises.empty()) return false;
  const ChoiceSession::Surprise& last = surprises.back();
  Choices choices = session_.history(last.from);
  if (last.choice.empty()) return false;
  choices.push_back(last.choice);
  const std::vector<NodeId> path = predicted_path(choices);
  if (path.size() != choices.size() + 1) return false;
  difference = ChoiceDifference{std::move(choices), graph_.nodes[path.back()].look, last.seen};
  return false;
}

ChoicePlayer::Difference ChoicePlayer::check_assumptions() {
  for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
    for (std::size_t i = 0; i < graph_.nodes[node].edges.size(); ++i) {
      const ChoiceEdge& assumption = graph_.nodes[node].edges[i];
      if (!assumption.assumed || assumption.tried) continue;
      if (auto difference = check_assumption({node, i})) return difference;
      if (session_.is_over()) return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<ChoiceDifference> ChoicePlayer::check_assumption(EdgeId id) {
  for (unsigned i = 0; i < options_.checks; ++i) {
    const PositionId from = graph_.nodes[id.node].position;
    if (session_.go(from) != ChoiceSession::Arrival::kThere) return std::nullopt;
    Choices choices = session_.history(from);
    std::set<NodeId> nodes = {id.node};
    if (auto difference = step(nodes, choices, edge(id).choice)) return difference;
    if (auto difference = play_on(nodes, choices, kLongestCheck)) return difference;
  }
  if (!session_.is_over()) edge(id).tried = true;
  return std::nullopt;
}

// In each state: whether it looks the same after one has waited. What waiting does is learned only where it is
// a choice.
ChoicePlayer::Difference ChoicePlayer::check_waiting() {
  if (looks_.waits()) return std::nullopt;
  for (NodeId node = 0; node < graph_.nodes.size() && !waiting_matters_; ++node) {
    const LookId look = graph_.nodes[node].look;
    if (graph_.nodes[node].edges.empty() || looks_[look].offers(kWaitChoice)) continue;
    Difference difference;
    if (!stands_at(graph_.nodes[node].position, difference)) {
      if (difference || session_.is_over()) return difference;
      continue;
    }
    const std::optional<LookId> seen = session_.choose(kWaitChoice);
    if (!seen) return std::nullopt;
    waiting_matters_ = *seen != look;
  }
  return std::nullopt;
}

// Without saves: what is restored may not be all of what was.
ChoicePlayer::Difference ChoicePlayer::check_pairs(const ChoiceSuite& suite) {
  for (const Choices& tour : suite.tours_of_pairs(kLongestPlay)) {
    if (!may_go_on_checking()) break;
    if (auto difference = follow(tour)) return difference;
  }
  return std::nullopt;
}

ChoicePlayer::Difference ChoicePlayer::check_loops(const ChoiceSuite& suite) {
  for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
    for (std::size_t i = 0; i < graph_.nodes[node].edges.size(); ++i) {
      if (!may_go_on_checking()) return std::nullopt;
      const std::optional<Choices> loop = suite.loop(node, i, kLongestLoop);
      if (!loop) continue;
      if (auto difference = go_round(suite, node, *loop)) return difference;
    }
  }
  return std::nullopt;
}

// Round and round, and each time each choice is tried.
ChoicePlayer::Difference ChoicePlayer::go_round(const ChoiceSuite& suite, NodeId node,
                                                const Choices& loop) {
  ++result_.checked;
  PositionId position = graph_.nodes[node].position;
  for (unsigned round = 0; round < kRounds; ++round) {
    NodeId at = node;
    for (const std::string& choice : loop) {
      const std::optional<NodeId> next = suite.after(at, choice);
      if (!next) return std::nullopt;
      if (auto difference = check_step(position, at, choice, *next)) return difference;
      if (!session_.here() || session_.here() != graph_.nodes[*next].look) return std::nullopt;
      position = session_.add(position, choice, graph_.nodes[*next].look, true);
      session_.keep(position);
      session_.may_forget(position);
      at = *next;
    }
    for (const ChoiceEdge& each : graph_.nodes[node].edges) {
      if (!may_go_on_checking()) return std::nullopt;
      const std::optional<NodeId> next = suite.after(node, each.choice);
      if (!next) continue;
      if (auto difference = check_step(position, node, each.choice, *next)) return difference;
    }
  }
  return std::nullopt;
}

// From a position, which is taken to be at that node: whether the choice leads where it should.
ChoicePlayer::Difference ChoicePlayer::check_step(PositionId position, NodeId node,
                                                  const std::string& choice, NodeId expected) {
  Difference difference;
  if (!stands_at(position, difference)) return difference;
  const std::optional<LookId> seen = session_.choose(choice);
  if (!seen || *seen == graph_.nodes[expected].look) return std::nullopt;
  Choices choices = session_.history(position);
  choices.push_back(choice);
  const Choices busy = without_idling(choices);
  if (is_idle(node, choice) || busy.size() < choices.size()) {
    // If the same happens without waiting, it is not for the waiting.
    if (!is_idle(node, choice)) difference = follow(busy);
    waiting_matters_ = !difference && !session_.is_over();
    return difference;
  }
  note(choices, *seen);
  return ChoiceDifference{std::move(choices), graph_.nodes[expected].look, *seen};
}

// The way that the graph has to a node, as a position.
PositionId ChoicePlayer::position_of(const ChoiceSuite& suite, NodeId node,
                                     std::vector<std::optional<PositionId>>& known) {
  std::vector<NodeId> way;
  for (NodeId at = node; !known[at]; at = suite.last_step(at)->from) way.push_back(at);
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    const ChoiceSuite::Step& last = *suite.last_step(*at);
    known[*at] = session_.add(*known[last.from], last.choice, graph_.nodes[*at].look, false);
  }
  return *known[node];
}

// Everything that choice_suite.h says, with waiting as one more choice, which is to change nothing.
ChoicePlayer::Difference ChoicePlayer::check_suite(const ChoiceSuite& suite) {
  tested_ = false;
  std::vector<std::optional<PositionId>> known(graph_.nodes.size());
  known[0] = ChoiceSession::kStart;
  for (const NodeId node : suite.representatives()) {
    if (!options_.extra_states && !may_go_on_checking()) return std::nullopt;
    const PositionId position = position_of(suite, node, known);
    const unsigned choices = options_.extra_states.value_or(0) + 1;
    if (auto difference = check_after(suite, position, node, choices)) return difference;
    if (has_ended_checks()) return std::nullopt;
  }
  tested_ = options_.extra_states.has_value();
  told_apart_ = suite.state_count();
  return std::nullopt;
}

ChoicePlayer::Difference ChoicePlayer::check_after(const ChoiceSuite& suite, PositionId position,
                                                   NodeId node, unsigned choices_left) {
  const LookId look = graph_.nodes[node].look;
  if (graph_.nodes[node].edges.empty()) {
    Difference difference;
    stands_at(position, difference);
    return difference;
  }
  for (const Choices& experiment : suite.experiments(look)) {
    ++result_.checked;
    PositionId from = position;
    NodeId at = node;
    for (const std::string& choice : experiment) {
      const std::optional<NodeId> next = suite.after(at, choice);
      if (!next) break;
      if (auto difference = check_step(from, at, choice, *next)) return difference;
      if (has_ended_checks()) return std::nullopt;
      from = session_.add(from, choice, graph_.nodes[*next].look, true);
      at = *next;
    }
  }
  if (choices_left == 0) return std::nullopt;
  const auto go_on = [&](const std::string& choice, NodeId next) -> Difference {
    if (auto difference = check_step(position, node, choice, next)) return difference;
    if (has_ended_checks()) return std::nullopt;
    const PositionId there = session_.add(position, choice, graph_.nodes[next].look, true);
    if (choices_left > 1 || !suite.experiments(graph_.nodes[next].look).empty()) {
      session_.keep(there);
    }
    Difference difference = check_after(suite, there, next, choices_left - 1);
    session_.forget(there);
    return difference;
  };
  for (const ChoiceEdge& each : graph_.nodes[node].edges) {
    const std::optional<NodeId> next = suite.after(node, each.choice);
    if (!next) continue;
    if (auto difference = go_on(each.choice, *next)) return difference;
    if (has_ended_checks()) return std::nullopt;
  }
  if (looks_[look].offers(kWaitChoice)) return std::nullopt;
  return go_on(kWaitChoice, node);
}

// A game that draws something when it begins does the same each time with one seed.
void ChoicePlayer::check_seeds() {
  if (options_.one_seed) return;
  for (std::uint64_t i = 1; i <= kOtherSeeds && !seed_matters_ && !session_.is_over(); ++i) {
    seed_matters_ = differs_with(session_.seed() + i);
  }
}

bool ChoicePlayer::differs_with(std::uint64_t seed) {
  for (std::size_t i = 0; i < kPlaysOfASeed; ++i) {
    ++result_.checked;
    if (session_.begin_otherwise(seed) != graph_.nodes[0].look) return true;
    std::set<NodeId> nodes = {0};
    for (std::size_t made = 0; made < kLongestPlay && session_.here(); ++made) {
      const ChoiceLook& look = looks_[*session_.here()];
      if (look.choices.empty()) break;
      const std::string choice = choose_at_random(nodes, look);
      const std::optional<LookId> seen = session_.choose(choice);
      if (!seen) return false;
      nodes = after(nodes, choice, *seen);
      if (nodes.empty()) return true;
    }
  }
  return false;
}

ChoicePlayer::Difference ChoicePlayer::check_at_random() {
  for (std::size_t i = 0; i < kRandomPlays * options_.checks; ++i) {
    if (!session_.begin_anew()) return std::nullopt;
    if (auto difference = play_on({0}, {}, kLongestPlay)) return difference;
    if (session_.is_over()) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ChoiceDifference> ChoicePlayer::check() {
  agrees_ = false;
  const std::uint64_t before = session_.figures().updates;
  last_check_update_ = before + std::max(kCheckUpdates, kCheckShare * before);
  if (auto difference = check_assumptions()) return difference;
  if (auto difference = check_waiting()) return difference;
  if (!whole_views_) {
    const ChoiceSuite suite(graph_);
    if (auto difference = check_loops(suite)) return difference;
    if (auto difference = check_suite(suite)) return difference;
    if (auto difference = check_pairs(suite)) return difference;
  }
  if (auto difference = check_at_random()) return difference;
  check_seeds();
  agrees_ = closed_ && options_.checks > 0 && !session_.is_over();
  if (agrees_) settle_assumptions(true);
  return std::nullopt;
}

}  // namespace questproof
