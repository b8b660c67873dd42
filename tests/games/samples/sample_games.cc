// SPDX-License-Identifier: MIT
#include "tests/games/samples/sample_games.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/reduce/reduce.h"
#include "games/registry.h"

namespace questproof::samples {
namespace {

std::filesystem::path samples_folder() {
  return std::filesystem::path(QUESTPROOF_SOURCE_DIR) / "games" / "samples";
}

std::string short_place(const std::string& file, std::uint64_t line) {
  return std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
}

std::string short_place(const GameModel& model, const SourceLocation& where) {
  return short_place(model.source_files.at(where.file), where.line);
}

}  // namespace

GameModel load_without_complaint(const std::filesystem::path& path) {
  LoadResult loaded = load_game(path);
  for (const Diagnostic& diagnostic : loaded.diagnostics) ADD_FAILURE() << to_string(diagnostic);
  if (!loaded.model) throw std::runtime_error("no model from " + path.string());
  return *std::move(loaded.model);
}

GameModel load_sample(const std::string& path) {
  return load_without_complaint(samples_folder() / path);
}

const QuestResult& Certified::quest(const std::string& name) const {
  for (std::size_t index = 0; index < model.quests.size(); ++index) {
    if (model.quests[index].name == name) return result.quests.at(index);
  }
  throw std::runtime_error("no quest " + name);
}

Certified certify_game(GameModel model, const std::string& reductions, bool random_play) {
  const CompiledModel space(reduce(model, parse_reductions(reductions)).model);
  std::vector<TransitionLabel> labels = space.labels().labels();
  SearchOptions options;
  options.random_play = random_play;
  Certification result = certify(space, nullptr, options);
  return {std::move(model), std::move(labels), std::move(result)};
}

std::set<std::string> fatal_lines(const Certified& game, const QuestResult& quest) {
  std::set<std::string> lines;
  for (const FatalEvent& fatal : quest.fatal_events) {
    lines.insert(short_place(game.model, game.model.events[fatal.event.index].where));
  }
  return lines;
}

std::string line_with(const std::string& path, const std::string& text) {
  std::ifstream file(samples_folder() / path);
  std::vector<std::uint64_t> found;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    if (line.find(text) != std::string::npos) found.push_back(number);
  }
  if (found.size() != 1) throw std::runtime_error("not one line with '" + text + "' in " + path);
  return short_place(path, found.front());
}

std::set<std::string> events_never_possible(const Certified& game) {
  std::set<std::string> never;
  for (const Event& event : game.model.events) never.insert(event.name);
  for (std::size_t label = 0; label < game.result.enabled.size(); ++label) {
    if (game.result.enabled[label] == 0) continue;
    never.erase(game.model.events[game.labels[label].event.index].name);
  }
  return never;
}

std::set<std::string> branches_never_run(const Certified& game) {
  const std::vector<BranchInfo>& branches = game.model.branches;
  std::vector<bool> runs(branches.size(), false);
  for (std::size_t label = 0; label < game.result.enabled.size(); ++label) {
    if (game.result.enabled[label] == 0) continue;
    for (const BranchId branch : game.labels[label].branches) runs[branch.index] = true;
  }
  std::set<std::string> never;
  std::set<std::string> somewhere;
  for (std::size_t branch = 0; branch < branches.size(); ++branch) {
    const BranchInfo& info = branches[branch];
    if (info.where.line == 0) continue;
    (runs[branch] ? somewhere : never)
        .insert(short_place(game.model, info.where) + ": " + info.text);
  }
  for (const std::string& place : somewhere) never.erase(place);
  return never;
}

}  // namespace questproof::samples
