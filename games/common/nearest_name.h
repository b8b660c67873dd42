// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace questproof {

// ASCII letters in lower case.
std::string lower_case(std::string_view text);

// The candidate that a person most likely meant, by the number of inserted, deleted, changed and
// swapped neighbouring letters (Damerau 1964, in the restricted form), ignoring case; the first of several equals.
// Nothing when even the best differs in more than a third of the longer name's letters, unless one
// name contains the other.
std::optional<std::string> nearest_name(std::string_view name,
                                        std::span<const std::string> candidates);

// ", did you mean 'X'?" or "".
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace questproof
