# SPDX-License-Identifier: MIT
# cmake -D SOURCE=<checkout> -D VERSION=<version> -D OUTPUT=<file> -P WriteRevision.cmake
# Writes the source file that says what the program is built from; leaves it alone when nothing changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude "*"
  WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT revision)
  set(revision unknown)
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY NEWLINE_STYLE UNIX CONTENT [[
// SPDX-License-Identifier: MIT
#include "coordinator/revision.h"

namespace questproof {

const char* program_version() { return "@VERSION@"; }
const char* program_revision() { return "@revision@"; }

}  // namespace questproof
]])
