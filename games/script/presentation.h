// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/conditions.h"
#include "games/script/program.h"

namespace questproof::script {

// The call of a presentation action has no effect on the model; its arguments are checked against
// the kinds with which the action was declared.
void check_presentation(Program& program, Conditions& conditions, const PresentationInfo& info,
                        const Item& item, const Environment& environment);

}  // namespace questproof::script
