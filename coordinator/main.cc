// SPDX-License-Identifier: MIT
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "coordinator/command_agent.h"
#include "coordinator/command_bench.h"
#include "coordinator/command_certify.h"
#include "coordinator/command_check.h"
#include "coordinator/command_export.h"
#include "coordinator/command_hint.h"
#include "coordinator/command_index.h"
#include "coordinator/command_line.h"
#include "coordinator/command_play.h"
#include "coordinator/command_resume.h"
#include "coordinator/command_show.h"
#include "coordinator/command_simulate.h"
#include "coordinator/command_solve.h"
#include "coordinator/command_verify.h"
#include "coordinator/query/command_query.h"

namespace questproof {
namespace {

ExitCode run(const CommandOptions& options, Console& console) {
  switch (options.command) {
    case Command::kCheck: return run_check(options, console);
    case Command::kSolve: return run_solve(options, console);
    case Command::kCertify: return run_certify(options, console);
    case Command::kIndex: return run_index(options, console);
    case Command::kResume: return run_resume(options, console);
    case Command::kVerify: return run_verify(options, console);
    case Command::kHint: return run_hint(options, console);
    case Command::kPlay: return run_play(options, console);
    case Command::kExport: return run_export(options, console);
    case Command::kShow: return run_show(options, console);
    case Command::kBench: return run_bench(options, console);
    case Command::kQuery: return run_query(options, console);
    case Command::kSimulate: return run_simulate(options, console);
    case Command::kAgent: return run_agent(options, console);
  }
  return ExitCode::kInternal;
}

ExitCode run_arguments(const std::vector<std::string>& arguments) {
  const std::variant<CommandOptions, HelpText> parsed = parse_command_line(arguments);
  if (const auto* help = std::get_if<HelpText>(&parsed)) {
    std::cout << help->text;
    return ExitCode::kProved;
  }
  const CommandOptions& options = std::get<CommandOptions>(parsed);
  Console console = process_console(options);
  const ExitCode code = run(options, console);
  std::cout.flush();
  if (!std::cout) throw Error(Error::Kind::kResource, "the output could not be written in full");
  return code;
}

}  // namespace
}  // namespace questproof

int main(int count, char** values) {
  using questproof::Error;
  Error::Kind kind = Error::Kind::kInternal;
  try {
    return static_cast<int>(questproof::run_arguments({values + 1, values + count}));
  } catch (const Error& error) {
    kind = error.kind();
    std::cerr << "questproof: " << error.what() << "\n";
  } catch (const std::bad_alloc&) {
    kind = Error::Kind::kResource;
    std::cerr << "questproof: out of memory; lower --memory, or use a larger machine\n";
  } catch (const std::exception& error) {
    std::cerr << "questproof: internal error: " << error.what() << "\n";
  }
  return static_cast<int>(questproof::exit_code(kind));
}
