// Many learners on many data sets: the values of docs/METHODS.md, R's, laws, and the quantiles behind the
// critical difference.
#include "unseen/compare/results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/distributions.hpp"

#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

namespace {

using namespace unseen;
using namespace unseen::compare;

Results table(const std::vector<std::vector<double>>& scores)
{
    Results results{.direction = Direction::higher_is_better};
    for (std::size_t j = 0; j < scores[0].size(); ++j) results.learners.push_back("L" + std::to_string(j));
    for (std::size_t i = 0; i < scores.size(); ++i) {
        results.data_sets.push_back("D" + std::to_string(i));
        results.scores.emplace_back(scores[i].begin(), scores[i].end());
    }
    return results;
}

Results file(const std::string& name)
{
    const auto read = read_table(std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/" + name);
    std::vector<std::vector<double>> scores(read.rows());
    for (std::size_t j = 1; j < read.columns.size(); ++j)
        for (std::size_t i = 0; i < read.rows(); ++i)
            scores[i].push_back(read.columns[j].numeric().values[i]);
    return table(scores);
}

const Comparison& named(const Answer& answer, const std::string& test, const std::string& a = "",
                        const std::string& b = "")
{
    for (const auto& result : answer.comparisons)
        if (result.test == test && result.a == a && result.b == b) return result;
    throw std::runtime_error("no test " + test);
}

/// METHODS E.9: Demsar's table with the digit that breaks the tie of `voting`.
Results demsar()
{
    auto results = file("demsar_2006.csv");
    for (auto& row : results.scores)
        if (row[2] == 0.975 && row[3] == 0.975) row[2] = 0.9751;
    return results;
}

TEST(Results, HaveTheValuesOfMethods)
{
    const auto answer = compare_results(demsar(), {.control = "L0"});
    const double ranks[] = {3.142857142857143, 2.0, 2.892857142857143, 1.9642857142857142};
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(answer.ranks.at(j).value.number(), ranks[j], 1e-14);
    EXPECT_NEAR(named(answer, "friedman_uncorrected").statistic.number(), 9.278571428571437, 1e-11);
    EXPECT_NEAR(named(answer, "friedman_uncorrected").p_value.number(), 0.025807496707063185, 1e-12);
    EXPECT_NEAR(named(answer, "friedman").statistic.number(), 10.228346456692924, 1e-11);
    EXPECT_NEAR(named(answer, "friedman").p_value.number(), 0.01672158032844133, 1e-12);
    EXPECT_NEAR(named(answer, "iman_davenport").statistic.number(), 3.686313032089068, 1e-11);
    EXPECT_NEAR(named(answer, "iman_davenport").p_value.number(), 0.01982300619224907, 1e-12);
    EXPECT_EQ(primary(answer).test, "holm_control"); // the control's tests decide
    EXPECT_EQ(primary(compare_results(demsar(), {})).test, "friedman_permutation");
    EXPECT_NEAR(named(answer, "friedman_permutation").p_value.number(), 0.0136,
                0.002); // 10^5 permutations; the chi-square's is .0167
    EXPECT_NEAR(answer.critical_difference.number(), 1.2535591471176057, 1e-9);
    EXPECT_NEAR(answer.critical_difference_control.number(), 1.1681425306400992, 1e-12);
    EXPECT_NEAR(compare_results(demsar(), {.level = Level(0.9)}).critical_difference.number(),
                1.1180601669815278, 1e-9);
    const double z[] = {2.3421601750764793, 0.5123475382979799, 2.4153526805476195};
    const double p[] = {0.019172484755223106, 0.6084078002329985, 0.015719980210024593};
    for (std::size_t j = 0; j < 3; ++j) {
        const auto& dunn = named(answer, "bonferroni_dunn", "L0", "L" + std::to_string(j + 1));
        EXPECT_NEAR(dunn.statistic.number(), z[j], 1e-12);
        EXPECT_NEAR(dunn.p_value.number(), p[j], 1e-12);
        EXPECT_NEAR(dunn.p_value_adjusted.number(), std::min(1.0, 3 * p[j]), 1e-12);
    }
    EXPECT_NEAR(named(answer, "holm_control", "L0", "L1").p_value_adjusted.number(), 3 * p[2],
                1e-12); // not below the smaller p's
}

TEST(Results, HaveTheValuesOfR)
{
    std::size_t found = 0;
    const auto list = [](const std::string& text) {
        std::vector<double> numbers;
        std::istringstream parts(text);
        for (std::string part; std::getline(parts, part, ',');) numbers.push_back(parse_number(part).value());
        return numbers;
    };
    const auto close = [&](double value, const std::string& text, const std::string& what) {
        EXPECT_NEAR(value, std::stod(text), 1e-10 * std::stod(text)) << what;
        ++found;
    };
    for (const auto& row : test::oracle_lines("compare.txt")) {
        if (row[0] == "friedman") {
            const auto answer = compare_results(file(row[1]), {});
            close(named(answer, "friedman").statistic.number(), row[2], row[1]);
            close(named(answer, "friedman").p_value.number(), row[3], row[1]);
        } else if (row[0] == "holm") {
            const auto expected = list(row[2]);
            const auto adjusted = holm(list(row[1]));
            for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-14);
            ++found;
        } else if (row[0] == "t") {
            close(student_t_tail(std::stod(row[1]), std::stod(row[2])), row[3], "t");
        } else if (row[0] == "f") {
            close(f_tail(std::stod(row[1]), std::stod(row[2]), std::stod(row[3])), row[4], "f");
        } else if (row[0] == "chi2") {
            close(chi_squared_tail(std::stod(row[1]), std::stod(row[2])), row[3], "chi2");
        } else if (row[0] == "gamma") {
            close(gamma_cdf(std::stod(row[1]), std::stod(row[2])), row[3], "gamma");
        }
    }
    EXPECT_EQ(found, 46u);
}

TEST(StudentisedRange, HasTheQuantilesOfTheTable)
{
    std::size_t found = 0;
    for (const auto& row : test::oracle_lines("nemenyi.txt")) {
        const double outside = std::stod(row[0]);
        const auto groups = static_cast<unsigned>(std::stoul(row[1]));
        const double q = StudentisedRange(groups).quantile(outside);
        EXPECT_NEAR(q / std::numbers::sqrt2, std::stod(row[2]), 1e-9) << row[0] << ' ' << row[1];
        EXPECT_NEAR(StudentisedRange(groups).tail(q), outside, 1e-13);
        ++found;
    }
    EXPECT_EQ(found, 58u);
}

TEST(StudentisedRange, OfTwoIsANormalDifference)
{
    for (const double q : {1e-6, 0.5, 2.77, 6.0, 12.0, 30.0}) {
        const double expected = 2 * normal_tail(q / std::numbers::sqrt2);
        EXPECT_NEAR(StudentisedRange(2).tail(q), expected, 1e-12 * expected) << q;
    }
}

TEST(Dirichlet, HasTheValuesOfMethodsAndSumsToOne)
{
    const double three[] = {2, 3, 6};
    const auto p = dirichlet_largest(three);
    EXPECT_NEAR(p[0], 0.047915714067977434, 1e-12);
    EXPECT_NEAR(p[1], 0.13411934632677946, 1e-12);
    EXPECT_NEAR(p[2], 0.8179649396052434, 1e-12);
    const double two[] = {0, 4, 7};
    EXPECT_NEAR(dirichlet_largest(two)[2], 0.828125, 1e-13);
    EXPECT_EQ(dirichlet_largest(two)[0], 0.0);
    const std::vector<std::vector<double>> others = {{1, 1, 1},       {0, 1, 0},    {40, 1, 44},
                                                     {1, 1001, 1000}, {3, 1, 5000}, {20000, 1, 20000}};
    for (const auto& parameters : others) {
        double sum = 0;
        for (const double x : dirichlet_largest(parameters)) sum += x;
        EXPECT_NEAR(sum, 1.0, 1e-10) << parameters[0];
    }
    const std::vector<double> folds = {.02, .035, -.01, .05, .015, .03, 0, .045, .01, .025}, zeros(10, 0.0);
    const auto signs = bayes_sign({folds, zeros}, 0.01); // a value at the rope's edge counts as within
    EXPECT_NEAR(signs.posterior->right, 0.828125, 1e-13);
}

TEST(Results, LeaveOutIncompleteDataSetsAndRefuseRepeatedOnes)
{
    auto results = table({{.9, .8, .7}, {.8, .9, .7}, {.6, .5, .4}});
    results.scores[1][2] = std::nullopt;
    const auto answer = compare_results(results, {});
    EXPECT_EQ(answer.left_out, std::vector<std::string>{"D1"});
    EXPECT_EQ(answer.ranks[0].value.number(), 1.0);
    EXPECT_EQ(named(answer, "iman_davenport").statistic.reason(), reasons::infinite);
    results.data_sets[2] = "D0";
    EXPECT_THROW(compare_results(results, {}), InputError);
    EXPECT_THROW(compare_results(table({{1, 2}}), {.control = "L2"}), InputError);
    EXPECT_THROW(compare_results(table({{1}}), {}), InputError);
}

TEST(Results, OfFewDataSetsCountPermutations)
{
    // Two data sets with the same order of three learners: a chance of 1 in 6, for which F says 0.
    const auto two = compare_results(table({{.9, .8, .7}, {.8, .7, .6}}), {});
    EXPECT_EQ(primary(two).test, "friedman_permutation");
    EXPECT_NEAR(primary(two).p_value.number(), 1.0 / 6, 1e-15);
    EXPECT_NEAR(named(two, "iman_davenport").p_value.number(), 1.0 / 6, 1e-15);
    ASSERT_EQ(two.warnings.size(), 1u);
    EXPECT_EQ(two.warnings[0].code, "few_data_sets");
    EXPECT_EQ(two.not_shown.find("Only 2 data sets were compared"), 0U) << two.not_shown;
    EXPECT_EQ(verdict_of(two).state, VerdictState::not_shown);
    EXPECT_EQ(primary(compare_results(table({{.9, .8, .7}}), {})).p_value.number(), 1.0);
    // Twenty with the same order of four: the smallest p-value there is, (1/24)^19.
    const std::vector<std::vector<double>> same(20, {4, 3, 2, 1});
    const auto twenty = compare_results(table(same), {});
    EXPECT_EQ(primary(twenty).test, "iman_davenport");
    EXPECT_NEAR(primary(twenty).p_value.number() * std::pow(24.0, 19), 1.0, 1e-12);
}

TEST(Results, GroupTheLearnersThatDoNotDiffer)
{
    std::vector<std::vector<double>> scores;
    for (int i = 0; i < 20; ++i) scores.push_back({9.0, 8.0 + i % 2 * 2, 3.0, 4.0 - i % 2 * 2, 6.0});
    const auto answer = compare_results(table(scores), {});
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
            const double gap = std::abs(answer.ranks[i].value.number() - answer.ranks[j].value.number());
            const bool share = answer.groups[i].find_first_of(answer.groups[j]) != std::string::npos;
            EXPECT_EQ(share, gap < answer.critical_difference.number()) << i << ' ' << j;
        }
    EXPECT_EQ(answer.scores.at(3).scores.at(1), Value(10.0));
    EXPECT_EQ(compare_results(table({{.9, .8, .7}, {.8, .7, .6}}), {}).groups,
              (std::vector<std::string>{"a", "a", "a"}));
}

