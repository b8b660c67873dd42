// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/options.h"
#include "coordinator/report.h"
#include "core/model/game_model.h"

namespace questproof {

// The report as a document of schema "questproof/certificate": what --json prints and --certificate
// writes. Apart from "run" (times and memory) it is the same for every run on the same game.
std::string report_json(const GameModel& model, const Report& report,
                        const CommandOptions& options);

}  // namespace questproof
