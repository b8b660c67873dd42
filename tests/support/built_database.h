// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/search/certify.h"
#include "storage/state_database_builder.h"
#include "tests/support/explored.h"
#include "tests/support/random_ownership.h"

namespace questproof::testing_support {

// A new folder for one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What a test database says where it comes from.
DatabaseIdentity test_identity();

// The state database of a space in a folder, by one rank of several or alone. Nothing when a limit of the
// watch was hit.
template <unsigned W>
std::optional<DatabaseBuildFigures> build_database(
    const std::string& folder, const StateSpace& space, const DatabaseBuildOptions& options = {},
    const DatabaseSchema& schema = {}, RunWatch* watch = nullptr, Transport* transport = nullptr,
    int threads = 2) {
  // An ownership of its own for each space.
  Random random(space.label_count() + 31 * space.word_bits(0));
  const Ownership ownership = random_ownership(random, space.word_count(),
                                               [&](std::size_t w) { return space.word_bits(w); });
  Explored<W> explored(space, {.threads = threads, .partitions = 64, .ownership = ownership},
                       transport);
  const DistanceTable distances = explored.distances(space);
  const Certification certification =
      certify(space, nullptr, explored.options, {}, nullptr, transport);
  const auto read_distances = [&](std::size_t partition, std::span<std::uint32_t> out) {
    const std::uint32_t size = explored.store.run(partition).size();
    for (std::uint32_t rank = 0; rank < size; ++rank) {
      for (std::size_t q = 0; q < space.quest_count(); ++q) {
        out[q * size + rank] = distances.at(explored.store.base(partition) + rank, q);
      }
    }
  };
  const DatabaseSource<W> source{space, explored.store, read_distances, certification};
  return build_state_database<W>(folder, test_identity(), schema, source, options,
                                 explored.parallel, watch != nullptr ? *watch : explored.watch);
}

}  // namespace questproof::testing_support
