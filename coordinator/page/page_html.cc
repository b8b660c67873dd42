// SPDX-License-Identifier: MIT
#include "coordinator/page/page_html.h"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>

#include "coordinator/page/page_assets.h"
#include "core/base/check.h"

namespace questproof {
namespace {

int digit_value(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(digit_value(hex[i]) * 16 + digit_value(hex[i + 1]));
  }
  return bytes;
}

std::string source(const PageAssets::Part& part) {
  return fmt::format("'sha256-{}'", base64(bytes_of_hex(part.sha256)));
}

// Invalid UTF-8 as nlohmann::json replaces it; nothing else changes.
std::string valid_text(std::string_view text) {
  const nlohmann::json value = std::string(text);
  return nlohmann::json::parse(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
      .get<std::string>();
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto byte = i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U;
      group = group << 8U | byte;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool there = i + k <= bytes.size();  // a letter more than there are bytes
      text += there ? kLetters[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

std::string html_text(std::string_view text) {
  std::string safe;
  for (const char letter : valid_text(text)) {
    switch (letter) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      case '\0': safe += "\xEF\xBF\xBD"; break;
      default: safe += letter;
    }
  }
  return safe;
}

std::string script_json(const nlohmann::ordered_json& data) {
  const std::string json =
      data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(json.size() + json.size() / 16);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = std::string_view(json).substr(i);
    if (json[i] == '<') {
      safe += "\\u003c";
    } else if (json[i] == '>') {
      safe += "\\u003e";
    } else if (json[i] == '&') {
      safe += "\\u0026";
    } else if (rest.starts_with("\xE2\x80\xA8")) {
      safe += "\\u2028";
      i += 2;
    } else if (rest.starts_with("\xE2\x80\xA9")) {
      safe += "\\u2029";
      i += 2;
    } else {
      safe += json[i];
    }
  }
  return safe;
}

std::string content_security_policy(PageUse use) {
  const PageAssets assets = page_assets();
  return fmt::format(
      "default-src 'none'; script-src {} {}; style-src {}; img-src data:; connect-src {}; "
      "base-uri 'none'; form-action 'none'",
      source(assets.chart), source(assets.script), source(assets.style),
      use == PageUse::kServed ? "'self'" : "'none'");
}

std::string page_html(const nlohmann::ordered_json& data, PageUse use) {
  const PageAssets assets = page_assets();
  const auto filled = [&](std::string_view place) -> std::string {
    if (place == "policy") return content_security_policy(use);
    if (place == "title") return html_text(data.at("title").get<std::string>() + " - questproof");
    if (place == "style") return std::string(assets.style.text);
    if (place == "chart") return std::string(assets.chart.text);
    if (place == "script") return std::string(assets.script.text);
    QUEST_CHECK(place == "data");
    return script_json(data);
  };
  std::string html;
  std::string_view rest = assets.page;
  for (;;) {
    const std::size_t begin = rest.find("{{");
    if (begin == std::string_view::npos) break;
    const std::size_t end = rest.find("}}", begin);
    QUEST_CHECK(end != std::string_view::npos);
    html += rest.substr(0, begin);
    html += filled(rest.substr(begin + 2, end - begin - 2));
    rest.remove_prefix(end + 2);
  }
  html += rest;
  return html;
}

}  // namespace questproof
