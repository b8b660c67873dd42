// SPDX-License-Identifier: MIT
#include "coordinator/page/page_site.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "coordinator/json_parts.h"
#include "coordinator/page/page_html.h"
#include "coordinator/page/watched_run.h"
#include "core/base/error.h"

namespace questproof {
namespace {

constexpr std::chrono::seconds kLook{1};

std::string lower(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

// "localhost:8080" and "[::1]:8080" without the port; "" when it is no name of a host.
std::string without_port(const std::string& header) {
  const std::size_t bracket = header.rfind(']');
  const std::size_t colon = header.rfind(':');
  const bool has_port =
      colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
  const std::string port = has_port ? header.substr(colon + 1) : "";
  if (port.find_first_not_of("0123456789") != std::string::npos) return "";
  std::string name = has_port ? header.substr(0, colon) : header;
  if (name.size() > 2 && name.front() == '[' && name.back() == ']') {
    name = name.substr(1, name.size() - 2);
  } else if (name.find(':') != std::string::npos) {
    return "";
  }
  return lower(name);
}

bool is_numbers(const std::string& name) {
  const bool version6 = name.find(':') != std::string::npos;
  const char* const digits = version6 ? "0123456789abcdef:." : "0123456789.";
  return !name.empty() && name.find_first_not_of(digits) == std::string::npos;
}

std::string machine_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? lower(name.data()) : "";
}

PageAnswer refusal(int status, const std::string& text) {
  return {status, "text/plain; charset=utf-8", text + "\n", {}};
}

void add_headers(PageAnswer& answer) {
  answer.headers.insert(answer.headers.end(),
                        {{"Content-Security-Policy",
                          content_security_policy(PageUse::kServed) + "; frame-ancestors 'none'"},
                         {"X-Content-Type-Options", "nosniff"},
                         {"X-Frame-Options", "DENY"},
                         {"Referrer-Policy", "no-referrer"},
                         {"Cross-Origin-Resource-Policy", "same-origin"},
                         {"Cross-Origin-Opener-Policy", "same-origin"},
                         {"Cache-Control", "no-store"}});
}

}  // namespace

bool is_loopback(const std::string& host) {
  const std::string name = lower(host);
  return name == "localhost" || name == "::1" || (name.starts_with("127.") && is_numbers(name));
}

bool is_own_name(const std::string& header, const std::string& served) {
  const std::string name = without_port(header);
  if (name.empty()) return false;
  if (name == "localhost" || name == "127.0.0.1" || name == "::1" || name == lower(served)) {
    return true;
  }
  if (is_loopback(served)) return false;
  return is_numbers(name) || name == machine_name();
}

PageSite::PageSite(PageSource source, std::string host, const Console& console)
    : source_(std::move(source)), host_(std::move(host)), console_(console) {}

const nlohmann::ordered_json& PageSite::progress() {
  const auto now = std::chrono::steady_clock::now();
  if (progress_.is_null() || now - looked_ >= kLook) {
    progress_ = progress_data(source_);
    looked_ = now;
  }
  return progress_;
}

const std::string& PageSite::page() {
  const nlohmann::ordered_json& progress = this->progress();
  const std::string version = progress.at("version").get<std::string>();
  const bool finished = progress.at("state") == "finished";
  const auto now = std::chrono::steady_clock::now();
  if (version == page_version_ && (finished || now - built_ < kLook)) return page_;
  nlohmann::ordered_json data;
  const bool of_run = source_.kind == PageSourceKind::kRun;
  if (of_run && !finished) {
    data = empty_page(source_.path, "a run that has not ended");
  } else if (version == "none") {
    data = empty_page(source_.path, "a sweep without a night");
  } else {
    data = page_data(source_, {}, console_);
  }
  data["progress"] = progress;
  page_ = page_html(data, PageUse::kServed);
  page_version_ = version;
  built_ = now;
  return page_;
}

PageAnswer PageSite::answer(const PageRequest& request) {
  PageAnswer answer;
  if (request.method != "GET" && request.method != "HEAD") {
    answer = refusal(405, "only GET and HEAD");
    answer.headers.emplace_back("Allow", "GET, HEAD");
  } else if (!is_own_name(request.host, host_)) {
    answer = refusal(421, "this server is not called that");
  } else if (request.path != "/" && request.path != "/progress.json") {
    answer = refusal(404, "there are / and /progress.json");
  } else {
    const std::lock_guard lock(mutex_);
    try {
      if (request.path == "/") {
        answer = {200, "text/html; charset=utf-8", page(), {}};
      } else {
        answer = {200, "application/json", json_text(progress()), {}};
      }
    } catch (const Error& error) {
      answer = refusal(503, error.what());
    }
  }
  add_headers(answer);
  return answer;
}

}  // namespace questproof
