// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/search/certify.h"
#include "storage/run_identity.h"

namespace questproof {

// What a finished run found, as the bytes of the file CERTIFICATE: all of a certification but its
// phases (they belong to the session) and the solved space (the columns hold it).
std::vector<std::uint8_t> encode_certificate(const RunIdentity& identity,
                                             const Certification& certification);

struct StoredCertificate {
  RunIdentity identity;
  Certification certification;  // without phases, and solved is null
};

// Throws FormatProblem.
StoredCertificate decode_certificate(std::span<const std::uint8_t> file);

}  // namespace questproof
