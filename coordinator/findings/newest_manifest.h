// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "storage/run_manifest.h"

namespace questproof {

// What a run's folder says of itself, read beside the process that may be working in it: without its lock, and
// without writing. A run replaces its newest manifest by renaming, so that there always is a whole one; that one is
// looked for again when a commit comes in between.

// The newest commit; nothing where there is no manifest that can be read.
std::optional<Manifest> newest_manifest(const std::string& folder);

// One of the texts of that commit ("game": the path of the game); "" when it has none of that name.
std::string run_text(const std::string& folder, const std::string& name);

}  // namespace questproof
