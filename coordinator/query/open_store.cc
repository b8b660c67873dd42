// SPDX-License-Identifier: MIT
#include "coordinator/query/open_store.h"

#include <fmt/core.h>

#include <chrono>
#include <functional>

#include "coordinator/query/diagram_database.h"
#include "core/symbolic/diagram_store.h"

namespace questproof {
namespace {

// Throws DiagramLimit when the time is over.
std::function<void()> clock_for(double seconds) {
  if (seconds <= 0) return {};
  const auto begin = std::chrono::steady_clock::now();
  return [seconds, begin] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (passed.count() > seconds) throw DiagramLimit{fmt::format("{} s", seconds)};
  };
}

}  // namespace

OpenStore::OpenStore(const CommandOptions& options) {
  if (!DiagramDatabase::exists(options.run_directory)) {
    database_ = StateDatabase::open(options.run_directory);
    game_ = std::make_unique<StoredGame>(StoredGame::load(*database_, options.game_file));
    return;
  }
  std::unique_ptr<DiagramDatabase> diagrams = DiagramDatabase::open(options.run_directory);
  game_ = std::make_unique<StoredGame>(StoredGame::load(*diagrams, options.game_file));
  if (game_->at_hand()) {
    diagrams->attach(game_->game().compiled(), options.memory.bytes,
                     clock_for(options.time_seconds));
  }
  database_ = std::move(diagrams);
}

}  // namespace questproof
