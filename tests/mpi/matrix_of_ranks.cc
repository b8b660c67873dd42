// SPDX-License-Identifier: MIT
// One column of the matrix of ranks: certifies many games on the ranks that it is started with, with several
// numbers of threads, in memory and in a store with scratch, and prints a signature of each. Ranks are those
// of an MPI launcher, threads of this process (--ranks), or one. matrix_test.py compares the columns.
//
// Usage: matrix_of_ranks [--ranks N] [--most STATES] [--partitions N] [--only disk] LIST FOLDER
// LIST: a file of lines "GAME<tab>REDUCTIONS<tab>KEY=VALUE,KEY=VALUE". FOLDER: for stores, seen by all ranks; in it
// rank R has scratch-R. With --only disk one thread, and as many commits as can be, in a store that stays there: what
// full_disk_test.py looks at. A limit that ends a run on disk is told on the standard error.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "coordinator/load_model.h"
#include "coordinator/options.h"
#include "coordinator/owner_choice.h"
#include "coordinator/run_store.h"
#include "core/base/hash.h"
#include "core/net/collective.h"
#include "core/net/loopback.h"
#include "core/net/mpi_session.h"
#include "core/net/solo_transport.h"
#include "core/search/certify.h"
#include "core/search/result_codec.h"
#include "games/registry.h"

