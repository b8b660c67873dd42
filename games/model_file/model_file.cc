// SPDX-License-Identifier: MIT
#include "games/model_file/model_file.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "games/common/file_text.h"

namespace questproof {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaximumFileBytes = std::size_t{256} << 20;
constexpr int kDeepest = 200;

// What is wrong, as a text.
struct Fault {
  std::string text;
};

[[noreturn]] void refuse(std::string text) { throw Fault{std::move(text)}; }

template <typename Choice, std::size_t count>
Choice choice(const Json& json, const char* key,
              const std::array<std::pair<const char*, Choice>, count>& known) {
  const std::string text = json.at(key).get<std::string>();
  for (const auto& [name, value] : known) {
    if (text == name) return value;
  }
  refuse(fmt::format("\"{}\" cannot be \"{}\"", key, text));
}

constexpr std::array<std::pair<const char*, VariableKind>, 7> kKinds = {{
    {"variable", VariableKind::kVariable},
    {"item", VariableKind::kItem},
    {"scene", VariableKind::kScene},
    {"entity-visible", VariableKind::kEntityVisible},
    {"entity-interactive", VariableKind::kEntityInteractive},
    {"internal", VariableKind::kInternal},
    {"position", VariableKind::kPosition},
}};
constexpr std::array<std::pair<const char*, Trigger>, 4> kTriggers = {{
    {"player", Trigger::kPlayer},
    {"delay", Trigger::kDelay},
    {"chance", Trigger::kChance},
    {"external", Trigger::kExternal},
}};
constexpr std::array<std::pair<const char*, Comparison>, 6> kComparisons = {{
    {"==", Comparison::kEqual},
    {"!=", Comparison::kNotEqual},
    {"<", Comparison::kLess},
    {"<=", Comparison::kLessEqual},
    {">", Comparison::kGreater},
    {">=", Comparison::kGreaterEqual},
}};
constexpr std::array<std::pair<const char*, Overflow>, 3> kOverflows = {{
    {"saturate", Overflow::kSaturate},
    {"wrap", Overflow::kWrap},
    {"error", Overflow::kError},
}};

// Whole numbers in their ranges: anything else would come out as another number.
template <typename Number>
Number number(const Json& json) {
  if (!json.is_number_integer()) refuse("a number is no whole number");
  const auto value = json.get<std::int64_t>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX)
    refuse("a number is too large");
  if (!std::in_range<Number>(value)) refuse(fmt::format("the number {} is out of range", value));
  return static_cast<Number>(value);
}

Term term(const Json& json) {
  if (!json.is_object()) return Term::of(number<Value>(json));
  return Term::of(VariableId{number<std::uint32_t>(json.at("variable"))});
}

Condition condition(const Json& json, int depth = 0) {
  if (depth > kDeepest) refuse("a condition is nested too deeply");
  if (json.is_boolean()) return json.get<bool>() ? Condition::always() : Condition::never();
  const auto parts = [&](const char* key) {
    std::vector<Condition> result;
    for (const Json& part : json.at(key)) result.push_back(condition(part, depth + 1));
    return result;
  };
  if (json.contains("all")) return Condition::all(parts("all"));
  if (json.contains("any")) return Condition::any(parts("any"));
  if (json.contains("not")) return Condition::negation(condition(json.at("not"), depth + 1));
  return Condition::compare(term(json.at("left")), choice(json, "compare", kComparisons),
                            term(json.at("right")));
}

std::vector<Statement> body(const Json& json, int depth);

Statement statement(const Json& json, int depth) {
  if (depth > kDeepest) refuse("statements are nested too deeply");
  const std::string verb = json.at("do").get<std::string>();
  Statement result;
  if (verb == "stop") {
    result.kind = Statement::Kind::kStop;
    return result;
  }
  if (verb == "if" || verb == "choose") {
    result.kind = verb == "if" ? Statement::Kind::kIf : Statement::Kind::kChoose;
    for (const Json& each : json.at("branches")) {
      result.branches.push_back({BranchId{number<std::uint32_t>(each.at("branch"))},
                                 condition(each.at("condition")),
                                 body(each.at("body"), depth + 1)});
    }
    return result;
  }
  if (verb != "assign" && verb != "add" && verb != "subtract") {
    refuse(fmt::format("there is no statement \"{}\"", verb));
  }
  result.kind = verb == "assign" ? Statement::Kind::kAssign : Statement::Kind::kAdd;
  result.subtract = verb == "subtract";
  result.target = VariableId{number<std::uint32_t>(json.at("target"))};
  result.value = term(json.at("value"));
  result.overflow = choice(json, "overflow", kOverflows);
  return result;
}

