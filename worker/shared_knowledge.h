// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/net/transport.h"
#include "worker/edge_book.h"
#include "worker/edge_store.h"
#include "worker/fellow_message.h"
#include "worker/fellows.h"
#include "worker/player.h"

namespace questproof {

// What agents that play at the same time, one a rank, learn from each other, and what they keep.
//
// Each rank notes what its agent sees as edges. Every few updates there is a round: all ranks hand each other their
// new edges, what they are about, and whether they have anything left to do; each enters all of it in its
// book, in order of ranks, so that all books are the same, and tells its agent's belief what is new. So play goes on in
// step, as many updates here as there, and the same seeds give the same play. Rank 0 keeps the book in a store.
//
// Equations of doors hold in every instance of the game, since each counts presses from its own start; places
// and things are known by their names. Where a dispute about a door comes up, what was derived of it is
// forgotten, and every agent counts again what it sees of it.
//
// Collective over the ranks: begin(), every `every`th see(), end(). A rank whose agent has come to its end takes part in
// rounds until all have.
class SharedKnowledge final : public Fellows {
 public:
  // `store`: rank 0's, or nullptr where nothing is kept. Both outlive it.
  SharedKnowledge(Transport& ranks, EdgeStore* store, std::uint64_t seed);

  void begin(const Session& session, Belief& belief) override;
  bool see(const Action& action, const Session& session, Belief& belief) override;
  bool is_done(const std::string& task) const override;
  void note_done(const std::string& task, const Session& session) override;
  void set_out(const Plan& plan) override;
  std::size_t first_to_choose() const override;
  void assume(const Plan& plan) override;
  double burden(const Plan& plan) const override;
  bool may_wait() override;

  // Returns when all agents have come to their end.
  void end(const PlayResult& result, const Session& session, Belief& belief) override;

  const EdgeBook& book() const { return book_; }
  std::uint64_t run() const { return run_; }
  std::uint64_t session() const { return session_; }

 private:
  double taste(const Plan& plan) const;
  void note(EdgeBody body, std::uint64_t update);
  void note_view(const View& view, std::uint64_t update, const Belief& belief);
  void note_door(const SeenObject& door, std::uint64_t update, const Belief& belief);
  void note_changes(const Action& action, const View& after, std::uint64_t update);
  void load(Belief& belief);
  bool round(Belief& belief);
  std::vector<FellowMessage> exchange(FellowMessage mine);
  bool enter(const std::vector<Edge>& edges, bool mine, Belief& belief);
  bool tell_door(const std::string& door, const std::vector<SightingEdge>& news, Belief& belief);

  Transport& ranks_;
  EdgeStore* store_;
  std::uint64_t seed_;
  std::uint64_t every_;  // updates from round to round
  EdgeBook book_;
  std::uint64_t run_ = 0;  // 0: the ranks have not yet begun
  std::uint64_t session_ = 0;

  // What this agent saw.
  std::set<std::string> noted_;                                       // keys of edges
  std::map<std::string, std::map<std::string, std::string>> states_;  // of things, as last seen
  std::map<std::string, ParitySystem> seen_;  // by door: of the sightings that were noted
  std::uint64_t sightings_ = 0;
  View before_;
  std::size_t findings_ = 0;
  std::uint64_t since_round_ = 0;

  std::map<std::string, std::size_t> disputes_;  // by door: that the belief knows of
  FellowMessage mine_;                           // of the next round
  std::vector<FellowMessage> others_;            // of the last one, by rank
  bool quiet_ = false;  // it brought nothing, and nobody had anything left to do
};

}  // namespace questproof
