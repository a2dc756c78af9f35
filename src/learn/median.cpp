// median: predicts the median response of the training rows, the mean of the two middle ones for an even
// number, and with weights that of repeated rows. The constant with the smallest mean absolute error.
#include "learn/constant_model.hpp"
#include "learn/entry.hpp"
#include "stats/weighted_quantile.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace unseen {

namespace {

/// Rows are sorted once, so that a fold takes O(rows left out) and any other training multiset O(rows).
class MedianPrepared final : public Prepared {
public:
    explicit MedianPrepared(const Dataset& data) : Prepared(data), sorted_(data.labelled())
    {
        std::vector<std::pair<double, Row>> rows;
        for (Row r = 0; r < sorted_.size(); ++r) rows.emplace_back(data.responses()[r], r);
        std::ranges::sort(rows);
        place_.resize(sorted_.size());
        for (Row p = 0; p < sorted_.size(); ++p) {
            sorted_[p] = rows[p].second;
            place_[sorted_[p]] = p;
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override
    {
        if (!data().weights().empty()) return std::make_unique<ConstantModel>(weighted(task.train));
        const auto [lower, upper] = middle(task.train);
        return std::make_unique<ConstantModel>(lower + (upper - lower) / 2.0);
    }

private:
    double response_at(std::size_t place) const { return data().responses()[sorted_[place]]; }

    /// How often the row at each place of the order is in the training multiset.
    std::vector<std::uint32_t> counts(const RowSet& train) const
    {
        std::vector<std::uint32_t> count(sorted_.size(), 0);
        train.for_each([&](Row r, std::uint32_t times) { count[place_[r]] += times; });
        return count;
    }

    /// The responses of the two middle training rows of the order; of the middle row twice for an odd number.
    std::pair<double, double> middle(const RowSet& train) const
    {
        const auto n = train.size();
        const auto [lower, upper] = train.is_complement() ? places_in_complement(train, (n - 1) / 2, n / 2)
                                                          : places_in_multiset(train, (n - 1) / 2, n / 2);
        return {response_at(lower), response_at(upper)};
    }

    /// The places of the training rows that have `first` and `second` others before them.
    std::pair<std::size_t, std::size_t> places_in_complement(const RowSet& train, std::size_t first,
                                                             std::size_t second) const
    {
        std::vector<Row> missing;
        for (const Row r : train.left_out()) missing.push_back(place_[r]);
        std::ranges::sort(missing);
        for (const Row place : missing) {
            if (place <= first) ++first;
            if (place <= second) ++second;
        }
        return {first, second};
    }

    std::pair<std::size_t, std::size_t> places_in_multiset(const RowSet& train, std::uint64_t first,
                                                           std::uint64_t second) const
    {
        const auto count = counts(train);
        std::size_t place = 0;
        std::uint64_t seen = count[0];
        const auto advance = [&](std::uint64_t below) {
            while (seen <= below) seen += count[++place];
            return place;
        };
        const auto lower = advance(first);
        return {lower, advance(second)};
    }

    double weighted(const RowSet& train) const
    {
        const auto count = counts(train);
        std::vector<double> values;
        std::vector<double> weights;
        for (std::size_t place = 0; place < sorted_.size(); ++place) {
            values.push_back(response_at(place));
            weights.push_back(count[place] == 0 ? 0.0 : data().weights()[sorted_[place]] * count[place]);
        }
        if (std::ranges::none_of(weights, [](double w) { return w > 0.0; }))
            throw LearnerError("median: all training rows have weight 0; expected a positive weight");
        return weighted_quantile(values, weights, 0.5);
    }

    std::vector<Row> sorted_; ///< by response
    std::vector<Row> place_;  ///< of each row in this order
};

} // namespace

LearnerEntry median_entry()
{
    return {.info = {.name = "median", .help = "the median of the target"},
            .traits = {.classes = false,
                       .numbers = true,
                       .scores = false,
                       .weights = true,
                       .sparse = true,
                       .baseline = true},
            .prepare = [](const Dataset& data, std::span<const Spec>, const Budget&) {
                return std::make_unique<MedianPrepared>(data);
            }};
}

} // namespace unseen
