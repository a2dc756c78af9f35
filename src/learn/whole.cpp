#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace unseen {

void refuse_missing(const std::string& learner, const Column& feature, std::size_t row)
{
    throw InputError(learner + ": feature '" + feature.name + "' has a missing cell in data row " +
                     std::to_string(row + 1) +
                     "; expected none: fill them by the training rows with impute(" + learner + ")");
}

void require_whole(const Dataset& data, const std::string& learner)
{
    if (const auto* rows = data.sparse()) {
        std::optional<std::pair<std::uint32_t, Row>> first; // in the order of columns, as below
        for (Row r = 0; r < rows->rows(); ++r) {
            const auto row = rows->row(r);
            for (std::size_t i = 0; i < row.values.size(); ++i)
                if (std::isnan(row.values[i]) && (!first || row.columns[i] < first->first))
                    first = {row.columns[i], r};
        }
        if (first)
            refuse_missing(learner, {rows->name(first->first), NumericColumn{}},
                           data.source_row(first->second));
        return;
    }
    for (const auto& feature : data.features())
        for (std::size_t r = 0; r < feature.rows(); ++r)
            if (feature.missing(r)) refuse_missing(learner, feature, data.source_row(static_cast<Row>(r)));
}

} // namespace unseen
