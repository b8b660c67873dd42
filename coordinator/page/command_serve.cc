// SPDX-License-Identifier: MIT
#include "coordinator/page/command_serve.h"

#include <fmt/core.h>

#include <chrono>
#include <ostream>
#include <thread>

#include "coordinator/interrupt.h"
#include "coordinator/page/page_server.h"
#include "coordinator/page/page_site.h"
#include "coordinator/page/page_source.h"
#include "core/base/error.h"

namespace questproof {

ExitCode run_serve(const CommandOptions& options, Console& console) {
  constexpr std::int64_t kMostPorts = 65535;
  if (options.port < 0 || options.port > kMostPorts) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--port wants a number from 0 (any) to {}", kMostPorts));
  }
  const PageSource source = find_page_source(options.run_directory);
  if (source.kind == PageSourceKind::kCertificate) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} is a file; name the folder of a run or a sweep, or write a page of "
                            "it: questproof report {} --out report.html",
                            source.path, source.path));
  }
  if (!is_loopback(options.host)) {
    console.error << fmt::format(
        "questproof: warning: at {} whoever can reach this machine can read what is shown, without "
        "a "
        "password and in the clear; an ssh tunnel to 127.0.0.1 is safer\n",
        options.host);
  }
  const InterruptGuard guard;
  PageSite site(source, options.host, console);
  const PageServer server(site, options.host, static_cast<int>(options.port));
  const bool version6 = options.host.find(':') != std::string::npos;
  console.out << fmt::format("Serving {} at http://{}{}{}:{}/  (Ctrl-C ends)\n", source.path,
                             version6 ? "[" : "", options.host, version6 ? "]" : "", server.port())
              << std::flush;
  while (!InterruptGuard::interrupted() && server.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return ExitCode::kProved;
}

}  // namespace questproof
