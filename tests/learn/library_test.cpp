// Learners of LIBLINEAR and LIBSVM against scikit-learn's, which has its own copies of both libraries
// (oracles/margins.py), and that of XGBoost against its Python package (oracles/boosted_trees.py). No cell of
// a held-out row may change what is learned. tests/learn/laws_test.cpp has the laws that they share with
// other learners.
#include "learn/tables.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/libraries.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <thread>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace unseen {
namespace {

/// Which column of the oracle's rows is the target.
enum class Target { two, three, number };

class OfLibraries : public testing::Test {
protected:
    void SetUp() override
    {
        if (!missing_libraries().empty())
            GTEST_SKIP() << "this build lacks a library: " << missing_libraries().front();
    }
};

Dataset oracle_data(Target target, const char* file = "margins.txt")
{
    std::vector<double> x;
    std::vector<double> z;
    std::vector<std::int32_t> f;
    std::vector<std::int32_t> y;
    std::vector<double> number;
    for (const auto& line : test::oracle_table(file)) {
        if (line[0] != "row") continue;
        x.push_back(std::stod(line[1]));
        z.push_back(std::stod(line[2]));
        f.push_back(line[3][0] - 'p');
        y.push_back(std::stoi(line[target == Target::two ? 4 : 5]));
        if (target == Target::number) number.push_back(std::stod(line[6]));
    }
    std::vector<Column> columns = {test::numbers("x", x), test::numbers("z", z),
                                   test::codes("f", {"p", "q", "r"}, f)};
    if (target == Target::number)
        columns.push_back(test::numbers("y", number));
    else
        columns.push_back(test::codes("y",
                                      target == Target::two ? std::vector<std::string>{"0", "1"}
                                                            : std::vector<std::string>{"0", "1", "2"},
                                      y));
    return test::dataset(columns);
}

/// The even rows.
RowSet half(RowSetStorage& storage, Row n)
{
    std::vector<std::uint32_t> counts(n, 0);
    for (Row r = 0; r < n; r += 2) counts[r] = 1;
    return storage.from_counts(counts);
}

std::vector<Row> odd_rows(Row n)
{
    std::vector<Row> rows;
    for (Row r = 1; r < n; r += 2) rows.push_back(r);
    return rows;
}

double expit(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// The scores that our learners compute from decision values.
std::vector<double> scores_of(const std::string& name, const std::vector<double>& decisions)
{
    if (decisions.size() == 1)
        return {1.0 - expit(decisions[0]), expit(decisions[0])}; // they are those of the second class
    std::vector<double> scores = decisions;
    double sum = 0.0;
    for (double& score : scores) {
        score = name == "logistic" ? expit(score) : name == "svm" ? score + 1.0 / 3.0 : std::exp(score);
        sum += score;
    }
    for (double& score : scores) score /= sum;
    return scores;
}

TEST_F(OfLibraries, SayWhatThoseOfScikitLearnSay)
{
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("margins.txt")) {
        if (line[0] == "row") continue;
        SCOPED_TRACE(line[0]);
        const auto learner = Spec::parse(line[0]).name();
        const std::size_t numbers_a_row = (line.size() - 1) / 80;
        const auto target = numbers_a_row == 1   ? Target::number
                            : numbers_a_row == 2 ? Target::two
                                                 : Target::three;
        const auto data = oracle_data(target);
        RowSetStorage storage;
        const auto rows = odd_rows(data.labelled());
        const std::size_t first = 0;
        const auto p = test::prepare(data, {line[0]})
                           ->evaluate(test::task(half(storage, data.labelled()), rows), {&first, 1})
                           .front();
        ++cases;
        // The solvers stop at the tolerance of the spec, 1e-6 or 1e-8; the same row order and start leave
        // less than that.
        const double near = 1e-6;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::vector<double> said;
            for (std::size_t v = 0; v < numbers_a_row; ++v)
                said.push_back(std::stod(line[1 + i * numbers_a_row + v]));
            if (target == Target::number) {
                EXPECT_NEAR(p.value[i], said[0], near) << i;
                continue;
            }
            EXPECT_EQ(p.label[i], said[0]) << i;
            const auto scores = scores_of(learner, {said.begin() + 1, said.end()});
            for (std::size_t c = 0; c < scores.size(); ++c)
                EXPECT_NEAR(p.scores[i * scores.size() + c], scores[c], near) << i;
        }
    }
    EXPECT_EQ(cases, 12u);
}

