// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "coordinator/console.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"

namespace questproof {

// A walkthrough as numbered steps for people: the scene when it changes, what to do, where that is
// written, and what changed.
//
//   Start: variant 'by night'
//   In SCENE_HARBOR
//     1. activate the crab                                    harbor.quest:31
//        ITEM_CRAB 0 -> 1
std::string walkthrough_text(const GameModel& model, const Walkthrough& walkthrough,
                             const Paint& paint, std::size_t width, std::size_t indent);

// "7 steps"; "12 steps, 5 without walking" where free moves are among them.
std::string length_text(const Walkthrough& walkthrough);

// The same in one sentence: "activate the crab; walk to the market".
std::string route_text(const GameModel& model, const Walkthrough& walkthrough);

}  // namespace questproof
