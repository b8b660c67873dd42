// SPDX-License-Identifier: MIT
#include "tests/support/graph_oracle.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace questproof::testing_support {
namespace {

using Depths = std::vector<std::optional<std::uint32_t>>;

// Lowers to[b] to from[a] + 1 along all pairs until nothing changes.
void relax(Depths& depths, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : pairs) {
      if (depths[a] && (!depths[b] || *depths[b] > *depths[a] + 1)) {
        depths[b] = *depths[a] + 1;
        changed = true;
      }
    }
  }
}

// Whether state a comes before b: lower level, then smaller row.
bool before(const LabelledGraph& graph, const GraphTruth& truth, std::uint32_t a, std::uint32_t b) {
  return std::tie(truth.depth[a], graph.rows[a]) < std::tie(truth.depth[b], graph.rows[b]);
}

void keep(const LabelledGraph& graph, const GraphTruth& truth, std::optional<std::uint32_t>& best,
          std::uint32_t state) {
  if (!best || before(graph, truth, state, *best)) best = state;
}

QuestTruth explore_quest(const LabelledGraph& graph, const GraphTruth& truth,
                         const LabelledGraph::Quest& quest) {
  QuestTruth result;
  const auto states = static_cast<std::uint32_t>(graph.rows.size());
  result.distance.resize(states);
  result.is_blocked.resize(states);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> backward;
  for (const auto& edge : graph.edges) backward.emplace_back(edge.to, edge.from);
  for (std::uint32_t s = 0; s < states; ++s) {
    if (quest.done[s]) result.distance[s] = 0;
  }
  relax(result.distance, backward);
  for (std::uint32_t s = 0; s < states; ++s) {
    result.is_blocked[s] = quest.pending[s] && !result.distance[s];
    if (!truth.depth[s]) continue;
    result.done += quest.done[s];
    result.pending += quest.pending[s];
    result.blocked += result.is_blocked[s];
    if (quest.done[s]) keep(graph, truth, result.first_done, s);
    if (result.is_blocked[s]) keep(graph, truth, result.first_blocked, s);
    if (quest.pending[s] && result.distance[s]) {
      if (*result.distance[s] > result.farthest_distance) result.farthest.reset();
      if (*result.distance[s] >= result.farthest_distance) {
        result.farthest_distance = *result.distance[s];
        keep(graph, truth, result.farthest, s);
      }
    }
  }
  for (const std::uint32_t s : std::set(graph.initial.begin(), graph.initial.end())) {
    result.initial_blocked += result.is_blocked[s];
  }
  for (const auto& edge : graph.edges) {
    if (!truth.depth[edge.from]) continue;
    if (result.is_blocked[edge.from] || !result.is_blocked[edge.to]) continue;
    QuestTruth::Fatal& fatal = result.fatal[edge.label];
    if (fatal.count++ == 0 || before(graph, truth, edge.from, fatal.source)) {
      fatal.source = edge.from;
      fatal.destination = edge.to;
    }
  }
  return result;
}

void append(Trace& trace, const TransitionLabel& label, const std::vector<Word>& row) {
  trace.steps.push_back({label.event, label.branches});
  trace.states.insert(trace.states.end(), row.begin(), row.end());
}

std::string show(const Trace& trace) {
  std::string text = fmt::format("variant {}:", trace.variant);
  for (const Step& step : trace.steps) text += fmt::format(" {}", step.event.index);
  text += " |";
  for (const Word word : trace.states) text += fmt::format(" {:x}", word);
  return text;
}

