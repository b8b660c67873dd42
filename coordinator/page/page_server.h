// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "coordinator/page/page_site.h"

namespace questproof {

// Hands out a site by HTTP, from a few threads of its own, until it is destroyed. Requests have no bodies; one that is not
// spoken to the end within seconds is given up.
class PageServer {
 public:
  // `port` 0: any that is free. Throws Error(kResource) where it cannot listen. The site must outlive it.
  PageServer(PageSite& site, const std::string& host, int port);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  int port() const;
  bool is_running() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace questproof
