// tune() against its parts: the surface against plain estimates, the choice against the learner that tunes,
// the bias-corrected figure against the reference values of METHODS G.13 and chance.
#include "learn/tables.hpp"
#include "run/estimates.hpp"

#include "unseen/base/error.hpp"
#include "unseen/bound/training.hpp"
#include "unseen/run/tune.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

/// Six features of noise and a class of noise, with a column of five folds.
Table noise_table(Row rows, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    std::vector<std::vector<double>> x(6, std::vector<double>(rows));
    std::vector<double> fold(rows);
    std::vector<std::int32_t> y(rows);
    for (Row r = 0; r < rows; ++r) {
        for (auto& column : x) column[r] = stream.uniform();
        fold[r] = static_cast<double>(r % 5);
        y[r] = static_cast<std::int32_t>(stream.below(2));
    }
    Table table{.source = "noise", .columns = {}, .declared_types = true, .notes = {}};
    for (std::size_t j = 0; j < x.size(); ++j)
        table.columns.push_back(test::numbers("x" + std::to_string(j), x[j]));
    table.columns.push_back(test::numbers("fold", fold));
    table.columns.push_back(test::codes("y", {"a", "b"}, y));
    return table;
}

Dataset tuning_noise(Row rows, std::uint64_t seed)
{
    return Dataset::make(noise_table(rows, seed), {.target = "y", .ignore = {"fold"}});
}

Spec knn_grid(const std::string& keys) { return tuned_learner({Spec("knn")}, Spec::parse("grid:" + keys)); }

TEST(Tune, HasTheSurfaceOfPlainEstimatesAndTheHonestFigureOfTheLearnerThatTunes)
{
    const auto data = tuning_noise(90, 3);
    const auto report =
        tune(data, knn_grid("k=1..7:2,weights=uniform|distance"), {.nested = Spec::parse("cv:folds=3")});
    ASSERT_EQ(report.tuning.points.size(), 8u);
    EXPECT_EQ(report.tuning.keys, (std::vector<std::string>{"k", "weights"}));
    double least = 1.0;
    for (std::size_t p = 0; p < 8; ++p) {
        const auto& point = report.tuning.points[p];
        EXPECT_EQ(point.text, "k=" + point.values[0] + ",weights=" + point.values[1]);
        const auto plain =
            test::estimates(data, point.spec.spec().print().c_str(), {"cv:folds=5"}).estimates.front();
        double sum = 0.0;
        for (const auto& figure : plain.spread.per_split) sum += figure.number();
        EXPECT_NEAR(*report.figures.mean(p), sum / 5, 1e-15) << point.text;
        EXPECT_NEAR(*report.figures.standard_error(p),
                    plain.spread.standard_deviation.number() / std::sqrt(5.0), 1e-15);
        least = std::min(least, *report.figures.mean(p));
    }
    EXPECT_EQ(*report.figures.mean(*report.best), least);
    EXPECT_LE(*report.figures.mean(*report.within_one_error),
              least + *report.figures.standard_error(*report.best));
    EXPECT_LE(*report.within_one_error, *report.best);
    const auto honest = test::estimates(data, "tuned(knn):k=1..7:2,weights=uniform|distance", {"cv:folds=3"})
                            .estimates.front();
    ASSERT_EQ(report.nested.size(), 1u);
    EXPECT_EQ(report.nested.front().value.number(), honest.value.number());
    EXPECT_EQ(report.nested.front().selection.value().chosen, honest.selection.value().chosen);
}

TEST(Tune, ChoosesAsTheLearnerDoesOnTheSameSplits)
{
    const auto data = tuning_noise(75, 8);
    for (const std::string rule : {"best", "one-se"}) {
        const auto spec = knn_grid("k=1..15:2,inner=(given:column=fold),rule=" + rule);
        const auto report = tune(data, spec, {});
        const auto choice = test::trained_on_all(data, spec.print(), {0}).choice;
        ASSERT_TRUE(choice);
        EXPECT_EQ(report.tuning.points[*report.chosen()].text, choice->text);
        EXPECT_EQ(*report.figures.mean(*report.chosen()), choice->figure);
        EXPECT_TRUE(report.nested.empty());
    }
}

