// SPDX-License-Identifier: MIT
#include "worker/choice_player.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

// In an outcome: the choice was not offered any more, or the state could not be come to again.
constexpr LookId kNotOffered = ~LookId{0};

// States of one look, at most. More are taken for a sign that there is no end of them.
constexpr std::uint32_t kMostStates = 256;

constexpr unsigned kFruitless = 20;  // differences in a row that tell nothing apart
constexpr int kRepetitions = 4;      // that tell chance from hidden state
constexpr std::size_t kRandomPlays = 100;
constexpr std::size_t kLongestPlay = 200;
constexpr std::size_t kLongestCheck = 12;

bool is_offered(const ChoiceLook& look, const std::string& choice) {
  return std::find(look.choices.begin(), look.choices.end(), choice) != look.choices.end();
}

std::vector<std::string> with(std::vector<std::string> choices, const std::string& last) {
  choices.push_back(last);
  return choices;
}

}  // namespace

ChoicePlayer::ChoicePlayer(ChoiceSession& session, LookTable& looks,
                           const ChoicePlayerOptions& options)
    : session_(session), looks_(looks), options_(options), random_(options.seed) {
  result_.tasks.resize(looks.tasks().size());
}

bool ChoicePlayer::begin() {
  result_.reason = "the game could not be begun";
  if (!session_.begin()) return false;
  const Introduction& game = session_.introduction();
  whole_views_ = game.whole_views && looks_.by_text() && game.agents.size() == 1;
  if (whole_views_) options_.look_ahead = false;
  return sift(ChoiceSession::kStart).has_value();
}

ChoiceResult ChoicePlayer::run() {
  if (!begin()) return result();
  std::deque<Choices> evidence(options_.evidence.begin(), options_.evidence.end());
  unsigned fruitless = 0;
  while (fruitless < kFruitless && explore() && closed_) {
    std::optional<ChoiceDifference> difference;
    while (!difference && !evidence.empty()) {
      difference = follow(evidence.front());
      if (!difference) evidence.pop_front();
    }
    if (!difference && options_.checks > 0) difference = check();
    const std::size_t known = graph_.nodes.size();
    if (!difference || !learn_from(*difference)) break;
    fruitless = graph_.nodes.size() > known ? 0 : fruitless + 1;
  }
  return result();
}

ChoiceResult ChoicePlayer::result() {
  note_contradictions();
  ChoiceResult result = result_;
  if (graph_.nodes.empty()) return result;
  const bool settled = graph_.untried_count() == 0 && graph_.unsettled_count() == 0;
  const bool by_chance = std::any_of(
      graph_.conflicts.begin(), graph_.conflicts.end(),
      [](const ChoiceConflict& each) { return each.kind == ChoiceConflict::Kind::kChance; });
  result.complete = closed_ && agrees_ && settled && !by_chance && graph_.contradictions == 0;
  for (const ChoiceNode& node : graph_.nodes) {
    for (const ChoiceEdge& edge : node.edges) result.assumed += edge.assumed ? 1 : 0;
  }
  if (result.complete) {
    result.reason = "every choice was tried";
  } else if (session_.is_budget_spent()) {
    result.reason = "the budget is spent";
  } else if (session_.is_over()) {
    result.reason = "the game fails again and again";
  } else if (by_chance) {
    result.reason = "chance decides, so not all may have been seen";
  } else if (graph_.contradictions > 0) {
    result.reason = "the game was seen to do otherwise, and why was not found out";
  } else if (closed_ && offers_choices_alike()) {
    result.reason = "choices that read the same cannot be told apart";
  } else if (!settled && closed_) {
    result.reason = "states that look the same go on to differ";
  } else if (has_done_tasks() && !options_.complete) {
    result.reason = "done";
  } else {
    result.reason = "every choice was tried, and the model was not checked";
  }
  return result;
}

bool ChoicePlayer::offers_choices_alike() const {
  return std::any_of(graph_.nodes.begin(), graph_.nodes.end(),
                     [&](const ChoiceNode& node) { return !looks_[node.look].repeated.empty(); });
}

bool ChoicePlayer::has_done_tasks() const {
  return !result_.tasks.empty() && std::all_of(result_.tasks.begin(), result_.tasks.end(),
                                               [](const auto& task) { return task.done; });
}

void ChoicePlayer::note_tasks(NodeId node) {
  for (std::size_t i = 0; i < result_.tasks.size(); ++i) {
    if (result_.tasks[i].done || !looks_.holds(graph_.nodes[node].look, i)) continue;
    result_.tasks[i] = {true, session_.figures().updates,
                        session_.history(graph_.nodes[node].position)};
  }
}

