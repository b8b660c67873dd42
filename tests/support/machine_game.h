// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "games/live/live_game.h"

namespace questproof::testing_support {

// A finite machine as a live game of choices: what is read in a state need not tell which state it is.
struct Machine {
  struct State {
    std::string text;
    std::vector<std::string> choices;  // none: it is over
    std::vector<std::size_t> next;     // by choice
  };
  std::vector<State> states;  // the first is the start
};

// So many states with so many different texts, and up to three choices each; a few are endings.
inline Machine random_machine(std::mt19937_64& random, std::size_t states, std::size_t texts) {
  Machine machine;
  machine.states.resize(states);
  // States of one text have the same choices: otherwise they would not look the same.
  std::vector<std::size_t> choices(texts);
  for (std::size_t& each : choices) each = random() % 8 == 0 ? 0 : 1 + random() % 3;
  choices[0] = 3;
  for (std::size_t i = 0; i < states; ++i) {
    const std::size_t text = i == 0 ? 0 : random() % texts;
    machine.states[i].text = "text " + std::to_string(text);
    for (std::size_t c = 0; c < choices[text]; ++c) {
      machine.states[i].choices.push_back(std::string(1, static_cast<char>('a' + c)));
      machine.states[i].next.push_back(random() % states);
    }
  }
  return machine;
}

class MachineGame final : public LiveGame {
 public:
  explicit MachineGame(Machine machine, bool can_save = true)
      : machine_(std::move(machine)), can_save_(can_save) {}

  // Called before each choice: may throw LiveFault, or return another state to go to.
  std::function<std::size_t(std::size_t state, const std::string& choice, std::size_t next)> meddle;

  bool whole_views = false;  // what it says, not what is so
  bool shows_place = false;  // the number of the state, as a place

  Introduction introduce() override {
    Introduction introduction;
    introduction.game = "machine";
    introduction.agents = {"hero"};
    introduction.can_save = can_save_;
    introduction.whole_views = whole_views;
    return introduction;
  }

  Observation reset(std::uint64_t) override {
    at_ = 0;
    time_ = 0;
    return observe();
  }

  Observation observe() override {
    const Machine::State& state = machine_.states[at_];
    View view;
    view.text = state.text;
    if (shows_place) view.at.x = static_cast<double>(at_);
    view.choices = state.choices;
    Observation observation;
    observation.time = time_;
    observation.over = state.choices.empty();
    observation.agents["hero"] = view;
    return observation;
  }

  Observation act(const Actions& actions) override {
    const Machine::State& state = machine_.states[at_];
    for (std::size_t i = 0; i < state.choices.size(); ++i) {
      if (state.choices[i] != actions.at("hero").what) continue;
      std::size_t next = state.next[i];
      try {
        if (meddle) next = meddle(at_, state.choices[i], next);
      } catch (const LiveFault& fault) {
        if (fault.kind() != LiveFault::Kind::kRefusal) slots_.clear();
        throw;
      }
      at_ = next;
      time_ += 1;
      return observe();
    }
    Observation refused = observe();
    refused.agents["hero"].refused = "there is no such choice";
    return refused;
  }

  void save(const std::string& slot) override { slots_[slot] = {at_, time_}; }

  Observation restore(const std::string& slot) override {
    const auto found = slots_.find(slot);
    if (found == slots_.end()) throw LiveFault(LiveFault::Kind::kRefusal, "nothing was saved");
    at_ = found->second.first;
    time_ = found->second.second;
    return observe();
  }

 private:
  Machine machine_;
  bool can_save_ = true;
  std::size_t at_ = 0;
  double time_ = 0;
  std::map<std::string, std::pair<std::size_t, double>> slots_;
};

}  // namespace questproof::testing_support
