#include "unseen/compare/results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/distributions.hpp"

#include "compare/common.hpp"

#include <map>
#include <numbers>
#include <numeric>

namespace unseen::compare {

namespace {

/// The data sets that have a score of every learner, learner by learner.
struct Complete {
    std::vector<std::vector<double>> scores; ///< one list a learner
    std::size_t data_sets = 0;
    std::vector<std::string> left_out;
};

Complete complete_part(const Results& results)
{
    Complete part;
    part.scores.resize(results.learners.size());
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < results.data_sets.size(); ++i) {
        const auto& row = results.scores[i];
        const std::string& name = results.data_sets[i];
        require(row.size() == results.learners.size(), "data set '" + name + "' has " + std::to_string(row.size()) +
                                                           " scores; expected " + std::to_string(results.learners.size()));
        const auto [first, fresh] = seen.emplace(name, i);
        require(fresh, "data set '" + name + "' occurs twice: entries " + std::to_string(first->second + 1) + " and " +
                           std::to_string(i + 1));
        if (!std::all_of(row.begin(), row.end(), [](const auto& score) { return score.has_value(); })) {
            part.left_out.push_back(name);
            continue;
        }
        for (std::size_t j = 0; j < row.size(); ++j) {
            require(std::isfinite(*row[j]), "data set '" + name + "', " + results.learners[j] + ": the score must be finite");
            part.scores[j].push_back(*row[j]);
        }
        ++part.data_sets;
    }
    return part;
}

/// Rank sums, and the sum of t^3 - t over the ties of each data set.
struct Ranks {
    std::vector<double> averages;
    double ties = 0.0;
};

Ranks ranks_of(const Complete& part, Direction direction)
{
    const std::size_t k = part.scores.size();
    Ranks ranks{std::vector<double>(k, 0.0)};
    std::vector<double> row(k);
    for (std::size_t i = 0; i < part.data_sets; ++i) {
        for (std::size_t j = 0; j < k; ++j) row[j] = part.scores[j][i];
        const auto one = midranks(row, direction);
        for (std::size_t j = 0; j < k; ++j) {
            ranks.averages[j] += one[j]; // halves: exact
            const auto t = static_cast<double>(std::count(row.begin(), row.end(), row[j]));
            ranks.ties += t * t - 1.0;
        }
    }
    for (double& average : ranks.averages) average /= static_cast<double>(part.data_sets);
    return ranks;
}

Comparison omnibus(const std::string& test)
{
    Comparison result;
    result.test = test;
    return result;
}

/// Friedman's two forms and Iman and Davenport's.
std::vector<Comparison> friedman(const Ranks& ranks, std::size_t data_sets)
{
    const auto n = static_cast<double>(data_sets);
    const auto k = static_cast<double>(ranks.averages.size());
    const double middle = 0.5 * (k + 1.0);
    double squares = 0.0; // around the middle: no cancellation
    for (const double rank : ranks.averages) squares += (rank - middle) * (rank - middle);
    const double plain = 12.0 * n / (k * (k + 1.0)) * squares;
    const double correction = 1.0 - ranks.ties / (n * k * (k * k - 1.0));
    Comparison corrected = omnibus("friedman");
    corrected.df = {k - 1.0};
    if (correction > 0.0) {
        corrected.statistic = plain / correction;
        corrected.p_value = chi_squared_tail(plain / correction, k - 1.0);
    } else {
        corrected.statistic = Value::none("all_tied");
        corrected.p_value = 1.0;
    }
    Comparison uncorrected = omnibus("friedman_uncorrected");
    uncorrected.df = {k - 1.0};
    uncorrected.statistic = plain;
    uncorrected.p_value = chi_squared_tail(plain, k - 1.0);
    Comparison iman = omnibus("iman_davenport");
    if (data_sets < 2) {
        iman.statistic = iman.p_value = Value::none("one_data_set");
    } else {
        iman.df = {k - 1.0, (k - 1.0) * (n - 1.0)};
        const double rest = n * (k - 1.0) - plain;
        const bool agree = rest <= 1e-12 * n * k;
        iman.statistic = agree ? Value::none("infinite") : Value((n - 1.0) * plain / rest);
        iman.p_value = agree ? 0.0 : f_tail((n - 1.0) * plain / rest, iman.df[0], iman.df[1]);
        if (agree)
            iman.warnings.push_back({"zero_variance", "the ranks are the same on all data sets: the p-value claims too much"});
    }
    return {corrected, uncorrected, iman};
}

void adjust_by_holm(std::span<Comparison> family)
{
    std::vector<double> p;
    for (const auto& one : family) p.push_back(one.p_value.number());
    const auto adjusted = holm(p);
    for (std::size_t i = 0; i < family.size(); ++i) family[i].p_value_adjusted = adjusted[i];
}

/// What an omnibus test shows, in one sentence.
std::string shown(const Comparison& test, const std::string& best, Level level)
{
    if (!test.p_value)
        return "The data show nothing about the learners' ranks: the test has no p-value (" + test.p_value.reason() + ").";
    const double p = test.p_value.number();
    const std::string by = " (" + test.test + ", " + detail::p_text(p) + ").";
    if (p <= level.outside()) return "The data show that the learners' ranks differ; the best average rank has " + best + by;
    return "The data do not tell the learners' ranks apart at level " + shortest(level.value()) + by;
}

} // namespace

