// SPDX-License-Identifier: MIT
#include "tests/support/graph_space.h"

#include <algorithm>
#include <stdexcept>

#include "tests/support/random_model.h"

namespace questproof::testing_support {

LabelledGraph LabelledGraph::numbered(std::uint32_t states, std::uint32_t labels) {
  LabelledGraph graph;
  for (std::uint32_t s = 0; s < states; ++s) graph.rows.push_back({s});
  for (std::uint32_t l = 0; l < labels; ++l) {
    TransitionLabel label;
    label.event = {l};
    label.branches = {{l}};
    graph.labels.push_back(label);
  }
  return graph;
}

void LabelledGraph::add_quest(const std::vector<std::uint32_t>& done,
                              const std::vector<std::uint32_t>& pending) {
  Quest quest{std::vector<bool>(rows.size()), std::vector<bool>(rows.size())};
  for (const std::uint32_t state : done) quest.done[state] = true;
  for (const std::uint32_t state : pending) quest.pending[state] = true;
  quests.push_back(std::move(quest));
}

std::vector<Word> LabelledGraph::initial_rows() const {
  std::vector<Word> result;
  for (const std::uint32_t state : initial) {
    result.insert(result.end(), rows[state].begin(), rows[state].end());
  }
  return result;
}

namespace {

std::vector<bool> choose_invertible(std::size_t labels, std::uint64_t order_seed) {
  std::vector<bool> chosen(labels);
  if (order_seed == 0) return chosen;
  Random random(order_seed);
  const int percent = static_cast<int>(random.next() % 3) * 50;  // none, half, all
  for (std::size_t label = 0; label < labels; ++label) chosen[label] = random.chance(percent);
  return chosen;
}

}  // namespace

GraphSpace::GraphSpace(LabelledGraph graph, std::uint64_t order_seed)
    : GraphSpace(graph, order_seed, choose_invertible(graph.labels.size(), order_seed)) {}

GraphSpace::GraphSpace(LabelledGraph graph, std::uint64_t order_seed, std::vector<bool> invertible)
    : graph_(std::move(graph)),
      order_seed_(order_seed),
      invertible_(std::move(invertible)),
      exits_(graph_.rows.size()),
      one_way_(graph_.rows.size()),
      entrances_(graph_.rows.size()) {
  for (std::uint32_t s = 0; s < graph_.rows.size(); ++s) {
    if (!numbers_.emplace(graph_.rows[s], s).second) throw std::logic_error("two states are equal");
  }
  for (const auto& [from, label, to] : graph_.edges) {
    exits_[from].push_back({label, to, false});
    if (!invertible_[label]) {
      one_way_[from].push_back({label, to, false});
    } else if (from != to) {
      entrances_[to].push_back({label, from, false});
      if ((order_seed_ + from) % 7 == 3) entrances_[to].push_back({label, from, false});
    }
  }
  for (const auto& [from, label] : graph_.faults) exits_[from].push_back({label, from, true});
  for (std::vector<Exit>& exits : exits_) {
    std::sort(exits.begin(), exits.end(), [](const Exit& a, const Exit& b) {
      return std::pair(a.label, a.to) < std::pair(b.label, b.to);
    });
    for (std::size_t i = 1; i < exits.size(); ++i) {
      if (exits[i - 1].label == exits[i].label && exits[i - 1].to == exits[i].to) {
        throw std::logic_error("a state has one transition twice");
      }
    }
  }
}

std::uint32_t GraphSpace::state_at(const StateBlock& block, std::size_t index) const {
  std::vector<Word> row(word_count());
  for (std::size_t w = 0; w < row.size(); ++w) row[w] = block.words[w * block.stride + index];
  return numbers_.at(row);
}

class GraphSpace::GraphExpander final : public Expander {
 public:
  GraphExpander(const GraphSpace& space, const Exits& exits, Sources sources)
      : space_(space), exits_(exits), sources_(sources) {}

  void expand(const StateBlock& block, SuccessorBlock& out,
              std::span<std::uint64_t> enabled) override {
    std::vector<Move> moves;
    out.faults.clear();
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const std::uint32_t state = space_.state_at(block, i);
      for (const Exit& exit : exits_[state]) {
        ++enabled[exit.label];
        if (exit.fault) {
          out.faults.push_back({exit.label, i});
        } else if (exit.to != state) {
          moves.push_back({exit.label, i, exit.to});
        }
      }
    }
    order(moves);
    write(moves, out);
  }

 private:
  struct Move {
    std::uint32_t label;
    std::uint32_t source;
    std::uint32_t to;
  };

  void order(std::vector<Move>& moves) const {
    if (space_.order_seed_ != 0) {
      Random random(space_.order_seed_ + moves.size());
      shuffle(moves, random);
    } else {
      std::stable_sort(moves.begin(), moves.end(),
                       [](const Move& a, const Move& b) { return a.label < b.label; });
    }
  }

  void write(const std::vector<Move>& moves, SuccessorBlock& out) const {
    const std::size_t words = space_.word_count();
    out.count = moves.size();
    out.stride = moves.size() + 3;
    out.words.assign(words * out.stride, ~Word{0});
    out.source.clear();
    out.runs.clear();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move& move = moves[i];
      for (std::size_t w = 0; w < words; ++w) {
        out.words[w * out.stride + i] = space_.graph_.rows[move.to][w];
      }
      if (sources_ == Sources::kKeep) {
        out.source.push_back(static_cast<std::uint16_t>(move.source));
      }
      if (out.runs.empty() || out.runs.back().label != move.label) {
        out.runs.push_back({move.label, i, i});
      }
      out.runs.back().end = i + 1;
    }
  }

  const GraphSpace& space_;
  const Exits& exits_;
  Sources sources_;
};

std::unique_ptr<Expander> GraphSpace::make_expander(Sources sources) const {
  return std::make_unique<GraphExpander>(*this, exits_, sources);
}

std::unique_ptr<Expander> GraphSpace::make_predecessor_expander() const {
  const bool some = std::find(invertible_.begin(), invertible_.end(), true) != invertible_.end();
  if (!some) return nullptr;
  return std::make_unique<GraphExpander>(*this, entrances_, Sources::kKeep);
}

std::unique_ptr<Expander> GraphSpace::make_one_way_expander() const {
  const bool some = std::find(invertible_.begin(), invertible_.end(), false) != invertible_.end();
  if (!some) return nullptr;
  return std::make_unique<GraphExpander>(*this, one_way_, Sources::kKeep);
}

void GraphSpace::evaluate_quests(const StateBlock& block, std::size_t group,
                                 std::span<std::uint64_t> done,
                                 std::span<std::uint64_t> pending) const {
  const std::size_t first = group * 64;
  const std::size_t end = std::min(quest_count(), first + 64);
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::uint32_t state = state_at(block, i);
    done[i] = pending[i] = 0;
    for (std::size_t q = first; q < end; ++q) {
      const LabelledGraph::Quest& quest = graph_.quests[q];
      done[i] |= Word{quest.done[state]} << (q - first);
      pending[i] |= Word{quest.pending[state]} << (q - first);
    }
  }
}

}  // namespace questproof::testing_support
