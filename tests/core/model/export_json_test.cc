// SPDX-License-Identifier: MIT
#include "core/model/export_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using Json = nlohmann::json;

// Reads a document back by its description in the header. Nothing but the tests needs that.
class Reader {
 public:
  static GameModel read(const Json& document) {
    GameModel model;
    EXPECT_EQ(document.at("format"), "questproof-model");
    EXPECT_EQ(document.at("version"), 1);
    model.name = document.at("name");
    model.source_files = document.at("source_files");
    for (const Json& item : document.at("variables")) model.variables.push_back(variable(item));
    for (const Json& item : document.at("variants")) {
      model.variants.push_back({item.at("name"), item.at("values")});
    }
    for (const Json& item : document.at("events")) model.events.push_back(event(item));
    for (const Json& item : document.at("branches")) {
      model.branches.push_back({EventId{item.at("event")}, where(item), item.at("text")});
    }
    for (const Json& item : document.at("quests")) {
      model.quests.push_back({item.at("name"), item.at("title"), item.at("main"), where(item),
                              condition(item.at("open")), condition(item.at("done")),
                              condition(item.at("failed"))});
    }
    for (const Json& item : document.at("contents")) model.contents.push_back(content(item));
    return model;
  }

 private:
  template <typename Enumeration, std::size_t N>
  static Enumeration one_of(const Json& name, const std::array<const char*, N>& names) {
    const auto found = std::find(names.begin(), names.end(), name.get<std::string>());
    EXPECT_NE(found, names.end()) << name;
    return static_cast<Enumeration>(found - names.begin());
  }

  static SourceLocation where(const Json& item) {
    const Json& place = item.at("where");
    if (place.is_null()) return {};
    return {place.at("file"), place.at("line"), place.at("column")};
  }

  static Variable variable(const Json& item) {
    constexpr std::array kKinds = {"variable",           "item",     "scene",   "entity-visible",
                                   "entity-interactive", "internal", "position"};
    return {item.at("name"),        one_of<VariableKind>(item.at("kind"), kKinds),
            item.at("low"),         item.at("high"),
            item.at("value_names"), where(item)};
  }

  static Term term(const Json& item) {
    if (item.is_number()) return Term::of(item.get<Value>());
    return Term::of(VariableId{item.at("variable")});
  }

  static std::vector<Condition> conditions(const Json& items) {
    std::vector<Condition> result;
    for (const Json& item : items) result.push_back(condition(item));
    return result;
  }

  static Condition condition(const Json& item) {
    constexpr std::array kSymbols = {"==", "!=", "<", "<=", ">", ">="};
    if (item.is_boolean()) return item.get<bool>() ? Condition::always() : Condition::never();
    if (item.contains("all")) return Condition::all(conditions(item.at("all")));
    if (item.contains("any")) return Condition::any(conditions(item.at("any")));
    if (item.contains("not")) return Condition::negation(condition(item.at("not")));
    return Condition::compare(term(item.at("left")),
                              one_of<Comparison>(item.at("compare"), kSymbols),
                              term(item.at("right")));
  }

  static std::vector<Statement> body(const Json& items) {
    std::vector<Statement> result;
    for (const Json& item : items) result.push_back(statement(item));
    return result;
  }

  static Statement statement(const Json& item) {
    constexpr std::array kOverflows = {"saturate", "wrap", "error"};
    Statement result;
    result.where = where(item);
    const std::string what = item.at("do");
    if (what == "stop") {
      result.kind = Statement::Kind::kStop;
    } else if (what == "if" || what == "choose") {
      result.kind = what == "if" ? Statement::Kind::kIf : Statement::Kind::kChoose;
      for (const Json& branch : item.at("branches")) {
        result.branches.push_back({BranchId{branch.at("branch")}, condition(branch.at("condition")),
                                   body(branch.at("body"))});
      }
    } else {
      result.kind = what == "assign" ? Statement::Kind::kAssign : Statement::Kind::kAdd;
      result.subtract = what == "subtract";
      result.target = {item.at("target")};
      result.value = term(item.at("value"));
      result.overflow = one_of<Overflow>(item.at("overflow"), kOverflows);
    }
    return result;
  }

  static Event event(const Json& item) {
    constexpr std::array kTriggers = {"player", "delay", "chance", "external"};
    return {item.at("name"),
            item.at("label"),
            item.at("scene"),
            one_of<Trigger>(item.at("trigger"), kTriggers),
            where(item),
            condition(item.at("guard")),
            BranchId{item.at("branch")},
            body(item.at("body"))};
  }

  static Content content(const Json& item) {
    Content result{item.at("kind"), item.at("name"), where(item), {}, item.at("at_start")};
    for (const Json& site : item.at("sites")) result.sites.push_back({site});
    return result;
  }
};

TEST(ExportJsonTest, ADocumentHoldsTheWholeModel) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    const Json document = Json::parse(to_json(model));
    EXPECT_EQ(Reader::read(document), model) << testing_support::describe(model);
  }
}

TEST(ExportJsonTest, EveryKindOfVariableHasItsName) {
  GameModel model = testing_support::random_model(1);
  for (int kind = 0; kind <= static_cast<int>(VariableKind::kPosition); ++kind) {
    model.variables.at(0).kind = static_cast<VariableKind>(kind);
    EXPECT_EQ(Reader::read(Json::parse(to_json(model))), model) << kind;
  }
}

TEST(ExportJsonTest, NamesMayHoldAnyCharacter) {
  GameModel model = testing_support::random_model(1);
  model.name = "a \"quoted\" name,\n a \\ and a \t and \xc3\xa4";
  EXPECT_EQ(Reader::read(Json::parse(to_json(model))).name, model.name);
}

}  // namespace
}  // namespace questproof
