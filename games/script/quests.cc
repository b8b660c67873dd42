// SPDX-License-Identifier: MIT
#include "games/script/quests.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "games/script/placement.h"

namespace questproof::script {
namespace {

Condition failed_by_ending(const SystemVariables& system, bool main) {
  if (!system.ending) return Condition::never();
  std::vector<Condition> endings;
  if (system.game_over != 0) endings.push_back(Condition::equals(*system.ending, system.game_over));
  if (system.end_game != 0 && !main) {
    endings.push_back(Condition::equals(*system.ending, system.end_game));
  }
  return disjunction(std::move(endings));
}

// The parts of the quest's block, each at most once.
std::map<Word, const Expression*> parts_of(Program& program, const Item& item) {
  std::map<Word, const Expression*> parts;
  for (const Item& part : item.block) {
    const std::optional<Word> word = accept(program, part, kInQuest);
    if (!word) continue;
    if (!parts.emplace(*word, &part.arguments[0]).second) {
      program.diagnostics.error(part.where, fmt::format("a second {} in this quest", part.head),
                                "join conditions with && or ||");
    }
  }
  return parts;
}

bool has_broken_part(const Item& item) {
  for (const Item& part : item.block) {
    if (part.broken) return true;
  }
  return false;
}

void lower_quest(Program& program, Conditions& conditions, const Scoped& source) {
  const Item& item = *source.item;
  const std::optional<std::string> name =
      conditions.expansion().name(item.arguments[0], source.environment);
  const MixedArguments arguments = sort_arguments(program, item, 1, {{"main", "side"}}, 0);
  const auto parts = parts_of(program, item);
  const auto condition = [&](Word word, Condition otherwise) {
    const auto part = parts.find(word);
    if (part == parts.end()) return otherwise;
    return conditions.lower(*part->second, source.environment);
  };
  Quest quest;
  quest.name = name.value_or("");
  quest.title = arguments.label.value_or(label_from_name(quest.name));
  quest.main = arguments.has("main");
  quest.where = item.arguments[0].where;
  quest.open = condition(Word::kOpenWhen, Condition::always());
  quest.done = condition(Word::kDoneWhen, Condition::never());
  std::vector<Condition> failures;
  failures.push_back(condition(Word::kFailedWhen, Condition::never()));
  failures.push_back(failed_by_ending(program.system, quest.main));
  quest.failed = disjunction(std::move(failures));
  if (const auto title = parts.find(Word::kTitle); title != parts.end()) {
    quest.title = title->second->text;
    if (title->second->kind != Expression::Kind::kText) {
      program.diagnostics.error(title->second->where, "a title is a text",
                                std::string(word_info(Word::kTitle).usage));
    }
  }
  if (parts.count(Word::kDoneWhen) == 0 && !has_broken_part(item)) {
    program.diagnostics.error(item.where, fmt::format("{} has no DoneWhen", quest.name),
                              std::string(word_info(Word::kDoneWhen).usage));
  }
  if (name) program.model.quests.push_back(std::move(quest));
}

}  // namespace

void lower_quests(Program& program, Conditions& conditions) {
  for (const Scoped& source : program.quests) lower_quest(program, conditions, source);
}

}  // namespace questproof::script
