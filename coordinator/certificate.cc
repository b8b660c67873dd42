// SPDX-License-Identifier: MIT
#include "coordinator/certificate.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "coordinator/json_reader.h"
#include "core/base/error.h"

namespace questproof {
namespace {

void expect_schema(const JsonReader& root) {
  root.at("schema").expect(kCertificateSchema);
  const std::uint64_t version = root.at("version").count();
  if (version != kCertificateVersion) {
    root.at("version").refuse(
        fmt::format("{} is not supported by this program, which reads version {}", version,
                    kCertificateVersion));
  }
}

Verdict read_verdict(const JsonReader& value) {
  const std::string text = value.text();
  for (Verdict verdict : {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown}) {
    if (text == to_string(verdict)) return verdict;
  }
  value.refuse("is no verdict: proved, refuted or unknown");
}

Ground read_ground(const JsonReader& value) {
  const std::string text = value.text();
  for (Ground ground : {Ground::kNone, Ground::kWayBack, Ground::kOutOfReach, Ground::kNeverOpen}) {
    if (text == to_string(ground)) return ground;
  }
  value.refuse("is no ground of a verdict");
}

CertificateHeader read_header(const JsonReader& root) {
  expect_schema(root);
  CertificateHeader header;
  header.game = root.at("game").text();
  header.model_hash = root.at("model_hash").text();
  header.reduce = root.at("options").at("reduce").text();
  header.quest = root.at("options").at("quest").text();
  if (root.at("options").has("set")) {
    for (const JsonReader& setting : root.at("options").at("set").elements()) {
      header.settings.push_back(setting.text());
    }
  }
  return header;
}

class CertificateReader {
 public:
  explicit CertificateReader(const GameModel& model) : model_(model) {}

  Certificate read(const JsonReader& root) const {
    Certificate result;
    result.header = read_header(root);
    result.verdict = read_verdict(root.at("verdict"));
    result.complete = root.at("complete").flag();
    result.faults = !root.at("faults").elements().empty();
    const JsonReader profile = root.at("profile");
    result.states = profile.at("states").count();
    result.transitions = profile.at("transitions").count();
    result.deadlocks = profile.at("deadlocks").count();
    for (const JsonReader& level : profile.at("states_per_level").elements()) {
      result.states_per_level.push_back(level.count());
    }
    for (const JsonReader& quest : root.at("quests").elements()) {
      result.quests.push_back(quest_claim(quest));
    }
    if (root.has("diagrams") && !root.at("diagrams").is_null()) {
      result.from_diagrams = true;
      expect_count(root.at("diagrams").at("states"), result.states);
      expect_count(root.at("diagrams").at("transitions"), result.transitions);
      expect_count(root.at("diagrams").at("deadlocks"), result.deadlocks);
      result.levels_known = root.at("diagrams").at("levels_known").flag();
      result.completions_known = root.at("diagrams").at("completions_known").flag();
    }
    if (!root.at("argument").is_null()) result.argument = argument(root.at("argument"));
    result.complete = result.complete && is_decided(root, result);
    return result;
  }

 private:
  // Diagrams count beyond 64 bits, in decimal digits. The profile, which is what `verify` looks at, stops there.
  static void expect_count(const JsonReader& exact, std::uint64_t stopped) {
    static const std::string kMost = std::to_string(std::numeric_limits<std::uint64_t>::max());
    const std::string digits = exact.text();
    const bool is_number = digits.find_first_not_of("0123456789") == std::string::npos &&
                           !digits.empty() && (digits == "0" || digits.front() != '0');
    const bool beyond =
        digits.size() > kMost.size() || (digits.size() == kMost.size() && digits > kMost);
    if (!is_number || (beyond ? kMost : digits) != std::to_string(stopped)) {
      exact.refuse(fmt::format("is not the number in the profile, {}", stopped));
    }
  }

  // All states may have been seen, and then a limit hit before all quests were decided. Where an event is a
  // fault, verdicts do not say so.
  static bool is_decided(const JsonReader& root, const Certificate& found) {
    if (found.faults) return root.at("limit").text().empty();
    return found.verdict != Verdict::kUnknown &&
           std::none_of(found.quests.begin(), found.quests.end(),
                        [](const auto& claim) { return claim.verdict == Verdict::kUnknown; });
  }

