// SPDX-License-Identifier: MIT
#include "coordinator/page/page_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "coordinator/page/page_source.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Pieces that have broken pages before, in any order, with any bytes between them.
std::string hostile_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {"</script>",
                                                   "</SCRIPT >",
                                                   "<script>alert(1)</script>",
                                                   "<!--",
                                                   "-->",
                                                   "]]>",
                                                   "<img src=x onerror=alert(1)>",
                                                   "\"",
                                                   "'",
                                                   "\\",
                                                   "\\u003c",
                                                   "{{data}}",
                                                   "{{",
                                                   "}}",
                                                   "&lt;",
                                                   "&#x3c;",
                                                   "\xE2\x80\xA8",
                                                   "\xE2\x80\xA9",
                                                   "\xE2\x80\xAE",
                                                   "\xC3\x28",
                                                   "\xF0\x9F",
                                                   "\xED\xA0\x80",
                                                   "\xFF",
                                                   std::string(1, '\0'),
                                                   "\r\n",
                                                   "\x1B[31m",
                                                   "\xF0\x9F\x97\x9D",
                                                   "javascript:alert(1)",
                                                   "`${1}`",
                                                   "*/",
                                                   "//"};
  std::string text;
  const auto count = std::uniform_int_distribution<int>(0, 8)(random);
  for (int i = 0; i < count; ++i) {
    if (random() % 3 == 0) {
      text += static_cast<char>(random() % 256);
    } else {
      text += kPieces[random() % kPieces.size()];
    }
  }
  return text;
}

TEST(PageHtmlTest, NoTextEndsTheBlockOfData) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = hostile_text(random);
    const nlohmann::ordered_json data = {{text, {text, {{"name", text}}}}};
    const std::string json = script_json(data);
    EXPECT_EQ(json.find_first_of("<>&"), std::string::npos) << json;
    EXPECT_THAT(json, Not(HasSubstr("\xE2\x80\xA8")));
    EXPECT_THAT(json, Not(HasSubstr("\xE2\x80\xA9")));
    // It says the same as the plain form, in which bytes that are not UTF-8 are replaced too.
    const auto plain = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    EXPECT_EQ(nlohmann::ordered_json::parse(json), nlohmann::ordered_json::parse(plain));
  }
}

TEST(PageHtmlTest, HtmlTextHasNoMarkup) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::string safe = html_text(hostile_text(random));
    EXPECT_EQ(safe.find_first_of("<>\"'"), std::string::npos) << safe;
    EXPECT_EQ(safe.find('\0'), std::string::npos);
    EXPECT_NO_THROW(nlohmann::json(safe).dump()) << "valid UTF-8";
  }
  EXPECT_EQ(html_text("a <b> & \"c\""), "a &lt;b&gt; &amp; &quot;c&quot;");
}

TEST(PageHtmlTest, TheShapeOfAPageDoesNotDependOnWhatIsInIt) {
  const std::string harmless = page_html(empty_page("title", "subtitle"), PageUse::kFile);
  std::mt19937 random(3);
  for (int i = 0; i < 30; ++i) {
    const std::string html =
        page_html(empty_page(hostile_text(random), hostile_text(random)), PageUse::kFile);
    for (const char* tag :
         {"<script", "</script>", "<style", "</style>", "<meta", "<title", "<body"}) {
      EXPECT_EQ(occurrences(html, tag), occurrences(harmless, tag)) << tag;
    }
  }
  EXPECT_THAT(harmless, Not(HasSubstr("{{")));
  EXPECT_THAT(harmless, HasSubstr("Chart.js v"));
  EXPECT_THAT(harmless, HasSubstr("Permission is hereby granted"));
}

TEST(PageHtmlTest, LoadsNothingAndAllowsOnlyItsOwnScripts) {
  const std::string policy = content_security_policy(PageUse::kFile);
  EXPECT_THAT(policy, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(policy, HasSubstr("connect-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(content_security_policy(PageUse::kServed), HasSubstr("connect-src 'self'"));
  const std::string html = page_html(empty_page("title", "subtitle"), PageUse::kFile);
  EXPECT_THAT(html, HasSubstr(policy));
  EXPECT_EQ(occurrences(html, "src=\"http"), 0U);
}

TEST(PageHtmlTest, Base64IsThatOfTheStandard) {  // RFC 4648, section 10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFF\xFE"), "//4=");
}

}  // namespace
}  // namespace questproof
