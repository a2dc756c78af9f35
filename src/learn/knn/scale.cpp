#include "learn/knn/scale.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::knn {

Scaler::Scaler(const Dataset& data) : data_(data)
{
    for (const auto& column : data_.features())
        if (column.is_numeric()) {
            columns_.push_back(&column.numeric().values);
            totals_.push_back(totals(column.numeric().values, RowSet::all(data_.labelled())));
        }
}

std::vector<double> Scaler::factors(Scale scale, const RowSet& train) const
{
    if (scale == Scale::none) return {};
    std::vector<double> result(columns_.size(), 1.0);
    for (std::size_t j = 0; j < result.size(); ++j) {
        const double spread = scale == Scale::standard ? deviation(j, train) : range(j, train);
        const double factor = spread > 0.0 ? 1.0 / spread : 0.0;
        if (std::isnormal(factor) || factor == 0.0) result[j] = factor;
    }
    return result;
}

/// Two passes, relative to the first known value, so that a constant feature gives exactly 0.
Scaler::Totals Scaler::totals(const std::vector<double>& values, const RowSet& rows)
{
    Totals t;
    double first = 0.0;
    double sum = 0.0;
    rows.for_each([&](Row r, std::uint32_t count) {
        const double x = values[r];
        if (std::isnan(x)) return;
        if (t.values == 0.0) first = t.lowest = t.highest = x;
        t.values += count;
        sum += (x - first) * count;
        t.lowest = std::min(t.lowest, x);
        t.highest = std::max(t.highest, x);
    });
    if (t.values == 0.0) return t;
    t.centre = first + sum / t.values;
    rows.for_each([&](Row r, std::uint32_t count) {
        const double d = values[r] - t.centre;
        if (!std::isnan(d)) t.squares += d * d * count;
    });
    return t;
}

double Scaler::deviation(std::size_t feature, const RowSet& train) const
{
    const auto& values = *columns_[feature];
    const auto& all = totals_[feature];
    if (train.is_complement()) {
        // The sum of squares around the mean of the remaining rows: S2 - S1^2 / n over these rows, where both
        // sums are centred on the mean of all rows.
        double count = all.values;
        double sum = 0.0;
        double squares = all.squares;
        for (const Row r : train.left_out()) {
            const double d = values[r] - all.centre;
            if (std::isnan(d)) continue;
            count -= 1.0;
            sum -= d;
            squares -= d * d;
        }
        constexpr double share_that_keeps_the_digits = 1e-3;
        const double rest = count > 0.0 ? squares - sum * sum / count : 0.0;
        if (rest > share_that_keeps_the_digits * all.squares) return std::sqrt(rest / count);
    }
    const auto direct = totals(values, train);
    return direct.values > 0.0 ? std::sqrt(direct.squares / direct.values) : 0.0;
}

double Scaler::range(std::size_t feature, const RowSet& train) const
{
    const auto& values = *columns_[feature];
    const auto& all = totals_[feature];
    const auto on_the_edge = [&](Row r) { return values[r] == all.lowest || values[r] == all.highest; };
    const bool kept =
        train.is_complement() && std::none_of(train.left_out().begin(), train.left_out().end(), on_the_edge);
    const auto direct = kept ? all : totals(values, train);
    return direct.highest - direct.lowest;
}

} // namespace unseen::knn