TEST(Results, HaveThePermutationPOfAllOrders)
{
    // Every order of the last three data sets' ranks, ties included, by enumeration.
    const std::vector<std::vector<double>> cases[] = {{{3, 1, 2}, {2, 1, 3}, {3, 1, 2}, {2, 1, 1}},
                                                      {{3, 2, 2}, {1, 2, 3}, {3, 3, 3}, {2, 1, 1}}};
    for (const auto& scores : cases) {
        const auto squares = [](const std::vector<std::vector<double>>& rows) {
            double sum = 0;
            for (std::size_t j = 0; j < 3; ++j) {
                double ranks = 0;
                for (const auto& row : rows) ranks += midranks(row, Direction::higher_is_better)[j];
                sum += ranks * ranks;
            }
            return sum;
        };
        const double seen = squares(scores);
        double all = 0, extreme = 0;
        const std::size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int pattern = 0; pattern < 216; ++pattern) {
            auto rows = scores;
            for (int row = 1, rest = pattern; row < 4; ++row, rest /= 6)
                for (std::size_t j = 0; j < 3; ++j) rows[row][j] = scores[row][orders[rest % 6][j]];
            ++all;
            extreme += squares(rows) >= seen - 1e-9;
        }
        const auto answer = compare_results(table(scores), {});
        const auto& test = primary(answer);
        EXPECT_NEAR(test.p_value.number(), extreme / all, 1e-14);
        EXPECT_EQ(test.figures.at(0).value.reason(), reasons::exact);
    }
}

