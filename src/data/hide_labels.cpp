#include "unseen/data/hide_labels.hpp"

#include "data/column_tools.hpp"
#include "data/sparse_tools.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

HiddenLabels hide_labels(Table table, const std::string& target, double share, std::uint64_t seed)
{
    require(share > 0.0 && share < 1.0,
            "unlabelled: the share = " + shortest(share) + " must lie strictly between 0 and 1");
    require(!table.columns.empty(), table.source + ": has no columns; expected at least one");
    const auto names = named_targets(table, target);
    require(names.size() == 1, "unlabelled: a share of the labels is hidden for bounds, which are about "
                               "classes; expected one target, not '" +
                                   target + "'");
    if (table.sparse) take_out(table, names);
    auto& column = *std::ranges::find(table.columns, names.front(), &Column::name);
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < column.rows(); ++r)
        if (!column.missing(r)) rows.push_back(r);
    const auto hidden = static_cast<std::size_t>(std::floor(static_cast<double>(rows.size()) * share + 0.5));
    require(hidden >= 1 && hidden < rows.size(),
            "unlabelled: the share = " + shortest(share) + " of " + std::to_string(rows.size()) +
                " labelled rows makes " + std::to_string(hidden) +
                " rows; expected at least one, and at least one that keeps its label");
    Stream(seed, Purpose::disagreement, 0, 1).shuffle(std::span(rows));
    rows.resize(hidden);
    std::sort(rows.begin(), rows.end());
    for (const auto r : rows) {
        if (auto* numbers = std::get_if<NumericColumn>(&column.cells))
            numbers->values[r] = std::numeric_limits<double>::quiet_NaN();
        else
            std::get<CodedColumn>(column.cells).codes[r] = -1;
    }
    return {std::move(table), std::move(rows)};
}

} // namespace unseen
