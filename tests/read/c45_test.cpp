// Files of C4.5, read from a folder and from memory. Oracles: by hand, from the grammar in Quinlan (1993,
// appendix).
#include "read/c45.hpp"
#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

using namespace unseen;
using unseen::test::message_of;
using Strings = std::vector<std::string>;

namespace {

const std::string golf_names = "Play, Don't Play.   | the classes\n"
                               "\n"
                               "outlook: sunny, overcast,\n"
                               "         rain.\n"
                               "temperature: continuous.\n"
                               "day: ignore\n"
                               "windy: true, false | no point\n"
                               "town: discrete 3\n";

Table golf(const std::string& rows, const ReadOptions& options = {})
{
    return parse_c45(rows, "golf.data", golf_names, "golf.names", options);
}

std::string golf_error(const std::string& rows)
{
    return message_of([&] { golf(rows); });
}

std::string names_error(const std::string& names)
{
    const std::string way_out = "; `header=no` reads the rows as CSV";
    const auto message = message_of([&] { parse_c45("1, a\n", "t.data", names, "t.names", {}); });
    EXPECT_TRUE(message.ends_with(way_out)) << message;
    return message.substr(0, message.size() - way_out.size());
}

} // namespace

TEST(C45, DeclarationsMakeTheColumns)
{
    const auto table = golf("sunny, 85, mon, false, new   york, Don't Play\n"
                            "| a comment\n"
                            "rain, ?, tue, true, Rome, Play. | it rained\n"
                            "?,64.5,wed,?,\\?,Play");
    ASSERT_EQ(table.columns.size(), 5U); // without the ignored one
    EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"sunny", "overcast", "rain"}));
    EXPECT_EQ(table.columns[0].coded().codes, (std::vector<std::int32_t>{0, 2, -1}));
    EXPECT_EQ(table.columns[1].numeric().values[0], 85.0);
    EXPECT_TRUE(table.columns[1].missing(1));
    EXPECT_EQ(table.columns[2].name, "windy");
    EXPECT_EQ(table.columns[3].coded().labels.names(),
              (Strings{"?", "Rome", "new york"})); // after a backslash it is a value
    EXPECT_EQ(table.columns[4].name, "class");
    EXPECT_EQ(table.columns[4].coded().codes, (std::vector<std::int32_t>{1, 0, 0}));
    EXPECT_TRUE(table.declared_types);
    const auto data = Dataset::make(table);
    EXPECT_EQ(data.classes().names(), (Strings{"Play", "Don't Play"}));
}

TEST(C45, TheClassMayBeANamedAttribute)
{
    const auto table =
        parse_c45("b,1,x\na,2,y\n", "t.data", "y.\ny: a, b.\nx: continuous.\nz: x, y.\n", "t.names", {});
    ASSERT_EQ(table.columns.size(), 3U);
    EXPECT_EQ(table.columns.back().name, "y");
    EXPECT_EQ(table.columns.back().coded().codes, (std::vector<std::int32_t>{1, 0}));
    EXPECT_EQ(table.columns[0].name, "x");
}

TEST(C45, RowsThatDisagreeWithTheDeclarationsAreFoundWithTheirPlace)
{
    EXPECT_EQ(golf_error("sunny, 85, mon, false, Rome, Play\ncloudy, 1, mon, true, Rome, Play\n"),
              "golf.data:2:1: value 'cloudy' of attribute 'outlook' is not declared; expected one of "
              "'sunny', 'overcast', 'rain'");
    EXPECT_EQ(golf_error("sunny, hot, mon, false, Rome, Play\n"),
              "golf.data:1:8: cell 'hot' of attribute 'temperature' is not a number; expected a number or ?");
    EXPECT_EQ(golf_error("sunny, 1, mon, false, Rome\n"),
              "golf.data:1:23: row has 5 cells; golf.names declares 6");
    EXPECT_EQ(golf_error("sunny, 1, mon, false, Rome, Play, 3\n"),
              "golf.data:1:35: row has 7 cells; golf.names declares 6");
    EXPECT_EQ(golf_error("sunny, , mon, false, Rome, Play\n"),
              "golf.data:1:8: empty cell; expected a value, or ? for a missing one");
    EXPECT_EQ(golf_error("sunny, 1, mon, false, Rome, No\n"),
              "golf.data:1:29: value 'No' of attribute 'class' is not declared; expected one of 'Play', "
              "'Don't Play'");
    EXPECT_EQ(golf_error(
                  "rain,1,m,true,a,Play\nrain,1,m,true,b,Play\nrain,1,m,true,c,Play\nrain,1,m,true,d,Play\n"),
              "golf.data: attribute 'town' has 4 values; golf.names declares at most 3");
    EXPECT_EQ(golf_error("| nothing\n"), "golf.data: has no rows; expected at least one row of data");
}

