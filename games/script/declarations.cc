// SPDX-License-Identifier: MIT
#include "games/script/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "games/script/dialogue_declarations.h"
#include "games/script/expansion.h"
#include "games/script/placement.h"

namespace questproof::script {
namespace {

constexpr std::int64_t kLargestDomain = 1'000'000'000;

const std::vector<std::vector<std::string_view>>& overflow_flags() {
  static const std::vector<std::vector<std::string_view>> kFlags = {{"error", "saturate", "wrap"}};
  return kFlags;
}

Overflow overflow_of(const MixedArguments& arguments) {
  if (arguments.has("saturate")) return Overflow::kSaturate;
  return arguments.has("wrap") ? Overflow::kWrap : Overflow::kError;
}

class Declarations {
 public:
  explicit Declarations(Program& program) : program_(program), expansion_(program) {}

  void run() {
    for (const auto& items : program_.sources.items) {
      for (const Item& item : items) declare_type(item);
    }
    for (Symbol* symbol : constant_order_) define_constant(symbol);
    for (const auto& items : program_.sources.items) top(items, {}, kTop);
    make_system_variables();
    check_collected_names();
  }

 private:
  struct Constant {
    Symbol* symbol;
    const Item* item;
  };

  void error(const SourceLocation& where, std::string message, std::string remedy = {}) {
    program_.diagnostics.error(where, std::move(message), std::move(remedy));
  }

  // Enters the name that the first argument gives. What else `symbol` says is filled in already.
  Symbol* declare(const Item& item, const Environment& environment, Symbol symbol) {
    if (item.arguments.empty()) return nullptr;
    std::optional<std::string> name = expansion_.name(item.arguments[0], environment);
    if (!name) return nullptr;
    symbol.name = std::move(*name);
    symbol.where = item.arguments[0].where;
    return program_.symbols.declare(std::move(symbol), program_.sources.paths,
                                    program_.diagnostics);
  }

  static Symbol of_kind(SymbolKind kind, std::size_t index = 0) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.index = index;
    return symbol;
  }

  VariableId add_variable(Variable variable, Value initial) {
    const VariableId id{static_cast<std::uint32_t>(program_.model.variables.size())};
    program_.model.variables.push_back(std::move(variable));
    program_.initial.push_back(initial);
    return id;
  }

  std::size_t add_content(std::string kind, std::string name, const SourceLocation& where) {
    Content content;
    content.kind = std::move(kind);
    content.name = std::move(name);
    content.where = where;
    program_.model.contents.push_back(std::move(content));
    return program_.model.contents.size() - 1;
  }

  // ---- constants and enumerations: known before anything is written out

  void declare_type(const Item& item) {
    if (item.broken) return;
    if (item.head == "Enumeration") declare_enumeration(item);
    if (item.head == "Constant" && item.arguments.size() == 2) {
      if (Symbol* symbol = declare(item, {}, of_kind(SymbolKind::kConstant))) {
        constants_.emplace(symbol, Constant{symbol, &item});
        constant_order_.push_back(symbol);
      }
    }
  }

  void declare_enumeration(const Item& item) {
    if (item.arguments.size() < 2) return;
    const std::size_t index = program_.enumerations.size();
    Symbol* type = declare(item, {}, of_kind(SymbolKind::kEnumeration, index));
    if (type == nullptr) return;
    EnumerationInfo info{type->name, {}};
    for (std::size_t i = 1; i < item.arguments.size(); ++i) {
      const std::optional<std::string> name = expansion_.name(item.arguments[i], {});
      if (!name) continue;
      Symbol value = of_kind(SymbolKind::kEnumerator, index);
      value.name = *name;
      value.where = item.arguments[i].where;
      value.type = {Type::Kind::kEnumeration, index};
      value.value = static_cast<std::int64_t>(info.values.size());
      if (program_.symbols.declare(value, program_.sources.paths, program_.diagnostics)) {
        info.values.push_back(*name);
      }
    }
    program_.enumerations.push_back(std::move(info));
  }

