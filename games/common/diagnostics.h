// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"

namespace questproof {

// Collects all that is wrong with a game while it is read, so that one run reports everything.
// What a repetition says twice about one place is kept once.
class Diagnostics {
 public:
  void error(const SourceLocation& where, std::string message, std::string remedy = {});
  void warning(const SourceLocation& where, std::string message, std::string remedy = {});

  bool has_errors() const { return error_count_ > 0; }

  // No further error will be shown, so remedies need not be looked for.
  bool is_full() const { return error_count_ > kMaximumReported; }

  // In the order of files, lines and columns; at most kMaximumReported of them, errors first to be
  // kept, and then one that says how many more there are.
  std::vector<Diagnostic> report(const std::vector<std::string>& source_files) const;

  static constexpr std::size_t kMaximumReported = 500;

 private:
  struct Entry {
    SourceLocation where;
    Severity severity;
    std::string message;
    std::string remedy;
    auto operator<=>(const Entry&) const = default;
  };

  void add(Entry entry);

  std::set<Entry> entries_;
  std::size_t error_count_ = 0;
};

// The candidate that `name` was most likely meant to be, or "" when none is near. Distance after
// Damerau (1964): insertions, deletions, exchanges and swaps of neighbours; at most one for each
// three letters, and upper against lower case counts as half.
std::string nearest_name(std::string_view name, const std::vector<std::string_view>& candidates);

// "did you mean X?", or `otherwise` when there is no near candidate.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates,
                         std::string otherwise = {});

}  // namespace questproof
