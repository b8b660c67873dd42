// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/diff/build_comparison.h"

namespace questproof {

// A comparison as a document of schema "questproof/diff" (coordinator/README.md), with all of everything.
std::string diff_json(const DiffResult& comparison);

}  // namespace questproof