// Fits of unscaled rows share the kernels of all pairs, where these fit into the budget; LIBSVM computes its
// own otherwise.
TEST_F(OfLibraries, SayTheSameWithSharedKernels)
{
    for (const auto target : {Target::two, Target::three, Target::number}) {
        const auto data = oracle_data(target);
        const std::vector<std::string> specs = {"svm:scale=none,gamma=0.0003",
                                                "svm:scale=none,gamma=0.0003,C=8"};
        const auto alone = test::prepare(data, specs, {.bytes = 0});
        const auto shared = test::prepare(data, specs);
        const auto all = test::row_range(0, data.labelled());
        const std::size_t both[] = {0, 1};
        for (Row f = 0; f < 6; ++f) {
            std::vector<Row> rows;
            std::vector<std::uint32_t> counts;
            for (Row r = 0; r < data.labelled(); ++r) {
                if (r % 6 == f) continue;
                rows.push_back(r);
                counts.push_back(1 + r % 2);
            }
            const auto task = test::task(RowSet::of(data.labelled(), rows, counts), all);
            EXPECT_EQ(shared->evaluate(task, both), alone->evaluate(task, both));
        }
    }
}

TEST_F(OfLibraries, CalibrateAsScikitLearnDoes)
{
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("calibrated.txt")) {
        if (line[0] == "row") continue;
        SCOPED_TRACE(line[0]);
        ++cases;
        const std::size_t classes = (line.size() - 1) / 120;
        const auto data = oracle_data(classes == 2 ? Target::two : Target::three, "calibrated.txt");
        RowSetStorage storage;
        const auto rows = odd_rows(data.labelled());
        const auto p = test::prepare(data, {line[0] + ",calibrate=yes"})
                           ->fit(test::task(half(storage, data.labelled()), {}), 0)
                           ->predict(data, rows);
        ASSERT_EQ(p.scores.size() + 1, line.size());
        // scikit-learn's optimiser of the sigmoid stops some 1e-6 before the optimum.
        for (std::size_t i = 0; i < p.scores.size(); ++i)
            EXPECT_NEAR(p.scores[i], std::stod(line[1 + i]), 2e-5) << i;
    }
    EXPECT_EQ(cases, 4u);
}

TEST_F(OfLibraries, CalibrateWithRowsOfEachClassInTwoFolds)
{
    std::vector<double> x = {1, 2, 3, 4, 5, 6, 7};
    const auto data =
        test::dataset({test::numbers("x", x), test::codes("y", {"a", "b"}, {0, 0, 0, 0, 0, 0, 1})});
    const auto prepared = test::prepare(data, {"svm:calibrate=yes"});
    EXPECT_THROW(prepared->fit(test::task(RowSet::all(7), {}), 0), LearnerError);
    EXPECT_EQ(
        test::message_of([] { make_learner(Spec::parse("svm:calibrate=yes"), ResponseType::numbers); }),
        "learner 'svm': calibrate=yes is for classes, but the target holds numbers; expected calibrate=no");
}

TEST_F(OfLibraries, XgboostRefusesKeysBeyondSinglePrecision)
{
    for (const char* key : {"eta=1e+39", "eta=1e-50", "lambda=1e+39", "min_weight=1e-40"})
        EXPECT_EQ(test::message_of([&] {
                      make_learner(Spec::parse("xgboost:" + std::string(key)), ResponseType::classes);
                  }),
                  "learner 'xgboost': " + std::string(key) +
                      " is beyond single precision, in which XGBoost computes; expected a number from "
                      "1.2e-38 to 3.4e+38");
    EXPECT_NO_THROW(
        make_learner(Spec::parse("xgboost:eta=1e-37,lambda=0,min_weight=3e38"), ResponseType::classes));
}

