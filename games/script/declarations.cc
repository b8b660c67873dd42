// SPDX-License-Identifier: MIT
#include "games/script/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/script/constant_declarations.h"
#include "games/script/declarer.h"
#include "games/script/dialogue_declarations.h"
#include "games/script/placement.h"
#include "games/script/presentation_declarations.h"
#include "games/script/scene_declarations.h"
#include "games/script/system_variables.h"
#include "games/script/variable_declarations.h"

namespace questproof::script {
namespace {

class Declarations : private Declarer {
 public:
  explicit Declarations(Program& program)
      : Declarer(program),
        constants_(program),
        variables_(program),
        presentation_(program),
        scenes_(program) {}

  void run() {
    for (const auto& items : program_.sources.items) {
      for (const Item& item : items) constants_.enter(item);
    }
    constants_.define_all();
    for (const auto& items : program_.sources.items) top(items, {}, kTop);
    make_system_variables(program_);
    check_collected_names();
  }

 private:
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
      case Word::kInteger: variables_.declare_integer(item, environment); break;
      case Word::kBoolean: variables_.declare_boolean(item, environment); break;
      case Word::kEnumerated: variables_.declare_enumerated(item, environment); break;
      case Word::kItem: variables_.declare_item(item, environment); break;
      case Word::kExternal: variables_.add_external(source); break;
      case Word::kNames: presentation_.declare_names(item); break;
      case Word::kPresentation: presentation_.declare_presentation(item); break;
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
      case Word::kScene: scenes_.declare_scene(source); break;
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
    if (info->word == Word::kScene) {
      scenes_.declare_scene({&item, environment});
    } else {
      variables_.declare_name_only(info->word, item, environment);
    }
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

  // When all names are known.
  void check_collected_names() {
    if (program_.scenes.empty() && program_.start) {
      expansion_.symbol(program_.start->item->arguments[0], program_.start->environment,
                        SymbolKind::kScene);
    }
    variables_.resolve_externals();
    presentation_.check_kinds();
  }

  ConstantDeclarations constants_;
  VariableDeclarations variables_;
  PresentationDeclarations presentation_;
  SceneDeclarations scenes_;
  bool has_title_ = false;
};

}  // namespace

void declare_all(Program& program) { Declarations(program).run(); }

}  // namespace questproof::script
