// SPDX-License-Identifier: MIT
#include "games/common/svg.h"

#include <gtest/gtest.h>

namespace questproof {
namespace {

TEST(XmlEscaped, MarkupBecomesEntities) {
  EXPECT_EQ(xml_escaped("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
}

TEST(XmlEscaped, KeepsWholeCharacters) { EXPECT_EQ(xml_escaped("Tür ✓ 𝄞"), "Tür ✓ 𝄞"); }

TEST(XmlEscaped, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_escaped(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(xml_escaped("\x1b\x7f"), "??");
  EXPECT_EQ(xml_escaped("\tx"), " x");
}

TEST(XmlEscaped, ReplacesBytesThatAreNoCharacter) {
  EXPECT_EQ(xml_escaped("\xff"), "?");
  EXPECT_EQ(xml_escaped("\xc3"), "?");                 // cut off
  EXPECT_EQ(xml_escaped("\xc3("), "?(");               // no continuation
  EXPECT_EQ(xml_escaped("\xc0\xaf"), "??");            // longer than needed
  EXPECT_EQ(xml_escaped("\xed\xa0\x80"), "???");       // half of a surrogate pair
  EXPECT_EQ(xml_escaped("\xef\xbf\xbf"), "???");       // no character
  EXPECT_EQ(xml_escaped("\xf4\x90\x80\x80"), "????");  // beyond the last one
}

TEST(SvgPicture, ShapesInOrderInsideTheirGroups) {
  SvgPicture picture(100, 50.5, "a & b");
  picture.rectangle(1, 2.25, 3, 4, R"(fill="red")");
  picture.begin_group("", "door <1>");
  picture.polyline({{0, 0}, {1.005, -0.001}}, R"(stroke="blue")");
  picture.end_group();
  EXPECT_EQ(picture.finish(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50.5\" "
            "viewBox=\"0 0 100 50.5\" font-family=\"sans-serif\">\n<title>a &amp; b</title>\n"
            "<rect x=\"1\" y=\"2.25\" width=\"3\" height=\"4\" fill=\"red\"/>\n"
            "<g><title>door &lt;1&gt;</title>\n"
            "<polyline points=\"0,0 1,0\" fill=\"none\" stroke=\"blue\"/>\n"
            "</g>\n</svg>\n");
}

TEST(SvgPicture, AnArcBendsToTheLeft) {
  SvgPicture picture(10, 10, "");
  picture.arc({0, 0}, {10, 0}, 0.5, "");
  EXPECT_NE(picture.finish().find("M0,0 Q5,-5 10,0"), std::string::npos);
}

}  // namespace
}  // namespace questproof
