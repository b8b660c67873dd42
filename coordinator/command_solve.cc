// SPDX-License-Identifier: MIT
#include "coordinator/command_solve.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/replay.h"
#include "coordinator/report_text.h"
#include "coordinator/search_run.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"
#include "coordinator/verdict_exit.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

std::string solved_text(const GameModel& model, const SolvedQuest& solved, const Console& console) {
  const Quest& quest = model.quests[solved.quest];
  std::string text = console.paint.bold(quest.name);
  if (!quest.title.empty()) text += fmt::format("  \"{}\"", quest.title);
  text += "\n";
  if (solved.walkthrough) {
    text += walkthrough_text(model, *solved.walkthrough, console.paint, console.width, 2);
    const Walkthrough& way = *solved.walkthrough;
    const bool walks = way.length() != way.steps.size();
    text += fmt::format("{}  {}\n", console.paint.good("SOLVED"),
                        way.steps.empty()
                            ? "It is done there already."
                            : fmt::format("Done in {}; there is no shorter way{}.",
                                          length_text(way), walks ? ", walking aside" : ""));
  } else if (solved.verdict == Verdict::kRefuted) {
    text += wrap(
        fmt::format("{}  There is no way: all {} that play can reach from there were seen, and "
                    "in none of them it is done.",
                    console.paint.bad("IMPOSSIBLE"), counted(solved.states, "state")),
        console.width, 0);
  } else {
    text += wrap(fmt::format("{}  {}.", console.paint.warning("UNKNOWN"), solved.limit),
                 console.width, 0);
  }
  return text;
}

Json solved_json(const GameModel& model, const SolvedQuest& solved) {
  Json result;
  result["quest"] = model.quests[solved.quest].name;
  result["outcome"] = solved.walkthrough                    ? "solved"
                      : solved.verdict == Verdict::kRefuted ? "impossible"
                                                            : "unknown";
  result["limit"] = solved.limit;
  result["states"] = solved.states;
  result["walkthrough"] =
      solved.walkthrough ? walkthrough_json(model, *solved.walkthrough) : Json(nullptr);
  return result;
}

// The worst of all: impossible, then unknown, then solved.
Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::kRefuted || b == Verdict::kRefuted) return Verdict::kRefuted;
  return a == Verdict::kUnknown ? a : b;
}

}  // namespace

ExitCode run_solve(const CommandOptions& options, Console& console, Transport& ranks) {
  const SearchOptions search = search_options(options);
  const GameModel model = load_model(options, console);
  const GivenState from = read_state(model, options.from, options.variant);
  const bool from_everywhere = options.from.empty() && options.variant.empty();

  Verdict verdict = Verdict::kProved;
  Json document = {{"schema", "questproof/solve"}, {"version", 1}, {"game", model.name}};
  document["quests"] = Json::array();
  for (std::size_t quest : chosen_quests(model, options.quest)) {
    const SolvedQuest solved =
        from_everywhere
            ? solve_quest(model, quest, options.reduce, search, console, &ranks)
            : solve_quest_from(model, quest, from, options.reduce, search, console, &ranks);
    verdict = worse(verdict, solved.verdict);
    if (options.json) {
      document["quests"].push_back(solved_json(model, solved));
    } else {
      console.out << solved_text(model, solved, console) << std::flush;
    }
  }
  if (options.json) console.out << json_text(document);
  return exit_code(verdict);
}

}  // namespace questproof
