// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_manifest.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include "coordinator/options.h"
#include "core/base/error.h"
#include "core/model/reduce/reduce.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

constexpr std::int64_t kManifestVersion = 1;
constexpr int kMostThreads = 1024;

// What may be said of all games, of one, of a variant, or by a set of options; what is not said stands
// in the layer below.
struct Layer {
  std::optional<std::vector<std::string>> settings;
  std::optional<bool> each_quest;
  std::vector<std::string> quests;
  std::optional<Verdict> expect;
  bool expect_anything = false;
  std::map<std::string, Verdict> expected;
  std::optional<std::string> reduce, method, engine;
  std::optional<bool> verify, random_play, store;
  std::optional<double> time_seconds;
  std::optional<std::uint64_t> memory_bytes, disk_bytes;
  std::optional<std::int64_t> threads, priority;
  std::optional<JobSize> size;
};

template <typename Value>
void put(Value& into, const std::optional<Value>& value) {
  if (value) into = *value;
}

void apply(const Layer& layer, SweepEntry& entry) {
  put(entry.settings, layer.settings);
  if (layer.each_quest) {
    entry.each_quest = *layer.each_quest;
    entry.quests = layer.quests;
  }
  if (layer.expect || layer.expect_anything) entry.expect = layer.expect;
  for (const auto& [quest, verdict] : layer.expected) entry.expected[quest] = verdict;
  put(entry.choices.reduce, layer.reduce);
  put(entry.choices.method, layer.method);
  put(entry.choices.engine, layer.engine);
  put(entry.choices.verify, layer.verify);
  put(entry.choices.random_play, layer.random_play);
  put(entry.choices.store, layer.store);
  put(entry.limits.time_seconds, layer.time_seconds);
  put(entry.limits.memory_bytes, layer.memory_bytes);
  put(entry.limits.disk_bytes, layer.disk_bytes);
  if (layer.threads) entry.limits.threads = static_cast<int>(*layer.threads);
  put(entry.priority, layer.priority);
  put(entry.size, layer.size);
}

// "90", "90s", "10m", "1.5h"
std::optional<double> seconds_of(std::string_view text) {
  double unit = 1;
  if (text.ends_with('s'))
    text.remove_suffix(1);
  else if (text.ends_with('m'))
    text.remove_suffix(1), unit = 60;
  else if (text.ends_with('h'))
    text.remove_suffix(1), unit = 3600;
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  const double seconds = number * unit;
  if (!std::isfinite(seconds) || seconds <= 0 || seconds > 1e9) return std::nullopt;
  return seconds;
}

const std::vector<std::string> kLayerKeys = {
    "set",         "quests", "expect", "expected", "reduce", "method",  "engine",   "verify",
    "random_play", "store",  "time",   "memory",   "disk",   "threads", "priority", "size"};
const std::vector<std::string> kOptionKeys = {"reduce", "method", "engine", "verify",
                                              "random_play"};

