// SPDX-License-Identifier: MIT
#include "coordinator/argument_verification.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "coordinator/replay.h"
#include "core/model/naive_evaluator.h"
#include "core/model/projection.h"
#include "core/model/undo_check.h"
#include "core/verify/argument_check.h"
#include "core/verify/plain_search.h"
#include "core/verify/projection_check.h"

namespace questproof {
namespace {

Verdict verdict_of(Ground ground) {
  switch (ground) {
    case Ground::kWayBack:
    case Ground::kNeverOpen: return Verdict::kProved;
    case Ground::kOutOfReach: return Verdict::kRefuted;
    case Ground::kNone: break;
  }
  return Verdict::kUnknown;
}

class ArgumentVerifier {
 public:
  ArgumentVerifier(const Certificate::Argument& argument, const GameModel& model,
                   const PlainOptions& options)
      : argument_(argument), model_(model), options_(options) {}

  ArgumentVerification run() {
    compare_quest_list();
    const auto some = [&](auto holds) {
      return std::any_of(argument_.quests.begin(), argument_.quests.end(),
                         [&](const auto& claim) { return holds(claim.ground); });
    };
    if (some([](Ground ground) { return ground != Ground::kNone; })) {
      found("argument: bounds", "hold", fault_of_bounds(model_, argument_.bounds));
    }
    if (some([](Ground ground) { return ground == Ground::kWayBack; })) {
      const UndoCheck check = check_undoable(model_);
      found("argument: every event", "can be undone", fault_of(check));
    }
    for (const Certificate::QuestArgument& claim : argument_.quests) check_quest(claim);
    return std::move(result_);
  }

 private:
  // `fault`: "" when all is as claimed; nothing when that is not known.
  void found(std::string what, const char* claimed, const std::optional<std::string>& fault) {
    if (!fault) {
      if (result_.limit.empty()) result_.limit = what + ": too many cases to try";
      return;
    }
    result_.checks.push_back(
        {std::move(what), claimed, fault->empty() ? claimed : *fault, fault->empty()});
  }
  std::optional<std::string> fault_of(const UndoCheck& check) const {
    if (check.undoable) return "";
    if (check.gave_up) return std::nullopt;
    return model_.events[check.event->index].name + ": " + check.reason;
  }
  std::string what(const Certificate::QuestArgument& claim, const char* about) const {
    return fmt::format("{}: argument: {}", model_.quests[claim.quest].name, about);
  }

  void compare_quest_list() {
    bool same = argument_.quests.size() == model_.quests.size();
    for (std::size_t q = 0; q < argument_.quests.size(); ++q) {
      same = same && argument_.quests[q].quest == q;
    }
    found("argument: quests", "all, in order", same ? "" : "others");
  }

  void check_quest(const Certificate::QuestArgument& claim) {
    const Quest& quest = model_.quests[claim.quest];
    const std::string verdict = to_string(verdict_of(claim.ground));
    result_.checks.push_back({what(claim, "verdict"), to_string(claim.verdict), verdict,
                              verdict == to_string(claim.verdict)});
    switch (claim.ground) {
      case Ground::kNone: break;
      case Ground::kWayBack: {
        std::vector<std::size_t> starts;
        for (const Certificate::Witness& way : claim.ways) starts.push_back(way.variant);
        std::vector<std::size_t> all;
        for (std::size_t v = 0; v < model_.variants.size(); ++v) all.push_back(v);
        found(what(claim, "a way from every start"), "there", starts == all ? "" : "missing");
        break;
      }
      case Ground::kOutOfReach:
        found(what(claim, "done"), "out of reach", fault_of_exclusion_of(claim));
        found(what(claim, "one way to where it is pending"), "there",
              claim.ways.size() == 1 ? "" : "missing");
        break;
      case Ground::kNeverOpen:
        found(what(claim, "pending"), "outside the bounds",
              fault_of_exclusion(model_, argument_.bounds,
                                 Condition::all({quest.open, Condition::negation(quest.done),
                                                 Condition::negation(quest.failed)})));
        break;
    }
    for (const Certificate::Witness& way : claim.ways) replay(claim, way);
  }

  // A projection is made anew, held against the model case by case, and explored by other code.
  std::optional<std::string> fault_of_exclusion_of(const Certificate::QuestArgument& claim) {
    if (claim.kept.empty()) {
      return fault_of_exclusion(model_, argument_.bounds, model_.quests[claim.quest].done);
    }
    std::vector<bool> kept(model_.variables.size(), false);
    for (const VariableId variable : claim.kept) kept[variable.index] = true;
    keep_sources(model_, kept);
    const GameModel projection = projected(model_, claim.quest, kept);
    const auto fault = fault_of_projection(model_, claim.quest, projection, kept);
    if (fault != "") return fault;
    const PlainResult all = plain_search(projection, options_);
    if (!all.limit.empty()) {
      if (result_.limit.empty()) result_.limit = all.limit;
      return std::nullopt;
    }
    return all.quests[0].done_states == 0 ? "" : "not shown by what is kept";
  }

  void replay(const Certificate::QuestArgument& claim, const Certificate::Witness& way) {
    ++result_.ways;
    Valuation values = model_.variants[way.variant].values;
    for (std::size_t i = 0; i < way.steps.size(); ++i) {
      if (play(way.steps[i], values)) continue;
      found(what(claim, "way"), "can be played", fmt::format("step {} cannot", i + 1));
      return;
    }
    const bool ends_well = claim.ground == Ground::kWayBack
                               ? is_done(model_, claim.quest, values)
                               : is_pending(model_, claim.quest, values);
    found(what(claim, "way"), "can be played", ends_well ? "" : "ends elsewhere");
  }

  bool play(const Step& step, Valuation& values) const {
    for (Outcome& outcome : outcomes(model_, step.event, values)) {
      if (outcome.fault || outcome.branches != step.branches) continue;
      values = std::move(outcome.values);
      return true;
    }
    return false;
  }

  const Certificate::Argument& argument_;
  const GameModel& model_;
  const PlainOptions& options_;
  ArgumentVerification result_;
};

}  // namespace

ArgumentVerification verify_argument(const Certificate::Argument& argument, const GameModel& model,
                                     const PlainOptions& options) {
  return ArgumentVerifier(argument, model, options).run();
}

bool rests_on_argument(const Certificate& certificate) {
  if (!certificate.argument || certificate.quests.empty()) return false;
  return std::all_of(certificate.quests.begin(), certificate.quests.end(), [&](const auto& claim) {
    return claim.verdict != Verdict::kUnknown &&
           claim.quest < certificate.argument->quests.size() &&
           certificate.argument->quests[claim.quest].verdict == claim.verdict;
  });
}

}  // namespace questproof
