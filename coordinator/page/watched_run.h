// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "coordinator/page/page_source.h"

namespace questproof {

// How far a run or a night of a sweep is, told from its folder by a process that has no part in it: only reads, takes no
// lock, so that the search does not notice.
//
// As data for report.js: `version` (another one: there is another report, the page is to be loaded anew), `state`
// ("running", "silent", "stopped", "finished"), `says` (a sentence), `done`, `total` (0: not known), `unit`,
// `facts[]` (pairs), `parts_title`, `parts_columns[]`, `parts[]` (rows).
nlohmann::ordered_json progress_data(const PageSource& source);

// A rank's sign of life: DIR/alive/rank-<n> (coordinator/heartbeat.h).
struct SignOfLife {
  int rank = 0;
  std::string host;
  std::string process;
  bool waits = false;        // for other ranks
  std::int64_t seconds = 0;  // since it was given
  bool operator==(const SignOfLife&) const = default;
};

// `now`: seconds since 1970. By rank; what cannot be read is left out.
std::vector<SignOfLife> signs_of_life(const std::string& folder, std::int64_t now);

// A rank that has given no sign for so long is said to be silent. It gives one every two seconds.
inline constexpr std::int64_t kSilentSeconds = 20;

}  // namespace questproof
