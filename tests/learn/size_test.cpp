// The sizes that models report, counted by hand: three classes and four numbers of iris, and one category.
#include "unseen/learn/learner.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

/// The size that a model of the first `rows` rows reports, by both ways to its predictions.
double size_of(const Dataset& data, const char* spec, const std::string& name, Row rows)
{
    const auto learner = make_learner(Spec::parse(spec), ResponseType::classes);
    const auto resolved = learner->spec();
    const auto prepared = learner->prepare(data, {&resolved, 1}, {});
    std::vector<Row> left_out;
    for (Row r = rows; r < data.labelled(); ++r) left_out.push_back(r);
    const Row first = 0;
    const std::size_t variant = 0;
    const Task task{.train = RowSet::all_but(data.labelled(), left_out), .predict = {&first, 1}};
    const auto fitted = prepared->fit(task, 0)->predict(data, {&first, 1}).complexity;
    const auto evaluated = prepared->evaluate(task, {&variant, 1}).at(0).complexity;
    EXPECT_EQ(fitted, evaluated) << spec;
    EXPECT_EQ(fitted.at(0).first, name) << spec;
    return fitted.at(0).second;
}

TEST(SizeOfAModel, IsItsFreeParametersOrItsStoredRows)
{
    const auto iris = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/iris.csv"));
    const double priors = 2, means = 3 * 4, variances = 3 * 4, covariance = 4 * 5 / 2.0;
    EXPECT_EQ(size_of(iris, "naive-bayes", "parameters", 150), priors + means + variances);
    EXPECT_EQ(size_of(iris, "lda", "parameters", 150), priors + means + covariance);
    EXPECT_EQ(size_of(iris, "qda", "parameters", 150), priors + means + 3 * covariance);
    EXPECT_EQ(size_of(iris, "knn:k=3", "stored_rows", 120), 120);
    // The last class has no row among the first 100.
    EXPECT_EQ(size_of(iris, "naive-bayes", "parameters", 100), 1 + 2 * 4 + 2 * 4);

    const auto colours =
        Dataset::make(parse_table("colour,y\nred,a\nblue,a\ngreen,b\nred,b\n", "colours.csv"));
    EXPECT_EQ(size_of(colours, "naive-bayes", "parameters", 4), 1 + 2 * 2); // a prior; two shares a class
}

} // namespace
} // namespace unseen
