// SPDX-License-Identifier: MIT
#include "storage/diagram_file.h"

#include <fmt/core.h>
#include <storage/schema/diagrams.capnp.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/symbolic/set_operations.h"
#include "core/symbolic/symbolic_solution.h"
#include "storage/capnp_message.h"
#include "storage/database_codec.h"
#include "storage/run_manifest.h"

namespace questproof {
namespace {

namespace schema = diagrams_schema;
using Kind = schema::Kind;

[[noreturn]] void damaged(const char* problem) {
  throw FormatProblem{FormatProblem::Kind::kDamaged, problem};
}

capnp::Data::Reader data_of(const std::string& bytes) {
  return {reinterpret_cast<const capnp::byte*>(bytes.data()), bytes.size()};
}
capnp::Data::Reader data_of(const std::vector<std::uint8_t>& bytes) {
  return {bytes.data(), bytes.size()};
}
std::string_view text_of_data(capnp::Data::Reader data) {
  return {reinterpret_cast<const char*>(data.begin()), data.size()};
}

void write(schema::Engine::Builder out, const StoredDiagrams::Engine& engine) {
  out.setOrder(engine.figures.order);
  out.setOrderCost(engine.figures.order_cost);
  out.setOrdersTried(static_cast<std::uint32_t>(engine.figures.orders_tried));
  out.setLevels(static_cast<std::uint32_t>(engine.figures.levels));
  out.setNodes(engine.figures.nodes);
  out.setPeakNodes(engine.figures.peak_nodes);
  out.setRelationNodes(engine.figures.relation_nodes);
  out.setMemoryBytes(engine.figures.memory_bytes);
  out.setSamples(engine.samples);
  out.setStates(engine.states);
  out.setTransitions(engine.transitions);
  out.setDeadlocks(engine.deadlocks);
  out.setLevelsKnown(engine.levels_known);
  out.setCompletionsKnown(engine.completions_known);
  out.setRoutesKnown(engine.routes_known);
  out.setFarthestKnown(engine.farthest_known);
  out.setSeconds(engine.seconds);
}

StoredDiagrams::Engine read(schema::Engine::Reader in) {
  StoredDiagrams::Engine engine;
  engine.figures.order = text_of(in.getOrder());
  engine.figures.order_cost = in.getOrderCost();
  engine.figures.orders_tried = in.getOrdersTried();
  engine.figures.levels = in.getLevels();
  engine.figures.nodes = in.getNodes();
  engine.figures.peak_nodes = in.getPeakNodes();
  engine.figures.relation_nodes = in.getRelationNodes();
  engine.figures.memory_bytes = in.getMemoryBytes();
  engine.samples = in.getSamples();
  engine.states = text_of(in.getStates());
  engine.transitions = text_of(in.getTransitions());
  engine.deadlocks = text_of(in.getDeadlocks());
  engine.levels_known = in.getLevelsKnown();
  engine.completions_known = in.getCompletionsKnown();
  engine.routes_known = in.getRoutesKnown();
  engine.farthest_known = in.getFarthestKnown();
  engine.seconds = in.getSeconds();
  return engine;
}

// What a set is, and where its position in image.sets is to be kept.
struct SetRow {
  Kind kind = Kind::REACHABLE;
  std::uint32_t quest = 0;
  std::uint32_t number = 0;
  std::uint32_t position = 0;
};

std::vector<SetRow> rows_of(const StoredDiagrams& stored) {
  std::vector<SetRow> rows = {{Kind::REACHABLE, 0, 0, stored.reachable}};
  for (std::uint32_t q = 0; q < stored.quests.size(); ++q) {
    const StoredDiagrams::QuestRoots& quest = stored.quests[q];
    rows.push_back({Kind::DONE, q, 0, quest.done});
    rows.push_back({Kind::PENDING, q, 0, quest.pending});
    rows.push_back({Kind::LIVE, q, 0, quest.live});
    rows.push_back({Kind::BLOCKED, q, 0, quest.blocked});
    for (std::uint32_t d = 0; d < quest.distances.size(); ++d) {
      rows.push_back({Kind::DISTANCE, q, d, quest.distances[d]});
    }
  }
  for (std::uint32_t level = 0; level < stored.levels.size(); ++level) {
    rows.push_back({Kind::LEVEL, 0, level, stored.levels[level]});
  }
  return rows;
}

void append_in_order(std::vector<std::uint32_t>& list, std::uint32_t number,
                     std::uint32_t position) {
  if (list.size() != number) damaged("has sets that are missing, or there twice");
  list.push_back(position);
}

void take_row(StoredDiagrams& stored, const SetRow& row) {
  const bool of_quest = row.kind != Kind::REACHABLE && row.kind != Kind::LEVEL;
  if (of_quest && row.quest >= stored.quests.size()) damaged("has a set of an unknown quest");
  switch (row.kind) {
    case Kind::REACHABLE: stored.reachable = row.position; return;
    case Kind::DONE: stored.quests[row.quest].done = row.position; return;
    case Kind::PENDING: stored.quests[row.quest].pending = row.position; return;
    case Kind::LIVE: stored.quests[row.quest].live = row.position; return;
    case Kind::BLOCKED: stored.quests[row.quest].blocked = row.position; return;
    case Kind::LEVEL: append_in_order(stored.levels, row.number, row.position); return;
    case Kind::DISTANCE:
      append_in_order(stored.quests[row.quest].distances, row.number, row.position);
      return;
  }
  damaged("has a set of an unknown kind");
}

void write(schema::Diagrams::Builder out, const StoredDiagrams& stored) {
  out.setIdentity(data_of(encode_identity(stored.identity)));
  out.setNames(data_of(encode_schema(stored.schema)));
  out.setFigures(data_of(encode_figures(stored.figures)));
  out.setCertificate(data_of(stored.certificate));
  write(out.initEngine(), stored.engine);
  fill_values(out.initOrder(size_of(stored.order.size())), stored.order);
  const std::vector<DiagramImage::Node>& nodes = stored.image.nodes;
  auto values = out.initValues(size_of(nodes.size()));
  auto down = out.initDown(size_of(nodes.size()));
  auto right = out.initRight(size_of(nodes.size()));
  for (unsigned i = 0; i < nodes.size(); ++i) {
    values.set(i, nodes[i].value);
    down.set(i, nodes[i].down);
    right.set(i, nodes[i].right);
  }
  const std::vector<SetRow> rows = rows_of(stored);
  fill_list(out.initSets(size_of(rows.size())), rows,
            [&](schema::Set::Builder set, const SetRow& row) {
              set.setKind(row.kind);
              set.setQuest(row.quest);
              set.setNumber(row.number);
              set.setNode(stored.image.sets[row.position]);
            });
}

StoredDiagrams read(schema::Diagrams::Reader in) {
  StoredDiagrams stored;
  stored.identity = decode_identity(text_of_data(in.getIdentity()));
  stored.schema = decode_schema(text_of_data(in.getNames()));
  stored.figures = decode_figures(text_of_data(in.getFigures()));
  stored.certificate.assign(in.getCertificate().begin(), in.getCertificate().end());
  stored.engine = read(in.getEngine());
  for (const std::uint32_t variable : in.getOrder()) {
    if (variable >= stored.schema.variables.size()) damaged("has an order of other variables");
    stored.order.push_back(variable);
  }
  const auto values = in.getValues();
  const auto down = in.getDown();
  const auto right = in.getRight();
  if (down.size() != values.size() || right.size() != values.size()) {
    damaged("has nodes that are not whole");
  }
  for (unsigned i = 0; i < values.size(); ++i) {
    stored.image.nodes.push_back({values[i], down[i], right[i]});
  }
  stored.quests.resize(stored.schema.quests.size());
  for (const auto set : in.getSets()) {
    const auto position = static_cast<std::uint32_t>(stored.image.sets.size());
    stored.image.sets.push_back(set.getNode());
    take_row(stored, {set.getKind(), set.getQuest(), set.getNumber(), position});
  }
  const std::size_t wanted = 1 + 4 * stored.quests.size();
  if (stored.image.sets.size() < wanted) damaged("has sets that are missing, or there twice");
  return stored;
}

std::string path_of(const std::string& folder) { return folder + "/" + kDiagramsName; }

// Sets of a stored image, to be counted.
class SetCheck {
 public:
  explicit SetCheck(const StoredDiagrams& stored)
      : stored_(stored), sets_(store_), all_(restore(store_, stored.image, stored.domains())) {}

