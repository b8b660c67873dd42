// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/findings/found_game.h"

namespace questproof {

// The certificate in the folder of a finished run (`certify --store DIR`): the same document that
// --certificate writes, in DIR/certificate.json.
std::string run_certificate_path(const std::string& folder);

// Throws Error: kUsage where the folder holds no run; kInput where the run has not ended, or an older program ended it,
// with the remedy.
FoundGame read_found_run(const std::string& folder);

}  // namespace questproof
