#include "measure/cost_matrix.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace unseen {

namespace {

struct Cell {
    std::string text;
    std::size_t column; ///< position of its first character in the line, from 1
};

std::string trimmed(std::string text)
{
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return "";
    text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return text.substr(1, text.size() - 2);
    return text;
}

/// Splits a line at commas outside quotes.
std::vector<Cell> cells_of(const std::string& line)
{
    std::vector<Cell> cells;
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i < line.size() && line[i] == '"') quoted = !quoted;
        if (i < line.size() && (quoted || line[i] != ',')) continue;
        cells.push_back({trimmed(line.substr(begin, i - begin)), begin + 1});
        begin = i + 1;
    }
    return cells;
}

} // namespace

CostMatrix CostMatrix::read(const std::string& path)
{
    std::ifstream file(path);
    if (!file) throw IoError(path + ": the file of costs cannot be opened");
    CostMatrix matrix;
    matrix.source_ = path;
    std::size_t number = 0;
    const auto fail = [&](std::size_t column, const std::string& what) {
        throw InputError(path + ':' + std::to_string(number) + ':' + std::to_string(column) + ": " + what);
    };
    const auto add = [&](Labels& labels, const Cell& cell) {
        if (labels.code(cell.text))
            fail(cell.column, "label '" + cell.text + "' occurs twice; expected it once");
        labels.add(cell.text);
    };
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (trimmed(line).empty()) continue;
        const auto cells = cells_of(line);
        if (matrix.predicted_.size() == 0) {
            if (cells.size() < 2)
                fail(1, "no labels; expected a cell of any content, then the predicted labels");
            for (std::size_t c = 1; c < cells.size(); ++c) add(matrix.predicted_, cells[c]);
            continue;
        }
        add(matrix.truth_, cells.front());
        if (cells.size() != matrix.predicted_.size() + 1)
            fail(1, std::to_string(cells.size() - 1) + " costs; expected " +
                        std::to_string(matrix.predicted_.size()));
        for (std::size_t c = 1; c < cells.size(); ++c) {
            const auto cost = parse_number(cells[c].text);
            if (!cost || !std::isfinite(*cost))
                fail(cells[c].column, "'" + cells[c].text + "' is not valid; expected a finite number");
            matrix.costs_.push_back(*cost);
        }
    }
    if (file.bad() || !file.eof()) throw IoError(path + ": the file of costs cannot be read");
    require(matrix.truth_.size() > 0,
            path + ": no costs; expected a line of predicted labels, then one for each true label");
    return matrix;
}

std::vector<double> CostMatrix::costs_of(const Labels& classes) const
{
    const auto n = classes.size();
    std::vector<double> costs(n * n, 1.0);
    if (source_.empty()) {
        for (std::size_t c = 0; c < n; ++c) costs[c * n + c] = 0.0;
        return costs;
    }
    std::vector<std::size_t> row;
    std::vector<std::size_t> column;
    for (const auto& name : classes.names()) {
        const auto t = truth_.code(name);
        if (!t) throw InputError(source_ + ": no line of costs for the true label '" + name + "'");
        const auto p = predicted_.code(name);
        if (!p) throw InputError(source_ + ": no column of costs for the predicted label '" + name + "'");
        row.push_back(*t * predicted_.size());
        column.push_back(*p);
    }
    for (std::size_t t = 0; t < n; ++t)
        for (std::size_t p = 0; p < n; ++p) costs[t * n + p] = costs_[row[t] + column[p]];
    return costs;
}

double CostMatrix::lowest() const
{
    return source_.empty() ? 0.0 : *std::min_element(costs_.begin(), costs_.end());
}

double CostMatrix::highest() const
{
    return source_.empty() ? 1.0 : *std::max_element(costs_.begin(), costs_.end());
}

} // namespace unseen