namespace questproof {
namespace {

// Random play is solved exactly, and so compared bit by bit, where that takes no time.
constexpr std::uint64_t kMostPlayed = 20'000;

struct Listed {
  std::string path;
  std::string reduce;
  std::vector<std::string> settings;
};

struct TooLarge {};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<Listed> read_list(const std::string& path) {
  std::ifstream file(path);
  std::vector<Listed> games;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> parts = split(line, '\t');
    games.push_back({parts.at(0), parts.at(1), {}});
    if (parts.size() > 2) games.back().settings = split(parts[2], ',');
  }
  return games;
}

// Nothing where it cannot be read.
std::unique_ptr<Game> read_game(const Listed& listed) {
  try {
    LoadResult loaded = load_game(listed.path, parse_settings(listed.settings));
    if (!loaded.model) return nullptr;
    return std::make_unique<Game>(std::move(*loaded.model), listed.reduce);
  } catch (const Error&) {
    return nullptr;
  }
}

// How many states it has; nothing where they are more.
std::optional<std::uint64_t> count_states(const Game& game, std::uint64_t most) {
  SearchOptions options;
  options.threads = 1;
  options.verify = options.random_play = false;
  options.distances = Distances::kWhereNeeded;
  try {
    const Certification found =
        certify(game.space(), nullptr, options, [&](const Progress& progress) {
          if (progress.states > most) throw TooLarge{};
        });
    if (!found.complete || found.profile.states > most) return std::nullopt;
    return found.profile.states;
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

std::string signature_of(const Certification& found) {
  const std::vector<std::uint8_t> bytes =
      encode_result({found.verified, found.quests, found.faults, {}});
  std::string all = found.profile.to_string() + to_string(found.verdict) + found.limit;
  all.append(bytes.begin(), bytes.end());
  for (const std::uint64_t count : found.enabled) all += fmt::format(" {}", count);
  return hash_128(all).to_hex();
}

struct Column {
  std::uint64_t most_states = 1'000'000;
  std::uint32_t partitions = 256;
  bool only_disk = false;
};

SearchOptions options_for(int threads, std::uint32_t partitions, bool plays) {
  SearchOptions options;
  options.partitions = partitions;
  options.threads = threads;
  options.random_play = plays;
  options.distances = Distances::kAlways;
  options.chunk_transitions = 200'000;  // several rounds a level
  return options;
}

std::string certify_in_memory(const Game& game, SearchOptions options, const Ownership& ownership,
                              Transport& ranks) {
  options.ownership = ownership;
  const auto checker = game.make_checker();
  return signature_of(certify(game.space(), checker.get(), options, {}, nullptr, &ranks));
}

// Everything that can lies on disk: in the store, or in scratch.
std::string certify_on_disk(const Game& game, SearchOptions options, const Ownership& ownership,
                            const std::string& folder, Transport& ranks) {
  const std::string store_folder = folder + "/run";
  const std::string scratch = fmt::format("{}/scratch-{}", folder, ranks.rank());
  if (ranks.rank() == 0) std::filesystem::remove_all(store_folder);
  std::filesystem::create_directories(scratch);
  barrier(ranks);
  CommandOptions command;
  command.command = Command::kCertify;
  command.reduce = game.reduce();
  command.partitions = options.partitions;
  const auto store = RunStore::create(store_folder, game, command, &ranks, ownership);
  options = store->adapted(options);
  options.scratch_directory = scratch;
  options.scratch_from_bytes = 1;
  const auto checker = game.make_checker();
  const Certification found =
      certify(game.space(), checker.get(), options, {}, &store->storage(), &ranks);
  if (!found.limit.empty() && ranks.rank() == 0) fmt::print(stderr, "limit: {}\n", found.limit);
  return signature_of(found);
}

void print(Transport& ranks, const Listed& listed, std::uint64_t states, int threads,
           const char* mode, const std::string& signature) {
  const auto all =
      all_gather_lists(ranks, std::span<const char>(signature.data(), signature.size()));
  for (const auto& one : all) {
    QUEST_CHECK_MSG(std::string(one.data(), one.size()) == signature, "ranks disagree");
  }
  if (ranks.rank() != 0) return;
  fmt::print("{}\t{}\t{}\t{}\t{}\t{}\n", listed.path, listed.reduce, states, threads, mode,
             signature);
  std::fflush(stdout);
}

void certify_all(const std::vector<Listed>& games, const Column& column, const std::string& folder,
                 Transport& ranks) {
  for (const Listed& listed : games) {
    const std::unique_ptr<Game> game = read_game(listed);
    if (game == nullptr) continue;
    std::uint64_t counted = 0;
    if (ranks.rank() == 0) counted = count_states(*game, column.most_states).value_or(0);
    const std::uint64_t states = maximum(ranks, counted);
    if (states == 0) continue;
    CommandOptions command;
    command.partitions = column.partitions;
    const Ownership ownership = choose_owners(*game, command, ranks.ranks()).ownership;
    for (const int threads : {1, 2}) {
      if (column.only_disk && threads > 1) continue;
      SearchOptions options = options_for(threads, column.partitions, states <= kMostPlayed);
      if (column.only_disk) {
        options.checkpoint_seconds = 0;
      } else {
        print(ranks, listed, states, threads, "memory",
              certify_in_memory(*game, options, ownership, ranks));
      }
      print(ranks, listed, states, threads, "disk",
            certify_on_disk(*game, options, ownership, folder, ranks));
    }
  }
}

int run(const std::vector<std::string>& arguments) {
  int count = 1;
  Column column;
  std::size_t at = 0;
  for (; at + 1 < arguments.size() && arguments[at].starts_with("--"); at += 2) {
    if (arguments[at] == "--ranks") count = std::atoi(arguments[at + 1].c_str());
    if (arguments[at] == "--most") {
      column.most_states = std::strtoull(arguments[at + 1].c_str(), nullptr, 10);
    }
    if (arguments[at] == "--partitions") {
      column.partitions = static_cast<std::uint32_t>(std::atoi(arguments[at + 1].c_str()));
    }
    if (arguments[at] == "--only") column.only_disk = arguments[at + 1] == "disk";
  }
  const std::vector<Listed> games = read_list(arguments.at(at));
  const std::string folder = arguments.at(at + 1);
  const auto body = [&](Transport& ranks) {
    with_abandon(ranks, [&] { certify_all(games, column, folder, ranks); });
  };
  if (MpiSession::launched()) {
    MpiSession session;
    body(session.transport());
  } else if (count == 1) {
    SoloTransport alone;
    body(alone);
  } else {
    LoopbackWorld world(count);
    world.run(body);
    world.rethrow();
  }
  return 0;
}

}  // namespace
}  // namespace questproof

int main(int count, char** values) {
  try {
    return questproof::run({values + 1, values + count});
  } catch (const std::exception& error) {
    std::cerr << "matrix_of_ranks: " << error.what() << std::endl;
    return 1;
  }
}
