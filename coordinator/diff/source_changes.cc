// SPDX-License-Identifier: MIT
#include "coordinator/diff/source_changes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "coordinator/diff/line_diff.h"

namespace questproof {
namespace {

std::optional<std::vector<std::string>> read_lines(const std::string& path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return std::nullopt;
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

std::filesystem::path common_folder(const std::vector<SourceFile>& files) {
  std::filesystem::path common = std::filesystem::path(files.front().path).parent_path();
  for (const SourceFile& file : files) {
    while (!common.empty()) {
      const auto relative = std::filesystem::path(file.path).lexically_relative(common);
      if (!relative.empty() && *relative.begin() != "..") break;
      if (common == common.parent_path()) return {};
      common = common.parent_path();
    }
  }
  return common;
}

std::size_t shared_lines(const SourceFile& one, const SourceFile& other) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& line : one.lines) ++counts[line];
  std::size_t shared = 0;
  for (const std::string& line : other.lines) {
    const auto found = counts.find(line);
    if (found == counts.end() || found->second == 0) continue;
    --found->second;
    ++shared;
  }
  return shared;
}

// For each file of the new build the one of the old build that it was, if any.
class FilePairs {
 public:
  FilePairs(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after)
      : before_(before), after_(after), taken_(before.size(), false), partner_(after.size()) {
    pair_by_name();
    if (!before.empty() && !after.empty() && !taken_[0] && !partner_[0]) join(0, 0);
    pair_by_lines();
  }
  const std::optional<std::size_t>& partner(std::size_t file) const { return partner_[file]; }
  bool taken(std::size_t file) const { return taken_[file]; }

 private:
  void join(std::size_t old_file, std::size_t new_file) {
    taken_[old_file] = true;
    partner_[new_file] = old_file;
  }

  void pair_by_name() {
    for (std::size_t n = 0; n < after_.size(); ++n) {
      for (std::size_t o = 0; o < before_.size() && !partner_[n]; ++o) {
        if (!taken_[o] && before_[o].name == after_[n].name) join(o, n);
      }
    }
  }

  void pair_by_lines() {
    for (std::size_t n = 0; n < after_.size(); ++n) {
      if (partner_[n]) continue;
      std::size_t best = 0;
      std::optional<std::size_t> which;
      for (std::size_t o = 0; o < before_.size(); ++o) {
        if (taken_[o]) continue;
        const std::size_t shared = shared_lines(before_[o], after_[n]);
        const std::size_t longer = std::max(before_[o].lines.size(), after_[n].lines.size());
        if (2 * shared < longer || shared <= best) continue;
        best = shared;
        which = o;
      }
      if (which) join(*which, n);
    }
  }

  const std::vector<SourceFile>& before_;
  const std::vector<SourceFile>& after_;
  std::vector<bool> taken_;
  std::vector<std::optional<std::size_t>> partner_;
};

bool touches(std::uint32_t line, std::size_t count, std::uint32_t first, std::uint32_t last) {
  if (count == 0) return first <= line && line <= last + 1;
  return line <= last && first < line + count;
}

void add_changes(const SourceFile* before, const SourceFile* after,
                 std::vector<SourceChange>& changes) {
  static const std::vector<std::string> kNone;
  const std::vector<std::string>& old_lines = before == nullptr ? kNone : before->lines;
  const std::vector<std::string>& new_lines = after == nullptr ? kNone : after->lines;
  for (const LineHunk& hunk : line_diff(old_lines, new_lines)) {
    SourceChange change;
    change.file = after == nullptr ? before->name : after->name;
    if (before != nullptr) change.old_path = before->path;
    if (after != nullptr) change.new_path = after->path;
    change.old_line = static_cast<std::uint32_t>(hunk.old_begin + 1);
    change.new_line = static_cast<std::uint32_t>(hunk.new_begin + 1);
    for (std::size_t i = 0; i < hunk.old_count; ++i) {
      change.gone.push_back(old_lines[hunk.old_begin + i]);
    }
    for (std::size_t i = 0; i < hunk.new_count; ++i) {
      change.fresh.push_back(new_lines[hunk.new_begin + i]);
    }
    changes.push_back(std::move(change));
  }
}

}  // namespace

bool SourceChange::touches_old(const std::string& path, std::uint32_t first,
                               std::uint32_t last) const {
  return path == old_path && touches(old_line, gone.size(), first, last);
}

bool SourceChange::touches_new(const std::string& path, std::uint32_t first,
                               std::uint32_t last) const {
  return path == new_path && touches(new_line, fresh.size(), first, last);
}

std::vector<SourceFile> read_sources(const GameModel& model) {
  std::vector<SourceFile> files;
  for (const std::string& path : model.source_files) {
    if (auto lines = read_lines(path)) files.push_back({path, "", std::move(*lines)});
  }
  if (files.empty()) return files;
  const std::filesystem::path common = common_folder(files);
  for (SourceFile& file : files) {
    const std::filesystem::path path(file.path);
    file.name = common.empty() ? file.path : path.lexically_relative(common).generic_string();
  }
  return files;
}

std::vector<SourceChange> source_changes(const std::vector<SourceFile>& before,
                                         const std::vector<SourceFile>& after) {
  const FilePairs pairs(before, after);
  std::vector<SourceChange> changes;
  for (std::size_t n = 0; n < after.size(); ++n) {
    const auto& partner = pairs.partner(n);
    add_changes(partner ? &before[*partner] : nullptr, &after[n], changes);
  }
  for (std::size_t o = 0; o < before.size(); ++o) {
    if (!pairs.taken(o)) add_changes(&before[o], nullptr, changes);
  }
  return changes;
}

}  // namespace questproof
