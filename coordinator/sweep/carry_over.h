// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include "coordinator/sweep/kept_certificates.h"
#include "coordinator/sweep/night.h"
#include "core/model/game_model.h"

namespace questproof {

// Cones of influence of a game's quests, each worked out when it is first asked for. Borrows the model.
class QuestCones {
 public:
  explicit QuestCones(const GameModel& model) : model_(model) {}

  // "" where the game has no such quest.
  std::string fingerprint_of(const std::string& quest);
  // For people: how much of the game it is.
  std::string text_of(const std::string& quest);
  bool determines_lengths(const std::string& quest);

 private:
  struct Entry {
    std::string fingerprint;
    std::string text;
    bool determines_lengths = false;
  };
  const Entry& entry_of(const std::string& quest);

  const GameModel& model_;
  std::map<std::string, Entry> entries_;
};

// The job with the verdicts of the night before, where a change of the game cannot have touched any of
// its quests; nothing where that is not so. What has to hold: the argument of core/model/cone.h, for each
// quest; and of the night before a certificate that was complete and verified, without a fault of the game
// and without a limit, which still is as it was kept, and which `program` (program_identity()) has made with the same
// options. `job` has the fingerprints of tonight.
std::optional<NightJob> carry_over(const NightJob& job, const NightJob& before,
                                   const std::string& program, const KeptCertificates& kept,
                                   QuestCones& cones);

}  // namespace questproof
