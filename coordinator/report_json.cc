// SPDX-License-Identifier: MIT
#include "coordinator/report_json.h"

#include <nlohmann/json.hpp>

#include "coordinator/certificate.h"
#include "coordinator/json_parts.h"
#include "coordinator/revision.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

class ReportJson {
 public:
  ReportJson(const GameModel& model, const Report& report) : model_(model), report_(report) {}

  Json document(const CommandOptions& options) const {
    Json result;
    result["schema"] = kCertificateSchema;
    result["version"] = kCertificateVersion;
    result["program"] = {{"version", program_version()}, {"revision", program_revision()}};
    result["game"] = report_.game;
    result["model_hash"] = report_.model_hash;
    result["options"] = options_json(options);
    result["verdict"] = to_string(report_.verdict);
    result["limit"] = report_.limit;
    result["complete"] = report_.complete;
    result["verified"] = report_.verified;
    result["distances"] = report_.distances;
    result["model"] = model_figures();
    result["profile"] = profile_json(report_.profile);
    result["quests"] = Json::array();
    for (const QuestReport& quest : report_.quests) result["quests"].push_back(quest_json(quest));
    result["faults"] = Json::array();
    for (const FaultWalkthrough& fault : report_.faults) {
      result["faults"].push_back(fault_json(fault));
    }
    result["argument"] =
        report_.argument ? argument_json(model_, *report_.argument) : Json(nullptr);
    result["coverage"] = report_.coverage ? coverage_json(*report_.coverage) : Json(nullptr);
    result["engine"] = report_.diagrams ? "symbolic" : "explicit";
    result["engine_note"] = report_.engine_note;
    result["diagrams"] = report_.diagrams ? diagrams_json(*report_.diagrams) : Json(nullptr);
    result["run"] = run_json();
    return result;
  }

 private:
  Json model_figures() const {
    return {{"events", report_.events},
            {"variables", report_.variables},
            {"variants", report_.variants},
            {"bits_as_written", report_.bits_written},
            {"bits_searched", report_.bits_searched},
            {"reduced", report_.reduced},
            {"free_moves_collapsed", report_.collapsed},
            {"notes", report_.notes}};
  }

  Json optional_walkthrough(const std::optional<Walkthrough>& walkthrough) const {
    return walkthrough ? walkthrough_json(model_, *walkthrough) : Json(nullptr);
  }

  Json quest_json(const QuestReport& quest) const {
    Json result;
    result["name"] = quest.name;
    result["title"] = quest.title;
    result["main"] = quest.main;
    result["verdict"] = to_string(quest.verdict);
    result["done_states"] = quest.done_states;
    result["pending_states"] = quest.pending_states;
    result["blocked_states"] = quest.blocked_states;
    result["initial_blocked"] = quest.initial_blocked;
    result["fatal_transitions"] = quest.fatal_transitions;
    result["completion"] = optional_walkthrough(quest.completion);
    result["counterexample"] = optional_walkthrough(quest.counterexample);
    result["farthest_distance"] = quest.farthest ? Json(quest.farthest_distance) : Json(nullptr);
    result["farthest"] = optional_walkthrough(quest.farthest);
    result["fatal_lines"] = Json::array();
    for (const FatalGroup& group : quest.fatal_groups) {
      result["fatal_lines"].push_back(group_json(group));
    }
    result["random_play"] = random_play_json(quest);
    return result;
  }

  Json group_json(const FatalGroup& group) const {
    Json result;
    result["where"] = to_string(model_, group.where);
    result["count"] = group.count;
    result["events"] = Json::array();
    for (const FatalEventReport& event : group.events)
      result["events"].push_back(fatal_json(event));
    return result;
  }

  Json fatal_json(const FatalEventReport& event) const {
    Json result;
    result["event"] = model_.events[event.shortest.steps.back().step.event.index].name;
    result["count"] = event.count;
    result["shortest"] = walkthrough_json(model_, event.shortest);
    result["keep"] = Json::array();
    for (const Remedy& remedy : event.remedies) {
      Json parts = Json::array();
      for (const Remedy::Part& part : remedy.parts) {
        Json one = change_json(model_, part.change);
        one["where"] = Json::array();
        for (const SourceLocation& where : part.where) {
          one["where"].push_back(to_string(model_, where));
        }
        parts.push_back(std::move(one));
      }
      result["keep"].push_back(std::move(parts));
    }
    result["keep_complete"] = event.all_remedies;
    return result;
  }

  Json random_play_json(const QuestReport& quest) const {
    if (!quest.random_play) return nullptr;
    const RandomPlay& play = *quest.random_play;
    Json result;
    result["model"] = report_.reduced ? "reduced" : "as written";
    const bool known = play.exact || play.samples > 0;
    result["stuck_probability"] = known ? Json(play.stuck_probability) : Json();
    result["expected_events"] = known ? Json(play.expected_events) : Json();
    result["exact"] = play.exact;
    if (!play.exact) {
      result["standard_error"] = play.standard_error;
      result["events_standard_error"] = play.events_standard_error;
      result["samples"] = play.samples;
      result["unfinished"] = play.unfinished;
    }
    return result;
  }

  Json fault_json(const FaultWalkthrough& fault) const {
    return {{"event", model_.events[fault.step.event.index].name},
            {"where", to_string(model_, fault.where)},
            {"shortest", walkthrough_json(model_, fault.shortest)}};
  }

  Json coverage_json(const Coverage& coverage) const {
    Json result;
    result["counts"] = Json::array();
    for (const Coverage::Count& count : coverage.counts) {
      result["counts"].push_back({{"kind", count.kind},
                                  {"total", count.total},
                                  {"reached", count.reached},
                                  {"not_examined", count.not_examined}});
    }
    result["never"] = Json::array();
    for (const Coverage::Missing& missing : coverage.missing) {
      result["never"].push_back({{"kind", missing.kind},
                                 {"name", missing.name},
                                 {"where", to_string(model_, missing.where)},
                                 {"never_true", missing.never_true}});
    }
    return result;
  }

  static Json diagrams_json(const DiagramReport& diagrams) {
    return {{"states", diagrams.states},
            {"transitions", diagrams.transitions},
            {"deadlocks", diagrams.deadlocks},
            {"samples", diagrams.samples},
            {"order", diagrams.figures.order},
            {"order_cost", diagrams.figures.order_cost},
            {"orders_tried", diagrams.figures.orders_tried},
            {"variables", diagrams.figures.levels},
            {"nodes", diagrams.figures.nodes},
            {"peak_nodes", diagrams.figures.peak_nodes},
            {"relation_nodes", diagrams.figures.relation_nodes},
            {"levels_known", diagrams.levels_known},
            {"completions_known", diagrams.completions_known},
            {"routes_known", diagrams.routes_known},
            {"farthest_known", diagrams.farthest_known}};
  }

  Json run_json() const {
    Json result = {{"phases", Json::array()}};
    for (const PhaseFigures& phase : report_.phases) {
      result["phases"].push_back({{"phase", phase.phase},
                                  {"seconds", phase.seconds},
                                  {"cpu_seconds", phase.cpu_seconds},
                                  {"peak_bytes", phase.peak_bytes}});
    }
    if (report_.resumption) {
      result["resumed_with_states"] = report_.resumption->states;
      result["earlier_seconds"] = report_.resumption->seconds;
    }
    return result;
  }

  const GameModel& model_;
  const Report& report_;
};

}  // namespace

std::string report_json(const GameModel& model, const Report& report,
                        const CommandOptions& options) {
  return json_text(ReportJson(model, report).document(options));
}

}  // namespace questproof
