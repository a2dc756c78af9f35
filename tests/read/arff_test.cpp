// ARFF texts read from memory.
#include "support/messages.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

using namespace unseen;
using unseen::test::message_of;
using Strings = std::vector<std::string>;
using Codes = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

namespace {

const std::string head =
    "@relation r\n@attribute x numeric\n@attribute c {a,b,'c d'}\n@data\n"; // data begin on line 5

Table arff(const std::string& text, const ReadOptions& options = {})
{
    return parse_table(text, "t.arff", options);
}

std::string arff_error(const std::string& text, const ReadOptions& options = {})
{
    return message_of([&] { arff(text, options); });
}

} // namespace

TEST(Arff, NoRowsNoDataLineOrNoAttributeIsRefused)
{
    EXPECT_EQ(arff_error(head), "t.arff: has a header but no rows; expected at least one row of data");
    EXPECT_EQ(arff_error("@relation r\n@attribute x real\n"),
              "t.arff: has no @data line; expected one after the attributes");
    EXPECT_EQ(arff_error("@relation r\n@data\n1\n"),
              "t.arff:2:1: @data before any @attribute; expected attributes first");
}

TEST(Arff, TypesAreTheDeclaredOnes)
{
    const auto table = arff(head + "1,b\n-2.5e1,'c d'\n");
    EXPECT_TRUE(table.declared_types);
    EXPECT_TRUE(table.notes.empty());
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(table.columns[0].numeric().values, (Numbers{1, -25}));
    // The declared order stays, and so does the label "a" that no row has.
    EXPECT_EQ(table.columns[1].coded().labels.names(), (Strings{"a", "b", "c d"}));
    EXPECT_EQ(table.columns[1].coded().codes, (Codes{1, 2}));
}

TEST(Arff, KeywordsAndTypesAreMetInAnyCase)
{
    const auto table = arff("@RELATION r\r\n@Attribute x INTEGER\r\n@ATTRIBUTE y Real\r\n@DATA\r\n1,2\r\n");
    EXPECT_EQ(table.columns[0].numeric().values, Numbers{1});
    EXPECT_EQ(table.columns[1].numeric().values, Numbers{2});
}

TEST(Arff, CommentsAndBlankLinesMayStandAnywhere)
{
    const auto table =
        arff("% @data, 'quoted\n\n@relation r % of things\n @attribute x real % size\n%\n"
             "@attribute c {a, 50%} % kind\n@data % now\n% none yet\n1,a % first\n\n  \n2,50%\n3,a\n% end");
    EXPECT_EQ(table.columns[0].numeric().values, (Numbers{1, 2, 3}));
    // Inside a word % is a character as any other.
    EXPECT_EQ(table.columns[1].coded().labels.names(), (Strings{"a", "50%"}));
    EXPECT_EQ(table.columns[1].coded().codes, (Codes{0, 1, 0}));
}

TEST(Arff, NamesAndValuesMayBeQuotedAndEscaped)
{
    const auto table = arff(
        "@relation 'a b'\n@attribute 'the x' real\n@attribute \"it's\" { 'don\\'t', \"say \\\"b\\\"\" ,'%?' "
        "}\n"
        "@attribute s string\n@data\n1, 'don\\'t' ,'a\\\\b\\tc'\n2,\"say \\\"b\\\"\",\"\"\n3\t'%?'\t?\n");
    EXPECT_EQ(table.columns[0].name, "the x");
    EXPECT_EQ(table.columns[1].name, "it's");
    EXPECT_EQ(table.columns[1].coded().labels.names(), (Strings{"don't", "say \"b\"", "%?"}));
    EXPECT_EQ(table.columns[1].coded().codes, (Codes{0, 1, 2}));
    EXPECT_EQ(table.columns[2].coded().labels.names(), (Strings{"", "a\\b\tc"}));
    EXPECT_EQ(table.columns[2].coded().codes, (Codes{1, 0, -1}));
}

