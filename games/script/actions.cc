// SPDX-License-Identifier: MIT
#include "games/script/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/script/placement.h"
#include "games/script/presentation.h"

namespace questproof::script {
namespace {

constexpr int kMaximumDepth = 200;  // of lists of actions, with procedures and handlers written out

EventContext::Talk joined(const std::vector<EventContext::Talk>& ways) {
  if (ways.empty()) return EventContext::Talk::kNone;  // all ways have ended the event
  const bool same = std::all_of(ways.begin(), ways.end(),
                                [&](EventContext::Talk talk) { return talk == ways.front(); });
  return same ? ways.front() : EventContext::Talk::kUnknown;
}

// Which actions may stand in the blocks of a BeginMatch among those of `place`.
Places nested_place(Places place) {
  if (place == kPropositionActions) return kActions;
  return place == kVariantActions ? kNestedInVariant : place;
}

}  // namespace

void Actions::error(const SourceLocation& where, std::string message, std::string remedy) {
  program_.diagnostics.error(where, std::move(message), std::move(remedy));
}

void Actions::stop(const SourceLocation& where, std::vector<Statement>& out) {
  Statement statement;
  statement.kind = Statement::Kind::kStop;
  statement.where = where;
  out.push_back(std::move(statement));
}

void Actions::stop_event(const SourceLocation& where, EventContext& context,
                         std::vector<Statement>& out) {
  if (context.at_stop) {
    const EventContext::Talk talk = context.talk;
    const auto at_stop = std::exchange(context.at_stop, {});
    at_stop(context, out);
    context.at_stop = at_stop;
    context.talk = talk;
  }
  stop(where, out);
}

bool Actions::lower(const std::vector<Item>& items, const Environment& environment,
                    EventContext& context, Places place, std::vector<Statement>& out) {
  if (context.depth >= kMaximumDepth) {
    if (!items.empty()) {
      error(items.front().where,
            fmt::format("actions nested more than {} levels deep once procedures and handlers are "
                        "written out",
                        kMaximumDepth));
    }
    return true;
  }
  ++context.depth;
  bool ended = false;
  for (const Item& item : items) {
    if (item.head == "Proposition" && place == kPropositionActions) continue;  // declared already
    if (ended) {
      error(item.where, fmt::format("{} can never run: the event has ended before it", item.head),
            "remove it, or move it up");
      break;
    }
    ended = action(item, environment, context, place, out);
  }
  --context.depth;
  return ended;
}

bool Actions::action(const Item& item, const Environment& environment, EventContext& context,
                     Places place, std::vector<Statement>& out) {
  const std::optional<Word> word = accept(program_, item, place);
  if (!word) return false;
  switch (*word) {
    case Word::kBeginMatch: return match(item, environment, context, place, out);
    case Word::kForEach: return loop(item, environment, context, place, out);
    case Word::kUnknown: return call(item, environment, context, place, out);
    case Word::kChoose: choose(item, environment, context, out); return false;
    case Word::kSetVar: writes_.set_variable(item, environment, out); return false;
    case Word::kAddVar:
    case Word::kSubtractVar: writes_.add_to_variable(*word, item, environment, out); return false;
    case Word::kAddItem:
    case Word::kRemoveItem:
    case Word::kSetItem: writes_.change_item(*word, item, environment, context, out); return false;
    case Word::kSetVisible:
    case Word::kSetInteractive:
      writes_.set_entity(*word, item, environment, context, out);
      return false;
    case Word::kStart: set_start(item, environment, out); return false;
    case Word::kRandomize:
    case Word::kWhere:  // read by the beginnings
      return false;
    default: return system_action(*word, item, environment, context, out);
  }
}

// Actions on scenes, dialogues and the end of the game.
bool Actions::system_action(Word word, const Item& item, const Environment& environment,
                            EventContext& context, std::vector<Statement>& out) {
  const bool allowed_in_exit = word == Word::kStartDelay || word == Word::kCancelDelay;
  if (context.in_exit && !allowed_in_exit) {
    error(item.where, fmt::format("{} cannot be used in OnExit", item.head),
          "a change of scene that has begun is finished; use OnLeave to keep the player here");
    return false;
  }
  switch (word) {
    case Word::kGoToScene: return go_to_scene(item, environment, context, out);
    case Word::kStartDelay:
    case Word::kCancelDelay: delay(word, item, environment, context, out); return false;
    case Word::kStartDialogue: start_dialogue(item, environment, context, out); return false;
    case Word::kExitDialogue: exit_dialogue(item, context, out); return false;
    case Word::kBack: return back(item, context, out);
    case Word::kGameOver:
    case Word::kEndGame: end_game(word, item, context, out); return true;
    default: stop_event(item.where, context, out); return true;
  }
}

// ---- lists in lists

bool Actions::match(const Item& item, const Environment& environment, EventContext& context,
                    Places place, std::vector<Statement>& out) {
  Statement statement;
  statement.kind = Statement::Kind::kIf;
  statement.where = item.where;
  const EventContext::Talk before = context.talk;
  const BranchId around = context.branch;
  std::vector<EventContext::Talk> afterwards;
  bool has_otherwise = false;
  const auto part = [&](const Item& source) {
    if (source.broken) return;
    const std::size_t count = source.arguments.size();
    const bool otherwise = source.head == "Otherwise";
    if (otherwise ? count != 0 : count != 1 && count != 2) {
      error(source.where,
            fmt::format("{} takes {}", source.head,
                        otherwise ? "no condition" : "a condition, or VAR and value"),
            std::string(find_word(source.head)->usage));
      return;
    }
    has_otherwise = has_otherwise || otherwise;
    std::string text = "otherwise";
    if (count > 0) text = source_text(program_, source.arguments[0]);
    if (count > 1) text += " == " + source_text(program_, source.arguments[1]);
    Condition condition = otherwise ? Condition::always() : conditions_.match(source, environment);
    Branch branch = context.new_branch(source.where, std::move(text), std::move(condition));
    context.branch = branch.id;
    context.talk = before;
    const bool ends = lower(source.block, environment, context, nested_place(place), branch.body);
    if (!ends) afterwards.push_back(context.talk);
    statement.branches.push_back(std::move(branch));
  };
  part(item);
  for (const Item& alternative : item.alternatives) part(alternative);
  if (!has_otherwise) afterwards.push_back(before);
  context.branch = around;
  context.talk = joined(afterwards);
  out.push_back(std::move(statement));
  return afterwards.empty();
}

void Actions::choose(const Item& item, const Environment& environment, EventContext& context,
                     std::vector<Statement>& out) {
  Statement statement;
  statement.kind = Statement::Kind::kChoose;
  statement.where = item.where;
  std::vector<EventContext::Talk> afterwards = {context.talk};  // when no option is possible
  const BranchId around = context.branch;
  options(item.block, environment, context, statement, afterwards);
  if (statement.branches.empty()) {
    error(item.where, "Choose has no Option", std::string(word_info(Word::kChoose).usage));
  }
  context.branch = around;
  context.talk = joined(afterwards);
  out.push_back(std::move(statement));
}

void Actions::options(const std::vector<Item>& items, const Environment& environment,
                      EventContext& context, Statement& statement,
                      std::vector<EventContext::Talk>& afterwards) {
  const EventContext::Talk before = afterwards.front();
  for (const Item& item : items) {
    const std::optional<Word> word = accept(program_, item, kInChoose);
    if (!word) continue;
    if (*word == Word::kForEach) {
      conditions_.expansion().for_each(item.arguments, item.where, environment,
                                       [&](const Environment& inner) {
                                         options(item.block, inner, context, statement, afterwards);
                                       });
      continue;
    }
    const MixedArguments arguments = sort_arguments(program_, item, 0, {}, 1);
    Condition condition = Condition::always();
    std::string text = "option " + std::to_string(statement.branches.size() + 1);
    if (!arguments.rest.empty()) {
      condition = conditions_.lower(*arguments.rest[0], environment);
      text += " when " + source_text(program_, *arguments.rest[0]);
    }
    Branch branch =
        context.new_branch(item.where, arguments.label.value_or(text), std::move(condition));
    context.branch = branch.id;
    context.talk = before;
    if (!lower(item.block, environment, context, kActions, branch.body)) {
      afterwards.push_back(context.talk);
    }
    statement.branches.push_back(std::move(branch));
  }
}

bool Actions::loop(const Item& item, const Environment& environment, EventContext& context,
                   Places place, std::vector<Statement>& out) {
  bool ended = false;
  conditions_.expansion().for_each(item.arguments, item.where, environment,
                                   [&](const Environment& inner) {
                                     if (!ended)
                                       ended = lower(item.block, inner, context, place, out);
                                   });
  return ended;
}

bool Actions::call(const Item& item, const Environment& environment, EventContext& context,
                   Places place, std::vector<Statement>& out) {
  const Symbol* symbol = program_.symbols.find(item.head);
  if (symbol->kind == SymbolKind::kPresentation) {
    check_presentation(program_, conditions_, program_.presentations[symbol->index], item,
                       environment);
    return false;
  }
  return call_procedure(program_.procedures[symbol->index], item, environment, context, place, out);
}

bool Actions::call_procedure(const ProcedureInfo& procedure, const Item& item,
                             const Environment& environment, EventContext& context, Places place,
                             std::vector<Statement>& out) {
  program_.procedures_called.insert(item.head);
  auto& running = context.procedures;
  if (std::find(running.begin(), running.end(), item.head) != running.end()) {
    error(item.where, fmt::format("the procedure {} calls itself", item.head),
          "procedures are written out where they are called, which would never end");
    return false;
  }
  const std::optional<Environment> parameters = bind_parameters(procedure, item, environment);
  if (!parameters) return false;
  running.push_back(item.head);
  const bool ended = lower(procedure.item->block, *parameters, context, nested_place(place), out);
  running.pop_back();
  return ended;
}

std::optional<Environment> Actions::bind_parameters(const ProcedureInfo& procedure,
                                                    const Item& item,
                                                    const Environment& environment) {
  if (item.arguments.size() != procedure.parameters.size()) {
    error(item.where,
          fmt::format("{} takes {} arguments, not {}", item.head, procedure.parameters.size(),
                      item.arguments.size()),
          procedure.parameters.empty()
              ? std::string()
              : fmt::format("{}({})", item.head, fmt::join(procedure.parameters, ", ")));
    return std::nullopt;
  }
  Environment parameters;
  for (std::size_t i = 0; i < item.arguments.size(); ++i) {
    const Expression& argument = item.arguments[i];
    LoopValue value;
    if (argument.kind == Expression::Kind::kName &&
        !conditions_.expansion().is_constant(argument, environment)) {
      const Symbol* symbol = conditions_.expansion().any_symbol(argument, environment);
      if (symbol == nullptr) return std::nullopt;
      value = {true, symbol->name, 0};
    } else if (argument.kind == Expression::Kind::kName &&
               conditions_.expansion().is_constant(argument, environment)) {
      const auto constant = conditions_.expansion().constant(argument, environment);
      if (!constant) return std::nullopt;
      if (constant->type.kind == Type::Kind::kInteger) {
        value.number = constant->value;
      } else {
        value = {true, *conditions_.expansion().name(argument, environment), 0};
      }
    } else {
      const auto number = conditions_.expansion().number(argument, environment);
      if (!number) return std::nullopt;
      value.number = *number;
    }
    parameters.emplace_back(procedure.parameters[i], std::move(value));
  }
  return parameters;
}

void Actions::delay(Word word, const Item& item, const Environment& environment,
                    EventContext& context, std::vector<Statement>& out) {
  const Symbol* symbol =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kDelay);
  if (symbol == nullptr) return;
  DelayInfo& info = program_.delays[symbol->index];
  const bool starts = word == Word::kStartDelay;
  if (starts && !context.check_only && context.scene != std::optional(info.scene)) {
    error(item.where,
          fmt::format("{} belongs to {} and can only be started by what happens there", info.name,
                      program_.scenes[info.scene].name),
          "a dialogue that starts a delay stands inside the scene");
    return;
  }
  info.started = info.started || starts;
  out.push_back(assign(info.pending, Term::of(starts ? 1 : 0), item.where));
}

