// SPDX-License-Identifier: MIT
#include "worker/wire_odds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "worker/belief.h"

namespace questproof {
namespace {

constexpr double kLeast = 0.002;
constexpr double kMost = 0.7;
constexpr double kNothing = 0.3;    // of the prior: that a thing has no wire
constexpr double kPriorWeight = 2;  // in things
constexpr std::size_t kMostWires = 40;
constexpr int kRounds = 6;

// Logarithms of binomial coefficients.
class Binomials {
 public:
  explicit Binomials(std::size_t most) {
    double sum = 0;
    for (std::size_t i = 0; i <= most; ++i) {
      sum += i > 0 ? std::log(static_cast<double>(i)) : 0;
      factorial_.push_back(sum);
    }
  }
  double of(std::size_t n, std::size_t k) const {
    return factorial_[n] - factorial_[k] - factorial_[n - k];
  }

 private:
  std::vector<double> factorial_;
};

double odds_of(double chance) {
  const double bounded = std::clamp(chance, kLeast, kMost);
  return bounded / (1 - bounded);
}

}  // namespace

std::vector<double> chances_of_open_pairs(const std::vector<std::size_t>& known,
                                          const std::vector<std::size_t>& wired,
                                          std::size_t pairs) {
  const std::size_t most = std::min(pairs, kMostWires);
  const Binomials binomials(pairs);
  std::vector<double> prior(most + 1, 0);
  prior[0] = kNothing;
  for (std::size_t k = 1; k <= most; ++k) {
    prior[k] = (1 - kNothing) * std::pow(0.5, static_cast<double>(k));
  }
  // How likely each count is for each thing, given what is known of it.
  std::vector<std::vector<double>> fits;
  for (std::size_t i = 0; i < known.size(); ++i) {
    std::vector<double>& fit = fits.emplace_back(most + 1, 0);
    for (std::size_t k = wired[i]; k <= most && k - wired[i] <= pairs - known[i]; ++k) {
      fit[k] = std::exp(binomials.of(known[i], wired[i]) +
                        binomials.of(pairs - known[i], k - wired[i]) - binomials.of(pairs, k));
    }
  }
  std::vector<double> counts = prior;
  std::vector<std::vector<double>> posteriors(known.size());
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> sum(most + 1, 0);
    for (std::size_t k = 0; k <= most; ++k) sum[k] = kPriorWeight * prior[k];
    for (std::size_t i = 0; i < known.size(); ++i) {
      std::vector<double>& posterior = posteriors[i];
      posterior.assign(most + 1, 0);
      for (std::size_t k = 0; k <= most; ++k) posterior[k] = counts[k] * fits[i][k];
      const double total = std::accumulate(posterior.begin(), posterior.end(), 0.0);
      for (std::size_t k = 0; k <= most; ++k) {
        if (total > 0) posterior[k] /= total;
        sum[k] += posterior[k];
      }
    }
    const double total = std::accumulate(sum.begin(), sum.end(), 0.0);
    for (std::size_t k = 0; k <= most; ++k) counts[k] = sum[k] / total;
  }
  std::vector<double> chances;
  for (std::size_t i = 0; i < known.size(); ++i) {
    double more = 0;
    for (std::size_t k = wired[i]; k <= most; ++k) {
      more += posteriors[i][k] * static_cast<double>(k - wired[i]);
    }
    chances.push_back(known[i] < pairs ? more / static_cast<double>(pairs - known[i]) : 0);
  }
  return chances;
}

WireOdds::WireOdds(const Belief& belief) {
  const std::size_t buttons = belief.buttons().size();
  const std::size_t doors = belief.doors().size();
  std::vector<std::size_t> known_of_button(buttons, 0);
  std::vector<std::size_t> wired_of_button(buttons, 0);
  std::vector<std::size_t> known_of_door(doors, 0);
  std::vector<std::size_t> wired_of_door(doors, 0);
  for (std::size_t button = 0; button < buttons; ++button) {
    for (std::size_t door = 0; door < doors; ++door) {
      const std::optional<bool> wire = belief.doors()[door].wires.wire(button);
      if (!wire) continue;
      ++known_of_button[button];
      ++known_of_door[door];
      wired_of_button[button] += *wire ? 1 : 0;
      wired_of_door[door] += *wire ? 1 : 0;
    }
  }
  by_button_ = chances_of_open_pairs(known_of_button, wired_of_button, doors);
  by_door_ = chances_of_open_pairs(known_of_door, wired_of_door, buttons);
  const double sum = std::accumulate(by_button_.begin(), by_button_.end(), 0.0);
  odds_ = odds_of(buttons > 0 && doors > 0 ? sum / static_cast<double>(buttons) : 0.1);
  for (double& each : by_button_) each = odds_of(each) / odds_;
  for (double& each : by_door_) each = odds_of(each) / odds_;
}

double WireOdds::chance(std::size_t button, std::size_t door) const {
  double odds = odds_;
  if (button < by_button_.size()) odds *= by_button_[button];
  if (door < by_door_.size()) odds *= by_door_[door];
  return std::clamp(odds / (1 + odds), kLeast, kMost);
}

}  // namespace questproof
