// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/coverage.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/source_quotes.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// Per branch, whether it runs in some state.
std::vector<bool> branches_that_run(const StoredGame& stored) {
  std::vector<bool> reached(stored.schema().branch_texts.size(), false);
  const std::vector<StoredLabelFigures>& figures = stored.figures().labels;
  for (std::size_t label = 0; label < figures.size(); ++label) {
    if (figures[label].enabled == 0) continue;
    for (BranchId branch : stored.schema().labels[label].branches) reached[branch.index] = true;
  }
  return reached;
}

// What the store alone tells: of a game that was explored as written, its events.
Coverage events_only(const StoredGame& stored) {
  const DatabaseIdentity& identity = stored.database().identity();
  if (identity.reduce != "none") {
    throw Error(
        Error::Kind::kInput,
        fmt::format("the store was made with reductions ({}), and what they left out is not "
                    "known without the game: {}",
                    identity.reduce, stored.trouble()));
  }
  std::vector<bool> possible(stored.schema().events.size(), false);
  for (std::size_t label = 0; label < stored.figures().labels.size(); ++label) {
    if (stored.figures().labels[label].enabled == 0) continue;
    possible[stored.schema().labels[label].event.index] = true;
  }
  Coverage coverage;
  Coverage::Count count{"event", possible.size(), 0, 0};
  for (std::size_t e = 0; e < possible.size(); ++e) {
    const Event& event = stored.model().events[e];
    if (possible[e]) {
      ++count.reached;
    } else {
      coverage.missing.push_back({"event", event.name, event.where, ""});
    }
  }
  coverage.counts.push_back(count);
  return coverage;
}

Coverage coverage_of(const StoredGame& stored) {
  if (!stored.at_hand()) return events_only(stored);
  return find_coverage(stored.game().written(), branches_that_run(stored),
                       stored.game().reduced().examined);
}

std::string missing_text(const QueryContext& context, const Coverage::Missing& missing) {
  const GameModel& model = context.stored.model();
  const std::size_t width = context.console.width;
  std::string text =
      hanging(missing.kind,
              fmt::format("{}  {}", context.console.paint.bold(missing.name),
                          context.console.paint.place(short_place(model, missing.where))),
              14, width);
  if (!missing.never_true.empty()) {
    text += hanging("", context.console.paint.dim("never true: " + missing.never_true), 14, width);
  }
  return text;
}

}  // namespace

QueryAnswer answer_coverage(const QueryContext& context) {
  const Coverage coverage = coverage_of(context.stored);
  using Align = Table::Align;
  Table table({{"kind", Align::kLeft},
               {"written", Align::kRight},
               {"reached", Align::kRight},
               {"not examined", Align::kRight},
               {"never", Align::kRight}});
  QueryAnswer answer;
  answer.json["counts"] = Json::array();
  for (const Coverage::Count& count : coverage.counts) {
    const std::size_t never = count.total - count.reached - count.not_examined;
    answer.json["counts"].push_back({{"kind", count.kind},
                                     {"total", count.total},
                                     {"reached", count.reached},
                                     {"not_examined", count.not_examined}});
    table.add_row({count.kind, std::to_string(count.total), std::to_string(count.reached),
                   std::to_string(count.not_examined), std::to_string(never)});
  }
  answer.json["never"] = Json::array();
  answer.text = table.to_string(context.console.paint, 2) + "\n";
  for (const Coverage::Missing& missing : coverage.missing) {
    answer.json["never"].push_back({{"kind", missing.kind},
                                    {"name", missing.name},
                                    {"where", to_string(context.stored.model(), missing.where)},
                                    {"never_true", missing.never_true}});
    answer.text += missing_text(context, missing);
  }
  answer.text += indented(coverage.missing.empty()
                              ? "A player can come to see all of it."
                              : "No player can ever come to see these; of what lies inside each "
                                "other only the outermost is listed.",
                          context.console.width, 2);
  return answer;
}

}  // namespace questproof
