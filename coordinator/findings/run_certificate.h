// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/console.h"

namespace questproof {

// The certificate of a run that keeps a store (certify --store DIR), as `resume` of the finished run
// prints it. Nothing is explored.
struct RunCertificate {
  std::string text;                   // the document
  std::string game_file;              // that the run is about, where it is now
  std::vector<std::string> settings;  // how it is read
};

// `game_file`: where the run's game is now; "": where it was. Throws Error of kind kInput where the run is
// not finished, or the game is not the one that the run is about.
RunCertificate run_certificate(const std::string& folder, const std::string& game_file,
                               const Console& console);

}  // namespace questproof
