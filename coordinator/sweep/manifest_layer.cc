// SPDX-License-Identifier: MIT
#include "coordinator/sweep/manifest_layer.h"

#include <fmt/core.h>

#include "core/base/error.h"
#include "core/model/reduce/reduce.h"

namespace questproof {
namespace {

constexpr int kMostThreads = 1024;

template <typename Value>
void put(Value& into, const std::optional<Value>& value) {
  if (value) into = *value;
}

void read_reductions(ManifestValues& values, const toml::table& table, ManifestLayer& layer) {
  layer.reduce = values.text_at(table, "reduce");
  if (!layer.reduce || *layer.reduce == "auto") return;
  try {
    parse_reductions(*layer.reduce);
  } catch (const Error& error) {
    values.refuse(*table.get("reduce"), error.what(), "`questproof certify --help` lists them");
  }
}

void read_settings(ManifestValues& values, const toml::table& table, ManifestLayer& layer) {
  const toml::node* node = table.get("set");
  if (node == nullptr) return;
  layer.settings = values.texts_of(*node, "set");
  if (!layer.settings) return;
  for (const std::string& text : *layer.settings) {
    const std::size_t sign = text.find('=');
    if (sign != 0 && sign != std::string::npos) continue;
    values.refuse(*node, fmt::format("'{}' is no setting", text), "as \"state=buttons\"");
  }
}

void read_quests(ManifestValues& values, const toml::table& table, ManifestLayer& layer) {
  const toml::node* node = table.get("quests");
  if (node == nullptr) return;
  if (node->is_array()) {
    layer.quests = values.texts_of(*node, "quests").value_or(std::vector<std::string>());
    layer.each_quest = false;
    if (layer.quests.empty()) {
      values.refuse(*node, "no quest is named", "\"all\", \"each\", or a list of names");
    }
    return;
  }
  const std::optional<std::string> text = values.choice_at(table, "quests", {"all", "each"});
  if (text) layer.each_quest = *text == "each";
}

void read_expectations(ManifestValues& values, const toml::table& table, ManifestLayer& layer) {
  if (const toml::node* node = table.get("expect")) {
    layer.expect_anything = node->value_exact<std::string>() == "anything";
    if (!layer.expect_anything) layer.expect = values.verdict_of(*node, "expect");
  }
  const toml::table* by_quest = values.table_at(table, "expected");
  if (by_quest == nullptr) return;
  for (const auto& [key, node] : *by_quest) {
    const std::string quest(key.str());
    if (const auto verdict = values.verdict_of(node, quest)) layer.expected[quest] = *verdict;
  }
}

}  // namespace

void apply(const ManifestLayer& layer, SweepEntry& entry) {
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

ManifestLayer read_manifest_layer(ManifestValues& values, const toml::table& table) {
  ManifestLayer layer;
  read_settings(values, table, layer);
  read_quests(values, table, layer);
  read_expectations(values, table, layer);
  read_reductions(values, table, layer);
  layer.method = values.choice_at(table, "method", {"auto", "enumerate", "argue"});
  layer.engine = values.choice_at(table, "engine", {"auto", "explicit", "symbolic"});
  layer.verify = values.flag_at(table, "verify");
  layer.random_play = values.flag_at(table, "random_play");
  layer.store = values.flag_at(table, "store");
  layer.time_seconds = values.seconds_at(table, "time");
  layer.memory_bytes = values.bytes_at(table, "memory");
  layer.disk_bytes = values.bytes_at(table, "disk");
  layer.threads = values.number_at(table, "threads", 1, kMostThreads);
  layer.priority = values.number_at(table, "priority", -1'000'000, 1'000'000);
  if (const auto size = values.choice_at(table, "size", {"auto", "small", "large"})) {
    layer.size = *size == "small"   ? JobSize::kSmall
                 : *size == "large" ? JobSize::kLarge
                                    : JobSize::kAuto;
  }
  return layer;
}

const std::vector<std::string>& manifest_layer_keys() {
  static const std::vector<std::string> keys = {
      "set",         "quests", "expect", "expected", "reduce", "method",  "engine",   "verify",
      "random_play", "store",  "time",   "memory",   "disk",   "threads", "priority", "size"};
  return keys;
}

const std::vector<std::string>& manifest_option_keys() {
  static const std::vector<std::string> keys = {"reduce", "method", "engine", "verify",
                                                "random_play"};
  return keys;
}

}  // namespace questproof
