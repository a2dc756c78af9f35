// Ranks of many models: numbers of another program, and laws.
#include "support/oracle.hpp"

#include "unseen/base/number.hpp"
#include "unseen/compare/standings.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace unseen::compare {
namespace {

std::vector<double> numbers_in(const std::string& text)
{
    std::vector<double> list;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        list.push_back(parse_number(text.substr(begin, end - begin)).value());
        begin = end + 1;
    }
    return list;
}

TEST(Standings, AgreeWithAnotherProgram)
{
    for (const auto& row : test::oracle_table("standings.txt")) {
        SCOPED_TRACE(row[0]);
        std::vector<std::vector<double>> values;
        for (std::size_t i = 7; i < row.size(); ++i) values.push_back(numbers_in(row[i]));
        const auto law = row[1] == "bounded" ? PairLaw::bounded : PairLaw::right_or_wrong;
        const auto found = standings_of(values, law, parse_number(row[2]).value(), Level(0.95));
        ASSERT_EQ(found.size(), values.size());
        for (std::size_t j = 0; j < found.size(); ++j) {
            EXPECT_EQ(static_cast<double>(found[j].first), numbers_in(row[3])[j]);
            EXPECT_EQ(static_cast<double>(found[j].last), numbers_in(row[4])[j]);
            EXPECT_NEAR(found[j].p_value, numbers_in(row[5])[j], 1e-9);
            EXPECT_EQ(found[j].may_be_best, numbers_in(row[6])[j] != 0.0);
        }
    }
}

std::vector<std::vector<double>> drawn(std::size_t models, std::size_t items, bool whole, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    std::vector<std::vector<double>> values(models);
    for (std::size_t u = 0; u < items; ++u) {
        const double common = stream.uniform();
        for (std::size_t j = 0; j < models; ++j) {
            const double p = (static_cast<double>(j) + 1.0) / (static_cast<double>(models) + 1.0);
            const double x = 0.5 * (common + stream.uniform());
            values[j].push_back(whole ? (x < p ? 1.0 : 0.0) : std::min(1.0, 0.6 * p + 0.4 * x));
        }
    }
    return values;
}

// Right and wrong are bounded values; both laws and all numbers of threads agree, and models may be
// exchanged.
TEST(Standings, Laws)
{
    for (const bool whole : {true, false}) {
        auto values = drawn(9, 150, whole, 5);
        const auto found = standings_of(values, PairLaw::bounded, 1.0, Level(0.9));
        if (whole) {
            const auto exact = standings_of(values, PairLaw::right_or_wrong, 1.0, Level(0.9));
            for (std::size_t j = 0; j < 9; ++j) {
                EXPECT_EQ(found[j].first, exact[j].first);
                EXPECT_EQ(found[j].last, exact[j].last);
                EXPECT_NEAR(found[j].p_value, exact[j].p_value, 1e-9);
            }
        }
        EXPECT_EQ(standings_of(values, PairLaw::bounded, 1.0, Level(0.9), 4), found);
        std::ranges::reverse(values);
        auto turned = standings_of(values, PairLaw::bounded, 1.0, Level(0.9));
        std::ranges::reverse(turned);
        for (std::size_t j = 0; j < 9; ++j) {
            EXPECT_NEAR(turned[j].p_value, found[j].p_value, 1e-9 * found[j].p_value);
            turned[j].p_value = found[j].p_value;
        }
        EXPECT_EQ(turned, found);
        for (const auto& one : found) {
            EXPECT_LE(one.first, one.rank);
            EXPECT_GE(one.last, one.rank);
            if (one.may_be_best) { EXPECT_EQ(one.first, 1u); }
        }
        EXPECT_EQ(std::ranges::min(found, {}, &Standing::rank).group, 1u);
    }
}

// Models of three levels far apart are three groups.
TEST(Standings, GroupsAreShownToDiffer)
{
    std::vector<std::vector<double>> values(6);
    for (int u = 0; u < 120; ++u)
        for (std::size_t j = 0; j < 6; ++j)
            values[j].push_back(
                (u * 7 + static_cast<int>(j % 2)) % 100 < 30 * (3 - static_cast<int>(j / 2)) ? 1.0 : 0.0);
    const auto found = standings_of(values, PairLaw::right_or_wrong, 1.0, Level(0.95));
    for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(found[j].group, 1 + j / 2);
}

} // namespace
} // namespace unseen::compare