TEST(Arff, BareQuestionMarksAreMissing)
{
    const auto table = arff(head + "?,?\n1,a\nNA,b\n");
    EXPECT_TRUE(table.columns[0].missing(0));
    EXPECT_TRUE(table.columns[1].missing(0));
    EXPECT_TRUE(table.columns[0].missing(2));
    EXPECT_EQ(arff_error(head + "1,'?'\n"),
              "t.arff:5:3: value '?' of attribute 'c' is not declared; expected one of 'a', 'b', 'c d'");
}

TEST(Arff, ValueThatIsNotDeclaredIsRefusedWithTheDeclaredOnes)
{
    EXPECT_EQ(arff_error(head + "1,A\n2,b\n3,e\n"),
              "t.arff:5:3: value 'A' of attribute 'c' is not declared; expected one of 'a', 'b', 'c d'\n"
              "t.arff:7:3: value 'e' of attribute 'c' is not declared; expected one of 'a', 'b', 'c d'");
    EXPECT_EQ(arff_error("@attribute c {1,2,3,4,5,6,7}\n@data\n8\n"),
              "t.arff:3:1: value '8' of attribute 'c' is not declared; expected one of '1', '2', '3', ... (7 "
              "values)");
}

TEST(Arff, CellsThatAreNotFiniteNumbersAreRefused)
{
    EXPECT_EQ(arff_error(head + "1x,a\n-inf,b\n2%,a\n"),
              "t.arff:5:1: cell '1x' of attribute 'x' is not a number; expected a number or ?\n"
              "t.arff:6:1: infinite cell; expected a finite number or ?\n"
              "t.arff:7:1: cell '2%' of attribute 'x' is not a number; expected a number or ?");
}

TEST(Arff, RaggedRowsAndEmptyCellsAreRefused)
{
    EXPECT_EQ(arff_error(head + "1\n1,a,b\n"),
              "t.arff:5:2: row has 1 cell; expected 2\nt.arff:6:5: row has 3 cells; expected 2");
    EXPECT_EQ(arff_error(head + ",a\n"), "t.arff:5:1: empty cell; expected a value, or ? for a missing one");
}

TEST(Arff, SparseRowsFillWithZeroAndTheFirstDeclaredValue)
{
    const auto table = arff("@attribute x real\n@attribute c {no,yes}\n@attribute y real\n@data\n{}\n{0 1.5, "
                            "2 ?}\n{ 1 yes,2 3 }\n4,yes,5\n");
    EXPECT_EQ(table.columns[0].numeric().values, (Numbers{0, 1.5, 0, 4}));
    EXPECT_EQ(table.columns[1].coded().codes, (Codes{0, 0, 1, 1}));
    EXPECT_TRUE(table.columns[2].missing(1));
    EXPECT_EQ(table.columns[2].numeric().values[2], 3.0);
}

TEST(Arff, SparseRowsOutOfOrderAreRefused)
{
    const std::string wanted = ": expected the number of an attribute, ascending, from ";
    EXPECT_EQ(arff_error(head + "{2 1}\n"), "t.arff:5:2" + wanted + "0 to 1, or '}' at the end of the row");
    EXPECT_EQ(arff_error(head + "{0 1, 0 2}\n"),
              "t.arff:5:7" + wanted + "1 to 1, or '}' at the end of the row");
    EXPECT_EQ(arff_error(head + "{0 1, 1 a, 1 b}\n"),
              "t.arff:5:12: expected '}': the last attribute has been given");
    EXPECT_EQ(arff_error(head + "{0 1\n"), "t.arff:5:5: expected ',' or '}' in a sparse row");
    EXPECT_EQ(arff_error("@attribute x real\n@attribute s string\n@data\n{0 1}\n"),
              "t.arff:4:5: a sparse row leaves out the string attribute 's'; expected its value");
}

