// Repeated cross-validation of a learner on given data and folds: seconds (least of the runs asked for) and
// mean accuracy or error.
//
//   tree_cross_validation DATA.csv FOLDS.csv SPEC [RUNS]
//   tree_cross_validation --blobs ROWS FEATURES SEED OUT.csv
//
// DATA.csv: numbers, comma separated, without a header, class code last. FOLDS.csv has the fold of each row
// (line) in each repeat (column). The second form writes two Gaussian blobs with 5 % of the labels flipped.
// bench/tree_cross_validation.py runs both beside scikit-learn.
#include "unseen/learn/learner.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <numbers>
#include <numeric>
#include <sstream>

namespace {

using namespace unseen;

/// The columns of a file of numbers.
std::vector<std::vector<double>> read_columns(const std::string& path)
{
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::vector<double>> columns;
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::size_t j = 0;
        for (std::string cell; std::getline(cells, cell, ','); ++j) {
            if (columns.size() <= j) columns.emplace_back();
            columns[j].push_back(std::stod(cell));
        }
    }
    return columns;
}

Dataset read_data(const std::string& path)
{
    Table table{.source = path, .columns = {}, .declared_types = false, .notes = {}};
    for (const auto& column : read_columns(path))
        table.columns.push_back({"V" + std::to_string(table.columns.size() + 1), NumericColumn{column}});
    Roles roles;
    roles.categorical = {table.columns.back().name};
    return Dataset::make(table, roles);
}

/// Two blobs whose centres are 2 apart in all; labels flipped with probability 0.05.
void write_blobs(Row rows, std::size_t features, std::uint64_t seed, const std::string& path)
{
    Stream random(seed, Purpose::generation);
    std::ofstream file(path);
    file.precision(17);
    for (Row r = 0; r < rows; ++r) {
        const bool one = random.below(2) == 1;
        for (std::size_t j = 0; j < features; ++j) {
            const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
            const double normal = radius * std::cos(2.0 * std::numbers::pi * random.uniform());
            file << normal + (one ? 2.0 / std::sqrt(static_cast<double>(features)) : 0.0) << ',';
        }
        file << ((random.uniform() < 0.05) != one ? 1 : 0) << '\n';
    }
}

struct Outcome {
    double accuracy = 0.0; ///< mean of folds
    double leaves = 0.0;   ///< mean of folds
};

/// The time that a user waits: for preparing the data, and for fitting and predicting each fold.
Outcome cross_validate(const Dataset& data, const std::vector<std::vector<double>>& folds, const Spec& asked)
{
    const auto learner = make_learner(asked, data.response_type());
    const Spec spec = learner->spec();
    const auto prepared = learner->prepare(data, std::span(&spec, 1), {});
    const std::size_t variant = 0;
    Outcome outcome;
    double fits = 0.0;
    RowSetStorage storage;
    for (const auto& fold_of : folds) {
        const auto n_folds = static_cast<std::size_t>(*std::max_element(fold_of.begin(), fold_of.end())) + 1;
        for (std::size_t fold = 0; fold < n_folds; ++fold) {
            std::vector<Row> test;
            for (Row r = 0; r < data.labelled(); ++r)
                if (fold_of[r] == static_cast<double>(fold)) test.push_back(r);
            const Task task{.train = storage.without(data.labelled(), test), .predict = test};
            const auto p = prepared->evaluate(task, std::span(&variant, 1)).front();
            std::size_t right = 0;
            for (std::size_t i = 0; i < test.size(); ++i)
                right += p.label[i] == static_cast<std::uint32_t>(data.class_codes()[test[i]]) ? 1 : 0;
            outcome.accuracy += static_cast<double>(right) / static_cast<double>(test.size());
            for (const auto& [name, value] : p.complexity) outcome.leaves += name == "leaves" ? value : 0.0;
            fits += 1.0;
        }
    }
    return {outcome.accuracy / fits, outcome.leaves / fits};
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const std::vector<std::string> args(argv + 1, argv + argc);
        if (args.size() == 5 && args[0] == "--blobs") {
            write_blobs(static_cast<Row>(std::stoul(args[1])), std::stoul(args[2]), std::stoull(args[3]),
                        args[4]);
            return 0;
        }
        if (args.size() != 3 && args.size() != 4) {
            std::cerr << "usage: tree_cross_validation DATA.csv FOLDS.csv SPEC [RUNS]\n";
            return 2;
        }
        const Dataset data = read_data(args[0]);
        const auto folds = read_columns(args[1]);
        const Spec spec = Spec::parse(args[2]);
        double least = 1e300;
        Outcome outcome;
        for (int run = args.size() == 4 ? std::stoi(args[3]) : 1; run > 0; --run) {
            const auto start = std::chrono::steady_clock::now();
            outcome = cross_validate(data, folds, spec);
            least = std::min(least,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        std::printf("{\"seconds\": %.6f, \"accuracy\": %.6f, \"leaves\": %.3f}\n", least, outcome.accuracy,
                    outcome.leaves);
    } catch (const std::exception& error) {
        std::cerr << "tree_cross_validation: " << error.what() << '\n';
        return 1;
    }
}
