// SPDX-License-Identifier: MIT
// A store of decision diagrams gives the answers of a store of single states, whatever is asked.
#include <gtest/gtest.h>

#include <sstream>

#include "coordinator/diagram_run.h"
#include "coordinator/interrupt.h"
#include "coordinator/query/diagram_database.h"
#include "coordinator/state_text.h"
#include "coordinator/stored_hints.h"
#include "games/registry.h"
#include "storage/frame.h"
#include "tests/coordinator/query/asked.h"
#include "tests/support/program_run.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;
using testing_support::PlainDatabase;
using testing_support::Random;

// A game, decided with diagrams within some work for details, and what a store keeps of it.
StoredDiagrams stored_diagrams(const Game& game, std::uint64_t detail_work = 0) {
  SymbolicOptions options;
  options.detail_work = detail_work;
  SymbolicCertification found = certify_symbolically(game.compiled(), options);
  EXPECT_EQ(found.limit, "");
  const Certification certification = std::move(found.certification);
  CommandOptions run;
  run.command = Command::kCertify;
  StoredDiagrams stored = diagrams_to_store(game, certification, found, RunIdentity(), run);
  return decode_diagrams(encode_diagrams(stored));  // as it comes back from the disk
}

class Asker {
 public:
  Asker(const StateDatabase& database, const GameModel& model) : stored_(database, model, "") {}

  const StoredGame& stored() const { return stored_; }

  Json ask(const CommandOptions& options) const {
    std::istringstream in;
    std::ostringstream out, error;
    const Console console{in, out, error, Paint(), Paint(), false, false, 80};
    const Parallel parallel(1);
    const QueryContext context{stored_, options, console, parallel};
    const QueryAnswer answer = answer_question(context);
    Json document = query_document(context, answer);
    document["text"] = answer.text;
    document["code"] = static_cast<int>(answer.code);
    document.erase("run");  // says which program made it
    return document;
  }

 private:
  StoredGame stored_;
};

// A game behind both stores.
class Both {
 public:
  explicit Both(const GameModel& model, std::uint64_t detail_work = 0)
      : game_(model, "none"),
        plain_(game_),
        diagrams_(stored_diagrams(game_, detail_work), 0),
        plain_asker_(plain_, model),
        diagram_asker_(diagrams_, model) {
    EXPECT_TRUE(diagram_asker_.stored().at_hand()) << diagram_asker_.stored().trouble();
    diagrams_.attach(diagram_asker_.stored().game().compiled());
  }

  const Game& game() const { return game_; }
  const PlainDatabase& plain() const { return plain_; }
  const DiagramDatabase& diagrams() const { return diagrams_; }
  Json plain(const CommandOptions& options) const { return plain_asker_.ask(options); }
  Json diagrams(const CommandOptions& options) const { return diagram_asker_.ask(options); }
  const StoredGame& plain_game() const { return plain_asker_.stored(); }
  const StoredGame& diagram_game() const { return diagram_asker_.stored(); }

 private:
  Game game_;
  PlainDatabase plain_;
  DiagramDatabase diagrams_;
  Asker plain_asker_;
  Asker diagram_asker_;
};

std::vector<CommandOptions> all_questions(const GameModel& model, Random& random) {
  std::vector<CommandOptions> questions;
  const auto add = [&](const char* question) -> CommandOptions& {
    questions.emplace_back();
    questions.back().command = Command::kQuery;
    questions.back().question = question;
    return questions.back();
  };
  const auto condition = [&] {
    const auto v = static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(model.variables.size()) - 1));
    const Variable& variable = model.variables[v];
    const auto value = static_cast<Value>(random.between(variable.low, variable.high));
    return variable.name + (random.chance(70) ? " == " : " != ") + value_name(variable, value);
  };
  add("quests");
  for (const char* measure : {"shortest", "farthest", "blocked", "bottlenecks", "scenes"}) {
    add("hardest").by = measure;
  }
  for (int i = 0; i < 3; ++i) {
    add("path").to = condition() + " && " + condition();
    add("states").where = condition() + " && " + condition();
    questions.back().limit = 1 + 6 * i;
  }
  add("blocked").limit = 4;
  add("fatal-events");
  add("coverage");
  add("levels");
  for (const Event& event : model.events) add("event").name = event.name;
  return questions;
}

void expect_same_answers(const GameModel& model, std::uint64_t seed,
                         std::uint64_t detail_work = 0) {
  const Both stores(model, detail_work);
  Random random(seed);
  for (const CommandOptions& options : all_questions(model, random)) {
    ASSERT_EQ(stores.diagrams(options).dump(1), stores.plain(options).dump(1))
        << options.question << " " << options.name << " of seed " << seed;
  }
}