/// Single precision has seven digits: an offset of 1e9 would leave none of the response.
TEST_F(OfLibraries, XgboostDoesNotLoseNumbersBelowALargeOffset)
{
    std::vector<double> x;
    std::vector<double> plain;
    std::vector<double> shifted;
    for (std::uint64_t r = 0; r < 200; ++r) {
        Stream stream(41, Purpose::generation, r);
        x.push_back(static_cast<double>(stream.below(50)));
        plain.push_back(x.back() / 8 +
                        static_cast<double>(stream.below(8)) / 64); // exact, also with the offset
        shifted.push_back(plain.back() + 1e9);
    }
    const auto said = [&](const std::vector<double>& y) {
        const auto data = test::dataset({test::numbers("x", x), test::numbers("y", y)});
        return test::prepare(data, {"xgboost:rounds=40"})
            ->fit(test::task(RowSet::all(200), {}), 0)
            ->predict(data, test::row_range(0, 200))
            .value;
    };
    const auto a = said(plain);
    const auto b = said(shifted);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(b[i] - 1e9, a[i], 1e-4) << i;
}

TEST_F(OfLibraries, SayWhatThePackageOfXgboostSays)
{
    std::vector<double> x, z, number;
    std::vector<std::int32_t> f, y;
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("boosted_trees.txt")) {
        if (line[0] == "row") {
            x.push_back(line[1] == "nan" ? test::missing : std::stod(line[1]));
            z.push_back(std::stod(line[2]));
            f.push_back(std::stoi(line[3]));
            y.push_back(std::stoi(line[4]));
            number.push_back(std::stod(line[5]));
            continue;
        }
        ++cases;
        const auto classes = std::stoul(line[1]);
        SCOPED_TRACE(line[1] + ", " + line[2]);
        std::vector<Column> columns = {test::numbers("x", x), test::numbers("z", z),
                                       test::codes("f", {"p", "q", "r"}, f)};
        auto labels = y;
        for (auto& label : labels) label = std::min(label, static_cast<std::int32_t>(classes) - 1);
        columns.push_back(classes == 0   ? test::numbers("y", number)
                          : classes == 2 ? test::codes("y", {"a", "b"}, labels)
                                         : test::codes("y", {"a", "b", "c"}, labels));
        const auto data = test::dataset(columns);
        const auto n = data.labelled();
        RowSetStorage storage;
        const std::size_t first = 0;
        const auto all = test::row_range(0, n);
        const auto p =
            test::prepare(data, {"xgboost:rounds=" + line[2] + ",depth=" + line[3] + ",eta=" + line[4]})
                ->evaluate(test::task(half(storage, n), all), {&first, 1})
                .front();
        const std::size_t width = classes == 3 ? 3 : 1;
        ASSERT_EQ(line.size(), 5 + n * width);
        for (std::size_t i = 0; i < n * width; ++i) {
            // The package's scores have single precision; ours are divided by their sum.
            const double said = classes == 0 ? p.value[i] : classes == 2 ? p.scores[2 * i + 1] : p.scores[i];
            EXPECT_NEAR(said, std::stod(line[5 + i]), classes == 3 ? 2e-7 : 0.0) << i;
        }
    }
    EXPECT_EQ(cases, 6u);
}

