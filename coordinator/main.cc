// SPDX-License-Identifier: MIT
#include "coordinator/command_agent.h"
#include "coordinator/command_bench.h"
#include "coordinator/command_certify.h"
#include "coordinator/command_check.h"
#include "coordinator/command_export.h"
#include "coordinator/command_hint.h"
#include "coordinator/command_index.h"
#include "coordinator/command_play.h"
#include "coordinator/command_resume.h"
#include "coordinator/command_show.h"
#include "coordinator/command_simulate.h"
#include "coordinator/command_solve.h"
#include "coordinator/command_verify.h"
#include "coordinator/diff/command_diff.h"
#include "coordinator/launch.h"
#include "coordinator/page/command_report.h"
#include "coordinator/page/command_serve.h"
#include "coordinator/query/command_query.h"
#include "coordinator/sweep/command_sweep.h"

namespace questproof {
namespace {

ExitCode run(const CommandOptions& options, Console& console, Transport& ranks) {
  switch (options.command) {
    case Command::kCheck: return run_check(options, console);
    case Command::kSolve: return run_solve(options, console, ranks);
    case Command::kCertify: return run_certify(options, console, ranks);
    case Command::kIndex: return run_index(options, console, ranks);
    case Command::kResume: return run_resume(options, console, ranks);
    case Command::kVerify: return run_verify(options, console);
    case Command::kHint: return run_hint(options, console);
    case Command::kPlay: return run_play(options, console);
    case Command::kExport: return run_export(options, console);
    case Command::kShow: return run_show(options, console);
    case Command::kBench: return run_bench(options, console, ranks);
    case Command::kQuery: return run_query(options, console);
    case Command::kSimulate: return run_simulate(options, console);
    case Command::kAgent: return run_agent(options, console, ranks);
    case Command::kSweep: return run_sweep(options, console, ranks);
    case Command::kDiff: return run_diff(options, console);
    case Command::kReport: return run_report(options, console);
    case Command::kServe: return run_serve(options, console);
  }
  return ExitCode::kInternal;
}

}  // namespace
}  // namespace questproof

int main(int count, char** values) {
  return questproof::launch({values + 1, values + count}, questproof::run);
}
