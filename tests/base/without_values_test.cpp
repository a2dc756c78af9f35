// Messages without quoted cells. tests/cli/no_values_test.py looks for marked cells in whole outputs.
#include "unseen/base/without_values.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace unseen {
namespace {

std::string hidden(const std::string& text)
{
    const std::vector<std::string> known = {"data.csv", "yes"};
    return without_values(text, known);
}

TEST(WithoutValues, HidesWhatIsQuotedUnlessItIsAName)
{
    EXPECT_EQ(hidden("cell 'Smith' of column 'x' is not a number"),
              "cell '...' of column 'x' is not a number");
    EXPECT_EQ(hidden("columns 'a', 'b' and 'c' hold 'd', 'e' and 2 more"),
              "columns 'a', 'b' and 'c' hold '...', '...' and 2 more");
    EXPECT_EQ(hidden("'data.csv' has 'yes' and 'no'"), "'data.csv' has 'yes' and '...'");
    EXPECT_EQ(hidden("no column 'x'; there are: 'y', 'z'"), "no column 'x'; there are: '...', '...'");
}

TEST(WithoutValues, TakesApostrophesForWhatTheyAre)
{
    EXPECT_EQ(hidden("the learner's column 'x'"), "the learner's column 'x'");
    EXPECT_EQ(hidden("the cell 'it's' is odd"), "the cell '...' is odd");
    EXPECT_EQ(hidden("an unclosed 'quotation"), "an unclosed 'quotation");
    EXPECT_EQ(hidden("''"), "'...'");
    EXPECT_EQ(hidden(""), "");
}

TEST(WithoutValues, HidesValuesOfArgumentsThatAreCells)
{
    EXPECT_EQ(hidden("`missing=-99` or `ignore=x`"), "`missing=...` or `ignore=x`");
}

} // namespace
} // namespace unseen
