// SPDX-License-Identifier: MIT
#include "core/symbolic/sample_check.h"

#include "core/base/check.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

constexpr std::uint64_t kStepsOfPlay = 50;

class SampleCheck {
 public:
  SampleCheck(const SymbolicSpace& space, const std::vector<QuestSets>& quests)
      : space_(space), model_(space.model().model()), quests_(quests) {}

  std::uint64_t run(std::uint64_t samples) {
    const std::vector<Variant>& variants = model_.variants;
    while (checked_ < samples) {
      check(space_.model().valuation_of(random_state()));
      Valuation here = variants[next() % variants.size()].values;
      for (std::uint64_t step = 0; step < kStepsOfPlay; ++step) {
        const std::vector<Valuation> after = check(here);
        if (after.empty()) break;
        here = after[next() % after.size()];
      }
    }
    return checked_;
  }

 private:
  // SplitMix64 (Steele, Lea and Flood, 2014).
  std::uint64_t next() {
    std::uint64_t x = seed_ += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::vector<std::uint32_t> random_state() {
    std::vector<std::uint32_t> tuple;
    NodeId at = space_.reachable().id();
    while (at > kUnit) {
      std::vector<NodeId> choices;
      for (; at != kNothing; at = space_.store().node(at).right) choices.push_back(at);
      const DiagramStore::Node& node = space_.store().node(choices[next() % choices.size()]);
      tuple.push_back(node.value);
      at = node.down;
    }
    return tuple;
  }

  // The states that come next.
  std::vector<Valuation> check(const Valuation& values) {
    ++checked_;
    std::vector<Valuation> after;
    for (std::uint32_t event = 0; event < model_.events.size(); ++event) {
      for (Outcome& outcome : outcomes(model_, {event}, values)) {
        if (!outcome.fault && outcome.values != values) after.push_back(std::move(outcome.values));
      }
    }
    expect(in(space_.reachable(), values), "a state is left out");
    for (const Valuation& state : after)
      expect(in(space_.reachable(), state), "a successor is left out");
    for (std::size_t q = 0; q < quests_.size(); ++q) check_quest(q, values, after);
    return after;
  }

  void check_quest(std::size_t q, const Valuation& values, const std::vector<Valuation>& after) {
    const Quest& quest = model_.quests[q];
    const QuestSets& sets = quests_[q];
    const bool done = holds(model_, quest.done, values);
    const bool pending =
        !done && holds(model_, quest.open, values) && !holds(model_, quest.failed, values);
    bool live = done;
    for (const Valuation& state : after) live = live || in(sets.live, state);
    expect(in(sets.done, values) == done, "a quest's done states");
    expect(in(sets.pending, values) == pending, "a quest's pending states");
    expect(in(sets.live, values) == live, "a quest's live states");
    expect(in(sets.blocked, values) == (pending && !live), "a quest's blocked states");
  }

  bool in(const Diagram& set, const Valuation& values) const {
    return space_.contains(set, space_.model().tuple_of(values));
  }
  static void expect(bool holds, const char* what) {
    QUEST_CHECK_MSG(
        holds, std::string("decision diagrams: ") + what + "; please report this with the game");
  }

  const SymbolicSpace& space_;
  const GameModel& model_;
  const std::vector<QuestSets>& quests_;
  std::uint64_t seed_ = 1;
  std::uint64_t checked_ = 0;
};

}  // namespace

std::uint64_t check_samples(const SymbolicSpace& space, const std::vector<QuestSets>& quests,
                            std::uint64_t samples) {
  return SampleCheck(space, quests).run(samples);
}

}  // namespace questproof
