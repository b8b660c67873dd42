// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "coordinator/page/bottlenecks.h"
#include "coordinator/page/page_game.h"

namespace questproof {

// What a page shows of one certificate, as data for report.js: `name`, `verdict`, `limit`, `quests[]`, `fatal[]` (by
// scene and line), `faults[]`, `levels`, `content`, `missing[]`, `graph`, `picture`, `figures[]`, `phases[]`, `notes[]`.
// Lists that are longer than a page should be are cut, and `..._more` says by how much.
//
// `bottlenecks`: by quest; empty when they were not searched for.
nlohmann::ordered_json game_data(const FoundGame& found, PageGame& game,
                                 const std::vector<Bottleneck>& bottlenecks);

// The part of the above that draws the scenes; null when there is no scene at all.
nlohmann::ordered_json graph_data(const FoundGame& found, const PageGame& game,
                                  const std::vector<Bottleneck>& bottlenecks);

}  // namespace questproof
