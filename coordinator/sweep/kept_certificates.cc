// SPDX-License-Identifier: MIT
#include "coordinator/sweep/kept_certificates.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "coordinator/atomic_file.h"
#include "coordinator/certificate.h"
#include "coordinator/game.h"
#include "coordinator/json_parts.h"
#include "coordinator/json_reader.h"
#include "coordinator/revision.h"
#include "coordinator/verification.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

constexpr const char* kKeptSchema = "questproof/kept-certificate";
constexpr std::uint64_t kKeptVersion = 1;
constexpr double kCheckSeconds = 20;  // for arguments, which are the only part that may take long

std::string record_path(const std::string& key) { return "certificates/" + key + ".kept.json"; }

std::optional<std::size_t> position_of(const GameModel& model, const std::string& quest) {
  for (std::size_t i = 0; i < model.quests.size(); ++i) {
    if (model.quests[i].name == quest) return i;
  }
  return std::nullopt;
}

// Of a complete certificate only the walkthroughs are looked at: an exploration is what is to be saved. Any other
// has to rest on arguments, and is checked as a whole.
std::string check_parts(Certificate certificate, const Game& game) {
  const bool explored = certificate.complete;
  if (explored) {
    certificate.complete = false;
    certificate.argument.reset();
  }
  PlainOptions options;
  options.time_seconds = kCheckSeconds;
  const Verification found = verify_certificate(certificate, game, options, {});
  for (const Check& check : found.checks) {
    if (!check.agrees) {
      return fmt::format("{}: the certificate says {}, found is {}", check.what, check.claimed,
                         check.found);
    }
  }
  if (explored || found.by_argument) return "";
  return found.limit.empty() ? "its verdicts rest on nothing that can be checked" : found.limit;
}

}  // namespace

std::string CertificateKey::to_hex() const {
  std::string text =
      fmt::format("{} {}\n{}\n{}\n", kCertificateSchema, kCertificateVersion, program, model_hash);
  for (const std::string& argument : arguments) {
    text += fmt::format("{} {}\n", argument.size(), argument);
  }
  return hash_128(text).to_hex();
}

std::string program_identity(const std::string& program_file) {
  return fmt::format("{} {} {}", program_version(), program_revision(),
                     hash_128(std::string_view(read_file(program_file))).to_hex());
}

std::optional<KeptCertificate> KeptCertificates::find(const std::string& key) const {
  const std::string path = sweep_ + "/" + record_path(key);
  if (!std::filesystem::is_regular_file(path)) return std::nullopt;
  try {
    const nlohmann::json document = parse_json(read_file(path), path);
    const JsonReader root(document, path);
    root.at("schema").expect(kKeptSchema);
    if (root.at("version").count() != kKeptVersion) return std::nullopt;
    return KeptCertificate{root.at("night").text(), root.at("job").text(),
                           root.at("sources").text(), root.at("model_hash").text(),
                           root.at("certificate_hash").text()};
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
    return std::nullopt;
  }
}

std::optional<std::string> KeptCertificates::contents(const std::string& key,
                                                      const KeptCertificate& kept) const {
  try {
    std::string text = read_file(sweep_ + "/" + path(key));
    if (hash_128(std::string_view(text)).to_hex() == kept.certificate_hash) return text;
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput) throw;
  }
  return std::nullopt;
}

void KeptCertificates::keep(const std::string& key, KeptCertificate kept,
                            const std::string& contents) const {
  std::filesystem::create_directories(sweep_ + "/certificates");
  kept.certificate_hash = hash_128(std::string_view(contents)).to_hex();
  write_file_atomically(sweep_ + "/" + path(key), contents);
  write_file_atomically(sweep_ + "/" + record_path(key),
                        json_text({{"schema", kKeptSchema},
                                   {"version", kKeptVersion},
                                   {"night", kept.night},
                                   {"job", kept.job},
                                   {"sources", kept.sources},
                                   {"model_hash", kept.model_hash},
                                   {"certificate_hash", kept.certificate_hash}}));
}

bool is_whole(const FoundGame& found) {
  if (found.complete && found.limit.empty()) return true;
  return found.argued && found.verdict != Verdict::kUnknown &&
         std::all_of(found.quests.begin(), found.quests.end(),
                     [](const FoundQuest& quest) { return quest.verdict != Verdict::kUnknown; });
}

std::string cheap_check(const std::string& contents, const std::string& path,
                        const GameModel& model, const std::string& quest) {
  try {
    const CertificateHeader header = parse_certificate_header(contents, path);
    if (header.quest != quest) return "it is of another quest";
    const std::optional<std::size_t> position = position_of(model, quest);
    if (!quest.empty() && !position) return "the game has no such quest";
    const Game game(model, header.reduce, position);
    if (header.model_hash != game.hash()) return "it is of another game";
    return check_parts(parse_certificate(contents, path, game.written()), game);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kInput && error.kind() != Error::Kind::kUsage) throw;
    return error.what();
  }
}

}  // namespace questproof
