#include "unseen/base/codes.hpp"
#include "unseen/base/warning.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace unseen {
namespace {

/// A table, and the header that has its constants.
struct Table {
    std::string header;
    std::vector<const Code*> codes;
};

Table table_of(const std::string& header, const auto& codes)
{
    return {header, {codes.begin(), codes.end()}};
}

std::vector<Table> tables()
{
    return {table_of("reasons.hpp", reason_codes()), table_of("warnings.hpp", warning_codes()),
            table_of("failures.hpp", failure_codes())};
}

/// The names of the constants that the header declares.
std::vector<std::string> declared_in(const std::string& header)
{
    std::ifstream in(UNSEEN_SOURCE_DIR "/include/unseen/base/" + header);
    static const std::regex constant(R"(^inline constexpr \w+ (\w+)\{)");
    std::vector<std::string> names;
    std::smatch match;
    for (std::string line; std::getline(in, line);)
        if (std::regex_search(line, match, constant)) names.push_back(match[1]);
    return names;
}

TEST(Codes, AreAllInTheirTableUnderTheNamesOfTheirConstants)
{
    for (const auto& [header, codes] : tables()) {
        std::vector<std::string> listed;
        for (const auto* code : codes) listed.emplace_back(code->name);
        EXPECT_EQ(listed, declared_in(header)) << header;
    }
}

TEST(Codes, StandOnceInTheOrderOfTheirNamesWithASentence)
{
    for (const auto& [header, codes] : tables()) {
        ASSERT_FALSE(codes.empty()) << header;
        for (std::size_t i = 1; i < codes.size(); ++i) EXPECT_LT(codes[i - 1]->name, codes[i]->name);
        for (const auto* code : codes) EXPECT_NE(code->sentence, "") << code->name;
    }
}

TEST(Codes, ReasonsAreFoundByTheirWholeName)
{
    for (const auto* reason : reason_codes()) {
        EXPECT_EQ(find_reason(reason->name), reason);
        EXPECT_EQ(find_reason(std::string(*reason) + "x"), nullptr);
    }
    EXPECT_EQ(find_reason(""), nullptr);
    EXPECT_EQ(find_reason("zzz"), nullptr);
}

TEST(Warning, KnowsItsCodeAndKeepsOneThatItDoesNotKnow)
{
    const Warning known(warnings::one_class, "All rows are alike.");
    EXPECT_EQ(known.code, "one_class");
    EXPECT_EQ(known.text, "All rows are alike.");
    EXPECT_TRUE(known.is(warnings::one_class));
    EXPECT_FALSE(known.is(warnings::one_split));
    EXPECT_EQ(known, Warning(OwnCode{"one_class"}, "All rows are alike."));
    EXPECT_EQ(Warning(OwnCode{"of_another_version"}, "Text.").code, "of_another_version");
}

} // namespace
} // namespace unseen
