#include "unseen/base/label_spelling.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

TEST(LabelSpelling, KeepsLettersOfOtherAlphabetsAndInnerBlanks)
{
    EXPECT_EQ(plain_spelling("  Not Sure\t"), "not sure");
    EXPECT_EQ(plain_spelling("Ж"), "ж");
    EXPECT_EQ(plain_spelling("\xFF no"), "\xFF no"); // no UTF-8
    EXPECT_EQ(plain_spelling(" \t"), "");
}

TEST(LabelSpelling, TakesComposedAndCombiningAccentsForOneSpelling)
{
    // Pairs of Python's unicodedata.normalize("NFC", x) and "NFD".
    const std::pair<std::string, std::string> pairs[] = {
        {"K\u00F6ln", "Ko\u0308ln"},
        {"pr\u00E9", "pre\u0301"},
        {"\u0141\u00F3d\u017A", "\u0141o\u0301dz\u0301"},
        {"\u010Cesko", "C\u030Cesko"},
        {"\u0130zmir", "I\u0307zmir"},
        {"gy\u0151r", "gyo\u030Br"},
        {"\uD55C\uAD6D", "\u1112\u1161\u11AB\u1100\u116E\u11A8"},
        {"Vi\u1EC7t", "Vie\u0323\u0302t"},
        {"\u03AC", "\u03B1\u0301"},
        {"\u0958", "\u0915\u093C"},
        {"\u304C", "\u304B\u3099"}};
    for (const auto& [composed, combining] : pairs) {
        EXPECT_EQ(plain_spelling(composed), plain_spelling(combining)) << composed;
        const auto warning = spelt_twice({composed, "other", combining});
        ASSERT_TRUE(warning);
        EXPECT_NE(warning->text.find("Unicode form"), std::string::npos) << warning->text;
        EXPECT_EQ(likely_pairs({composed, "a"}, {"b", combining}).size(), 1U);
    }
    // Characters that look alike or are not shown (NFKC_Casefold of Unicode's data file).
    EXPECT_EQ(plain_spelling("\uFF39\uFF25\uFF33"), "yes");
    EXPECT_TRUE(spelt_twice({"no", "no\u200B"}));
    EXPECT_TRUE(spelt_twice({"not sure", "not\u00A0sure"}));
    EXPECT_TRUE(spelt_twice({"\u0416\u0415\u041D", "\u0436\u0435\u043D"}));
    EXPECT_FALSE(spelt_twice({"\u0416", "\u0418", "\u0419"}));
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
