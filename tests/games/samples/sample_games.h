// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/state_space.h"
#include "core/search/certify.h"

// What the tests of the sample games share.
namespace questproof::samples {

// games/samples/<path>; fails the running test when there is any error or warning, and throws when
// there is no model then.
GameModel load_sample(const std::string& path);
GameModel load_without_complaint(const std::filesystem::path& path);

// A game together with what was found out about it. Reductions as `--reduce` takes them.
struct Certified {
  GameModel model;  // as loaded, not reduced
  std::vector<TransitionLabel> labels;
  Certification result;

  const QuestResult& quest(const std::string& name) const;  // throws when there is none
};
Certified certify_game(GameModel model, const std::string& reductions, bool random_play = false);

// "file.quest:line" of every event that is fatal to the quest, without folders.
std::set<std::string> fatal_lines(const Certified& game, const QuestResult& quest);

// The same for the only line of a sample's module that contains a text; throws unless there is
// exactly one.
std::string line_with(const std::string& path, const std::string& text);

// Names of events that are never possible, and "file.quest:line: text" of what never runs. A handler
// that is written out in several events counts as run when it runs in one of them; branches that the
// language adds of itself are left out.
std::set<std::string> events_never_possible(const Certified& game);
std::set<std::string> branches_never_run(const Certified& game);

}  // namespace questproof::samples
