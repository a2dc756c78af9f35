// Arguments in texts, written in the form that the users of a front end know.
#include "unseen/base/argument.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

std::string said(std::string_view text)
{
    return word_arguments(text, [](std::string_view name, std::string_view value) {
        return '<' + std::string(name) + (value.empty() ? "" : ' ' + std::string(value)) + '>';
    });
}

TEST(WordArguments, SaysNamesAndValues)
{
    EXPECT_EQ(said(""), "");
    EXPECT_EQ(said("no argument"), "no argument");
    EXPECT_EQ(said("`zero_division` says what 0/0 is"), "<zero_division> says what 0/0 is");
    EXPECT_EQ(said("use `task=ordinal` or `id=a b=c`"), "use <task ordinal> or <id a b=c>");
}

TEST(WordArguments, LeavesOtherQuotationsAlone)
{
    EXPECT_EQ(said("`unseen store list`, `knn:k=3`, ``, and `split`"),
              "`unseen store list`, `knn:k=3`, ``, and <split>");
    EXPECT_EQ(said("a ` alone, and `task"), "a ` alone, and `task");
}

TEST(WordArguments, OptionsQuoteABlank)
{
    EXPECT_EQ(word_arguments("`zero_division=null`, `seed`, `separator= `", as_option),
              "--zero-division null, --seed, --separator ' '");
}

} // namespace
} // namespace unseen
