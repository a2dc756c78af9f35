// svmlight and LIBSVM texts read from memory.
#include "data/column_tools.hpp"
#include "support/messages.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace unseen;
using unseen::test::message_of;
using Numbers = std::vector<double>;

namespace {

Table svmlight(const std::string& text, const ReadOptions& options = {})
{
    return parse_table(text, "t.svm", options);
}

std::string svmlight_error(const std::string& text)
{
    return message_of([&] { svmlight(text); });
}

bool is_svmlight(const std::string& text) { return svmlight(text).columns.back().name == "label"; }

} // namespace

TEST(Svmlight, CellsThatAreNotWrittenAreZero)
{
    const auto table = svmlight("# a comment\n+1 1:0.5 3:-2e1 # its end\n\n-1 2:1 \r\n1\n-1 3:nan");
    ASSERT_EQ(table.columns.size(), 4U);
    EXPECT_EQ(table.columns[0].name, "V1");
    EXPECT_EQ(table.columns[0].numeric().values, (Numbers{0.5, 0, 0, 0}));
    EXPECT_EQ(table.columns[1].numeric().values, (Numbers{0, 1, 0, 0}));
    EXPECT_EQ(table.columns[2].numeric().values[0], -20.0);
    EXPECT_TRUE(table.columns[2].missing(3));
    EXPECT_EQ(table.columns[3].numeric().values, (Numbers{1, -1, 1, -1}));
    const auto data = Dataset::make(table);
    EXPECT_EQ(data.classes().names(), (std::vector<std::string>{"-1", "1"}));
    EXPECT_EQ(data.features().size(), 3U);
}

TEST(Svmlight, QueriesAreNoFeature)
{
    const auto table = svmlight("3 qid:7 1:1\n1 qid:7 2:5\n2 qid:8\n");
    EXPECT_EQ(table.columns[2].name, "qid");
    EXPECT_EQ(table.columns[2].numeric().values, (Numbers{7, 7, 8}));
    EXPECT_EQ(Dataset::make(table).features().size(), 2U);
    EXPECT_EQ(Dataset::make(table, {.group = "qid"}).groups()[1], 0U);
}

TEST(Svmlight, IsRecognisedByItsContent)
{
    EXPECT_TRUE(is_svmlight("1 1:2\n"));
    EXPECT_TRUE(is_svmlight("0\n1 7:1\n"));
    EXPECT_TRUE(is_svmlight("1\t1:2\t2:3\n"));
    EXPECT_FALSE(is_svmlight("1\t12:30\n2\t12:45\n")); // a time of day
    EXPECT_FALSE(is_svmlight("1\n2\n"));               // no cell
    EXPECT_FALSE(is_svmlight("a 1:2\nb 1:3\n"));       // no label
    EXPECT_FALSE(is_svmlight("x,y\n1 1:2,3\n"));
}

TEST(Svmlight, NamesTheLineAndColumnOfWhatIsWrong)
{
    EXPECT_EQ(svmlight_error("1 1:2\n-1 0:3 1:2\n"),
              "t.svm:2:4: the index is 0; expected indices from 1 (dump_svmlight_file of "
              "scikit-learn writes them with zero_based=False)");
    EXPECT_EQ(svmlight_error("1 2:2 1:3\n"),
              "t.svm:1:7: index 1 comes after index 2; expected ascending indices");
    EXPECT_EQ(svmlight_error("1 2:2 2:3\n"),
              "t.svm:1:7: index 2 comes after index 2; expected ascending indices");
    EXPECT_EQ(svmlight_error("1 1:x\n"), "t.svm:1:5: the value 'x' is not a finite number or NaN");
    EXPECT_EQ(svmlight_error("1 1:1e999\n"), "t.svm:1:5: the value '1e999' is not a finite number or NaN");
    EXPECT_EQ(svmlight_error("1 1:2 5000000000:1\n"),
              "t.svm:1:7: '5000000000:1' is not a cell; expected INDEX:VALUE");
    EXPECT_EQ(svmlight_error("1 1:2 qid:3\n"),
              "t.svm:1:7: 'qid:3' is not valid; expected qid:NUMBER after the label");
    std::string late;
    for (int i = 0; i < 30; ++i) late += "1 1:2\n"; // more lines than the format is recognised by
    EXPECT_EQ(svmlight_error(late + "yes 1:2\n"),
              "t.svm:31:1: the label 'yes' is not a finite number; expected LABEL INDEX:VALUE ...");
    EXPECT_EQ(svmlight_error(late + "1 1\n"), "t.svm:31:3: '1' is not a cell; expected INDEX:VALUE");
}

