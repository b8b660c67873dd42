// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace questproof {

// Which buttons have been pressed an odd number of times. Bit 0 is always set: it stands for how a
// thing is at the start of the game. Button i is bit i + 1.
inline constexpr std::size_t kMostButtons = 511;
using Presses = std::bitset<kMostButtons + 1>;

inline Presses no_presses() { return Presses(1); }
inline std::size_t bit_of_button(std::size_t button) { return button + 1; }

// What sightings of one thing say about the buttons that toggle it.
//
// Each press of a wired button toggles the thing, so its state is the sum, modulo 2, of its state at
// the start and of a wire (0 or 1) for each odd button. A sighting is one such equation. What follows
// from all of them together, by elimination, is certain, however many presses lie between two
// sightings; what does not follow is open. The equations hold across restarts of the game.
class ParitySystem {
 public:
  enum class News {
    kFresh,     // it says something that was open
    kKnown,     // it followed already
    kConflict,  // it contradicts: then only this sighting is kept, and the rest has to be learned anew
  };

  // `sighting`: a number for the evidence.
  News add(const Presses& presses, bool state, std::size_t sighting);

  // What a sum of unknowns comes to: of wires, with bit 0 the state at the start. Nothing while it is
  // open. With `evidence`, the sightings whose sum it is.
  std::optional<bool> sum(Presses unknowns, std::vector<std::size_t>* evidence = nullptr) const;

  // The unknowns of a sum that are left when all that is certain is taken out of it.
  Presses open_part(Presses unknowns) const;

  // Whether it is known how the thing is after these presses.
  std::optional<bool> state(const Presses& presses) const { return sum(presses); }
  std::optional<bool> wire(std::size_t button, std::vector<std::size_t>* evidence = nullptr) const;

  // The same where it follows only if the thing is closed at the start: it may be that no play can tell
  // a wire from an open start, as when a door can be seen only after a press of the button.
  std::optional<bool> wire_if_closed_at_start(std::size_t button) const;

  // An assignment of all unknowns that agrees with all sightings and has few wires, or a small sum of what
  // the unknowns cost that are set. Not always the least: single exchanges are tried.
  const Presses& guess() const;
  // What it costs to set an unknown, by bit; 1 for those beyond the end. Above 0: the logarithm of the odds
  // against it.
  void weigh(std::vector<double> costs);

  // The chance that the thing is not as guessed after these presses, or after presses that leave these unknowns open.
  // 0 when it is certain. Of all assignments that agree with the sightings only the guess counts, and those that
  // differ from it in one open unknown and what that carries along; these are taken as independent. So sightings
  // that never showed a change make all changes less likely.
  double surprise(const Presses& presses) const { return surprise_of(open_part(presses)); }
  double surprise_of(const Presses& open) const;

  // How many wires can be expected to become certain by a look after presses that leave these unknowns open: those of
  // which nothing else is open.
  double wires_told_by(const Presses& open) const;
  bool guessed_state(const Presses& presses) const {
    return ((guess() & presses).count() & 1U) != 0;
  }

  std::size_t rank() const { return rows_.size(); }

  // How the last conflict came about.
  const std::vector<std::size_t>& conflict() const { return conflict_; }

 private:
  struct Row {
    Presses unknowns;
    bool state = false;
    std::size_t pivot = 0;               // its lowest unknown but the start, in no other row
    std::vector<std::size_t> sightings;  // whose sum it is, ascending
  };

  Row reduced(Row row) const;
  static std::size_t pivot_of(const Presses& unknowns);
  void make_likely_pivots();
  void eliminate(std::size_t row);
  double cost_of(std::size_t bit) const { return bit < costs_.size() ? costs_[bit] : 1; }
  // Calls `visit` with each row whose pivot is among the unknowns: those that take part in their sum.
  template <typename Visit>
  void for_each_part(const Presses& unknowns, const Visit& visit) const;

  std::vector<Row> rows_;
  Presses pivots_;                           // of all rows
  std::vector<std::uint16_t> row_of_pivot_;  // by bit
  std::vector<double> costs_;
  std::vector<std::size_t> conflict_;
  mutable std::optional<Presses> guess_;
  mutable std::vector<double>
      differs_;  // by bit: the chance that an open unknown is not as guessed
};

}  // namespace questproof