// The number of rounds that is kept is the best on the rows set aside, with training on the others.
TEST_F(OfLibraries, XgboostEndsWhereTheRowsSetAsideAreJudgedBest)
{
    for (const auto type : {ResponseType::classes, ResponseType::numbers}) {
        std::vector<double> x;
        std::vector<double> number;
        std::vector<std::int32_t> y;
        for (Row r = 0; r < 200; ++r) {
            Stream stream(53, Purpose::generation, r);
            y.push_back(static_cast<std::int32_t>(stream.below(3)));
            x.push_back(y.back() + 2.5 * stream.uniform());
            number.push_back(x.back() + 2.0 * stream.uniform());
        }
        const auto data = test::dataset({test::numbers("x", x), type == ResponseType::classes
                                                                    ? test::codes("y", {"a", "b", "c"}, y)
                                                                    : test::numbers("y", number)});
        const auto all = test::row_range(0, 200);
        auto order = all;
        Stream(7, Purpose::splits).shuffle(std::span(order));
        std::vector<std::uint32_t> others(200, 1);
        for (std::size_t i = 0; i < 60; ++i) others[order[i]] = 0;
        RowSetStorage storage;
        const auto part = storage.from_counts(others);
        const auto said = [&](const std::string& keys, const RowSet& train) {
            return test::prepare(data, {"xgboost:depth=3," + keys})
                ->fit(test::task(train, {}), 0)
                ->predict(data, all);
        };
        const auto loss = [&](const Predictions& p) {
            double sum = 0.0;
            for (std::size_t i = 0; i < 60; ++i) {
                const auto r = order[i];
                sum += p.value.empty() ? -std::log(p.scores[r * 3 + static_cast<std::size_t>(y[r])])
                                       : (p.value[r] - number[r]) * (p.value[r] - number[r]);
            }
            return sum;
        };
        const auto ended = said("rounds=200,validation=0.3,patience=4", RowSet::all(200));
        const auto rounds = static_cast<int>(ended.complexity.front().second);
        EXPECT_GT(rounds, 2);
        EXPECT_LT(rounds, 100);
        EXPECT_EQ(ended, said("rounds=" + std::to_string(rounds), part));
        for (int other = 1; other <= rounds + 4; ++other) {
            const double of_other = loss(said("rounds=" + std::to_string(other), part));
            if (other != rounds) {
                EXPECT_GT(of_other, loss(ended) - 1e-4) << other;
            } // it judges in single precision
        }
    }
    EXPECT_TRUE(make_learner(Spec::parse("xgboost:validation=0.3"), ResponseType::classes)->traits().groups);
    EXPECT_FALSE(make_learner(Spec::parse("xgboost"), ResponseType::classes)->traits().groups);
}

/// Numbers and a category that say something of the target; the cells of some rows are what `other` says.
Dataset with_cells(ResponseType type, const std::vector<Row>& changed, double other)
{
    constexpr Row n = 60;
    std::vector<double> x;
    std::vector<std::int32_t> f;
    std::vector<std::int32_t> y;
    std::vector<double> number;
    for (Row r = 0; r < n; ++r) {
        Stream stream(37, Purpose::generation, r);
        y.push_back(static_cast<std::int32_t>(stream.below(3)));
        x.push_back(y.back() + 2.0 * stream.uniform());
        f.push_back(static_cast<std::int32_t>(stream.below(2)) + (y.back() == 2 ? 1 : 0));
        number.push_back(y.back() + stream.uniform());
        if (std::ranges::find(changed, r) == changed.end()) continue;
        x.back() = other;
        f.back() = 3;
        y.back() = 2 - y.back();
        number.back() = other;
    }
    std::vector<Column> columns = {test::numbers("x", x), test::codes("f", {"p", "q", "r", "s"}, f)};
    columns.push_back(type == ResponseType::classes ? test::codes("y", {"a", "b", "c"}, y)
                                                    : test::numbers("y", number));
    return test::dataset(columns);
}