void Actions::set_start(const Item& item, const Environment& environment,
                        std::vector<Statement>& out) {
  const Symbol* scene =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kScene);
  if (scene == nullptr) return;
  out.push_back(
      assign(*program_.system.scene, Term::of(static_cast<Value>(scene->index)), item.where));
}

void Actions::end_game(Word word, const Item& item, EventContext& context,
                       std::vector<Statement>& out) {
  std::string text = item.head;
  if (!item.arguments.empty()) {
    if (item.arguments[0].kind == Expression::Kind::kText) {
      text = item.arguments[0].text;
    } else {
      error(item.arguments[0].where, "a text is needed here", "write it in double quotes");
    }
  }
  auto& contents = program_.model.contents;
  const auto [known, fresh] = program_.endings.emplace(item.where, contents.size());
  if (fresh) contents.push_back({"ending", std::move(text), item.where, {}, false});
  context.shows(known->second);
  const SystemVariables& system = program_.system;
  out.push_back(assign(*system.ending,
                       Term::of(word == Word::kGameOver ? system.game_over : system.end_game),
                       item.where));
  stop(item.where, out);
}

// ---- scenes

bool Actions::go_to_scene(const Item& item, const Environment& environment, EventContext& context,
                          std::vector<Statement>& out) {
  const Symbol* scene =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kScene);
  if (scene == nullptr) return true;
  const std::optional<std::size_t> before = context.scene;
  change_scene(scene->index, item.where, context, out);
  context.scene = before;  // for the lists around: there the change did not happen
  stop(item.where, out);
  return true;
}