TEST(Results, DrawPermutationsWhereThereAreTooMany)
{
    // Seven learners on twelve data sets: 10^5 permutations; the chi-square is near for so many ranks.
    std::vector<std::vector<double>> scores;
    for (int i = 0; i < 12; ++i) {
        scores.emplace_back();
        for (int j = 0; j < 7; ++j) scores.back().push_back((i * 31 + j * 17 + i * j * 7) % 23 + j);
    }
    const auto answer = compare_results(table(scores), {.seed = 3});
    const auto& test = primary(answer);
    const auto& chi2 = named(answer, "friedman");
    EXPECT_EQ(test.test, "friedman_permutation");
    EXPECT_EQ(test.figures.at(0).value.number(), 100'000.0);
    EXPECT_NEAR(test.p_value.number(), chi2.p_value.number(), 0.02);
    EXPECT_NE(test.p_value.number(), primary(compare_results(table(scores), {.seed = 4})).p_value.number());
}

TEST(Results, OfEqualLearnersHaveP1)
{
    const auto answer = compare_results(table({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), {.control = "L1"});
    for (const auto& result : answer.comparisons) {
        if (result.p_value) { EXPECT_EQ(result.p_value.number(), 1.0) << result.test; }
        if (result.p_value_adjusted) { EXPECT_EQ(result.p_value_adjusted.number(), 1.0) << result.test; }
    }
    EXPECT_EQ(answer.wins.at(0), (WinTieLoss{"L0", "L1", 0, 3, 0}));
}

TEST(Results, TurningTheScoresAndTheDirectionChangesNothing)
{
    const auto results = demsar();
    auto turned = results;
    turned.direction = Direction::lower_is_better;
    for (auto& row : turned.scores)
        for (auto& score : row) score = -*score;
    const auto one = compare_results(results, {});
    const auto other = compare_results(turned, {});
    EXPECT_EQ(one.ranks, other.ranks);
    EXPECT_EQ(one.wins, other.wins);
    for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
        EXPECT_EQ(one.comparisons[i].p_value, other.comparisons[i].p_value);
        EXPECT_EQ(one.comparisons[i].p_value_adjusted, other.comparisons[i].p_value_adjusted);
    }
}

} // namespace
