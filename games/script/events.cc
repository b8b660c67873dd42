// SPDX-License-Identifier: MIT
#include "games/script/events.h"

#include <fmt/format.h>

#include <utility>

#include "games/script/placement.h"

namespace questproof::script {
namespace {

constexpr std::int64_t kMostExternalValues = 10'000;  // each is an event

class EventLowering {
 public:
  EventLowering(Program& program, Actions& actions, EventMaker& maker)
      : program_(program), actions_(actions), conditions_(actions.conditions()), maker_(maker) {}

  void run() {
    for (std::size_t i = 0; i < program_.events.size(); ++i) lower(program_.events[i]);
    for (const Scoped& map : program_.maps) lower_map(map);
    for (const auto& [variable, where] : program_.externals) lower_external(variable, where);
  }

 private:
  Expansion& expansion() { return conditions_.expansion(); }
  void error(const SourceLocation& where, std::string message, std::string remedy = {}) {
    program_.diagnostics.error(where, std::move(message), std::move(remedy));
  }

  void lower(const EventSource& source) {
    const WordInfo* info = find_word(source.source.item->head);
    switch (info->word) {
      case Word::kOnActivate: return on_activate(source);
      case Word::kOnUse: return on_use(source);
      case Word::kOnCombine: return on_combine(source);
      case Word::kExit:
      case Word::kOnLeave: return exit(source);
      case Word::kOnDelay: return on_delay(source);
      default: return rule(source);
    }
  }

  // A head that knows the place of the event; guards on the scene, the dialogue, the ending.
  EventHead head_of(const EventSource& source, bool in_dialogue_too = false) {
    EventHead head;
    head.where = source.source.item->where;
    head.scene = source.scene;
    if (source.scene) {
      head.name = program_.scenes[*source.scene].name + "/";
      head.guard.push_back(
          Condition::equals(*program_.system.scene, static_cast<Value>(*source.scene)));
    }
    maker_.add_usual_guard(head, in_dialogue_too);
    return head;
  }

  void make(EventHead head, const EventSource& source) {
    make_with(std::move(head), source, [](EventContext&, std::vector<Statement>&, bool) {});
  }

  // `finish` appends what follows the author's actions; it is told whether they end the event.
  template <typename Finish>
  void make_with(EventHead head, const EventSource& source, Finish&& finish) {
    EventContext context;
    context.scene = source.scene;
    if (head.trigger == Trigger::kExternal && program_.system.dialogue) {
      context.talk = EventContext::Talk::kUnknown;
    }
    maker_.make(std::move(head), std::move(context),
                [&](EventContext& inner, std::vector<Statement>& body) {
                  const bool ended = actions_.lower(
                      source.source.item->block, source.source.environment, inner, kActions, body);
                  finish(inner, body, ended);
                });
  }

  // ---- handlers

  // An entity of the scene of the event; adds that it can be touched.
  const EntityInfo* entity_of(const EventSource& source, const Expression& argument,
                              EventHead& head) {
    const Symbol* symbol =
        expansion().symbol(argument, source.source.environment, SymbolKind::kEntity);
    if (symbol == nullptr) return nullptr;
    const EntityInfo& entity = program_.entities[symbol->index];
    if (source.scene != std::optional(entity.scene)) {
      error(argument.where,
            fmt::format("{} stands in {}", entity.name, program_.scenes[entity.scene].name),
            "its handlers stand in the same scene");
      return nullptr;
    }
    head.guard.push_back(Condition::equals(entity.visible, 1));
    head.guard.push_back(Condition::equals(entity.interactive, 1));
    return &entity;
  }

  const Symbol* item_of(const EventSource& source, const Expression& argument, EventHead& head,
                        Value count = 1) {
    const Symbol* symbol =
        expansion().symbol(argument, source.source.environment, SymbolKind::kItem);
    if (symbol == nullptr) return nullptr;
    head.guard.push_back(
        Condition::compare(Term::of(symbol->variable), Comparison::kGreaterEqual, Term::of(count)));
    return symbol;
  }

  const std::string& label_of(const Symbol& item) { return program_.items[item.index].label; }

  void on_activate(const EventSource& source) {
    EventHead head = head_of(source);
    const EntityInfo* entity = entity_of(source, source.source.item->arguments[0], head);
    if (entity == nullptr) return check_block(source);
    head.name += fmt::format("OnActivate({})", entity->name);
    head.label = "activate " + entity->label;
    make(std::move(head), source);
  }

  void on_use(const EventSource& source) {
    const auto& arguments = source.source.item->arguments;
    EventHead head = head_of(source);
    const Symbol* item = item_of(source, arguments[0], head);
    if (arguments.size() == 1) {
      if (item == nullptr) return check_block(source);
      head.name += fmt::format("OnUse({})", item->name);
      head.label = "use " + label_of(*item);
      return make(std::move(head), source);
    }
    if (!source.scene) {
      error(source.source.item->where, "an item is used on an entity in the scene of the entity",
            "move it into the scene");
      return check_block(source);
    }
    const EntityInfo* entity = entity_of(source, arguments[1], head);
    if (item == nullptr || entity == nullptr) return check_block(source);
    head.name += fmt::format("OnUse({}, {})", item->name, entity->name);
    head.label = fmt::format("use {} on {}", label_of(*item), entity->label);
    make(std::move(head), source);
  }

