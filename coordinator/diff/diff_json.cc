// SPDX-License-Identifier: MIT
#include "coordinator/diff/diff_json.h"

#include "coordinator/json_parts.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

Json walk_json(const FoundWalk& walk) {
  Json steps = Json::array();
  for (const FoundStep& step : walk.steps) {
    Json changes = Json::array();
    for (const FoundChange& change : step.changes) {
      changes.push_back({{"variable", change.variable}, {"from", change.from}, {"to", change.to}});
    }
    steps.push_back({{"event", step.event},
                     {"label", step.label},
                     {"scene", step.scene},
                     {"trigger", step.trigger},
                     {"where", step.where},
                     {"chance", step.chance},
                     {"move", step.is_move},
                     {"changes", std::move(changes)}});
  }
  return {{"start", walk.start}, {"length", walk.length}, {"steps", std::move(steps)}};
}

Json optional_walk(const std::optional<FoundWalk>& walk) {
  return walk ? walk_json(*walk) : Json(nullptr);
}

Json lines_json(const std::vector<SourceChange>& changes) {
  Json list = Json::array();
  for (const SourceChange& change : changes) {
    list.push_back({{"file", change.file},
                    {"old_line", change.old_line},
                    {"new_line", change.new_line},
                    {"gone", change.gone},
                    {"fresh", change.fresh}});
  }
  return list;
}

Json finding_json(const BuildFinding& finding) {
  Json springs = Json::array();
  for (const FoundFatalEvent& event : finding.springs) {
    springs.push_back({{"event", event.event},
                       {"where", event.where},
                       {"count", event.count},
                       {"shortest", walk_json(event.shortest)}});
  }
  Json result;
  result["topic"] = to_string(finding.topic);
  result["weight"] = to_string(finding.weight);
  result["subject"] = finding.subject;
  result["quest"] = finding.quest;
  result["main"] = finding.main;
  result["text"] = finding.text;
  result["before"] = finding.before;
  result["after"] = finding.after;
  result["where"] = finding.where;
  result["walk"] = optional_walk(finding.walk);
  result["springs"] = std::move(springs);
  result["blame"] = finding.blame ? Json{{"text", finding.blame->text},
                                         {"old_event", finding.blame->old_event},
                                         {"new_event", finding.blame->new_event}}
                                  : Json(nullptr);
  result["lines"] = lines_json(finding.lines);
  return result;
}

const char* to_string(VariableGrowth::Change change) {
  switch (change) {
    case VariableGrowth::Change::kNew: return "new";
    case VariableGrowth::Change::kGone: return "gone";
    case VariableGrowth::Change::kMore: return "more";
    case VariableGrowth::Change::kFewer: return "fewer";
  }
  return "";
}

Json levels_json(const LevelComparison& levels) {
  Json growth = Json::array();
  for (const VariableGrowth& variable : levels.growth) {
    growth.push_back({{"change", to_string(variable.change)},
                      {"variable", variable.name},
                      {"old_name", variable.before},
                      {"domain_before", variable.domain_before},
                      {"domain_after", variable.domain_after},
                      {"values_before", variable.reached_before},
                      {"values_after", variable.reached_after},
                      {"factor", variable.factor ? Json(*variable.factor) : Json(nullptr)}});
  }
  Json first = nullptr;
  if (levels.first) {
    first = {{"level", levels.first->level},
             {"only_before", levels.first->only_before},
             {"only_after", levels.first->only_after},
             {"witness_in", levels.first->in_after ? "after" : "before"},
             {"witness", walk_json(levels.first->witness)}};
  }
  return {{"states_before", levels.states_before},
          {"states_after", levels.states_after},
          {"complete_before", levels.complete_before},
          {"complete_after", levels.complete_after},
          {"levels_compared", levels.levels_compared},
          {"first_difference", std::move(first)},
          {"growth", std::move(growth)}};
}

Json build_json(const BuildComparison& build) {
  Json renamings = Json::array();
  for (const Renaming::Entry& entry : build.renamings) {
    renamings.push_back({{"kind", entry.kind},
                         {"before", entry.before},
                         {"after", entry.after},
                         {"names", entry.names}});
  }
  Json findings = Json::array();
  for (const BuildFinding& finding : build.findings) findings.push_back(finding_json(finding));
  Json result;
  result["job"] = build.job;
  result["before"] = build.before;
  result["after"] = build.after;
  result["game_before"] = build.game_before;
  result["game_after"] = build.game_after;
  result["same_model"] = build.same_model;
  result["findings"] = std::move(findings);
  result["renamings"] = std::move(renamings);
  result["states"] = {{"before", build.states_before}, {"after", build.states_after}};
  result["transitions"] = {{"before", build.transitions_before},
                           {"after", build.transitions_after}};
  result["first_level_of_another_size"] = build.first_level_counts
                                              ? Json{{"level", *build.first_level_counts},
                                                     {"before", build.level_states_before},
                                                     {"after", build.level_states_after}}
                                              : Json(nullptr);
  result["levels"] = build.levels ? levels_json(*build.levels) : Json(nullptr);
  result["sources_known"] = build.sources_known;
  result["source_changes"] = lines_json(build.source_changes);
  result["notes"] = build.notes;
  return result;
}

}  // namespace

std::string diff_json(const DiffResult& comparison) {
  Json builds = Json::array();
  for (const BuildComparison& build : comparison.builds) builds.push_back(build_json(build));
  Json document;
  document["schema"] = "questproof/diff";
  document["version"] = 1;
  document["before"] = comparison.before;
  document["after"] = comparison.after;
  document["worse"] = comparison.count(Weight::kWorse);
  document["unknown"] = comparison.count(Weight::kUnknown);
  document["changed"] = comparison.count(Weight::kChanged);
  document["better"] = comparison.count(Weight::kBetter);
  document["builds"] = std::move(builds);
  document["new_jobs"] = comparison.new_jobs;
  document["gone_jobs"] = comparison.gone_jobs;
  document["unchanged_jobs"] = comparison.unchanged_jobs;
  return json_text(document);
}

}  // namespace questproof
