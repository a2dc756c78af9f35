#include "learn/tree/presort.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/stop.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace unseen::tree {

namespace {

struct Cell {
    double value;
    Row row;
};

/// Sorts a numeric feature. `tags` has the tag of each row.
Feature sorted_feature(const NumericColumn& column, std::span<const std::uint32_t> tags, bool with_ranks)
{
    const auto rows = static_cast<Row>(tags.size());
    std::vector<Cell> known;
    std::vector<Entry> missing;
    known.reserve(rows);
    for (Row r = 0; r < rows; ++r) {
        if (std::isnan(column.values[r]))
            missing.push_back({Entry::missing, tags[r]});
        else
            known.push_back({column.values[r], r});
    }
    std::sort(known.begin(), known.end(), [](const Cell& a, const Cell& b) {
        return a.value != b.value ? a.value < b.value : a.row < b.row;
    });
    Feature feature;
    feature.order.reserve(rows);
    if (with_ranks) feature.ranks.assign(rows, Entry::missing);
    for (const auto& cell : known) {
        if (feature.values.empty() || feature.values.back() != cell.value)
            feature.values.push_back(cell.value);
        feature.order.push_back({static_cast<std::uint32_t>(feature.values.size() - 1), tags[cell.row]});
        if (with_ranks) feature.ranks[cell.row] = feature.order.back().rank;
    }
    feature.order.insert(feature.order.end(), missing.begin(), missing.end());
    return feature;
}

Feature coded_feature(const CodedColumn& column)
{
    Feature feature;
    feature.codes = column.codes;
    // A column without labels has only missing cells; one label keeps it categorical.
    feature.labels = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(column.labels.size()));
    return feature;
}

/// The response nearest to the mean; the first of equally close ones.
double central_response(std::span<const double> responses)
{
    double sum = 0.0;
    for (const double y : responses) sum += y / static_cast<double>(responses.size());
    return *std::min_element(responses.begin(), responses.end(),
                             [sum](double a, double b) { return std::abs(a - sum) < std::abs(b - sum); });
}

} // namespace

Presorted presort(const Dataset& data, const Presorting& how)
{
    Presorted presorted;
    presorted.rows = data.labelled();
    presorted.weights = data.weights();
    auto& tags = presorted.tags;
    tags.resize(presorted.rows);
    std::iota(tags.begin(), tags.end(), 0u);
    if (data.response_type() == ResponseType::classes && !how.as_numbers) {
        presorted.classes = static_cast<std::uint32_t>(data.classes().size());
        presorted.class_codes = data.class_codes().first(presorted.rows);
        if (presorted.classes > 1)
            presorted.row_bits = 32 - static_cast<std::uint32_t>(std::bit_width(presorted.classes - 1));
        require(presorted.rows - 1 <= presorted.row_mask(),
                "tree: more rows than it can hold with " + std::to_string(presorted.classes) + " classes");
        for (Row r = 0; r < presorted.rows && presorted.classes > 1; ++r)
            tags[r] |= static_cast<std::uint32_t>(presorted.class_codes[r]) << presorted.row_bits;
    } else if (!how.as_numbers) {
        presorted.responses = data.responses().first(presorted.rows);
        presorted.centre = central_response(presorted.responses);
        for (const double y : presorted.responses) presorted.centred.push_back(y - presorted.centre);
    }
    for (const auto& column : data.features()) {
        check_stop();
        presorted.features.push_back(column.is_numeric() ? sorted_feature(column.numeric(), tags, how.ranks)
                                                         : coded_feature(column.coded()));
        presorted.any_categorical |= !column.is_numeric();
    }
    return presorted;
}

} // namespace unseen::tree
