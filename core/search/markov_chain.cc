// SPDX-License-Identifier: MIT
#include "core/search/markov_chain.h"

#include <algorithm>
#include <cmath>

namespace questproof {

MarkovChain::MarkovChain(const PredecessorGraph& graph)
    : offsets_(graph.states() + 1), successors_(graph.transitions()) {
  for (Ordinal to = 0; to < graph.states(); ++to) {
    for (const Ordinal from : graph.predecessors(to)) ++offsets_[from + 1];
  }
  for (std::size_t s = 0; s < graph.states(); ++s) offsets_[s + 1] += offsets_[s];
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (Ordinal to = 0; to < graph.states(); ++to) {
    for (const Ordinal from : graph.predecessors(to)) successors_[next[from]++] = to;
  }
}

std::optional<MarkovChain::Absorption> MarkovChain::absorb(const DistanceTable& distances,
                                                           std::size_t quest,
                                                           const std::vector<Ordinal>& starts,
                                                           std::uint64_t visit_budget) const {
  const std::size_t states = offsets_.size() - 1;
  std::vector<double> lost(states, 0);
  std::vector<double> steps(states, 0);
  std::vector<Ordinal> transient;  // nearest to done first: values spread from there
  std::uint64_t visits_per_sweep = 0;
  for (Ordinal s = 0; s < states; ++s) {
    const std::uint32_t cell = distances.at(s, quest);
    if (!DistanceTable::live(cell)) {
      lost[s] = 1;
    } else if (cell > 0) {
      transient.push_back(s);
      visits_per_sweep += offsets_[s + 1] - offsets_[s];
    }
  }
  std::stable_sort(transient.begin(), transient.end(), [&](Ordinal a, Ordinal b) {
    return distances.at(a, quest) < distances.at(b, quest);
  });
  // A change of c in a sweep that shrinks changes by a factor r leaves an error of c r / (1 - r):
  // the stop test uses the measured factor.
  double last_change = 0;
  for (std::uint64_t visits = 0; visits <= visit_budget; visits += visits_per_sweep + 1) {
    double change = 0;
    for (const Ordinal s : transient) {
      double lost_sum = 0;
      double step_sum = 0;
      for (std::uint64_t i = offsets_[s]; i < offsets_[s + 1]; ++i) {
        lost_sum += lost[successors_[i]];
        step_sum += steps[successors_[i]];
      }
      const auto count = static_cast<double>(offsets_[s + 1] - offsets_[s]);
      const double new_lost = lost_sum / count;
      const double new_steps = 1 + step_sum / count;
      change = std::max(
          {change, std::abs(new_lost - lost[s]), std::abs(new_steps - steps[s]) / new_steps});
      lost[s] = new_lost;
      steps[s] = new_steps;
    }
    const double shrink = last_change > 0 ? std::min(change / last_change, 0.999999) : 0.5;
    if (change * shrink / (1 - shrink) < 1e-12 || change == 0) {
      Absorption result;
      for (const Ordinal start : starts) {
        result.lost_probability += lost[start] / static_cast<double>(starts.size());
        result.expected_steps += steps[start] / static_cast<double>(starts.size());
      }
      return result;
    }
    last_change = change;
  }
  return std::nullopt;
}

}  // namespace questproof
