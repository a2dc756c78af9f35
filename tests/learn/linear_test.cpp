// lda, qda, linear, ridge. Oracles: scikit-learn's leave-one-out predictions (oracles/linear_models.py),
// NIST's certified values for Longley's data, recorded values of leave-one-out, and refitting: a fold by its
// shortcut equals the QR decomposition of its rows.
#include "learn/tables.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace unseen;
using namespace unseen::test;

namespace {

Dataset set_of(const std::string& file, const Roles& roles = {})
{
    return Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file), roles);
}

Predictions left_out(const Prepared& prepared, const Dataset& data, Row row)
{
    const Row rows[] = {row};
    const std::size_t first[] = {0};
    return prepared.evaluate(task(RowSet::all_but(data.labelled(), rows), rows), first).front();
}

/// scikit-learn's methods as specs; the priors are 1 : 2 : 3.
std::string spec_of(const std::string& method, std::size_t classes)
{
    if (!method.starts_with("prior.")) return method;
    return method.substr(6) + ":prior=given,priors=" + (classes == 2 ? "1/2" : "1/2/3");
}

/// The same with weights from .5 to 3.5, some weights 0, and one that outweighs the others.
Dataset weighted_set_of(const std::string& file)
{
    auto table = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file);
    NumericColumn weights;
    for (std::size_t r = 0; r < table.rows(); ++r)
        weights.values.push_back(r % 7 == 3 ? 0.0 : r == 0 ? 1e12 : 0.5 + static_cast<double>(r % 4));
    table.columns.insert(table.columns.begin(), Column{"w", weights});
    return Dataset::make(table, {.weight = "w"});
}

void expect_error(const Dataset& data, const std::string& spec, const std::string& message)
{
    try {
        trained_on_all(data, spec, {0});
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
}

class LinearOracle : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(LinearOracle, LeaveOneOutIsThatOfScikitLearn)
{
    const auto data = set_of(GetParam());
    std::map<std::string, std::unique_ptr<const Prepared>> prepared;
    const auto file = GetParam().substr(0, GetParam().find('.'));
    for (const auto& line : oracle_table("linear_models/" + file + ".txt")) {
        const auto& method = line[0];
        if (method.starts_with("weighted.")) continue;
        auto& learner = prepared[method];
        if (learner == nullptr) learner = prepare(data, {spec_of(method, data.classes().size())});
        const auto row = static_cast<Row>(std::stoul(line[1]));
        const auto p = left_out(*learner, data, row);
        if (data.response_type() == ResponseType::numbers) {
            const double expected = std::stod(line[2]);
            EXPECT_NEAR(p.value.at(0), expected, 1e-9 * (1.0 + std::abs(expected)))
                << method << " row " << row;
            continue;
        }
        ASSERT_EQ(p.scores.size() + 2, line.size());
        for (std::size_t c = 0; c + 2 < line.size(); ++c)
            EXPECT_NEAR(p.scores[c], std::exp(std::stod(line[c + 2])), 1e-9) << method << " row " << row;
    }
    EXPECT_FALSE(prepared.empty());
}

INSTANTIATE_TEST_SUITE_P(Sets, LinearOracle,
                         testing::Values("iris.csv", "wine.csv", "diabetes.arff", "credit-g.arff", "cpu.arff",
                                         "diabetes-lars.csv"),
                         [](const auto& set) {
                             auto name = set.param.substr(0, set.param.find('.'));
                             std::erase(name, '-');
                             return name;
                         });

TEST(Linear, WeightsAreThoseOfScikitLearn)
{
    for (const std::string file : {"cpu.arff", "diabetes-lars.csv"}) {
        auto table = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file);
        NumericColumn weights;
        for (std::size_t r = 0; r < table.rows(); ++r)
            weights.values.push_back(r % 7 == 3 ? 0.0 : 1.0 + static_cast<double>(r % 4));
        table.columns.insert(table.columns.begin(), Column{"w", weights});
        const auto data = Dataset::make(table, {.weight = "w"});
        int compared = 0;
        for (const auto& line : oracle_table("linear_models/" + file.substr(0, file.find('.')) + ".txt")) {
            if (!line[0].starts_with("weighted.")) continue;
            ++compared;
            const auto p = trained_on_all(data, line[0].substr(9), {static_cast<Row>(std::stoul(line[1]))});
            EXPECT_NEAR(p.value.at(0), std::stod(line[2]), 1e-9 * (1.0 + std::abs(std::stod(line[2]))))
                << line[0] << " row " << line[1];
        }
        EXPECT_GT(compared, 200);
    }
}

