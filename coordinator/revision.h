// SPDX-License-Identifier: MIT
#pragma once

namespace questproof {

// What this program was built from, for --version and for the records that runs leave behind.
// The definitions are written by scripts/cmake/WriteRevision.cmake at build time.

const char* program_version();  // "0.1.0"

// The commit, with "-dirty" behind it when files differed from it; "unknown" outside version control.
const char* program_revision();

}  // namespace questproof