  // Constants may be declared by constants that come later in the files: those are defined first.
  void define_constant(Symbol* symbol) {
    if (defined_.count(symbol) != 0) return;
    if (!being_defined_.insert(symbol).second) {
      error(symbol->where, fmt::format("{} is defined by itself", symbol->name));
      return;
    }
    if (being_defined_.size() > kMaximumChain) {
      error(symbol->where, fmt::format("{} is defined through more than {} other constants",
                                       symbol->name, kMaximumChain));
      being_defined_.erase(symbol);
      return;
    }
    const Expression& value = constants_.at(symbol).item->arguments[1];
    visit_names(value, [&](const Expression& name) {
      const Symbol* used = program_.symbols.find(name.text);
      const auto entry = constants_.find(used);
      if (entry != constants_.end()) define_constant(entry->second.symbol);
    });
    if (const auto constant = expansion_.constant(value, {})) {
      symbol->type = constant->type;
      symbol->value = constant->value;
    }
    being_defined_.erase(symbol);
    defined_.insert(symbol);
  }

  static void visit_names(const Expression& expression,
                          const std::function<void(const Expression&)>& visit) {
    if (expression.kind == Expression::Kind::kName) visit(expression);
    for (const Expression& part : expression.parts) visit_names(part, visit);
  }

  // ---- outside of scenes

  void top(const std::vector<Item>& items, const Environment& environment, Places place) {
    for (const Item& item : items) {
      if (const std::optional<Word> word = accept(program_, item, place)) {
        top_item(*word, {&item, environment});
      } else {
        declare_name_only(item, environment);
      }
    }
  }

  void top_item(Word word, const Scoped& source) {
    const Item& item = *source.item;
    const Environment& environment = source.environment;
    switch (word) {
      case Word::kForEach:
        expansion_.for_each(item.arguments, item.where, environment, [&](const Environment& inner) {
          top(item.block, inner, kTopRepeated);
        });
        break;
      case Word::kGame: declare_game(item); break;
      case Word::kInteger: declare_integer(item, environment); break;
      case Word::kBoolean: declare_boolean(item, environment); break;
      case Word::kEnumerated: declare_enumerated(item, environment); break;
      case Word::kItem: declare_item(item, environment); break;
      case Word::kExternal: externals_.push_back(source); break;
      case Word::kNames: declare_presentation_names(item); break;
      case Word::kPresentation: declare_presentation(item); break;
      case Word::kCondition:
        if (declare(item, environment,
                    of_kind(SymbolKind::kCondition, program_.conditions.size()))) {
          program_.conditions.push_back({&item.arguments[1], environment});
        }
        break;
      case Word::kProcedure: declare_procedure(item); break;
      case Word::kStart:
        if (program_.start) error(item.where, "a second Start", "a game begins in one scene");
        program_.start = source;
        break;
      case Word::kScene: declare_scene(source); break;
      case Word::kDialogue:
      case Word::kPuzzle: declare_dialogue(program_, source, std::nullopt); break;
      case Word::kMap: program_.maps.push_back(source); break;
      case Word::kQuest:
        declare(item, environment, of_kind(SymbolKind::kQuest, program_.quests.size()));
        program_.quests.push_back(source);
        break;
      case Word::kVariants: program_.variants.push_back(source); break;
      case Word::kOnUse:
      case Word::kOnCombine:
      case Word::kRule: program_.events.push_back({source, std::nullopt}); break;
      default:  // constants and enumerations are known already
        break;
    }
  }

  // What is wrong with the item has been reported; its name is entered all the same, so that its
  // uses are not reported as well.
  void declare_name_only(const Item& item, const Environment& environment) {
    const WordInfo* info = find_word(item.head);
    if (info == nullptr || item.arguments.empty() ||
        item.arguments[0].kind != Expression::Kind::kName) {
      return;
    }
    switch (info->word) {
      case Word::kInteger:
        finish_variable(item, environment, placeholder(), {}, 0, Overflow::kError);
        break;
      case Word::kBoolean:
        finish_variable(item, environment, placeholder(), {Type::Kind::kBoolean, 0}, 0,
                        Overflow::kError);
        break;
      case Word::kItem: {
        Symbol symbol = of_kind(SymbolKind::kItem, program_.items.size());
        Symbol* declared = declare(item, environment, symbol);
        if (declared == nullptr) return;
        declared->variable = add_variable(placeholder(), 0);
        program_.items.push_back({declared->name, add_content("item", declared->name, item.where)});
        break;
      }
      case Word::kScene: declare_scene({&item, environment}); break;
      default: break;
    }
  }

