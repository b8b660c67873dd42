// SPDX-License-Identifier: MIT
#include "games/common/svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "core/base/check.h"

namespace questproof {
namespace {

// Two decimals at most: a tenth of a pixel cannot be seen, and pictures stay small.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string list(const std::vector<SvgPicture::Point>& points) {
  std::string text;
  for (const SvgPicture::Point& point : points) {
    if (!text.empty()) text += ' ';
    text += number(point.x) + ',' + number(point.y);
  }
  return text;
}

// Bytes of the character that the text begins with; 0 when XML takes none that begins so.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 0;
  if (length == 0 || byte(0) > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool no_character = code == 0xfffe || code == 0xffff;
  return code < kLeast[length] || code > 0x10ffff || surrogate || no_character ? 0 : length;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    switch (text.front()) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      case '\t': result += ' '; break;
      default:
        if (length == 0) {
          result += '?';
        } else {
          result += text.substr(0, length);
        }
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

SvgPicture::SvgPicture(double width, double height, std::string_view title)
    : head_(fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                        R"(viewBox="0 0 {0} {1}" font-family="sans-serif">)"
                        "\n<title>{2}</title>\n",
                        number(width), number(height), xml_escaped(title))) {}

void SvgPicture::rectangle(double x, double y, double width, double height,
                           std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<rect x="{}" y="{}" width="{}" height="{}" {}/>)"
                 "\n",
                 number(x), number(y), number(width), number(height), attributes);
}

void SvgPicture::circle(Point center, double radius, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<circle cx="{}" cy="{}" r="{}" {}/>)"
                 "\n",
                 number(center.x), number(center.y), number(radius), attributes);
}

void SvgPicture::line(Point from, Point to, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<line x1="{}" y1="{}" x2="{}" y2="{}" {}/>)"
                 "\n",
                 number(from.x), number(from.y), number(to.x), number(to.y), attributes);
}

void SvgPicture::polyline(const std::vector<Point>& points, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<polyline points="{}" fill="none" {}/>)"
                 "\n",
                 list(points), attributes);
}

void SvgPicture::polygon(const std::vector<Point>& points, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<polygon points="{}" {}/>)"
                 "\n",
                 list(points), attributes);
}

void SvgPicture::arc(Point from, Point to, double bend, std::string_view attributes) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const Point middle = {(from.x + to.x) / 2 + bend * dy, (from.y + to.y) / 2 - bend * dx};
  fmt::format_to(std::back_inserter(body_),
                 R"(<path d="M{},{} Q{},{} {},{}" fill="none" {}/>)"
                 "\n",
                 number(from.x), number(from.y), number(middle.x), number(middle.y), number(to.x),
                 number(to.y), attributes);
}

void SvgPicture::text(Point at, std::string_view text, std::string_view attributes) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<text x="{}" y="{}" {}>{}</text>)"
                 "\n",
                 number(at.x), number(at.y), attributes, xml_escaped(text));
}

void SvgPicture::begin_group(std::string_view attributes, std::string_view title) {
  body_ += attributes.empty() ? "<g>" : fmt::format("<g {}>", attributes);
  if (!title.empty()) body_ += fmt::format("<title>{}</title>", xml_escaped(title));
  body_ += '\n';
  ++open_groups_;
}

void SvgPicture::end_group() {
  QUEST_CHECK(open_groups_ > 0);
  --open_groups_;
  body_ += "</g>\n";
}

std::string SvgPicture::finish() const {
  QUEST_CHECK(open_groups_ == 0);
  return head_ + body_ + "</svg>\n";
}

}  // namespace questproof
