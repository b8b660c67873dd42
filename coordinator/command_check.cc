// SPDX-License-Identifier: MIT
#include "coordinator/command_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "coordinator/check_run.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/figures.h"
#include "coordinator/game.h"
#include "coordinator/json_parts.h"
#include "coordinator/load_model.h"
#include "coordinator/run_store.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "games/registry.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// What is in a game, counted.
struct GameFigures {
  struct Count {
    std::string what;
    std::string many;
    std::size_t count = 0;
  };
  std::vector<Count> counts;
  std::size_t bits_written = 0;
  std::size_t bits_searched = 0;
  std::size_t rules = 0;
};

std::size_t count_kind(const GameModel& model, VariableKind kind) {
  return static_cast<std::size_t>(
      std::count_if(model.variables.begin(), model.variables.end(),
                    [&](const Variable& variable) { return variable.kind == kind; }));
}

GameFigures count_game(const Game& game) {
  const GameModel& model = game.written();
  GameFigures figures;
  figures.counts = {{"event", "events", model.events.size()},
                    {"branch", "branches", model.branches.size()},
                    {"quest", "quests", model.quests.size()},
                    {"variable", "variables", model.variables.size()},
                    {"item that changes hands", "items that change hands",
                     count_kind(model, VariableKind::kItem)},
                    {"way to begin", "ways to begin", model.variants.size()}};
  for (const Content& content : model.contents) {
    const auto known = std::find_if(figures.counts.begin(), figures.counts.end(),
                                    [&](const auto& entry) { return entry.what == content.kind; });
    if (known != figures.counts.end()) {
      ++known->count;
    } else {
      const std::string many = content.kind == "entity" ? "entities" : content.kind + "s";
      figures.counts.push_back({content.kind, many, 1});
    }
  }
  figures.bits_written = StateLayout(model.variables).bit_count();
  figures.bits_searched = game.layout().bit_count();
  figures.rules = game.compiled().rule_count();
  return figures;
}

std::string figures_text(const Game& game, const GameFigures& figures, const Console& console) {
  std::string text = console.paint.bold(game.written().name) + "\n";
  Table table({{"", Table::Align::kRight}, {"", Table::Align::kLeft}});
  for (const GameFigures::Count& entry : figures.counts) {
    table.add_row({grouped(entry.count), entry.count == 1 ? entry.what : entry.many});
  }
  table.add_row({grouped(figures.bits_written), "bits a state as written"});
  table.add_row({grouped(figures.bits_searched), "bits a state after reductions"});
  text += table.to_string(console.paint, 2);
  for (const ReducedModel::Note& note : game.reduced().notes) {
    const std::string& name = game.written().variables[note.variable.index].name;
    text += hanging("", console.paint.dim(name + ": " + note.text), 0, console.width);
  }
  return text;
}

Json diagnostic_json(const Diagnostic& diagnostic) {
  return {{"severity", diagnostic.severity == Severity::kError ? "error" : "warning"},
          {"file", diagnostic.file},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"message", diagnostic.message},
          {"remedy", diagnostic.remedy}};
}

Json figures_json(const Game& game, const GameFigures& figures) {
  Json counts = Json::object();
  for (const GameFigures::Count& entry : figures.counts) counts[entry.many] = entry.count;
  Json notes = Json::array();
  for (const ReducedModel::Note& note : game.reduced().notes) {
    notes.push_back(
        {{"variable", game.written().variables[note.variable.index].name}, {"text", note.text}});
  }
  return {{"name", game.written().name},
          {"model_hash", game.hash()},
          {"counts", counts},
          {"bits_as_written", figures.bits_written},
          {"bits_searched", figures.bits_searched},
          {"notes", notes}};
}

std::string check_json(const std::vector<Diagnostic>& diagnostics, const Game* game) {
  Json document;
  document["schema"] = "questproof/check";
  document["version"] = 1;
  document["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    document["diagnostics"].push_back(diagnostic_json(diagnostic));
  }
  document["game"] = game == nullptr ? Json(nullptr) : figures_json(*game, count_game(*game));
  return json_text(document);
}

std::size_t count_of(const std::vector<Diagnostic>& diagnostics, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [&](const Diagnostic& each) { return each.severity == severity; }));
}

std::string outcome_text(std::size_t errors, std::size_t warnings, const Paint& paint) {
  if (errors > 0) {
    return fmt::format("{}  {}, {}\n", paint.bad("NOT OK"), counted(errors, "error"),
                       counted(warnings, "warning"));
  }
  if (warnings > 0) return fmt::format("{}  {}\n", paint.good("OK"), counted(warnings, "warning"));
  return fmt::format("{}\n", paint.good("OK"));
}

}  // namespace

ExitCode run_check(const CommandOptions& options, Console& console) {
  if (RunStore::exists(options.game_file)) return check_run(options.game_file, options, console);
  LoadResult loaded = load_game(options.game_file, parse_settings(options.settings));
  const std::size_t errors = count_of(loaded.diagnostics, Severity::kError);
  const bool good = errors == 0 && loaded.model.has_value();
  std::optional<Game> game;
  if (good) game.emplace(std::move(*loaded.model), options.reduce);
  if (options.json) {
    console.out << check_json(loaded.diagnostics, good ? &*game : nullptr);
  } else {
    console.out << diagnostics_text(loaded.diagnostics, console.paint, console.width);
    if (good) console.out << figures_text(*game, count_game(*game), console);
    console.out << outcome_text(errors, count_of(loaded.diagnostics, Severity::kWarning),
                                console.paint);
  }
  return good ? ExitCode::kProved : ExitCode::kInput;
}

}  // namespace questproof