// Longley (1967), with coefficients to 15 digits by NIST (Statistical Reference Datasets): the features are
// so nearly dependent that normal equations lose the digits.
TEST(Linear, LongleysDataHaveTheCertifiedCoefficients)
{
    const std::vector<std::vector<double>> x = {
        {83, 88.5, 88.2, 89.5, 96.2, 98.1, 99, 100, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7, 116.9},
        {234289, 259426, 258054, 284599, 328975, 346999, 365385, 363112, 397469, 419180, 442769, 444546,
         482704, 502601, 518173, 554894},
        {2356, 2325, 3682, 3351, 2099, 1932, 1870, 3578, 2904, 2822, 2936, 4681, 3813, 3931, 4806, 4007},
        {1590, 1456, 1616, 1650, 3099, 3594, 3547, 3350, 3048, 2857, 2798, 2637, 2552, 2514, 2572, 2827},
        {107608, 108632, 109773, 110929, 112075, 113270, 115094, 116219, 117388, 118734, 120445, 121950,
         123366, 125368, 127852, 130081},
        {1947, 1948, 1949, 1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959, 1960, 1961, 1962}};
    const std::vector<double> certified = {15.0618722713733,  -0.358191792925910E-01, -2.02022980381683,
                                           -1.03322686717359, -0.511041056535807E-01, 1829.15146461355};
    std::vector<Column> columns;
    for (std::size_t j = 0; j < x.size(); ++j) columns.push_back(numbers("x" + std::to_string(j), x[j]));
    columns.push_back(numbers("y", {60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761, 66019, 67857,
                                    68169, 66513, 68655, 69564, 69331, 70551}));
    const auto p = trained_on_all(dataset(columns), "linear", row_range(0, 16));
    for (std::size_t i = 0; i < 16; ++i) {
        double expected = -3482258.63459582;
        for (std::size_t j = 0; j < x.size(); ++j) expected += certified[j] * x[j][i];
        // 15 digits of terms as large as 3.5e6.
        EXPECT_NEAR(p.value[i], expected, 1e-7) << "row " << i;
    }
}

// Small sets, whose figures NumPy gave by refitting without each row.
TEST(Linear, LeaveOneOutOfSmallSets)
{
    const auto regression = dataset(
        {numbers("a", {2.04, -0.57, -2.02, 3.32, -0.28, -0.39, 0.96, 1.55, -0.18, -0.27, -0.89, 0.58}),
         numbers("b", {-2.56, -0.45, -0.23, 0.23, -0.67, 0.48, -0.2, 0.55, 0.54, -0.24, -0.29, 0.09}),
         numbers("c", {0.42, -0.22, -0.87, -0.35, -1.06, -0.24, 0.02, -0.51, 1.94, 1.0, 0.88, 0.67}),
         numbers("y", {4.54, 1.24, -2.95, 1.02, 0.81, -0.77, 0.93, -0.88, -0.26, 0.66, 1.54, 1.48})});
    for (const auto& [spec, expected] :
         {std::pair("ridge:lambda=0.7", 1.5769655605938186), std::pair("linear", 2.821203711915897)}) {
        const auto learner = prepare(regression, {spec});
        double squares = 0.0;
        for (Row r = 0; r < 12; ++r)
            squares += std::pow(left_out(*learner, regression, r).value.at(0) - regression.responses()[r], 2);
        EXPECT_NEAR(squares / 12, expected, 1e-12) << spec;
    }
    // A block: rows 0 to 3.
    const auto rows = row_range(0, 4);
    const std::size_t first[] = {0};
    const auto block = prepare(regression, {"ridge:lambda=0.7"})
                           ->evaluate(task(RowSet::all_but(12, rows), rows), first)
                           .front();
    const double residuals[] = {0.9554127812798533, 0.40169624301503287, -3.3111115562777513,
                                0.9706751090601659};
    for (Row r = 0; r < 4; ++r) EXPECT_NEAR(regression.responses()[r] - block.value[r], residuals[r], 1e-12);

    const auto classes =
        dataset({numbers("a", {0.19, -0.21, 0.58, -0.21, 0.23, 0.69, -1.64, -0.96, -2.03, 0.71, -0.96, 1.53,
                               2.79, 1.55, 2.61, 0.83, 2.88, 1.95}),
                 numbers("b", {1.11, -0.93, 0.58, -0.78, -2.49, 0.49, 0.06, 0.76, -0.91, 1.16, 0.7, 0.59,
                               0.01, 0.15, 1.18, -0.52, 1.95, 2.34}),
                 codes("y", {"0", "1"}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1})});
    for (const auto& [spec, expected] :
         {std::pair("lda", 4), std::pair("qda", 6), std::pair("lda:prior=full", 3),
          std::pair("qda:prior=full", 5), std::pair("lda:prior=given,priors=10/8", 3)}) {
        const auto learner = prepare(classes, {spec});
        int errors = 0;
        for (Row r = 0; r < 18; ++r)
            errors +=
                static_cast<int>(left_out(*learner, classes, r).label.at(0)) != classes.class_codes()[r];
        EXPECT_EQ(errors, expected) << spec;
    }
}

