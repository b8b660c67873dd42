// SPDX-License-Identifier: MIT
#include "games/common/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace questproof {
namespace {

constexpr std::size_t kFar = 1000;
constexpr std::size_t kLongestCompared = 80;  // characters; longer names are not corrected

char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

// Twice the number of edits; a change of case alone costs half an edit.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto exchange = [&](std::size_t i, std::size_t j) -> std::size_t {
    if (a[i] == b[j]) return 0;
    return lower(a[i]) == lower(b[j]) ? 1 : 2;
  };
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min(
          {cost[i - 1][j] + 2, cost[i][j - 1] + 2, cost[i - 1][j - 1] + exchange(i - 1, j - 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 2);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// What two names begin with, VAR_ or SCENE_, says nothing about whether one was meant to be the
// other: one edit for each three letters of the rest, at most three. One letter is near only to its
// other case.
std::size_t most_distance(std::string_view name, std::string_view candidate) {
  std::size_t prefix = 0;
  for (std::size_t i = 0; i < std::min(name.size(), candidate.size()); ++i) {
    if (name[i] != candidate[i]) break;
    if (name[i] == '_') prefix = i + 1;
  }
  const std::size_t rest = name.size() - prefix;
  if (rest == 1) return 1;
  return 2 * std::clamp<std::size_t>(rest / 3, 1, 3);
}

}  // namespace

void Diagnostics::error(const SourceLocation& where, std::string message, std::string remedy) {
  add({where, Severity::kError, std::move(message), std::move(remedy)});
}

void Diagnostics::warning(const SourceLocation& where, std::string message, std::string remedy) {
  add({where, Severity::kWarning, std::move(message), std::move(remedy)});
}

void Diagnostics::add(Entry entry) {
  // One message for one place, whatever remedies different passes think of.
  const auto same = entries_.lower_bound({entry.where, entry.severity, entry.message, {}});
  if (same != entries_.end() && same->where == entry.where && same->severity == entry.severity &&
      same->message == entry.message) {
    return;
  }
  if (entry.severity == Severity::kError) ++error_count_;
  entries_.insert(std::move(entry));
}

std::vector<Diagnostic> Diagnostics::report(const std::vector<std::string>& source_files) const {
  const auto errors = static_cast<std::size_t>(
      std::count_if(entries_.begin(), entries_.end(),
                    [](const Entry& entry) { return entry.severity == Severity::kError; }));
  std::size_t errors_left = std::min(errors, kMaximumReported);
  std::size_t warnings_left = kMaximumReported - errors_left;
  std::vector<Diagnostic> result;
  for (const Entry& entry : entries_) {
    std::size_t& left = entry.severity == Severity::kError ? errors_left : warnings_left;
    if (left == 0) continue;
    --left;
    Diagnostic diagnostic;
    diagnostic.severity = entry.severity;
    if (entry.where.file < source_files.size()) diagnostic.file = source_files[entry.where.file];
    diagnostic.line = entry.where.line;
    diagnostic.column = entry.where.column;
    diagnostic.message = entry.message;
    diagnostic.remedy = entry.remedy;
    result.push_back(std::move(diagnostic));
  }
  if (result.size() < entries_.size()) {
    Diagnostic rest;
    rest.severity = errors > kMaximumReported ? Severity::kError : Severity::kWarning;
    rest.message = fmt::format("and {} more", entries_.size() - result.size());
    result.push_back(std::move(rest));
  }
  return result;
}

std::string nearest_name(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.size() > kLongestCompared) return {};
  std::size_t best = kFar;
  std::string_view nearest;
  for (const std::string_view candidate : candidates) {
    if (candidate == name || candidate.size() > kLongestCompared) continue;
    const std::size_t limit = most_distance(name, candidate);
    const std::size_t difference = candidate.size() > name.size() ? candidate.size() - name.size()
                                                                  : name.size() - candidate.size();
    if (2 * difference > limit) continue;
    const std::size_t d = distance(name, candidate);
    if (d > limit) continue;
    if (d < best || (d == best && candidate < nearest)) {
      best = d;
      nearest = candidate;
    }
  }
  return std::string(nearest);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates,
                         std::string otherwise) {
  const std::string nearest = nearest_name(name, candidates);
  return nearest.empty() ? otherwise : "did you mean " + nearest + "?";
}

}  // namespace questproof