  void run() {
    const Diagram& reachable = all_[stored_.reachable];
    expect_count(reachable, stored_.figures.profile.states, "reachable states");
    expect_parts(stored_.levels, reachable.id(), true, "levels");
    for (std::size_t q = 0; q < stored_.quests.size(); ++q) run(q, reachable);
  }

 private:
  void run(std::size_t q, const Diagram& reachable) {
    const StoredDiagrams::QuestRoots& quest = stored_.quests[q];
    const StoredQuestFigures& figures = stored_.figures.quests.at(q);
    expect_count(all_[quest.done], figures.done_states, "done states");
    expect_count(all_[quest.pending], figures.pending_states, "pending states");
    expect_count(all_[quest.blocked], figures.blocked_states, "blocked states");
    expect_inside(all_[quest.live].id(), reachable.id(), "live states");
    expect_inside(all_[quest.done].id(), all_[quest.live].id(), "done states");
    const NodeId hopeless = sets_.subtract(all_[quest.pending].id(), all_[quest.live].id());
    if (hopeless != all_[quest.blocked].id()) refuse("blocked states");
    expect_parts(quest.distances, all_[quest.live].id(), stored_.figures.known.farthest,
                 "distances");
  }

  [[noreturn]] static void refuse(const char* what) {
    throw Error(Error::Kind::kInput,
                fmt::format("its {} are not those that the run has found", what));
  }
  void expect_count(const Diagram& set, std::uint64_t count, const char* what) {
    if (clamped(sets_.count(set.id())) != count) refuse(what);
  }
  void expect_inside(NodeId part, NodeId whole, const char* what) {
    if (sets_.subtract(part, whole) != kNothing) refuse(what);
  }
  // They share nothing and, if they must be all, are all of it. Where none is kept none is required.
  void expect_parts(const std::vector<std::uint32_t>& parts, NodeId whole, bool all,
                    const char* what) {
    if (parts.empty()) return;
    for (const std::uint32_t part : parts) {
      expect_inside(all_[part].id(), whole, what);
      whole = sets_.subtract(whole, all_[part].id());
    }
    if (all && whole != kNothing) refuse(what);
  }

