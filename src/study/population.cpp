#include "unseen/study/population.hpp"

#include "base/spec_keys.hpp"
#include "base/spec_table.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace unseen {

namespace {

/// Rows that are drawn one by one.
struct RowSource {
    std::size_t features = 0;
    std::vector<std::string> classes{}; ///< empty: numbers
    std::function<double(Stream&, std::span<double>)>
        row{}; ///< fills in the features, and returns the class or the number
    std::vector<std::pair<std::string, double>> least{}; ///< Population::least
};

struct SourceEntry {
    SpecInfo info;
    RowSource (*make)(const Spec&);
};

/// The polar method: u sqrt(squared(w) / w) for a point (u, v) of the unit disc, w = u^2 + v^2, where
/// squared(U) is the square of the radius of a pair for a uniform U.
template <class Squared>
double polar(Stream& stream, const Squared& squared)
{
    while (true) {
        const double u = 2.0 * stream.uniform() - 1.0;
        const double v = 2.0 * stream.uniform() - 1.0;
        const double w = u * u + v * v;
        if (w > 0.0 && w <= 1.0) return u * std::sqrt(squared(w) / w);
    }
}

/// Marsaglia & Bray (1964), SIAM Review 6:260.
double normal(Stream& stream)
{
    return polar(stream, [](double w) { return -2.0 * std::log(w); });
}

/// Student's t with df degrees of freedom (Bailey 1994, Mathematics of Computation 62:779).
double student_t(Stream& stream, double df)
{
    return polar(stream, [df](double w) { return df * (std::pow(w, -2.0 / df) - 1.0); });
}

SpecKey features_key(const char* fallback, double lowest, const char* help)
{
    return integer_key("features", fallback, help, lowest, 1000);
}

SpecKey distance_key(const char* help) { return real_key("distance", "2", help, 0.0, 100.0); }

/// Two classes, equally likely, whose first features differ by a shift.
template <class Draw>
RowSource shifted(const Spec& spec, double bayes_error, Draw draw)
{
    return {.features = static_cast<std::size_t>(spec.integer("features")),
            .classes = {"0", "1"},
            .row =
                [draw, half = spec.real("distance") / 2.0](Stream& stream, std::span<double> x) {
                    const auto y = stream.below(2);
                    for (double& value : x) value = draw(stream);
                    x[0] += y == 1 ? half : -half;
                    return static_cast<double>(y);
                },
            .least = {{"error_rate", bayes_error}}};
}

RowSource gaussian(const Spec& spec)
{
    return shifted(spec, normal_tail(spec.real("distance") / 2.0), normal);
}

/// Student's density falls on both sides of its centre, so that the best rule is to take the nearer centre,
/// as for the normal one.
RowSource heavy_tails(const Spec& spec)
{
    const double df = spec.real("df");
    return shifted(spec, student_t_tail(spec.real("distance") / 2.0, df),
                   [df](Stream& stream) { return student_t(stream, df); });
}

RowSource exclusive_or(const Spec& spec)
{
    const double noise = spec.real("noise");
    return {.features = static_cast<std::size_t>(spec.integer("features")),
            .classes = {"0", "1"},
            .row =
                [noise](Stream& stream, std::span<double> x) {
                    for (double& value : x) value = 2.0 * stream.uniform() - 1.0;
                    const bool one = (x[0] > 0.0) != (x[1] > 0.0);
                    return one != (stream.uniform() < noise) ? 1.0 : 0.0;
                },
            .least = {{"error_rate", noise}}};
}

/// Friedman (1991), Annals of Statistics 19:1.
RowSource friedman(const Spec& spec)
{
    const double noise = spec.real("noise");
    return {.features = static_cast<std::size_t>(spec.integer("features")),
            .row =
                [noise](Stream& stream, std::span<double> x) {
                    for (double& value : x) value = stream.uniform();
                    return 10.0 * std::sin(std::numbers::pi * x[0] * x[1]) +
                           20.0 * (x[2] - 0.5) * (x[2] - 0.5) + 10.0 * x[3] + 5.0 * x[4] +
                           noise * normal(stream);
                },
            .least = {
                {"rmse", noise}, {"mse", noise * noise}, {"mae", noise * std::sqrt(2.0 / std::numbers::pi)}}};
}

const std::vector<SourceEntry>& source_table()
{
    static const std::vector<SourceEntry> entries = {
        {{.name = "gaussian",
          .help =
              "two normal classes, equally likely; the first feature tells them apart, the others are noise",
          .keys = {features_key("2", 1, "features, 1 or more"),
                   distance_key(
                       "between the means, in standard deviations; the Bayes error is P(Z > distance / 2)")}},
         gaussian},
        {{.name = "xor",
          .help = "two classes on opposite quadrants of a square; features beyond two are noise",
          .keys = {features_key("2", 2, "features, 2 or more"),
                   real_key("noise", "0.1",
                            "the share of rows with the wrong class, which is the Bayes error", 0.0, 0.5)}},
         exclusive_or},
        {{.name = "heavy-tails",
          .help = "as gaussian, but the features have Student's t distribution",
          .keys = {features_key("2", 1, "features, 1 or more"), distance_key("between the centres"),
                   real_key("df", "2", "degrees of freedom; fewer: heavier tails", 0.5, 1000.0)}},
         heavy_tails},
        {{.name = "regression",
          .help = "Friedman's function of five uniform features; features beyond five are noise",
          .keys = {features_key("10", 5, "features, 5 or more"),
                   real_key("noise", "1", "standard deviation of the normal noise, the smallest rmse", 0.0,
                            1e6)}},
         friedman},
    };
    return entries;
}

Table rows_of_source(const RowSource& source, Stream stream, std::uint64_t rows)
{
    std::vector<std::vector<double>> columns(source.features, std::vector<double>(rows));
    std::vector<double> y(rows);
    std::vector<double> x(source.features);
    for (std::uint64_t r = 0; r < rows; ++r) {
        y[r] = source.row(stream, x);
        for (std::size_t f = 0; f < x.size(); ++f) columns[f][r] = x[f];
    }
    Table table{.source = "drawn", .columns = {}, .declared_types = true};
    for (std::size_t f = 0; f < columns.size(); ++f)
        table.columns.push_back({"x" + std::to_string(f + 1), NumericColumn{std::move(columns[f])}});
    if (source.classes.empty())
        table.columns.push_back({"y", NumericColumn{std::move(y)}});
    else
        table.columns.push_back(
            {"y", CodedColumn{.labels = Labels(source.classes), .codes = {y.begin(), y.end()}}});
    return table;
}

Column chosen(const Column& column, std::span<const Row> rows)
{
    const auto take = [&](const auto& cells, auto& to) {
        to.reserve(rows.size());
        for (const Row r : rows) to.push_back(cells[r]);
    };
    if (column.is_numeric()) {
        NumericColumn cells;
        take(column.numeric().values, cells.values);
        return {column.name, std::move(cells)};
    }
    CodedColumn cells{.labels = column.coded().labels, .codes = {}};
    take(column.coded().codes, cells.codes);
    return {column.name, std::move(cells)};
}

Column response_of(const Dataset& data, std::span<const Row> rows)
{
    if (data.response_type() == ResponseType::numbers) {
        NumericColumn y;
        for (const Row r : rows) y.values.push_back(data.responses()[r]);
        return {data.response_name(), std::move(y)};
    }
    CodedColumn y{.labels = data.classes(), .codes = {}};
    for (const Row r : rows) y.codes.push_back(data.class_codes()[r]);
    return {data.response_name(), std::move(y)};
}

Table rows_of_dataset(const Dataset& data, std::span<const Row> rows)
{
    Table table{.source = "drawn", .columns = {}, .declared_types = true};
    for (const auto& column : data.features()) table.columns.push_back(chosen(column, rows));
    table.columns.push_back(response_of(data, rows));
    return table;
}

} // namespace