TEST(Svmlight, CostsAreWeightsAndSlackVariablesAreLeftOut)
{
    const auto table = svmlight("1 cost:2.5 1:1 2:1\n-1 sid:3 2:5\n1 qid:7 cost:0 2:1\n");
    EXPECT_EQ(column_names(table), (std::vector<std::string>{"V1", "V2", "qid", "cost", "label"}));
    EXPECT_EQ(named_column(table, "cost").numeric().values, (std::vector<double>{2.5, 1.0, 0.0}));
    EXPECT_EQ(table.weight, "cost");
    EXPECT_EQ(svmlight_error("1 cost:-1 1:1 2:1\n"),
              "t.svm:1:3: 'cost:-1' is not valid; expected cost:NUMBER, 0 or more, before the cells");
    EXPECT_EQ(svmlight_error("1 1:1 cost:2\n"),
              "t.svm:1:7: 'cost:2' is not valid; expected cost:NUMBER, 0 or more, before the cells");
}

TEST(Svmlight, ZeroBesideOneAndMinusOneIsNoLabel)
{
    const auto label = [](const std::string& text, const ReadOptions& options = {}) {
        return svmlight(text, options).columns.back();
    };
    EXPECT_TRUE(label("1 1:1\n0 1:2\n-1 1:3\n").missing(1));
    EXPECT_FALSE(label("1 1:1\n0 1:2\n-1 1:3\n", {.categorical = {"label"}}).missing(1));
    EXPECT_FALSE(label("1 1:1\n0 1:2\n").missing(1));
    EXPECT_FALSE(label("1 1:1\n0 1:2\n-1 1:3\n2 1:1\n").missing(1));
}

TEST(Svmlight, FirstLineDecidesThatALaterOneIsAMistake)
{
    EXPECT_EQ(svmlight_error("1 1:2 2:3\n-1 1;2\n"), "t.svm:2:4: '1;2' is not a cell; expected INDEX:VALUE");
    EXPECT_EQ(svmlight_error("1 1:2 2:3\nx 1:2\n"),
              "t.svm:2:1: the label 'x' is not a finite number; expected LABEL INDEX:VALUE ...");
}

TEST(Svmlight, RowsThatAreMostlyZerosStaySparse)
{
    const auto table = svmlight("1 2:0 33000000:0.5 \n-1 1:nan\n", {.large = true});
    ASSERT_NE(table.sparse, nullptr);
    EXPECT_EQ(table.sparse->columns, 33000000U);
    EXPECT_EQ(table.sparse->begins, (std::vector<std::size_t>{0, 1, 2})); // the 0 is left out
    EXPECT_EQ(table.sparse->column, (std::vector<std::uint32_t>{32999999U, 0}));
    EXPECT_TRUE(std::isnan(table.sparse->value[1]));
    ASSERT_EQ(table.columns.size(), 1U);
    EXPECT_EQ(table.rows(), 2U);
    EXPECT_EQ(svmlight("1 1:1\n0 2:1\n").sparse, nullptr); // small
    EXPECT_NE(svmlight("1 1:1\n0 2:1\n", {.rows = ReadOptions::Rows::sparse}).sparse, nullptr);
}

TEST(Svmlight, RefusesWhatThereIsNoMemoryFor)
{
    EXPECT_EQ(svmlight_error("1 33000000:1\n-1 1:1\n"),
              "t.svm: has 33000000 columns and 2 cells; expected at most 100000 columns, or a cell for each, "
              "unless `large` is set");
    const ReadOptions large{.large = true, .rows = ReadOptions::Rows::dense};
    EXPECT_EQ(message_of([&] { svmlight("1 4000000000:1\n", large); }),
              "t.svm: has an index of 4000000000; expected at most 33554432");
    EXPECT_EQ(message_of([&] { svmlight("1 33000000:1\n-1 1:1\n", large); }),
              "t.svm needs dense rows: 2 rows of 33000000 features would take 8.4 GB, and sparse rows are "
              "made dense up to 1 GB");
}

TEST(Svmlight, TheNoteNamesTheColumns)
{
    EXPECT_EQ(parse_table("1 1:1 2:1\n-1 1:1\n", "t.svm").notes,
              std::vector<std::string>{
                  "svmlight: columns are V1 to V2 and label; cells that are not written are 0"});
    EXPECT_EQ(
        parse_table("1 1:1\n-1 1:1\n", "t.svm").notes,
        std::vector<std::string>{"svmlight: columns are V1 and label; cells that are not written are 0"});
}
