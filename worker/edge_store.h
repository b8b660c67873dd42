// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "storage/record_table.h"
#include "worker/belief.h"
#include "worker/edge_book.h"

namespace questproof {

// What was learned of a game, in a folder, from all runs and agents that ever played with it
// (README.md, "The store of edges"). Evidence is added and never taken away. Beside it stand conclusions, for
// those who read the table without this program: they are written anew as evidence comes in, and never read here.
//
// A version is written with the first edge; another one is refused. Errors are those of RecordTable.
class EdgeStore {
 public:
  // To add to it: made where there is none.
  static EdgeStore open(const std::string& folder);
  // To look at it, while another process may add to it.
  static EdgeStore open_to_read(const std::string& folder);

  // All that it holds.
  EdgeBook read() const;

  // Writes what has changed in the book since its last call: safe from the death of the process when it returns,
  // and once a second from that of the machine. Conclusions follow once a second too.
  void write(EdgeBook& book, const Belief& belief);
  // Writes all, and closes.
  void close(EdgeBook& book, const Belief& belief);

 private:
  EdgeStore(const std::string& folder, RecordTable::Access access);
  void remove_conclusions(const std::string& prefix,
                          std::vector<RecordTable::Change>& changes) const;
  void add_conclusions(const EdgeBook& book, const Belief& belief,
                       std::vector<RecordTable::Change>& changes);

  std::string folder_;
  std::unique_ptr<RecordTable> table_;
  std::set<std::string> open_doors_;  // whose conclusions are to be written anew
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace questproof
