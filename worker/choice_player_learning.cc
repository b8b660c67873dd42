// SPDX-License-Identifier: MIT
// What is learned from a play that did not go as the graph has it.
#include "worker/choice_player.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr int kRepetitions = 4;  // that tell chance from hidden state

}  // namespace

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
  const Choices other =
      followed_by(session_.history(graph_.nodes[path[low]].position), choices[low]);
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