TEST(Tune, IsTheSameForAllThreadsAndRefusesBeforeAnyFit)
{
    const auto data = tuning_noise(60, 1);
    const auto spec = knn_grid("k=1..9");
    TuneOptions options;
    options.run.threads = 1;
    const auto one = tune(data, spec, options);
    options.run.threads = 3;
    const auto three = tune(data, spec, options);
    ASSERT_TRUE(one.corrected && three.corrected);
    EXPECT_EQ(one.corrected->value, three.corrected->value);
    EXPECT_EQ(one.corrected->interval->upper, three.corrected->interval->upper);
    EXPECT_EQ(one.best, three.best);
    for (const char* keys :
         {"k=3", "k=1..10000000", "k=1..9,neighbours=3", "k=9..x", "k=1..9,rule=two-se",
          "k=1..200,scale=none|minmax|standard,weights=uniform|distance,rule=best,k=1..99999"})
        EXPECT_THROW(tune(data, knn_grid(keys), {}), InputError) << keys;
    EXPECT_THROW(tune(data, spec, {.nested = Spec("cross-validation")}), InputError);
}

TEST(Tune, HasNoBiasCorrectedFigureWhereItIsNotDefined)
{
    auto table = noise_table(60, 1);
    table.columns.insert(table.columns.begin(), test::numbers("w", std::vector<double>(60, 1.0)));
    std::get<NumericColumn>(table.columns[0].cells).values[7] = 2.0;
    const auto weighted = Dataset::make(table, {.target = "y", .ignore = {"fold"}, .weight = "w"});
    EXPECT_FALSE(
        tune(weighted, tuned_learner({Spec("tree")}, Spec::parse("grid:max_depth=1..3")), {}).corrected);
    const auto data = tuning_noise(60, 1);
    EXPECT_FALSE(tune(data, knn_grid("k=1..9,measure=roc_auc"), {}).corrected);
    EXPECT_FALSE(tune(data, knn_grid("k=1..9,inner=(random:splits=4)"), {}).corrected);
    EXPECT_TRUE(tune(data, knn_grid("k=1..9,measure=log_loss,inner=(cv:folds=3,repeats=2)"), {}).corrected);
}

std::uint64_t splitmix64(std::uint64_t& state)
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

TEST(BiasCorrected, HasTheReferenceValues)
{
    std::vector<double> losses;
    for (const char* row : {"11100", "11000", "10110", "00000", "01001", "01100", "11111", "01100",
                            "11111", "11111", "11111", "11100", "11111", "00011", "11111", "11110",
                            "01010", "00100", "01111", "11100", "11100", "00100", "11010", "01101"})
        for (const char* c = row; *c != '\0'; ++c) losses.push_back(*c - '0');
    std::uint64_t state = 15;
    const auto corrected = bias_corrected(
        {.candidates = 5, .losses = losses}, make_measure(Spec("error_rate"), true),
        {.samples = 200,
         .threads = 1,
         .draw = [&](std::uint64_t, std::size_t units, const std::function<void(std::size_t)>& put) {
             for (std::size_t i = 0; i < units; ++i)
                 put(static_cast<std::size_t>((static_cast<uint128>(splitmix64(state)) * units) >> 64));
         }});
    ASSERT_TRUE(corrected);
    EXPECT_EQ(corrected->samples, 200u);
    EXPECT_NEAR(corrected->value, 0.5132479881, 1e-10);
    EXPECT_NEAR(corrected->interval->lower, 0.1991666667, 1e-10);
    EXPECT_NEAR(corrected->interval->upper, 0.8575892857, 1e-10);
}

