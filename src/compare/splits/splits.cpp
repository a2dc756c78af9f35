#include "unseen/compare/splits.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include "compare/inference.hpp"
#include "compare/tests.hpp"

#include <cmath>

namespace unseen::compare {

Comparison cv5x2_f(const PairedScores& scores)
{
    const auto d = differences(scores);
    require(d.size() == 10,
            "cv5x2_f: " + std::to_string(d.size()) + " pairs; expected ten, two for each of five repeats");
    Comparison result = detail::of_differences("cv5x2_f", d);
    result.df = {10.0, 5.0};
    ExactSum all_squares;
    ExactSum spreads;
    double largest = 0.0;
    for (std::size_t i = 0; i < d.size(); i += 2) {
        all_squares.add(d[i] * d[i] + d[i + 1] * d[i + 1]);
        const double gap = d[i] - d[i + 1];
        spreads.add(0.5 * gap * gap); // both distances from their mean are gap / 2
        largest = std::max({largest, std::abs(d[i]), std::abs(d[i + 1])});
    }
    const double squares = all_squares.value();
    const double spread = spreads.value();
    if (!(std::sqrt(spread) > 1e-12 * largest)) {
        result.warnings.push_back(detail::zero_variance);
        result.statistic = Value::none(reasons::zero_variance);
        result.p_value = largest == 0.0 ? Value(1.0) : Value::none(reasons::zero_variance);
        return result;
    }
    const double f = squares / (2.0 * spread);
    result.statistic = f;
    result.p_value = f_tail(f, 10.0, 5.0);
    return result;
}

Comparison bayes_correlated_t(const PairedScores& scores, const SplitDesign& design)
{
    // rho / (1 - rho) = n2 / n1.
    return detail::bayes_correlated_t(
        scores, static_cast<double>(design.test_rows) / static_cast<double>(design.train_rows), design.rope);
}

Comparison detail::bayes_correlated_t(const PairedScores& scores, double ratio, double rope)
{
    const auto d = differences(scores);
    Comparison result = detail::of_differences("bayes_correlated_t", d);
    result.p_value = result.p_value_one_sided = Value::none(reasons::bayesian);
    if (d.size() < 2) {
        result.warnings.push_back(
            {warnings::one_split, "there is no posterior: a variance needs two splits"});
        return result;
    }
    Moments moments;
    moments.add(d);
    const auto n = static_cast<double>(d.size());
    const double mean = moments.mean();
    double largest = 0.0;
    for (const double x : d) largest = std::max(largest, std::abs(x));
    const double spread = std::sqrt(moments.variance());
    if (!(spread > 1e-12 * largest)) {
        result.warnings.push_back(detail::zero_variance);
        result.posterior = Posterior{.left = mean < -rope ? 1.0 : 0.0,
                                     .rope = std::abs(mean) <= rope ? 1.0 : 0.0,
                                     .right = mean > rope ? 1.0 : 0.0,
                                     .width = rope,
                                     .direction = scores.direction};
        return result;
    }
    const double scale = spread * std::sqrt(1.0 / n + ratio);
    const double left = student_t_tail((mean + rope) / scale, n - 1.0);
    const double right = student_t_tail((rope - mean) / scale, n - 1.0);
    result.df = {n - 1.0};
    result.posterior = Posterior{.left = left,
                                 .rope = detail::as_probability(1.0 - left - right),
                                 .right = right,
                                 .width = rope,
                                 .scale = scale,
                                 .direction = scores.direction};
    return result;
}

Answer compare_splits(const PairedScores& scores, const SplitDesign& design, Level level)
{
    require((design.train_rows > 0) == (design.test_rows > 0), "train-rows and test-rows go together");
    require(design.rope >= 0.0 && std::isfinite(design.rope), "rope must be a finite number >= 0");
    const auto d = differences(scores);
    require(design.repeats >= 1 && d.size() % design.repeats == 0,
            "repeats = " + std::to_string(design.repeats) + " must divide the number of scores, " +
                std::to_string(d.size()));
    Answer answer{.digest = Hasher().add(scores.a).add(scores.b).finish(),
                  .models = {Model{"A", {{"mean_score", mean_of(scores.a)}}},
                             Model{"B", {{"mean_score", mean_of(scores.b)}}}},
                  .comparisons = detail::comparisons_of(detail::SplitsInput{scores, design, level})};
    for (auto& test : answer.comparisons) test.direction = scores.direction;
    answer.level = level;
    answer.noun = "learner";
    if (design.sized()) answer.scope = "with " + std::to_string(design.train_rows) + " training rows";
    answer.not_shown = "The data do not show which of A and B is better on other data sets or with other "
                       "numbers of training "
                       "rows, and a p-value that is not "
                       "significant does not prove that the two are equal.";
    return answer;
}

} // namespace unseen::compare
