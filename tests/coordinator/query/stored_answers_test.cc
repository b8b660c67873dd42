// SPDX-License-Identifier: MIT
// The store on disk and the plain one in memory give the same answers.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/coordinator/query/asked.h"
#include "tests/coordinator/query/stored_run.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::PlainDatabase;
using testing_support::StoredRun;

std::string document(const StoredGame& stored, const CommandOptions& options) {
  std::istringstream in;
  std::ostringstream out, error;
  const Console console{in, out, error, Paint(), Paint(), false, false, 80};
  const Parallel parallel(2);
  const QueryContext context{stored, options, console, parallel};
  const QueryAnswer answer = answer_question(context);
  return query_document(context, answer).dump(1) + answer.text;
}

std::vector<CommandOptions> all_questions(const GameModel& model) {
  std::vector<CommandOptions> questions;
  const auto add = [&](const char* question) -> CommandOptions& {
    questions.emplace_back();
    questions.back().command = Command::kQuery;
    questions.back().question = question;
    return questions.back();
  };
  const Variable& last = model.variables.back();
  const std::string condition = last.name + " == " + value_name(last, last.high);
  add("quests");
  for (const char* measure :
       {"shortest", "farthest", "random", "blocked", "bottlenecks", "scenes"}) {
    add("hardest").by = measure;
  }
  add("path").to = condition;
  add("states").where = condition;
  add("blocked").limit = 4;
  add("fatal-events");
  add("coverage");
  add("levels");
  for (const Event& event : model.events) add("event").name = event.name;
  return questions;
}

TEST(StoredAnswersTest, TheStoreOnDiskAndThePlainOneAgree) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const GameModel model = seed % 3 == 0 ? testing_support::random_model(seed)
                                          : testing_support::random_adventure(seed, 500);
    const Game game(model, "none");
    const StoredRun run(game, "");
    const PlainDatabase plain(game);
    const auto opened = StateDatabase::open(run.folder());
    const StoredGame on_disk(*opened, model, "");
    const StoredGame in_memory(plain, model, "");
    ASSERT_TRUE(on_disk.at_hand());
    for (const CommandOptions& options : all_questions(model)) {
      ASSERT_EQ(document(on_disk, options), document(in_memory, options))
          << options.question << " of seed " << seed;
    }
  }
}

}  // namespace
}  // namespace questproof
