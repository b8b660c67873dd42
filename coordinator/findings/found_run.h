// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/findings/found_game.h"

namespace questproof {

// The certificate in the folder of a finished run (`certify --store DIR`): the same document that
// --certificate writes, in DIR/certificate.json.
std::string run_certificate_path(const std::string& folder);

// Writes it, and beside it a checksum as xxh128sum prints it. A process that is killed in between leaves a
// certificate without a checksum, or an older one.
void write_run_certificate(const std::string& folder, const std::string& document);

// Throws Error of kind kInput where the file has changed since it was written. Whether there is one.
bool check_run_certificate(const std::string& folder);

// Throws Error: kUsage where the folder holds no run; kInput where the run has not ended, or an older program ended it,
// with the remedy.
FoundGame read_found_run(const std::string& folder);

}  // namespace questproof
