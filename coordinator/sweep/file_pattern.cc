// SPDX-License-Identifier: MIT
#include "coordinator/sweep/file_pattern.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace questproof {
namespace {

std::vector<std::string_view> names_of(std::string_view path) {
  std::vector<std::string_view> names;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0 && path.substr(0, end) != ".") names.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return names;
}

bool name_matches(std::string_view pattern, std::string_view name) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  // Where the newest `*` stands, and what of the name it has taken so far: with several of them only
  // the last needs to be tried anew.
  std::size_t p = 0, n = 0;
  std::size_t star = std::string_view::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

bool names_match(const std::vector<std::string_view>& pattern, std::size_t p,
                 const std::vector<std::string_view>& names, std::size_t n) {
  if (p == pattern.size()) return n == names.size();
  if (pattern[p] == "**" && p + 1 < pattern.size()) {
    if (names_match(pattern, p + 1, names, n)) return true;
    return n < names.size() && !names[n].starts_with('.') && names_match(pattern, p, names, n + 1);
  }
  return n < names.size() && name_matches(pattern[p], names[n]) &&
         names_match(pattern, p + 1, names, n + 1);
}

class Finder {
 public:
  Finder(const std::filesystem::path& root, const std::vector<std::string_view>& pattern)
      : root_(root), pattern_(pattern) {}

  std::vector<std::string> found() {
    look("", 0);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  // `folder`: relative, what the first `p` names of the pattern have matched.
  void look(const std::string& folder, std::size_t p) {
    if (p == pattern_.size()) {
      if (!folder.empty()) found_.push_back(folder);
      return;
    }
    const std::string_view name = pattern_[p];
    const bool deep = name == "**" && p + 1 < pattern_.size();
    if (deep) look(folder, p + 1);
    if (!is_pattern(name)) {
      const std::string inner = joined(folder, std::string(name));
      std::error_code error;
      if (std::filesystem::exists(root_ / inner, error)) look(inner, p + 1);
      return;
    }
    std::error_code error;
    for (std::filesystem::directory_iterator entry(root_ / folder, error), end;
         !error && entry != end; entry.increment(error)) {
      const std::string inner_name = entry->path().filename().string();
      const std::string inner = joined(folder, inner_name);
      if (deep) {
        std::error_code problem;
        if (!inner_name.starts_with('.') && entry->is_directory(problem) &&
            !entry->is_symlink(problem)) {
          look(inner, p);
        }
      } else if (name_matches(name, inner_name)) {
        look(inner, p + 1);
      }
    }
  }

  static std::string joined(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
  }

  std::filesystem::path root_;
  const std::vector<std::string_view>& pattern_;
  std::vector<std::string> found_;
};

}  // namespace

bool is_pattern(std::string_view path) {
  return path.find_first_of("*?") != std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view path) {
  return names_match(names_of(pattern), 0, names_of(path), 0);
}

std::vector<std::string> matching_files(const std::string& root, const std::string& pattern) {
  const std::vector<std::string_view> names = names_of(pattern);
  return Finder(root, names).found();
}

}  // namespace questproof
