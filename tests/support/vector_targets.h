// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace questproof::testing_support {

// Calls `body` once for every set of vector instructions that this processor has and the program was
// compiled for, with the vector code restricted to it. Not for tests that run in several threads.
void for_each_vector_target(const std::function<void(const char* name)>& body);

}  // namespace questproof::testing_support