// Every plan on real sets: folds by their shortcuts, refits by decomposing the rows.
TEST(Linear, ShortcutsEqualRefittingUnderEveryPlan)
{
    struct Case {
        std::string file;
        std::vector<std::string> specs;
        bool weighted = false;
    };
    std::vector<Case> sets = {
        {"cpu.arff", {"linear"}},          {"cpu.arff", {"ridge:lambda=1", "ridge:lambda=1e5"}},
        {"diabetes-lars.csv", {"linear"}}, {"wine.csv", {"lda", "lda:prior=full"}},
        {"diabetes.arff", {"qda"}},        {"credit-g.arff", {"lda"}}};
    for (std::size_t c = 0; c < 6; ++c) {
        sets.push_back(sets[c]);
        sets.back().weighted = true;
    }
    for (const auto& [file, specs, weighted] : sets) {
        const auto data = weighted ? weighted_set_of(file) : set_of(file);
        const auto prepared = prepare(data, specs);
        const auto rows = row_range(0, data.rows());
        for (const auto* plan : {"cv:folds=10", "cv:folds=100", "loo", "lpo:p=2", "holdout",
                                 "random:splits=5", "bootstrap:samples=5"}) {
            const auto made = make_plan(Spec::parse(plan), data, 1);
            Scratch scratch;
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(made.size(), 7); ++i) {
                const auto split = made.at(i * (made.size() / 8), scratch);
                std::vector<std::size_t> variants(specs.size());
                std::iota(variants.begin(), variants.end(), std::size_t{0});
                const auto work = task(split.train, rows);
                const auto fast = prepared->evaluate(work, variants);
                for (const auto v : variants) {
                    const auto slow = prepared->fit(work, v)->predict(data, rows);
                    ASSERT_EQ(fast[v].value.size(), slow.value.size());
                    for (std::size_t r = 0; r < slow.value.size(); ++r)
                        ASSERT_NEAR(fast[v].value[r], slow.value[r], 1e-9 * (1.0 + std::abs(slow.value[r])))
                            << file << plan;
                    for (std::size_t s = 0; s < slow.scores.size(); ++s)
                        ASSERT_NEAR(fast[v].scores[s], slow.scores[s], 1e-9) << file << plan;
                }
            }
        }
    }
}

