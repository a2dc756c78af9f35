// The cost of predictions: files of costs, and figures from them.
#include "measure/cost_matrix.hpp"
#include "measure/examples.hpp"
#include "support/messages.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

using test::Judged;
using test::measure;

class Cost : public testing::Test {
protected:
    std::string file(const std::string& text) const { return folder.write("costs.csv", text); }
    std::string message(const std::string& text) const
    {
        const auto path = file(text);
        const auto said = test::message_of([&] { CostMatrix::read(path); });
        return said.substr(said.find("costs.csv") == std::string::npos ? 0 : said.find("costs.csv"));
    }
    test::TemporaryFolder folder;
};

TEST_F(Cost, IsTheMeanOverRowsByTheLabelsOfTheFile)
{
    // Classes c0, c1, c2; the file has them in another order, and one more.
    const auto path = file("truth,c2,c0,\"c1\",other\nc0, 5,0,1,9\nc1,3,2,0,9\n\nc2,-1,4,7,9\n");
    const Judged judged{.n_classes = 3, .true_label = {0, 0, 1, 2, 2}, .label = {0, 2, 0, 1, 2}};
    const auto cost = measure("cost:matrix=" + path);
    EXPECT_EQ(judged.row_values(cost), (std::vector<double>{0, 5, 2, 7, -1}));
    EXPECT_EQ(judged.by(cost).number(), 13.0 / 5);
    EXPECT_EQ(cost.lowest, -1.0);
    EXPECT_EQ(cost.highest, 9.0);
    EXPECT_EQ(judged.weighted({1, 2, 0, 0, 1}).by(cost).number(), 9.0 / 4);
}

TEST_F(Cost, WithoutAFileIsTheErrorRate)
{
    const auto judged = test::random_classes(70, 4, 3);
    EXPECT_EQ(judged.by(measure("cost")), judged.by(measure("error_rate")));
    EXPECT_NEAR(judged.gamma(measure("cost")), judged.gamma(measure("error_rate")), 1e-15);
}

TEST_F(Cost, NoInformationIsThatOfTheDocumentedRows)
{
    const Judged eight{
        .n_classes = 3, .true_label = {0, 2, 1, 0, 1, 2, 0, 0}, .label = {0, 2, 1, 0, 1, 2, 0, 0}};
    const auto cost = measure("cost:matrix=" + file("t,c0,c1,c2\nc0,0,1,4\nc1,1,0,1\nc2,4,1,0\n"));
    // Shares 1/2, 1/4, 1/4 on both sides: 2 (1/8 1 + 1/8 4 + 1/16 1).
    EXPECT_EQ(eight.gamma(cost), 1.375);
}

TEST_F(Cost, OfAFileThatIsWrongSaysWhere)
{
    EXPECT_EQ(message(""),
              "costs.csv: no costs; expected a line of predicted labels, then one for each true label");
    EXPECT_EQ(message("truth\n"),
              "costs.csv:1:1: no labels; expected a cell of any content, then the predicted labels");
    EXPECT_EQ(message("t,a,b\na,0,1\nb,x,0\n"), "costs.csv:3:3: 'x' is not valid; expected a finite number");
    EXPECT_EQ(message("t,a,b\na,0,inf\n"), "costs.csv:2:5: 'inf' is not valid; expected a finite number");
    EXPECT_EQ(message("t,a,b\na,0\n"), "costs.csv:2:1: 1 costs; expected 2");
    EXPECT_EQ(message("t,a,a\n"), "costs.csv:1:5: label 'a' occurs twice; expected it once");
    EXPECT_EQ(message("t,a,b\na,0,1\na,1,0\n"), "costs.csv:3:1: label 'a' occurs twice; expected it once");
    EXPECT_NE(test::message_of<IoError>([] { CostMatrix::read("/no/such/file"); }).find("cannot be opened"),
              std::string::npos);
    EXPECT_NE(test::message_of<IoError>([&] { CostMatrix::read(folder.path("")); }).find("cannot be read"),
              std::string::npos);
}

TEST_F(Cost, OfAClassThatTheFileDoesNotKnowIsRefused)
{
    const Judged judged{.n_classes = 2, .true_label = {0, 1}, .label = {0, 1}};
    const auto no_column = measure("cost:matrix=" + file("t,c0\nc0,0\nc1,1\n"));
    EXPECT_NE(test::message_of([&] {
                  judged.by(no_column);
              }).find("no column of costs for the predicted label 'c1'"),
              std::string::npos);
    const auto no_line = measure("cost:matrix=" + file("t,c0,c1\nc0,0,1\n"));
    EXPECT_NE(test::message_of([&] { judged.by(no_line); }).find("no line of costs for the true label 'c1'"),
              std::string::npos);
}

} // namespace
} // namespace unseen
