// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "worker/choice_graph.h"
#include "worker/choice_look.h"
#include "worker/choice_session.h"
#include "worker/choice_suite.h"

namespace questproof {

struct ChoicePlayerOptions {
  bool complete = false;   // go on when all tasks are done, until the model is complete
  std::uint64_t seed = 1;  // of the plays that check the model
  unsigned checks = 1;     // how often each assumption of the model is tried; 0: not at all
  bool look_ahead = true;  // states are the same only when all their choices look the same, too
  // Where views are not whole: the game is taken to have at most so many states more than were told apart, and is
  // tested so that it cannot be another one then (choice_suite.h). Nothing: nothing is taken for granted.
  std::optional<unsigned> extra_states;
  bool one_seed = false;  // the game is only ever begun with the seed of the session
  // Plays in which a model and the game differed before: each is tried once all choices are.
  std::vector<std::vector<std::string>> evidence;
};

// A play, from the start of the game, whose last choice does not lead where the model says.
struct ChoiceDifference {
  std::vector<std::string> choices;
  std::optional<LookId> expected;  // nothing: the model has no such choice
  LookId seen = 0;
};

struct ChoiceResult {
  struct DoneTask {
    bool done = false;
    std::uint64_t update = 0;
    std::vector<std::string>
        way;  // choices from the start: none is shorter among those that were tried
  };
  std::vector<DoneTask> tasks;
  bool complete = false;      // all choices were tried, and nothing spoke against the model
  std::string reason;         // why it ended
  std::uint64_t assumed = 0;  // edges that lead to a state which was found by another way
  std::uint64_t checked = 0;  // plays that were held against the model
};

// The choices and one more.
std::vector<std::string> followed_by(std::vector<std::string> choices, const std::string& last);

// Learns a game of choices as a finite graph, by trying all choices breadth first.
//
// A state is known by its look. Two ways to the same look are taken for two ways to one state, as long
// as nothing speaks against it: with `look_ahead` the looks behind each choice must agree as well; and
// once all choices were tried, plays are held against the graph: those that follow from the graph (choice_suite.h), loops
// gone round many times, waiting, other seeds, and plays at random. A difference is followed to the place where two
// states were taken for one (a binary search over the play), and from then on an experiment tells such states apart: the
// choices that showed it. The experiments of a look form a tree with the known states as its leaves.
// This is active learning of automata with a tree of experiments (Angluin 1987; Rivest and Schapire 1993; Kearns and
// Vazirani 1994), where in place of the oracle there are plays, and in place of resets, where the game can, its saves. So each difference adds a
// state, and a game with finitely many is learned after finitely many. Where a game says that its views are whole (README.md
// of games/live) equal looks are equal states, and nothing is assumed: if all of the view is looked at, and until two
// states of one look are seen to go on differently.
//
// Whatever was played, a game whose views are not whole may hide a state that shows only later. So the graph is complete
// only if the game says that they are, or if who runs it has said how much may be hidden (`extra_states`).
//
// Where the same play leads to different looks, chance decides: the edge then has several targets.
class ChoicePlayer {
 public:
  // `looks` and `session` outlive it.
  ChoicePlayer(ChoiceSession& session, LookTable& looks, const ChoicePlayerOptions& options);

  // All of it: explore, check, learn from what differs, until nothing does.
  ChoiceResult run();

  // The parts. False: the session is over.
  bool begin();
  bool explore();
  // Plays from the start; nothing when the game does as the model says.
  std::optional<ChoiceDifference> follow(const std::vector<std::string>& choices);
  // Tries what the model assumes; the first difference that something can be learned from.
  std::optional<ChoiceDifference> check();
  // Tells states apart. False: the session is over, or there is nothing to learn.
  bool learn_from(const ChoiceDifference& difference);
  // As run() sees it now. Counts ChoiceGraph::contradictions anew, and says what is in doubt.
  ChoiceResult result();

  const ChoiceGraph& graph() const { return graph_; }

 private:
  using NodeId = std::uint32_t;
  using Outcome = std::vector<LookId>;
  // In an outcome: the choice was not offered any more, or the state could not be come to again.
  static constexpr LookId kNotOffered = ~LookId{0};
  using Choices = std::vector<std::string>;
  struct EdgeId {
    NodeId node = 0;
    std::size_t edge = 0;
    bool operator==(const EdgeId&) const = default;
  };
  // In the tree of a look: experiments and, by what came of them, where to go on; or a state.
  struct Branching {
    std::vector<Choices> experiments;  // of a leaf: none
    std::map<Outcome, std::size_t> children;
    NodeId node = 0;
  };
  struct Sifted {
    NodeId node = 0;
    bool fresh = false;
    bool settled = true;
  };

