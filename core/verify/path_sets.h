// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/model/game_model.h"
#include "core/verify/plain_diagram.h"

namespace questproof {

// How a model's variables lie in diagrams: which level each has. Values count from 0, at the lower end
// of the domain.
class DiagramLayout {
 public:
  // Puts variables that events use together near to each other: FORCE (Aloul, Markov, Sakallah 2003), best
  // of all rounds. An order decides how large diagrams become, and nothing else.
  // With `hubs_on_top` those that very many events use come first: what the others do depends on them.
  DiagramLayout(const GameModel& model, bool hubs_on_top);

  std::uint32_t level(VariableId variable) const { return level_[variable.index]; }
  const std::vector<std::uint32_t>& sizes() const { return sizes_; }  // of domains, by level
  std::vector<std::uint32_t> packed(const GameModel& model, const Valuation& values) const;

 private:
  std::vector<std::uint32_t> level_;
  std::vector<std::uint32_t> sizes_;
};

// What happens on one way through an event: for each `if` and each choice it is settled which branch runs.
struct EventRun {
  struct Step {
    const Condition* condition = nullptr;  // that holds here, or (negated) does not; or null:
    bool negated = false;
    PlainDiagrams::Node relation = PlainDiagrams::kEverything;  // what is written
  };
  std::vector<Step> steps;
  std::vector<VariableId> written;  // each once
  std::uint32_t top = 0;            // the first level that it reads or writes
  bool is_fault = false;            // ends in a statement whose result lies outside its domain
};

// Sets of states of one model, and what conditions and paths do to them.
class PathSets {
 public:
  // Throws PlainDiagrams::Full, here and below.
  PathSets(const GameModel& model, const DiagramLayout& layout, std::size_t most_nodes);

  PlainDiagrams& diagrams() { return diagrams_; }
  PlainDiagrams::Node everything() const { return everything_; }

  // All ways through all events that some valuation takes. False when there are more than `most`.
  bool find_paths(std::size_t most);
  const std::vector<EventRun>& paths() const { return paths_; }

  // The states of a set in which a condition of the model holds.
  PlainDiagrams::Node where(PlainDiagrams::Node set, const Condition& condition);
  // What the path makes of a set; the valuations that it leads into a set.
  PlainDiagrams::Node image(PlainDiagrams::Node set, const EventRun& path);
  PlainDiagrams::Node preimage(PlainDiagrams::Node set, const EventRun& path);
  // The valuations that the path leaves as they are.
  PlainDiagrams::Node unchanged(const EventRun& path);

  // The set with all that the paths lead to, one step after the other. `tick` is called now and then.
  // Saturation (Ciardo, Luettgen, Siminiescu 2001) in its plainest form: for what lies below a level, first those
  // paths are carried out to the end that read and write nothing above it.
  PlainDiagrams::Node forward_closure(PlainDiagrams::Node set, const std::function<void()>& tick);
  // The part of `inside` from which the paths lead into the set without leaving it. Requires: the set is a part of it.
  PlainDiagrams::Node backward_closure(PlainDiagrams::Node set, PlainDiagrams::Node inside,
                                       const std::function<void()>& tick);

 private:
  // Statements that are still to be run, the last list first.
  struct Rest {
    const std::vector<Statement>* body = nullptr;
    std::size_t next = 0;
  };
  struct Written {
    PlainDiagrams::Node lands = PlainDiagrams::kNothing;
    PlainDiagrams::Node fails =
        PlainDiagrams::kNothing;  // where the result lies outside the domain
  };

  // Paths by their top, and what has been closed already.
  struct Closing {
    const std::function<void()>& tick;
    std::vector<std::vector<const EventRun*>> paths;
    std::unordered_map<std::uint64_t, PlainDiagrams::Node> closed;  // by both nodes
  };
  static constexpr PlainDiagrams::Node kForward = PlainDiagrams::kNothing;  // in place of `inside`
  std::vector<std::vector<const EventRun*>> paths_by_top() const;
  PlainDiagrams::Node close(PlainDiagrams::Node set, PlainDiagrams::Node inside, Closing& closing);
  PlainDiagrams::Node close_below(PlainDiagrams::Node set, PlainDiagrams::Node inside,
                                  Closing& closing);

  void walk(std::vector<Rest> rest, EventRun path, PlainDiagrams::Node set);
  void walk_branches(const Statement& statement, const std::vector<Rest>& rest,
                     const EventRun& path, PlainDiagrams::Node set);
  void walk_write(const Statement& statement, std::vector<Rest> rest, EventRun path,
                  PlainDiagrams::Node set);
  void add_path(EventRun path);
  PlainDiagrams::Node step(PlainDiagrams::Node set, const EventRun::Step& step, bool forward);

  Written written(const Statement& statement);
  PlainDiagrams::Node compared(const Condition& condition);
  // A relation that keeps or changes `target` depending on it and on `other`; `outcome` gives the new
  // value, or nothing where the pair is left out.
  template <typename Outcome>
  PlainDiagrams::Node relation(const Term& target, const Term& other, const Outcome& outcome);

  const GameModel& model_;
  const DiagramLayout& layout_;
  PlainDiagrams diagrams_;
  PlainDiagrams::Node everything_;
  std::unordered_map<const Condition*, PlainDiagrams::Node> compared_;
  std::vector<EventRun> paths_;
  std::size_t most_ = 0;
};

}  // namespace questproof
