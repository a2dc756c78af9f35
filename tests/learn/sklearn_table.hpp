// Reads the tables that tests/oracles/knn_naive_bayes.py wrote; the columns are explained there.
#pragma once

#include "learn/tables.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace unseen::test {

struct SklearnTable {
    struct Errors {
        std::string method;
        std::size_t rows;
        std::size_t errors;
    };
    struct Posterior {
        std::string method;
        Row row;
        std::vector<double> log_scores;
    };
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> cells; ///< as text, a row each
    std::vector<Errors> errors;
    std::vector<Posterior> posteriors;

    static SklearnTable read(const std::string& set)
    {
        const std::string path =
            std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/knn_naive_bayes/" + set + ".txt";
        std::ifstream file(path);
        if (!file) throw std::runtime_error("cannot open " + path + "; it is committed, so it must be there");
        SklearnTable table;
        for (std::string line; std::getline(file, line);) {
            if (line.front() == '#') continue;
            std::istringstream words(line);
            const std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
            if (table.columns.empty()) {
                table.columns = row;
            } else if (row.front() == "errors") {
                table.errors.push_back({row.at(1), std::stoul(row.at(2)), std::stoul(row.at(3))});
            } else if (row.front() == "posterior") {
                Posterior p{row.at(1), static_cast<Row>(std::stoul(row.at(2))), {}};
                for (std::size_t i = 3; i < row.size(); ++i) p.log_scores.push_back(std::stod(row[i]));
                table.posteriors.push_back(p);
            } else {
                if (row.size() != table.columns.size())
                    throw std::runtime_error(path + ": a row of another length");
                table.cells.push_back(row);
            }
        }
        return table;
    }

    std::size_t index(const std::string& column) const
    {
        for (std::size_t j = 0; j < columns.size(); ++j)
            if (columns[j] == column) return j;
        throw std::runtime_error("no column " + column);
    }

    Dataset data() const
    {
        const std::size_t features = index("class");
        std::vector<Column> list;
        for (std::size_t j = 0; j < features; ++j) {
            std::vector<double> values;
            for (const auto& row : cells) values.push_back(std::stod(row[j]));
            list.push_back(numbers(columns[j], values));
        }
        std::vector<std::int32_t> classes;
        for (const auto& row : cells) classes.push_back(std::stoi(row[features]));
        std::vector<std::string> labels;
        for (int c = 0; c <= *std::max_element(classes.begin(), classes.end()); ++c)
            labels.push_back("c" + std::to_string(c));
        list.push_back(codes("class", labels, classes));
        return dataset(std::move(list));
    }
};

/// Predictions for every row by the model trained on all rows, or with `loo` on all other rows.
inline std::vector<Predictions> row_by_row(const Dataset& data, const std::string& spec, bool loo)
{
    const auto prepared = prepare(data, {spec});
    const std::size_t variants[] = {0};
    std::vector<Predictions> all;
    for (Row r = 0; r < data.labelled(); ++r) {
        const Row row[] = {r};
        const auto train = loo ? RowSet::all_but(data.labelled(), row) : RowSet::all(data.labelled());
        all.push_back(prepared->evaluate(task(train, row), variants).front());
    }
    return all;
}

} // namespace unseen::test