std::span<const SpecInfo> population_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(source_table());
    return infos;
}

Population make_population(const Spec& spec)
{
    const Spec resolved = resolve(spec, population_infos(), "source");
    const auto source =
        source_table()[find_info(population_infos(), resolved.name(), "source")].make(resolved);
    return {.name = resolved.print(),
            .response = source.classes.empty() ? ResponseType::numbers : ResponseType::classes,
            .features = source.features,
            .classes = source.classes.size(),
            .least = source.least,
            .draw = [source](std::uint64_t seed, std::uint64_t repetition, std::uint64_t rows,
                             std::uint64_t fresh) {
                return Drawn{rows_of_source(source, Stream(seed, Purpose::generation, repetition, 0), rows),
                             rows_of_source(source, Stream(seed, Purpose::generation, repetition, 1), fresh)};
            }};
}

Population make_population(const Dataset& data, std::string name)
{
    require(data.targets() == 1 && data.weights().empty() && data.group() == nullptr && data.horizon() == 0,
            name + ": rows with weights, groups, several targets or an order in time are no population to "
                   "draw rows from; expected "
                   "rows that are alike and independent");
    return {.name = std::move(name),
            .response = data.response_type(),
            .features = data.feature_count(),
            .classes = data.classes().size(),
            .rows = data.labelled(),
            .digest = data.digest(),
            .ordered_classes = data.ordered_classes(),
            .positive =
                data.classes().size() == 2 ? data.classes().name(data.positive().code) : std::string(),
            .warnings = data.warnings(),
            .draw = [data](std::uint64_t seed, std::uint64_t repetition, std::uint64_t rows,
                           std::uint64_t fresh) {
                std::vector<Row> order(data.labelled());
                std::iota(order.begin(), order.end(), Row{0});
                Stream stream(seed, Purpose::generation, repetition, 0);
                const auto all = std::min<std::uint64_t>(rows + fresh, order.size());
                // Rows are drawn in order, so that a smaller sample is the beginning of a larger one.
                for (std::size_t i = 0; i < all; ++i)
                    std::swap(order[i], order[i + stream.below(order.size() - i)]);
                const auto drawn = std::span(order).first(all);
                return Drawn{rows_of_dataset(data, drawn.first(std::min(rows, all))),
                             rows_of_dataset(data, drawn.subspan(std::min(rows, all)))};
            }};
}

Dataset sample_of(const Population& population, const Table& sample, const Table* fresh)
{
    Roles roles;
    if (population.ordered_classes) roles.ordered = {"@declared"};
    roles.positive = population.positive;
    return Dataset::make(sample, roles, fresh, nullptr);
}

} // namespace unseen