TEST(BiasCorrected, IsAPlainLoopForManyCandidatesAndRows)
{
    constexpr std::size_t rows = 9001;
    constexpr std::size_t candidates = 19;
    constexpr std::size_t samples = 37;
    for (const bool grouped : {false, true}) {
        Stream stream(6, Purpose::generation);
        std::vector<double> losses(rows * candidates);
        for (double& loss : losses) loss = stream.uniform() * stream.uniform();
        losses[5 * candidates + 3] = std::numeric_limits<double>::infinity(); // of one candidate in one row
        std::vector<std::uint32_t> groups;
        if (grouped)
            for (std::uint32_t r = 0; r < rows; ++r) groups.push_back(r % 700);
        const std::size_t units = grouped ? 700 : rows;
        const auto unit_of = [](std::uint64_t sample, std::size_t i, std::size_t n) {
            std::uint64_t state = sample * 100'000 + i;
            return static_cast<std::size_t>(splitmix64(state) % n);
        };
        const auto measure = make_measure(Spec("log_loss"), true);
        const auto found = bias_corrected(
            {.candidates = candidates, .losses = losses, .groups = groups}, measure,
            {.samples = samples,
             .threads = 2,
             .draw = [&](std::uint64_t b, std::size_t n, const std::function<void(std::size_t)>& put) {
                 for (std::size_t i = 0; i < n; ++i) put(unit_of(b, i, n));
             }});
        double sum = 0.0;
        for (std::uint64_t b = 0; b < samples; ++b) {
            std::vector<int> times(units, 0);
            for (std::size_t i = 0; i < units; ++i) ++times[unit_of(b, i, units)];
            std::vector<double> drawn(candidates, 0.0);
            std::vector<double> left(candidates, 0.0);
            double n_left = 0.0;
            for (std::size_t r = 0; r < rows; ++r) {
                const int count = times[grouped ? groups[r] : r];
                n_left += count == 0 ? 1.0 : 0.0;
                for (std::size_t c = 0; c < candidates; ++c)
                    (count > 0 ? drawn : left)[c] += std::max(count, 1) * losses[r * candidates + c];
            }
            sum += left[static_cast<std::size_t>(std::ranges::min_element(drawn) - drawn.begin())] / n_left;
        }
        EXPECT_NEAR(found->value, sum / samples,
                    1e-12); // the mean over samples is summed exactly there, not here
    }
}

TEST(BiasCorrected, IsChanceOnNoiseWhereTheBestIsNot)
{
    // METHODS G.13: 100 rows, 20 candidates of error 1/2: the best .407 on average, the corrected figure .500
    // with standard deviation .036.
    constexpr int runs = 100;
    double flat = 0.0;
    double corrected = 0.0;
    int covered = 0;
    for (int run = 0; run < runs; ++run) {
        Stream stream(static_cast<std::uint64_t>(run), Purpose::generation);
        std::vector<double> losses(2000);
        std::vector<double> sums(20, 0.0);
        for (std::size_t i = 0; i < losses.size(); ++i)
            sums[i % 20] += losses[i] = static_cast<double>(stream.below(2));
        flat += *std::ranges::min_element(sums) / 100.0 / runs;
        const auto result = bias_corrected({.candidates = 20, .losses = losses},
                                           make_measure(Spec("error_rate"), true), {.samples = 200});
        corrected += result->value / runs;
        covered += result->interval->lower <= 0.5 && 0.5 <= result->interval->upper;
    }
    EXPECT_NEAR(flat, 0.407, 4 * 0.0255 / 10);
    EXPECT_NEAR(corrected, 0.5, 4 * 0.036 / 10);
    EXPECT_GE(covered, 97);
}

