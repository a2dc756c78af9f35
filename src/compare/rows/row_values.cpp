#include "compare/rows/row_values.hpp"

#include <map>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t most_value_pairs = 16;

/// The distinct pairs of values; empty if there are too many.
struct ValuePairs {
    std::vector<double> a;
    std::vector<double> b;
    std::vector<std::uint64_t> rows;
};

ValuePairs value_pairs(std::span<const double> a, std::span<const double> b)
{
    std::map<std::pair<double, double>, std::uint64_t> counts;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (++counts[{a[i], b[i]}] == 1 && counts.size() > most_value_pairs) return {};
    ValuePairs pairs;
    for (const auto& [pair, rows] : counts) {
        pairs.a.push_back(pair.first);
        pairs.b.push_back(pair.second);
        pairs.rows.push_back(rows);
    }
    return pairs;
}

} // namespace

const RowValues& row_values(const PairInput& input)
{
    return input.shared_values.get([&] {
        RowValues values{std::vector<double>(input.a.size()), std::vector<double>(input.b.size())};
        input.measure.row_mean()->values(input.a, values.a);
        input.measure.row_mean()->values(input.b, values.b);
        return values;
    });
}

Value difference_of_sums(const Measure& measure, double a, double b, double w)
{
    return w > 0.0 ? Value(measure.finished(a / w) - measure.finished(b / w)) : Value::none(reasons::no_rows);
}

std::optional<Bca> bootstrap_value_pairs(const PairInput& input)
{
    const auto& values = row_values(input);
    const bool turned = comes_later(input.a, input.b);
    const auto pairs = turned ? value_pairs(values.b, values.a) : value_pairs(values.a, values.b);
    if (pairs.rows.empty()) return std::nullopt;
    const auto of_cells = [&](std::span<const std::uint64_t> drawn) {
        double a = 0.0;
        double b = 0.0;
        double n = 0.0;
        for (std::size_t u = 0; u < drawn.size(); ++u) {
            const auto rows = static_cast<double>(drawn[u]);
            a += rows * pairs.a[u];
            b += rows * pairs.b[u];
            n += rows;
        }
        return difference_of_sums(input.measure, a, b, n);
    };
    const auto bca = bootstrap_cells(pairs.rows, of_cells, input.samples());
    return turned ? bca.mirrored() : bca;
}

} // namespace unseen::compare::detail