TEST(Linear, ManyPenaltiesTogetherPredictWhatEachDoesAlone)
{
    const auto data = set_of("cpu.arff");
    std::vector<std::string> specs;
    std::vector<std::size_t> variants;
    for (std::size_t v = 0; v < 19; ++v) {
        specs.push_back("ridge:lambda=1e" + std::to_string(static_cast<int>(v) - 9));
        variants.push_back(v);
    }
    const auto prepared = prepare(data, specs);
    const auto rows = row_range(0, data.rows());
    for (const auto* plan : {"cv:folds=10", "loo", "bootstrap:samples=2"}) {
        const auto made = make_plan(Spec::parse(plan), data, 1);
        Scratch scratch;
        const auto work = task(made.at(1, scratch).train, rows);
        const auto together = prepared->evaluate(work, variants);
        for (const auto v : variants)
            EXPECT_EQ(together[v].value, prepared->evaluate(work, std::span(&v, 1)).front().value)
                << specs[v] << plan;
    }
}

TEST(Linear, WhatCannotBeFittedIsSaid)
{
    const auto gap = dataset({numbers("x", {1, 2, missing, 4}), numbers("y", {1, 2, 3, 5})});
    expect_error(gap, "linear",
                 "linear: feature 'x' has a missing cell in data row 3; expected none: fill them by the "
                 "training rows with "
                 "impute(linear)");
    EXPECT_EQ(trained_on_all(gap, "impute(linear)", {0}).value.size(), 1u);
    const auto twice = dataset(
        {numbers("x", {1, 2, 3, 5, 4}), numbers("z", {3, 5, 7, 11, 9}), numbers("y", {1, 2, 3, 5, 1})});
    expect_error(twice, "linear",
                 "feature 'z' is constant or a linear combination of the features before it, in the training "
                 "rows: a singular "
                 "matrix; leave it out, or use ridge");
    EXPECT_TRUE(std::isfinite(trained_on_all(twice, "ridge", {0}).value.at(0)));
    const auto few = dataset(
        {numbers("x", {1, 2, 3, 5}), numbers("z", {3, 4, 7, 1}), codes("y", {"a", "b"}, {0, 0, 1, 1})});
    expect_error(few, "qda",
                 "qda: class 'a': 2 training rows with 2 columns of features make a singular matrix; "
                 "expected at least 3 rows");
    const auto apart = dataset({numbers("x", {1, 1, 3, 3}), codes("y", {"a", "b"}, {0, 0, 1, 1})});
    expect_error(apart, "lda", "feature 'x' is constant or a linear combination");
    expect_error(apart, "lda:prior=given", "expected numbers above 0");
    expect_error(apart, "lda:prior=given,priors=0.2/0.3/0.5", "gives 3 priors; expected 2");
}

// A category that no training row has counts as the mean of the training rows, in its feature.
TEST(Linear, ACategoryWithoutTrainingRowsSaysNothing)
{
    const auto data =
        dataset({codes("f", {"p", "q", "r"}, {0, 0, 1, 1, 1, 2}), numbers("y", {1, 3, 6, 7, 8, 100})});
    const std::vector<Row> last = {5};
    const auto train = RowSet::all_but(6, last);
    const std::size_t first[] = {0};
    for (const auto& [spec, mean] : {std::pair("linear", 5.0), std::pair("ridge", 5.0)}) {
        const auto prepared = prepare(data, {spec});
        EXPECT_NEAR(prepared->evaluate(task(train, last), first).front().value.at(0), mean, 1e-12) << spec;
        EXPECT_NEAR(prepared->fit(task(train, last), 0)->predict(data, last).value.at(0), mean, 1e-12)
            << spec;
    }
    const std::vector<Row> known = {0, 2};
    const auto p = prepare(data, {"linear"})->evaluate(task(train, known), first).front();
    EXPECT_NEAR(p.value[0], 2.0, 1e-12);
    EXPECT_NEAR(p.value[1], 7.0, 1e-12);
}

TEST(Linear, AModelIsWrittenInTheUnitsOfTheFeatures)
{
    const auto data = dataset(
        {numbers("x", {1, 2, 3, 4}), codes("f", {"p", "q"}, {0, 1, 0, 1}), numbers("y", {13, 20, 19, 26})});
    // y = 10 + 3 x + 4 [f = q]
    EXPECT_EQ(prepare(data, {"linear"})->fit(task(RowSet::all(4), {}), 0)->text(),
              "y =\n  10\n  3 * x\n  4 * f=q\n");
}
