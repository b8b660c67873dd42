// SPDX-License-Identifier: MIT
#include "games/script/dialogue_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "games/script/expansion.h"
#include "games/script/placement.h"

namespace questproof::script {
namespace {

class DialogueDeclaration {
 public:
  DialogueDeclaration(Program& program, const Scoped& source)
      : program_(program), expansion_(program), source_(source) {}

  void run(std::optional<std::size_t> scene) {
    const Item& item = *source_.item;
    const std::optional<std::string> name = expansion_.name(item.arguments[0], source_.environment);
    const MixedArguments arguments = sort_arguments(program_, item, 1, {}, 0);
    if (!name) return;
    Symbol symbol;
    symbol.kind = SymbolKind::kDialogue;
    symbol.name = *name;
    symbol.where = item.arguments[0].where;
    symbol.index = program_.dialogues.size();
    if (!program_.symbols.declare(symbol, program_.sources.paths, program_.diagnostics)) return;
    index_ = program_.dialogues.size();
    DialogueInfo info;
    info.name = *name;
    info.label = arguments.label.value_or(label_from_name(*name));
    info.where = symbol.where;
    info.scene = scene;
    info.is_puzzle = item.head == "Puzzle";
    info.first_place = program_.places.size();
    info.content = add_content("dialogue", *name, symbol.where);
    program_.dialogues.push_back(std::move(info));
    program_.places.push_back({*name, index_, std::nullopt, {}, 0});
    items(item.block, source_.environment);
    if (dialogue().propositions.empty()) {
      program_.diagnostics.error(item.where, fmt::format("{} has no Proposition", *name),
                                 std::string(word_info(Word::kProposition).usage));
    }
    if (dialogue().is_puzzle) finish_puzzle();
    dialogue().place_count = program_.places.size() - dialogue().first_place;
  }

 private:
  DialogueInfo& dialogue() { return program_.dialogues[index_]; }

  std::size_t add_content(std::string kind, std::string name, const SourceLocation& where) {
    program_.model.contents.push_back({std::move(kind), std::move(name), where, {}, false});
    return program_.model.contents.size() - 1;
  }

  void items(const std::vector<Item>& block, const Environment& environment) {
    for (const Item& item : block) {
      const std::optional<Word> word =
          accept(program_, item, dialogue().is_puzzle ? kInPuzzle : kInDialogue);
      if (!word) continue;
      switch (*word) {
        case Word::kForEach:
          expansion_.for_each(item.arguments, item.where, environment,
                              [&](const Environment& inner) { items(item.block, inner); });
          break;
        case Word::kProposition: proposition({&item, environment}, dialogue().first_place); break;
        case Word::kOrder:
          if (!orders_.empty()) {
            program_.diagnostics.error(item.where, "a second Order",
                                       "a puzzle has one right order");
          }
          orders_.push_back({&item, environment});
          break;
        case Word::kOnSolved: handler(dialogue().on_solved, {&item, environment}); break;
        case Word::kOnWrong: handler(dialogue().on_wrong, {&item, environment}); break;
        default: dialogue().no_leave = true; break;
      }
    }
  }

  void handler(std::optional<Scoped>& handler, const Scoped& source) {
    if (handler) {
      program_.diagnostics.error(source.item->where,
                                 fmt::format("a second {} in this puzzle", source.item->head),
                                 "write both into one");
    }
    handler = source;
  }