  void on_combine(const EventSource& source) {
    const auto& arguments = source.source.item->arguments;
    EventHead head = head_of(source);
    const Symbol* first = item_of(source, arguments[0], head);
    const Symbol* second =
        expansion().symbol(arguments[1], source.source.environment, SymbolKind::kItem);
    if (first == nullptr || second == nullptr) return check_block(source);
    if (first == second) {
      head.guard.pop_back();
      if (program_.model.variables[first->variable.index].high < 2) {
        error(arguments[1].where, fmt::format("the player never has two of {}", first->name));
        return check_block(source);
      }
      item_of(source, arguments[0], head, 2);
    } else {
      item_of(source, arguments[1], head);
    }
    // One name for both orders, so that a second handler is found to be one.
    const bool in_order = first->name <= second->name;
    head.name += fmt::format("OnCombine({}, {})", in_order ? first->name : second->name,
                             in_order ? second->name : first->name);
    head.label = fmt::format("combine {} with {}", label_of(*first), label_of(*second));
    make(std::move(head), source);
  }

  void on_delay(const EventSource& source) {
    EventHead head = head_of(source);
    const std::optional<std::string> name =
        expansion().name(source.source.item->arguments[0], source.source.environment);
    const Symbol* symbol = name ? program_.symbols.find(*name) : nullptr;
    if (symbol == nullptr || symbol->kind != SymbolKind::kDelay) return check_block(source);
    const VariableId pending = program_.delays[symbol->index].pending;
    head.guard.push_back(Condition::equals(pending, 1));
    head.name += fmt::format("OnDelay({})", symbol->name);
    head.label = label_from_name(symbol->name) + " runs out";
    head.trigger = Trigger::kDelay;
    EventContext context;
    context.scene = source.scene;
    maker_.make(std::move(head), std::move(context),
                [&](EventContext& inner, std::vector<Statement>& body) {
                  body.push_back(assign(pending, Term::of(0), source.source.item->where));
                  actions_.lower(source.source.item->block, source.source.environment, inner,
                                 kActions, body);
                });
  }

  void exit(const EventSource& source) {
    const Item& item = *source.source.item;
    const MixedArguments arguments = sort_arguments(program_, item, 1, {}, 1);
    EventHead head = head_of(source);
    const Symbol* scene =
        expansion().symbol(item.arguments[0], source.source.environment, SymbolKind::kScene);
    if (!arguments.rest.empty()) {
      head.guard.push_back(conditions_.lower(*arguments.rest[0], source.source.environment));
    }
    if (scene == nullptr) return check_block(source);
    head.name += fmt::format("{}({})", item.head, scene->name);
    head.label = arguments.label.value_or("go to " + program_.scenes[scene->index].label);
    make_with(std::move(head), source,
              [&](EventContext& context, std::vector<Statement>& body, bool ended) {
                if (!ended) actions_.change_scene(scene->index, item.where, context, body);
              });
  }

  void rule(const EventSource& source) {
    const Item& item = *source.source.item;
    const Environment& environment = source.source.environment;
    const MixedArguments arguments =
        sort_arguments(program_, item, 1, {{"player", "chance", "external"}}, 1);
    const bool external = arguments.has("external");
    EventHead head = head_of(source, external);
    if (external) head.trigger = Trigger::kExternal;
    if (arguments.has("chance")) head.trigger = Trigger::kChance;
    const std::optional<std::string> name = expansion().name(item.arguments[0], environment);
    if (!arguments.rest.empty()) {
      head.guard.push_back(conditions_.lower(*arguments.rest[0], environment));
    }
    if (!name) return check_block(source);
    if (program_.symbols.find(*name) != nullptr) {
      error(item.arguments[0].where, fmt::format("{} is declared already", *name),
            "give the rule a name of its own");
      return check_block(source);
    }
    std::string full_name = *name;
    if (item.arguments[0].indexes.empty()) {
      const std::size_t around = source.scene ? program_.scenes[*source.scene].loop_names : 0;
      full_name += Expansion::index_text(environment, around);
    }
    head.name += full_name;
    head.label = arguments.label.value_or(label_from_name(full_name));
    make(std::move(head), source);
  }

  // The head is wrong and has been reported; the actions are checked all the same.
  void check_block(const EventSource& source) {
    std::vector<BranchInfo> branches(1);
    std::vector<std::pair<std::size_t, BranchId>> sites;
    EventContext context;
    context.branches = &branches;
    context.sites = &sites;
    context.scene = source.scene;
    std::vector<Statement> body;
    actions_.lower(source.source.item->block, source.source.environment, context, kActions, body);
  }

  // ---- the map

  void lower_map(const Scoped& map) {
    const Symbol* item =
        expansion().symbol(map.item->arguments[0], map.environment, SymbolKind::kItem);
    hotspots(map.item->block, map.environment, item);
  }

