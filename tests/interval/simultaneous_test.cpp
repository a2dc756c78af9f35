// Simultaneous intervals of several candidates on one test set: their level, and how often all of them hold.
// Oracles: Bonferroni's inequality with exact binomial probabilities, and simulation.
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

const Labels& yes_or_no()
{
    static const Labels two({"no", "yes"});
    return two;
}

/// The probabilities of one model of equally good ones for some rows, of which half are positive. The models
/// share half of the variance of their scores.
struct OneModel {
    std::vector<std::uint32_t> truth;
    std::vector<std::uint32_t> label;
    std::vector<double> scores;

    PredictionView view() const
    {
        PredictionView view;
        view.classes = &yes_or_no();
        view.positive = 1;
        view.one_score = true;
        view.true_label = truth;
        view.label = label;
        view.scores = scores;
        return view;
    }
};

std::vector<OneModel> models_of(std::size_t models, std::size_t rows, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    const auto normal = [&] {
        return normal_quantile((static_cast<double>(stream.next() >> 11) + 0.5) * 0x1p-53);
    };
    std::vector<OneModel> all(models);
    for (std::size_t i = 0; i < rows; ++i) {
        const bool positive = stream.below(2) == 1;
        const double shared = normal();
        for (auto& model : all) {
            const double z = (positive ? 0.8 : -0.8) + std::sqrt(0.5) * (shared + normal());
            model.truth.push_back(positive);
            model.label.push_back(z >= 0.0 ? 1 : 0);
            model.scores.push_back(1.0 / (1.0 + std::exp(-2.0 * z)));
        }
    }
    return all;
}

} // namespace

TEST(SimultaneousInterval, IsTheSingleOneAtTheLevelOfBonferroni)
{
    const auto model = models_of(1, 120, 3).front();
    const auto view = model.view();
    const Level level(0.9);
    EXPECT_DOUBLE_EQ(level_of_each(level, 5).value(), 0.98);
    EXPECT_EQ(level_of_each(level, 1), level);
    std::vector<Measure> measures;
    for (const auto& measure : measures_of_table())
        if (measure.judges == Judges::classes && evaluate(measure, view)) measures.push_back(measure);
    ASSERT_GT(measures.size(), 20u);
    std::vector<TestIntervalRequest> requests;
    for (const auto& measure : measures)
        requests.push_back({"auto",
                            {.predictions = &view,
                             .measure = &measure,
                             .value = evaluate(measure, view).number(),
                             .samples = 300,
                             .candidates = 5}});
    const auto together = make_test_intervals(requests, level, 2);
    std::size_t found = 0;
    for (std::size_t r = 0; r < requests.size(); ++r) {
        auto input = requests[r].input;
        const auto both = make_test_interval("auto", input, level);
        input.candidates = 1;
        const auto single = make_test_interval("auto", input, level);
        input.samples = 500; // 10 / (1 - 0.98)
        const auto wider = make_test_interval("auto", input, level_of_each(level, 5));
        const auto name = measures[r].name();
        EXPECT_EQ(single.simultaneous, std::nullopt) << name;
        EXPECT_EQ(both.interval, single.interval) << name;
        EXPECT_EQ(both.simultaneous, single.interval ? std::optional(wider.interval) : std::nullopt) << name;
        EXPECT_EQ(together[r].interval, both.interval) << name;
        EXPECT_EQ(together[r].simultaneous, both.simultaneous) << name;
        if (!both.simultaneous || !*both.simultaneous) continue;
        ++found;
        EXPECT_GE((*both.simultaneous)->level.value(), 0.98) << name;
        EXPECT_GT((*both.simultaneous)->upper - (*both.simultaneous)->lower,
                  both.interval->upper - both.interval->lower)
            << name;
    }
    EXPECT_GT(found, 20u);
}

