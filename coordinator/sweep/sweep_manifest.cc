// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_manifest.h"

#include <fmt/core.h>

#include <toml++/toml.h>
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "coordinator/sweep/manifest_layer.h"
#include "coordinator/sweep/manifest_values.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

constexpr std::int64_t kManifestVersion = 1;

std::vector<std::string> keys_with(std::initializer_list<const char*> more) {
  std::vector<std::string> keys = manifest_layer_keys();
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

class ManifestReader {
 public:
  ManifestReader(const toml::table& root, const std::string& path)
      : root_(root), values_(path), folder_(std::filesystem::path(path).parent_path()) {}

  ManifestResult read() {
    result_.manifest.path = values_.path();
    values_.allow_only(root_, {"version", "defaults", "builds", "options", "game"}, "a manifest");
    read_version();
    if (const toml::table* table = values_.table_at(root_, "defaults")) {
      values_.allow_only(*table, keys_with({"builds", "options"}), "[defaults]");
      defaults_ = read_manifest_layer(values_, *table);
    }
    read_builds();
    read_options();
    read_games();
    result_.diagnostics = values_.take_diagnostics();
    return std::move(result_);
  }

 private:
  void read_version() {
    const toml::node* node = root_.get("version");
    const char* const remedy = "write `version = 1` into the first line";
    if (node == nullptr) {
      values_.refuse(root_, "the manifest has no version", remedy);
    } else if (node->value_exact<std::int64_t>() != kManifestVersion) {
      values_.refuse(*node, "this program reads manifests of version 1", remedy);
    }
  }

  std::string absolute(const std::string& path) const {
    std::filesystem::path whole = (folder_ / path).lexically_normal();
    if (!whole.has_filename() && whole.has_relative_path()) whole = whole.parent_path();
    return whole.string();
  }

  void check_name(const toml::source_region& where, const std::string& name, const char* kind) {
    const auto is_control = [](char letter) {
      return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
    };
    if (!name.empty() && std::none_of(name.begin(), name.end(), is_control)) return;
    values_.refuse(where, fmt::format("'{}' cannot be the name of a {}", name, kind),
                   "a name is not empty, stands in one line, and holds no control characters");
  }

  void read_builds() {
    const toml::table* table = values_.table_at(root_, "builds");
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      check_name(key.source(), name, "build");
      if (const auto folder = values_.text_of(node, name)) {
        builds_.emplace_back(name, absolute(*folder), key.source().begin);
      }
    }
    sort_as_written(builds_);
    if (table->empty())
      values_.refuse(*table, "no build is named", "as `release = \"builds/release\"`");
  }

  void read_options() {
    const toml::table* table = values_.table_at(root_, "options");
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      check_name(key.source(), name, "set of options");
      if (!node.is_table()) {
        values_.refuse(node, fmt::format("options.{} should be a table", name),
                       fmt::format("write [options.{}] and the keys below it", name));
        continue;
      }
      values_.allow_only(*node.as_table(), manifest_option_keys(),
                         fmt::format("[options.{}]", name));
      options_.emplace_back(name, read_manifest_layer(values_, *node.as_table()));
    }
  }

  // Names in a list that must stand among those that are there.
  template <typename Named>
  std::vector<std::string> names_at(const toml::table& table, const char* key,
                                    const std::vector<Named>& known, const char* kind) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const auto texts = values_.texts_of(*node, key);
    if (!texts) return {};
    std::vector<std::string> names;
    for (const Named& one : known) names.push_back(std::get<0>(one));
    for (const std::string& text : *texts) {
      if (std::find(names.begin(), names.end(), text) != names.end()) continue;
      values_.refuse(*node,
                     fmt::format("there is no {} '{}'{}", kind, text, did_you_mean(text, names)),
                     names.empty() ? fmt::format("the manifest names none: see [{}]", key)
                                   : ManifestValues::one_of(names));
    }
    if (texts->empty()) {
      values_.refuse(*node, fmt::format("{} names nothing", key), "leave it out, or name one");
    }
    return *texts;
  }

  struct Variant {
    std::string name;
    std::optional<std::string> file;
    toml::source_region place;
    ManifestLayer layer;
  };

  std::vector<Variant> read_variants(const toml::table& game) {
    const toml::node* node = game.get("variant");
    if (node == nullptr) return {Variant{}};
    std::vector<Variant> variants;
    const toml::array* list = node->as_array();
    if (list == nullptr || list->empty()) {
      values_.refuse(*node, "variant should be a list of tables", "write [[game.variant]]");
      return {Variant{}};
    }
    std::set<std::string> names;
    for (const toml::node& element : *list) {
      const toml::table* table = element.as_table();
      if (table == nullptr) {
        values_.refuse(element, "a variant should be a table", "write [[game.variant]]");
        continue;
      }
      values_.allow_only(*table, keys_with({"name", "file"}), "[[game.variant]]");
      Variant variant;
      const auto name = values_.text_at(*table, "name");
      if (table->get("name") == nullptr)
        values_.refuse(*table, "a variant needs a name", "name = \"...\"");
      if (name) check_name(table->get("name")->source(), *name, "variant");
      variant.name = name.value_or("");
      variant.file = file_at(*table);
      if (variant.file) variant.place = table->get("file")->source();
      variant.layer = read_manifest_layer(values_, *table);
      if (!names.insert(variant.name).second) {
        values_.refuse(*table, fmt::format("there are two variants '{}'", variant.name),
                       "give each a name of its own");
      }
      variants.push_back(std::move(variant));
    }
    return variants;
  }

  std::optional<std::string> file_at(const toml::table& table) {
    const std::optional<std::string> file = values_.text_at(table, "file");
    if (file && file->empty()) {
      values_.refuse(*table.get("file"), "the file has no name",
                     "name a file, a folder or a pattern");
      return std::nullopt;
    }
    return file;
  }

  void read_games() {
    const toml::node* node = root_.get("game");
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr || list->empty()) {
      values_.refuse(node == nullptr ? root_ : *node, "the manifest names no game",
                     "write [[game]] and below it file = \"...\"");
      return;
    }
    for (const toml::node& element : *list) {
      if (element.is_table()) {
        read_game(*element.as_table());
      } else {
        values_.refuse(element, "a game should be a table", "write [[game]]");
      }
    }
  }

  template <typename Named>
  static std::vector<std::string> all_names(const std::vector<Named>& list) {
    std::vector<std::string> names;
    for (const Named& one : list) names.push_back(std::get<0>(one));
    if (names.empty()) names.emplace_back();
    return names;
  }

  std::vector<std::string> builds_of(const toml::table& game) {
    std::vector<std::string> names = names_at(game, "builds", builds_, "build");
    if (const toml::table* defaults = root_["defaults"].as_table(); names.empty() && defaults) {
      names = names_at(*defaults, "builds", builds_, "build");
    }
    return names.empty() ? all_names(builds_) : names;
  }

  std::vector<std::string> options_of(const toml::table& game) {
    std::vector<std::string> names = names_at(game, "options", options_, "set of options");
    if (const toml::table* defaults = root_["defaults"].as_table(); names.empty() && defaults) {
      names = names_at(*defaults, "options", options_, "set of options");
    }
    return names.empty() ? std::vector<std::string>{""} : names;
  }

  void read_game(const toml::table& game) {
    values_.allow_only(game, keys_with({"name", "file", "builds", "options", "variant"}),
                       "[[game]]");
    const std::optional<std::string> name = values_.text_at(game, "name");
    if (name) check_name(game.get("name")->source(), *name, "game");
    const std::optional<std::string> file = file_at(game);
    const ManifestLayer layer = read_manifest_layer(values_, game);
    const std::vector<Variant> variants = read_variants(game);
    if (game.get("file") == nullptr) {
      for (const Variant& variant : variants) {
        if (variant.file) continue;
        values_.refuse(game, "a game needs a file",
                       "file = \"harbor.quest\", a folder, or a pattern");
        break;
      }
    }
    for (const std::string& build : builds_of(game)) {
      for (const Variant& variant : variants) {
        for (const std::string& options : options_of(game)) {
          SweepEntry entry;
          entry.game = name.value_or("");
          entry.file = variant.file.value_or(file.value_or(""));
          entry.build = build;
          entry.root = root_of(build);
          entry.variant = variant.name;
          entry.options = options;
          apply(defaults_, entry);
          apply(layer, entry);
          apply(variant.layer, entry);
          apply_options(options, entry);
          const toml::source_region place = variant.file       ? variant.place
                                            : game.get("file") ? game.get("file")->source()
                                                               : game.source();
          entry.line = place.begin.line;
          entry.column = place.begin.column;
          check_choices(game, entry);
          result_.manifest.entries.push_back(std::move(entry));
        }
      }
    }
  }

  std::string root_of(const std::string& build) const {
    for (const auto& [name, root, place] : builds_) {
      if (name == build) return root;
    }
    return absolute("");
  }

  void apply_options(const std::string& options, SweepEntry& entry) const {
    for (const auto& [name, layer] : options_) {
      if (name == options) apply(layer, entry);
    }
  }

  void check_choices(const toml::table& game, const SweepEntry& entry) {
    const CertifyChoices& choices = entry.choices;
    const auto complain = [&](const char* message, const char* remedy) {
      if (clashes_.insert(game.source().begin.line).second) values_.refuse(game, message, remedy);
    };
    if (choices.engine == "symbolic" && choices.method == "argue") {
      complain("method = \"argue\" explores nothing, so there is no engine to choose",
               "leave one of them out");
    } else if (choices.store && choices.method == "argue") {
      complain("a store keeps states, and method = \"argue\" sees none", "leave one of them out");
    }
  }

  static void sort_as_written(
      std::vector<std::tuple<std::string, std::string, toml::source_position>>& list) {
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      const toml::source_position &x = std::get<2>(a), &y = std::get<2>(b);
      return std::pair(x.line, x.column) < std::pair(y.line, y.column);
    });
  }

  const toml::table& root_;
  ManifestValues values_;
  std::filesystem::path folder_;
  ManifestLayer defaults_;
  std::vector<std::tuple<std::string, std::string, toml::source_position>> builds_;
  std::vector<std::pair<std::string, ManifestLayer>> options_;
  std::set<std::uint32_t> clashes_;  // lines of games that have been complained of
  ManifestResult result_;
};

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kMostDots = 64;  // outside of texts, in a line

