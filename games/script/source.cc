// SPDX-License-Identifier: MIT
#include "games/script/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "games/common/file_text.h"
#include "games/script/parser.h"
#include "games/script/vocabulary.h"

namespace questproof::script {
namespace {

std::string normal(const std::filesystem::path& path) {
  return path.lexically_normal().generic_string();
}

class Reader {
 public:
  Reader(const FileProvider& files, Diagnostics& diagnostics)
      : files_(files), diagnostics_(diagnostics) {}

  SourceSet run(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) read(normal(path), SourceLocation{});
    return std::move(set_);
  }

 private:
  enum class State { kBeingRead, kDone };

  // Depth of recursion: the longest chain of includes, bounded by kMaximumChain.
  static constexpr std::size_t kMaximumChain = 100;

  void read(const std::string& path, const SourceLocation& included_at) {
    if (const auto known = state_.find(path); known != state_.end()) {
      if (known->second == State::kBeingRead) report_circle(path, included_at);
      return;
    }
    if (chain_.size() >= kMaximumChain || set_.paths.size() >= kMaximumFiles) {
      diagnostics_.error(included_at,
                         chain_.size() >= kMaximumChain
                             ? fmt::format("more than {} files include each other", kMaximumChain)
                             : fmt::format("a game has at most {} files", kMaximumFiles));
      return;
    }
    FileProvider::Answer answer = files_.read(path);
    if (!answer.found) {
      report_missing(path, answer.reason, included_at);
      return;
    }
    add_file(path, std::move(answer.text));
  }

  void add_file(const std::string& path, std::string text) {
    const auto file = static_cast<std::uint32_t>(set_.paths.size());
    set_.paths.push_back(path);
    set_.texts.emplace_back();
    set_.items.emplace_back();
    total_bytes_ += text.size();
    if (text.size() > kMaximumFileBytes || total_bytes_ > kMaximumGameBytes) {
      diagnostics_.error(
          {file, 1, 1},
          text.size() > kMaximumFileBytes
              ? fmt::format("the file is larger than {} MiB", kMaximumFileBytes >> 20U)
              : fmt::format("the game is larger than {} MiB", kMaximumGameBytes >> 20U),
          "split it into scenes, or use ForEach for what repeats");
      state_[path] = State::kDone;
      return;
    }
    set_.texts[file] = std::move(text);
    state_[path] = State::kBeingRead;
    chain_.push_back(path);
    std::vector<Item> items = parse(set_.texts[file], file, diagnostics_);
    for (const Item& item : items) {
      if (item.head == "Include" && !item.broken) include(item, path);
    }
    std::erase_if(items, [](const Item& item) { return item.head == "Include"; });
    set_.items[file] = std::move(items);
    chain_.pop_back();
    state_[path] = State::kDone;
  }

  void include(const Item& item, const std::string& from) {
    if (item.arguments.size() != 1 || item.arguments[0].kind != Expression::Kind::kText ||
        item.has_block) {
      diagnostics_.error(item.where, "Include takes the path of one file",
                         std::string(word_info(Word::kInclude).usage));
      return;
    }
    const std::filesystem::path folder = std::filesystem::path(from).parent_path();
    read(normal(folder / item.arguments[0].text), item.arguments[0].where);
  }

  void report_circle(const std::string& path, const SourceLocation& where) {
    std::string circle;
    for (auto file = std::find(chain_.begin(), chain_.end(), path); file != chain_.end(); ++file) {
      circle += *file + " -> ";
    }
    diagnostics_.error(where,
                       fmt::format("files include each other in a circle: {}{}", circle, path),
                       "remove one of these Includes");
  }

  void report_missing(const std::string& path, const std::string& reason,
                      const SourceLocation& included_at) {
    if (included_at.line == 0) {
      throw Error(Error::Kind::kResource, fmt::format("{}: {}", path, reason));
    }
    diagnostics_.error(included_at, fmt::format("{}: {}", path, reason),
                       "the path is taken from the folder of the file that includes it");
  }

  const FileProvider& files_;
  Diagnostics& diagnostics_;
  SourceSet set_;
  std::unordered_map<std::string, State> state_;
  std::vector<std::string> chain_;
  std::size_t total_bytes_ = 0;
};

}  // namespace

FileProvider::Answer DiskFiles::read(const std::string& path) const {
  FileText file = read_file_text(path, kMaximumFileBytes);
  return {file.found, std::move(file.text), std::move(file.reason)};
}

FileProvider::Answer MemoryFiles::read(const std::string& path) const {
  for (const SourceText& text : texts_) {
    if (normal(text.path) == path) return {true, text.text, {}};
  }
  return {false, {}, "there is no such file"};
}

SourceSet read_sources(const std::vector<std::string>& paths, const FileProvider& files,
                       Diagnostics& diagnostics) {
  return Reader(files, diagnostics).run(paths);
}

}  // namespace questproof::script