TEST(BiasCorrected, OfOneCandidateIsItsErrorAndGroupsAreDrawnWhole)
{
    Stream stream(5, Purpose::generation);
    std::vector<double> losses(300);
    std::vector<std::uint32_t> groups(300);
    double sum = 0.0;
    for (std::size_t i = 0; i < 300; ++i) {
        groups[i] = static_cast<std::uint32_t>(i / 30);
        sum += losses[i] = static_cast<double>(i / 30 < 3); // rows of a group are alike
    }
    const auto measure = make_measure(Spec("error_rate"), true);
    const auto rows = bias_corrected({.candidates = 1, .losses = losses}, measure, {});
    const auto whole = bias_corrected({.candidates = 1, .losses = losses, .groups = groups}, measure, {});
    EXPECT_NEAR(rows->value, sum / 300, 0.01);
    EXPECT_NEAR(whole->value, sum / 300, 0.06);
    EXPECT_GT(whole->interval->upper - whole->interval->lower,
              3.0 * (rows->interval->upper - rows->interval->lower));
}

TEST(Tune, OfNoiseIsAboutChanceByBothHonestFigures)
{
    const auto report =
        tune(tuning_noise(120, 4), knn_grid("k=1..40"), {.nested = Spec::parse("cv:folds=5,repeats=2")});
    EXPECT_LT(*report.figures.mean(*report.best), report.corrected->value);
    EXPECT_LE(report.corrected->interval->lower, 0.5);
    EXPECT_GE(report.corrected->interval->upper, 0.5);
    EXPECT_LE(report.nested.front().interval->lower, 0.5);
    EXPECT_GE(report.nested.front().interval->upper, 0.5);
}

TEST(Tune, HasNoBiasCorrectedIntervalOfWidthZero)
{
    const auto measure = make_measure(Spec("error_rate"), true);
    std::vector<double> losses(400, 0.0);
    const auto none = bias_corrected({.candidates = 2, .losses = losses}, measure, {});
    EXPECT_EQ(none->value, 0.0);
    EXPECT_FALSE(none->interval);
    losses[7] = 1.0; // of the second candidate, which is chosen by no sample
    EXPECT_FALSE(bias_corrected({.candidates = 2, .losses = losses}, measure, {})->interval);
    losses[6] = 1.0;
    EXPECT_TRUE(bias_corrected({.candidates = 2, .losses = losses}, measure, {})->interval);
}

TEST(Tune, BoundsTheChoiceByOccamsRazorOverAllPoints)
{
    // The rows that choose are those of the bound, so that it is the bound of the best of 40 on the rows by
    // which it was chosen.
    const auto spec = knn_grid("k=1..40,inner=(holdout:fraction=0.3333,stratify=no)");
    int misses = 0;
    int alone = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const auto report = tune(tuning_noise(90, seed), spec, {.bounds = {Spec("r-test")}});
        ASSERT_EQ(report.bounds.size(), 1u);
        const auto errors =
            static_cast<std::uint64_t>(std::lround(30 * *report.figures.mean(*report.chosen())));
        const double upper = report.bounds.front().bound->bound.upper.number();
        ASSERT_NEAR(upper, bound::occam({errors, 30}, -std::log(40.0), Delta(0.05)).upper.number(), 1e-12)
            << seed;
        if (upper < 0.5) ++misses;
        if (bound::occam({errors, 30}, 0.0, Delta(0.05)).upper.number() < 0.5) ++alone;
    }
    EXPECT_LE(misses, 10);
    EXPECT_GT(alone, 30) << "the bound of one learner should fail for the best of many";
}

TEST(Tune, BoundsNameMoreCandidatesButNotFewer)
{
    const auto data = tuning_noise(60, 1);
    const auto spec = knn_grid("k=1..9");
    const auto of = [&](const char* bound) {
        return tune(data, spec, {.bounds = {Spec::parse(bound)}}).bounds.front().bound->bound.upper;
    };
    EXPECT_EQ(of("r-cv:folds=3").number(), of("r-cv:folds=3,candidates=9").number());
    EXPECT_LT(of("r-cv:folds=3").number(), of("r-cv:folds=3,candidates=90").number());
    EXPECT_THROW(of("r-cv:folds=3,candidates=8"), InputError);
    EXPECT_THROW(of("s-cv"), InputError);
}

} // namespace
} // namespace unseen
