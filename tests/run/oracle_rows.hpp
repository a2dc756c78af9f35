// Rows of two numbers and a class in a table of tests/oracles.
#pragma once

#include "unseen/data/dataset.hpp"

#include <string>
#include <vector>

namespace unseen::test {

/// The lines `row x1 x2 class`, with the classes neg and pos.
inline Dataset rows_of(const std::vector<std::vector<std::string>>& lines)
{
    Table table;
    NumericColumn x[2];
    CodedColumn y{.labels = Labels({"neg", "pos"}), .codes = {}};
    for (const auto& line : lines) {
        if (line[0] != "row") continue;
        for (std::size_t c = 0; c < 2; ++c) x[c].values.push_back(std::stod(line[c + 1]));
        y.codes.push_back(line[3] == "pos" ? 1 : 0);
    }
    table.columns = {{"x1", std::move(x[0])}, {"x2", std::move(x[1])}, {"y", std::move(y)}};
    table.declared_types = true;
    return Dataset::make(table);
}

} // namespace unseen::test
