// Tests of many learners over many data sets, by their ranks and for each pair (METHODS E.9 to E.12).
#include "compare/data_sets/rank_permutations.hpp"
#include "compare/data_sets/results.hpp"
#include "compare/inference.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cmath>
#include <numbers>

namespace unseen::compare::detail {

namespace {

/// Friedman's statistic as 12 n / (k (k + 1)) times the sum of squares around the middle rank, which avoids
/// cancellation.
double friedman_statistic(const ResultsInput& input)
{
    const double k = input.learners();
    ExactSum squares;
    for (const double rank : input.ranks.averages)
        squares.add((rank - 0.5 * (k + 1.0)) * (rank - 0.5 * (k + 1.0)));
    return 12.0 * static_cast<double>(input.part.data_sets) / (k * (k + 1.0)) * squares.value();
}

/// A result for each pair of learners, with their names.
template <class Of>
std::vector<Inference> of_pairs(const ResultsInput& input, const Of& of)
{
    const auto& names = input.results.learners;
    std::vector<Inference> list;
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = i + 1; j < names.size(); ++j) {
            auto& comparison = list.emplace_back(Inference{.comparison = of(i, j)}).comparison;
            comparison.a = names[i];
            comparison.b = names[j];
        }
    return list;
}

/// Tests the control's average rank against that of each other learner.
std::vector<Inference> against_control(const ResultsInput& input, const std::string& test)
{
    std::vector<Inference> list;
    if (!input.control) return list;
    for (std::size_t j = 0; j < input.ranks.averages.size(); ++j) {
        if (j == *input.control) continue;
        const double gap = input.ranks.averages[*input.control] - input.ranks.averages[j];
        const double z = gap / input.rank_error;
        const double p = std::min(1.0, 2.0 * normal_tail(std::abs(z)));
        list.push_back({.comparison = {.test = test,
                                       .a = input.options.control,
                                       .b = input.results.learners[j],
                                       .statistic = z,
                                       .p_value = p,
                                       .p_value_one_sided = normal_tail(-z),
                                       .p_value_adjusted = std::min(1.0, (input.learners() - 1.0) * p),
                                       .difference = gap}});
    }
    return list;
}

std::vector<Inference> adjusted_by_holm(std::vector<Inference> list)
{
    std::vector<double> p;
    for (const auto& one : list) p.push_back(one.comparison.p_value.number());
    const auto adjusted = holm(p);
    for (std::size_t i = 0; i < list.size(); ++i) list[i].comparison.p_value_adjusted = adjusted[i];
    return list;
}

} // namespace

std::vector<Inference> friedman(const ResultsInput& input)
{
    const auto n = static_cast<double>(input.part.data_sets);
    const double k = input.learners();
    const double correction = 1.0 - input.ranks.ties / (n * k * (k * k - 1.0));
    const double statistic = friedman_statistic(input) / correction;
    const bool exists = correction > 0.0;
    return alone({.test = "friedman",
                  .statistic = exists ? Value(statistic) : Value::none(reasons::all_tied),
                  .df = {k - 1.0},
                  .p_value = exists ? chi_squared_tail(statistic, k - 1.0) : 1.0});
}

std::vector<Inference> friedman_uncorrected(const ResultsInput& input)
{
    const double statistic = friedman_statistic(input);
    const double df = input.learners() - 1.0;
    return alone({.test = "friedman_uncorrected",
                  .statistic = statistic,
                  .df = {df},
                  .p_value = chi_squared_tail(statistic, df)});
}

std::vector<Inference> friedman_permutation(const ResultsInput& input)
{
    const std::size_t learners = input.ranks.averages.size();
    const std::size_t data_sets = input.part.data_sets;
    if (!(data_sets < 15 || (learners < 4 && data_sets <= 100))) return {};
    Comparison result = friedman(input).front().comparison;
    const auto permuted = permute_ranks(input.ranks.doubled, input.options.seed);
    result.test = "friedman_permutation";
    result.df.clear();
    result.p_value = permuted.p;
    result.figures = {{.name = "permutations",
                       .value = permuted.drawn == 0 ? Value::none(reasons::exact)
                                                    : Value(static_cast<double>(permuted.drawn)),
                       .kind = Figure::Kind::count}};
    result.primary = true;
    return alone(std::move(result));
}

std::vector<Inference> iman_davenport(const ResultsInput& input)
{
    Comparison result{.test = "iman_davenport"};
    if (input.part.data_sets < 2) {
        result.statistic = result.p_value = Value::none(reasons::one_data_set);
        return alone(result);
    }
    const auto n = static_cast<double>(input.part.data_sets);
    const double k = input.learners();
    const double plain = friedman_statistic(input);
    const double rest = n * (k - 1.0) - plain;
    result.df = {k - 1.0, (k - 1.0) * (n - 1.0)};
    if (rest <= 1e-12 * n * k) {
        result.statistic = Value::none(reasons::infinite);
        result.p_value = std::exp(-std::lgamma(k + 1.0) * (n - 1.0)); // (k!)^(1 - n): there are no ties
        result.warnings.push_back(
            {warnings::zero_variance,
             "the ranks are the same on all data sets, so that F is infinite: the p-value "
             "is the probability that all data sets repeat the order of one"});
        return alone(result);
    }
    const double f = (n - 1.0) * plain / rest;
    result.statistic = f;
    result.p_value = f_tail(f, result.df[0], result.df[1]);
    return alone(result);
}

std::vector<Inference> nemenyi(const ResultsInput& input)
{
    const auto groups = static_cast<unsigned>(input.ranks.averages.size());
    const StudentisedRange range(groups);
    return of_pairs(input, [&](std::size_t i, std::size_t j) {
        const double gap = input.ranks.averages[i] - input.ranks.averages[j];
        const double q = std::abs(gap) / input.rank_error * std::numbers::sqrt2;
        return Comparison{.test = "nemenyi",
                          .statistic = q,
                          .p_value = Value::none(reasons::adjusted_only),
                          .p_value_adjusted = range.tail(q),
                          .difference = gap,
                          .follows = !input.control && groups > 2};
    });
}

std::vector<Inference> bonferroni_dunn(const ResultsInput& input)
{
    return against_control(input, "bonferroni_dunn");
}

std::vector<Inference> holm_control(const ResultsInput& input)
{
    auto list = adjusted_by_holm(against_control(input, "holm_control"));
    for (auto& one : list) one.comparison.follows = true;
    return list;
}

std::vector<Inference> wilcoxon_holm(const ResultsInput& input)
{
    Wilcoxon test;
    auto list = of_pairs(input, [&](std::size_t i, std::size_t j) {
        auto result = test(input.scores(i, j));
        result.test = "wilcoxon_holm";
        result.direction = input.results.direction;
        return result;
    });
    if (list.size() > 1) return adjusted_by_holm(std::move(list));
    list.front().comparison.primary =
        true; // for two learners it also uses the sizes of the differences (Demsar 2006)
    return list;
}

std::vector<Inference> bayes_sign_of_pairs(const ResultsInput& input)
{
    return of_pairs(input, [&](std::size_t i, std::size_t j) {
        return bayes_sign(input.scores(i, j), input.options.rope);
    });
}

std::vector<Inference> bayes_signed_rank_of_pairs(const ResultsInput& input)
{
    const auto& options = input.options;
    return of_pairs(input, [&](std::size_t i, std::size_t j) {
        return bayes_signed_rank(input.scores(i, j), options.rope, options.seed, options.posterior_draws);
    });
}

} // namespace unseen::compare::detail
