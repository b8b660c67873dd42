// SPDX-License-Identifier: MIT
#include "coordinator/page/page_server.h"

#include <fmt/core.h>
#include <httplib.h>

#include <chrono>
#include <thread>

#include "core/base/error.h"

namespace questproof {
namespace {

constexpr std::size_t kThreads = 16;
// A connection that stays open takes a thread, and a page that is looked at asks every two seconds: with more lookers-on than
// threads some would never be answered.
constexpr std::size_t kRequestsAConnection = 1;
constexpr std::time_t kPatience = 5;  // seconds

void answer(PageSite& site, const httplib::Request& request, httplib::Response& response) {
  PageAnswer answer = site.answer({request.method, request.path, request.get_header_value("Host")});
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  response.set_content(std::move(answer.body), answer.type);
}

}  // namespace

struct PageServer::Parts {
  httplib::Server server;
  std::thread thread;
  int port = 0;
};

PageServer::PageServer(PageSite& site, const std::string& host, int port)
    : parts_(std::make_unique<Parts>()) {
  httplib::Server& server = parts_->server;
  server.new_task_queue = [] { return std::make_unique<httplib::ThreadPool>(kThreads).release(); };
  server.set_keep_alive_max_count(kRequestsAConnection);
  server.set_keep_alive_timeout(kPatience);
  server.set_read_timeout(kPatience);
  server.set_write_timeout(kPatience);
  server.set_payload_max_length(0);
  // Before anything of a request but its head is read, whatever it asks for.
  server.set_pre_routing_handler([&site](const auto& request, auto& response) {
    answer(site, request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
  const bool bound = port == 0 ? (parts_->port = server.bind_to_any_port(host)) > 0
                               : server.bind_to_port(host, parts_->port = port);
  if (!bound) {
    throw Error(Error::Kind::kResource,
                fmt::format("cannot serve at {} port {}: the address is not this machine's, or the "
                            "port is taken; --port 0 takes one that is free",
                            host, port));
  }
  parts_->thread = std::thread([this] { parts_->server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

PageServer::~PageServer() {
  parts_->server.stop();
  parts_->thread.join();
}

int PageServer::port() const { return parts_->port; }
bool PageServer::is_running() const { return parts_->server.is_running(); }

}  // namespace questproof
