// SPDX-License-Identifier: MIT
#include "worker/edge_store.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "worker/conclusion_text.h"
#include "worker/known_zones.h"

namespace questproof {
namespace {

// Keys begin with what they hold: 0 comes before all evidence, and conclusions have a part of their own.
constexpr std::string_view kVersionKey = "0/schema";
constexpr std::string_view kVersion = R"({"schema":"questproof/learned-edges","version":1})";
constexpr std::string_view kEvidence = "evidence/";
constexpr std::string_view kConclusions = "conclusion/";
constexpr std::chrono::seconds kBetweenSyncs{1};

std::string evidence_key(const std::string& key) { return std::string(kEvidence) + key; }

std::string conclusion_key(const std::string& key) { return std::string(kConclusions) + key; }

}  // namespace

EdgeStore::EdgeStore(const std::string& folder, RecordTable::Access access)
    : folder_(folder),
      table_(RecordTable::open(folder, access)),
      synced_(std::chrono::steady_clock::now()) {
  const std::optional<std::string> version = table_->get(kVersionKey);
  if (!version && access == RecordTable::Access::kWrite) {
    bool empty = true;
    table_->scan("", [&](std::string_view, std::string_view) { empty = false; });
    if (empty) {
      table_->write({{std::string(kVersionKey), std::string(kVersion)}});
      table_->sync();
      return;
    }
  }
  if (!version || *version != kVersion) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: {}; name another folder", folder,
                            version ? "what was learned there is kept as " + *version +
                                          ", which this program does not read"
                                    : "no edges are kept there"));
  }
}

EdgeStore EdgeStore::open(const std::string& folder) {
  return {folder, RecordTable::Access::kWrite};
}

EdgeStore EdgeStore::open_to_read(const std::string& folder) {
  return {folder, RecordTable::Access::kRead};
}

EdgeBook EdgeStore::read() const {
  EdgeBook book;
  table_->scan(kEvidence, [&](std::string_view key, std::string_view value) {
    try {
      const SeenEdge edge = decode_seen_edge(value);
      if (evidence_key(key_of(edge.body)) != key || edge.seen.empty()) {
        throw Error(Error::Kind::kInput, "it is kept under a wrong name");
      }
      book.add(edge);
    } catch (const Error& problem) {
      throw Error(problem.kind(), fmt::format("{}: {}: {}", folder_, key, problem.what()));
    }
  });
  book.take_changes();
  return book;
}

void EdgeStore::remove_conclusions(const std::string& prefix,
                                   std::vector<RecordTable::Change>& changes) const {
  table_->scan(conclusion_key(prefix), [&](std::string_view key, std::string_view) {
    changes.emplace_back(std::string(key), std::nullopt);
  });
}

void EdgeStore::add_conclusions(const EdgeBook& book, const Belief& belief,
                                std::vector<RecordTable::Change>& changes) {
  for (const std::string& door : std::exchange(open_doors_, {})) {
    const std::string wires = "wire/" + key_part(door) + "/";
    remove_conclusions(wires, changes);
    for (const KnownPair& pair : book.pairs_of(door)) {
      changes.emplace_back(conclusion_key(wires + key_part(pair.button)), encode(pair));
    }
    const std::string prefix = "dispute/" + key_part(door) + "/";
    remove_conclusions(prefix, changes);
    const std::vector<Dispute>& disputes = book.doors().at(door).disputes();
    for (std::size_t i = 0; i < disputes.size(); ++i) {
      changes.emplace_back(conclusion_key(fmt::format("{}{:04}", prefix, i + 1)),
                           encode(disputes[i], door));
    }
  }
  remove_conclusions("zone/", changes);
  const KnownZones zones(belief);
  for (std::size_t place = 0; place < zones.places.size(); ++place) {
    changes.emplace_back(conclusion_key(fmt::format("zone/{:06}", place)),
                         encode_zone(zones, belief, place));
  }
}

void EdgeStore::write(EdgeBook& book, const Belief& belief) {
  std::vector<RecordTable::Change> changes;
  for (const std::string& key : book.take_changes()) {
    const SeenEdge& edge = book.edges().at(key);
    changes.emplace_back(evidence_key(key), encode(edge));
    if (const auto* sighting = std::get_if<SightingEdge>(&edge.body)) {
      open_doors_.insert(sighting->door);
    }
  }
  const auto now = std::chrono::steady_clock::now();
  const bool sync = now - synced_ >= kBetweenSyncs;
  if (sync) add_conclusions(book, belief, changes);
  if (!changes.empty()) table_->write(changes);
  if (!sync) return;
  table_->sync();
  synced_ = now;
}

void EdgeStore::close(EdgeBook& book, const Belief& belief) {
  write(book, belief);
  for (const auto& [door, evidence] : book.doors()) open_doors_.insert(door);
  std::vector<RecordTable::Change> changes;
  add_conclusions(book, belief, changes);
  if (!changes.empty()) table_->write(changes);
  table_->close();
}

}  // namespace questproof
