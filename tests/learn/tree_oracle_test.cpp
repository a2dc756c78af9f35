// The learner `tree` against rpart and scikit-learn: tests/oracles/tree_rpart.R and tree_sklearn.py write the
// tables, and explain where the two differ.
#include "learn/cart.hpp"
#include "unseen/learn/learner.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

namespace {

using namespace unseen;
using unseen::test::cart;

/// A table of the oracle: named columns of text.
struct OracleTable {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> columns;
};

OracleTable read_table(const std::string& name)
{
    const std::string path = std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/" + name + ".csv";
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    OracleTable table;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream stream(line);
        std::vector<std::string> cells;
        for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
        if (table.names.empty()) {
            table.names = cells;
            table.columns.resize(cells.size());
            continue;
        }
        for (std::size_t j = 0; j < cells.size(); ++j) table.columns.at(j).push_back(cells[j]);
    }
    return table;
}

std::size_t target_of(const OracleTable& table)
{
    return static_cast<std::size_t>(std::find(table.names.begin(), table.names.end(), "y") -
                                    table.names.begin());
}

Dataset dataset_of(const OracleTable& oracle)
{
    Table table;
    table.source = "oracle";
    table.declared_types = true;
    for (std::size_t j = 0; j <= target_of(oracle); ++j) {
        const bool letters =
            oracle.columns[j].front().find_first_not_of("0123456789.-+e") != std::string::npos;
        if (letters) {
            const std::set<std::string> distinct(oracle.columns[j].begin(), oracle.columns[j].end());
            CodedColumn coded{Labels({distinct.begin(), distinct.end()}), {}};
            for (const auto& cell : oracle.columns[j])
                coded.codes.push_back(static_cast<std::int32_t>(*coded.labels.code(cell)));
            table.columns.push_back({oracle.names[j], coded});
        } else {
            NumericColumn numbers;
            for (const auto& cell : oracle.columns[j]) numbers.values.push_back(std::stod(cell));
            table.columns.push_back({oracle.names[j], numbers});
        }
    }
    return Dataset::make(table);
}

/// Labels or values for every row: by the tree of all rows, or 5-fold, fold = row % 5.
Predictions predictions_of(const Dataset& data, const std::string& spec_text, bool folds)
{
    const auto learner = make_learner(cart(spec_text, data), data.response_type());
    const Spec spec = learner->spec();
    const auto prepared = learner->prepare(data, std::span(&spec, 1), {});
    const std::size_t variant = 0;
    Predictions all;
    all.label.resize(data.rows());
    all.value.resize(data.rows());
    for (Row fold = 0; fold < (folds ? 5u : 1u); ++fold) {
        std::vector<Row> test;
        for (Row r = 0; r < data.rows(); ++r)
            if (!folds || r % 5 == fold) test.push_back(r);
        RowSetStorage storage;
        const RowSet train = folds ? storage.without(data.labelled(), test) : RowSet::all(data.labelled());
        const auto p = prepared->evaluate({.train = train, .predict = test}, std::span(&variant, 1)).front();
        all.complexity = p.complexity;
        for (std::size_t i = 0; i < test.size(); ++i) {
            if (data.response_type() == ResponseType::classes)
                all.label[test[i]] = p.label[i];
            else
                all.value[test[i]] = p.value[i];
        }
    }
    return all;
}

class TreeRpart : public testing::TestWithParam<std::string> {};

TEST_P(TreeRpart, PredictsTheSame)
{
    const OracleTable oracle = read_table("tree_rpart/" + GetParam());
    const Dataset data = dataset_of(oracle);
    std::size_t compared = 0;
    std::size_t cells = 0;
    for (std::size_t j = target_of(oracle) + 1; j < oracle.names.size(); ++j) {
        // m<min_rows>c<cp> and r (resubstitution) or f (folds)
        const auto& name = oracle.names[j];
        const auto c = name.find('c');
        const std::string spec =
            "tree:min_rows=" + name.substr(1, c - 1) + ",cp=" + name.substr(c + 1, name.size() - c - 2);
        const auto p = predictions_of(data, spec, name.back() == 'f');
        ASSERT_EQ(oracle.columns[j].size(), data.rows());
        for (Row r = 0; r < data.rows(); ++r) {
            ++cells;
            const auto& expected = oracle.columns[j][r];
            if (expected == "NA") continue;
            ++compared;
            if (data.response_type() == ResponseType::classes) {
                EXPECT_EQ(data.classes().name(p.label[r]), expected) << name << ", row " << r;
            } else {
                const double value = std::stod(expected); // 8 digits
                EXPECT_NEAR(p.value[r], value, 1e-7 * std::abs(value)) << name << ", row " << r;
            }
        }
    }
    EXPECT_GT(cells, 600u);
    EXPECT_GT(static_cast<double>(compared), 0.95 * static_cast<double>(cells));
}

INSTANTIATE_TEST_SUITE_P(Sets, TreeRpart,
                         testing::Values("iris", "wine", "wdbc", "glass", "sonar", "ionosphere", "banknote",
                                         "boston", "cpu", "concrete", "airfoil"),
                         [](const auto& set) { return set.param; });

// Columns: set, min_rows, max_depth, leaves, error.
TEST(TreeScikitLearn, UnprunedTreesHaveTheSameLeavesAndTrainingError)
{
    const OracleTable oracle = read_table("tree_sklearn");
    ASSERT_EQ(oracle.names, (std::vector<std::string>{"set", "min_rows", "max_depth", "leaves", "error"}));
    const auto& sets = oracle.columns[0];
    ASSERT_GT(sets.size(), 25u);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const Dataset data = dataset_of(read_table("tree_rpart/" + sets[i]));
        const auto p = predictions_of(
            data, "tree:prune=none,min_rows=" + oracle.columns[1][i] + ",max_depth=" + oracle.columns[2][i],
            false);
        double error = 0.0;
        for (Row r = 0; r < data.rows(); ++r) {
            if (data.response_type() == ResponseType::classes)
                error += p.label[r] != static_cast<std::uint32_t>(data.class_codes()[r]) ? 1.0 : 0.0;
            else
                error += (p.value[r] - data.responses()[r]) * (p.value[r] - data.responses()[r]);
        }
        const double expected = std::stod(oracle.columns[4][i]); // 8 digits
        EXPECT_NEAR(error, expected, 1e-7 * expected) << sets[i] << ", line " << i;
        EXPECT_EQ(p.complexity.at(1).second, std::stod(oracle.columns[3][i])) << sets[i] << ", line " << i;
    }
}

} // namespace