std::vector<Statement> body(const Json& json, int depth) {
  std::vector<Statement> result;
  for (const Json& each : json) result.push_back(statement(each, depth));
  return result;
}

GameModel model_of(const Json& json, const std::string& path) {
  if (json.at("format") != "questproof-model" || json.at("version") != 1) {
    refuse("this is no model of version 1 (\"format\": \"questproof-model\", \"version\": 1)");
  }
  GameModel model;
  model.name = json.at("name").get<std::string>();
  model.source_files = {path};
  for (const Json& each : json.at("variables")) {
    Variable variable;
    variable.name = each.at("name").get<std::string>();
    variable.kind = choice(each, "kind", kKinds);
    variable.low = number<Value>(each.at("low"));
    variable.high = number<Value>(each.at("high"));
    variable.value_names = each.at("value_names").get<std::vector<std::string>>();
    model.variables.push_back(std::move(variable));
  }
  for (const Json& each : json.at("variants")) {
    Variant variant{each.at("name").get<std::string>(), {}};
    for (const Json& value : each.at("values")) variant.values.push_back(number<Value>(value));
    model.variants.push_back(std::move(variant));
  }
  for (const Json& each : json.at("events")) {
    Event event;
    event.name = each.at("name").get<std::string>();
    event.label = each.at("label").get<std::string>();
    event.scene = each.at("scene").get<std::string>();
    event.trigger = choice(each, "trigger", kTriggers);
    event.guard = condition(each.at("guard"));
    event.body_branch = BranchId{number<std::uint32_t>(each.at("branch"))};
    event.body = body(each.at("body"), 0);
    model.events.push_back(std::move(event));
  }
  for (const Json& each : json.at("branches")) {
    model.branches.push_back(
        {EventId{number<std::uint32_t>(each.at("event"))}, {}, each.at("text").get<std::string>()});
  }
  for (const Json& each : json.at("quests")) {
    Quest quest;
    quest.name = each.at("name").get<std::string>();
    quest.title = each.at("title").get<std::string>();
    quest.main = each.at("main").get<bool>();
    quest.open = condition(each.at("open"));
    quest.done = condition(each.at("done"));
    quest.failed = condition(each.at("failed"));
    model.quests.push_back(std::move(quest));
  }
  for (const Json& each : json.at("contents")) {
    Content content;
    content.kind = each.at("kind").get<std::string>();
    content.name = each.at("name").get<std::string>();
    content.at_start = each.at("at_start").get<bool>();
    for (const Json& site : each.at("sites")) {
      content.sites.push_back(BranchId{number<std::uint32_t>(site)});
    }
    model.contents.push_back(std::move(content));
  }
  validate(model);
  return model;
}

LoadResult refused(const std::string& file, std::string message) {
  LoadResult result;
  Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.message = std::move(message);
  diagnostic.remedy = "write it with `questproof export --format json` or `agent run --model-out`";
  result.diagnostics.push_back(std::move(diagnostic));
  return result;
}

LoadResult parse(const std::string& path, const std::string& text) {
  if (const auto fault = nesting_fault(text, kDeepestJsonFile)) return refused(path, *fault);
  try {
    LoadResult result;
    result.model = model_of(Json::parse(text), path);
    return result;
  } catch (const Fault& fault) {
    return refused(path, fault.text);
  } catch (const Json::exception& problem) {
    return refused(path, problem.what());
  } catch (const Error& problem) {
    return refused(path, problem.what());
  }
}

}  // namespace

LoadResult load_model_file(const std::filesystem::path& path, const Settings& /*settings*/) {
  const std::string name = path.generic_string();
  if (std::filesystem::is_directory(path)) return refused(name, "this is a folder");
  FileText file = read_file_text(name, kMaximumFileBytes);
  if (!file.found) {
    throw Error(Error::Kind::kResource, fmt::format("{}: {}", name, file.reason));
  }
  if (file.text.size() > kMaximumFileBytes) return refused(name, "the file is too large");
  return parse(name, file.text);
}

LoadResult parse_model_file(std::span<const SourceText> texts, std::string_view name,
                            const Settings& /*settings*/) {
  if (texts.size() != 1) return refused(std::string(name), "a model is one file");
  return parse(texts.front().path, texts.front().text);
}

}  // namespace questproof
