// impute: fills missing cells with typical values of the training rows, and trains a learner on the filled
// cells.
//
//  - Numbers: the median of the known cells of the training multiset (of an even count, the mean of the
//    middle two). Categories: the most frequent one (ties: smallest code). Weights do not count.
//  - A feature without a known training cell is filled with 0, or with its first category.
#include "learn/wrapper/feature_map.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

double median(const NumericColumn& column, const RowSet& train)
{
    std::vector<double> known;
    train.for_each([&](Row r, std::uint32_t count) {
        if (!std::isnan(column.values[r])) known.insert(known.end(), count, column.values[r]);
    });
    if (known.empty()) return 0.0;
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    if (known.size() % 2 == 1) return *middle;
    const double lower = *std::max_element(known.begin(), middle);
    return lower / 2 + *middle / 2;
}

std::optional<std::string> mode(const CodedColumn& column, const RowSet& train)
{
    if (column.own_labels() == 0) return std::nullopt;
    std::vector<std::uint64_t> counts(column.labels.size(), 0);
    train.for_each([&](Row r, std::uint32_t count) {
        if (column.codes[r] >= 0) counts[static_cast<std::size_t>(column.codes[r])] += count;
    });
    return column.labels.name(static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin()));
}

} // namespace

FeatureMap filling(const Column& column, const RowSet& train)
{
    if (column.is_numeric()) return {.fill = median(column.numeric(), train)};
    return {.fill_label = mode(column.coded(), train)};
}

LearnerEntry impute_entry()
{
    return {.info = {.name = "impute",
                     .help = "fills missing cells by the median or the most frequent category of the "
                             "training rows, then trains a learner",
                     .fewest_bases = 1,
                     .most_bases = 1},
            .traits = {.several_targets = true,
                       .weights = true,
                       .decisions = true,
                       .linear = true,
                       .importances = true},
            .prepare =
                [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                    return prepare_mapped(data, variants, budget,
                                          [](const Spec&) -> LearnMap { return filling; });
                },
            .fills_missing_cells = true};
}

} // namespace unseen