TEST(C45, WrongDeclarationsAreFoundWithTheirPlace)
{
    EXPECT_EQ(names_error("a, b.\nx continuous.\n"),
              "t.names:2:1: expected NAME: VALUES; there is no colon after 'x continuous'");
    EXPECT_EQ(names_error("a, b.\nx: contin.\n"),
              "t.names:2:1: attribute 'x' has the type or only value 'contin'; expected two or more values, "
              "continuous, discrete N or "
              "ignore");
    EXPECT_EQ(names_error("a, b, a.\nx: continuous.\n"),
              "t.names:1:7: value 'a' is declared twice; expected distinct values");
    EXPECT_EQ(names_error("a, b.\nx: continuous.\nx: 1, 2.\n"),
              "t.names:3:1: a second attribute is called 'x'; expected distinct names");
    EXPECT_EQ(names_error("a.\nx: continuous.\n"), "t.names:1:1: expected two or more classes, or the name "
                                                   "of the attribute that holds them; 'a' is none");
    EXPECT_EQ(names_error("a, b.\nx := y + 1.\n").substr(0, 15), "t.names:2:1: at");
    EXPECT_EQ(names_error("a, b.\n"), "t.names: declares no attribute; expected NAME: VALUES");
    EXPECT_EQ(names_error("a, b.\nx: discrete.\n"), "t.names:2:1: attribute 'x': 'discrete' is not valid; "
                                                    "expected discrete and the largest number of values");
    EXPECT_EQ(names_error("a, b.\ncase weight: continuous.\n"),
              "t.names:2:1: attribute 'case weight' holds the weights of cases of C5.0, which are not "
              "supported; expected an "
              "attribute of C4.5");
    EXPECT_EQ(names_error("a, b.\nx: [ordered] low, high.\n"),
              "t.names:2:1: attribute 'x' has the ordered values of C5.0, which are not supported; expected "
              "values without "
              "'[ordered]'");
}

TEST(C45, ProseIsNoDeclaration)
{
    EXPECT_TRUE(looks_like_c45_names(golf_names));
    EXPECT_TRUE(looks_like_c45_names("| C5.0\ny.\n\nx: continuous.\ny: a, b."));
    EXPECT_FALSE(
        looks_like_c45_names("1. Title: Iris Plants Database\n\n2. Sources:\n   (a) Creator: R.A. Fisher\n"));
    EXPECT_FALSE(looks_like_c45_names("Title: a\nb, c: d"));
    EXPECT_FALSE(looks_like_c45_names(""));
}

TEST(C45, TheDeclarationsAreFoundBesideTheRows)
{
    const test::TemporaryFolder folder;
    const auto names = folder.write("golf.names", golf_names);
    const auto rows = folder.write("golf.data", "sunny, 85, mon, false, Rome, Play\n");
    const auto test = folder.write("golf.test", "rain, 1, mon, true, Rome, Play\n");
    EXPECT_EQ(read_table(rows).form, "C4.5, declared in " + names);
    EXPECT_EQ(read_table(test).columns.back().name, "class");
    EXPECT_EQ(read_tables({rows, test})[1].columns.size(), 5U);
    ReadOptions as_csv;
    as_csv.header = false;
    EXPECT_EQ(read_table(rows, as_csv).columns.size(), 6U);
    EXPECT_EQ(message_of([&] { read_table(names); }),
              names + ": declares the columns of C4.5 files; expected the file of rows beside it, which ends "
                      "in .data or .test");
    folder.write("iris.names", "1. Title: Iris Plants Database\n");
    const auto iris = read_table(folder.write("iris.data", "5.1,a\n4.9,b\n")); // CSV
    EXPECT_EQ(iris.columns.size(), 2U);
    EXPECT_EQ(iris.notes.back(),
              folder.path("iris.names") + " is not used: it does not begin as declarations of C4.5");
}
