// SPDX-License-Identifier: MIT
#include "tests/support/region_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/check.h"
#include "tests/support/oracle.h"

namespace questproof::testing_support {
namespace {

std::vector<Valuation> all_valuations(const GameModel& model) {
  std::vector<Valuation> result = {{}};
  for (const Variable& variable : model.variables) {
    std::vector<Valuation> longer;
    const std::size_t at = result[0].size();
    const bool wide = variable.high > 1000;  // ballast: as it is at the start
    const Value low = wide ? model.variants[0].values[at] : variable.low;
    const Value high = wide ? low : variable.high;
    for (const Valuation& values : result) {
      for (Value value = low; value <= high; ++value) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    }
    result = std::move(longer);
  }
  return result;
}

}  // namespace

LabelledGraph region_graph(const GameModel& model, const FreeMoves& moves, const StateSpace& space,
                           const StateLayout& layout) {
  const std::vector<Valuation> states = all_valuations(model);
  std::map<Valuation, std::uint32_t> number;
  for (std::uint32_t s = 0; s < states.size(); ++s) number[states[s]] = s;
  std::vector<std::vector<oracle::Run>> runs;
  for (const Valuation& values : states) runs.push_back(oracle::runs(model, values));

  // The region of a state is named by the least values of the walkers, each taken alone: its smallest member
  // in every walker at once, since each can be moved without the others.
  std::vector<std::uint32_t> region(states.size());
  for (std::uint32_t s = 0; s < states.size(); ++s) region[s] = s;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t s = 0; s < states.size(); ++s) {
      for (const oracle::Run& run : runs[s]) {
        if (!moves.is_move(run.label.event)) continue;
        const std::uint32_t to = number.at(run.values);
        const std::uint32_t least = std::min(region[s], region[to]);
        changed = changed || region[s] != least || region[to] != least;
        region[s] = region[to] = least;
      }
    }
  }

  LabelledGraph graph;
  graph.word_bits.clear();
  for (std::size_t w = 0; w < space.word_count(); ++w) {
    graph.word_bits.push_back(space.word_bits(w));
  }
  std::map<std::uint32_t, std::uint32_t> node;  // of a region
  for (std::uint32_t s = 0; s < states.size(); ++s) {
    if (region[s] != s) continue;
    node[s] = static_cast<std::uint32_t>(graph.rows.size());
    std::vector<Word> row(space.word_count());
    layout.pack(states[s], row);
    graph.rows.push_back(std::move(row));
  }
  std::map<oracle::Label, std::uint32_t> labels;
  for (std::uint32_t l = 0; l < space.label_count(); ++l) {
    const TransitionLabel& label = space.label(l);
    QUEST_CHECK(!label.coverage_only);
    labels[{label.event, label.branches, label.fault}] = l;
    graph.labels.push_back(label);
  }
  std::set<LabelledGraph::Edge> edges;
  std::set<LabelledGraph::FaultAt> faults;
  graph.quests.resize(model.quests.size());
  for (LabelledGraph::Quest& quest : graph.quests) {
    quest.done.assign(graph.rows.size(), false);
    quest.pending.assign(graph.rows.size(), false);
  }
  for (std::uint32_t s = 0; s < states.size(); ++s) {
    const std::uint32_t from = node.at(region[s]);
    for (const oracle::Run& run : runs[s]) {
      const std::uint32_t label = labels.at(run.label);
      if (run.label.fault) {
        faults.insert({from, label});
      } else {
        edges.insert({from, label, node.at(region[number.at(run.values)])});
      }
    }
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      const Quest& quest = model.quests[q];
      if (oracle::holds(quest.done, states[s])) graph.quests[q].done[from] = true;
      if (oracle::holds(quest.open, states[s]) && !oracle::holds(quest.failed, states[s])) {
        graph.quests[q].pending[from] = true;
      }
    }
  }
  for (LabelledGraph::Quest& quest : graph.quests) {
    for (std::size_t n = 0; n < graph.rows.size(); ++n) {
      if (quest.done[n]) quest.pending[n] = false;
    }
  }
  graph.edges.assign(edges.begin(), edges.end());
  graph.faults.assign(faults.begin(), faults.end());
  for (const Variant& variant : model.variants) {
    graph.initial.push_back(node.at(region[number.at(variant.values)]));
  }
  return graph;
}

}  // namespace questproof::testing_support