TEST_F(OfLibraries, LearnNothingFromRowsHeldOut)
{
    const std::vector<Row> held_out = {3, 4, 17, 40, 41, 59};
    const auto rows = test::row_range(5, 15);
    RowSetStorage storage;
    const auto work = test::task(storage.without(60, held_out), rows);
    const std::size_t first = 0;
    for (const auto type : {ResponseType::classes, ResponseType::numbers})
        for (const std::string spec :
             {"logistic", "logistic:scale=minmax", "linear-svm", "linear-svm:scale=minmax", "svm",
              "svm:scale=minmax", "impute(svm)", "scale(svm:scale=none)", "xgboost:rounds=9"}) {
            if (spec.starts_with("logistic") && type == ResponseType::numbers) continue;
            const auto said = [&](const Dataset& data) {
                return test::prepare(data, {spec})->evaluate(work, {&first, 1}).front();
            };
            EXPECT_EQ(said(with_cells(type, held_out, 1e9)), said(with_cells(type, held_out, -7.0))) << spec;
            EXPECT_EQ(said(with_cells(type, held_out, 1e9)), said(with_cells(type, {}, 0.0))) << spec;
        }
}

TEST_F(OfLibraries, SayTheSameOnEveryThread)
{
    const auto data = with_cells(ResponseType::classes, {}, 0.0);
    const auto rows = test::row_range(0, 60);
    for (const char* spec : {"logistic", "linear-svm", "svm", "xgboost:rounds=9"}) {
        const auto prepared = test::prepare(data, {spec});
        const auto said = [&](Row left_out) {
            RowSetStorage storage;
            const std::size_t first = 0;
            return prepared->evaluate(test::task(storage.without(60, {{left_out}}), rows), {&first, 1})
                .front();
        };
        std::vector<Predictions> alone;
        for (Row r = 0; r < 40; ++r) alone.push_back(said(r));
        std::vector<Predictions> together(40);
        {
            std::vector<std::jthread> threads;
            for (Row t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    for (Row r = t; r < 40; r += 4) together[r] = said(r);
                });
        }
        EXPECT_EQ(alone, together) << spec;
    }
}

TEST_F(OfLibraries, PredictRowsOfOtherTablesByTheNamesOfCategories)
{
    const auto data = with_cells(ResponseType::classes, {}, 0.0);
    // The same rows, with the labels of the category in another order and one more; then a label that no
    // training row has is none of the others.
    Table table{.source = "t",
                .columns = {data.features()[0], data.features()[1]},
                .declared_types = true,
                .notes = {}};
    CodedColumn turned{.labels = Labels({"new", "r", "q", "p", "s"}), .codes = {}};
    for (const auto code : data.features()[1].coded().codes) turned.codes.push_back(3 - code);
    table.columns[1].cells = turned;
    table.columns.push_back(test::codes("y", {"a"}, std::vector<std::int32_t>(60, 0)));
    const auto other = Dataset::make(table);
    const auto rows = test::row_range(0, 60);
    for (const char* spec : {"logistic", "linear-svm", "svm", "xgboost:rounds=9"}) {
        const auto model = test::prepare(data, {spec})->fit(test::task(RowSet::all(60), {}), 0);
        EXPECT_EQ(model->predict(data, rows), model->predict(other, rows)) << spec;
    }
}

#ifdef __SANITIZE_ADDRESS__
/// What the solvers of LIBSVM and LIBLINEAR lose when an exception ends them is known.
using KnownLeaks = __lsan::ScopedDisabler;
#else
struct KnownLeaks {};
#endif

TEST_F(OfLibraries, StopWithinASolver)
{
    const auto data = with_cells(ResponseType::classes, {}, 0.0);
    const auto numbers = with_cells(ResponseType::numbers, {}, 0.0);
    const auto rows = test::row_range(0, 60);
    for (const std::string spec : {"logistic", "linear-svm", "svm", "svm:kernel=linear", "xgboost:rounds=9"})
        for (const auto* of : {&data, &numbers}) {
            if (spec == "logistic" && of == &numbers) continue;
            const auto prepared = test::prepare(*of, {spec});
            auto task = test::task(RowSet::all(60), rows);
            const auto before = prepared->fit(task, 0)->predict(*of, rows);
            std::stop_source source;
            source.request_stop();
            task.stop = source.get_token();
            {
                [[maybe_unused]] const KnownLeaks leaks;
                EXPECT_NE(test::message_of<LearnerError>([&] { prepared->fit(task, 0); }).find("stopped"),
                          std::string::npos)
                    << spec;
            }
            task.stop = {};
            EXPECT_EQ(prepared->fit(task, 0)->predict(*of, rows), before) << spec;
        }
}

