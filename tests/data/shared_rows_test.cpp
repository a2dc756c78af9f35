// Copies of training rows. Oracles: by hand, and a set of the files' lines.
#include "unseen/data/shared_rows.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <sstream>

using namespace unseen;

namespace {

Dataset of_texts(const std::string& main, const std::string& test)
{
    const Table further = parse_table("a,c,y\n" + test, "test.csv");
    return Dataset::make(parse_table("a,c,y\n" + main, "main.csv"), {}, &further, nullptr);
}

std::string lines(int from, int to, const char* label)
{
    std::ostringstream text;
    for (int i = from; i < to; ++i) text << i << ",k" << i % 3 << ',' << label << '\n';
    return text.str();
}

} // namespace

TEST(SharedRows, EqualLinesAreCounted)
{
    const std::string main = "1,u,p\n2,v,q\n,v,q\n2,v,q\n3,,p\n";
    const std::string test = "2,v,q\n2,v,p\n,v,q\n3,,p\n3,w,p\n1.0,u,p\n9,u,p\n";
    const auto data = of_texts(main, test);
    const auto found = shared_rows(data, data.test_rows());
    EXPECT_EQ(found.rows, 7U);
    EXPECT_EQ(found.shared,
              4U); // not those of another class, of a category that is new, or of another number
    EXPECT_EQ(found.labelled, 5U);
    EXPECT_EQ(found.repeated, 2U);
}

TEST(SharedRows, UnlabelledRowsAreComparedByTheirFeatures)
{
    const Table main = parse_table("a,c,y\n1,u,p\n2,v,q\n", "main.csv");
    const Table further = parse_table("a,c,y\n1,u,?\n2,u,?\n", "more.csv");
    const auto data = Dataset::make(main, {}, nullptr, &further);
    EXPECT_EQ(shared_rows(data, data.unlabelled()).shared, 1U);
}

TEST(SharedRows, CopiesCountAsChanceWhereTrainingRowsRepeatToo)
{
    const auto distinct = of_texts(lines(0, 200, "p"), lines(150, 250, "p"));
    EXPECT_EQ(shared_rows(distinct, distinct.test_rows()).shared, 50U);
    EXPECT_TRUE(shared_rows(distinct, distinct.test_rows()).more_than_chance());

    const auto twice =
        of_texts(lines(0, 200, "p") + lines(0, 200, "p"), lines(150, 250, "p")); // every value is seen twice
    EXPECT_EQ(shared_rows(twice, twice.test_rows()).shared, 50U);
    EXPECT_FALSE(shared_rows(twice, twice.test_rows()).more_than_chance());

    const auto apart = of_texts(lines(0, 200, "p"), lines(200, 300, "p"));
    EXPECT_FALSE(shared_rows(apart, apart.test_rows()).more_than_chance());
}
