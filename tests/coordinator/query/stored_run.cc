// SPDX-License-Identifier: MIT
#include "tests/coordinator/query/stored_run.h"

#include "core/base/check.h"
#include "core/search/widths.h"
#include "storage/state_database_builder.h"
#include "tests/coordinator/query/plain_database.h"

namespace questproof::testing_support {

StoredRun::StoredRun(const Game& game, const std::string& game_file) {
  const StateSpace& space = game.space();
  with_width(space.word_count(), [&]<unsigned W>() {
    Explored<W> explored(space, {.threads = 2, .partitions = 16});
    const DistanceTable distances = explored.distances(space);
    const Certification certification = certify(space, nullptr, explored.options);
    const auto read_distances = [&](std::size_t partition, std::span<std::uint32_t> out) {
      const std::uint32_t size = explored.store.run(partition).size();
      for (std::uint32_t rank = 0; rank < size; ++rank) {
        for (std::size_t q = 0; q < space.quest_count(); ++q) {
          out[q * size + rank] = distances.at(explored.store.base(partition) + rank, q);
        }
      }
    };
    const DatabaseSource<W> source{space, explored.store, read_distances, certification};
    const auto built =
        build_state_database<W>(folder(), identity_of(game, game_file), schema_of(game), source, {},
                                explored.parallel, explored.watch);
    QUEST_CHECK(built.has_value());
    return 0;
  });
}

}  // namespace questproof::testing_support
