// SPDX-License-Identifier: MIT
#include "worker/parity.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace questproof {
namespace {

constexpr double kClearlyLess = 0.3;

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
  rows_.push_back(std::move(row));
  eliminate(rows_.size() - 1);
  return contradicts ? News::kConflict : News::kFresh;
}

// Takes the pivot of a row out of all others.
void ParitySystem::eliminate(std::size_t row) {
  const Row& own = rows_[row];
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& known = rows_[i];
    if (i == row || !known.unknowns[own.pivot]) continue;
    known.unknowns ^= own.unknowns;
    known.state = known.state != own.state;
    known.sightings = sum_of(known.sightings, own.sightings);
  }
  if (row_of_pivot_.size() <= own.pivot) row_of_pivot_.resize(own.pivot + 1);
  row_of_pivot_[own.pivot] = static_cast<std::uint16_t>(row);
  pivots_.set(own.pivot);
}

// What is likely to be wired becomes the pivot of its row: it is what changes along with the others.
void ParitySystem::make_likely_pivots() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    if (row.pivot == 0) continue;
    std::size_t likely = row.pivot;
    for (std::size_t bit = row.unknowns._Find_next(0); bit < row.unknowns.size();
         bit = row.unknowns._Find_next(bit)) {
      if (cost_of(bit) < cost_of(likely) - kClearlyLess) likely = bit;
    }
    if (likely == row.pivot) continue;
    pivots_.reset(row.pivot);
    row.pivot = likely;
    eliminate(i);
  }
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
  // turn over. Taken while that costs less.
  Presses open;
  for (const Row& row : rows_) open |= row.unknowns;
  open &= ~pivots_;
  const auto turned = [&](std::size_t bit) { return guess[bit] ? -cost_of(bit) : cost_of(bit); };
  for (bool better = true; better;) {
    better = false;
    for (std::size_t free = open._Find_first(); free < open.size(); free = open._Find_next(free)) {
      double change = turned(free);
      for (const Row& row : rows_) {
        if (row.unknowns[free]) change += turned(row.pivot);
      }
      if (change > -1e-9) continue;
      guess.flip(free);
      for (const Row& row : rows_) {
        if (row.unknowns[free]) guess.flip(row.pivot);
      }
      better = true;
    }
  }
  differs_.assign(open.size(), 0);
  for (std::size_t bit = 0; bit < open.size(); ++bit) {
    if (pivots_[bit]) continue;
    double change = turned(bit);
    for (const Row& row : rows_) {
      if (row.unknowns[bit]) change += turned(row.pivot);
    }
    differs_[bit] = 1 / (1 + std::exp(std::max(0.0, change)));
  }
  guess_ = guess;
  return *guess_;
}

double ParitySystem::surprise_of(const Presses& open) const {
  guess();
  double even = 1;
  for (std::size_t bit = open._Find_first(); bit < open.size(); bit = open._Find_next(bit)) {
    even *= 1 - 2 * differs_[bit];
  }
  return 0.5 * (1 - even);
}

double ParitySystem::wires_told_by(const Presses& open) const {
  const double surprise = surprise_of(open);
  Presses wires = open;
  wires.reset(0);
  double count = 0;
  const auto tell = [&](bool guessed) { count += guessed ? 1 - surprise : surprise; };
  if (wires.count() == 1) tell(guess()[wires._Find_first()]);
  for (const Row& row : rows_) {
    Presses rest = row.unknowns;
    rest.reset(0);
    rest.reset(row.pivot);
    if (rest == wires) tell(guess()[row.pivot]);
  }
  return count;
}

void ParitySystem::weigh(std::vector<double> costs) {
  if (costs == costs_) return;
  costs_ = std::move(costs);
  make_likely_pivots();
  guess_.reset();
}

}  // namespace questproof