TEST(DiagramAnswersTest, AreThoseOfTheStoreOfStates) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    expect_same_answers(seed % 3 == 0   ? testing_support::random_model(seed)
                        : seed % 3 == 1 ? testing_support::random_adventure(seed, 500)
                                        : testing_support::random_level(seed, {}),
                        seed);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(DiagramAnswersTest, AreThoseOfTheStoreOfStatesForSamples) {
  for (const char* path : {"betrayal/broken.quest", "betrayal/repaired_drop.quest",
                           "teeny_tiny_mansion/both_bugs.quest", "labrecruits/airlock.csv"}) {
    SCOPED_TRACE(path);
    const LoadResult loaded = load_game(testing_support::sample_game(path));
    expect_same_answers(*loaded.model, 1);
    ASSERT_FALSE(HasFailure());
  }
}

// With hardly any work for details: then layers are found when they are asked for, and figures that were not
// found are said not to be known, never to be nothing.
TEST(DiagramAnswersTest, WhatWasNotFoundIsNotKnown) {
  int unknown = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 500);
    const Both stores(model, 1);
    Random random(seed);
    const KnownFigures& known = stores.diagrams().figures().known;
    for (const CommandOptions& options : all_questions(model, random)) {
      const Json found = stores.diagrams(options);
      const Json expected = stores.plain(options);
      const std::string& question = options.question;
      const bool of_figures = question == "quests" || question == "hardest" ||
                              question == "levels" || question == "fatal-events";
      if (!of_figures) {
        ASSERT_EQ(found.dump(1), expected.dump(1)) << question << " of seed " << seed;
      } else if (question == "hardest") {
        for (std::size_t i = 0; i < found["ranking"].size(); ++i) {
          const Json& ranked = found["ranking"][i];
          if (ranked["standing"] == "unknown") continue;
          bool same = false;
          for (const Json& other : expected["ranking"]) same |= other == ranked;
          ASSERT_TRUE(same) << ranked;
        }
      } else if (found != expected) {
        ASSERT_TRUE(found.contains("not_known")) << question << " of seed " << seed;
        ++unknown;
      }
    }
    if (known.levels && known.completions && known.farthest) continue;
    EXPECT_FALSE(stores.diagrams().stored().quests.empty());
  }
  EXPECT_GT(unknown, 5);
}

// Work may end between two quests: then the farthest states of some are known, and told.
TEST(DiagramAnswersTest, WhatWasFoundForSomeQuestsIsTold) {
  int partly = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 500);
    const Both stores(model, 40 * seed);
    const DatabaseFigures& figures = stores.diagrams().figures();
    if (figures.known.farthest) continue;
    CommandOptions hardest;
    hardest.command = Command::kQuery;
    hardest.question = "hardest";
    hardest.by = "farthest";
    const Json found = stores.diagrams(hardest);
    for (const Json& ranked : found["ranking"]) {
      for (std::size_t q = 0; q < figures.quests.size(); ++q) {
        if (ranked["quest"] != model.quests[q].name || !figures.quests[q].farthest) continue;
        EXPECT_EQ(ranked["standing"], "known") << ranked;
        EXPECT_EQ(ranked["figure"], figures.quests[q].farthest_distance) << ranked;
        ++partly;
      }
    }
  }
  EXPECT_GT(partly, 0);
}

TEST(DiagramAnswersTest, RecordsAreThoseOfTheStoreOfStates) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 100);
    const Both stores(model);
    std::uint64_t seen = 0;
    stores.diagrams().scan(0, [&](const StatePage& page) {
      std::vector<Word> state(stores.game().space().word_count());
      page.copy_state(0, state);
      ++seen;
      EXPECT_EQ(page.depths[0], stores.plain().find(state)->depth);
      return true;
    });
    EXPECT_EQ(seen, stores.plain().figures().profile.states);
    for (std::size_t part = 0; part < stores.plain().part_count(); ++part) {
      stores.plain().scan(part, [&](const StatePage& page) {
        for (std::size_t i = 0; i < page.states.count; ++i) {
          std::vector<Word> state(stores.game().space().word_count());
          page.copy_state(i, state);
          EXPECT_EQ(stores.diagrams().find(state), stores.plain().find(state)) << "seed " << seed;
          EXPECT_EQ(stores.diagrams().path_to(state), stores.plain().path_to(state));
          state[0] ^= 1;
          EXPECT_EQ(stores.diagrams().find(state), stores.plain().find(state)) << "seed " << seed;
        }
        return true;
      });
    }
    ASSERT_FALSE(HasFailure());
  }
}

