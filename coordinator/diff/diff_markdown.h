// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "coordinator/diff/build_comparison.h"

namespace questproof {

// Comments of pull requests end at 65,536 characters with most hosts.
inline constexpr std::size_t kMostMarkdown = 60'000;

// A comparison as Markdown for a comment on a pull request (as GitHub and GitLab read it): one line for
// each difference, with walks and changed lines behind a click. At most so many bytes: details of the less
// important go first, then their lines, and what was left out is counted.
std::string diff_markdown(const DiffResult& comparison, std::size_t most_bytes = kMostMarkdown);

}  // namespace questproof
