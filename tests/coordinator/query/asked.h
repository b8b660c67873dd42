// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "coordinator/query/command_query.h"
#include "tests/coordinator/query/plain_database.h"

namespace questproof::testing_support {

// A game, its store in memory, and questions to it.
class Asked {
 public:
  explicit Asked(const GameModel& model, const std::string& reduce = "none")
      : game_(model, reduce), database_(game_), stored_(database_, model, "") {}

  // Without the game: what the store alone can say.
  Asked(const GameModel& model, const std::string& reduce, const std::string& trouble)
      : game_(model, reduce), database_(game_), stored_(database_, std::nullopt, trouble) {}

  const StoredGame& stored() const { return stored_; }

  struct Reply {
    nlohmann::ordered_json json;
    std::string text;
    std::string messages;
    ExitCode code = ExitCode::kProved;
  };
  Reply ask(const std::string& question, const std::function<void(CommandOptions&)>& with = {}) {
    CommandOptions options;
    options.command = Command::kQuery;
    options.question = question;
    if (with) with(options);
    std::istringstream in;
    std::ostringstream out, error;
    const Console console{in, out, error, Paint(), Paint(), false, false, 80};
    const Parallel parallel(1);
    const QueryContext context{stored_, options, console, parallel};
    const QueryAnswer answer = answer_question(context);
    return {query_document(context, answer), answer.text, error.str(), answer.code};
  }

 private:
  Game game_;
  PlainDatabase database_;
  StoredGame stored_;
};

}  // namespace questproof::testing_support