std::vector<std::string> with(std::vector<std::string> keys,
                              std::initializer_list<const char*> more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

class ManifestReader {
 public:
  ManifestReader(const toml::table& root, const std::string& path)
      : root_(root), path_(path), folder_(std::filesystem::path(path).parent_path()) {}

  ManifestResult read() {
    result_.manifest.path = path_;
    allow_only(root_, {"version", "defaults", "builds", "options", "game"}, "a manifest");
    read_version();
    if (const toml::table* table = table_at(root_, "defaults")) {
      allow_only(*table, with(kLayerKeys, {"builds", "options"}), "[defaults]");
      defaults_ = read_layer(*table);
    }
    read_builds();
    read_options();
    read_games();
    std::stable_sort(result_.diagnostics.begin(), result_.diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                       return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                     });
    // What is wrong with the defaults is noticed with every game.
    result_.diagnostics.erase(std::unique(result_.diagnostics.begin(), result_.diagnostics.end()),
                              result_.diagnostics.end());
    return std::move(result_);
  }

 private:
  void refuse(const toml::source_region& where, std::string message, std::string remedy) {
    Diagnostic diagnostic;
    diagnostic.file = path_;
    diagnostic.line = where.begin.line;
    diagnostic.column = where.begin.column;
    diagnostic.message = std::move(message);
    diagnostic.remedy = std::move(remedy);
    result_.diagnostics.push_back(std::move(diagnostic));
  }
  void refuse(const toml::node& where, std::string message, std::string remedy) {
    refuse(where.source(), std::move(message), std::move(remedy));
  }

  static std::string one_of(const std::vector<std::string>& names) {
    return fmt::format("there are: {}", fmt::join(names, ", "));
  }

  void allow_only(const toml::table& table, const std::vector<std::string>& known,
                  const std::string& where) {
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      refuse(key.source(),
             fmt::format("{} has no key '{}'{}", where, name, did_you_mean(name, known)),
             one_of(known));
    }
  }

  const toml::table* table_at(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table())
      refuse(*node, fmt::format("{} should be a table", key),
             fmt::format("write [{}] and the keys below it", key));
    return node->as_table();
  }

  std::optional<std::string> text_of(const toml::node& node, const std::string& what) {
    const std::optional<std::string> text = node.value_exact<std::string>();
    if (!text) refuse(node, fmt::format("{} should be a text", what), "write it in quotes");
    if (text && text->find('\0') != std::string::npos) {
      refuse(node, fmt::format("{} holds a zero byte", what), "leave it out");
      return std::nullopt;
    }
    return text;
  }
  std::optional<std::string> text_at(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    return node == nullptr ? std::nullopt : text_of(*node, key);
  }

  std::optional<bool> flag_at(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const std::optional<bool> flag = node->value_exact<bool>();
    if (!flag) refuse(*node, fmt::format("{} should be true or false", key), "without quotes");
    return flag;
  }

  std::optional<std::int64_t> number_at(const toml::table& table, const char* key,
                                        std::int64_t least, std::int64_t most) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const std::optional<std::int64_t> number = node->value_exact<std::int64_t>();
    if (number && *number >= least && *number <= most) return number;
    refuse(*node, fmt::format("{} should be a whole number", key),
           fmt::format("from {} to {}", least, most));
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> texts_of(const toml::node& node, const char* key) {
    const toml::array* list = node.as_array();
    if (list == nullptr) {
      refuse(node, fmt::format("{} should be a list", key), "as [\"one\", \"two\"]");
      return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const toml::node& element : *list) {
      const std::optional<std::string> text = text_of(element, fmt::format("an entry of {}", key));
      if (!text) continue;
      if (std::find(texts.begin(), texts.end(), *text) != texts.end()) {
        refuse(element, fmt::format("'{}' stands in {} twice", *text, key), "name it once");
      }
      texts.push_back(*text);
    }
    return texts;
  }

  std::optional<Verdict> verdict_of(const toml::node& node, const std::string& what) {
    static const std::vector<std::string> names = {"proved", "refuted", "unknown"};
    const std::optional<std::string> text = text_of(node, what);
    if (!text) return std::nullopt;
    for (const Verdict verdict : {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown}) {
      if (*text == to_string(verdict)) return verdict;
    }
    refuse(node, fmt::format("'{}' is no verdict{}", *text, did_you_mean(*text, names)),
           one_of(names));
    return std::nullopt;
  }

  std::optional<std::string> choice_at(const toml::table& table, const char* key,
                                       const std::vector<std::string>& choices) {
    const std::optional<std::string> text = text_at(table, key);
    if (!text || std::find(choices.begin(), choices.end(), *text) != choices.end()) return text;
    refuse(*table.get(key),
           fmt::format("{} cannot be '{}'{}", key, *text, did_you_mean(*text, choices)),
           one_of(choices));
    return std::nullopt;
  }

  std::optional<double> seconds_at(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    std::optional<double> seconds;
    if (const auto text = node->value_exact<std::string>())
      seconds = seconds_of(*text);
    else if (node->is_number())
      seconds = node->value<double>();
    if (seconds && std::isfinite(*seconds) && *seconds > 0 && *seconds <= 1e9) return seconds;
    refuse(*node, fmt::format("{} should be a span of time", key),
           "a number of seconds, or as \"90s\", \"10m\", \"1.5h\"");
    return std::nullopt;
  }

  std::optional<std::uint64_t> bytes_at(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    try {
      if (const auto text = node->value_exact<std::string>()) {
        const std::uint64_t bytes = ByteSize::parse(*text).bytes;
        if (bytes > 0) return bytes;
      }
    } catch (const Error&) {
      // said below, with the place
    }
    if (const auto number = node->value_exact<std::int64_t>(); number && *number > 0) {
      return static_cast<std::uint64_t>(*number);
    }
    refuse(*node, fmt::format("{} should be a number of bytes", key), "as \"512M\" or \"4G\"");
    return std::nullopt;
  }

  void read_reductions(const toml::table& table, Layer& layer) {
    layer.reduce = text_at(table, "reduce");
    if (!layer.reduce || *layer.reduce == "auto") return;
    try {
      parse_reductions(*layer.reduce);
    } catch (const Error& error) {
      refuse(*table.get("reduce"), error.what(), "`questproof certify --help` lists them");
    }
  }

  void read_settings(const toml::table& table, Layer& layer) {
    const toml::node* node = table.get("set");
    if (node == nullptr) return;
    layer.settings = texts_of(*node, "set");
    if (!layer.settings) return;
    for (const std::string& text : *layer.settings) {
      const std::size_t sign = text.find('=');
      if (sign != 0 && sign != std::string::npos) continue;
      refuse(*node, fmt::format("'{}' is no setting", text), "as \"state=buttons\"");
    }
  }

  void read_quests(const toml::table& table, Layer& layer) {
    const toml::node* node = table.get("quests");
    if (node == nullptr) return;
    if (node->is_array()) {
      layer.quests = texts_of(*node, "quests").value_or(std::vector<std::string>());
      layer.each_quest = false;
      if (layer.quests.empty()) {
        refuse(*node, "no quest is named", "\"all\", \"each\", or a list of names");
      }
      return;
    }
    const std::optional<std::string> text = choice_at(table, "quests", {"all", "each"});
    if (text) layer.each_quest = *text == "each";
  }

  void read_expectations(const toml::table& table, Layer& layer) {
    if (const toml::node* node = table.get("expect")) {
      layer.expect_anything = node->value_exact<std::string>() == "anything";
      if (!layer.expect_anything) layer.expect = verdict_of(*node, "expect");
    }
    const toml::table* by_quest = table_at(table, "expected");
    if (by_quest == nullptr) return;
    for (const auto& [key, node] : *by_quest) {
      const std::string quest(key.str());
      if (const auto verdict = verdict_of(node, quest)) layer.expected[quest] = *verdict;
    }
  }

  Layer read_layer(const toml::table& table) {
    Layer layer;
    read_settings(table, layer);
    read_quests(table, layer);
    read_expectations(table, layer);
    read_reductions(table, layer);
    layer.method = choice_at(table, "method", {"auto", "enumerate", "argue"});
    layer.engine = choice_at(table, "engine", {"auto", "explicit", "symbolic"});
    layer.verify = flag_at(table, "verify");
    layer.random_play = flag_at(table, "random_play");
    layer.store = flag_at(table, "store");
    layer.time_seconds = seconds_at(table, "time");
    layer.memory_bytes = bytes_at(table, "memory");
    layer.disk_bytes = bytes_at(table, "disk");
    layer.threads = number_at(table, "threads", 1, kMostThreads);
    layer.priority = number_at(table, "priority", -1'000'000, 1'000'000);
    if (const auto size = choice_at(table, "size", {"auto", "small", "large"})) {
      layer.size = *size == "small"   ? JobSize::kSmall
                   : *size == "large" ? JobSize::kLarge
                                      : JobSize::kAuto;
    }
    return layer;
  }

  void read_version() {
    const toml::node* node = root_.get("version");
    const char* const remedy = "write `version = 1` into the first line";
    if (node == nullptr) {
      refuse(root_, "the manifest has no version", remedy);
    } else if (node->value_exact<std::int64_t>() != kManifestVersion) {
      refuse(*node, "this program reads manifests of version 1", remedy);
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
    refuse(where, fmt::format("'{}' cannot be the name of a {}", name, kind),
           "a name is not empty, stands in one line, and holds no control characters");
  }

  void read_builds() {
    const toml::table* table = table_at(root_, "builds");
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      check_name(key.source(), name, "build");
      if (const auto folder = text_of(node, name)) {
        builds_.emplace_back(name, absolute(*folder), key.source().begin);
      }
    }
    sort_as_written(builds_);
    if (table->empty()) refuse(*table, "no build is named", "as `release = \"builds/release\"`");
  }

  void read_options() {
    const toml::table* table = table_at(root_, "options");
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      check_name(key.source(), name, "set of options");
      if (!node.is_table()) {
        refuse(node, fmt::format("options.{} should be a table", name),
               fmt::format("write [options.{}] and the keys below it", name));
        continue;
      }
      allow_only(*node.as_table(), kOptionKeys, fmt::format("[options.{}]", name));
      options_.emplace_back(name, read_layer(*node.as_table()));
    }
  }

  // Names in a list that must stand among those that are there.
  template <typename Named>
  std::vector<std::string> names_at(const toml::table& table, const char* key,
                                    const std::vector<Named>& known, const char* kind) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const auto texts = texts_of(*node, key);
    if (!texts) return {};
    std::vector<std::string> names;
    for (const Named& one : known) names.push_back(std::get<0>(one));
    for (const std::string& text : *texts) {
      if (std::find(names.begin(), names.end(), text) != names.end()) continue;
      refuse(*node, fmt::format("there is no {} '{}'{}", kind, text, did_you_mean(text, names)),
             names.empty() ? fmt::format("the manifest names none: see [{}]", key) : one_of(names));
    }
    if (texts->empty()) {
      refuse(*node, fmt::format("{} names nothing", key), "leave it out, or name one");
    }
    return *texts;
  }

  struct Variant {
    std::string name;
    std::optional<std::string> file;
    toml::source_region place;
    Layer layer;
  };

  std::vector<Variant> read_variants(const toml::table& game) {
    const toml::node* node = game.get("variant");
    if (node == nullptr) return {Variant{}};
    std::vector<Variant> variants;
    const toml::array* list = node->as_array();
    if (list == nullptr || list->empty()) {
      refuse(*node, "variant should be a list of tables", "write [[game.variant]]");
      return {Variant{}};
    }
    std::set<std::string> names;
    for (const toml::node& element : *list) {
      const toml::table* table = element.as_table();
      if (table == nullptr) {
        refuse(element, "a variant should be a table", "write [[game.variant]]");
        continue;
      }
      allow_only(*table, with(kLayerKeys, {"name", "file"}), "[[game.variant]]");
      Variant variant;
      const auto name = text_at(*table, "name");
      if (table->get("name") == nullptr) refuse(*table, "a variant needs a name", "name = \"...\"");
      if (name) check_name(table->get("name")->source(), *name, "variant");
      variant.name = name.value_or("");
      variant.file = file_at(*table);
      if (variant.file) variant.place = table->get("file")->source();
      variant.layer = read_layer(*table);
      if (!names.insert(variant.name).second) {
        refuse(*table, fmt::format("there are two variants '{}'", variant.name),
               "give each a name of its own");
      }
      variants.push_back(std::move(variant));
    }
    return variants;
  }

  std::optional<std::string> file_at(const toml::table& table) {
    const std::optional<std::string> file = text_at(table, "file");
    if (file && file->empty()) {
      refuse(*table.get("file"), "the file has no name", "name a file, a folder or a pattern");
      return std::nullopt;
    }
    return file;
  }

  void read_games() {
    const toml::node* node = root_.get("game");
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr || list->empty()) {
      refuse(node == nullptr ? root_ : *node, "the manifest names no game",
             "write [[game]] and below it file = \"...\"");
      return;
    }
    for (const toml::node& element : *list) {
      if (element.is_table()) {
        read_game(*element.as_table());
      } else {
        refuse(element, "a game should be a table", "write [[game]]");
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
    allow_only(game, with(kLayerKeys, {"name", "file", "builds", "options", "variant"}),
               "[[game]]");
    const std::optional<std::string> name = text_at(game, "name");
    if (name) check_name(game.get("name")->source(), *name, "game");
    const std::optional<std::string> file = file_at(game);
    const Layer layer = read_layer(game);
    const std::vector<Variant> variants = read_variants(game);
    if (game.get("file") == nullptr) {
      for (const Variant& variant : variants) {
        if (variant.file) continue;
        refuse(game, "a game needs a file", "file = \"harbor.quest\", a folder, or a pattern");
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
      if (clashes_.insert(game.source().begin.line).second) refuse(game, message, remedy);
    };
    if (choices.engine == "symbolic" && choices.method == "argue") {
      complain("method = \"argue\" explores nothing, so there is no engine to choose",
               "leave one of them out");
    } else if (choices.store && (choices.engine == "symbolic" || choices.method == "argue")) {
      complain("a store keeps single states, and here there are none",
               "leave out store, or the engine and the method");
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
  std::string path_;
  std::filesystem::path folder_;
  Layer defaults_;
  std::vector<std::tuple<std::string, std::string, toml::source_position>> builds_;
  std::vector<std::pair<std::string, Layer>> options_;
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
