// SPDX-License-Identifier: MIT
#include "core/base/launcher_environment.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>

extern char** environ;  // NOLINT

namespace questproof {
namespace {

constexpr std::string_view kLauncherPrefixes[] = {"OMPI_", "PMIX_",     "PMI_",   "PRTE_",
                                                  "ORTE_", "MPI_LOCAL", "HYDRA_", "OPAL_"};

}  // namespace

bool is_of_launcher(std::string_view variable) {
  return std::any_of(std::begin(kLauncherPrefixes), std::end(kLauncherPrefixes),
                     [&](std::string_view prefix) { return variable.starts_with(prefix); });
}

std::vector<char*> environment_without_launcher() {
  std::vector<char*> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!is_of_launcher(*variable)) result.push_back(*variable);
  }
  result.push_back(nullptr);
  return result;
}

}  // namespace questproof
