// Foreign texts: characters that a terminal must not obey, and texts that do not change.
#include "unseen/base/inert.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

TEST(Inert, LeavesTextsOfAnyLanguageAsTheyAre)
{
    for (const auto* text : {"", "plain", "Größe", "日本語", "a\\x1b", "\xF0\x9F\x98\x80"})
        EXPECT_EQ(inert(text), text);
}

TEST(Inert, WritesControlCharactersAsEscapes)
{
    EXPECT_EQ(inert("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    EXPECT_EQ(inert(std::string("\0\a\b\x7f", 4)), "\\x00\\x07\\x08\\x7f");
    EXPECT_EQ(inert("a\nb\tc\rd"), "a\\nb\\tc\\rd");
    EXPECT_EQ(inert("a\nb\tc\rd", "\n\t"), "a\nb\tc\\rd");
    EXPECT_EQ(inert("\xC2\x9B"), "\\u009b"); // C1: begins a control sequence as ESC [ does
    EXPECT_EQ(inert("\xE2\x80\xAE"
                    "evil"),
              "\\u202eevil");                         // writes from right to left from here on
    EXPECT_EQ(inert("\xE2\x80\xA8"), "\\u2028");      // a line separator
    EXPECT_EQ(inert("\xF3\xA0\x81\x81"), "\\ue0041"); // a tag, which nothing shows
}

TEST(Inert, IsAlwaysValidUtf8)
{
    EXPECT_EQ(inert("caf\xE9"), "caf\\xe9");    // Latin-1
    EXPECT_EQ(inert("\xC0\xAF"), "\\xc0\\xaf"); // longer than necessary
    EXPECT_EQ(inert("\xE0\x80\xAF"), "\\xe0\\x80\\xaf");
    EXPECT_EQ(inert("\xED\xA0\x80"), "\\xed\\xa0\\x80");          // half of a surrogate pair
    EXPECT_EQ(inert("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); // beyond U+10FFFF
    EXPECT_EQ(inert("\xE2\x82"), "\\xe2\\x82");                   // cut short
}

} // namespace
} // namespace unseen