// --------------------------------------------------------------------------------- states

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
      if (!is_offered(looks_[here], choice)) {
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

// ---------------------------------------------------------------------------------- edges

bool ChoicePlayer::is_assumption(EdgeId id, NodeId target) const {
  return !whole_views_ && first_edge_[target] != id && !graph_.nodes[target].edges.empty();
}

void ChoicePlayer::lead(EdgeId id, NodeId target) {
  std::vector<std::uint32_t>& targets = edge(id).targets;
  if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
    targets.push_back(target);
    into_[target].push_back(id);
  }
  if (!is_assumption(id, target)) return;
  edge(id).assumed = true;
  edge(id).tried = false;
}

// The edge leads to the state that the game is in at the position.
bool ChoicePlayer::connect(EdgeId id, PositionId position) {
  const std::optional<Sifted> sifted = sift(position);
  if (!sifted) return false;
  if (sifted->fresh) {
    first_edge_[sifted->node] = id;
  } else {
    session_.forget(position);
  }
  // Which of several choices that read the same the game takes, nobody can say.
  const std::vector<std::string>& repeated = looks_[graph_.nodes[id.node].look].repeated;
  const bool is_one =
      std::find(repeated.begin(), repeated.end(), edge(id).choice) == repeated.end();
  edge(id).settled = edge(id).settled && sifted->settled && is_one;
  lead(id, sifted->node);
  return true;
}

bool ChoicePlayer::expand(EdgeId id) {
  const PositionId from = graph_.nodes[id.node].position;
  const std::string choice = edge(id).choice;
  const ChoiceSession::Arrival arrival = session_.go(from);
  if (arrival == ChoiceSession::Arrival::kOver) return false;
  if (!take_surprises()) return false;
  if (arrival == ChoiceSession::Arrival::kElsewhere) {
    edge(id).settled = false;
    return true;
  }
  if (session_.go(from) != ChoiceSession::Arrival::kThere) return !session_.is_over();
  const std::optional<LookId> look = session_.choose(choice);
  if (!look) return false;
  const PositionId position = session_.add(from, choice, *look, true);
  if (!looks_[*look].choices.empty()) session_.keep(position);
  return connect(id, position) && take_surprises();
}

bool ChoicePlayer::explore() {
  closed_ = false;
  agrees_ = false;
  while (!open_.empty()) {
    const NodeId node = open_.front();
    for (std::size_t i = 0; i < graph_.nodes[node].edges.size(); ++i) {
      const ChoiceEdge& next = graph_.nodes[node].edges[i];
      if (!next.targets.empty() || !next.settled) continue;
      if (!expand({node, i})) return false;
      if (has_done_tasks() && !options_.complete) return true;
    }
    open_.pop_front();
    session_.may_forget(graph_.nodes[node].position);
  }
  closed_ = true;
  return true;
}

std::optional<ChoicePlayer::EdgeId> ChoicePlayer::find_edge(NodeId node,
                                                            const std::string& choice) const {
  const std::vector<ChoiceEdge>& edges = graph_.nodes[node].edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].choice == choice) return EdgeId{node, i};
  }
  return std::nullopt;
}

// Chance: the edge leads to one more look.
bool ChoicePlayer::add_outcome(NodeId node, const std::string& choice, LookId seen) {
  const std::optional<EdgeId> id = find_edge(node, choice);
  if (!id || edge(*id).targets.empty()) return true;
  for (const NodeId target : edge(*id).targets) {
    if (graph_.nodes[target].look == seen) return true;
  }
  ChoiceConflict conflict;
  conflict.kind = ChoiceConflict::Kind::kChance;
  conflict.one = with(session_.history(graph_.nodes[node].position), choice);
  const NodeId first = edge(*id).targets.front();
  conflict.difference = difference_text(looks_[graph_.nodes[first].look], looks_[seen]);
  conflict.update = session_.figures().updates;
  graph_.conflicts.push_back(std::move(conflict));
  edge(*id).settled = false;  // there may be more that was not seen
  return connect(*id, session_.add(graph_.nodes[node].position, choice, seen, false));
}

bool ChoicePlayer::take_surprises() {
  for (auto surprises = session_.take_surprises(); !surprises.empty();
       surprises = session_.take_surprises()) {
    for (const ChoiceSession::Surprise& surprise : surprises) {
      note_surprise(surprise);
      const auto node = at_.find(surprise.from);
      if (node == at_.end()) continue;
      if (!add_outcome(node->second, surprise.choice, surprise.seen)) return false;
    }
  }
  return true;
}

// --------------------------------------------------------------------------------- checks

void ChoicePlayer::note(Choices choices, LookId seen) {
  seen_otherwise_.emplace(std::move(choices), seen);
}

void ChoicePlayer::note_surprise(const ChoiceSession::Surprise& surprise) {
  Choices choices = session_.history(surprise.from);
  if (!surprise.choice.empty()) choices.push_back(surprise.choice);
  note(std::move(choices), surprise.seen);
}

