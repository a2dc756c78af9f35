#include "unseen/compare/results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/tests.hpp"
#include "unseen/stats/distributions.hpp"

#include "base/listed.hpp"
#include "compare/data_sets/results.hpp"
#include "compare/significance.hpp"

#include <limits>
#include <map>
#include <numbers>
#include <numeric>

namespace unseen::compare {

namespace {

using detail::AverageRanks;
using detail::Complete;

constexpr std::size_t few_data_sets = 6; ///< with fewer, not even five wins of five are significant at 5 %

Complete complete_part(const Results& results)
{
    Complete part;
    part.scores.resize(results.learners.size());
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < results.data_sets.size(); ++i) {
        const auto& row = results.scores[i];
        const std::string& name = results.data_sets[i];
        require(row.size() == results.learners.size(), "data set '" + name + "' has " +
                                                           std::to_string(row.size()) + " scores; expected " +
                                                           std::to_string(results.learners.size()));
        const auto [first, fresh] = seen.emplace(name, i);
        require(fresh, "data set '" + name + "' occurs twice: entries " + std::to_string(first->second + 1) +
                           " and " + std::to_string(i + 1));
        if (!std::all_of(row.begin(), row.end(), [](const auto& score) { return score.has_value(); })) {
            part.left_out.push_back(name);
            continue;
        }
        for (std::size_t j = 0; j < row.size(); ++j) {
            require(std::isfinite(*row[j]),
                    "data set '" + name + "', " + results.learners[j] + ": the score must be finite");
            part.scores[j].push_back(*row[j]);
        }
        ++part.data_sets;
    }
    return part;
}

AverageRanks ranks_of(const Complete& part, Direction direction)
{
    const std::size_t k = part.scores.size();
    AverageRanks ranks{std::vector<double>(k, 0.0)};
    std::vector<double> row(k);
    for (std::size_t i = 0; i < part.data_sets; ++i) {
        for (std::size_t j = 0; j < k; ++j) row[j] = part.scores[j][i];
        const auto one = midranks(row, direction);
        auto& doubled = ranks.doubled.emplace_back();
        for (const double rank : one) doubled.push_back(static_cast<std::uint32_t>(2.0 * rank));
        for (std::size_t j = 0; j < k; ++j) {
            ranks.averages[j] += one[j]; // halves: exact
            const auto t = static_cast<double>(std::count(row.begin(), row.end(), row[j]));
            ranks.ties += t * t - 1.0;
        }
    }
    for (double& average : ranks.averages) average /= static_cast<double>(part.data_sets);
    return ranks;
}

/// For each learner the letters of the groups it is in. A group is a longest run of average ranks whose ends
/// differ by less than `critical`.
std::vector<std::string> groups_of(const std::vector<double>& ranks, double critical)
{
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return ranks[i] < ranks[j]; });
    std::vector<std::string> groups(ranks.size());
    std::size_t end = 0; // of the group before
    std::size_t made = 0;
    for (std::size_t begin = 0; begin < order.size(); ++begin) {
        std::size_t to = begin;
        while (to < order.size() && ranks[order[to]] - ranks[order[begin]] < critical) ++to;
        if (to == end) continue;
        end = to;
        const std::string letter =
            std::string(1, static_cast<char>('a' + made % 26)) + (made < 26 ? "" : std::to_string(made / 26));
        ++made;
        for (std::size_t i = begin; i < to; ++i) groups[order[i]] += letter;
    }
    return groups;
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
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest =
            std::max(largest, std::min(1.0, static_cast<double>(order.size() - i) * p_values[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

std::vector<double> dirichlet_largest(std::span<const double> parameters)
{
    double most = 0.0;
    double least = 0.0; // of the positive ones
    for (const double a : parameters) {
        require(a == 0.0 || (a >= 0.25 && std::isfinite(a)),
                "dirichlet: " + shortest(a) + " must be 0 or at least 1/4");
        if (a > 0.0) least = least == 0.0 ? a : std::min(least, a);
        most = std::max(most, a);
    }
    require(most > 0.0, "dirichlet: a parameter must be positive");
    // In s = ln t the density decays as exp(a s) to the left and faster than exponentially to the right; it
    // is about 1/sqrt(a) wide.
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
            if (t < a && product < 1e-18 * sum) break; // below its peak the density keeps falling
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
    result.p_value = result.p_value_one_sided = Value::none(reasons::bayesian);
    double left = 0.0;
    double right = 0.0;
    for (const double x : d) { // a difference at the edge, up to rounding, counts as within
        if (x < -rope * (1.0 + 1e-12)) left += 1.0;
        if (x > rope * (1.0 + 1e-12)) right += 1.0;
    }
    const double within = static_cast<double>(d.size()) - left - right;
    const double parameters[] = {left, within + 1.0, right};
    const auto largest = dirichlet_largest(parameters);
    result.posterior = Posterior{.left = largest[0],
                                 .rope = largest[1],
                                 .right = largest[2],
                                 .width = rope,
                                 .direction = scores.direction};
    result.figures = {{"left_count", left}, {"rope_count", within}, {"right_count", right}};
    return result;
}

namespace {

Digest digest_of(const Results& results)
{
    Hasher hasher;
    hasher.add(results.data_sets).add(results.learners);
    std::vector<double> scores;
    for (const auto& row : results.scores)
        for (const auto& score : row)
            scores.push_back(score.value_or(std::numeric_limits<double>::quiet_NaN()));
    return hasher.add(scores).finish();
}

} // namespace

Answer compare_results(const Results& results, const ResultsOptions& options)
{
    const std::size_t k = results.learners.size();
    require_tests(options.tests);
    require(k >= 2, "there are " + std::to_string(k) + " learners; expected at least two");
    require(results.scores.size() == results.data_sets.size(),
            "expected one row of scores for each data set");
    const auto& learners = results.learners;
    const auto control = static_cast<std::size_t>(
        std::find(learners.begin(), learners.end(), options.control) - learners.begin());
    require(options.control.empty() || control < k,
            "control: '" + options.control + "' is not one of the learners");
    const Complete part = complete_part(results);
    require(part.data_sets >= 1, "no data set has a score for every learner");
    const AverageRanks ranks = ranks_of(part, results.direction);
    const auto groups = static_cast<double>(k);
    const detail::ResultsInput input{
        .results = results,
        .part = part,
        .ranks = ranks,
        .rank_error = std::sqrt(groups * (groups + 1.0) / (6.0 * static_cast<double>(part.data_sets))),
        .control = options.control.empty() ? std::nullopt : std::optional(control),
        .options = options};
    Answer answer{.digest = digest_of(results),
                  .seed = options.seed,
                  .comparisons = detail::comparisons_of(input),
                  .direction = results.direction,
                  .left_out = part.left_out,
                  .level = options.level,
                  .noun = "learner",
                  .scope = "on data sets like these"};
    if (!part.left_out.empty())
        answer.warnings.push_back(
            {warnings::data_sets_left_out,
             (part.left_out.size() == 1 ? "data set " : "data sets ") + listed_in_quotes(part.left_out, 10) +
                 (part.left_out.size() == 1 ? " is" : " are") + " left out, because a score is missing"});
    // Tests that give a posterior come last, pair by pair.
    const auto place = [&](const std::string& learner) {
        return std::find(learners.begin(), learners.end(), learner);
    };
    const auto posteriors = std::find_if(answer.comparisons.begin(), answer.comparisons.end(),
                                         [](const auto& test) { return test.posterior.has_value(); });
    std::stable_sort(posteriors, answer.comparisons.end(), [&](const auto& one, const auto& other) {
        return std::pair(place(one.a), place(one.b)) < std::pair(place(other.a), place(other.b));
    });
    for (std::size_t j = 0; j < k; ++j) {
        answer.ranks.push_back({learners[j], ranks.averages[j]});
        answer.models.push_back({learners[j], {{"mean_score", mean_of(part.scores[j])}}});
    }
    const double outside = options.level.outside();
    answer.critical_difference =
        StudentisedRange(static_cast<unsigned>(k)).quantile(outside) / std::numbers::sqrt2 * input.rank_error;
    if (input.control)
        answer.critical_difference_control =
            -normal_quantile(0.5 * outside / (groups - 1.0)) * input.rank_error;
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = i + 1; j < k; ++j) {
            const auto [wins, ties, losses] =
                detail::signs_of(differences(input.scores(i, j)), results.direction);
            answer.wins.push_back({learners[i], learners[j], wins, ties, losses});
        }
    // Pairs are looked at only if the ranks differ at all (Demsar 2006).
    const bool differ = detail::significant(primary(answer), options.level);
    answer.control = options.control;
    if (input.control)
        for (auto& test : answer.comparisons) test.primary = test.follows; // the control's test decides
    else if (k > 2)
        answer.groups = differ ? groups_of(ranks.averages, answer.critical_difference.number())
                               : std::vector<std::string>(k, "a");
    for (std::size_t i = 0; i < results.data_sets.size(); ++i) {
        auto& row = answer.scores.emplace_back(ScoreRow{results.data_sets[i], {}});
        for (const auto& score : results.scores[i])
            row.scores.push_back(score ? Value(*score) : Value::none(reasons::no_value));
    }
    if (part.data_sets < few_data_sets) {
        const std::string few = "Only " + counted(part.data_sets, "data set") +
                                (part.data_sets == 1 ? " was" : " were") +
                                " compared: a real difference between the learners may well not show";
        answer.warnings.push_back({warnings::few_data_sets, few});
        answer.not_shown = few + ". ";
    }
    answer.not_shown += "The data do not show by how much one learner is better, nor that it is better on "
                        "each data set; pairs "
                        "without a significant "
                        "difference need not be equal.";
    return answer;
}

} // namespace unseen::compare
