// SPDX-License-Identifier: MIT
// What a search over ranks meets with, apart from its work: for tests/bench/scale.py.
//
//   rank_figures ownership GAME [PARTITIONS]   for many numbers of ranks, what share of the transitions leaves its rank
//                                  and how unbalanced the levels are, on a sample (core/search/choose_ownership.h)
//   mpirun -n N rank_figures net   microseconds for a gathering of short strings and for an exchange without
//                                  blocks; megabytes a second that a rank sends in blocks
// Lines of words and numbers, for programs.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "core/base/error.h"
#include "core/net/collective.h"
#include "core/net/mpi_session.h"
#include "core/search/choose_ownership.h"
#include "games/registry.h"

namespace questproof {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

int show_ownership(const std::string& path, std::uint32_t partitions) {
  LoadResult loaded = load_game(path);
  if (!loaded.model) throw Error(Error::Kind::kInput, path + " cannot be read");
  const Game game(std::move(*loaded.model), "default");
  for (std::uint32_t ranks = 2; ranks <= partitions; ranks = ranks == 2   ? 3
                                                             : ranks == 3 ? 4
                                                                          : 2 * ranks) {
    const ChosenOwnership chosen = choose_ownership(game.space(), partitions, ranks);
    fmt::print("ownership {} {:.4f} {:.4f} {:.4f} {:.4f}\n", ranks, chosen.figures.remote_share,
               chosen.figures.imbalance, chosen.by_whole_state.remote_share,
               chosen.by_whole_state.imbalance);
  }
  return 0;
}

// The best of some series: what the wire can do, not what the machine does beside.
template <typename Body>
double best_seconds(Transport& ranks, int series, const Body& body) {
  double best = 1e9;
  for (int i = 0; i < series; ++i) {
    barrier(ranks);
    const Clock::time_point start = Clock::now();
    body();
    best = std::min(best, maximum(ranks, seconds_since(start)));
  }
  return best;
}

int show_net() {
  MpiSession session;
  Transport& ranks = session.transport();
  constexpr int kTimes = 1000;
  const Bytes word(16);
  const double gather = best_seconds(ranks, 7, [&] {
    for (int i = 0; i < kTimes; ++i) ranks.all_gather(word);
  });
  const double exchange = best_seconds(ranks, 7, [&] {
    for (int i = 0; i < kTimes; ++i) {
      ranks.exchange([](int, Bytes&) { return false; }, [](int, Bytes&) {});
    }
  });
  constexpr std::size_t kBlocks = 400;
  const double blocks = best_seconds(ranks, 3, [&] {
    std::vector<std::size_t> sent(static_cast<std::size_t>(ranks.ranks()), 0);
    ranks.exchange(
        [&](int to, Bytes& block) {
          block.resize(Transport::kBlockBytes);
          return sent[static_cast<std::size_t>(to)]++ < kBlocks;
        },
        [](int, Bytes&) {});
  });
  if (ranks.rank() == 0) {
    const double bytes = static_cast<double>(kBlocks * Transport::kBlockBytes) *
                         static_cast<double>(ranks.ranks() - 1);
    fmt::print("net {} {:.3f} {:.3f} {:.1f}\n", ranks.ranks(), gather / kTimes * 1e6,
               exchange / kTimes * 1e6, bytes / blocks / 1e6);
  }
  barrier(ranks);
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() >= 2 && arguments.size() <= 3 && arguments[0] == "ownership") {
    const std::string partitions = arguments.size() == 3 ? arguments[2] : "4096";
    return show_ownership(arguments[1], static_cast<std::uint32_t>(std::stoul(partitions)));
  }
  if (arguments.size() == 1 && arguments[0] == "net") return show_net();
  std::cerr << "rank_figures: ownership GAME [PARTITIONS], or net\n";
  return 10;
}

}  // namespace
}  // namespace questproof

int main(int count, char** values) {
  try {
    return questproof::run({values + 1, values + count});
  } catch (const std::exception& error) {
    std::cerr << "rank_figures: " << error.what() << std::endl;
    return 1;
  }
}
