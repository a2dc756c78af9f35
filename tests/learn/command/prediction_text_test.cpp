// The forms in which programs write predictions.
#include "learn/command/prediction_text.hpp"
#include "learn/tables.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

using Codes = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

Dataset classes(std::vector<std::string> names)
{
    std::vector<std::int32_t> codes(names.size());
    for (std::size_t c = 0; c < names.size(); ++c) codes[c] = static_cast<std::int32_t>(c);
    return test::dataset({test::numbers("x", Numbers(names.size(), 1.0)),
                          test::codes("y", std::move(names), std::move(codes))});
}

const Dataset& three()
{
    static const auto data = classes({"good one", "b", "c"});
    return data;
}

const Dataset& two()
{
    static const auto data = classes({"neg", "pos"});
    return data;
}

const Dataset& numeric()
{
    static const auto data = test::dataset({test::numbers("x", {1, 2}), test::numbers("y", {1, 2.5})});
    return data;
}

Predictions csv(const std::string& text, std::size_t rows, const Dataset& data = three())
{
    return read_predictions(text, data, FileFormat::csv, rows);
}

Predictions svmlight(const std::string& text, std::size_t rows, const Dataset& data)
{
    return read_predictions(text, data, FileFormat::svmlight, rows);
}

/// `code: text` of the error.
std::string error(const std::string& text, std::size_t rows, const Dataset& data = three(),
                  FileFormat format = FileFormat::csv)
{
    try {
        read_predictions(text, data, format, rows);
    } catch (const LearnerError& e) {
        return e.code() + ": " + e.what();
    }
    return "none";
}

TEST(PredictionText, OfNoRowsIsEmpty)
{
    EXPECT_TRUE(csv("", 0).label.empty());
    EXPECT_EQ(error("b\n", 0), "wrong_shape: its predictions: 1 lines for 0 rows");
    EXPECT_EQ(error("", 1), "wrong_shape: its predictions: 0 lines for 1 rows");
}

TEST(PredictionText, AClassALine)
{
    EXPECT_EQ(csv("b\ngood one\n\"c\"\n", 3).label, (Codes{1, 0, 2}));
    EXPECT_EQ(csv("b\r\n  good one \r\nc", 3).label, (Codes{1, 0, 2}));
    EXPECT_TRUE(csv("b\n", 1).scores.empty());
    EXPECT_EQ(error("b\nd\n", 2), "wrong_shape: its predictions: 'd' is not one of the classes");
    EXPECT_EQ(error("b\nc\nb\n", 2), "wrong_shape: its predictions: 3 lines for 2 rows");
    // Classes that are numbers may be written in other forms of the same number.
    EXPECT_EQ(csv("1.0\n0\n1e0\n", 3, classes({"0", "1"})).label, (Codes{1, 0, 1}));
    // A class may have the name of a header.
    EXPECT_EQ(csv("label\nx\n", 2, classes({"label", "x"})).label, (Codes{0, 1}));
    EXPECT_EQ(csv("a,b\na\n", 2, classes({"a", "a,b"})).label, (Codes{1, 0}));
}

TEST(PredictionText, AValueALine)
{
    EXPECT_EQ(csv("1.5\n-2e3\n", 2, numeric()).value, (Numbers{1.5, -2000.0}));
    EXPECT_EQ(svmlight("1.5\n-2e3\n", 2, numeric()).value, (Numbers{1.5, -2000.0}));
    EXPECT_EQ(error("1.5\nhigh\n", 2, numeric()), "wrong_shape: its predictions: 'high' is not a number");
    EXPECT_EQ(error("1.5\nNaN\n", 2, numeric()), "wrong_shape: its predictions: 'NaN' is not a number");
    EXPECT_EQ(error("1.5\ninf\n", 2, numeric()).substr(0, 4), "nan:");
    EXPECT_EQ(error("1.5 2\n3\n", 2, numeric()).substr(0, 12), "wrong_shape:");
}

TEST(PredictionText, CsvWithAHeader)
{
    EXPECT_EQ(csv("label\nb\nc\n", 2).label, (Codes{1, 2}));
    EXPECT_EQ(csv("value\n1\n2\n", 2, numeric()).value, (Numbers{1, 2}));
    // As R's write.csv has it, with row names.
    EXPECT_EQ(csv("\"\",\"label\"\n\"1\",\"good one\"\n\"2\",\"c\"\n", 2).label, (Codes{0, 2}));
    const auto p = csv("row,c,label,good one\n0,.25,b,.75\n1,1,c,0\n", 2);
    EXPECT_EQ(p.label, (Codes{1, 2}));
    EXPECT_EQ(p.scores, (Numbers{0.75, 0, 0.25, 0, 0, 1}));
    // Without labels, the largest score decides; rounded scores are brought to the sum 1.
    const auto q = csv("good one,b,c\n.2,.5,.3\n.333,.333,.333\n", 2);
    EXPECT_EQ(q.label, (Codes{1, 0}));
    EXPECT_EQ(q.scores[1], 0.5);
    EXPECT_DOUBLE_EQ(q.scores[4], 1.0 / 3.0);
    EXPECT_EQ(error("good one,b,c\n.2,.5,.4\n", 1),
              "wrong_shape: its predictions: the scores of a row sum to 1.1; expected 1");
    EXPECT_EQ(error("good one,b,c\n1.2,-.2,0\n", 1),
              "wrong_shape: its predictions: the score -0.2 is below 0");
    EXPECT_EQ(error("good one,b,c\n1,0\n", 1),
              "wrong_shape: its predictions: line 2 has 2 fields, the header 3");
    EXPECT_EQ(error("good one,b,c\n1,0,x\n", 1), "wrong_shape: its predictions: 'x' is not a number");
    EXPECT_EQ(error("good one,b,c\ninf,0,0\n", 1).substr(0, 4), "nan:");
    EXPECT_EQ(error("class\nb\nc\n", 2), "wrong_shape: its predictions: 3 lines for 2 rows");
}

