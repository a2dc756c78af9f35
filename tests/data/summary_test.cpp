// Summaries of numbers, categories and repeated rows. Oracles: by hand, a set of the file's lines, and
// figures of the folder shared/data computed by R.
#include "support/shared_data.hpp"
#include "unseen/data/summary.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

using namespace unseen;

namespace {

DataSummary summary_of_text(const std::string& csv)
{
    return summarise(Dataset::make(parse_table(csv, "t.csv")));
}

} // namespace

TEST(Summary, NumbersHaveRangeMeanAndQuartiles)
{
    const auto summary = summary_of_text("x,none,y\n4,?,1.5\n1,,2.5\n?,NA,3.5\n2,?,1.5\n1,?,0.5\n");
    const auto& x = summary.features[0];
    EXPECT_EQ(x.values, 3U);
    EXPECT_EQ(x.missing, 1U);
    ASSERT_TRUE(x.numbers);
    EXPECT_EQ(x.numbers->least, 1.0);
    EXPECT_EQ(x.numbers->lower_quartile, 1.0); // of 1 1 2 4: position 0.75
    EXPECT_EQ(x.numbers->median, 1.5);
    EXPECT_EQ(x.numbers->upper_quartile, 2.5);
    EXPECT_EQ(x.numbers->most, 4.0);
    EXPECT_EQ(x.numbers->mean, 2.0);
    EXPECT_FALSE(summary.features[1].numbers);
    EXPECT_EQ(summary.rows_with_missing, 5U);
    EXPECT_EQ(summary.targets.front().most, 3.5);
}

TEST(Summary, CategoriesAreCountedTheMostFrequentFirst)
{
    const auto summary = summary_of_text("c,y\nb,p\na,q\nb,p\nd,p\ne,p\na,p\n?,q\n");
    const auto& c = summary.features[0];
    EXPECT_EQ(c.values, 4U);
    ASSERT_EQ(c.frequent.size(), 3U);
    EXPECT_EQ(c.frequent[0].name, "a");
    EXPECT_EQ(c.frequent[0].cells, 2U);
    EXPECT_EQ(c.frequent[1].name, "b");
    EXPECT_EQ(c.frequent[2].name, "d");
    EXPECT_EQ(summary.repeated_rows, 1U); // b,p
    EXPECT_EQ(summary.class_counts, (std::vector<std::uint64_t>{5, 2}));
}

TEST(Summary, RepeatedRowsAreThoseThatASetOfTheLinesLacks)
{
    std::ifstream file(UNSEEN_SOURCE_DIR "/data/iris.csv");
    std::string line;
    std::getline(file, line);
    std::set<std::string> distinct;
    std::size_t rows = 0;
    for (; std::getline(file, line); ++rows) distinct.insert(line);
    EXPECT_EQ(summarise(Dataset::make(read_table(UNSEEN_SOURCE_DIR "/data/iris.csv"))).repeated_rows,
              rows - distinct.size());
    const std::pair<const char*, std::uint64_t> known[] = {
        {"classification/letter.csv", 1332},  {"classification/spambase.csv", 391},
        {"classification/segment.arff", 224}, {"regression/winequality-white.csv", 937},
        {"classification/vote.arff", 93},     {"classification/sick.arff", 61},
        {"regression/concrete.csv", 25}};
    for (const auto& [name, repeated] : known) {
        const auto path = test::shared_data(name);
        if (!path)
            GTEST_SKIP() << "the folder shared/data is missing (UNSEEN_SHARED names the folder shared)";
        EXPECT_EQ(summarise(Dataset::make(read_table(path->string()))).repeated_rows, repeated) << name;
    }
}
