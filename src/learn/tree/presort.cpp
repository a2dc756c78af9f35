#include "learn/tree/presort.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::tree {

namespace {

struct Cell {
    double value;
    Row row;
};

/// `ones` (if not empty): class codes of two classes.
Feature sorted_feature(const NumericColumn& column, Row rows, std::span<const std::int32_t> ones)
{
    const auto tag = [&](Row r) { return 2 * r + (ones.empty() ? 0u : static_cast<std::uint32_t>(ones[r])); };
    std::vector<Cell> known;
    std::vector<Entry> missing;
    known.reserve(rows);
    for (Row r = 0; r < rows; ++r) {
        if (std::isnan(column.values[r]))
            missing.push_back({Entry::missing, tag(r)});
        else
            known.push_back({column.values[r], r});
    }
    std::sort(known.begin(), known.end(),
              [](const Cell& a, const Cell& b) { return a.value != b.value ? a.value < b.value : a.row < b.row; });
    Feature feature;
    feature.order.reserve(rows);
    for (const auto& cell : known) {
        if (feature.values.empty() || feature.values.back() != cell.value) feature.values.push_back(cell.value);
        feature.order.push_back({static_cast<std::uint32_t>(feature.values.size() - 1), tag(cell.row)});
    }
    feature.order.insert(feature.order.end(), missing.begin(), missing.end());
    return feature;
}

Feature coded_feature(const CodedColumn& column)
{
    Feature feature;
    feature.codes = column.codes;
    // A column without any label has missing cells only; one label keeps it categorical.
    feature.labels = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(column.labels.size()));
    return feature;
}

/// The response nearest to the mean; the first of equals.
double central_response(std::span<const double> responses)
{
    double sum = 0.0;
    for (const double y : responses) sum += y / static_cast<double>(responses.size());
    return *std::min_element(responses.begin(), responses.end(),
                             [sum](double a, double b) { return std::abs(a - sum) < std::abs(b - sum); });
}

} // namespace

Presorted presort(const Dataset& data)
{
    Presorted presorted;
    presorted.rows = data.labelled();
    std::span<const std::int32_t> ones;
    if (data.response_type() == ResponseType::classes) {
        presorted.classes = static_cast<std::uint32_t>(data.classes().size());
        presorted.class_codes = data.class_codes().first(presorted.rows);
        if (presorted.classes == 2) ones = presorted.class_codes;
    } else {
        presorted.responses = data.responses().first(presorted.rows);
        presorted.centre = central_response(presorted.responses);
        for (const double y : presorted.responses) presorted.centred.push_back(y - presorted.centre);
    }
    for (const auto& column : data.features()) {
        presorted.features.push_back(column.is_numeric() ? sorted_feature(column.numeric(), presorted.rows, ones)
                                                         : coded_feature(column.coded()));
        presorted.any_categorical |= !column.is_numeric();
    }
    return presorted;
}

} // namespace unseen::tree
