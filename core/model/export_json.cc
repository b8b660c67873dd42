// SPDX-License-Identifier: MIT
#include "core/model/export_json.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "core/base/check.h"

namespace questproof {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += letter;
    } else if (static_cast<unsigned char>(letter) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
    } else {
      out += letter;
    }
  }
  return out + "\"";
}

template <typename List, typename Write>
std::string list(const List& items, const Write& write, std::string_view between = ", ") {
  std::string out = "[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += between;
    out += write(items[i]);
  }
  return out + "]";
}

// One item a line: the long lists.
template <typename List, typename Write>
std::string lines(const List& items, const Write& write) {
  return items.empty() ? "[]" : "\n    " + list(items, write, ",\n     ");
}

std::string where(const SourceLocation& place) {
  if (place.line == 0) return "null";
  return fmt::format(R"({{"file": {}, "line": {}, "column": {}}})", place.file, place.line,
                     place.column);
}

std::string term(const Term& value) {
  if (!value.is_variable) return fmt::format("{}", value.constant);
  return fmt::format(R"({{"variable": {}}})", value.variable.index);
}

std::string condition(const Condition& what) {
  static constexpr const char* kSymbols[] = {"==", "!=", "<", "<=", ">", ">="};
  switch (what.kind) {
    case Condition::Kind::kTrue: return "true";
    case Condition::Kind::kFalse: return "false";
    case Condition::Kind::kAll: return fmt::format(R"({{"all": {}}})", list(what.parts, condition));
    case Condition::Kind::kAny: return fmt::format(R"({{"any": {}}})", list(what.parts, condition));
    case Condition::Kind::kNot: return fmt::format(R"({{"not": {}}})", condition(what.parts.at(0)));
    case Condition::Kind::kCompare: break;
  }
  return fmt::format(R"({{"compare": "{}", "left": {}, "right": {}}})",
                     kSymbols[static_cast<std::size_t>(what.comparison)], term(what.left),
                     term(what.right));
}

std::string statement(const Statement& what);

std::string branch(const Branch& what) {
  return fmt::format(R"({{"branch": {}, "condition": {}, "body": {}}})", what.id.index,
                     condition(what.condition), list(what.body, statement));
}

std::string statement(const Statement& what) {
  static constexpr const char* kOverflows[] = {"saturate", "wrap", "error"};
  switch (what.kind) {
    case Statement::Kind::kStop:
      return fmt::format(R"({{"do": "stop", "where": {}}})", where(what.where));
    case Statement::Kind::kIf:
    case Statement::Kind::kChoose:
      return fmt::format(R"({{"do": "{}", "branches": {}, "where": {}}})",
                         what.kind == Statement::Kind::kIf ? "if" : "choose",
                         list(what.branches, branch), where(what.where));
    case Statement::Kind::kAssign:
    case Statement::Kind::kAdd: break;
  }
  const char* name = what.kind == Statement::Kind::kAssign ? "assign"
                     : what.subtract                       ? "subtract"
                                                           : "add";
  return fmt::format(R"({{"do": "{}", "target": {}, "value": {}, "overflow": "{}", "where": {}}})",
                     name, what.target.index, term(what.value),
                     kOverflows[static_cast<std::size_t>(what.overflow)], where(what.where));
}

const char* kind_name(VariableKind kind) {
  switch (kind) {
    case VariableKind::kVariable: return "variable";
    case VariableKind::kItem: return "item";
    case VariableKind::kScene: return "scene";
    case VariableKind::kEntityVisible: return "entity-visible";
    case VariableKind::kEntityInteractive: return "entity-interactive";
    case VariableKind::kInternal: return "internal";
    case VariableKind::kPosition: return "position";
  }
  QUEST_CHECK(false);
  return "";
}

std::string variable(const Variable& what) {
  return fmt::format(
      R"({{"name": {}, "kind": "{}", "low": {}, "high": {}, "value_names": {}, "where": {}}})",
      quoted(what.name), kind_name(what.kind), what.low, what.high, list(what.value_names, quoted),
      where(what.where));
}

std::string variant(const Variant& what) {
  return fmt::format(R"({{"name": {}, "values": [{}]}})", quoted(what.name),
                     fmt::join(what.values, ", "));
}

std::string event(const Event& what) {
  static constexpr const char* kTriggers[] = {"player", "delay", "chance", "external"};
  return fmt::format(
      R"({{"name": {}, "label": {}, "scene": {}, "trigger": "{}", "where": {}, "branch": {}, )"
      R"("guard": {}, "body": {}}})",
      quoted(what.name), quoted(what.label), quoted(what.scene),
      kTriggers[static_cast<std::size_t>(what.trigger)], where(what.where), what.body_branch.index,
      condition(what.guard), list(what.body, statement));
}

std::string branch_info(const BranchInfo& what) {
  return fmt::format(R"({{"event": {}, "where": {}, "text": {}}})", what.event.index,
                     where(what.where), quoted(what.text));
}

std::string quest(const Quest& what) {
  return fmt::format(
      R"({{"name": {}, "title": {}, "main": {}, "where": {}, "open": {}, "done": {}, "failed": {}}})",
      quoted(what.name), quoted(what.title), what.main, where(what.where), condition(what.open),
      condition(what.done), condition(what.failed));
}

std::string content(const Content& what) {
  const auto id = [](BranchId site) { return fmt::format("{}", site.index); };
  return fmt::format(R"({{"kind": {}, "name": {}, "where": {}, "sites": {}, "at_start": {}}})",
                     quoted(what.kind), quoted(what.name), where(what.where), list(what.sites, id),
                     what.at_start);
}

}  // namespace

std::string to_json(const GameModel& model) {
  std::string out = "{\"format\": \"questproof-model\", \"version\": 1,\n";
  out += fmt::format(" \"name\": {},\n", quoted(model.name));
  out += fmt::format(" \"source_files\": {},\n", list(model.source_files, quoted));
  out += fmt::format(" \"variables\": {},\n", lines(model.variables, variable));
  out += fmt::format(" \"variants\": {},\n", lines(model.variants, variant));
  out += fmt::format(" \"events\": {},\n", lines(model.events, event));
  out += fmt::format(" \"branches\": {},\n", lines(model.branches, branch_info));
  out += fmt::format(" \"quests\": {},\n", lines(model.quests, quest));
  out += fmt::format(" \"contents\": {}}}\n", lines(model.contents, content));
  return out;
}

}  // namespace questproof
