// SPDX-License-Identifier: MIT
#include "worker/door_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/base/error.h"

namespace questproof {
namespace {

auto place_in_order(const SightingEdge& edge) {
  return std::tuple(edge.session, edge.update, edge.run, edge.number);
}

}  // namespace

SightingId DoorEvidence::id_of(std::size_t index) const {
  return {sightings_[index].run, sightings_[index].number};
}

std::optional<std::size_t> DoorEvidence::number_of(const std::string& button) const {
  const auto found = numbers_.find(button);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

Presses DoorEvidence::mask(const std::vector<std::string>& presses) {
  Presses result = no_presses();
  for (const std::string& button : presses) {
    const std::size_t number = numbers_.try_emplace(button, numbers_.size()).first->second;
    if (number >= kMostButtons) {
      throw Error(
          Error::Kind::kInput,
          fmt::format("more than {} buttons were pressed before looks at one door", kMostButtons));
    }
    result.flip(bit_of_button(number));
  }
  return result;
}

bool DoorEvidence::add(const SightingEdge& sighting) {
  const auto at = std::lower_bound(sightings_.begin(), sightings_.end(), sighting,
                                   [](const SightingEdge& a, const SightingEdge& b) {
                                     return place_in_order(a) < place_in_order(b);
                                   });
  if (at != sightings_.end() && place_in_order(*at) == place_in_order(sighting)) return false;
  const auto index = static_cast<std::size_t>(at - sightings_.begin());
  masks_.insert(masks_.begin() + (at - sightings_.begin()), mask(sighting.presses));
  sightings_.insert(at, sighting);
  if (index + 1 == sightings_.size()) {
    take(index);
  } else {
    derive();
  }
  return true;
}

void DoorEvidence::derive() {
  system_ = ParitySystem();
  counted_from_ = 0;
  disputes_.clear();
  for (std::size_t index = 0; index < sightings_.size(); ++index) take(index);
}

void DoorEvidence::take(std::size_t index) {
  if (system_.add(masks_[index], sightings_[index].open, index) == ParitySystem::News::kConflict) {
    Dispute dispute;
    dispute.newer = id_of(index);
    std::set<std::string> buttons;
    for (const std::size_t each : system_.conflict()) {
      buttons.insert(sightings_[each].presses.begin(), sightings_[each].presses.end());
      if (each != index) dispute.older.push_back(id_of(each));
    }
    dispute.buttons.assign(buttons.begin(), buttons.end());
    disputes_.push_back(std::move(dispute));
    counted_from_ = index;
  }
  settle(index);
}

void DoorEvidence::settle(std::size_t index) {
  if (system_.rank() < 2) return;  // nothing was looked at again
  for (Dispute& dispute : disputes_) {
    if (dispute.settled_by) continue;
    const bool tested =
        std::all_of(dispute.buttons.begin(), dispute.buttons.end(),
                    [&](const std::string& each) { return wire(each).has_value(); });
    if (tested) dispute.settled_by = id_of(index);
  }
}

bool DoorEvidence::is_disputed() const {
  return std::any_of(disputes_.begin(), disputes_.end(),
                     [](const Dispute& dispute) { return !dispute.settled_by; });
}

std::optional<bool> DoorEvidence::wire(const std::string& button,
                                       std::vector<SightingId>* evidence) const {
  const std::optional<std::size_t> number = number_of(button);
  if (!number) return std::nullopt;
  std::vector<std::size_t> indexes;
  const std::optional<bool> result = system_.wire(*number, &indexes);
  if (result && evidence != nullptr) {
    for (const std::size_t index : indexes) evidence->push_back(id_of(index));
  }
  return result;
}

std::optional<bool> DoorEvidence::wire_if_closed_at_start(const std::string& button) const {
  const std::optional<std::size_t> number = number_of(button);
  if (!number) return std::nullopt;
  return system_.wire_if_closed_at_start(*number);
}

std::optional<bool> DoorEvidence::state(const std::vector<std::string>& presses) const {
  Presses asked = no_presses();
  for (const std::string& button : presses) {
    const std::optional<std::size_t> number = number_of(button);
    if (!number) return std::nullopt;
    asked.flip(bit_of_button(*number));
  }
  return system_.state(asked);
}

std::map<std::string, DoorEvidence::Witnesses> DoorEvidence::witnesses() const {
  std::map<std::uint64_t, ParitySystem> runs;
  for (std::size_t index = 0; index < sightings_.size(); ++index) {
    runs[sightings_[index].run].add(masks_[index], sightings_[index].open, index);
  }
  std::map<std::string, Witnesses> result;
  for (const auto& [button, number] : numbers_) {
    Witnesses& witnesses = result[button];
    for (const auto& [run, system] : runs) {
      const std::optional<bool> wire = system.wire(number);
      if (wire == true) ++witnesses.wired;
      if (wire == false) ++witnesses.not_wired;
    }
  }
  return result;
}

}  // namespace questproof
