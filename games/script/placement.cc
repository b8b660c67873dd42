// SPDX-License-Identifier: MIT
#include "games/script/placement.h"

#include <fmt/format.h>

#include <algorithm>

namespace questproof::script {
namespace {

constexpr Places kActionPlaces =
    kActions | kPropositionActions | kVariantActions | kNestedInVariant;

std::string shown_count(const WordInfo& info) {
  const auto plural = [](std::size_t n) { return n == 1 ? "argument" : "arguments"; };
  if (info.most_arguments == 0) return "no arguments";
  if (info.least_arguments == info.most_arguments) {
    return fmt::format("{} {}", info.least_arguments, plural(info.least_arguments));
  }
  if (info.most_arguments == kAnyNumber) {
    return fmt::format("at least {} {}", info.least_arguments, plural(info.least_arguments));
  }
  return fmt::format("{} to {} arguments", info.least_arguments, info.most_arguments);
}

void report_unknown_word(Program& program, const Item& item, Places place) {
  if (program.diagnostics.is_full()) return;
  std::vector<std::string_view> candidates = words_of(place);
  if ((place & kActionPlaces) != 0) {
    for (const SymbolKind kind : {SymbolKind::kProcedure, SymbolKind::kPresentation}) {
      for (const std::string_view name : program.symbols.names_of(kind)) candidates.push_back(name);
    }
  }
  const std::string otherwise = (place & kActionPlaces) != 0
                                    ? "declare it: Presentation " + item.head + "(kind, ...)"
                                    : std::string();
  program.diagnostics.error(item.where,
                            fmt::format("{} is not known {}", item.head, place_name(place)),
                            did_you_mean(item.head, candidates, otherwise));
}

bool accept_shape(Program& program, const Item& item, const WordInfo& info) {
  const std::size_t count = item.arguments.size();
  const std::string usage(info.usage);
  if (count < info.least_arguments || count > info.most_arguments) {
    program.diagnostics.error(
        item.where, fmt::format("{} takes {}, not {}", item.head, shown_count(info), count), usage);
    return false;
  }
  if (item.has_block && info.block == Block::kNone) {
    program.diagnostics.error(item.where, fmt::format("{} has no block", item.head), usage);
    return false;
  }
  if (!item.has_block && info.block == Block::kRequired) {
    program.diagnostics.error(item.where, fmt::format("{} needs a block", item.head), usage);
    return false;
  }
  return true;
}

// Where a word that may stand in several places stands most often.
std::string_view usual_place(Places places) {
  for (const Places place : {kTop, kInScene, kActions, kInDialogue, kInPuzzle, kInVariants}) {
    if ((places & place) != 0) return place_name(place);
  }
  return place_name(places);  // in one place only
}

// A lone name that may be a misspelt flag.
std::string flag_remedy(const Expression& expression,
                        const std::vector<std::vector<std::string_view>>& flags) {
  std::vector<std::string_view> candidates;
  for (const auto& group : flags) candidates.insert(candidates.end(), group.begin(), group.end());
  return expression.kind == Expression::Kind::kName ? did_you_mean(expression.text, candidates)
                                                    : std::string();
}

}  // namespace

std::optional<Word> accept(Program& program, const Item& item, Places place) {
  program.spend(1, item.where);
  const WordInfo* info = find_word(item.head);
  if (info == nullptr) {
    const Symbol* symbol = program.symbols.find(item.head);
    const bool callable = symbol != nullptr && (symbol->kind == SymbolKind::kProcedure ||
                                                symbol->kind == SymbolKind::kPresentation);
    if (!callable || (place & kActionPlaces) == 0) {
      report_unknown_word(program, item, place);
      return std::nullopt;
    }
    if (item.has_block) {
      program.diagnostics.error(item.where, fmt::format("{} takes no block", item.head));
      return std::nullopt;
    }
    return item.broken ? std::nullopt : std::optional(Word::kUnknown);
  }
  if ((info->places & place) == 0) {
    program.diagnostics.error(item.where,
                              fmt::format("{} cannot stand {}", item.head, place_name(place)),
                              fmt::format("it stands {}", usual_place(info->places)));
    return std::nullopt;
  }
  if (item.broken || !accept_shape(program, item, *info)) return std::nullopt;
  return info->word;
}

bool MixedArguments::has(std::string_view flag) const {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

MixedArguments sort_arguments(Program& program, const Item& item, std::size_t from,
                              const std::vector<std::vector<std::string_view>>& flags,
                              std::size_t most_rest) {
  MixedArguments result;
  std::vector<bool> group_seen(flags.size(), false);
  for (std::size_t i = from; i < item.arguments.size(); ++i) {
    const Expression& argument = item.arguments[i];
    if (argument.kind == Expression::Kind::kText) {
      if (result.label) program.diagnostics.error(argument.where, "a second label");
      result.label = argument.text;
      continue;
    }
    bool is_flag = false;
    for (std::size_t group = 0; group < flags.size() && !is_flag; ++group) {
      is_flag =
          argument.kind == Expression::Kind::kName && argument.indexes.empty() &&
          std::find(flags[group].begin(), flags[group].end(), argument.text) != flags[group].end();
      if (!is_flag) continue;
      if (group_seen[group]) {
        program.diagnostics.error(
            argument.where, fmt::format("{} says again what is said before it", argument.text));
      }
      group_seen[group] = true;
      result.flags.push_back(argument.text);
    }
    if (is_flag) continue;
    if (result.rest.size() < most_rest) {
      result.rest.push_back(&argument);
    } else {
      program.diagnostics.error(argument.where,
                                fmt::format("{} is not understood as an argument of {}",
                                            source_text(program, argument), item.head),
                                flag_remedy(argument, flags));
    }
  }
  return result;
}

}  // namespace questproof::script