/// The probability that an exact interval of n rows holds is summed over all numbers of errors. By
/// Bonferroni's inequality those of m models hold together with probability 1 - m (1 - that) or more, however
/// the models depend on each other; independent single intervals do not.
TEST(SimultaneousInterval, OfErrorRatesHoldsTogetherUnderAnyDependence)
{
    constexpr std::size_t n = 60;
    const Measure measure = make_measure(Spec("error_rate"), true);
    const std::vector<std::uint32_t> truth(n, 0);
    for (const std::size_t models : {2, 10, 100}) {
        std::vector<IntervalResult> results;
        for (std::size_t errors = 0; errors <= n; ++errors) {
            std::vector<std::uint32_t> label(n, 0);
            std::fill_n(label.begin(), errors, 1);
            PredictionView view;
            view.classes = &yes_or_no();
            view.true_label = truth;
            view.label = label;
            const double value = static_cast<double>(errors) / n;
            results.push_back(make_test_interval(
                "auto", {.predictions = &view, .measure = &measure, .value = value, .candidates = models},
                Level(0.95)));
        }
        double least_together = 1.0;
        double least_single = 1.0;
        for (int step = 1; step < 100; ++step) {
            const double p = step / 100.0;
            double together = 0.0;
            double single = 0.0;
            for (std::size_t errors = 0; errors <= n; ++errors) {
                const auto k = static_cast<double>(errors);
                const double probability =
                    std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                             k * std::log(p) + (n - k) * std::log1p(-p));
                const auto holds = [&](const Maybe<Interval>& i) { return i->lower <= p && p <= i->upper; };
                if (holds(results[errors].simultaneous.value())) together += probability;
                if (holds(results[errors].interval)) single += probability;
            }
            const auto m = static_cast<double>(models);
            least_together = std::min(least_together, 1.0 - m * (1.0 - together));
            least_single = std::min(least_single, std::pow(single, m));
        }
        EXPECT_GE(least_together, 0.95 - 1e-12) << models;
        EXPECT_LT(least_single, 0.95) << models;
    }
}

/// Ten equally good models on 200 rows, 300 times: the intervals of all hold in 95 % or more, within four
/// standard errors of the simulation; and so does that of the model which looks best, whose single interval
/// need not.
TEST(SimultaneousInterval, HoldsForAllModelsAndForTheBest)
{
    constexpr std::size_t models = 10;
    const auto population = models_of(1, 400'000, 1).front();
    for (const char* name :
         {"error_rate", "f1", "mcc", "roc_auc", "average_precision", "brier", "log_loss"}) {
        const Measure measure = make_measure(Spec(name), true);
        const std::size_t data_sets = measure.name() == "mcc" ? 30 : 300; // its quadrature takes long
        const double accepted = 0.95 - 4.0 * std::sqrt(0.95 * 0.05 / static_cast<double>(data_sets));
        const double truth = evaluate(measure, population.view()).number();
        const bool low = measure.direction == Direction::lower_is_better;
        std::size_t all_hold = 0;
        std::size_t best_holds = 0;
        for (std::size_t r = 0; r < data_sets; ++r) {
            bool all = true;
            bool of_best = false;
            double best = low ? 2e9 : -2e9;
            for (const auto& model : models_of(models, 200, 100 + r)) {
                const auto view = model.view();
                const double value = evaluate(measure, view).number();
                const auto result = make_test_interval("auto",
                                                       {.predictions = &view,
                                                        .measure = &measure,
                                                        .value = value,
                                                        .seed = r,
                                                        .candidates = models},
                                                       Level(0.95));
                const auto interval = without_reason(result.simultaneous);
                const bool holds = interval && interval->lower <= truth && truth <= interval->upper;
                all = all && holds;
                if (low ? value < best : value > best) {
                    best = value;
                    of_best = holds;
                }
            }
            all_hold += all ? 1 : 0;
            best_holds += of_best ? 1 : 0;
        }
        EXPECT_GE(static_cast<double>(all_hold) / static_cast<double>(data_sets), accepted) << name;
        EXPECT_GE(static_cast<double>(best_holds) / static_cast<double>(data_sets), accepted) << name;
        RecordProperty(name, std::to_string(all_hold) + " and " + std::to_string(best_holds));
    }
}

} // namespace unseen