  void proposition(const Scoped& source, std::size_t place) {
    const Item& item = *source.item;
    std::optional<std::string> name = expansion_.name(item.arguments[0], source.environment);
    if (!name) return;
    if (item.arguments[0].indexes.empty()) {
      *name += Expansion::index_text(source.environment, source_.environment.size());
    }
    if (!names_.insert(*name).second) {
      program_.diagnostics.error(
          item.arguments[0].where,
          fmt::format("a second proposition {} in {}", *name, dialogue().name),
          "give it a name of its own");
      return;
    }
    const MixedArguments arguments = sort_arguments(program_, item, 1, {{"once", "repeat"}}, 1);
    PropositionInfo info;
    info.name = *name;
    info.label = arguments.label.value_or(label_from_name(*name));
    info.source = source;
    info.condition = arguments.rest.empty() ? nullptr : arguments.rest[0];
    info.once = arguments.has("once");
    info.place = place;
    info.content =
        add_content("proposition", dialogue().name + "/" + *name, item.arguments[0].where);
    if (info.once) info.said = add_said(*name, item.arguments[0].where);
    const std::size_t index = program_.propositions.size();
    program_.propositions.push_back(std::move(info));
    dialogue().propositions.push_back(index);
    program_.places[place].offers.push_back(index);
    if (!dialogue().is_puzzle) nested(item.block, source.environment, index);
  }

  VariableId add_said(const std::string& name, const SourceLocation& where) {
    Variable variable;
    variable.name = fmt::format("Said({}/{})", dialogue().name, name);
    variable.kind = VariableKind::kInternal;
    variable.value_names = {"false", "true"};
    variable.where = where;
    const VariableId id{static_cast<std::uint32_t>(program_.model.variables.size())};
    program_.model.variables.push_back(std::move(variable));
    program_.initial.push_back(0);
    return id;
  }

  // Propositions among the actions of another one. Actions are looked at in the second pass.
  void nested(const std::vector<Item>& block, const Environment& environment, std::size_t parent) {
    for (const Item& item : block) {
      if (item.head == "ForEach" && !item.broken && holds_proposition(item)) {
        expansion_.for_each(item.arguments, item.where, environment,
                            [&](const Environment& inner) { nested(item.block, inner, parent); });
      }
      if (item.head != "Proposition") continue;
      if (!accept(program_, item, kPropositionActions)) continue;
      proposition({&item, environment}, own_place(parent));
    }
  }

  static bool holds_proposition(const Item& loop) {
    return std::any_of(loop.block.begin(), loop.block.end(), [](const Item& item) {
      return item.head == "Proposition" || (item.head == "ForEach" && holds_proposition(item));
    });
  }

  std::size_t own_place(std::size_t proposition) {
    PropositionInfo& info = program_.propositions[proposition];
    if (!info.own_place) {
      info.own_place = program_.places.size();
      program_.places.push_back({dialogue().name + "/" + info.name, index_, info.place, {}, 0});
    }
    return *info.own_place;
  }

  void finish_puzzle() {
    const Item& item = *source_.item;
    if (!dialogue().on_solved) {
      program_.diagnostics.error(item.where, fmt::format("{} has no OnSolved", dialogue().name),
                                 std::string(word_info(Word::kOnSolved).usage));
    }
    if (orders_.empty()) {
      program_.diagnostics.error(item.where, fmt::format("{} has no Order", dialogue().name),
                                 std::string(word_info(Word::kOrder).usage));
      return;
    }
    for (const Expression& argument : orders_[0].item->arguments) order_step(argument);
  }

  void order_step(const Expression& argument) {
    const std::optional<std::string> name = expansion_.name(argument, orders_[0].environment);
    if (!name) return;
    std::vector<std::string_view> known;
    for (const std::size_t proposition : dialogue().propositions) {
      const std::string& candidate = program_.propositions[proposition].name;
      if (candidate == *name) {
        dialogue().order.push_back(proposition);
        return;
      }
      known.push_back(candidate);
    }
    program_.diagnostics.error(argument.where,
                               fmt::format("{} is no proposition of {}", *name, dialogue().name),
                               did_you_mean(*name, known));
  }

  Program& program_;
  Expansion expansion_;
  const Scoped& source_;
  std::size_t index_ = 0;
  std::set<std::string> names_;
  std::vector<Scoped> orders_;
};

}  // namespace

void declare_dialogue(Program& program, const Scoped& source, std::optional<std::size_t> scene) {
  DialogueDeclaration(program, source).run(scene);
}

}  // namespace questproof::script
