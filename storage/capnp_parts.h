// SPDX-License-Identifier: MIT
#pragma once

#include <capnp/list.h>
#include <storage/schema/manifest.capnp.h>

#include <vector>

#include "core/search/profile.h"
#include "storage/run_identity.h"

namespace questproof {

// Parts that several messages share. For the .cc files of this folder only.
void write(capnp::List<schema::NamedText>::Builder out, const std::vector<NamedText>& texts);
std::vector<NamedText> read(capnp::List<schema::NamedText>::Reader in);
void write(schema::Identity::Builder out, const RunIdentity& identity);
RunIdentity read(schema::Identity::Reader in);
void write(schema::Profile::Builder out, const Profile& profile);
Profile read(schema::Profile::Reader in);

}  // namespace questproof
