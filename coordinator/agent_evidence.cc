// SPDX-License-Identifier: MIT
#include "coordinator/agent_evidence.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "games/common/file_text.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kEvidence = "questproof-evidence/1";
constexpr std::size_t kLargestFile = std::size_t{1} << 28;

Evidence evidence_of(const Json& json, const std::string& where) {
  if (json.at("evidence") != kEvidence) {
    throw Error(Error::Kind::kInput, where + ": an unknown kind of evidence");
  }
  Evidence evidence;
  evidence.choices = json.value("choose", std::vector<std::string>());
  evidence.presses = json.value("press", std::vector<std::string>());
  evidence.look = json.value("look", std::string());
  evidence.difference = json.value("difference", std::string());
  return evidence;
}

}  // namespace

std::string encode(const Evidence& evidence) {
  Json json = {{"evidence", kEvidence}};
  if (!evidence.choices.empty()) json["choose"] = evidence.choices;
  if (!evidence.presses.empty()) json["press"] = evidence.presses;
  if (!evidence.look.empty()) json["look"] = evidence.look;
  json["difference"] = evidence.difference;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Evidence> parse_evidence(const std::string& text, const std::string& path) {
  std::vector<Evidence> all;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    if (const auto place = too_deep_at(line)) {
      throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: this nests more than {} levels deep",
                                                   path, number, place->column, kDeepestJson));
    }
    try {
      all.push_back(evidence_of(Json::parse(line), fmt::format("{}:{}", path, number)));
    } catch (const Json::exception& problem) {
      throw Error(Error::Kind::kInput,
                  fmt::format("{}:{}: this is no evidence: {}", path, number, problem.what()));
    }
  }
  return all;
}

void append_evidence(const std::string& path, const Evidence& evidence) {
  std::ofstream file(path, std::ios::app);
  if (!file || !(file << encode(evidence) << "\n") || !file.flush()) {
    throw Error(Error::Kind::kResource, path + " cannot be written");
  }
}

std::vector<Evidence> read_evidence(const std::string& path) {
  const FileText file = read_file_text(path, kLargestFile);
  if (!file.found) {
    throw Error(Error::Kind::kResource, fmt::format("{}: {}", path, file.reason));
  }
  return parse_evidence(file.text, path);
}

}  // namespace questproof
