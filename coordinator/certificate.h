// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/argue/argue.h"
#include "core/model/game_model.h"
#include "core/search/trace.h"
#include "core/search/verdict.h"

namespace questproof {

inline constexpr const char* kCertificateSchema = "questproof/certificate";
inline constexpr std::uint64_t kCertificateVersion = 1;

// Which game, as which model.
struct CertificateHeader {
  std::string game;
  std::string model_hash;
  std::string reduce;
  std::string quest;                  // the only one that was asked about, or ""
  std::vector<std::string> settings;  // as --set had them
};

// What `verify` reads of a certificate; the rest is for people.
struct Certificate {
  struct Witness {
    std::size_t variant = 0;
    std::vector<Step> steps;
  };
  struct QuestClaim {
    std::size_t quest = 0;  // position in the model
    Verdict verdict = Verdict::kUnknown;
    std::uint64_t done_states = 0;
    std::uint64_t pending_states = 0;
    std::uint64_t blocked_states = 0;
    std::uint64_t initial_blocked = 0;
    std::uint64_t fatal_transitions = 0;
    std::optional<Witness> completion;
    std::optional<Witness> counterexample;
    std::optional<Witness> farthest;
    std::vector<Witness> fatal;  // shortest routes; the last step of each is fatal
  };

  struct QuestArgument {
    std::size_t quest = 0;
    Ground ground = Ground::kNone;
    Verdict verdict = Verdict::kUnknown;
    std::vector<Witness> ways;
    std::vector<VariableId> kept;
  };
  // Verdicts that rest on no exploration.
  struct Argument {
    std::vector<ValueSet> bounds;  // by variable, or empty
    std::vector<QuestArgument> quests;
  };

  CertificateHeader header;
  Verdict verdict = Verdict::kUnknown;
  bool complete = false;  // no limit was hit before the verdicts were known
  bool faults = false;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::vector<std::uint64_t> states_per_level;
  // False where decision diagrams did not look for all of it: what is missing is no claim then.
  bool levels_known = true;
  bool completions_known = true;
  bool from_diagrams = false;  // states were not explored one by one
  std::vector<QuestClaim> quests;
  std::optional<Argument> argument;
};

// Read before the rest, so that a certificate of another game is refused for that reason. Throws
// Error of kind kInput when the contents are no certificate.
CertificateHeader parse_certificate_header(const std::string& contents, const std::string& path);

// Throws Error of kind kInput that names the place in the file. Requires: the model is the one that
// the header names, with that quest only if there is one.
Certificate parse_certificate(const std::string& contents, const std::string& path,
                              const GameModel& model);

}  // namespace questproof