// Collects the first difference.
class Comparison {
 public:
  template <typename Value>
  void equal(const char* what, const Value& expected, const Value& found) {
    if (text_.empty() && expected != found) {
      text_ = fmt::format("{}: expected {}, found {}", what, expected, found);
    }
  }
  void equal_trace(const char* what, const std::optional<Trace>& expected,
                   const std::optional<Trace>& found) {
    if (!text_.empty() || expected == found) return;
    text_ = fmt::format("{}: expected {}, found {}", what, expected ? show(*expected) : "none",
                        found ? show(*found) : "none");
  }
  void that(const char* what, bool holds) {
    if (text_.empty() && !holds) text_ = what;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void compare_fatal(Comparison& comparison, const LabelledGraph& graph, const GraphTruth& truth,
                   const QuestTruth& quest, const QuestResult& found) {
  std::vector<FatalEvent> expected;
  std::uint64_t total = 0;
  for (const auto& [label, fatal] : quest.fatal) {
    const TransitionLabel& name = graph.labels[label];
    FatalEvent event{name.event, name.branches, fatal.count,
                     canonical_trace(graph, truth, fatal.source)};
    append(event.shortest, name, graph.rows[fatal.destination]);
    expected.push_back(event);
    total += fatal.count;
  }
  std::sort(expected.begin(), expected.end(), [](const FatalEvent& a, const FatalEvent& b) {
    return std::make_tuple(a.shortest.steps.size(), a.event, a.branches) <
           std::make_tuple(b.shortest.steps.size(), b.event, b.branches);
  });
  comparison.equal("fatal transitions", total, found.fatal_transitions);
  comparison.equal("fatal events", expected.size(), found.fatal_events.size());
  for (std::size_t i = 0; i < std::min(expected.size(), found.fatal_events.size()); ++i) {
    const FatalEvent& there = found.fatal_events[i];
    comparison.equal("fatal event", expected[i].event.index, there.event.index);
    comparison.that("branches of a fatal event", expected[i].branches == there.branches);
    comparison.equal("count of a fatal event", expected[i].count, there.count);
    comparison.equal_trace("route to a fatal event", expected[i].shortest, there.shortest);
  }
}

void compare_quest(Comparison& comparison, const LabelledGraph& graph, const GraphTruth& truth,
                   const QuestTruth& quest, const QuestResult& found) {
  const auto trace_to = [&](std::optional<std::uint32_t> state) {
    return state ? std::optional(canonical_trace(graph, truth, *state)) : std::nullopt;
  };
  comparison.equal("done states", quest.done, found.done_states);
  comparison.equal("pending states", quest.pending, found.pending_states);
  comparison.equal("blocked states", quest.blocked, found.blocked_states);
  comparison.equal("initial blocked", quest.initial_blocked, found.initial_blocked);
  comparison.equal("farthest distance", quest.farthest_distance, found.farthest_distance);
  comparison.equal_trace("completion", trace_to(quest.first_done), found.completion);
  comparison.equal_trace("counterexample", trace_to(quest.first_blocked), found.counterexample);
  comparison.equal_trace("farthest", trace_to(quest.farthest), found.farthest);
  compare_fatal(comparison, graph, truth, quest, found);
  const Verdict expected = !truth.faults.empty() ? Verdict::kUnknown
                           : quest.blocked == 0  ? Verdict::kProved
                                                 : Verdict::kRefuted;
  comparison.equal("verdict", std::string(to_string(expected)),
                   std::string(to_string(found.verdict)));
}

void compare_faults(Comparison& comparison, const LabelledGraph& graph, const GraphTruth& truth,
                    const Certification& found) {
  comparison.equal("faults", truth.faults.size(), found.faults.size());
  std::size_t at = 0;
  for (const auto& [label, state] : truth.faults) {
    if (at == found.faults.size()) return;
    const FaultReport& report = found.faults[at++];
    comparison.equal("event of a fault", graph.labels[label].event.index, report.event.index);
    comparison.that("branches of a fault", graph.labels[label].branches == report.branches);
    comparison.equal_trace("trace to a fault", canonical_trace(graph, truth, state),
                           report.shortest);
  }
}

void compare_solved(Comparison& comparison, const LabelledGraph& graph, const GraphTruth& truth,
                    const SolvedSpace& solved) {
  comparison.equal("size of the solved space", truth.states, solved.size());
  for (std::uint32_t s = 0; s < graph.rows.size(); ++s) {
    const std::vector<Word>& row = graph.rows[s];
    comparison.equal("whether a state is stored", truth.depth[s].has_value(), solved.contains(row));
    comparison.that("depth of a state", truth.depth[s] == solved.depth(row));
    for (std::size_t q = 0; q < graph.quests.size(); ++q) {
      const auto standing = solved.standing(row, q);
      comparison.equal("whether a state stands somewhere", truth.depth[s].has_value(),
                       standing.has_value());
      if (!standing || !truth.depth[s]) continue;
      const QuestTruth& quest = truth.quests[q];
      comparison.that("distance of a state", standing->distance == quest.distance[s]);
      comparison.equal("a state is done", quest.distance[s] == 0u, standing->done);
      comparison.equal("a state is live", quest.distance[s].has_value(), standing->live);
      comparison.equal("a state is blocked", bool{quest.is_blocked[s]}, standing->blocked);
    }
  }
}

}  // namespace

GraphTruth explore_graph(const LabelledGraph& graph) {
  GraphTruth truth;
  truth.depth.resize(graph.rows.size());
  truth.enabled.resize(graph.labels.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> forward;
  for (const auto& edge : graph.edges) forward.emplace_back(edge.from, edge.to);
  for (const std::uint32_t state : graph.initial) truth.depth[state] = 0;
  relax(truth.depth, forward);

  std::vector<bool> has_successor(graph.rows.size());
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // states and labels
  for (const auto& edge : graph.edges) {
    if (!truth.depth[edge.from]) continue;
    truth.enabled[edge.label] += seen.emplace(edge.from, edge.label).second;
    truth.transitions += edge.from != edge.to;
    if (edge.from != edge.to) has_successor[edge.from] = true;
  }
  for (std::uint32_t s = 0; s < graph.rows.size(); ++s) {
    if (!truth.depth[s]) continue;
    ++truth.states;
    truth.deadlocks += !has_successor[s];
    const std::size_t level = *truth.depth[s];
    if (truth.states_per_level.size() <= level) truth.states_per_level.resize(level + 1);
    ++truth.states_per_level[level];
  }
  for (const auto& fault : graph.faults) {
    if (!truth.depth[fault.from]) continue;
    ++truth.enabled[fault.label];
    const auto [at, fresh] = truth.faults.emplace(fault.label, fault.from);
    if (!fresh && before(graph, truth, fault.from, at->second)) at->second = fault.from;
  }
  for (const auto& quest : graph.quests) truth.quests.push_back(explore_quest(graph, truth, quest));
  return truth;
}

Trace canonical_trace(const LabelledGraph& graph, const GraphTruth& truth, std::uint32_t state) {
  std::vector<const LabelledGraph::Edge*> path;
  while (*truth.depth[state] > 0) {
    const LabelledGraph::Edge* best = nullptr;
    for (const auto& edge : graph.edges) {
      if (edge.to != state || !truth.depth[edge.from]) continue;
      if (*truth.depth[edge.from] + 1 != *truth.depth[state]) continue;
      const auto order = [&](const LabelledGraph::Edge& e) {
        const TransitionLabel& label = graph.labels[e.label];
        return std::tie(label.event, label.outcome, graph.rows[e.from]);
      };
      if (best == nullptr || order(edge) < order(*best)) best = &edge;
    }
    path.push_back(best);
    state = best->from;
  }
  std::reverse(path.begin(), path.end());
  Trace trace;
  trace.variant = static_cast<std::size_t>(
      std::find(graph.initial.begin(), graph.initial.end(), state) - graph.initial.begin());
  trace.states = graph.rows[state];
  for (const LabelledGraph::Edge* edge : path) {
    append(trace, graph.labels[edge->label], graph.rows[edge->to]);
  }
  return trace;
}

std::pair<double, double> solve_random_play(const LabelledGraph& graph, const GraphTruth& truth,
                                            std::size_t quest) {
  // Unknowns: reachable states that are live and not done. Two right-hand sides.
  const QuestTruth& known = truth.quests[quest];
  std::vector<std::uint32_t> unknowns;
  std::map<std::uint32_t, std::size_t> row_of;
  for (std::uint32_t s = 0; s < graph.rows.size(); ++s) {
    if (!truth.depth[s] || !known.distance[s] || *known.distance[s] == 0) continue;
    row_of[s] = unknowns.size();
    unknowns.push_back(s);
  }
  const std::size_t n = unknowns.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n + 2, 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> successors;
    for (const auto& edge : graph.edges) {
      if (edge.from == unknowns[i] && edge.to != edge.from) successors.push_back(edge.to);
    }
    const double share = 1.0 / static_cast<double>(successors.size());
    a[i][i] += 1;
    a[i][n + 1] = 1;
    for (const std::uint32_t to : successors) {
      if (const auto at = row_of.find(to); at != row_of.end()) {
        a[i][at->second] -= share;
      } else if (!known.distance[to]) {
        a[i][n] += share;
      }
    }
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r) {
      if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
    }
    std::swap(a[c], a[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      const double factor = a[r][c] / a[c][c];
      if (r == c || factor == 0) continue;
      for (std::size_t k = c; k < n + 2; ++k) a[r][k] -= factor * a[c][k];
    }
  }
  const std::set<std::uint32_t> starts(graph.initial.begin(), graph.initial.end());
  std::pair<double, double> result;
  for (const std::uint32_t s : starts) {
    if (const auto at = row_of.find(s); at != row_of.end()) {
      const std::size_t r = at->second;
      result.first += a[r][n] / a[r][r];
      result.second += a[r][n + 1] / a[r][r];
    } else if (!known.distance[s]) {
      result.first += 1;
    }
  }
  if (!starts.empty()) {
    result.first /= static_cast<double>(starts.size());
    result.second /= static_cast<double>(starts.size());
  }
  return result;
}

std::string difference(const LabelledGraph& graph, const GraphTruth& truth,
                       const Certification& found) {
  Comparison comparison;
  comparison.that("the exploration is complete", found.complete);
  comparison.equal("limit", std::string(), found.limit);
  comparison.equal("states", truth.states, found.profile.states);
  comparison.that("states per level", truth.states_per_level == found.profile.states_per_level);
  comparison.equal("transitions", truth.transitions, found.profile.transitions);
  comparison.equal("deadlocks", truth.deadlocks, found.profile.deadlocks);
  comparison.that("enabled labels", truth.enabled == found.enabled);
  compare_faults(comparison, graph, truth, found);
  comparison.equal("quests", truth.quests.size(), found.quests.size());
  if (!comparison.text().empty()) return comparison.text();
  Verdict expected = truth.faults.empty() ? Verdict::kProved : Verdict::kUnknown;
  for (std::size_t q = 0; q < truth.quests.size(); ++q) {
    compare_quest(comparison, graph, truth, truth.quests[q], found.quests[q]);
    if (truth.faults.empty() && truth.quests[q].blocked > 0) expected = Verdict::kRefuted;
    if (!comparison.text().empty()) return fmt::format("quest {}: {}", q, comparison.text());
  }
  comparison.equal("verdict of all", std::string(to_string(expected)),
                   std::string(to_string(found.verdict)));
  comparison.that("the solved space is handed over", found.solved != nullptr);
  if (found.solved) compare_solved(comparison, graph, truth, *found.solved);
  return comparison.text();
}

}  // namespace questproof::testing_support
