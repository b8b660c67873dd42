// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/sweep/manifest_values.h"
#include "coordinator/sweep/sweep_manifest.h"

namespace questproof {

// What may be said of all games, of one, of a variant, or by a set of options; what is not said stands
// in the layer below.
struct ManifestLayer {
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

// Puts what the layer says over what stands in the entry.
void apply(const ManifestLayer& layer, SweepEntry& entry);

// Reads what a table says of games; other keys are left to the caller.
ManifestLayer read_manifest_layer(ManifestValues& values, const toml::table& table);

// The keys of a layer, and those of them that a set of options may have.
const std::vector<std::string>& manifest_layer_keys();
const std::vector<std::string>& manifest_option_keys();

}  // namespace questproof