  const StoredDiagrams& stored_;
  DiagramStore store_;
  SetOperations sets_;
  std::vector<Diagram> all_;
};

}  // namespace

std::vector<std::uint32_t> StoredDiagrams::domains() const {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t position : order) {
    const Variable& variable = schema.variables[position].variable;
    sizes.push_back(static_cast<std::uint32_t>(std::int64_t{variable.high} - variable.low + 1));
  }
  return sizes;
}

std::vector<std::uint8_t> encode_diagrams(const StoredDiagrams& stored) {
  return make_message<schema::Diagrams>(FileKind::kDiagrams,
                                        [&](schema::Diagrams::Builder out) { write(out, stored); });
}

StoredDiagrams decode_diagrams(std::span<const std::uint8_t> file) {
  return read_message<schema::Diagrams>(file, FileKind::kDiagrams,
                                        [](schema::Diagrams::Reader in) { return read(in); });
}

bool holds_diagrams(const FileSystem& files, const std::string& folder) {
  return files.is_folder(folder) && files.open(path_of(folder)) != nullptr;
}

void write_diagrams(FileSystem& files, const std::string& folder, const StoredDiagrams& stored,
                    std::uint64_t most_bytes) {
  const std::vector<std::uint8_t> bytes = encode_diagrams(stored);
  if (most_bytes > 0 && bytes.size() > most_bytes) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: the sets of states take {} bytes, more than the limit of {}; "
                            "please raise --disk, or leave out --store to be told without keeping",
                            path_of(folder), bytes.size(), most_bytes));
  }
  const std::string temporary = folder + "/" + kDiagramsTemporary;
  const std::unique_ptr<FileSystem::WritableFile> file = files.create(temporary);
  file->append(bytes);
  file->sync();
  files.rename(temporary, path_of(folder));
  files.sync_folder(folder);
}

std::optional<StoredDiagrams> read_diagrams(const FileSystem& files, const std::string& folder) {
  if (!holds_diagrams(files, folder)) return std::nullopt;
  const auto refuse = [&](const std::string& problem) {
    return Error(Error::Kind::kInput, fmt::format("{}: {}\nTo write it again: remove it, then "
                                                  "questproof resume {}",
                                                  path_of(folder), problem, folder));
  };
  try {
    const auto file = files.open(path_of(folder));
    return decode_diagrams(read_whole(*file));
  } catch (const FormatProblem& problem) {
    throw refuse(problem.text);
  } catch (const Error& problem) {
    if (problem.kind() != Error::Kind::kInput) throw;
    throw refuse(problem.what());
  }
}

std::uint64_t diagram_bytes(const FileSystem& files, const std::string& folder) {
  const auto file = files.is_folder(folder) ? files.open(path_of(folder)) : nullptr;
  return file == nullptr ? 0 : file->size();
}

void check_diagrams(const StoredDiagrams& stored) {
  if (stored.figures.quests.size() != stored.quests.size()) {
    throw Error(Error::Kind::kInput, "its figures are of other quests");
  }
  SetCheck(stored).run();
}

}  // namespace questproof