  static Variable placeholder() {
    Variable variable;
    variable.low = -kLargestDomain;
    variable.high = kLargestDomain;
    return variable;
  }

  void declare_game(const Item& item) {
    if (item.arguments[0].kind != Expression::Kind::kText) {
      error(item.arguments[0].where, "the title of the game is a text", "Game(\"title\")");
      return;
    }
    if (has_title_) error(item.where, "a second Game", "a game has one title");
    has_title_ = true;
    program_.model.name = item.arguments[0].text;
  }

  // ---- variables and items

  void declare_integer(const Item& item, const Environment& environment) {
    const MixedArguments arguments = sort_arguments(program_, item, 1, overflow_flags(), 2);
    if (arguments.rest.size() != 2 || arguments.rest[0]->kind != Expression::Kind::kRange) {
      error(item.where, "Integer needs a domain and an initial value",
            std::string(word_info(Word::kInteger).usage));
      declare_name_only(item, environment);
      return;
    }
    const auto low = expansion_.number(arguments.rest[0]->parts[0], environment);
    const auto high = expansion_.number(arguments.rest[0]->parts[1], environment);
    const auto initial = expansion_.number(*arguments.rest[1], environment);
    Variable variable;
    if (low && high && *low > *high) {
      error(arguments.rest[0]->where, fmt::format("the domain {}..{} is empty", *low, *high));
    } else if (low && high) {
      variable.low = static_cast<Value>(*low);
      variable.high = static_cast<Value>(*high);
      if (initial && (*initial < *low || *initial > *high)) {
        error(arguments.rest[1]->where,
              fmt::format("the initial value {} lies outside {}..{}", *initial, *low, *high));
      }
    }
    finish_variable(item, environment, std::move(variable), {}, initial.value_or(0),
                    overflow_of(arguments));
  }

  void declare_boolean(const Item& item, const Environment& environment) {
    const auto initial = expansion_.constant(item.arguments[1], environment);
    if (initial && (initial->type.kind == Type::Kind::kEnumeration || initial->value < 0 ||
                    initial->value > 1)) {
      error(item.arguments[1].where, "the initial value is neither true nor false");
    }
    Variable variable;
    variable.value_names = {"false", "true"};
    finish_variable(item, environment, std::move(variable), {Type::Kind::kBoolean, 0},
                    initial ? initial->value : 0, Overflow::kError);
  }

  void declare_enumerated(const Item& item, const Environment& environment) {
    const Symbol* type =
        expansion_.symbol(item.arguments[1], environment, SymbolKind::kEnumeration);
    const auto initial = expansion_.constant(item.arguments[2], environment);
    Variable variable;
    Type value_type{Type::Kind::kEnumeration, 0};
    if (type != nullptr) {
      value_type.enumeration = type->index;
      variable.value_names = program_.enumerations[type->index].values;
      variable.high = static_cast<Value>(variable.value_names.size()) - 1;
      if (initial && initial->type != value_type) {
        error(item.arguments[2].where, fmt::format("this is no value of {}", type->name),
              "its values: " + fmt::format("{}", fmt::join(variable.value_names, ", ")));
      }
    }
    finish_variable(item, environment, std::move(variable), value_type,
                    initial ? initial->value : 0, Overflow::kError);
  }

  void finish_variable(const Item& item, const Environment& environment, Variable variable,
                       Type type, std::int64_t initial, Overflow overflow) {
    Symbol symbol = of_kind(SymbolKind::kVariable);
    symbol.type = type;
    symbol.overflow = overflow;
    Symbol* declared = declare(item, environment, symbol);
    if (declared == nullptr) return;
    variable.name = declared->name;
    variable.where = declared->where;
    const auto clamped = std::clamp<std::int64_t>(initial, variable.low, variable.high);
    declared->variable = add_variable(std::move(variable), static_cast<Value>(clamped));
  }

