// SPDX-License-Identifier: MIT
#include "coordinator/check_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <vector>

#include "coordinator/figures.h"
#include "coordinator/findings/found_run.h"
#include "coordinator/json_parts.h"
#include "coordinator/run_store.h"
#include "coordinator/table.h"
#include "core/base/error.h"
#include "storage/certificate_file.h"
#include "storage/diagram_file.h"
#include "storage/frame.h"
#include "storage/posix_file_system.h"
#include "storage/state_database.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

struct KindFigures {
  std::string kind;
  std::uint64_t columns = 0;
  std::uint64_t bytes = 0;
};

struct RunFigures {
  std::string game;
  std::string program;
  std::string phase;
  std::vector<std::string> lost;  // what was damaged, and is given up
  std::uint64_t commit = 0;
  std::uint64_t states = 0;
  std::size_t levels = 0;
  std::uint64_t disk_bytes = 0;  // without the store of states
  std::vector<KindFigures> kinds;
  std::optional<std::uint64_t> index_bytes;  // of the store of states, if there is one
  struct Diagrams {
    std::uint64_t bytes = 0;
    std::uint64_t nodes = 0;
    std::uint64_t sets = 0;
    std::uint64_t levels = 0;     // kept as sets
    std::uint64_t distances = 0;  // of all quests together
  };
  std::optional<Diagrams> diagrams;  // where they decided the run

  double a_state(std::uint64_t bytes) const {
    return states == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(states);
  }
};

std::string phase_text(RunPhase phase) {
  switch (phase) {
    case RunPhase::kForward: return "forward";
    case RunPhase::kBackward: return "backward";
    case RunPhase::kVerify: return "verify";
    case RunPhase::kPaths: return "paths";
    case RunPhase::kFinished: return "finished";
  }
  return "unknown";
}

std::string program_of(const RunDirectory& run) {
  for (const NamedText& text : run.texts()) {
    if (text.name == "program") return text.text;
  }
  return "";
}

// Every page is read and unpacked; the table's own checksums cover every block.
std::uint64_t read_all_states(const std::string& folder, std::uint64_t expected) {
  const std::unique_ptr<StateDatabase> database = StateDatabase::open(folder);
  std::uint64_t states = 0;
  for (std::size_t part = 0; part < database->part_count(); ++part) {
    database->scan(part, [&](const StatePage& page) {
      states += page.states.count;
      return true;
    });
  }
  if (states != expected) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: the store of states holds {}, and the run has found {}\n"
                            "To build it again: questproof index {}",
                            folder, grouped(states), grouped(expected), folder));
  }
  return database->disk_bytes();
}

// Everything in the file of diagrams: its bytes, its sets, and that they are what the figures say.
RunFigures::Diagrams examine_diagrams(const RunStore& store, const StoredDiagrams& stored) {
  try {
    check_diagrams(stored);
    decode_certificate(stored.certificate);
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}/DIAGRAMS: its certificate {}", store.folder(), problem.text));
  } catch (const Error& problem) {
    throw Error(problem.kind(), fmt::format("{}/DIAGRAMS: {}", store.folder(), problem.what()));
  }
  RunFigures::Diagrams figures;
  figures.bytes = diagram_bytes(PosixFileSystem(), store.folder());
  figures.nodes = stored.image.nodes.size();
  figures.sets = stored.image.sets.size();
  figures.levels = stored.levels.size();
  for (const StoredDiagrams::QuestRoots& quest : stored.quests) {
    figures.distances += quest.distances.size();
  }
  return figures;
}

RunFigures examine(RunStore& store) {
  const RunDirectory& run = store.directory();
  run.verify();
  RunFigures figures;
  figures.game = run.read_game().name;
  run.read_certificate();
  check_run_certificate(store.folder());
  figures.program = program_of(run);
  figures.commit = run.commit_number();
  figures.disk_bytes = run.disk_bytes();
  figures.lost = run.recovery_notes();
  figures.phase = "begun";
  if (const auto& progress = run.progress()) {
    figures.phase = phase_text(progress->phase);
    figures.states = progress->profile.states;
    figures.levels = progress->profile.states_per_level.size();
  }
  if (const std::optional<StoredDiagrams> stored = store.read_diagrams()) {
    figures.diagrams = examine_diagrams(store, *stored);
    figures.disk_bytes += figures.diagrams->bytes;
    figures.game = stored->identity.game_name;
    figures.phase = "finished";
    figures.states = stored->figures.profile.states;
    figures.levels = stored->figures.profile.states_per_level.size();
  }
  const std::vector<ColumnName> names = run.columns();
  for (const ColumnKind kind : column_kinds()) {
    const auto count = std::count_if(names.begin(), names.end(),
                                     [&](const ColumnName& name) { return name.kind == kind; });
    if (count == 0) continue;
    figures.kinds.push_back(
        {to_string(kind), static_cast<std::uint64_t>(count), run.disk_bytes(kind)});
  }
  if (StateDatabase::exists(store.folder())) {
    figures.index_bytes = read_all_states(store.folder(), figures.states);
  }
  return figures;
}

