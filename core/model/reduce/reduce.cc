// SPDX-License-Identifier: MIT
#include "core/model/reduce/reduce.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/model/reduce/constant_variables.h"
#include "core/model/reduce/dead_values.h"
#include "core/model/reduce/no_effect.h"
#include "core/model/reduce/saturating_counters.h"
#include "core/model/reduce/slice.h"

namespace questproof {
namespace {

void enable(ReductionOptions& options, bool enabled) {
  for (const Reduction& reduction : reductions()) options.*reduction.enabled = enabled;
}

// "no-dead-values", but not "no-effect-events", which is a name.
bool takes_away(std::string_view word) {
  return word.substr(0, 3) == "no-" && word != "no-effect-events";
}

void apply_word(ReductionOptions& options, std::string_view word) {
  if (word == "all" || word == "none") {
    enable(options, word == "all");
    return;
  }
  if (word == "default") {
    options = {};
    return;
  }
  const std::string_view name = takes_away(word) ? word.substr(3) : word;
  for (const Reduction& reduction : reductions()) {
    if (name != reduction.name) continue;
    options.*reduction.enabled = !takes_away(word);
    return;
  }
  std::string known = "all, none, default";
  for (const Reduction& reduction : reductions()) known += fmt::format(", {}", reduction.name);
  throw Error(Error::Kind::kUsage,
              fmt::format("\"{}\" is no reduction; there are: {}", word, known));
}

}  // namespace

const std::vector<Reduction>& reductions() {
  static const std::vector<Reduction> kReductions = {
      {"constant-variables", "shrink domains to the values that can be reached",
       &ReductionOptions::constant_variables},
      {"no-effect-events", "drop statements that change nothing",
       &ReductionOptions::no_effect_events},
      {"cone-of-influence", "drop events that no quest depends on",
       &ReductionOptions::cone_of_influence},
      {"unread-variables", "drop variables that nothing reads",
       &ReductionOptions::unread_variables},
      {"saturate-counters", "cut counters off where no comparison sees a difference any more",
       &ReductionOptions::saturate_counters},
      {"dead-values", "reset variables that cannot be read any more",
       &ReductionOptions::dead_values},
      {"free-moves", "make one state of all positions that walking freely leads between",
       &ReductionOptions::free_moves},
  };
  return kReductions;
}

ReductionOptions parse_reductions(std::string_view text) {
  ReductionOptions options;
  if (text.empty()) return options;
  if (!takes_away(text.substr(0, text.find(',')))) enable(options, false);
  while (true) {
    const std::size_t comma = text.find(',');
    apply_word(options, text.substr(0, comma));
    if (comma == std::string_view::npos) return options;
    text.remove_prefix(comma + 1);
  }
}

std::string to_string(const ReductionOptions& options) {
  std::string text;
  for (const Reduction& reduction : reductions()) {
    if (!(options.*reduction.enabled)) continue;
    if (!text.empty()) text += ",";
    text += reduction.name;
  }
  return text.empty() ? "none" : text;
}

ReducedModel reduce(const GameModel& model, const ReductionOptions& options) {
  ReducedModel reduced;
  reduced.model = model;
  reduced.examined.assign(model.branches.size(), true);
  if (options.constant_variables) fold_constants(reduced);
  if (options.cone_of_influence) restrict_to_cone(reduced);
  if (options.unread_variables) drop_unread_variables(reduced);
  if (options.saturate_counters) saturate_counters(reduced);
  if (options.dead_values) reset_dead_values(reduced);
  // Values that were reset are often the only ones left.
  if (options.dead_values && options.constant_variables) fold_constants(reduced);
  if (options.no_effect_events) drop_statements_without_effect(reduced);
  return reduced;
}

ReducedModel cone(const GameModel& model, QuestId quest, const ReductionOptions& options) {
  QUEST_CHECK(quest.index < model.quests.size());
  GameModel one = model;
  one.quests = {model.quests[quest.index]};
  ReductionOptions with_cone = options;
  with_cone.cone_of_influence = true;
  return reduce(one, with_cone);
}

}  // namespace questproof
