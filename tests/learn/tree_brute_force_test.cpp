// The learner `tree` against a slow tree written apart (slow_tree.hpp), on random small data sets with ties,
// missing cells, categories and multiplicities. All figures are whole numbers, so that the two agree exactly.
#include "learn/cart.hpp"
#include "learn/slow_tree.hpp"

#include "unseen/learn/learner.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace {

using namespace unseen;
using unseen::test::cart;

struct Trial {
    slow_tree::Problem problem;
    std::vector<std::uint32_t> multiplicity;
    Dataset data;
    std::string spec;
};

/// Shape of the random data.
struct Shape {
    std::size_t most_rows = 40;
    bool many_categories = false;
};

Dataset as_dataset(const slow_tree::Problem& problem, const std::vector<int>& labels)
{
    Table table;
    table.declared_types = true;
    for (std::size_t j = 0; j < problem.features.size(); ++j) {
        const auto& feature = problem.features[j];
        Column column{"x" + std::to_string(j), NumericColumn{}};
        if (feature.numeric) {
            for (const auto& cell : feature.cells)
                std::get<NumericColumn>(column.cells)
                    .values.push_back(cell.value_or(std::numeric_limits<double>::quiet_NaN()));
        } else {
            CodedColumn coded;
            for (int c = 0; c < labels[j]; ++c) coded.labels.add("c" + std::to_string(c));
            for (const auto& cell : feature.cells)
                coded.codes.push_back(cell ? static_cast<std::int32_t>(*cell) : -1);
            column.cells = coded;
        }
        table.columns.push_back(column);
    }
    if (problem.classes > 0) {
        CodedColumn coded;
        for (int c = 0; c < problem.classes; ++c) coded.labels.add("class" + std::to_string(c));
        coded.codes.assign(problem.response.begin(), problem.response.end());
        table.columns.push_back({"y", coded});
    } else {
        NumericColumn numbers;
        numbers.values.assign(problem.response.begin(), problem.response.end());
        table.columns.push_back({"y", numbers});
    }
    return Dataset::make(table);
}

Trial random_trial(std::uint64_t seed, bool numbers, Shape shape)
{
    Stream random(seed, Purpose::generation);
    const auto draw = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
    slow_tree::Problem problem;
    const auto n = 1 + static_cast<std::size_t>(draw(static_cast<int>(shape.most_rows)));
    problem.classes = numbers ? 0 : 2 + draw(3);
    problem.min_rows = static_cast<std::size_t>(1 + draw(3));
    if (draw(4) == 0) problem.max_depth = 1 + draw(3);
    std::vector<int> labels;
    const int p = draw(6);
    for (int j = 0; j < p; ++j) {
        slow_tree::Feature feature;
        feature.numeric = draw(5) < 3;
        const int missing = draw(3) == 0 ? 1 + draw(4) : 0; // in tenths
        const int distinct = feature.numeric ? 1 + draw(2) * draw(20) + draw(4)
                                             : (shape.many_categories ? 9 + draw(6) : 1 + draw(6));
        labels.push_back(distinct);
        for (std::size_t r = 0; r < n; ++r) {
            const double value = feature.numeric ? draw(distinct) * 0.5 - 3 : draw(distinct);
            feature.cells.push_back(draw(10) < missing ? std::nullopt : slow_tree::Cell(value));
        }
        problem.features.push_back(feature);
    }
    for (std::size_t r = 0; r < n; ++r)
        problem.response.push_back(numbers ? draw(7) - 2 : draw(problem.classes));
    std::vector<std::uint32_t> multiplicity(n, 1);
    if (draw(2) == 0)
        for (auto& m : multiplicity) m = static_cast<std::uint32_t>(draw(3));
    if (std::all_of(multiplicity.begin(), multiplicity.end(), [](auto m) { return m == 0; }))
        multiplicity[0] = 1;
    std::string spec = "tree:min_rows=" + std::to_string(problem.min_rows);
    if (problem.max_depth < 1000) spec += ",max_depth=" + std::to_string(problem.max_depth);
    auto data = as_dataset(problem, labels);
    return {std::move(problem), std::move(multiplicity), std::move(data), std::move(spec)};
}

Predictions of_learner(const Trial& trial, const std::string& spec_text)
{
    const auto learner = make_learner(cart(spec_text, trial.data), trial.data.response_type());
    const Spec spec = learner->spec();
    const auto prepared = learner->prepare(trial.data, std::span(&spec, 1), {});
    RowSetStorage storage;
    std::vector<Row> all(trial.data.rows());
    std::iota(all.begin(), all.end(), Row{0});
    const Task task{.train = storage.from_counts(trial.multiplicity), .predict = all};
    return prepared->fit(task, 0)->predict(trial.data, all);
}

slow_tree::Rows training_rows(const Trial& trial)
{
    slow_tree::Rows rows;
    for (std::size_t r = 0; r < trial.multiplicity.size(); ++r)
        rows.insert(rows.end(), trial.multiplicity[r], r);
    return rows;
}

