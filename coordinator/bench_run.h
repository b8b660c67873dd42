// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/bench_models.h"
#include "core/net/transport.h"
#include "core/search/certify.h"

namespace questproof {

struct Console;

// What was found about one built-in model.
struct BenchResult {
  std::string name;
  std::string figures;   // one line: the profile and, per quest, verdict, counts and lengths
  double seconds = 0;    // no part of the signature
  bool stopped = false;  // by a signal, with a store: the rest is not known yet
};

// Certifies the model as written, and, unless `reduce` is "none", once more with reductions. Throws
// Error of kind kInternal when a closed form is missed, or when reductions change what they must
// preserve.
// With a store (a folder, or "") the run of the model as written is kept there, and taken up where one
// is there already. Collective: ranks explore it together.
BenchResult run_bench_model(const BenchModel& model, const std::string& reduce,
                            const SearchOptions& options, const Console& console, Transport& ranks,
                            const std::string& store = {});

// 32 hexadecimal digits: a hash of all figures. Equal for all settings and all correct builds.
std::string bench_signature(const std::vector<BenchResult>& results);

}  // namespace questproof