  void declare_item(const Item& item, const Environment& environment) {
    const MixedArguments arguments = sort_arguments(program_, item, 1, overflow_flags(), 2);
    std::int64_t stack = 1;
    std::int64_t initial = 0;
    if (!arguments.rest.empty()) {
      stack = expansion_.number(*arguments.rest[0], environment).value_or(1);
      if (stack < 1) {
        error(arguments.rest[0]->where, "the stack limit of an item is at least 1");
        stack = 1;
      }
    }
    if (arguments.rest.size() > 1) {
      initial = expansion_.number(*arguments.rest[1], environment).value_or(0);
      if (initial < 0 || initial > stack) {
        error(arguments.rest[1]->where,
              fmt::format("the initial count {} lies outside 0..{}", initial, stack));
        initial = 0;
      }
    }
    Symbol symbol = of_kind(SymbolKind::kItem, program_.items.size());
    symbol.overflow = overflow_of(arguments);
    Symbol* declared = declare(item, environment, symbol);
    if (declared == nullptr) return;
    Variable variable;
    variable.name = declared->name;
    variable.kind = VariableKind::kItem;
    variable.high = static_cast<Value>(stack);
    variable.where = declared->where;
    declared->variable = add_variable(std::move(variable), static_cast<Value>(initial));
    program_.items.push_back({arguments.label.value_or(label_from_name(declared->name)),
                              add_content("item", declared->name, declared->where)});
  }

  // ---- presentation, procedures

  void declare_presentation_names(const Item& item) {
    const Expression& kind = item.arguments[0];
    if (kind.kind != Expression::Kind::kName || !kind.indexes.empty()) {
      error(kind.where, "the kind of presentation names is a word",
            std::string(word_info(Word::kNames).usage));
      return;
    }
    program_.presentation_kinds.emplace(kind.text, kind.where);
    for (std::size_t i = 1; i < item.arguments.size(); ++i) {
      const std::optional<std::string> name = expansion_.name(item.arguments[i], {});
      if (!name) continue;
      Symbol symbol = of_kind(SymbolKind::kPresentationName);
      symbol.name = *name;
      symbol.where = item.arguments[i].where;
      symbol.presentation_kind = kind.text;
      program_.symbols.declare(symbol, program_.sources.paths, program_.diagnostics);
    }
  }

  void declare_presentation(const Item& item) {
    if (item.name.empty()) {
      error(item.where, "Presentation needs the name of an action",
            std::string(word_info(Word::kPresentation).usage));
      return;
    }
    PresentationInfo info;
    for (const Expression& kind : item.arguments) {
      if (kind.kind == Expression::Kind::kName && kind.indexes.empty()) {
        info.kinds.push_back(kind.text);
        kinds_used_.emplace_back(kind.text, kind.where);
      } else {
        error(kind.where, "the kind of an argument is a word",
              std::string(word_info(Word::kPresentation).usage));
        return;
      }
    }
    Symbol symbol = of_kind(SymbolKind::kPresentation, program_.presentations.size());
    symbol.name = item.name;
    symbol.where = item.name_where;
    if (program_.symbols.declare(symbol, program_.sources.paths, program_.diagnostics)) {
      program_.presentations.push_back(std::move(info));
    }
  }

  void declare_procedure(const Item& item) {
    ProcedureInfo info{&item, {}};
    for (std::size_t i = 1; i < item.arguments.size(); ++i) {
      const Expression& parameter = item.arguments[i];
      if (parameter.kind != Expression::Kind::kName || !parameter.indexes.empty() ||
          is_reserved(parameter.text)) {
        error(parameter.where, "a parameter is a name of its own",
              std::string(word_info(Word::kProcedure).usage));
        return;
      }
      if (std::find(info.parameters.begin(), info.parameters.end(), parameter.text) !=
          info.parameters.end()) {
        error(parameter.where, fmt::format("a second parameter {}", parameter.text));
        return;
      }
      info.parameters.push_back(parameter.text);
      program_.loop_names.emplace(parameter.text, parameter.where);
    }
    if (declare(item, {}, of_kind(SymbolKind::kProcedure, program_.procedures.size()))) {
      program_.procedures.push_back(std::move(info));
    }
  }

  // ---- scenes

  void declare_scene(const Scoped& source) {
    const Item& item = *source.item;
    const MixedArguments arguments = sort_arguments(program_, item, 1, {}, 0);
    const std::size_t index = program_.scenes.size();
    const Symbol* symbol = declare(item, source.environment, of_kind(SymbolKind::kScene, index));
    if (symbol == nullptr) return;
    SceneInfo info;
    info.name = symbol->name;
    info.label = arguments.label.value_or(label_from_name(symbol->name));
    info.where = symbol->where;
    info.loop_names = source.environment.size();
    info.content = add_content("scene", info.name, info.where);
    program_.scenes.push_back(std::move(info));
    scene_items(item.block, source.environment, index);
  }

