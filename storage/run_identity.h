// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/search/ownership.h"

namespace questproof {

struct NamedText {
  std::string name;
  std::string text;
  bool operator==(const NamedText&) const = default;
};

// All that decides what a run finds and how its columns are encoded. A store made with one identity
// is of no use to a run with another one.
struct RunIdentity {
  std::string model_hash;                // names the game: of the model as it was written
  std::uint32_t partitions = 0;          // that keys are spread over
  Ownership ownership;                   // and how
  std::vector<std::uint32_t> word_bits;  // shape of a packed state: bits of each of its words
  std::vector<NamedText> options;        // those that shape results: "reduce", "quest", ...
  bool operator==(const RunIdentity&) const = default;
};

// The first thing that differs, for a person: "the option reduce is \"none\", and was \"all\"".
// Empty when nothing does.
std::string difference(const RunIdentity& stored, const RunIdentity& wanted);

}  // namespace questproof