TEST(PredictionText, NumbersOfSvmlight)
{
    EXPECT_EQ(svmlight("1\n-1\n+1\n", 3, two()).label, (Codes{1, 0, 1}));
    // Decision values: their sign is the class, and 0 is the negative one.
    EXPECT_EQ(svmlight("0.3\n-1.5\n1\n0\n", 4, two()).label, (Codes{1, 0, 1, 0}));
    // They are also scores, which are no probabilities.
    const auto decided = svmlight("0.3\n-1.5\n", 2, two());
    EXPECT_EQ(decided.scores, (Numbers{-0.3, 0.3, 1.5, -1.5}));
    EXPECT_FALSE(decided.probabilities);
    EXPECT_TRUE(svmlight("1\n-1\n", 2, two()).scores.empty());
    EXPECT_EQ(svmlight("3\n1\n", 2, three()).label, (Codes{2, 0}));
    EXPECT_EQ(svmlight("3 0.1 0.2 0.7\n1 .9 .1 0\n", 2, three()).label, (Codes{2, 0}));
    EXPECT_EQ(error("3\n4\n", 2, three(), FileFormat::svmlight),
              "wrong_shape: its predictions: a number is not that of a class; expected 1 to 3");
    EXPECT_EQ(error("pos\n", 1, two(), FileFormat::svmlight),
              "wrong_shape: its predictions: 'pos' is not a number");
    const auto p = svmlight("labels -1 1\n1 0.25 0.75\n-1 0.5 0.5\n", 2, two());
    EXPECT_EQ(p.label, (Codes{1, 0}));
    EXPECT_EQ(p.scores, (Numbers{0.25, 0.75, 0.5, 0.5}));
    EXPECT_EQ(error("labels 1 5\n1 0.5 0.5\n", 1, two(), FileFormat::svmlight),
              "wrong_shape: its predictions: '5' in the line 'labels' is not the number of a class");
    EXPECT_EQ(error("labels 1 -1\n1 0.5\n", 1, two(), FileFormat::svmlight),
              "wrong_shape: its predictions: line 2 has 2 fields; expected 3");
}

// As weka.classifiers.trees.J48 of WEKA 3.6.14 and 3.8 print them.
TEST(PredictionText, TablesOfWeka)
{
    const std::string head =
        "\n\n=== Predictions on test data ===\n\n inst#     actual  predicted error prediction\n";
    EXPECT_EQ(
        csv(head + "     1        1:? 1:good one       1 \n     2        1:?      3:c   +   0.9 \n\n", 2)
            .label,
        (Codes{0, 2}));
    EXPECT_TRUE(csv(head + "     1        1:?      2:b       1 \n", 1).scores.empty());
    const auto p = csv("inst#     actual  predicted error distribution\n 1  1:?  2:b   0.1,*0.7,0.2 \n 2 1:? "
                       "1:good*one *1,0,0\n",
                       2);
    EXPECT_EQ(p.label, (Codes{1, 0}));
    EXPECT_EQ(p.scores, (Numbers{0.1, 0.7, 0.2, 1, 0, 0}));
    const auto q = csv("inst#,actual,predicted,error,distribution,,\n1,1:?,2:b,,0.1,*0.7,0.2\n", 1);
    EXPECT_EQ(q.label, (Codes{1}));
    EXPECT_EQ(q.scores, (Numbers{0.1, 0.7, 0.2}));
    EXPECT_EQ(csv("inst#,actual,predicted,error,prediction\n1,1:?,2:b,,0.1\n", 1).label, (Codes{1}));
    EXPECT_EQ(csv(" inst#     actual  predicted      error\n     1          ?      1.35           ? \n", 1,
                  numeric())
                  .value,
              (Numbers{1.35}));
    EXPECT_EQ(error(head + " 1 1:? 2:b 1\n", 2), "wrong_shape: its predictions: 1 lines for 2 rows");
    EXPECT_EQ(error(head + " 2 1:? 2:b 1\n", 1),
              "wrong_shape: its predictions: WEKA's line '2 1:? 2:b 1'; expected row 1");
    EXPECT_EQ(error(head + " 1 1:? 4:d 1\n", 1), "wrong_shape: its predictions: WEKA's prediction '4:d'");
    EXPECT_EQ(error(head + " 1 1:? 1:a *1,0\n", 1),
              "wrong_shape: its predictions: WEKA's distribution '1 1:? 1:a *1,0'");
}

TEST(PredictionText, ClassesThatOnlyATestTableHasAreNoAnswer)
{
    Table main{.source = "main",
               .columns = {test::numbers("x", {1, 2}), test::codes("y", {"a", "b"}, {1, 0})},
               .declared_types = true};
    Table more{.source = "test",
               .columns = {test::numbers("x", {1}), test::codes("y", {"c"}, {0})},
               .declared_types = true};
    const auto data = Dataset::make(main, {}, &more, nullptr);
    EXPECT_EQ(error("c\n", 1, data), "wrong_shape: its predictions: 'c' is not one of the classes");
    EXPECT_EQ(csv("a,b\n.25,.75\n", 1, data).scores, (Numbers{0.25, 0.75, 0}));
    EXPECT_EQ(svmlight("1\n-1\n", 2, data).label, (Codes{1, 0}));
}

} // namespace
} // namespace unseen
