// Intervals of functions of the confusion matrix (METHODS C.1, I.3).
#include "draws/bca.hpp"
#include "interval/cells_bootstrap.hpp"
#include "interval/limits.hpp"
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen {

/// Given the number of rows with that truth, or that prediction, the count among them is binomial.
Maybe<IntervalEnds> binomial_share(const TestIntervalInput& input, Level level)
{
    const Counts counts = input.measure->of_confusion()->share(*input.confusion);
    if (!(counts.trials > 0.0)) return reasons::zero_division;
    return IntervalEnds{.limits = clopper_pearson(static_cast<std::uint64_t>(std::llround(counts.ones)),
                                                  static_cast<std::uint64_t>(std::llround(counts.trials)),
                                                  level.outside())};
}

/// Mean of recalls v over C classes: v - sqrt(sum ((r_c - l_c) / C)^2), v + sqrt(sum ((u_c - r_c) / C)^2),
/// [l_c, u_c] Wilson's limits (Newcombe 1998; Zou & Donner 2008). A bootstrap fails here where a class has
/// few rows: an observed recall of 1 never varies.
Maybe<IntervalEnds> wilson_mover(const TestIntervalInput& input, Level level)
{
    const Confusion& confusion = *input.confusion;
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
    if (std::abs(sum / classes - input.value) > 1e-9) return reasons::class_without_rows;
    return IntervalEnds{
        .limits = {input.value - std::sqrt(below) / classes, input.value + std::sqrt(above) / classes}};
}

/// BCa limits from draws of the cells.
Maybe<IntervalEnds> cells_bca(const TestIntervalInput& input, Level level)
{
    const Confusion& confusion = *input.confusion;
    const Value skew = acceleration(*input.measure, confusion);
    if (!skew) return skew.reason();
    std::vector<Replicates> own;
    if (input.replicates == nullptr)
        own = draw_replicates({&input.measure, 1}, confusion,
                              {.seed = input.seed, .count = input.samples, .threads = input.threads});
    const Replicates& replicates = input.replicates != nullptr ? *input.replicates : own.front();
    const auto limits = drawn_limits(replicates, input.value, skew.number(), level.outside());
    if (!limits) return limits.reason();
    return IntervalEnds{.limits = *limits,
                        .assumptions = {"enough rows in every cell of the confusion matrix that matters"}};
}

} // namespace unseen