// The parser keeps names with dots as tables in tables, which it can neither build nor take apart when there are too many.
std::optional<Diagnostic> beyond_limits(std::string_view text, const std::string& path) {
  Diagnostic refused;
  refused.file = path;
  refused.line = refused.column = 1;
  if (text.size() > kMostBytes) {
    refused.message = "the manifest is larger than 16 MiB";
    refused.remedy = "write patterns, as file = \"quests/*.quest\"";
    return refused;
  }
  std::size_t dots = 0, line_begin = 0;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '\n') {
      ++refused.line;
      line_begin = at + 1;
      dots = 0;
      quote =
          0;  // in a text over lines more dots are counted than there are: no manifest has so many
    } else if (quote != 0) {
      if (letter == '\\' && quote == '"' && !text.substr(at + 1).starts_with('\n')) ++at;
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
    } else if (letter == '#') {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (letter == '.' && ++dots > kMostDots) {
      refused.column = static_cast<std::uint32_t>(at - line_begin + 1);
      refused.message = fmt::format("more than {} dots in a line, outside of texts", kMostDots);
      refused.remedy = "names in a manifest have at most one; write texts in quotes";
      return refused;
    }
  }
  return std::nullopt;
}

}  // namespace

ManifestResult parse_manifest(std::string_view text, const std::string& path) {
  if (auto refused = beyond_limits(text, path)) {
    ManifestResult result;
    result.manifest.path = path;
    result.diagnostics.push_back(std::move(*refused));
    return result;
  }
  try {
    const toml::table root = toml::parse(text, path);
    return ManifestReader(root, path).read();
  } catch (const toml::parse_error& problem) {
    ManifestResult result;
    result.manifest.path = path;
    Diagnostic diagnostic;
    diagnostic.file = path;
    diagnostic.line = problem.source().begin.line;
    diagnostic.column = problem.source().begin.column;
    diagnostic.message = fmt::format("this is not TOML: {}", problem.description());
    diagnostic.remedy =
        "the language is described at toml.io, and what a manifest holds in "
        "coordinator/README.md";
    result.diagnostics.push_back(std::move(diagnostic));
    return result;
  }
}

}  // namespace questproof
