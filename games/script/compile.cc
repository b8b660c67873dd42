// SPDX-License-Identifier: MIT
#include "games/script/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "games/script/actions.h"
#include "games/script/beginnings.h"
#include "games/script/declarations.h"
#include "games/script/dialogues.h"
#include "games/script/events.h"
#include "games/script/lint.h"
#include "games/script/program.h"
#include "games/script/pruning.h"
#include "games/script/quests.h"

namespace questproof::script {
namespace {

// Names that stood in sets and indexes, and names of loops and parameters: only now is it known
// what is declared.
void check_late_names(Program& program) {
  Expansion expansion(program);
  std::set<std::string> others;  // names that are no symbols
  for (const PropositionInfo& proposition : program.propositions) others.insert(proposition.name);
  for (const Event& event : program.model.events) others.insert(event.name);
  for (const auto& [name, where] : program.names_to_check) {
    if (program.symbols.find(name) == nullptr && others.count(name) == 0) {
      expansion.report_unknown(name, where, SymbolKind::kVariable);
    }
  }
  for (const auto& [name, where] : program.loop_names) {
    if (program.symbols.find(name) == nullptr) continue;
    program.diagnostics.error(
        where,
        fmt::format("{} is declared already and cannot name what a loop or a procedure runs on",
                    name),
        "choose another name");
  }
}

// Handlers are lowered into the events that change the scene. Once here, into nothing, so that what
// is wrong with one is found even if no event comes there.
void check_scene_handlers(Program& program, Actions& actions) {
  for (std::size_t scene = 0; scene < program.scenes.size(); ++scene) {
    std::vector<BranchInfo> branches(1);
    std::vector<std::pair<std::size_t, BranchId>> sites;
    EventContext context;
    context.branches = &branches;
    context.sites = &sites;
    context.scene = scene;
    std::vector<Statement> body;
    actions.leave_scene(program.scenes[scene].where, context, body);
    actions.enter_scene(scene, program.scenes[scene].where, context, body);
  }
}

// A procedure is checked where it is called. One that nobody calls is lowered once here, into
// nothing, unless what its parameters stand for is not known.
void check_uncalled_procedures(Program& program, Actions& actions) {
  for (const ProcedureInfo& procedure : program.procedures) {
    const std::string& name = procedure.item->arguments[0].text;
    if (program.procedures_called.count(name) != 0) continue;
    program.diagnostics.warning(procedure.item->where, name + " is never called",
                                "remove it, or call it");
    if (!procedure.parameters.empty()) continue;
    std::vector<BranchInfo> branches(1);
    std::vector<std::pair<std::size_t, BranchId>> sites;
    EventContext context;
    context.branches = &branches;
    context.sites = &sites;
    context.procedures = {name};
    context.talk = EventContext::Talk::kUnknown;
    context.check_only = true;
    std::vector<Statement> body;
    actions.lower(procedure.item->block, {}, context, kActions, body);
  }
}

// A name that no script can declare, since it holds a blank.
std::string asked_name(std::size_t index) { return fmt::format("condition {}", index); }

// As quests, because whatever is done to a model later is done to the conditions of quests too.
void lower_asked(Program& program, Conditions& conditions, const AskedConditions& asked) {
  for (std::size_t i = 0; i < asked.expressions.size(); ++i) {
    Quest quest;
    quest.name = asked_name(i);
    quest.done = conditions.lower(*asked.expressions[i], {});
    program.model.quests.push_back(std::move(quest));
  }
}

void lower(Program& program, const AskedConditions& asked) {
  declare_all(program);
  Actions actions(program);
  EventMaker maker(program);
  lower_events(program, actions, maker);
  lower_dialogues(program, actions, maker);
  lower_quests(program, actions.conditions());
  lower_asked(program, actions.conditions(), asked);
  check_scene_handlers(program, actions);
  check_uncalled_procedures(program, actions);
  check_late_names(program);
  make_beginnings(program, actions);
  if (program.diagnostics.has_errors()) return;
  lint(program);
  prune_constants(program.model);
  validate(program.model);
}

// Files that say Game(...), when there are several: a folder of games rather than a game.
std::vector<std::string> several_games(const SourceSet& sources) {
  std::vector<std::string> games;
  for (std::size_t file = 0; file < sources.paths.size(); ++file) {
    const auto& items = sources.items[file];
    const bool titled = std::any_of(items.begin(), items.end(),
                                    [](const Item& item) { return item.head == "Game"; });
    if (titled) games.push_back(sources.paths[file]);
  }
  if (games.size() < 2) games.clear();
  return games;
}

}  // namespace

Compiled compile(const std::vector<std::string>& paths, const FileProvider& files,
                 std::string_view name, const AskedConditions& asked) {
  Diagnostics diagnostics;
  Program program(read_sources(paths, files, diagnostics), diagnostics);
  if (const std::vector<std::string> games = several_games(program.sources); !games.empty()) {
    Diagnostic several;
    several.message =
        fmt::format("{} holds {} games, each with its own Game(...)", name, games.size());
    several.remedy = fmt::format("name the file of one: {}", fmt::join(games, ", "));
    return {{std::nullopt, {several}}, {}};
  }
  program.model.name = name;
  if (!asked.expressions.empty()) {
    program.sources.paths.emplace_back(asked.path);
    program.sources.texts.emplace_back(asked.text);
    program.sources.items.emplace_back();
  }
  try {
    lower(program, asked);
  } catch (const GameTooLarge& too_large) {
    diagnostics.error(too_large.where,
                      fmt::format("the game is too large: more than {} statements and comparisons "
                                  "once repetitions are written out",
                                  Program::kMaximumWork),
                      "use fewer or smaller loops and procedures");
  }
  Compiled result;
  result.game.diagnostics = diagnostics.report(program.sources.paths);
  if (diagnostics.has_errors()) return result;
  std::vector<Quest>& quests = program.model.quests;
  const auto first = quests.end() - static_cast<std::ptrdiff_t>(asked.expressions.size());
  for (auto quest = first; quest != quests.end(); ++quest) {
    result.asked.push_back(std::move(quest->done));
  }
  quests.erase(first, quests.end());
  result.game.model = std::move(program.model);
  return result;
}

}  // namespace questproof::script
