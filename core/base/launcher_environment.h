// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace questproof {

// Whether a variable of the environment, as NAME=value, tells a process that an MPI launcher started it: a process
// started by such a one must not take itself for another rank.
bool is_of_launcher(std::string_view variable);

// The process's own environment without these, for exec: ends with nullptr. Borrows the strings.
std::vector<char*> environment_without_launcher();

}  // namespace questproof
