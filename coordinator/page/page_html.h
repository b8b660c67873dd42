// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace questproof {

// A report as one HTML file that loads nothing: style, scripts, and the data that the scripts draw.
//
// The data are one block of JSON in which "<", ">", "&" and the line separators U+2028 and U+2029 are written
// as escapes, so that no text in it can end the block; bytes that are not UTF-8 become U+FFFD. The scripts make
// text nodes of texts. Beyond that the page itself allows only scripts and styles of known hashes
// (Content-Security-Policy), so that a script that slipped in would not run.
//
// Keys of the data: `schema` "questproof/page", `title`, `subtitle`, `verdict`, `colophon`; `games[]`
// (game_data.h), `night` and `history` or null (night_data.h), `progress` or null (watched_run.h).

enum class PageUse {
  kFile,    // opened from a disk: speaks to nobody
  kServed,  // asks the server that it comes from how the run goes on
};

std::string page_html(const nlohmann::ordered_json& data, PageUse use);

// What the page may do, as the header of the same name says it.
std::string content_security_policy(PageUse use);

// JSON that can stand in an HTML <script> element.
std::string script_json(const nlohmann::ordered_json& data);

// Text that can stand in HTML, in a double-quoted attribute too.
std::string html_text(std::string_view text);

// Bytes as base64 (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace questproof
