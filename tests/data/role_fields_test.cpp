#include "unseen/data/role_fields.hpp"
#include "unseen/read/read_fields.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

template <class Options>
std::vector<std::string> names_of_given(const Options& options)
{
    std::vector<std::string> names;
    for (const auto& [info, value] : given_fields(options)) names.emplace_back(info->name);
    return names;
}

TEST(FieldTable, GivesTheFieldsThatDifferFromTheirDefaults)
{
    EXPECT_TRUE(names_of_given(Roles{}).empty());
    EXPECT_EQ(names_of_given(Roles{.target = "@first", .stratum = "s", .horizon = 2}),
              (std::vector<std::string>{"target", "horizon", "stratum"}));
    EXPECT_EQ(names_of_given(ReadOptions{.header = false, .missing = {""}}),
              (std::vector<std::string>{"header", "missing"}));
}

TEST(FieldTable, TextsSetAFieldToTheValueThatTheyCameFrom)
{
    const ReadOptions given{
        .separator = '\t', .decimal = ',', .header = false, .missing = {"", "-"}, .large = true};
    ReadOptions read;
    read.missing.clear();
    const auto to = fields_of(read);
    const auto from = fields_of(given);
    for (std::size_t i = 0; i < from.size(); ++i)
        for (const auto& text : texts_of(from[i].value)) EXPECT_EQ(set_text(to[i].value, text), "") << text;
    EXPECT_EQ(read.separator, given.separator);
    EXPECT_EQ(read.decimal, given.decimal);
    EXPECT_EQ(read.header, given.header);
    EXPECT_EQ(read.large, given.large);
    EXPECT_EQ(read.missing, given.missing);
    EXPECT_EQ(set_text(to.front().value, "ab"), "one character, or tab");
}

} // namespace
} // namespace unseen
