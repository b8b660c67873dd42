// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "coordinator/console.h"
#include "coordinator/diff/build_comparison.h"

namespace questproof {

// A comparison for people at a terminal of so many columns: what got worse first, each with its
// way into the trap and the changed lines. Long lists are cut; --json has all of everything.
std::string diff_text(const DiffResult& comparison, const Paint& paint, std::size_t width);

}  // namespace questproof
