// Two models' tests beside R's pROC, SciPy and statsmodels (tests/oracles/compare_models.R,
// compare_models.py).
#include "compare/models_of_rows.hpp"

#include "unseen/base/number.hpp"

#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace unseen;
using namespace unseen::compare;
using namespace unseen::test;

std::vector<double> numbers(const std::string& text)
{
    std::vector<double> list;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        list.push_back(parse_number(text.substr(begin, end - begin)).value());
        begin = end + 1;
    }
    return list;
}

std::vector<std::uint32_t> labels(const std::string& text)
{
    std::vector<std::uint32_t> list;
    for (const double x : numbers(text)) list.push_back(x > 0.5 ? 1 : 0);
    return list;
}

/// Models whose absolute errors are these.
Answer of_losses(const std::vector<double>& a, const std::vector<double>& b, ModelsOptions options = {},
                 const RowDesign& design = {})
{
    const std::vector<double> zeros(a.size(), 0.0);
    options.measures = measure("mae", false);
    return compared(Valued(zeros, a), Valued(zeros, b), options, design);
}

TEST(ModelsOracle, Delong)
{
    for (const auto& row : oracle_table("compare_models_r.txt")) {
        const auto truth = labels(row.at(1));
        const auto answer = compared(Scored(truth, numbers(row.at(2))), Scored(truth, numbers(row.at(3))),
                                     {.measures = measure("roc_auc"), .samples = 2, .permutations = 2});
        EXPECT_NEAR(answer.models[0].measures[0].value.number(), numbers(row.at(4))[0], 1e-13);
        EXPECT_NEAR(answer.models[1].measures[0].value.number(), numbers(row.at(5))[0], 1e-13);
        EXPECT_NEAR(primary(answer).statistic.number(), numbers(row.at(6))[0], 1e-10);
        EXPECT_NEAR(primary(answer).p_value.number(), numbers(row.at(7))[0], 1e-10);
    }
}

TEST(ModelsOracle, LossesAndCounts)
{
    for (const auto& row : oracle_table("compare_models.txt")) {
        const auto at = [&](std::size_t i) { return numbers(row.at(i)).at(0); };
        if (row[0] == "mcnemar") {
            const auto only_a = static_cast<std::size_t>(at(1)), only_b = static_cast<std::size_t>(at(2));
            const std::size_t n = only_a + only_b + 100;
            std::vector<double> a(n, 1.0), b(n, 1.0);
            std::fill(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(only_a), 0.0);
            std::fill(a.end() - static_cast<std::ptrdiff_t>(only_b), a.end(), 0.0);
            const std::vector<std::uint32_t> truth(n, 1);
            const auto answer =
                compared(Scored(truth, a), Scored(truth, b), {.measures = measure("accuracy"), .samples = 2});
            EXPECT_NEAR(test_of(answer, "mcnemar_exact").p_value.number(), at(3), 1e-10 * at(3));
            EXPECT_NEAR(test_of(answer, "mcnemar_chi2").p_value.number(), at(4), 1e-10 * at(4));
            EXPECT_NEAR(test_of(answer, "mcnemar_chi2_continuity").p_value.number(), at(5), 1e-10 * at(5));
        } else if (row[0] == "permutation_auc") {
            const auto truth = labels(row[1]);
            const auto answer = compared(Scored(truth, numbers(row[2])), Scored(truth, numbers(row[3])),
                                         {.measures = measure("roc_auc"), .samples = 2});
            EXPECT_NEAR(test_of(answer, "permutation").p_value.number(), at(4), 1e-12);
        } else if (row[0] == "tost") { // equal weights make the linearised t the paired one
            const auto a = numbers(row[1]), b = numbers(row[2]);
            std::vector<std::uint32_t> own(a.size());
            std::iota(own.begin(), own.end(), 0u);
            const auto answer =
                of_losses(a, b, {.margin = at(3), .samples = 2, .permutations = 2}, {.cluster = own});
            EXPECT_EQ(primary(answer).test, "paired_t");
            EXPECT_NEAR(figure_of(primary(answer), "p_equivalent").number(), at(6), 1e-10);
            EXPECT_NEAR(figure_of(primary(answer), "p_noninferior").number(), at(5),
                        1e-10); // A - B < margin: smaller losses are better
        } else if (row[0] == "bca") {
            const auto answer = of_losses(numbers(row[1]), numbers(row[2]),
                                          {.samples = 20000, .permutations = 2, .tests = {"bootstrap"}});
            const auto& bootstrap = test_of(answer, "bootstrap");
            const double width = at(4) - at(3);
            EXPECT_NEAR(bootstrap.interval->lower, at(3), 0.02 * width);
            EXPECT_NEAR(bootstrap.interval->upper, at(4), 0.02 * width);
            EXPECT_EQ(bootstrap.p_value.number() <= 0.05, at(3) > 0.0 || at(4) < 0.0);
        } else {
            const auto answer =
                of_losses(numbers(row[1]), numbers(row[2]), {.samples = 2, .permutations = 2});
            const auto& result = test_of(answer, row[0] == "ttest" ? "paired_t" : row[0]);
            EXPECT_NEAR(result.p_value.number(), at(row.size() - 1), 1e-10) << row[0];
            if (row[0] != "permutation") { EXPECT_NEAR(result.statistic.number(), at(3), 1e-10) << row[0]; }
        }
    }
}

} // namespace