std::string figures_text(const RunFigures& figures, const RunStore& store, const Console& console) {
  std::string text =
      fmt::format("{}\nA run of {}; commit {}, {}: {}", console.paint.bold(figures.game),
                  figures.program, figures.commit, figures.phase, counted(figures.states, "state"));
  if (figures.levels > 0 || !figures.diagrams) {
    text += fmt::format(" on {}", counted(figures.levels, "level"));
  }
  text += "\n";
  if (figures.diagrams) {
    text += fmt::format("Decided with decision diagrams: {} of {}; {} and {} are kept\n",
                        counted(figures.diagrams->sets, "set"),
                        counted(figures.diagrams->nodes, "node"),
                        counted(figures.diagrams->levels, "level"),
                        counted(figures.diagrams->distances, "distance"));
  }
  Table table({{"", Table::Align::kLeft},
               {"columns", Table::Align::kRight},
               {"bytes", Table::Align::kRight},
               {"bytes a state", Table::Align::kRight}});
  const auto add = [&](const std::string& what, const std::string& columns, std::uint64_t bytes) {
    table.add_row({what, columns, grouped(bytes), fmt::format("{:.3f}", figures.a_state(bytes))});
  };
  for (const KindFigures& kind : figures.kinds) add(kind.kind, grouped(kind.columns), kind.bytes);
  if (figures.diagrams) add("decision diagrams", "", figures.diagrams->bytes);
  add("all files of the run", "", figures.disk_bytes);
  if (figures.index_bytes) add("store of states", "", *figures.index_bytes);
  text += table.to_string(console.paint, 2);
  if (figures.lost.empty()) {
    text += fmt::format("{}  every byte was read\n", console.paint.good("OK"));
  } else {
    text += fmt::format(
        "{}  the newest commit was damaged and is given up; all that is left was read\n",
        console.paint.bad("DAMAGED"));
  }
  if (figures.phase != "finished") {
    text += fmt::format("To go on: questproof resume {}\n", store.folder());
  } else if (!figures.index_bytes && !figures.diagrams) {
    text += fmt::format("To build its store of states: questproof index {}\n", store.folder());
  }
  return text;
}

std::string figures_json(const RunFigures& figures) {
  Json columns = Json::array();
  for (const KindFigures& kind : figures.kinds) {
    columns.push_back({{"kind", kind.kind}, {"columns", kind.columns}, {"bytes", kind.bytes}});
  }
  Json document = {{"schema", "questproof/stored-run"},
                   {"version", 1},
                   {"game", figures.game},
                   {"program", figures.program},
                   {"commit", figures.commit},
                   {"phase", figures.phase},
                   {"states", figures.states},
                   {"levels", figures.levels},
                   {"bytes", figures.disk_bytes},
                   {"columns", columns}};
  document["diagrams"] = nullptr;
  if (figures.diagrams) {
    document["diagrams"] = {{"bytes", figures.diagrams->bytes},
                            {"nodes", figures.diagrams->nodes},
                            {"sets", figures.diagrams->sets},
                            {"levels", figures.diagrams->levels},
                            {"distances", figures.diagrams->distances}};
  }
  document["lost"] = figures.lost;
  document["index_bytes"] = figures.index_bytes ? Json(*figures.index_bytes) : Json(nullptr);
  return json_text(document);
}

}  // namespace

ExitCode check_run(const std::string& folder, const CommandOptions& options, Console& console) {
  const std::unique_ptr<RunStore> store = RunStore::open(folder, console);
  const RunFigures figures = examine(*store);
  console.out << (options.json ? figures_json(figures) : figures_text(figures, *store, console));
  return figures.lost.empty() ? ExitCode::kProved : ExitCode::kInput;
}

}  // namespace questproof
