#include "unseen/base/codes.hpp"
#include "unseen/base/warning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace unseen {
namespace {

class Codes : public ::testing::TestWithParam<std::span<const Code> (*)()> {};

TEST_P(Codes, StandOnceInTheOrderOfTheirNamesWithASentence)
{
    const auto codes = GetParam()();
    ASSERT_FALSE(codes.empty());
    for (std::size_t i = 1; i < codes.size(); ++i) EXPECT_LT(codes[i - 1].name, codes[i].name);
    for (const auto& code : codes) EXPECT_NE(code.sentence, "") << code.name;
}

TEST_P(Codes, AreFoundByTheirWholeName)
{
    const auto codes = GetParam()();
    for (const auto& code : codes) {
        EXPECT_EQ(find_code(codes, code.name), &code);
        EXPECT_EQ(&known_code(codes, code.name), &code);
        EXPECT_EQ(find_code(codes, code.name + "x"), nullptr);
    }
    EXPECT_EQ(find_code(codes, ""), nullptr);
    EXPECT_THROW(known_code(codes, "zzz"), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Tables, Codes, ::testing::Values(reason_codes, warning_codes, failure_codes));

TEST(Warning, RefusesACodeThatIsNotInTheTableAsABug)
{
    EXPECT_EQ((Warning{"one_class", "All rows are alike."}).text, "All rows are alike.");
    EXPECT_THROW((Warning{"no_such_code", "Text."}), std::logic_error);
}

} // namespace
} // namespace unseen
