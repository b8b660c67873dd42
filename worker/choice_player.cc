// SPDX-License-Identifier: MIT
#include "worker/choice_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace questproof {
namespace {

constexpr unsigned kFruitless = 20;  // differences in a row that tell nothing apart

}  // namespace

std::vector<std::string> followed_by(std::vector<std::string> choices, const std::string& last) {
  choices.push_back(last);
  return choices;
}

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
  note_doubt();
  const bool settled = graph_.untried_count() == 0 && graph_.unsettled_count() == 0;
  const bool by_chance = std::any_of(
      graph_.conflicts.begin(), graph_.conflicts.end(),
      [](const ChoiceConflict& each) { return each.kind == ChoiceConflict::Kind::kChance; });
  result.complete = settled && !by_chance && graph_.contradictions == 0 && graph_.doubt.empty();
  for (const ChoiceNode& node : graph_.nodes) {
    for (const ChoiceEdge& edge : node.edges) result.assumed += edge.assumed ? 1 : 0;
  }
  result.reason = result.complete ? "every choice was tried" : reason(settled, by_chance);
  return result;
}

// What would make all of the graph wrong, though no choice of it shows that.
void ChoicePlayer::note_doubt() {
  const std::size_t agents = session_.introduction().agents.size();
  graph_.assumption.clear();
  graph_.doubt.clear();
  if (graph_.nodes[0].edges.empty()) {
    graph_.doubt = "whether there is anything to choose: the game is over before its first choice";
  } else if (agents > 1) {
    graph_.doubt = fmt::format("what the other {} agents of the game can do", agents - 1);
  } else if (shows_terrain()) {
    graph_.doubt = "what walking about does where there are choices";
  } else if (waiting_matters_) {
    graph_.doubt = "what waiting does where there are choices: it changes something (--wait)";
  } else if (seed_matters_) {
    graph_.doubt = "what the game does with another seed: it differs (--one-seed)";
  } else if (!closed_ || !agrees_) {
    graph_.doubt = "whether the game does so each time: not all checks were made";
  } else if (whole_views_) {
    graph_.assumption = "if its views show all of its state, as it says";
  } else if (!tested_) {
    graph_.doubt =
        "whether the game has a state that no view has shown: that cannot be excluded "
        "(--extra-states N)";
  } else {
    graph_.assumption = fmt::format("if it has at most {} states ({} were told apart)",
                                    told_apart_ + *options_.extra_states, told_apart_);
  }
  if (graph_.assumption.empty()) return;
  graph_.assumption += ", and the same choices always lead to the same";
  graph_.assumption += options_.one_seed ? fmt::format(", for the seed {} only", session_.seed())
                                         : ", whatever the seed";
}

std::string ChoicePlayer::reason(bool settled, bool by_chance) const {
  if (session_.was_stopped()) return "stopped on request";
  if (session_.is_budget_spent()) return "the budget is spent";
  if (session_.is_over()) return "the game fails again and again";
  if (by_chance) return "chance decides, so not all may have been seen";
  if (graph_.contradictions > 0) {
    return "the game was seen to do otherwise, and why was not found out";
  }
  if (closed_ && offers_choices_alike()) {
    return "choices that read the same cannot be told apart";
  }
  if (closed_ && !settled) return "states that look the same go on to differ";
  if (has_done_tasks() && !options_.complete) return "done";
  if (closed_ && !agrees_) return "every choice was tried, and the model was not checked";
  return "it is open " + graph_.doubt;
}

bool ChoicePlayer::shows_terrain() const {
  return std::any_of(graph_.nodes.begin(), graph_.nodes.end(),
                     [&](const ChoiceNode& node) { return looks_[node.look].shows_terrain; });
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
  conflict.one = followed_by(session_.history(graph_.nodes[node].position), choice);
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

}  // namespace questproof