  void hotspots(const std::vector<Item>& items, const Environment& environment, const Symbol* map) {
    for (const Item& item : items) {
      const std::optional<Word> word = accept(program_, item, kInMap);
      if (!word) continue;
      if (*word == Word::kForEach) {
        expansion().for_each(item.arguments, item.where, environment,
                             [&](const Environment& inner) { hotspots(item.block, inner, map); });
      } else {
        hotspot(item, environment, map);
      }
    }
  }

  void hotspot(const Item& item, const Environment& environment, const Symbol* map) {
    const MixedArguments arguments = sort_arguments(program_, item, 1, {}, 1);
    const Symbol* scene = expansion().symbol(item.arguments[0], environment, SymbolKind::kScene);
    EventHead head;
    head.where = item.where;
    maker_.add_usual_guard(head, false);
    if (!arguments.rest.empty()) {
      head.guard.push_back(conditions_.lower(*arguments.rest[0], environment));
    }
    if (scene == nullptr || map == nullptr) return;
    head.guard.push_back(
        Condition::compare(Term::of(map->variable), Comparison::kGreaterEqual, Term::of(1)));
    for (std::size_t i = 0; i < program_.scenes.size(); ++i) {
      if (!program_.scenes[i].no_map && i != scene->index) continue;
      head.guard.push_back(Condition::compare(Term::of(*program_.system.scene),
                                              Comparison::kNotEqual,
                                              Term::of(static_cast<Value>(i))));
    }
    head.name = fmt::format("Map({})/Hotspot({})", map->name, scene->name);
    head.label =
        arguments.label.value_or("to " + program_.scenes[scene->index].label + " by the map");
    const std::size_t content = program_.model.contents.size();
    program_.model.contents.push_back({"hotspot", head.name, item.where, {}, false});
    maker_.make(std::move(head), EventContext{},
                [&](EventContext& context, std::vector<Statement>& body) {
                  context.shows(content);
                  actions_.change_scene(scene->index, item.where, context, body);
                });
  }

  // ---- external variables

  void lower_external(VariableId id, const SourceLocation& where) {
    const Variable variable = program_.model.variables[id.index];
    if (std::int64_t{variable.high} - variable.low >= kMostExternalValues) {
      error(where,
            fmt::format("{} has too many values for External: {}..{}", variable.name, variable.low,
                        variable.high),
            fmt::format("at most {} are possible", kMostExternalValues));
      return;
    }
    for (std::int64_t number = variable.low; number <= variable.high; ++number) {
      const auto value = static_cast<Value>(number);
      program_.spend(1, where);
      EventHead head;
      head.name = fmt::format("External({}, {})", variable.name, value_name(variable, value));
      head.label =
          fmt::format("the engine sets {} to {}", variable.name, value_name(variable, value));
      head.trigger = Trigger::kExternal;
      head.where = where;
      maker_.add_usual_guard(head, true);
      maker_.make(std::move(head), EventContext{},
                  [&](EventContext&, std::vector<Statement>& body) {
                    body.push_back(assign(id, Term::of(value), where));
                  });
    }
  }

  Program& program_;
  Actions& actions_;
  Conditions& conditions_;
  EventMaker& maker_;
};

}  // namespace

void EventMaker::add_usual_guard(EventHead& head, bool in_dialogue_too) const {
  const SystemVariables& system = program_.system;
  if (system.dialogue && !in_dialogue_too) {
    head.guard.push_back(Condition::equals(*system.dialogue, 0));
  }
  if (system.ending) head.guard.push_back(Condition::equals(*system.ending, 0));
}

void EventMaker::make(EventHead head, EventContext context, const Body& body) {
  GameModel& model = program_.model;
  Event event;
  event.name = std::move(head.name);
  event.label = std::move(head.label);
  if (head.scene) event.scene = program_.scenes[*head.scene].name;
  event.trigger = head.trigger;
  event.where = head.where;
  event.guard = conjunction(std::move(head.guard));
  const EventId id{static_cast<std::uint32_t>(model.events.size())};
  const std::size_t first_branch = model.branches.size();
  std::vector<std::pair<std::size_t, BranchId>> sites;
  context.event = id;
  context.branches = &model.branches;
  context.sites = &sites;
  event.body_branch = context.new_branch(head.where, event.name, Condition::always()).id;
  context.branch = event.body_branch;
  body(context, event.body);
  drop_final_stops(event.body);
  if (!names_.insert(event.name).second) {
    program_.diagnostics.error(head.where, fmt::format("a second event {}", event.name),
                               "write both into one, or give it a name of its own");
    model.branches.resize(first_branch);
    return;
  }
  for (const auto& [content, branch] : sites) model.contents[content].sites.push_back(branch);
  model.events.push_back(std::move(event));
}

void drop_final_stops(std::vector<Statement>& body) {
  while (!body.empty() && body.back().kind == Statement::Kind::kStop) body.pop_back();
  if (body.empty()) return;
  for (Branch& branch : body.back().branches) drop_final_stops(branch.body);
}

void lower_events(Program& program, Actions& actions, EventMaker& maker) {
  EventLowering(program, actions, maker).run();
}

}  // namespace questproof::script