// From every state of a random play, and from states that play cannot reach.
TEST(DiagramAnswersTest, HintsAreThoseOfTheStoreOfStates) {
  std::istringstream in;
  std::ostringstream out, error;
  const Console console{in, out, error, Paint(), Paint(), false, false, 80};
  CommandOptions options;
  options.command = Command::kHint;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 400);
    const Both stores(model, seed % 2);  // with all distances, or hardly any
    StoredHints plain(stores.plain_game(), options, console);
    StoredHints diagrams(stores.diagram_game(), options, console);
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
      GivenState from;
      from.values = model.variants[0].values;
      for (std::size_t v = 0; v < from.values.size(); ++v) {
        const Variable& variable = model.variables[v];
        if (random.chance(40)) {
          from.values[v] = static_cast<Value>(random.between(variable.low, variable.high));
        }
      }
      for (std::size_t q = 0; q < model.quests.size(); ++q) {
        const HintWay expected = plain.way(q, from);
        const HintWay found = diagrams.way(q, from);
        ASSERT_EQ(found.solved.verdict, expected.solved.verdict);
        ASSERT_EQ(found.from_store, expected.from_store);
        ASSERT_EQ(found.unstored, expected.unstored);
        ASSERT_EQ(found.unstored_steps, expected.unstored_steps);
        ASSERT_EQ(found.solved.walkthrough.has_value(), expected.solved.walkthrough.has_value());
        if (!found.solved.walkthrough) continue;
        ASSERT_EQ(found.solved.walkthrough->steps.size(),
                  expected.solved.walkthrough->steps.size());
        for (std::size_t step = 0; step < found.solved.walkthrough->steps.size(); ++step) {
          ASSERT_EQ(found.solved.walkthrough->steps[step].step,
                    expected.solved.walkthrough->steps[step].step);
        }
        ASSERT_EQ(found.solved.walkthrough->last(), expected.solved.walkthrough->last());
      }
    }
  }
}

TEST(DiagramAnswersTest, WithoutTheGameFiguresAreThereAndTheRestSaysWhatItNeeds) {
  const GameModel model = testing_support::random_adventure(4, 300);
  const Game game(model, "none");
  const DiagramDatabase database(stored_diagrams(game), 0);
  const StoredGame stored(database, std::nullopt, "the game has moved");
  std::istringstream in;
  std::ostringstream out, error;
  const Console console{in, out, error, Paint(), Paint(), false, false, 80};
  const Parallel parallel(1);
  CommandOptions options;
  options.command = Command::kQuery;
  options.question = "quests";
  const QueryContext context{stored, options, console, parallel};
  EXPECT_EQ(answer_question(context).json["quests"].size(), model.quests.size());
  options.question = "states";
  options.where =
      model.variables[0].name + " == " + value_name(model.variables[0], model.variables[0].low);
  try {
    answer_question(context);
    ADD_FAILURE() << "answered without the game";
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), Error::Kind::kInput);
    EXPECT_NE(std::string(problem.what()).find("--game FILE"), std::string::npos);
  }
}

// Sets that are not those of the figures are found out, and no damaged byte is taken for a set.
TEST(DiagramAnswersTest, DamageIsFoundOut) {
  const LoadResult sample = load_game(testing_support::sample_game("betrayal/broken.quest"));
  const Game game(*sample.model, "none");
  const StoredDiagrams stored = stored_diagrams(game);
  ASSERT_GT(stored.figures.quests[0].blocked_states, 0);
  check_diagrams(stored);
  const std::vector<std::uint8_t> bytes = encode_diagrams(stored);
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 500) {
    std::vector<std::uint8_t> damaged = bytes;
    damaged[at] ^= 0x10;
    EXPECT_THROW(decode_diagrams(damaged), FormatProblem) << "byte " << at;
    damaged.resize(at);
    EXPECT_THROW(decode_diagrams(damaged), FormatProblem) << "byte " << at;
  }
  const auto expect_refused = [](const StoredDiagrams& other) {
    EXPECT_THROW(check_diagrams(other), Error);
  };
  StoredDiagrams changed = stored;
  std::swap(changed.image.sets[changed.reachable], changed.image.sets[changed.quests[0].done]);
  expect_refused(changed);
  changed = stored;
  ++changed.figures.quests[0].done_states;
  expect_refused(changed);
  changed = stored;
  changed.levels.pop_back();
  expect_refused(changed);
  changed = stored;
  changed.image.sets[changed.quests[0].blocked] = changed.image.sets[changed.quests[0].done];
  expect_refused(changed);
}

}  // namespace
}  // namespace questproof
