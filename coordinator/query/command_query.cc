// SPDX-License-Identifier: MIT
#include "coordinator/query/command_query.h"

#include <fmt/core.h>

#include <ostream>
#include <string_view>
#include <vector>

#include "coordinator/json_parts.h"
#include "coordinator/query/diagram_database.h"
#include "coordinator/query/open_store.h"
#include "coordinator/query/question.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

const QuestionInfo& question_named(const std::string& name) {
  std::vector<std::string> names;
  for (const QuestionInfo& question : kQuestions) {
    if (name == question.name) return question;
    names.emplace_back(question.name);
  }
  throw Error(
      Error::Kind::kUsage,
      fmt::format("there is no question '{}'{}\nThere are: {}. See: questproof query --help", name,
                  did_you_mean(name, names), joined(names)));
}

// An option that a question does not take would be ignored: that is a mistake of whoever typed it.
void refuse_other_options(const QuestionInfo& question, const CommandOptions& options) {
  const auto check = [&](const char* option, bool given) {
    if (!given) return;
    const std::string spaced = fmt::format(" {} ", option);
    if (std::string_view(question.options).find(spaced) != std::string_view::npos) return;
    throw Error(Error::Kind::kUsage,
                fmt::format("`query DIR {}` does not take {}; it is asked as: query DIR {}",
                            question.name, option, question.usage));
  };
  check("--by", !options.by.empty());
  check("--to", !options.to.empty());
  check("--where", !options.where.empty());
  check("--limit", options.limit != 0);
  check("--quest", !options.quest.empty());
  if (!options.name.empty() && question.question != Question::kEvent) {
    throw Error(Error::Kind::kUsage,
                fmt::format("`query DIR {}` takes no name; '{}' is one too many", question.name,
                            options.name));
  }
}

}  // namespace

QueryAnswer answer_question(const QueryContext& context) {
  const QuestionInfo& question = question_named(context.options.question);
  refuse_other_options(question, context.options);
  switch (question.question) {
    case Question::kQuests: return answer_quests(context);
    case Question::kHardest: return answer_hardest(context);
    case Question::kPath: return answer_path(context);
    case Question::kStates: return answer_states(context);
    case Question::kBlocked: return answer_blocked(context);
    case Question::kFatalEvents: return answer_fatal_events(context);
    case Question::kCoverage: return answer_coverage(context);
    case Question::kLevels: return answer_levels(context);
    case Question::kEvent: return answer_event(context);
  }
  throw Error(Error::Kind::kInternal, "a question without an answer");
}

Json query_document(const QueryContext& context, const QueryAnswer& answer) {
  const StoredGame& stored = context.stored;
  const DatabaseIdentity& identity = stored.database().identity();
  Json document;
  document["schema"] = "questproof/query";
  document["version"] = 1;
  document["question"] = context.options.question;
  document["game"] = identity.game_name;
  document["model_hash"] = identity.model_hash;
  document["run"] = {{"reduce", identity.reduce},
                     {"quest", identity.quest},
                     {"program", identity.version},
                     {"revision", identity.revision},
                     {"verdict", to_string(stored.figures().verdict)},
                     {"verified", stored.figures().verified},
                     {"states", stored.figures().profile.states},
                     {"transitions", stored.figures().profile.transitions}};
  document["game_at_hand"] = stored.at_hand();
  document["trouble"] = stored.trouble();
  document.update(answer.json);
  return document;
}

ExitCode run_query(const CommandOptions& options, Console& console) try {
  question_named(options.question);  // before the store is looked for
  const OpenStore store(options);
  const StoredGame& stored = store.game();
  const Parallel parallel(options.threads);
  const QueryContext context{stored, options, console, parallel};
  const QueryAnswer answer = answer_question(context);
  if (options.json) {
    console.out << json_text(query_document(context, answer));
    return answer.code;
  }
  console.out << answer.text;
  if (!stored.trouble().empty()) {
    console.out << "\n" << wrap("Note: " + stored.trouble() + ".", console.width, 0);
  }
  return answer.code;
} catch (const AnswerLimit& limit) {
  console.error << "questproof: " << limit.what() << "\n";
  return ExitCode::kUnknown;
}

}  // namespace questproof
