#include "unseen/base/label_spelling.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

TEST(LabelSpelling, KeepsLettersOfOtherAlphabetsAndInnerBlanks)
{
    EXPECT_EQ(plain_spelling("  Not Sure\t"), "not sure");
    EXPECT_EQ(plain_spelling("Ж"), "Ж");
    EXPECT_EQ(plain_spelling(" \t"), "");
}

TEST(LabelSpelling, TakesComposedAndCombiningAccentsForOneSpelling)
{
    // Pairs of Python's unicodedata.normalize("NFC", x) and "NFD".
    const std::pair<std::string, std::string> pairs[] = {{"K\u00F6ln", "Ko\u0308ln"},
                                                         {"pr\u00E9", "pre\u0301"},
                                                         {"\u0141\u00F3d\u017A", "\u0141o\u0301dz\u0301"},
                                                         {"\u010Cesko", "C\u030Cesko"},
                                                         {"\u0130zmir", "I\u0307zmir"},
                                                         {"gy\u0151r", "gyo\u030Br"}};
    for (const auto& [composed, combining] : pairs) {
        EXPECT_EQ(plain_spelling(composed), plain_spelling(combining)) << composed;
        const auto warning = spelt_twice({composed, "other", combining});
        ASSERT_TRUE(warning);
        EXPECT_NE(warning->text.find("Unicode form"), std::string::npos) << warning->text;
        EXPECT_EQ(likely_pairs({composed, "a"}, {"b", combining}).size(), 1U);
    }
    EXPECT_FALSE(spelt_twice({"pr\u00E9", "pr\u00E8", "pre"}));
    EXPECT_EQ(spelt_twice({"no", "No"})->text.find("Unicode"), std::string::npos);
}

TEST(LabelSpelling, ListsAllSpellingsOfEachLabel)
{
    EXPECT_FALSE(spelt_twice({"yes", "no", "no way"}));
    const auto warning = spelt_twice({"No", "no", "NO ", "a", "yes", " yes"});
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->text.find("'No', 'no' and 'NO ', 'yes' and ' yes' differ"), std::string::npos)
        << warning->text;
}

TEST(LabelSpelling, PairsLabelsBySpellingAndThenByUsualNames)
{
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(likely_pairs({"A", "b"}, {"a", "c"}), (Pairs{{"A", "a"}}));
    EXPECT_EQ(likely_pairs({"no", "yes"}, {"1", "0"}), (Pairs{{"no", "0"}, {"yes", "1"}}));
    EXPECT_EQ(likely_pairs({"no", "yes"}, {"a", "b"}), Pairs());
    EXPECT_EQ(likely_pairs({"no", "yes", "maybe"}, {"0", "1"}), Pairs());
    EXPECT_EQ(likely_pairs_text({"A"}, {"b"}), "");
}

} // namespace
} // namespace unseen
