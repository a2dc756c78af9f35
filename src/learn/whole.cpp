#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

#include <cmath>
#include <map>

namespace unseen {

void refuse_missing(const std::string& learner, const Column& feature, std::size_t row)
{
    throw InputError(learner + ": feature '" + feature.name + "' has a missing cell in data row " +
                     std::to_string(row + 1) +
                     "; expected none: fill them by the training rows with impute(" + learner + ")");
}

namespace {

/// A missing cell: the position of its feature, and its row.
struct MissingCell {
    std::uint32_t feature = 0;
    Row row = 0;
};

/// The first missing cell of each feature that has one, in the order of the features; of the first `most`.
std::vector<MissingCell> missing_cells(const Dataset& data, std::size_t most)
{
    std::map<std::uint32_t, Row> first;
    if (const auto* rows = data.sparse())
        for (Row r = 0; r < rows->rows(); ++r) {
            const auto row = rows->row(r);
            for (std::size_t i = 0; i < row.values.size(); ++i)
                if (std::isnan(row.values[i])) first.emplace(row.columns[i], r);
        }
    else
        for (std::uint32_t f = 0; f < data.features().size() && first.size() < most; ++f) {
            const auto& feature = data.features()[f];
            for (std::size_t r = 0; r < feature.rows(); ++r)
                if (feature.missing(r)) {
                    first.emplace(f, static_cast<Row>(r));
                    break;
                }
        }
    std::vector<MissingCell> cells;
    for (const auto& [feature, row] : first) cells.push_back({feature, row});
    return cells;
}

std::string name_of(const Dataset& data, std::uint32_t feature)
{
    return data.sparse() != nullptr ? data.sparse()->name(feature) : data.features()[feature].name;
}

} // namespace

void require_whole(const Dataset& data, const std::string& learner)
{
    for (const auto& cell : missing_cells(data, 1))
        refuse_missing(learner, {name_of(data, cell.feature), NumericColumn{}}, data.source_row(cell.row));
}

std::vector<std::string> features_with_missing_cells(const Dataset& data)
{
    std::vector<std::string> names;
    for (const auto& cell : missing_cells(data, data.feature_count()))
        names.push_back(name_of(data, cell.feature));
    return names;
}

} // namespace unseen
