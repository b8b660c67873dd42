// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace questproof {

// A play in which a live game did not do what a model says: what `agent replay --evidence FILE` appends to a
// file, one a line, and what `agent run --learn-from FILE` tries before anything else.
//   {"evidence": "questproof-evidence/1", "choose": [TEXT], "press": [BUTTON], "look": TASK,
//    "difference": TEXT}
// A story is told by what was chosen from its start, the last choice being the one that led elsewhere; a level
// by the buttons pressed since its start and what was looked at then.
struct Evidence {
  std::vector<std::string> choices;
  std::vector<std::string> presses;
  std::string look;
  std::string difference;
  bool operator==(const Evidence&) const = default;
};

std::string encode(const Evidence& evidence);

// Throws Error(kInput) that names the line.
std::vector<Evidence> parse_evidence(const std::string& text, const std::string& path);

void append_evidence(const std::string& path, const Evidence& evidence);
std::vector<Evidence> read_evidence(const std::string& path);

}  // namespace questproof