  // States.
  NodeId add_node(PositionId position);
  std::size_t add_leaf(NodeId node);
  std::optional<Outcome> perform(PositionId from, const std::vector<Choices>& experiments);
  std::optional<Sifted> sift(PositionId position);
  std::optional<Sifted> descend(std::size_t branching, PositionId position);
  bool divide(std::size_t leaf, std::vector<Choices> experiments);
  bool tell_apart(NodeId node, const Choices& experiment);

  // Edges.
  bool expand(EdgeId id);
  bool connect(EdgeId id, PositionId position);
  void lead(EdgeId id, NodeId target);
  bool add_outcome(NodeId node, const std::string& choice, LookId seen);
  bool take_surprises();
  ChoiceEdge& edge(EdgeId id) { return graph_.nodes[id.node].edges[id.edge]; }
  std::optional<EdgeId> find_edge(NodeId node, const std::string& choice) const;
  bool is_assumption(EdgeId id, NodeId target) const;

  // Checks: each returns the first difference, or ends early when the session is over.
  using Difference = std::optional<ChoiceDifference>;
  Difference check_assumptions();
  Difference check_waiting();
  Difference check_pairs(const ChoiceSuite& suite);
  Difference check_loops(const ChoiceSuite& suite);
  Difference go_round(const ChoiceSuite& suite, NodeId node, const Choices& loop);
  Difference check_suite(const ChoiceSuite& suite);
  Difference check_after(const ChoiceSuite& suite, PositionId position, NodeId node,
                         unsigned choices_left);
  Difference check_step(PositionId position, NodeId node, const std::string& choice,
                        NodeId expected);
  Difference check_at_random();
  void check_seeds();
  bool differs_with(std::uint64_t seed);
  PositionId position_of(const ChoiceSuite& suite, NodeId node,
                         std::vector<std::optional<PositionId>>& known);
  bool stands_at(PositionId position, Difference& difference);
  bool may_go_on_checking() const;
  bool has_ended_checks() const { return session_.is_over() || waiting_matters_; }
  bool is_idle(NodeId node, const std::string& choice) const;
  Choices without_idling(const Choices& choices) const;
  std::string choose_at_random(const std::set<NodeId>& nodes, const ChoiceLook& look);
  std::set<NodeId> after(const std::set<NodeId>& nodes, const std::string& choice,
                         LookId seen) const;
  std::optional<ChoiceDifference> play_on(std::set<NodeId> nodes, Choices choices,
                                          std::size_t most);
  std::optional<ChoiceDifference> step(std::set<NodeId>& nodes, Choices& choices,
                                       const std::string& choice);
  std::optional<ChoiceDifference> check_assumption(EdgeId id);
  void note(Choices choices, LookId seen);
  void note_surprise(const ChoiceSession::Surprise& surprise);
  bool is_contradiction(const Choices& choices, LookId seen) const;
  void note_contradictions();
  void settle_assumptions(bool hold);
  void doubt_views();
  std::vector<NodeId> predicted_path(const Choices& choices) const;
  std::optional<bool> is_seen_again(PositionId from, const Choices& choices, std::size_t skipped,
                                    LookId seen);
  std::optional<bool> is_by_chance(NodeId from, const Choices& choices);
  bool note_chance(NodeId from, const Choices& choices, const Outcome& seen);

  void note_tasks(NodeId node);
  void note_doubt();
  std::string reason(bool settled, bool by_chance) const;
  bool has_done_tasks() const;
  bool shows_terrain() const;
  bool offers_choices_alike() const;

  ChoiceSession& session_;
  LookTable& looks_;
  ChoicePlayerOptions options_;
  ChoiceGraph graph_;
  std::vector<std::size_t> leaves_;                // by node: its leaf
  std::vector<std::vector<EdgeId>> into_;          // by node: edges that lead there
  std::vector<std::optional<EdgeId>> first_edge_;  // by node: the one by which it was found
  std::vector<Branching> branchings_;
  std::unordered_map<LookId, std::size_t> trees_;  // by look: its root
  std::unordered_map<LookId, std::uint32_t> states_of_look_;
  std::unordered_map<PositionId, NodeId> at_;  // positions that nodes were come to by
  std::deque<NodeId> open_;
  std::set<std::pair<Choices, LookId>> seen_otherwise_;  // from the start, and what came of it then
  std::mt19937_64 random_;
  ChoiceResult result_;
  bool whole_views_ = false;
  bool closed_ = false;
  bool agrees_ = false;
  bool tested_ = false;         // all plays were made that tell whether there are `extra_states`
  std::size_t told_apart_ = 0;  // states, by then
  bool waiting_matters_ = false;
  bool seed_matters_ = false;
  std::uint64_t last_check_update_ = 0;  // when checks end that nothing rests on
};

}  // namespace questproof