// Where the way leads through what is open the model says so itself.
bool ChoicePlayer::is_contradiction(const Choices& choices, LookId seen) const {
  NodeId node = 0;
  for (const std::string& choice : choices) {
    const std::optional<EdgeId> id = find_edge(node, choice);
    if (!id) return true;
    const ChoiceEdge& taken = graph_.nodes[id->node].edges[id->edge];
    if (taken.targets.size() != 1 || !taken.settled) return false;
    node = taken.targets.front();
  }
  return graph_.nodes[node].look != seen;
}

// Whatever ended the learning: what was seen and what the graph does not have counts.
void ChoicePlayer::note_contradictions() {
  for (const ChoiceSession::Surprise& surprise : session_.take_surprises()) {
    note_surprise(surprise);
  }
  graph_.contradictions = static_cast<std::uint64_t>(
      std::count_if(seen_otherwise_.begin(), seen_otherwise_.end(),
                    [&](const auto& each) { return is_contradiction(each.first, each.second); }));
}

// When all plays agree, what they have tried is assumed no longer; when one differs, it is again.
void ChoicePlayer::settle_assumptions(bool hold) {
  for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
    for (std::size_t i = 0; i < graph_.nodes[node].edges.size(); ++i) {
      ChoiceEdge& each = graph_.nodes[node].edges[i];
      if (hold) {
        each.assumed = each.assumed && !each.tried;
      } else {
        each.assumed = std::any_of(each.targets.begin(), each.targets.end(), [&](NodeId target) {
          return is_assumption({node, i}, target);
        });
      }
    }
  }
}

// They are not whole, whatever the game says: each way to a known state is an assumption again.
void ChoicePlayer::doubt_views() {
  if (!whole_views_) return;
  whole_views_ = false;
  settle_assumptions(false);
}

// Makes a choice, and moves on the nodes that the game may be in by the model.
std::optional<ChoiceDifference> ChoicePlayer::step(std::set<NodeId>& nodes, Choices& choices,
                                                   const std::string& choice) {
  const std::optional<LookId> seen = session_.choose(choice);
  if (!seen) return std::nullopt;
  choices.push_back(choice);
  std::set<NodeId> next;
  std::optional<LookId> expected;
  bool known = true;
  for (const NodeId node : nodes) {
    const std::optional<EdgeId> id = find_edge(node, choice);
    known = known && id && !edge(*id).targets.empty();
    if (!id) continue;
    for (const NodeId target : edge(*id).targets) {
      expected = graph_.nodes[target].look;
      if (expected == seen) next.insert(target);
    }
  }
  nodes = std::move(next);
  if (!nodes.empty() || !known) return std::nullopt;
  note(choices, *seen);
  return ChoiceDifference{choices, expected, *seen};
}

