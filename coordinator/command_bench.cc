// SPDX-License-Identifier: MIT
#include "coordinator/command_bench.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "coordinator/bench_run.h"
#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/wrap.h"

namespace questproof {

ExitCode run_bench(const CommandOptions& options, Console& console) {
  const SearchOptions search = search_options(options);
  std::vector<BenchResult> results;
  double seconds = 0;
  for (const BenchModel& model : bench_models()) {
    results.push_back(run_bench_model(model, options.reduce, search, console));
    const BenchResult& result = results.back();
    seconds += result.seconds;
    if (options.json) continue;
    console.out << console.paint.bold(result.name) << "  " << seconds_text(result.seconds) << "\n"
                << indented(result.figures, console.width, 2) << std::flush;
  }
  const std::string signature = bench_signature(results);
  if (options.json) {
    nlohmann::ordered_json document = {{"schema", "questproof/bench"}, {"version", 1}};
    document["models"] = nlohmann::ordered_json::array();
    for (const BenchResult& result : results) {
      document["models"].push_back(
          {{"name", result.name}, {"figures", result.figures}, {"seconds", result.seconds}});
    }
    document["signature"] = signature;
    document["seconds"] = seconds;
    console.out << json_text(document);
  } else {
    console.out << fmt::format("{} models in {}\nsignature {}\n", results.size(),
                               seconds_text(seconds), signature);
  }
  return ExitCode::kProved;
}

}  // namespace questproof
