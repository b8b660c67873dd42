// SPDX-License-Identifier: MIT
#include "coordinator/command_bench.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "coordinator/bench_run.h"
#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/net/collective.h"

namespace questproof {
namespace {

void make_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directory(folder, problem);
  if (!std::filesystem::is_directory(folder)) {
    throw Error(Error::Kind::kResource, fmt::format("the folder {} cannot be made", folder));
  }
}

// "bench.runs/00-dials-5-8"
std::string model_folder(const std::string& store, std::size_t number, const BenchModel& model) {
  std::string name = model.model.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return fmt::format("{}/{:02}-{}", store, number, name);
}

}  // namespace

ExitCode run_bench(const CommandOptions& options, Console& console, Transport& ranks) {
  const SearchOptions search = search_options(options);
  std::vector<BenchResult> results;
  double seconds = 0;
  if (!options.store.empty() && ranks.rank() == 0) make_folder(options.store);
  barrier(ranks);
  for (const BenchModel& model : bench_models()) {
    const std::string store =
        options.store.empty() ? "" : model_folder(options.store, results.size(), model);
    results.push_back(run_bench_model(model, options.reduce, search, console, ranks, store));
    const BenchResult& result = results.back();
    if (result.stopped) {
      console.error << fmt::format(
          "questproof: stopped in model {}\nTo go on: questproof bench "
          "--store {}\n",
          result.name, options.store);
      return ExitCode::kStopped;
    }
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