std::optional<ChoiceDifference> ChoicePlayer::follow(const std::vector<std::string>& choices) {
  if (session_.go(ChoiceSession::kStart) != ChoiceSession::Arrival::kThere) return std::nullopt;
  ++result_.checked;
  std::set<NodeId> nodes = {0};
  Choices done;
  for (const std::string& choice : choices) {
    const std::optional<LookId> here = session_.here();
    if (!here || !is_offered(looks_[*here], choice)) break;
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
    const std::vector<std::string>& offered = looks_[*here].choices;
    const std::string choice = offered[random_() % offered.size()];
    if (auto difference = step(nodes, choices, choice)) return difference;
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

std::optional<ChoiceDifference> ChoicePlayer::check() {
  agrees_ = false;
  for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
    for (std::size_t i = 0; i < graph_.nodes[node].edges.size(); ++i) {
      const ChoiceEdge& assumption = graph_.nodes[node].edges[i];
      if (!assumption.assumed || assumption.tried) continue;
      if (auto difference = check_assumption({node, i})) return difference;
      if (session_.is_over()) return std::nullopt;
    }
  }
  for (std::size_t i = 0; i < kRandomPlays * options_.checks; ++i) {
    if (session_.go(ChoiceSession::kStart) != ChoiceSession::Arrival::kThere) return std::nullopt;
    if (auto difference = play_on({0}, {}, kLongestPlay)) return difference;
    if (session_.is_over()) return std::nullopt;
  }
  agrees_ = closed_ && options_.checks > 0;
  if (agrees_) settle_assumptions(true);
  return std::nullopt;
}

// Nodes that the model goes through; where chance decides, the first of its outcomes.
std::vector<ChoicePlayer::NodeId> ChoicePlayer::predicted_path(const Choices& choices) const {
  std::vector<NodeId> path = {0};
  for (const std::string& choice : choices) {
    const std::optional<EdgeId> id = find_edge(path.back(), choice);
    if (!id) break;
    const std::vector<std::uint32_t>& targets = graph_.nodes[id->node].edges[id->edge].targets;
    if (targets.empty()) break;
    path.push_back(targets.front());
  }
  return path;
}

// Whether what follows the skipped choices leads to that look from there, too.
std::optional<bool> ChoicePlayer::is_seen_again(PositionId from, const Choices& choices,
                                                std::size_t skipped, LookId seen) {
  const Choices rest(choices.begin() + static_cast<std::ptrdiff_t>(skipped), choices.end());
  const std::optional<Outcome> outcome = perform(from, {rest});
  if (!outcome) return std::nullopt;
  return outcome->size() == rest.size() && outcome->back() == seen;
}

// Each edge on the way leads to what was seen there, too, up to where the model knows no more.
bool ChoicePlayer::note_chance(NodeId from, const Choices& choices, const Outcome& seen) {
  NodeId node = from;
  for (std::size_t i = 0; i < seen.size() && seen[i] != kNotOffered; ++i) {
    if (!add_outcome(node, choices[i], seen[i])) return false;
    const std::optional<EdgeId> id = find_edge(node, choices[i]);
    if (!id) return true;
    const std::vector<std::uint32_t>& targets = edge(*id).targets;
    const auto next = std::find_if(targets.begin(), targets.end(), [&](NodeId target) {
      return graph_.nodes[target].look == seen[i];
    });
    if (next == targets.end()) return true;
    node = *next;
  }
  return true;
}

// Does the same some times. Where that does not lead to the same, the model learns all that was seen.
std::optional<bool> ChoicePlayer::is_by_chance(NodeId from, const Choices& choices) {
  std::set<Outcome> outcomes;
  for (int i = 0; i < kRepetitions; ++i) {
    const std::optional<Outcome> outcome = perform(graph_.nodes[from].position, {choices});
    if (!outcome) return std::nullopt;
    outcomes.insert(*outcome);
  }
  if (outcomes.size() == 1) return false;
  for (const Outcome& outcome : outcomes) {
    if (!note_chance(from, choices, outcome)) return std::nullopt;
  }
  return true;
}

bool ChoicePlayer::learn_from(const ChoiceDifference& difference) {
  if (agrees_) settle_assumptions(false);
  agrees_ = false;
  const Choices& choices = difference.choices;
  const std::vector<NodeId> path = predicted_path(choices);
  if (path.size() != choices.size() + 1) return false;
  const std::optional<bool> by_chance = is_by_chance(0, choices);
  if (!by_chance || *by_chance) return by_chance.has_value();
  const std::optional<bool> again =
      is_seen_again(ChoiceSession::kStart, choices, 0, difference.seen);
  if (!again) return false;
  if (!*again) return add_outcome(path[path.size() - 2], choices.back(), difference.seen);

  doubt_views();
  // From the first of these nodes the choices lead to what was seen, from the last they do not: between
  // two neighbours that changes (Rivest and Schapire 1993).
  std::size_t low = 0;
  std::size_t high = choices.size();
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    const std::optional<bool> still =
        is_seen_again(graph_.nodes[path[middle]].position, choices, middle, difference.seen);
    if (!still) return false;
    (*still ? low : high) = middle;
  }
  if (high == choices.size()) return add_outcome(path[low], choices.back(), difference.seen);
  const NodeId node = path[high];
  const Choices experiment(choices.begin() + static_cast<std::ptrdiff_t>(high), choices.end());
  for (const NodeId each : {path[low], node}) {
    const Choices rest(choices.begin() + static_cast<std::ptrdiff_t>(each == node ? high : low),
                       choices.end());
    const std::optional<bool> chance = is_by_chance(each, rest);
    if (!chance || *chance) return chance.has_value();
  }
  const std::size_t before = graph_.nodes.size();
  const Choices one = session_.history(graph_.nodes[node].position);
  const Choices other = with(session_.history(graph_.nodes[path[low]].position), choices[low]);
  if (!tell_apart(node, experiment)) return false;
  const std::optional<EdgeId> id = find_edge(path[low], choices[low]);
  QUEST_CHECK(id.has_value());
  if (graph_.nodes.size() == before && edge(*id).targets == std::vector<std::uint32_t>{node}) {
    edge(*id).settled = false;  // it did otherwise this time
    return true;
  }
  ChoiceConflict conflict{ChoiceConflict::Kind::kHidden, one, other, experiment, {}, 0};
  conflict.difference = difference.expected
                            ? difference_text(looks_[*difference.expected], looks_[difference.seen])
                            : short_text(looks_[difference.seen], 80);
  conflict.update = session_.figures().updates;
  graph_.conflicts.push_back(std::move(conflict));
  return take_surprises();
}

}  // namespace questproof
