// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/page/page_source.h"

namespace questproof {

// What a client asks for, as far as it matters here.
struct PageRequest {
  std::string method;  // "GET"
  std::string path;    // without the query: "/progress.json"
  std::string host;    // the header Host
};

struct PageAnswer {
  int status = 200;
  std::string type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// The pages that `serve` answers with: "/" (the report, with the progress above it) and "/progress.json". Nothing
// else has a name here, so that no path leads to a file. Only GET and HEAD; only for clients that have named
// this server in the header Host as it may be named, so that no page of a stranger whose name has been pointed at this
// machine ("DNS rebinding") reads anything.
//
// Builds a page when the source has changed, and looks for that once a second at most, however many clients
// there are. Thread-safe.
class PageSite {
 public:
  // `host`: the address that is served at.
  PageSite(PageSource source, std::string host, const Console& console);

  PageAnswer answer(const PageRequest& request);

 private:
  const nlohmann::ordered_json& progress();
  const std::string& page();

  const PageSource source_;
  const std::string host_;
  const Console& console_;
  std::mutex mutex_;
  nlohmann::ordered_json progress_;
  std::chrono::steady_clock::time_point looked_;
  std::string page_;
  std::string page_version_;
  std::chrono::steady_clock::time_point built_;
};

// Whether an address can be reached from this machine only.
bool is_loopback(const std::string& host);

// Whether a server at `served` may be called by this name: a Host header with or without a port. At an address of this
// machine alone: that address, "localhost", 127.0.0.1 or [::1]. Elsewhere also any address written in numbers, and the
// machine's own name.
bool is_own_name(const std::string& header, const std::string& served);

}  // namespace questproof
