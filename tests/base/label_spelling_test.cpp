#include "unseen/base/label_spelling.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

TEST(LabelSpelling, KeepsLettersOfOtherAlphabetsAndInnerBlanks)
{
    EXPECT_EQ(plain_spelling("  Not Sure\t"), "not sure");
    EXPECT_EQ(plain_spelling("Ä"), "Ä");
    EXPECT_EQ(plain_spelling(" \t"), "");
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
