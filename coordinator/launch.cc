// SPDX-License-Identifier: MIT
#include "coordinator/launch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <thread>
#include <variant>

#include "coordinator/command_line.h"
#include "coordinator/terminal_guard.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/process_usage.h"
#include "core/net/collective.h"
#include "core/net/loopback.h"
#include "core/net/mpi_session.h"
#include "core/net/remote_error.h"
#include "core/net/solo_transport.h"

namespace questproof {
namespace {

constexpr CommandSet kOverRanks =
    set_of(Command::kCertify, Command::kResume, Command::kIndex, Command::kSolve, Command::kBench,
           Command::kSweep, Command::kAgent);

// Where there are several ranks a message comes from the one that failed, or from rank 0 if it hears of
// it first: the others give them time.
constexpr std::chrono::milliseconds kRankZeroFirst{300};
constexpr std::chrono::seconds kOthersFirst{5};

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unknown host";
}

// For ranks that have no console.
struct Silence {
  std::istream in{nullptr};
  std::ostream out{nullptr};
  Console console() { return {.in = in, .out = out, .error = out, .paint = {}, .error_paint = {}}; }
};

// What went wrong, as an Error. Requires: called while an exception is handled.
Error current_error() {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(Error::Kind::kResource, "out of memory; lower --memory, or use a larger machine");
  } catch (const std::filesystem::filesystem_error& error) {
    return Error(Error::Kind::kResource,
                 fmt::format("{}: cannot be used: {}; see what lies there, and who may write",
                             error.path1().string(), error.code().message()));
  } catch (const std::exception& error) {
    return Error(Error::Kind::kInternal, fmt::format("internal error: {}", error.what()));
  }
}

int exit_status(const Error& error) { return static_cast<int>(exit_code(error.kind())); }

int say(const Error& error) {
  std::cerr << "questproof: " << error.what() << std::endl;
  return exit_status(error);
}

void expect_fit_for_ranks(const CommandOptions& options, int ranks) {
  if (ranks == 1 || (kOverRanks & set_of(options.command)) != 0) return;
  throw Error(
      Error::Kind::kUsage,
      fmt::format("`questproof {}` runs in one process; only certify, resume, index, solve, bench, "
                  "sweep and agent run over {} ranks",
                  info(options.command).name, ranks));
}

ExitCode run_with_console(const CommandOptions& options, const RankedCommand& command,
                          Transport& ranks) {
  if (ranks.rank() != 0) {
    Silence silence;
    Console console = silence.console();
    return command(options, console, ranks);
  }
  Console console = process_console(options);
  const ExitCode code = command(options, console, ranks);
  std::cout.flush();
  if (!std::cout) throw Error(Error::Kind::kResource, "the output could not be written in full");
  return code;
}

// What is wrong with the command line or the game is wrong on every rank, and rank 0 tells it.
bool comes_from_one_rank(const Error& error, const Transport& ranks) {
  if (ranks.rank() != 0) return true;
  return ranks.ranks() > 1 &&
         (error.kind() == Error::Kind::kResource || error.kind() == Error::Kind::kInternal);
}

// Runs the command on a rank; all end with the code of rank 0, and none before that one. Errors that
// come from one rank say from which.
int run_on_rank(const CommandOptions& options, const RankedCommand& command, Transport& ranks,
                const std::string& place) {
  int code = 0;
  with_abandon(ranks, [&] {
    try {
      expect_fit_for_ranks(options, ranks.ranks());
      const ExitCode mine = run_with_console(options, command, ranks);
      code = all_gather_value(ranks, static_cast<int>(mine)).front();
    } catch (const RemoteError&) {
      throw;
    } catch (const std::exception&) {
      const Error error = current_error();
      if (!comes_from_one_rank(error, ranks)) throw error;
      throw Error(error.kind(), fmt::format("{}{}", error.what(), place));
    }
  });
  return code;
}

