// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "worker/edge.h"
#include "worker/parity.h"

namespace questproof {

struct SightingId {
  std::uint64_t run = 0;
  std::uint64_t number = 0;
  auto operator<=>(const SightingId&) const = default;
};

// A sighting that cannot be true together with earlier ones, if the game is one that toggles.
struct Dispute {
  SightingId newer;
  std::vector<SightingId> older;     // whose sum it contradicts
  std::vector<std::string> buttons;  // in these sightings: what is to be tested again
  std::optional<SightingId> settled_by;
  bool operator==(const Dispute&) const = default;
};

// What all runs and agents have seen of one door, and what follows from it.
//
// Sightings are taken in order of session, update, run and number, whatever the order in which they become known:
// so the same sightings give the same conclusions. As long as they agree, all of them count. One that contradicts
// begins the door anew: it and later ones count, those before are kept but do not, since which side is
// right is not for the past to say. The dispute is settled by the first sighting with which
// the ones that count tell again, for each button in dispute, whether it toggles the door: the presses
// were done again and looked at.
class DoorEvidence {
 public:
  // False: it is known already.
  bool add(const SightingEdge& sighting);

  // In order.
  const std::vector<SightingEdge>& sightings() const { return sightings_; }
  // Those from here on count.
  std::size_t counted_from() const { return counted_from_; }
  const std::vector<Dispute>& disputes() const { return disputes_; }
  bool is_disputed() const;  // there is a dispute that is not settled

  // Whether a button toggles the door; nothing while that is open. With `evidence`, the sightings whose sum it is.
  std::optional<bool> wire(const std::string& button,
                           std::vector<SightingId>* evidence = nullptr) const;
  std::optional<bool> wire_if_closed_at_start(const std::string& button) const;
  // How the door is after these presses.
  std::optional<bool> state(const std::vector<std::string>& presses) const;

  // Of the runs whose own sightings tell whether the button toggles the door: how many say so, and how
  // many the reverse.
  struct Witnesses {
    std::size_t wired = 0;
    std::size_t not_wired = 0;
    bool operator==(const Witnesses&) const = default;
  };
  std::map<std::string, Witnesses> witnesses() const;

 private:
  void derive();
  void take(std::size_t index);
  void settle(std::size_t index);
  Presses mask(const std::vector<std::string>& presses);
  std::optional<std::size_t> number_of(const std::string& button) const;
  SightingId id_of(std::size_t index) const;

  std::vector<SightingEdge> sightings_;
  std::vector<Presses> masks_;
  std::map<std::string, std::size_t> numbers_;  // of buttons, as they are met
  ParitySystem system_;                         // evidence: indexes into sightings_
  std::size_t counted_from_ = 0;
  std::vector<Dispute> disputes_;
};

}  // namespace questproof
