// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/search/run_progress.h"

namespace questproof {

// What a column holds. Its bytes are encoded by core/search/run_codec.h; storage/README.md describes
// them for strangers.
enum class ColumnKind : std::uint8_t {
  kLevelKeys,  // number: a breadth-first level. The states of this level, and of those that follow
               // it up to the next column
  kDistances,  // number: a group of quests. The cells of the distance table
  kVerifyMarks,  // number: a group of quests. What the verify pass has seen so far
  kOutcome,      // number: a group of quests. What was found out about them; partition 0 only
  kResult        // number: 0. All results of a finished run; partition 0 only
};
struct ColumnName {
  ColumnKind kind = ColumnKind::kLevelKeys;
  std::uint32_t number = 0;
  auto operator<=>(const ColumnName&) const = default;
};

// Where a run keeps what it finds, so that it outlives the process. A run leaves columns: for each
// of them one byte string per partition. A sealed column never changes. commit() makes what was
// sealed or dropped since the last commit durable together with the progress, all or nothing;
// after a crash the run is as the newest commit left it.
//
// Over ranks each has an object for the same run. All create, seal and drop the same columns between
// the same commits; each puts the partitions that it owns, and reads what it put or what is
// committed. commit() is collective, with the same progress on all.
//
// Errors: Error(kResource) when the disk is full or fails, Error(kInput) that names the file when
// what is read is damaged.
class RunStorage {
 public:
  // Fills one column. put(): any thread, any order, at most once for each partition; partitions
  // without a put hold nothing. Without seal() the column is forgotten.
  class Writer {
   public:
    virtual ~Writer() = default;
    virtual void put(std::size_t partition, std::span<const std::uint8_t> bytes) = 0;
    virtual void seal() = 0;
  };

  virtual ~RunStorage() = default;

  // What the newest commit says; nothing when the run begins.
  virtual const std::optional<RunProgress>& progress() const = 0;

  // Replaces a column of the same name at the next commit.
  virtual std::unique_ptr<Writer> create(ColumnName name) = 0;
  virtual void drop(ColumnName name) = 0;
  virtual void commit(const RunProgress& progress) = 0;

  // Of sealed columns. Thread-safe.
  virtual std::vector<ColumnName> columns() const = 0;  // ascending
  virtual std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const = 0;

  // On disk, uncommitted columns included.
  virtual std::uint64_t disk_bytes() const = 0;
  virtual std::uint64_t disk_bytes(ColumnKind kind) const = 0;
};

}  // namespace questproof
