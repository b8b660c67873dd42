// SPDX-License-Identifier: MIT
#include "core/search/markov_chain.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/search/state_elimination.h"

namespace questproof {
namespace {

constexpr std::size_t kEliminationStates = 1500;                        // a second or two
constexpr std::uint64_t kEliminationPatience = std::uint64_t{1} << 24;  // visits before it is tried

MarkovChain::Absorption average(const std::vector<Ordinal>& starts, const std::vector<double>& lost,
                                const std::vector<double>& steps) {
  MarkovChain::Absorption result;
  for (const Ordinal start : starts) {
    result.lost_probability += lost[start] / static_cast<double>(starts.size());
    result.expected_steps += steps[start] / static_cast<double>(starts.size());
  }
  return result;
}

}  // namespace

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
      return average(starts, lost, steps);
    }
    if (visits > kEliminationPatience && transient.size() <= kEliminationStates) {
      eliminate(transient, lost, steps);
      return average(starts, lost, steps);
    }
    last_change = change;
  }
  return std::nullopt;
}

void MarkovChain::eliminate(const std::vector<Ordinal>& transient, std::vector<double>& lost,
                            std::vector<double>& steps) const {
  std::unordered_map<Ordinal, std::size_t> place;
  for (std::size_t i = 0; i < transient.size(); ++i) place.emplace(transient[i], i);
  StateElimination chain(transient.size());
  for (std::size_t i = 0; i < transient.size(); ++i) {
    const std::uint64_t begin = offsets_[transient[i]];
    const std::uint64_t end = offsets_[transient[i] + 1];
    const double chance = 1 / static_cast<double>(end - begin);
    for (std::uint64_t next = begin; next < end; ++next) {
      const auto to = place.find(successors_[next]);
      if (to != place.end()) {
        chain.add_step(i, to->second, chance);
      } else {
        chain.add_end(i, lost[successors_[next]] > 0, chance);
      }
    }
  }
  chain.solve();
  for (std::size_t i = 0; i < transient.size(); ++i) {
    lost[transient[i]] = chain.lost_probability(i);
    steps[transient[i]] = chain.expected_steps(i);
  }
}

}  // namespace questproof