TEST(Arff, RowWeightsAreRefused)
{
    const std::string wanted = ": a row weight in braces is not supported; expected the weights as a column";
    EXPECT_EQ(arff_error(head + "1,a,{5}\n"), "t.arff:5:5" + wanted);
    EXPECT_EQ(arff_error(head + "{0 1}, {5}\n"), "t.arff:5:8" + wanted);
}

TEST(Arff, UnsupportedAndUnknownTypesAreNamed)
{
    EXPECT_EQ(arff_error("@attribute d relational\n@data\n1\n"),
              "t.arff:1:14: attribute 'd' has the type relational, which is not supported; expected numeric, "
              "string or {values}");
    EXPECT_EQ(arff_error("@attribute d number\n@data\n1\n"),
              "t.arff:1:14: attribute 'd' has no known type; expected numeric, real, integer, string or "
              "{value,value,...}");
    EXPECT_EQ(arff_error("@attribute d\n@data\n1\n"),
              "t.arff:1:13: attribute 'd' has no known type; expected numeric, real, integer, string or "
              "{value,value,...}");
    EXPECT_EQ(arff("@attribute x real [0, 10]\n@data\n1\n").columns[0].numeric().values, Numbers{1});
}

TEST(Arff, FaultyDeclarationsAreNamed)
{
    EXPECT_EQ(arff_error("@relation r\n@attribut x real\n"),
              "t.arff:2:1: expected @relation, @attribute or @data");
    EXPECT_EQ(
        arff_error("@attribute c {a,b\n@data\na\n"),
        "t.arff:1:18: expected ',' or '}' after the value 'b'; a value with blanks is written in quotes");
    EXPECT_EQ(
        arff_error("@attribute c {a b}\n@data\na\n"),
        "t.arff:1:17: expected ',' or '}' after the value 'a'; a value with blanks is written in quotes");
    EXPECT_EQ(arff_error("@attribute c {}\n@data\na\n"),
              "t.arff:1:15: attribute 'c' declares no value; expected at least one");
    EXPECT_EQ(arff_error("@attribute c {a,a}\n@data\na\n"),
              "t.arff:1:17: value 'a' is declared twice; expected distinct values");
    EXPECT_EQ(arff_error("@attribute x real\n@attribute x real\n"),
              "t.arff:2:12: a second attribute is called 'x'; expected distinct names");
    EXPECT_EQ(arff_error("@attribute 'x real\n"),
              "t.arff:1:12: a quote begins here and is not closed on its line");
}

TEST(Arff, UnclosedQuoteEndsWithItsLine)
{
    EXPECT_EQ(arff_error(head + "1,'a\n2,b\n"),
              "t.arff:5:3: a quote begins here and is not closed on its line");
}

TEST(Arff, NumericAttributesCanBeForcedToCategories)
{
    const auto table =
        arff("@attribute x real\n@attribute y real\n@data\n10,1\n9,2\n?,3\n{1 4}\n", {.categorical = {"x"}});
    ASSERT_FALSE(table.columns[0].is_numeric());
    EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"0", "9", "10"}));
    EXPECT_EQ(table.columns[0].coded().codes, (Codes{2, 1, -1, 0}));
}

TEST(Arff, NominalAttributesOfNumbersCanBeForcedToNumbers)
{
    const std::string text = "@attribute k {3,1.5,2}\n@attribute c {1,b}\n@data\n1.5,b\n?,1\n3,b\n";
    const auto table = arff(text, {.numeric = {"k"}});
    ASSERT_TRUE(table.columns[0].is_numeric());
    EXPECT_EQ(table.columns[0].numeric().values[0], 1.5);
    EXPECT_TRUE(table.columns[0].missing(1));
    EXPECT_EQ(table.columns[0].numeric().values[2], 3.0);
    EXPECT_EQ(
        arff_error(text, {.numeric = {"c"}}),
        "t.arff:2:12: attribute 'c' cannot be numeric: it declares the value 'b'; expected numbers only");
    EXPECT_EQ(arff_error(text, {.numeric = {"kk"}}), "t.arff: no column 'kk'; did you mean 'k'?");
}
