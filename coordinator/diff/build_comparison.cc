// SPDX-License-Identifier: MIT
#include "coordinator/diff/build_comparison.h"

#include <algorithm>

namespace questproof {

const char* to_string(Weight weight) {
  switch (weight) {
    case Weight::kWorse: return "worse";
    case Weight::kUnknown: return "unknown";
    case Weight::kChanged: return "changed";
    case Weight::kBetter: return "better";
  }
  return "";
}

const char* to_string(BuildFinding::Topic topic) {
  switch (topic) {
    case BuildFinding::Topic::kGame: return "game";
    case BuildFinding::Topic::kVerdict: return "verdict";
    case BuildFinding::Topic::kFault: return "fault";
    case BuildFinding::Topic::kFatalEvent: return "fatal-event";
    case BuildFinding::Topic::kImpossible: return "impossible";
    case BuildFinding::Topic::kContent: return "content";
    case BuildFinding::Topic::kNewQuest: return "new-quest";
    case BuildFinding::Topic::kGoneQuest: return "gone-quest";
    case BuildFinding::Topic::kLength: return "length";
    case BuildFinding::Topic::kRandomPlay: return "random-play";
    case BuildFinding::Topic::kNewContent: return "new-content";
  }
  return "";
}

bool BuildComparison::differs() const {
  return !findings.empty() || !renamings.empty() || !same_model || !source_changes.empty() ||
         states_before != states_after;
}

Weight BuildComparison::weight() const {
  Weight gravest = Weight::kChanged;
  for (const BuildFinding& finding : findings) gravest = std::min(gravest, finding.weight);
  return gravest;
}

std::size_t DiffResult::count(Weight weight) const {
  std::size_t result = 0;
  for (const BuildComparison& build : builds) {
    result += static_cast<std::size_t>(
        std::count_if(build.findings.begin(), build.findings.end(),
                      [&](const BuildFinding& finding) { return finding.weight == weight; }));
  }
  return result;
}

}  // namespace questproof
