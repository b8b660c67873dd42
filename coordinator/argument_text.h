// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/console.h"
#include "coordinator/report.h"

namespace questproof {

// What was argued and not explored, for people: for each quest what its verdict rests on, and where
// nothing was found why not. "" when nothing was argued, or everything was explored.
std::string argument_text(const GameModel& model, const Report& report, const Paint& paint,
                          std::size_t width);

}  // namespace questproof
