// SPDX-License-Identifier: MIT
#include "worker/q_choice.h"

#include <algorithm>

#include "worker/offers.h"

namespace questproof {
namespace {

constexpr double kRate = 0.8;
constexpr double kDiscount = 0.99;
constexpr double kOfFailure = -100;
constexpr std::uint64_t kRandomOneIn = 5;
constexpr std::uint64_t kTour = 150;  // updates
constexpr std::size_t kEpisode = 5;   // presses

}  // namespace

void QChoice::on_restart() {
  // The press that ended the episode before its time is not to be repeated.
  if (phase_ == Phase::kPress && chosen_) {
    table_[presses_][*chosen_] = kOfFailure;
  } else if (phase_ == Phase::kTour && !presses_.empty()) {
    const std::size_t last = presses_.back();
    presses_.pop_back();
    table_[presses_][last] = kOfFailure;
  }
  chosen_.reset();
  phase_ = Phase::kTour;
  presses_.clear();
  seen_open_.clear();
  wires_.clear();
  tour_end_.reset();
  toured_.clear();
  noticed_at_ = play_.update() + 1;  // what the restart shows is seen again
}

void QChoice::on_press(const Errand& errand) {
  presses_.push_back(errand.what);
  phase_ = Phase::kTour;
  tour_end_.reset();
  toured_.clear();
}

void QChoice::on_given_up(const Errand& errand) {
  if (errand.kind != Errand::Kind::kPress) return;
  table_[presses_][errand.what] = kOfFailure;
  phase_ = Phase::kEnd;
}

// Doors that were seen since the last time.
void QChoice::notice() {
  const std::vector<KnownDoor>& doors = play_.belief().doors();
  for (std::size_t door = 0; door < doors.size(); ++door) {
    if (doors[door].seen_at < noticed_at_) continue;
    const bool open = !*doors[door].last.blocks;
    const auto [entry, first] = seen_open_.try_emplace(door, open);
    if (first || entry->second == open) continue;
    entry->second = open;
    if (!presses_.empty()) wires_.emplace(presses_.back(), door);
  }
  noticed_at_ = play_.update();
}

double QChoice::open_doors() const {
  return static_cast<double>(std::count_if(seen_open_.begin(), seen_open_.end(),
                                           [](const auto& door) { return door.second; }));
}

std::optional<Errand> QChoice::choose(const Outlook& outlook) {
  notice();
  if (phase_ == Phase::kTour) {
    if (!tour_end_) tour_end_ = play_.update() + kTour;
    if (const auto errand = tour(outlook)) return errand;
    learn(outlook);
    phase_ = presses_.size() < kEpisode ? Phase::kPress : Phase::kEnd;
  }
  if (phase_ == Phase::kPress) {
    if (const auto errand = press(outlook)) return errand;
  }
  phase_ = Phase::kEnd;
  return Errand{Errand::Kind::kRestart};
}

std::optional<Errand> QChoice::tour(const Outlook& outlook) {
  if (play_.update() >= *tour_end_) return std::nullopt;
  Offers offers(outlook);
  offers.add_exploring();
  for (std::size_t door = 0; door < outlook.belief().doors().size(); ++door) {
    if (toured_.contains(door)) continue;
    const std::size_t node = outlook.view_node(door);
    if (node == Terrain::kNowhere) continue;
    offers.add({Errand::Kind::kLook, door, outlook.routes().cost(node)});
  }
  if (offers.best() && offers.best()->kind == Errand::Kind::kLook) {
    toured_.insert(offers.best()->what);
  }
  return offers.best();
}

QChoice::Values& QChoice::actions(const Outlook& outlook) {
  const auto [entry, first] = table_.try_emplace(presses_);
  for (std::size_t button = 0; first && button < outlook.belief().buttons().size(); ++button) {
    if (outlook.button_node(button) != Terrain::kNowhere) entry->second.emplace(button, 0);
  }
  return entry->second;
}

// What the last press was worth: what it brought, and the best that can follow.
void QChoice::learn(const Outlook& outlook) {
  if (presses_.empty()) return;
  double best_next = kOfFailure;
  for (const auto& [button, worth] : actions(outlook)) best_next = std::max(best_next, worth);
  const std::size_t last = presses_.back();
  const Presses before(presses_.begin(), presses_.end() - 1);
  double& worth = table_[before][last];
  worth = (1 - kRate) * worth + kRate * (value() - value_before_ + kDiscount * best_next);
}

std::optional<Errand> QChoice::press(const Outlook& outlook) {
  std::vector<std::size_t> best;
  std::vector<std::size_t> all;
  double most = 0;
  for (const auto& [button, worth] : actions(outlook)) {
    if (outlook.button_node(button) == Terrain::kNowhere ||
        outlook.is_given_up(Errand::Kind::kPress, button)) {
      continue;
    }
    all.push_back(button);
    if (best.empty() || worth > most) best.clear();
    if (best.empty() || worth >= most) best.push_back(button), most = worth;
  }
  if (all.empty()) return std::nullopt;
  value_before_ = value();
  const std::vector<std::size_t>& from = random_() % kRandomOneIn == 0 ? all : best;
  chosen_ = from[random_() % from.size()];
  return Errand{Errand::Kind::kPress, *chosen_};
}

}  // namespace questproof