void Actions::change_scene(std::size_t target, const SourceLocation& where, EventContext& context,
                           std::vector<Statement>& out) {
  program_.spend(1, where);
  leave_scene(where, context, out);
  out.push_back(assign(*program_.system.scene, Term::of(static_cast<Value>(target)), where));
  context.shows(program_.scenes[target].content);
  if (context.talk != EventContext::Talk::kNone) {
    out.push_back(assign(*program_.system.dialogue, Term::of(0), where));
  }
  context.talk = EventContext::Talk::kNone;
  context.scene = target;
  // The dialogue has ended: a Stop in OnEnter does not let it go on, whatever OnEnter has started.
  const auto at_stop = std::exchange(context.at_stop, {});
  enter_scene(target, where, context, out);
  context.at_stop = at_stop;
}

void Actions::leave_scene(const SourceLocation& where, EventContext& context,
                          std::vector<Statement>& out) {
  if (context.scene) {
    leave_known_scene(*context.scene, where, context, out);
    return;
  }
  Statement statement;
  statement.kind = Statement::Kind::kIf;
  statement.where = where;
  const BranchId around = context.branch;
  for (std::size_t i = 0; i < program_.scenes.size(); ++i) {
    const SceneInfo& scene = program_.scenes[i];
    if (!scene.on_exit && scene.delays.empty()) continue;
    program_.spend(1, where);
    Branch branch = context.new_hidden_branch(
        "leaving " + scene.name, Condition::equals(*program_.system.scene, static_cast<Value>(i)));
    context.branch = branch.id;
    context.scene = i;
    leave_known_scene(i, where, context, branch.body);
    statement.branches.push_back(std::move(branch));
  }
  context.scene = std::nullopt;
  context.branch = around;
  if (!statement.branches.empty()) out.push_back(std::move(statement));
}

