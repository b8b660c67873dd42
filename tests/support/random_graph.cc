// SPDX-License-Identifier: MIT
#include "tests/support/random_graph.h"

#include <algorithm>
#include <set>

namespace questproof::testing_support {
namespace {

std::uint32_t below(Random& random, std::size_t end) {
  return static_cast<std::uint32_t>(random.next() % end);
}
// With six digits: percents are too coarse for the densities below.
bool chance(Random& random, double probability) {
  return static_cast<double>(below(random, 1000000)) < probability * 1e6;
}

// Rows of the given shape, or fewer states where the shape does not hold as many.
void add_rows(Random& random, LabelledGraph& graph, std::uint32_t states) {
  std::set<std::vector<Word>> rows;
  const bool small_values = chance(random, 0.5);  // as packed states of a game are
  for (std::uint32_t attempt = 0; attempt < 20 * states && rows.size() < states; ++attempt) {
    std::vector<Word> row;
    for (const std::size_t bits : graph.word_bits) {
      const Word mask = bits == 64 ? ~Word{0} : (Word{1} << bits) - 1;
      row.push_back((small_values ? random.next() % 8 : random.next()) & mask);
    }
    rows.insert(row);
  }
  graph.rows.assign(rows.begin(), rows.end());
  shuffle(graph.rows, random);
}

void add_words(Random& random, LabelledGraph& graph, std::size_t words) {
  constexpr std::size_t kWidths[] = {1, 2, 3, 5, 17};
  if (words == 0) words = kWidths[random.next() % std::size(kWidths)];
  constexpr std::size_t kBits[] = {0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 40, 48, 57, 63, 64};
  graph.word_bits.clear();
  for (std::size_t w = 0; w < words; ++w) {
    graph.word_bits.push_back(kBits[random.next() % std::size(kBits)]);
  }
}

void add_labels(Random& random, LabelledGraph& graph, std::uint32_t count) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> names;
  while (names.size() < count) names.emplace(below(random, count), below(random, 3));
  for (const auto& [event, outcome] : names) {
    TransitionLabel label;
    label.event = {event};
    label.outcome = outcome;
    label.branches = {{event}, {100 + outcome}};
    graph.labels.push_back(label);
  }
  shuffle(graph.labels, random);
}

void add_edges(Random& random, LabelledGraph& graph) {
  const auto states = static_cast<std::uint32_t>(graph.rows.size());
  const double degree = chance(random, 0.5) ? 1.3 : chance(random, 0.5) ? 0.3 : 4.0;
  const double share = std::min(1.0, degree / static_cast<double>(graph.labels.size()));
  const int kind = static_cast<int>(random.next() % 4);
  for (std::uint32_t s = 0; s < states; ++s) {
    // A path through most states, so that there are deep levels and far goals.
    const bool on_path = kind % 2 == 1 && s + 1 < states && chance(random, 0.95);
    const std::uint32_t path_label = below(random, graph.labels.size());
    for (std::uint32_t l = 0; l < graph.labels.size(); ++l) {
      if (on_path && l == path_label) {
        graph.edges.push_back({s, l, s + 1});
        continue;
      }
      if (!chance(random, share)) continue;
      std::uint32_t to = below(random, states);
      if (kind == 1) to = s - std::min(s, below(random, 4));                     // mostly back
      if (kind == 2) to = (s + states - 2 + below(random, 6)) % states;          // a ring
      if (kind == 3 && chance(random, 0.7)) to = s + below(random, states - s);  // funnels
      graph.edges.push_back({s, l, to});
    }
  }
}

void add_random_quest(Random& random, LabelledGraph& graph) {
  const std::size_t states = graph.rows.size();
  LabelledGraph::Quest quest{std::vector<bool>(states), std::vector<bool>(states)};
  const double done_share = chance(random, 0.7) ? 2.0 / static_cast<double>(states) : 0.3;
  const double pending_share = chance(random, 0.5) ? 1.0 : 0.4;
  for (std::size_t s = 0; s < states; ++s) {
    quest.done[s] = chance(random, done_share);
    quest.pending[s] = !quest.done[s] && chance(random, pending_share);
  }
  graph.quests.push_back(std::move(quest));
}

// Moves some transitions over to a label that is a fault wherever it is enabled.
void add_faults(Random& random, LabelledGraph& graph) {
  const std::uint32_t label = below(random, graph.labels.size());
  graph.labels[label].fault = true;
  std::vector<LabelledGraph::Edge> kept;
  for (const auto& edge : graph.edges) {
    if (edge.label == label) {
      graph.faults.push_back({edge.from, label});
    } else {
      kept.push_back(edge);
    }
  }
  graph.edges = std::move(kept);
}

}  // namespace

LabelledGraph random_graph(Random& random, const RandomGraphOptions& options) {
  LabelledGraph graph;
  add_words(random, graph, options.words);
  add_rows(random, graph, 1 + below(random, options.largest_states));
  add_labels(random, graph, 1 + below(random, 9));
  add_edges(random, graph);
  if (random.chance(options.faulty_percent)) add_faults(random, graph);
  const std::size_t initial = 1 + random.next() % 3;
  for (std::size_t i = 0; i < initial; ++i) {
    graph.initial.push_back(below(random, std::min<std::size_t>(graph.rows.size(), 4)));
  }
  const std::size_t quests = options.quests != 0 ? options.quests : 1 + random.next() % 7;
  for (std::size_t q = 0; q < quests; ++q) add_random_quest(random, graph);
  return graph;
}

void mutate_graph(Random& random, LabelledGraph& graph) {
  const std::uint32_t states = static_cast<std::uint32_t>(graph.rows.size());
  const std::uint32_t state = below(random, states);
  LabelledGraph::Quest& quest = graph.quests[random.next() % graph.quests.size()];
  const std::size_t kind = random.next() % 7;
  if (kind <= 2 && graph.edges.empty()) return;
  const std::size_t edge = graph.edges.empty() ? 0 : random.next() % graph.edges.size();
  switch (kind) {
    case 0: graph.edges.erase(graph.edges.begin() + static_cast<std::ptrdiff_t>(edge)); break;
    case 1: graph.edges[edge].to = state; break;
    case 2: {
      const LabelledGraph::Edge more{state, below(random, graph.labels.size()),
                                     below(random, states)};
      const bool taken = graph.labels[more.label].fault ||
                         std::any_of(graph.edges.begin(), graph.edges.end(), [&](const auto& e) {
                           return e.from == more.from && e.label == more.label;
                         });
      if (!taken) graph.edges.push_back(more);
      break;
    }
    case 3:
      quest.done[state] = !quest.done[state];
      if (quest.done[state]) quest.pending[state] = false;
      break;
    case 4:
      if (!quest.done[state]) quest.pending[state] = !quest.pending[state];
      break;
    case 5: graph.initial[0] = state; break;
    default: graph.initial.push_back(state); break;
  }
}

}  // namespace questproof::testing_support