TEST_F(OfLibraries, TellOfSolversThatDoNotConverge)
{
    std::vector<double> x, y;
    std::vector<std::int32_t> label;
    for (Row r = 0; r < 40; ++r) {
        Stream stream(3, Purpose::generation, r);
        label.push_back(static_cast<std::int32_t>(stream.below(2)));
        x.push_back(label.back() + 2.0 * stream.uniform());
        y.push_back(label.back() + stream.uniform());
    }
    const auto classes = test::dataset({test::numbers("x", x), test::codes("class", {"a", "b"}, label)});
    const auto numbers = test::dataset({test::numbers("x", x), test::numbers("y", y)});
    const auto warnings = [](const Dataset& data, const std::string& spec) {
        return test::trained_on_all(data, spec, {0}).warnings;
    };
    const Warning lost(
        warnings::not_converged,
        "logistic: LIBLINEAR stopped before tolerance=1e-100: its steps were lost in rounding");
    EXPECT_EQ(warnings(classes, "logistic:tolerance=1e-100"), std::vector<Warning>{lost});
    EXPECT_EQ(warnings(numbers, "linear-svm:tolerance=1e-100").size(), 1u);
    EXPECT_EQ(warnings(classes, "bagging(logistic:tolerance=1e-100):size=3"),
              (std::vector<Warning>{{warnings::not_converged, "3 of 3 members: " + lost.text}}));
    for (const char* spec : {"logistic", "linear-svm", "svm", "svm:C=100"})
        EXPECT_TRUE(warnings(classes, spec).empty()) << spec;
    const auto svm = warnings(classes, "svm:C=1e9,gamma=1e-6,tolerance=1e-100");
    ASSERT_EQ(svm.size(), 1u);
    EXPECT_TRUE(svm[0].text.starts_with("svm: LIBSVM stopped before tolerance=1e-100: after 10000"))
        << svm[0].text;
}

TEST_F(OfLibraries, RefuseWhatTheyCannotUse)
{
    const auto error = [](const std::string& spec, ResponseType type = ResponseType::classes) {
        return test::message_of([&] { make_learner(Spec::parse(spec), type); });
    };
    EXPECT_EQ(error("logistic", ResponseType::numbers),
              "learner 'logistic' cannot predict numbers, and the target holds numbers");
    EXPECT_EQ(error("svm:C=0"), "'svm': C: '0' is not valid; expected a number above 0");
    EXPECT_EQ(error("svm:kernel=linear,gamma=1"),
              "'svm': gamma is for kernel=rbf or kernel=polynomial; here kernel=linear");
    EXPECT_EQ(error("svm:degree=2"), "'svm': degree is for kernel=polynomial; here kernel=rbf");
    const auto gaps =
        test::dataset({test::numbers("x", {1, test::missing, 2}), test::codes("y", {"a", "b"}, {0, 1, 0})});
    for (const char* spec : {"logistic", "linear-svm", "svm"}) {
        EXPECT_EQ(
            test::message_of([&] { make_learner(Spec::parse(spec), ResponseType::classes)->check(gaps); }),
            std::string(spec) +
                ": feature 'x' has a missing cell in data row 2; expected none: fill them by the training "
                "rows with impute(" +
                spec + ")");
        const std::string filled = std::string("impute(") + spec + ")";
        EXPECT_NO_THROW(test::trained_on_all(gaps, filled, {0, 1, 2}));
        const auto none = test::dataset({test::codes("y", {"a", "b"}, {0, 1, 0})});
        EXPECT_EQ(
            test::message_of([&] { make_learner(Spec::parse(spec), ResponseType::classes)->check(none); }),
            std::string("'") + spec + "' needs a feature; there is none");
    }
}

} // namespace
} // namespace unseen