int run_in_threads(const CommandOptions& options, const RankedCommand& command) {
  CommandOptions shared = options;
  if (shared.threads == 0) {
    shared.threads = std::max(1, Parallel(0).threads() / options.ranks);
  }
  LoopbackWorld world(options.ranks);
  int code = 0;
  world.run([&](Transport& ranks) {
    const std::string place = fmt::format(" (rank {})", ranks.rank());
    const int mine = run_on_rank(shared, command, ranks, place);
    if (ranks.rank() == 0) code = mine;
  });
  world.rethrow();
  return code;
}

// Ranks on one machine share its memory, and its cores unless the launcher has divided them.
CommandOptions fit_to_machine(CommandOptions options, int ranks_here) {
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int usable = Parallel(0).threads();
  if (options.threads == 0)
    options.threads = usable < cores ? usable : std::max(1, cores / ranks_here);
  if (options.memory.bytes == 0) {
    options.memory.bytes = machine_memory_bytes() / 5 * 4 / static_cast<std::uint64_t>(ranks_here);
  }
  return options;
}

// A launcher that pins ranks to single cores makes threads worthless.
void warn_of_pinned_ranks(const CommandOptions& options, Transport& ranks, int ranks_here) {
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int usable = Parallel(0).threads();
  const bool pinned = usable < options.threads || (usable == 1 && cores >= 2 * ranks_here);
  const std::vector<std::uint8_t> all = all_gather_value(ranks, static_cast<std::uint8_t>(pinned));
  const auto count = std::count(all.begin(), all.end(), std::uint8_t{1});
  if (count == 0 || ranks.rank() != 0) return;
  std::cerr << fmt::format(
      "questproof: {} of {} ranks may use fewer cores than they have threads or than there are; "
      "please start them with mpirun --bind-to none, or --map-by ppr:1:numa --bind-to numa\n",
      count, all.size());
}

int run_by_mpi(const std::vector<std::string>& arguments, const RankedCommand& command) {
  MpiSession session;
  Transport& ranks = session.transport();
  const int rank = ranks.rank();
  try {
    const auto parsed = parse_command_line(arguments);
    if (const auto* help = std::get_if<HelpText>(&parsed)) {
      if (rank == 0) std::cout << help->text << std::flush;
      barrier(ranks);
      return 0;
    }
    if (std::get<CommandOptions>(parsed).ranks > 1) {
      throw Error(Error::Kind::kUsage,
                  "--ranks is for one process: the launcher's -n says how many");
    }
    const int here = session.ranks_on_this_machine();
    const CommandOptions options = fit_to_machine(std::get<CommandOptions>(parsed), here);
    warn_of_pinned_ranks(options, ranks, here);
    return run_on_rank(options, command, ranks,
                       fmt::format(" (rank {} on {}, process {})", rank, host_name(), getpid()));
  } catch (const RemoteError& error) {
    if (rank != 0) std::this_thread::sleep_for(kOthersFirst);
    session.abort(say(error));
  } catch (const std::exception&) {
    const Error error = current_error();
    if (rank != 0) std::this_thread::sleep_for(kRankZeroFirst);
    session.abort(say(error));
  }
}

int run_here(const std::vector<std::string>& arguments, const RankedCommand& command) {
  try {
    const auto parsed = parse_command_line(arguments);
    if (const auto* help = std::get_if<HelpText>(&parsed)) {
      std::cout << help->text;
      return 0;
    }
    const CommandOptions& options = std::get<CommandOptions>(parsed);
    if (options.ranks > 1) return run_in_threads(options, command);
    SoloTransport alone;
    return static_cast<int>(run_with_console(options, command, alone));
  } catch (const std::exception&) {
    return say(current_error());
  }
}

}  // namespace

int launch(const std::vector<std::string>& arguments, const RankedCommand& command) {
  std::optional<TerminalGuard> out, error;
  if (isatty(STDOUT_FILENO) != 0) out.emplace(std::cout);
  if (isatty(STDERR_FILENO) != 0) error.emplace(std::cerr);
  if (!MpiSession::launched()) return run_here(arguments, command);
  try {
    return run_by_mpi(arguments, command);
  } catch (const std::exception&) {  // before the session was there
    return say(current_error());
  }
}

}  // namespace questproof