void Actions::leave_known_scene(std::size_t scene, const SourceLocation& where,
                                EventContext& context, std::vector<Statement>& out) {
  const SceneInfo& info = program_.scenes[scene];
  if (info.on_exit) {
    context.in_exit = true;
    lower(info.on_exit->item->block, info.on_exit->environment, context, kActions, out);
    context.in_exit = false;
  }
  for (const std::size_t delay : info.delays) {
    out.push_back(assign(program_.delays[delay].pending, Term::of(0), where));
  }
}

bool Actions::enter_scene(std::size_t scene, const SourceLocation& where, EventContext& context,
                          std::vector<Statement>& out) {
  const SceneInfo& info = program_.scenes[scene];
  if (!info.on_enter) return false;
  auto& entered = context.entered;
  if (std::find(entered.begin(), entered.end(), scene) != entered.end()) {
    std::string circle;
    for (const std::size_t step : entered) circle += program_.scenes[step].name + " -> ";
    error(where, fmt::format("OnEnter handlers lead in a circle: {}{}", circle, info.name),
          "let an event, not OnEnter, make one of these changes");
    return true;
  }
  entered.push_back(scene);
  const std::optional<std::size_t> place = std::exchange(context.place, std::nullopt);
  const bool ended =
      lower(info.on_enter->item->block, info.on_enter->environment, context, kActions, out);
  context.place = place;
  entered.pop_back();
  return ended;
}

// ---- dialogues

Condition Actions::is_on_offer(const PropositionInfo& proposition) {
  std::vector<Condition> parts;
  if (proposition.once) parts.push_back(Condition::equals(proposition.said, 0));
  if (proposition.condition != nullptr) {
    parts.push_back(conditions_.lower(*proposition.condition, proposition.source.environment));
  }
  return conjunction(std::move(parts));
}