std::vector<double> midranks(std::span<const double> scores, Direction direction)
{
    std::vector<double> ranks;
    for (const double x : scores) {
        std::size_t better = 0;
        std::size_t equal = 0;
        for (const double y : scores) {
            if (y == x)
                ++equal;
            else if ((y > x) == (direction == Direction::higher_is_better))
                ++better;
        }
        ranks.push_back(static_cast<double>(better) + 0.5 * static_cast<double>(equal + 1));
    }
    return ranks;
}

std::vector<double> holm(std::span<const double> p_values)
{
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, std::min(1.0, static_cast<double>(order.size() - i) * p_values[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

std::vector<double> dirichlet_largest(std::span<const double> parameters)
{
    double most = 0.0;
    double least = 0.0; // of the positive ones
    for (const double a : parameters) {
        require(a == 0.0 || (a >= 0.25 && std::isfinite(a)), "dirichlet: " + shortest(a) + " must be 0 or at least 1/4");
        if (a > 0.0) least = least == 0.0 ? a : std::min(least, a);
        most = std::max(most, a);
    }
    require(most > 0.0, "dirichlet: a parameter must be positive");
    // In s = ln t the density decays as exp(a s) to the left and faster than exponentially to the right; it is about 1/sqrt(a) wide.
    const double step = 1.0 / (16.0 * std::sqrt(std::max(1.0, most)));
    const double from = -45.0 / least;
    const double to = std::log(most + 40.0 + 12.0 * std::sqrt(most));
    std::vector<double> result(parameters.size(), 0.0);
    for (std::size_t j = 0; j < parameters.size(); ++j) {
        const double a = parameters[j];
        if (a == 0.0) continue;
        double sum = 0.0;
        for (double s = to; s >= from; s -= step) {
            const double t = std::exp(s);
            const double log_mass = a * s - t - std::lgamma(a);
            if (log_mass < -50.0) {
                if (t < a) break;
                continue;
            }
            double product = std::exp(log_mass);
            for (std::size_t i = 0; i < parameters.size(); ++i)
                if (i != j && parameters[i] > 0.0) product *= gamma_cdf(t, parameters[i]);
            sum += product;
            if (t < a && product < 1e-18 * sum) break; // below its peak the mass falls on
        }
        result[j] = detail::as_probability(sum * step);
    }
    return result;
}

Comparison bayes_sign(const PairedScores& scores, double rope)
{
    require(rope >= 0.0 && std::isfinite(rope), "rope must be a finite number >= 0");
    const auto d = differences(scores);
    Comparison result = detail::of_differences("bayes_sign", d);
    result.p_value = result.p_value_one_sided = Value::none("bayesian");
    double left = 0.0;
    double right = 0.0;
    for (const double x : d) { // a difference at the edge, up to rounding, counts as within
        if (x < -rope * (1.0 + 1e-12)) left += 1.0;
        if (x > rope * (1.0 + 1e-12)) right += 1.0;
    }
    const double within = static_cast<double>(d.size()) - left - right;
    const double parameters[] = {left, within + 1.0, right};
    const auto largest = dirichlet_largest(parameters);
    result.posterior = Posterior{.left = largest[0], .rope = largest[1], .right = largest[2], .width = rope};
    result.figures = {{"left_count", left}, {"rope_count", within}, {"right_count", right}};
    return result;
}

Answer compare_results(const Results& results, const ResultsOptions& options)
{
    const std::size_t k = results.learners.size();
    require(k >= 2, "there are " + std::to_string(k) + " learners; expected at least two");
    require(results.scores.size() == results.data_sets.size(), "there must be one row of scores a data set");
    const auto control = static_cast<std::size_t>(std::find(results.learners.begin(), results.learners.end(), options.control) -
                                                  results.learners.begin());
    require(options.control.empty() || control < k, "control: '" + options.control + "' is none of the learners");
    const Complete part = complete_part(results);
    require(part.data_sets >= 1, "no data set has a score of every learner");
    const Ranks ranks = ranks_of(part, results.direction);
    const auto n = static_cast<double>(part.data_sets);
    const auto groups = static_cast<double>(k);
    const double error = std::sqrt(groups * (groups + 1.0) / (6.0 * n)); // of a difference of average ranks

    Answer answer;
    answer.left_out = part.left_out;
    for (std::size_t j = 0; j < k; ++j) {
        answer.ranks.push_back({results.learners[j], ranks.averages[j]});
        answer.models.push_back({results.learners[j], {{"mean_score", mean_of(part.scores[j])}}});
    }
    answer.comparisons = friedman(ranks, part.data_sets);
    answer.comparisons.back().primary = k > 2; // of two, Wilcoxon's test uses the sizes too (Demsar 2006)
    const double outside = options.level.outside();
    answer.critical_difference = studentised_range_quantile(outside, static_cast<unsigned>(k)) / std::numbers::sqrt2 * error;

    std::vector<Comparison> nemenyi, pairs, bayes;
    for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = i + 1; j < k; ++j) {
            const PairedScores scores{part.scores[i], part.scores[j], results.direction};
            const auto named = [&](Comparison result) {
                result.a = results.learners[i];
                result.b = results.learners[j];
                return result;
            };
            Comparison rank_test = named(omnibus("nemenyi"));
            rank_test.difference = ranks.averages[i] - ranks.averages[j];
            const double q = std::abs(ranks.averages[i] - ranks.averages[j]) / error * std::numbers::sqrt2;
            rank_test.statistic = q;
            rank_test.p_value = Value::none("adjusted_only");
            rank_test.p_value_adjusted = studentised_range_tail(q, static_cast<unsigned>(k));
            nemenyi.push_back(std::move(rank_test));
            Comparison signed_ranks = named(wilcoxon(scores));
            signed_ranks.test = "wilcoxon_holm";
            pairs.push_back(std::move(signed_ranks));
            bayes.push_back(named(bayes_sign(scores, options.rope)));
            bayes.push_back(named(bayes_signed_rank(scores, options.rope, options.seed, options.posterior_draws)));
            const auto signs = sign_test(scores);
            const auto count = [&](std::size_t at) { return static_cast<std::uint64_t>(signs.figures[at].value.number()); };
            answer.wins.push_back({results.learners[i], results.learners[j], count(0), count(1), count(2)});
        }
    }
    if (k > 2)
        adjust_by_holm(pairs);
    else
        pairs.front().primary = true;
    std::vector<Comparison> against;
    if (!options.control.empty()) {
        const double share = 0.5 * outside / (groups - 1.0);
        answer.critical_difference_control = -normal_quantile(share) * error;
        for (const std::string test : {"bonferroni_dunn", "holm_control"}) {
            std::vector<Comparison> family;
            for (std::size_t j = 0; j < k; ++j) {
                if (j == control) continue;
                Comparison result = omnibus(test);
                result.a = options.control;
                result.b = results.learners[j];
                const double gap = ranks.averages[control] - ranks.averages[j];
                result.difference = gap;
                result.statistic = gap / error;
                const double p = std::min(1.0, 2.0 * normal_tail(std::abs(gap / error)));
                result.p_value = p;
                result.p_value_one_sided = normal_tail(-gap / error);
                result.p_value_adjusted = std::min(1.0, (groups - 1.0) * p);
                family.push_back(std::move(result));
            }
            if (test == "holm_control") adjust_by_holm(family);
            against.insert(against.end(), family.begin(), family.end());
        }
    }
    for (auto* family : {&nemenyi, &against, &pairs, &bayes})
        answer.comparisons.insert(answer.comparisons.end(), family->begin(), family->end());

    const auto best =
        static_cast<std::size_t>(std::min_element(ranks.averages.begin(), ranks.averages.end()) - ranks.averages.begin());
    answer.shown = shown(primary(answer), results.learners[best], options.level);
    answer.not_shown =
        "They do not show by how much one learner is better, nor that it is better on each data set; pairs that the tests do "
        "not tell apart need not be equal.";
    return answer;
}

} // namespace unseen::compare