  Certificate::QuestClaim quest_claim(const JsonReader& value) const {
    Certificate::QuestClaim claim;
    claim.quest = position(model_.quests, value.at("name"), "quest");
    claim.verdict = read_verdict(value.at("verdict"));
    claim.done_states = value.at("done_states").count();
    claim.pending_states = value.at("pending_states").count();
    claim.blocked_states = value.at("blocked_states").count();
    claim.initial_blocked = value.at("initial_blocked").count();
    claim.fatal_transitions = value.at("fatal_transitions").count();
    claim.completion = optional_witness(value.at("completion"));
    claim.counterexample = optional_witness(value.at("counterexample"));
    claim.farthest = optional_witness(value.at("farthest"));
    for (const JsonReader& line : value.at("fatal_lines").elements()) {
      for (const JsonReader& event : line.at("events").elements()) {
        claim.fatal.push_back(witness(event.at("shortest")));
      }
    }
    return claim;
  }

  static std::int64_t value_of(const JsonReader& number) {
    const std::int64_t value = number.number();
    if (!std::in_range<Value>(value)) number.refuse("is no value of a variable");
    return value;
  }

  Certificate::Argument argument(const JsonReader& value) const {
    Certificate::Argument result;
    for (const JsonReader& entry : value.at("bounds").elements()) {
      const JsonReader name = entry.at("variable");
      if (position(model_.variables, name, "variable") != result.bounds.size()) {
        name.refuse("is out of order");
      }
      ValueSet values;
      for (const JsonReader& interval : entry.at("values").elements()) {
        const std::vector<JsonReader> ends = interval.elements();
        if (ends.size() != 2) interval.refuse("should be a list of two numbers");
        values = values.united(ValueSet::range(value_of(ends[0]), value_of(ends[1])));
      }
      result.bounds.push_back(std::move(values));
    }
    for (const JsonReader& entry : value.at("quests").elements()) {
      Certificate::QuestArgument quest;
      quest.quest = position(model_.quests, entry.at("name"), "quest");
      quest.ground = read_ground(entry.at("ground"));
      quest.verdict = read_verdict(entry.at("verdict"));
      for (const JsonReader& kept : entry.at("kept").elements()) {
        const std::size_t variable = position(model_.variables, kept, "variable");
        quest.kept.push_back(VariableId{static_cast<std::uint32_t>(variable)});
      }
      for (const JsonReader& way : entry.at("ways").elements()) quest.ways.push_back(witness(way));
      result.quests.push_back(std::move(quest));
    }
    return result;
  }

  std::optional<Certificate::Witness> optional_witness(const JsonReader& value) const {
    if (value.is_null()) return std::nullopt;
    return witness(value);
  }

  Certificate::Witness witness(const JsonReader& value) const {
    Certificate::Witness result;
    result.variant = value.at("variant").count();
    if (result.variant >= model_.variants.size()) {
      value.at("variant").refuse("is no variant of the game");
    }
    for (const JsonReader& entry : value.at("steps").elements()) {
      Step step;
      step.event.index =
          static_cast<std::uint32_t>(position(model_.events, entry.at("event"), "event"));
      for (const JsonReader& branch : entry.at("branches").elements()) {
        const std::uint64_t index = branch.count();
        if (index >= model_.branches.size()) branch.refuse("is no branch of the game");
        step.branches.push_back(BranchId{static_cast<std::uint32_t>(index)});
      }
      result.steps.push_back(std::move(step));
    }
    return result;
  }

  template <typename Named>
  static std::size_t position(const std::vector<Named>& list, const JsonReader& name,
                              const char* kind) {
    const std::string wanted = name.text();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].name == wanted) return i;
    }
    name.refuse(fmt::format("'{}' is no {} of the game", wanted, kind));
  }

  const GameModel& model_;
};

}  // namespace

CertificateHeader parse_certificate_header(const std::string& contents, const std::string& path) {
  const nlohmann::json document = parse_json(contents, path);
  return read_header(JsonReader(document, path));
}

Certificate parse_certificate(const std::string& contents, const std::string& path,
                              const GameModel& model) {
  const nlohmann::json document = parse_json(contents, path);
  return CertificateReader(model).read(JsonReader(document, path));
}

}  // namespace questproof
