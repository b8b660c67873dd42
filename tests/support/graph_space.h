// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/hash.h"
#include "core/model/state_space.h"

namespace questproof::testing_support {

// A state space given by its list of transitions: what tests of the search are written with. A
// plain value, to be filled in by hand or at random.
struct LabelledGraph {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t label = 0;
    std::uint32_t to = 0;  // equal to from: the label is enabled but changes nothing
    auto operator<=>(const Edge&) const = default;
  };
  struct FaultAt {
    std::uint32_t from = 0;
    std::uint32_t label = 0;
    auto operator<=>(const FaultAt&) const = default;
  };
  struct Quest {
    std::vector<bool> done;  // by state
    std::vector<bool> pending;
  };

  std::vector<std::size_t> word_bits = {32};
  std::vector<std::vector<Word>> rows;  // by state: its packed words; distinct
  std::vector<TransitionLabel> labels;
  std::vector<Edge> edges;
  std::vector<FaultAt> faults;
  std::vector<std::uint32_t> initial;  // states; may hold duplicates
  std::vector<Quest> quests;

  // One word a state, which is the state's number; label l is event l with the one branch l.
  static LabelledGraph numbered(std::uint32_t states, std::uint32_t labels);
  void add_quest(const std::vector<std::uint32_t>& done, const std::vector<std::uint32_t>& pending);
  std::vector<Word> initial_rows() const;
};

// The graph as the search sees it. With an order seed the successors of a block come in another
// order and in more runs than needed, and some labels, chosen by the seed, are invertible: no
// result may depend on that.
class GraphSpace final : public StateSpace {
 public:
  explicit GraphSpace(LabelledGraph graph, std::uint64_t order_seed = 0);

  // With this choice of the invertible labels.
  GraphSpace(LabelledGraph graph, std::uint64_t order_seed, std::vector<bool> invertible);

  const LabelledGraph& graph() const { return graph_; }

  std::size_t word_count() const override { return graph_.word_bits.size(); }
  std::size_t word_bits(std::size_t word) const override { return graph_.word_bits[word]; }
  std::vector<Word> initial_states() const override { return graph_.initial_rows(); }
  std::size_t label_count() const override { return graph_.labels.size(); }
  const TransitionLabel& label(std::size_t index) const override { return graph_.labels[index]; }
  std::unique_ptr<Expander> make_expander(Sources sources) const override;
  bool invertible(std::size_t label) const override { return invertible_[label]; }
  std::unique_ptr<Expander> make_predecessor_expander() const override;
  std::unique_ptr<Expander> make_one_way_expander() const override;
  std::size_t quest_count() const override { return graph_.quests.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

 private:
  class GraphExpander;
  struct RowHash {
    std::size_t operator()(const std::vector<Word>& row) const {
      return hash_64(std::span<const std::uint64_t>(row));
    }
  };
  struct Exit {
    std::uint32_t label = 0;
    std::uint32_t to = 0;
    bool fault = false;
  };

  using Exits = std::vector<std::vector<Exit>>;  // by state, in order of label

  // Throws when the block holds something that is no state of the graph.
  std::uint32_t state_at(const StateBlock& block, std::size_t index) const;

  LabelledGraph graph_;
  std::uint64_t order_seed_;
  std::unordered_map<std::vector<Word>, std::uint32_t, RowHash> numbers_;
  std::vector<bool> invertible_;  // by label
  Exits exits_;
  Exits one_way_;    // of the labels that are not invertible
  Exits entrances_;  // the others against their direction
};

}  // namespace questproof::testing_support
