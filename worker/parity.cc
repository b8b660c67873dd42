// SPDX-License-Identifier: MIT
#include "worker/parity.h"

#include <algorithm>
#include <iterator>

namespace questproof {
namespace {

std::vector<std::size_t> sum_of(const std::vector<std::size_t>& a,
                                const std::vector<std::size_t>& b) {
  std::vector<std::size_t> result;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

}  // namespace

// The start is taken last: then it is left open, and so guessed closed, as long as can be.
std::size_t ParitySystem::pivot_of(const Presses& unknowns) {
  Presses wires = unknowns;
  wires.reset(0);
  const std::size_t first = wires._Find_first();
  return first < wires.size() ? first : 0;
}

// A pivot is in no other row, so adding one row never brings in another one's pivot.
template <typename Visit>
void ParitySystem::for_each_part(const Presses& unknowns, const Visit& visit) const {
  const Presses parts = unknowns & pivots_;
  for (std::size_t bit = parts._Find_first(); bit < parts.size(); bit = parts._Find_next(bit)) {
    visit(rows_[row_of_pivot_[bit]]);
  }
}

ParitySystem::Row ParitySystem::reduced(Row row) const {
  for_each_part(row.unknowns, [&](const Row& known) {
    row.unknowns ^= known.unknowns;
    row.state = row.state != known.state;
    row.sightings = sum_of(row.sightings, known.sightings);
  });
  return row;
}

ParitySystem::News ParitySystem::add(const Presses& presses, bool state, std::size_t sighting) {
  Row row = reduced({presses, state, 0, {sighting}});
  if (row.unknowns.none() && !row.state) return News::kKnown;
  guess_.reset();
  const bool contradicts = row.unknowns.none();
  if (contradicts) {
    conflict_ = row.sightings;
    rows_.clear();
    pivots_.reset();
    row = {presses, state, 0, {sighting}};
  }
  row.pivot = pivot_of(row.unknowns);
  for (Row& known : rows_) {
    if (!known.unknowns[row.pivot]) continue;
    known.unknowns ^= row.unknowns;
    known.state = known.state != row.state;
    known.sightings = sum_of(known.sightings, row.sightings);
  }
  if (row_of_pivot_.size() <= row.pivot) row_of_pivot_.resize(row.pivot + 1);
  row_of_pivot_[row.pivot] = static_cast<std::uint16_t>(rows_.size());
  pivots_.set(row.pivot);
  rows_.push_back(std::move(row));
  return contradicts ? News::kConflict : News::kFresh;
}

std::optional<bool> ParitySystem::sum(Presses unknowns, std::vector<std::size_t>* evidence) const {
  bool state = false;
  const Presses all = unknowns;
  for_each_part(all, [&](const Row& known) {
    unknowns ^= known.unknowns;
    state = state != known.state;
    if (evidence != nullptr) *evidence = sum_of(*evidence, known.sightings);
  });
  if (unknowns.any()) return std::nullopt;
  return state;
}

Presses ParitySystem::open_part(Presses unknowns) const {
  const Presses all = unknowns;
  for_each_part(all, [&](const Row& known) { unknowns ^= known.unknowns; });
  return unknowns;
}

std::optional<bool> ParitySystem::wire(std::size_t button,
                                       std::vector<std::size_t>* evidence) const {
  Presses unknowns;
  unknowns.set(bit_of_button(button));
  return sum(unknowns, evidence);
}

std::optional<bool> ParitySystem::wire_if_closed_at_start(std::size_t button) const {
  if (const std::optional<bool> certain = wire(button)) return certain;
  Presses unknowns;
  unknowns.set(bit_of_button(button));
  unknowns.set(0);
  return sum(unknowns);
}

const Presses& ParitySystem::guess() const {
  if (guess_) return *guess_;
  Presses guess;
  for (const Row& row : rows_) guess[row.pivot] = row.state;
  // An unknown without a row of its own can be set freely; then the pivots of the rows that hold it
  // turn over. Taken while that leaves fewer wires.
  Presses open;
  for (const Row& row : rows_) open |= row.unknowns;
  for (const Row& row : rows_) open.reset(row.pivot);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t free = open._Find_first(); free < open.size(); free = open._Find_next(free)) {
      Presses other = guess;
      other.flip(free);
      for (const Row& row : rows_) {
        if (row.unknowns[free]) other.flip(row.pivot);
      }
      if (other.count() < guess.count()) guess = other, better = true;
    }
  }
  guess_ = guess;
  return *guess_;
}

}  // namespace questproof
