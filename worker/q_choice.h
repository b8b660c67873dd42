// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "worker/chooser.h"
#include "worker/play.h"

namespace questproof {

// Q-learning over button presses, to compare with: as in the contest solver of Prasetya and Shirzadehhajimahmood
// (iv4xr-project/MyJlabGymSolver, QAlg, 2024), written anew. Plays episodes of a few presses, each from the start
// of the game. A state is the presses of the episode so far, an action a button in reach. After each press the
// level is toured for a while: what can be explored, and each door that can be walked to, is looked at. A press
// is worth three for each new wire and one for each door seen open more than before; a wire is charged to the last
// press. One play in five is random. Learning rate 0.8, discount 0.99.
//
// Other than there, the terrain that was seen is remembered from episode to episode, which can only help.
class QChoice final : public Chooser {
 public:
  // `play` outlives it.
  QChoice(const Play& play, std::uint64_t seed) : play_(play), random_(seed) {}

  std::optional<Errand> choose(const Outlook& outlook) override;
  void on_press(const Errand& errand) override;
  void on_given_up(const Errand& errand) override;
  void on_restart() override;

 private:
  enum class Phase { kTour, kPress, kEnd };
  using Presses = std::vector<std::size_t>;
  using Values = std::map<std::size_t, double>;  // by button

  void notice();
  std::optional<Errand> tour(const Outlook& outlook);
  std::optional<Errand> press(const Outlook& outlook);
  void learn(const Outlook& outlook);
  Values& actions(const Outlook& outlook);
  double value() const { return 3 * static_cast<double>(wires_.size()) + open_doors(); }
  double open_doors() const;

  const Play& play_;
  std::mt19937_64 random_;
  std::map<Presses, Values> table_;

  // Of the episode.
  Phase phase_ = Phase::kTour;
  Presses presses_;
  std::map<std::size_t, bool> seen_open_;                // by door
  std::set<std::pair<std::size_t, std::size_t>> wires_;  // button, door
  std::optional<std::size_t> chosen_;                    // button
  double value_before_ = 0;                              // of the last press
  std::optional<std::uint64_t> tour_end_;                // update
  std::set<std::size_t> toured_;                         // doors
  std::uint64_t noticed_at_ = 0;                         // update
};

}  // namespace questproof
