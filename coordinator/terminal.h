// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace questproof {

// A terminal in which a person reads.
struct Terminal {
  std::size_t columns = 0;  // 0: not known
};

// The terminal that shows what this process writes to a descriptor (1 or 2), if one does.
//
// An MPI launcher puts itself between: it gives a rank a pipe, or a terminal of its own making whatever happens to
// what comes out of that. So where a launcher has started this process, the stream with the same number of the nearest
// process above that has another one counts: the launcher's. A rank on another machine than its launcher has none.
// `launched`: whether that is so.
std::optional<Terminal> terminal_behind(int descriptor, bool launched);

}  // namespace questproof
