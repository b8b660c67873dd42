// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "core/model/game_model.h"

namespace questproof {

// What decides whether a certificate is about the same question, asked of the same program.
struct CertificateKey {
  std::string model_hash;
  std::vector<std::string> arguments;  // of `certify`, those that shape results
  std::string program;                 // program_identity()

  std::string to_hex() const;
};

// Names the program that decides, for what is re-used: version, revision, and a hash of the program's file. The revision
// alone does not do: it says nothing of files that nobody has added, nor of compilers and libraries; and where the sources lie in
// somebody else's repository it is that one's.
std::string program_identity(const std::string& program_file);

// A certificate, and where it comes from.
struct KeptCertificate {
  std::string night;
  std::string job;
  std::string sources;  // folder of the files that its places refer to
  std::string model_hash;
  std::string certificate_hash;  // of the bytes of the file
  bool operator==(const KeptCertificate&) const = default;
};

// Certificates by what they are about, in DIR/certificates: KEY.json, as `certify` has written it, and KEY.kept.json
// beside it (schema "questproof/kept-certificate", version 1), which is written last: a
// certificate without one is not there.
class KeptCertificates {
 public:
  explicit KeptCertificates(std::string sweep) : sweep_(std::move(sweep)) {}

  // Path of the certificate, relative to the sweep's folder.
  static std::string path(const std::string& key) { return "certificates/" + key + ".json"; }

  // Nothing where there is none, and where what is there cannot be read.
  std::optional<KeptCertificate> find(const std::string& key) const;
  // The certificate itself. Nothing where its bytes are not those that were kept.
  std::optional<std::string> contents(const std::string& key, const KeptCertificate& kept) const;

  void keep(const std::string& key, KeptCertificate kept, const std::string& contents) const;

 private:
  std::string sweep_;
};

// Whether nothing was left to a limit: all was explored, or arguments decide every quest. Only such a certificate
// is kept.
bool is_whole(const FoundGame& found);

// The cheap check before a certificate is used again: it is of this model and this quest; every walkthrough
// in it is replayed on the game as written, and every argument is held against it, by the code of
// `verify`; what was explored is not explored again. What speaks against it, or "".
std::string cheap_check(const std::string& contents, const std::string& path,
                        const GameModel& model, const std::string& quest);

}  // namespace questproof