  void scene_items(const std::vector<Item>& items, const Environment& environment,
                   std::size_t scene) {
    for (const Item& item : items) {
      if (const std::optional<Word> word = accept(program_, item, kInScene)) {
        scene_item(*word, {&item, environment}, scene);
      }
    }
  }

  void scene_item(Word word, const Scoped& source, std::size_t scene) {
    const Item& item = *source.item;
    switch (word) {
      case Word::kForEach:
        expansion_.for_each(
            item.arguments, item.where, source.environment,
            [&](const Environment& inner) { scene_items(item.block, inner, scene); });
        break;
      case Word::kEntity: declare_entity(item, source.environment, scene); break;
      case Word::kNoMap: program_.scenes[scene].no_map = true; break;
      case Word::kOnEnter: set_handler(program_.scenes[scene].on_enter, source); break;
      case Word::kOnExit: set_handler(program_.scenes[scene].on_exit, source); break;
      case Word::kDialogue:
      case Word::kPuzzle: declare_dialogue(program_, source, scene); break;
      case Word::kOnDelay: declare_delay(source, scene); break;
      default: program_.events.push_back({source, scene}); break;
    }
  }

  void set_handler(std::optional<Scoped>& handler, const Scoped& source) {
    if (handler) {
      error(source.item->where, fmt::format("a second {} in this scene", source.item->head),
            "write both into one");
    }
    handler = source;
  }

  void declare_entity(const Item& item, const Environment& environment, std::size_t scene) {
    const MixedArguments arguments =
        sort_arguments(program_, item, 1, {{"visible", "hidden"}, {"interactive", "inert"}}, 0);
    const Symbol* symbol =
        declare(item, environment, of_kind(SymbolKind::kEntity, program_.entities.size()));
    if (symbol == nullptr) return;
    EntityInfo info;
    info.name = symbol->name;
    info.label = arguments.label.value_or(label_from_name(symbol->name));
    info.scene = scene;
    info.visible = add_flag("IsVisible(" + info.name + ")", VariableKind::kEntityVisible,
                            symbol->where, !arguments.has("hidden"));
    info.interactive =
        add_flag("IsInteractive(" + info.name + ")", VariableKind::kEntityInteractive,
                 symbol->where, !arguments.has("inert"));
    info.content = add_content("entity", info.name, symbol->where);
    program_.entities.push_back(std::move(info));
  }

  VariableId add_flag(std::string name, VariableKind kind, const SourceLocation& where,
                      bool initial) {
    Variable variable;
    variable.name = std::move(name);
    variable.kind = kind;
    variable.value_names = {"false", "true"};
    variable.where = where;
    return add_variable(std::move(variable), initial ? 1 : 0);
  }

  void declare_delay(const Scoped& source, std::size_t scene) {
    const std::size_t index = program_.delays.size();
    const Symbol* symbol =
        declare(*source.item, source.environment, of_kind(SymbolKind::kDelay, index));
    if (symbol == nullptr) return;
    DelayInfo info;
    info.name = symbol->name;
    info.where = symbol->where;
    info.scene = scene;
    info.pending =
        add_flag("IsPending(" + info.name + ")", VariableKind::kInternal, symbol->where, false);
    program_.delays.push_back(std::move(info));
    program_.scenes[scene].delays.push_back(index);
    program_.events.push_back({source, scene});
  }

  // ---- when all names are known

  void make_system_variables() {
    SystemVariables& system = program_.system;
    if (!program_.scenes.empty()) system.scene = add_scene_variable();
    if (!program_.dialogues.empty()) system.dialogue = add_dialogue_variable();
    bool game_over = false;
    bool end_game = false;
    for (const auto& items : program_.sources.items) {
      for (const Item& item : items) {
        game_over = game_over || mentions(item, "GameOver");
        end_game = end_game || mentions(item, "EndGame");
      }
    }
    if (!game_over && !end_game) return;
    Variable ending;
    ending.name = "Ending";
    ending.kind = VariableKind::kInternal;
    ending.value_names = {"none"};
    if (game_over) {
      system.game_over = static_cast<Value>(ending.value_names.size());
      ending.value_names.emplace_back("game over");
    }
    if (end_game) {
      system.end_game = static_cast<Value>(ending.value_names.size());
      ending.value_names.emplace_back("the end");
    }
    ending.high = static_cast<Value>(ending.value_names.size()) - 1;
    system.ending = add_variable(std::move(ending), 0);
  }

