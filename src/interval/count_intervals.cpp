// Intervals of functions of the confusion matrix (METHODS C.1, I.3).
#include "draws/bca.hpp"
#include "interval/cells_bootstrap.hpp"
#include "interval/limits.hpp"
#include "interval/test_interval_entry.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen {

namespace {

/// That of the input, or one made of its rows, in `own`.
const Confusion& confusion_of(const TestIntervalInput& input, Confusion& own)
{
    if (input.confusion == nullptr) own = unseen::confusion_of(*input.predictions);
    return input.confusion != nullptr ? *input.confusion : own;
}

/// Given how many rows have that truth, or that prediction, the count among them is binomial.
IntervalResult exact_share(const TestIntervalInput& input, Level level)
{
    Confusion own_cells;
    const Counts counts = input.measure->of_confusion()->share(confusion_of(input, own_cells));
    if (!(counts.trials > 0.0)) return {std::nullopt, "zero_division"};
    const auto limits = clopper_pearson(static_cast<std::uint64_t>(std::llround(counts.ones)),
                                        static_cast<std::uint64_t>(std::llround(counts.trials)), level.outside());
    return {model_interval(input, level, limits.lower, limits.upper, "exact_binomial", Guarantee::exact), ""};
}

/// Mean of recalls v over C classes: v - sqrt(sum ((r_c - l_c) / C)^2), v + sqrt(sum ((u_c - r_c) / C)^2), [l_c, u_c] Wilson's limits
/// (Newcombe 1998; Zou & Donner 2008). A bootstrap fails here where a class has few rows: an observed recall of 1 never varies.
IntervalResult wilson_mover(const TestIntervalInput& input, Level level)
{
    Confusion own_cells;
    const Confusion& confusion = confusion_of(input, own_cells);
    const double z = normal_quantile(tail(level));
    double below = 0.0;
    double above = 0.0;
    double classes = 0.0;
    double sum = 0.0;
    for (std::size_t c = 0; c < confusion.classes; ++c) {
        const double rows = confusion.truth(c);
        if (!(rows > 0.0)) continue;
        const double recall = confusion.at(c, c) / rows;
        const auto limits = wilson(confusion.at(c, c), rows, z);
        below += (recall - limits.lower) * (recall - limits.lower);
        above += (limits.upper - recall) * (limits.upper - recall);
        sum += recall;
        classes += 1.0;
    }
    // A class that is only predicted takes part in the mean, but it has no recall to be uncertain about.
    if (std::abs(sum / classes - input.value) > 1e-9) return {std::nullopt, "class_without_rows"};
    return {model_interval(input, level, input.value - std::sqrt(below) / classes, input.value + std::sqrt(above) / classes,
                           "wilson_mover", Guarantee::asymptotic),
            ""};
}

IntervalResult cells_bca(const TestIntervalInput& input, Level level)
{
    Confusion own_cells;
    const Confusion& confusion = confusion_of(input, own_cells);
    const Value skew = acceleration(*input.measure, confusion);
    if (!skew) return {std::nullopt, skew.reason()};
    std::vector<Replicates> own;
    if (input.replicates == nullptr)
        own = draw_replicates({&input.measure, 1}, confusion,
                              {.seed = input.seed, .count = input.samples, .threads = input.threads});
    const Replicates& replicates = input.replicates != nullptr ? *input.replicates : own.front();
    const auto [limits, missing] = drawn_limits(replicates, input.value, skew.number(), level.outside());
    if (!missing.empty()) return {std::nullopt, missing};
    return {model_interval(input, level, limits.lower, limits.upper, "bca", Guarantee::asymptotic,
                           {"enough rows in every cell of the confusion matrix that matters"}),
            ""};
}

bool of_share(const Measure& m) { return m.of_confusion() && m.of_confusion()->share != nullptr; }
bool of_recalls(const Measure& m) { return m.of_confusion() && m.of_confusion()->mean_of_recalls; }
bool of_cells(const Measure& m) { return m.of_confusion(); }

} // namespace

std::vector<TestIntervalMethod> count_intervals()
{
    return {
        {"exact_binomial", "exact limits of a proportion of the rows of one truth or one prediction", of_share, exact_share},
        {"wilson_mover", "mean of recalls: Wilson limits of each class, squared and added", of_recalls, wilson_mover},
        {"bca", "any function of the confusion matrix: its cells drawn anew, bias corrected and accelerated", of_cells, cells_bca,
         RowKind::alike, IntervalWork::of_drawn_cells},
    };
}

} // namespace unseen
