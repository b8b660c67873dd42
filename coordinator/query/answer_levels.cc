// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t at(const std::vector<std::uint64_t>& figures, std::size_t level) {
  return level < figures.size() ? figures[level] : 0;
}

}  // namespace

// A table of all levels for people has room for one quest; the first if none is named.
QueryAnswer answer_levels(const QueryContext& context) {
  const StoredGame& stored = context.stored;
  const std::vector<std::size_t> quests = stored.quests(context.options.quest);
  const std::vector<std::uint64_t>& levels = stored.figures().profile.states_per_level;
  using Align = Table::Align;
  std::vector<Table::Column> columns = {
      {"level", Align::kRight}, {"states", Align::kRight}, {"so far", Align::kRight}};
  if (!quests.empty()) {
    columns.insert(columns.end(),
                   {{"done", Align::kRight}, {"blocked", Align::kRight}, {"lost", Align::kRight}});
  }
  Table table(columns);
  QueryAnswer answer;
  answer.json["levels"] = Json::array();
  if (!stored.figures().known.levels) {
    answer.json["not_known"].push_back("levels");
    answer.text =
        wrap(not_known_text("How many states lie on each level"), context.console.width, 0);
    answer.code = ExitCode::kUnknown;
    return answer;
  }
  std::uint64_t so_far = 0;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    so_far += levels[level];
    Json json = {{"level", level}, {"states", levels[level]}, {"quests", Json::array()}};
    for (std::size_t q : quests) {
      const StoredQuestFigures& figures = stored.figures().quests[q];
      json["quests"].push_back({{"quest", stored.schema().quests[q].name},
                                {"done", at(figures.done_per_level, level)},
                                {"blocked", at(figures.blocked_per_level, level)},
                                {"lost", at(figures.lost_per_level, level)}});
    }
    answer.json["levels"].push_back(std::move(json));
    std::vector<std::string> row = {std::to_string(level), grouped(levels[level]), grouped(so_far)};
    if (!quests.empty()) {
      const StoredQuestFigures& figures = stored.figures().quests[quests.front()];
      row.push_back(grouped(at(figures.done_per_level, level)));
      row.push_back(grouped(at(figures.blocked_per_level, level)));
      row.push_back(grouped(at(figures.lost_per_level, level)));
    }
    table.add_row(std::move(row));
  }
  answer.text = table.to_string(context.console.paint, 2) + "\n";
  if (quests.empty()) return answer;
  const std::string& name = stored.schema().quests[quests.front()].name;
  answer.text += indented(
      fmt::format("A state lies on the level that is its distance from the start. Of {}: done: "
                  "states in which it is done; blocked: it is open and can never be done; lost: it "
                  "can never be done and is not open, or has failed.{}",
                  name, quests.size() > 1 ? " (--quest shows another, --json all.)" : ""),
      context.console.width, 2);
  return answer;
}

}  // namespace questproof