  VariableId add_scene_variable() {
    Variable variable;
    variable.name = "Scene";
    variable.kind = VariableKind::kScene;
    for (const SceneInfo& scene : program_.scenes) variable.value_names.push_back(scene.name);
    variable.high = static_cast<Value>(program_.scenes.size()) - 1;
    if (!program_.start) {
      error(program_.scenes.front().where, "no Start says in which scene the game begins",
            "add Start(" + program_.scenes.front().name + ")");
      return add_variable(std::move(variable), 0);
    }
    const Symbol* start = expansion_.symbol(program_.start->item->arguments[0],
                                            program_.start->environment, SymbolKind::kScene);
    return add_variable(std::move(variable),
                        start == nullptr ? 0 : static_cast<Value>(start->index));
  }

  VariableId add_dialogue_variable() {
    Variable variable;
    variable.name = "Dialogue";
    variable.kind = VariableKind::kInternal;
    variable.value_names = {"none"};
    for (PlaceInfo& place : program_.places) {
      place.value = static_cast<Value>(variable.value_names.size());
      variable.value_names.push_back(place.name);
      const DialogueInfo& dialogue = program_.dialogues[place.dialogue];
      for (std::size_t step = 1; dialogue.is_puzzle && step < dialogue.order.size(); ++step) {
        variable.value_names.push_back(fmt::format("{} step {}", place.name, step));
      }
    }
    variable.high = static_cast<Value>(variable.value_names.size()) - 1;
    return add_variable(std::move(variable), 0);
  }

  static bool mentions(const Item& item, std::string_view word) {
    if (item.head == word) return true;
    const auto inside = [&](const Item& part) { return mentions(part, word); };
    return std::any_of(item.block.begin(), item.block.end(), inside) ||
           std::any_of(item.alternatives.begin(), item.alternatives.end(), inside);
  }

  void check_collected_names() {
    if (program_.scenes.empty() && program_.start) {
      expansion_.symbol(program_.start->item->arguments[0], program_.start->environment,
                        SymbolKind::kScene);
    }
    for (const Scoped& source : externals_) resolve_external(source);
    static constexpr std::string_view kBuiltIn[] = {"boolean", "integer", "text",    "item",
                                                    "entity",  "scene",   "variable"};
    std::vector<std::string_view> kinds(std::begin(kBuiltIn), std::end(kBuiltIn));
    for (const auto& [kind, where] : program_.presentation_kinds) {
      if (std::find(std::begin(kBuiltIn), std::end(kBuiltIn), kind) != std::end(kBuiltIn)) {
        error(where, fmt::format("the kind {} is built in", kind), "choose another word");
      }
      kinds.emplace_back(kind);
    }
    for (const auto& [kind, where] : kinds_used_) {
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        error(where, fmt::format("no kind of presentation arguments is called {}", kind),
              did_you_mean(kind, kinds, fmt::format("introduce it: Names({}, NAME, ...)", kind)));
      }
    }
  }

  void resolve_external(const Scoped& source) {
    for (const Expression& argument : source.item->arguments) {
      const Symbol* symbol = expansion_.symbol(argument, source.environment, SymbolKind::kVariable);
      if (symbol == nullptr) continue;
      if (!external_names_.insert(symbol->name).second) {
        error(argument.where, fmt::format("{} is declared External twice", symbol->name));
        continue;
      }
      program_.externals.emplace_back(symbol->variable, argument.where);
    }
  }

  static constexpr std::size_t kMaximumChain = 100;

  Program& program_;
  Expansion expansion_;
  std::unordered_map<const Symbol*, Constant> constants_;
  std::vector<Symbol*> constant_order_;
  std::set<const Symbol*> defined_;
  std::set<const Symbol*> being_defined_;
  std::vector<Scoped> externals_;
  std::vector<std::pair<std::string, SourceLocation>> kinds_used_;
  std::set<std::string> external_names_;
  bool has_title_ = false;
};

}  // namespace

void declare_all(Program& program) { Declarations(program).run(); }

}  // namespace questproof::script
