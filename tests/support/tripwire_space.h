// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/model/state_space.h"

namespace questproof::testing_support {

// Another space, and something that happens when it is asked for the n-th time, for successors, for
// predecessors or about quests: a stop is requested, say, or an exception is thrown.
class TripwireSpace final : public StateSpace {
 public:
  TripwireSpace(const StateSpace& space, std::uint64_t expansions, std::function<void()> trip)
      : space_(space), left_(static_cast<std::int64_t>(expansions)), trip_(std::move(trip)) {}

  std::size_t word_count() const override { return space_.word_count(); }
  std::size_t word_bits(std::size_t word) const override { return space_.word_bits(word); }
  std::vector<Word> initial_states() const override { return space_.initial_states(); }
  std::size_t label_count() const override { return space_.label_count(); }
  const TransitionLabel& label(std::size_t index) const override { return space_.label(index); }
  std::unique_ptr<Expander> make_expander(Sources sources) const override {
    return wired(space_.make_expander(sources));
  }
  bool invertible(std::size_t label) const override { return space_.invertible(label); }
  std::unique_ptr<Expander> make_predecessor_expander() const override {
    return wired(space_.make_predecessor_expander());
  }
  std::unique_ptr<Expander> make_one_way_expander() const override {
    return wired(space_.make_one_way_expander());
  }
  std::size_t quest_count() const override { return space_.quest_count(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override {
    tick();
    space_.evaluate_quests(block, group, done, pending);
  }

 private:
  class WiredExpander final : public Expander {
   public:
    WiredExpander(const TripwireSpace& owner, std::unique_ptr<Expander> expander)
        : owner_(owner), expander_(std::move(expander)) {}
    void expand(const StateBlock& block, SuccessorBlock& out,
                std::span<std::uint64_t> enabled) override {
      owner_.tick();
      expander_->expand(block, out, enabled);
    }

   private:
    const TripwireSpace& owner_;
    std::unique_ptr<Expander> expander_;
  };
  void tick() const {
    if (left_.fetch_sub(1) == 0) trip_();
  }
  std::unique_ptr<Expander> wired(std::unique_ptr<Expander> expander) const {
    if (expander == nullptr) return nullptr;
    return std::make_unique<WiredExpander>(*this, std::move(expander));
  }

  const StateSpace& space_;
  mutable std::atomic<std::int64_t> left_;
  std::function<void()> trip_;
};

}  // namespace questproof::testing_support
