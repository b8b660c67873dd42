// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace questproof {

// The unit in which packed states are stored, compared and moved.
using Word = std::uint64_t;

using StateView = std::span<const Word>;  // a packed state owned by someone else
using StateSpan = std::span<Word>;        // the same, writable

}  // namespace questproof