void Actions::start_dialogue(const Item& item, const Environment& environment,
                             EventContext& context, std::vector<Statement>& out) {
  const Symbol* symbol =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kDialogue);
  if (symbol == nullptr) return;
  DialogueInfo& dialogue = program_.dialogues[symbol->index];
  dialogue.started = true;
  // A proposition that began its own dialogue anew could not be told from one that goes on.
  const bool begins_itself = context.at_stop && context.dialogue == std::optional(symbol->index);
  if (context.dialogue && (begins_itself || context.talk != EventContext::Talk::kNone)) {
    program_.dialogues[*context.dialogue].starts.emplace_back(symbol->index, item.where);
  }
  std::vector<Condition> parts;
  if (dialogue.scene && context.scene && *dialogue.scene != *context.scene) {
    error(item.where,
          fmt::format("{} stands in {} and cannot be had in {}", dialogue.name,
                      program_.scenes[*dialogue.scene].name, program_.scenes[*context.scene].name),
          "take it out of the scene, so that it can be had anywhere");
    return;
  }
  if (dialogue.scene && !context.scene) {
    parts.push_back(Condition::equals(*program_.system.scene, static_cast<Value>(*dialogue.scene)));
  }
  const PlaceInfo& place = program_.places[dialogue.first_place];
  if (!dialogue.is_puzzle || dialogue.no_leave) {
    std::vector<Condition> offers;
    for (const std::size_t offer : place.offers) {
      offers.push_back(is_on_offer(program_.propositions[offer]));
    }
    parts.push_back(disjunction(std::move(offers)));
  }
  const Condition possible = conjunction(std::move(parts));
  Statement begin = assign(*program_.system.dialogue, Term::of(place.value), item.where);
  if (possible.kind == Condition::Kind::kTrue) {
    context.shows(dialogue.content);
    context.talk = EventContext::Talk::kElsewhere;
    out.push_back(std::move(begin));
    return;
  }
  Statement statement;
  statement.kind = Statement::Kind::kIf;
  statement.where = item.where;
  Branch branch = context.new_hidden_branch(dialogue.name + " begins", possible);
  const BranchId around = std::exchange(context.branch, branch.id);
  context.shows(dialogue.content);
  context.branch = around;
  context.talk = EventContext::Talk::kUnknown;
  branch.body.push_back(std::move(begin));
  statement.branches.push_back(std::move(branch));
  out.push_back(std::move(statement));
}

void Actions::exit_dialogue(const Item& item, EventContext& context, std::vector<Statement>& out) {
  if (context.talk == EventContext::Talk::kNone) {
    // A procedure may be called from dialogues and from other events.
    if (context.procedures.empty()) {
      error(item.where, "ExitDialogue where no dialogue goes on", "remove it");
    }
    return;
  }
  out.push_back(assign(*program_.system.dialogue, Term::of(0), item.where));
  context.talk = EventContext::Talk::kNone;
}

bool Actions::back(const Item& item, EventContext& context, std::vector<Statement>& out) {
  if (context.check_only) return true;
  if (!context.place) {
    error(item.where, "Back stands among the actions of a proposition of a dialogue only");
    return false;
  }
  if (context.talk != EventContext::Talk::kAtPlace) {
    error(item.where, "Back after a dialogue was started or ended", "use one or the other");
    return false;
  }
  go_on_talking(program_.places[*context.place].parent, item.where, context, out);
  stop(item.where, out);
  return true;
}

void Actions::go_on_talking(std::optional<std::size_t> first, const SourceLocation& where,
                            EventContext& context, std::vector<Statement>& out) {
  Statement statement;
  statement.kind = Statement::Kind::kIf;
  statement.where = where;
  const auto goes_to = [&](std::optional<std::size_t> place, Condition condition) {
    const std::string text =
        place ? "goes on at " + program_.places[*place].name : "the dialogue ends";
    Branch branch = context.new_hidden_branch(text, std::move(condition));
    if (place != context.place) {
      branch.body.push_back(assign(*program_.system.dialogue,
                                   Term::of(place ? program_.places[*place].value : 0), where));
    }
    statement.branches.push_back(std::move(branch));
  };
  bool always = false;
  std::optional<std::size_t> place = first;
  for (; place && !always; place = program_.places[*place].parent) {
    std::vector<Condition> offers;
    for (const std::size_t offer : program_.places[*place].offers) {
      offers.push_back(is_on_offer(program_.propositions[offer]));
    }
    Condition offered = disjunction(std::move(offers));
    if (offered.kind == Condition::Kind::kFalse) continue;
    always = offered.kind == Condition::Kind::kTrue;
    goes_to(place, std::move(offered));
  }
  if (!always) goes_to(std::nullopt, Condition::always());
  if (statement.branches.size() == 1) {  // nothing to decide
    context.branches->pop_back();
    for (Statement& only : statement.branches[0].body) out.push_back(std::move(only));
    return;
  }
  out.push_back(std::move(statement));
}

}  // namespace questproof::script