void expect_same(const Trial& trial, const slow_tree::Node& root, const Predictions& p)
{
    const auto leaves = static_cast<double>(slow_tree::leaves(root));
    const std::vector<std::pair<std::string, double>> complexity{
        {"nodes", 2 * leaves - 1},
        {"leaves", leaves},
        {"depth", static_cast<double>(slow_tree::depth(root))}};
    EXPECT_EQ(p.complexity, complexity);
    const auto k = static_cast<std::size_t>(trial.problem.classes);
    for (std::size_t r = 0; r < trial.problem.response.size(); ++r) {
        const auto& leaf = slow_tree::leaf_of(trial.problem, root, r);
        const auto size = static_cast<double>(leaf.rows.size());
        if (k == 0) {
            double sum = 0.0;
            for (const auto t : leaf.rows) sum += trial.problem.response[t];
            ASSERT_NEAR(p.value[r], sum / size, 1e-13) << "row " << r;
            continue;
        }
        std::vector<double> counts(k, 0.0);
        for (const auto t : leaf.rows) ++counts[static_cast<std::size_t>(trial.problem.response[t])];
        for (std::size_t c = 0; c < k; ++c)
            ASSERT_EQ(p.scores[r * k + c], counts[c] / size) << "row " << r << ", class " << c;
        ASSERT_EQ(p.label[r], std::max_element(counts.begin(), counts.end()) - counts.begin()) << "row " << r;
    }
}

void compare_grown(bool numbers, Shape shape, std::uint64_t trials)
{
    double leaves = 0.0;
    for (std::uint64_t seed = 0; seed < trials; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Trial trial = random_trial(seed, numbers, shape);
        const auto root = slow_tree::grow(trial.problem, training_rows(trial));
        expect_same(trial, *root, of_learner(trial, trial.spec + ",prune=none"));
        if (testing::Test::HasFailure()) return;
        leaves += static_cast<double>(slow_tree::leaves(*root));
    }
    EXPECT_GT(leaves / static_cast<double>(trials), 3.0) << "the trees are too small to show anything";
}

TEST(TreeBruteForce, ClassTreesEqualTheSlowOnes) { compare_grown(false, {}, 1500); }
TEST(TreeBruteForce, NumberTreesEqualTheSlowOnes) { compare_grown(true, {}, 1500); }
TEST(TreeBruteForce, ClassTreesWithMoreThanTenCategoriesEqualTheSlowOnes)
{
    compare_grown(false, {60, true}, 150);
}
TEST(TreeBruteForce, NumberTreesWithMoreThanTenCategoriesEqualTheSlowOnes)
{
    compare_grown(true, {60, true}, 150);
}

void compare_pruned(bool numbers)
{
    struct Cp {
        int top, bottom;
    };
    int cut = 0;
    int kept = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Trial trial = random_trial(seed, numbers, {.most_rows = 30});
        auto rows = training_rows(trial);
        if (rows.size() > 30) continue; // risks are exact up to 30 rows
        const auto full = slow_tree::leaves(*slow_tree::grow(trial.problem, rows));
        if (full > 9) continue; // enumeration grows fast
        for (const auto cp : {Cp{0, 1}, Cp{1, 100}, Cp{1, 12}, Cp{1, 10}, Cp{1, 5}, Cp{1, 4}, Cp{1, 3},
                              Cp{1, 2}, Cp{1, 1}, Cp{2, 1}}) {
            const auto root = slow_tree::grow(trial.problem, rows);
            slow_tree::cut_back(*root, slow_tree::best_subtree(trial.problem, *root, cp.top, cp.bottom));
            const auto left = slow_tree::leaves(*root);
            cut += left < full && left > 1 ? 1 : 0;
            kept += left == full && full > 1 ? 1 : 0;
            const double ratio = static_cast<double>(cp.top) / cp.bottom;
            SCOPED_TRACE("cp " + std::to_string(ratio));
            std::ostringstream spec;
            spec.precision(17);
            spec << trial.spec << ",prune=cost-complexity,cp=" << ratio;
            expect_same(trial, *root, of_learner(trial, spec.str()));
            if (testing::Test::HasFailure()) return;
        }
    }
    EXPECT_GT(cut, 100);
    EXPECT_GT(kept, 100);
}

TEST(TreeBruteForce, PrunedClassTreesAreTheSmallestMinimisersOfCost) { compare_pruned(false); }
TEST(TreeBruteForce, PrunedNumberTreesAreTheSmallestMinimisersOfCost) { compare_pruned(true); }

/// Breiman et al. (1984), theorem 4.5: among all subsets, none beats the best cut of the categories ordered
/// by mean response.
TEST(TreeBruteForce, OrderedCategoriesContainTheBestSubset)
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        for (const bool numbers : {false, true}) {
            Trial trial = random_trial(seed, numbers, {});
            if (!numbers)
                for (auto& y : trial.problem.response) y %= 2;
            if (!numbers) trial.problem.classes = 2;
            const auto rows = training_rows(trial);
            for (std::size_t j = 0; j < trial.problem.features.size(); ++j) {
                if (trial.problem.features[j].numeric) continue;
                slow_tree::Fraction ordered{0, 1}, any{0, 1};
                for (const auto& split : slow_tree::splits_of(trial.problem, j, rows))
                    if (const auto d = slow_tree::decrease(trial.problem, split); d > ordered) ordered = d;
                auto& cells = trial.problem.features[j].cells;
                for (unsigned mask = 1; mask < 63; ++mask) {
                    slow_tree::Split split;
                    for (const auto r : rows)
                        if (cells[r])
                            (((mask >> static_cast<int>(*cells[r])) & 1) != 0 ? split.known_left
                                                                              : split.known_right)
                                .push_back(r);
                    if (split.known_left.empty() || split.known_right.empty()) continue;
                    if (const auto d = slow_tree::decrease(trial.problem, split); d > any) any = d;
                }
                ASSERT_FALSE(any > ordered || ordered > any) << "seed " << seed << ", feature " << j;
            }
        }
    }
}

} // namespace
