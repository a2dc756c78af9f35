// Reads the table that tests/oracles/ensembles.py wrote, and the data sets that it names.
#pragma once

#include "learn/tables.hpp"
#include "support/shared_data.hpp"

#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace unseen::test {

/// The lines that begin with `kind`, each in words without it.
inline std::vector<std::vector<std::string>> oracle_ensembles(const std::string& kind)
{
    const std::string path = std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/ensembles.txt";
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot open " + path + "; it is committed, so it must be there");
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
        if (all.front() == kind) lines.push_back({all.begin() + 1, all.end()});
    }
    if (lines.empty()) throw std::runtime_error(path + " has no line " + kind);
    return lines;
}

/// The data set, of this project or of those beside it; std::nullopt if it is not there.
inline std::optional<Dataset> oracle_data(const std::string& name, bool numbers)
{
    const auto own = std::filesystem::path(UNSEEN_SOURCE_DIR) / "data" / name;
    const auto path = std::filesystem::exists(own)
                          ? std::optional(own)
                          : shared_data((numbers ? "regression/" : "classification/") + name);
    if (!path) return std::nullopt;
    auto table = read_table(path->string());
    const auto target = table.columns.back().name;
    Roles roles;
    (numbers ? roles.numeric : roles.categorical) = {target};
    return Dataset::make(std::move(table), roles);
}

/// The error rate or the root mean squared error over all rows, each predicted by the model of the rows with
/// another remainder by five.
inline double error_of_five_folds(const Dataset& data, const std::string& spec, std::uint64_t seed)
{
    const auto prepared = prepare(data, {spec});
    const std::size_t first = 0;
    double losses = 0.0;
    for (Row f = 0; f < 5; ++f) {
        std::vector<Row> fold;
        for (Row r = f; r < data.labelled(); r += 5) fold.push_back(r);
        const auto p =
            prepared
                ->evaluate({.train = RowSet::all_but(data.labelled(), fold), .predict = fold, .seed = seed},
                           {&first, 1})
                .front();
        for (std::size_t i = 0; i < fold.size(); ++i) {
            if (p.value.empty())
                losses += static_cast<std::int32_t>(p.label[i]) != data.class_codes()[fold[i]] ? 1.0 : 0.0;
            else
                losses += (p.value[i] - data.responses()[fold[i]]) * (p.value[i] - data.responses()[fold[i]]);
        }
    }
    const double mean = losses / static_cast<double>(data.labelled());
    return data.response_type() == ResponseType::classes ? mean : std::sqrt(mean);
}

/// Compares the mean error over seeds of the learners `name` + keys with that of each line that begins with
/// `kind`; `numbers`: true for keys of a learner of numbers. The number of lines whose data are there.
template <class Numbers>
std::size_t expect_errors_of(const std::string& kind, const std::string& name, Numbers&& numbers)
{
    std::size_t sets = 0;
    for (const auto& line : oracle_ensembles(kind)) {
        const auto data = oracle_data(line[0], numbers(line[1]));
        if (!data) continue;
        ++sets;
        const std::uint64_t seeds =
            make_learner(Spec::parse(name + line[1]), data->response_type())->traits().stochastic ? 8 : 1;
        double mean = 0.0;
        for (std::uint64_t seed = 0; seed < seeds; ++seed)
            mean += error_of_five_folds(*data, name + line[1], seed) / static_cast<double>(seeds);
        const double spread =
            std::stod(line[4]) * std::sqrt(1.0 / std::stod(line[2]) + 1.0 / static_cast<double>(seeds));
        EXPECT_NEAR(mean, std::stod(line[3]), 4.0 * spread + 1e-9) << line[0] << ' ' << line[1];
    }
    return sets;
}

} // namespace unseen::test
