// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/search/run_storage.h"
#include "storage/run_directory.h"

namespace questproof::testing_support {

// A run of a game with two variables, one event and one quest, in four partitions.
inline NewRun sample_run() {
  NewRun run;
  run.identity.model_hash = "0123456789abcdef0123456789abcdef";
  run.identity.partitions = 4;
  run.identity.word_bits = {64, 7};
  run.identity.options = {{"reduce", "all"}};
  run.texts = {{"game", "door.quest"}, {"begun", "on a rainy day"}};
  run.game.name = "door";
  run.game.source_files = {"door.quest"};
  run.game.variables = {{"KEY", 0, 1, {"lost", "held"}, 0, 0, 1, {0, 1, 1}},
                        {"DOOR", -1, 3, {}, 0, 1, 3, {0, 2, 1}}};
  run.game.events = {{"open", "open the door", "HALL", {0, 4, 1}}};
  run.game.labels = {{0, 0, false, {{0, "open", {0, 4, 1}}, {1, "KEY == held", {0, 5, 3}}}}};
  run.game.quests = {{"OPEN_THE_DOOR", "Open the door", true, {0, 9, 1}}};
  return run;
}

// Puts all partitions and seals.
inline void write_column(RunStorage& storage, ColumnName name,
                         const std::map<std::size_t, std::vector<std::uint8_t>>& partitions) {
  const std::unique_ptr<RunStorage::Writer> writer = storage.create(name);
  for (const auto& [partition, bytes] : partitions) writer->put(partition, bytes);
  writer->seal();
}

// The message of the error that is thrown; fails the test when none is, or one of another kind.
template <typename Action>
std::string error_of(Error::Kind kind, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace questproof::testing_support
