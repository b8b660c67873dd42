// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "games/script/program.h"

namespace questproof::script {

// Part of the first pass: declares a Dialogue or Puzzle with its propositions and places. `scene`
// is the one in which it stands.
void declare_dialogue(Program& program, const Scoped& source, std::optional<std::size_t> scene);

}  // namespace questproof::script
