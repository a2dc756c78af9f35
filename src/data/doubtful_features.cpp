#include "data/doubtful_features.hpp"

#include "base/listed.hpp"
#include "data/like_ids.hpp"

#include "unseen/data/equal_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_set>

namespace unseen {

namespace {

constexpr std::size_t most_rows = 20'000;
constexpr double nearly_nothing = 0.02;           ///< of the errors, or the distances, without features
constexpr double most_rows_a_value = 20.0;        ///< of a group, on average
constexpr double most_uneven = 5.0;               ///< the rows of the largest group, relative to the mean
constexpr std::size_t most_compared = 1000;       ///< features in which rows of one group may be alike
constexpr std::size_t most_possible_groups = 100; ///< features that may name groups

/// The features, in either form, as columns of which most can be passed over by their zeros.
class FeatureColumns {
public:
    explicit FeatureColumns(const Dataset& data) : data_(data), sparse_(data.sparse())
    {
        if (sparse_ == nullptr) return;
        nonzero_.assign(sparse_->columns, 0);
        for (const auto j :
             std::span(sparse_->column).first(sparse_->begins[static_cast<std::size_t>(data.labelled())]))
            ++nonzero_[j];
    }

    std::size_t size() const { return data_.feature_count(); }
    std::string name(std::size_t j) const
    {
        return sparse_ != nullptr ? sparse_->name(static_cast<std::uint32_t>(j)) : data_.features()[j].name;
    }
    bool is_numeric(std::size_t j) const { return sparse_ != nullptr || data_.features()[j].is_numeric(); }
    /// At least the number of labelled rows with a cell that is not 0.
    std::uint64_t most_nonzero(std::size_t j) const
    {
        return sparse_ != nullptr ? nonzero_[j] : data_.labelled();
    }
    /// The cells of some rows, as numbers that are equal for equal cells; NaN for a missing one.
    std::vector<double> cells(std::size_t j, std::span<const Row> rows) const
    {
        std::vector<double> cells;
        cells.reserve(rows.size());
        if (sparse_ != nullptr) {
            for (const Row r : rows) {
                const auto row = sparse_->row(r);
                const auto at = std::ranges::lower_bound(row.columns, j);
                const bool written = at != row.columns.end() && *at == j;
                cells.push_back(written ? row.values[static_cast<std::size_t>(at - row.columns.begin())]
                                        : 0.0);
            }
            return cells;
        }
        const auto& column = data_.features()[j];
        for (const Row r : rows)
            cells.push_back(column.is_numeric() ? column.numeric().values[r]
                            : column.missing(r) ? NumericColumn::missing
                                                : static_cast<double>(column.coded().codes[r]));
        return cells;
    }
    /// The whole column; one of sparse rows is made in `scratch`.
    const Column& column(std::size_t j, Column& scratch) const
    {
        if (sparse_ == nullptr) return data_.features()[j];
        const auto place = static_cast<std::uint32_t>(j);
        return scratch = {sparse_->name(place), sparse_->dense(place)};
    }

private:
    const Dataset& data_;
    const SparseRows* sparse_;
    std::vector<std::uint64_t> nonzero_; ///< of sparse rows
};

/// The positions of the cells in ascending order, missing ones last.
std::vector<std::uint32_t> ascending(std::span<const double> cells)
{
    std::vector<std::pair<double, std::uint32_t>> known;
    known.reserve(cells.size());
    for (std::uint32_t i = 0; i < cells.size(); ++i)
        if (!std::isnan(cells[i])) known.emplace_back(cells[i], i);
    std::ranges::sort(known);
    std::vector<std::uint32_t> order;
    order.reserve(cells.size());
    for (const auto& [cell, i] : known) order.push_back(i);
    for (std::uint32_t i = 0; i < cells.size() && known.size() < cells.size(); ++i)
        if (std::isnan(cells[i])) order.push_back(i);
    return order;
}

/// Where each run of equal cells begins in the order, and the end.
std::vector<std::size_t> run_starts(std::span<const double> cells, std::span<const std::uint32_t> order)
{
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double x = cells[order[i]];
        const double before = i > 0 ? cells[order[i - 1]] : 0.0;
        if (i == 0 || (x != before && !(std::isnan(x) && std::isnan(before)))) starts.push_back(i);
    }
    starts.push_back(order.size());
    return starts;
}

/// Up to `most_rows` of the rows, of each class as many as of any other as far as there are, at equal steps.
std::vector<Row> sampled_rows(const Dataset& data)
{
    const Row n = data.labelled();
    std::vector<Row> rows;
    if (n <= most_rows) {
        rows.resize(n);
        std::iota(rows.begin(), rows.end(), Row{0});
        return rows;
    }
    const bool classes = data.response_type() == ResponseType::classes;
    struct OfClass {
        std::size_t rows = 0;
        std::size_t seen = 0;
        std::size_t taken = 0;
        double step = 1.0;
    };
    std::vector<OfClass> of_class(classes ? data.classes().size() : 1);
    const auto class_of = [&](Row r) -> OfClass& {
        return of_class[classes ? static_cast<std::size_t>(data.class_codes()[r]) : 0];
    };
    for (Row r = 0; r < n; ++r) ++class_of(r).rows;
    const auto most = std::max<std::size_t>(most_rows / of_class.size(), 1);
    for (auto& own : of_class)
        own.step = static_cast<double>(own.rows) /
                   static_cast<double>(std::max<std::size_t>(std::min(own.rows, most), 1));
    for (Row r = 0; r < n; ++r) {
        auto& own = class_of(r);
        if (own.seen++ < static_cast<std::size_t>(static_cast<double>(own.taken) * own.step) ||
            own.taken == most)
            continue;
        rows.push_back(r);
        ++own.taken;
    }
    return rows;
}

/// The errors of the best constant class.
std::uint64_t errors_without_features(const Dataset& data, std::span<const Row> rows)
{
    std::vector<std::uint64_t> counts(data.classes().size(), 0);
    for (const Row r : rows) ++counts[static_cast<std::size_t>(data.class_codes()[r])];
    return rows.size() - *std::ranges::max_element(counts);
}

/// True if the column's rule for classes makes at most `most` errors.
bool gives_classes(const Dataset& data, const std::vector<double>& cells, bool numeric,
                   std::span<const Row> rows, double most)
{
    const auto order = ascending(cells);
    const auto starts = run_starts(cells, order);
    const auto class_at = [&](std::size_t i) { return data.class_codes()[rows[order[i]]]; };
    std::vector<std::uint64_t> counts(data.classes().size(), 0);
    for (const Row r : rows) ++counts[static_cast<std::size_t>(data.class_codes()[r])];
    const auto frequent = static_cast<std::int32_t>(std::ranges::max_element(counts) - counts.begin());
    std::ranges::fill(counts, 0);
    const auto known = [&](std::size_t run) { return !std::isnan(cells[order[starts[run]]]); };
    const auto differing = [&](std::size_t run, std::int32_t own) { // the share of other classes
        std::size_t others = 0;
        for (auto i = starts[run]; i < starts[run + 1]; ++i) others += class_at(i) != own ? 1 : 0;
        return static_cast<double>(others) / static_cast<double>(starts[run + 1] - starts[run]);
    };
    double errors = 0.0;
    for (std::size_t run = 0; run + 1 < starts.size() && errors <= most; ++run) {
        const auto size = starts[run + 1] - starts[run];
        if (size > 1) {
            std::uint64_t largest = 0;
            for (auto i = starts[run]; i < starts[run + 1]; ++i)
                largest = std::max(largest, ++counts[static_cast<std::size_t>(class_at(i))]);
            for (auto i = starts[run]; i < starts[run + 1]; ++i)
                counts[static_cast<std::size_t>(class_at(i))] = 0;
            errors += static_cast<double>(size - largest);
            continue;
        }
        const auto own = class_at(starts[run]);
        double sum = 0.0;
        int neighbours = 0;
        if (numeric && known(run))
            for (const bool next : {false, true}) {
                if (next ? run + 2 >= starts.size() : run == 0) continue;
                const auto other = next ? run + 1 : run - 1;
                if (!known(other)) continue;
                sum += differing(other, own);
                ++neighbours;
            }
        errors += neighbours > 0 ? sum / neighbours : own != frequent ? 1.0 : 0.0;
    }
    return errors <= most;
}

double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The median distance of the targets to their median.
double distance_without_features(const Dataset& data, std::span<const Row> rows)
{
    std::vector<double> values;
    for (const Row r : rows) values.push_back(data.responses()[r]);
    const double centre = median_of(values);
    for (double& y : values) y = std::abs(y - centre);
    return median_of(std::move(values));
}

/// True if the median distance of the targets to the column's rule is at most `most`. False if more than half
/// of the rows have one value.
bool gives_numbers(const Dataset& data, const std::vector<double>& cells, bool numeric,
                   std::span<const Row> rows, double most)
{
    const auto order = ascending(cells);
    const auto starts = run_starts(cells, order);
    const auto runs = starts.size() - 1;
    std::vector<double> sums(runs, 0.0);
    for (std::size_t run = 0; run < runs; ++run)
        for (auto i = starts[run]; i < starts[run + 1]; ++i) sums[run] += data.responses()[rows[order[i]]];
    const auto size = [&](std::size_t run) { return static_cast<double>(starts[run + 1] - starts[run]); };
    const auto value = [&](std::size_t run) { return cells[order[starts[run]]]; };
    for (std::size_t run = 0; run < runs; ++run)
        if (2.0 * size(run) > static_cast<double>(rows.size())) return false;
    std::vector<double> distances;
    for (std::size_t run = 0; run < runs; ++run)
        for (auto i = starts[run]; i < starts[run + 1]; ++i) {
            const double y = data.responses()[rows[order[i]]];
            if (size(run) > 1.0) {
                distances.push_back(std::abs(y - (sums[run] - y) / (size(run) - 1.0)));
                continue;
            }
            const bool between = numeric && run > 0 && run + 1 < runs && !std::isnan(value(run)) &&
                                 !std::isnan(value(run + 1));
            if (!between) {
                distances.push_back(std::abs(y)); // seldom: it decides nothing
                continue;
            }
            const double low = sums[run - 1] / size(run - 1);
            const double high = sums[run + 1] / size(run + 1);
            const double share = (value(run) - value(run - 1)) / (value(run + 1) - value(run - 1));
            distances.push_back(std::abs(y - (low + share * (high - low))));
        }
    return median_of(std::move(distances)) <= most;
}

/// `copied`: whether each labelled row equals an earlier one, and is passed over; empty if that is not asked.
/// `group`: a feature that names groups, whose rows share the target because they belong together.
std::optional<Warning> of_giving(const Dataset& data, const FeatureColumns& features,
                                 std::span<const Row> rows, const std::vector<bool>& copied,
                                 const std::string& group)
{
    constexpr std::uint64_t fewest_errors = 10;
    constexpr std::size_t fewest_rows = 20;
    const bool classes = data.response_type() == ResponseType::classes;
    const auto most = [&](std::span<const Row> some) {
        return nearly_nothing * (classes ? static_cast<double>(errors_without_features(data, some))
                                         : distance_without_features(data, some));
    };
    if (classes && errors_without_features(data, rows) < fewest_errors) return std::nullopt;
    if (!classes) {
        std::vector<double> values;
        for (const Row r : rows) values.push_back(data.responses()[r]);
        std::sort(values.begin(), values.end());
        if (values.size() < fewest_rows || std::unique(values.begin(), values.end()) - values.begin() < 10)
            return std::nullopt;
    }
    std::vector<Row> all;
    std::vector<std::string> giving;
    const double of_sample = most(rows);
    if (!(of_sample > 0.0)) return std::nullopt;
    const auto gives = [&](std::size_t j, std::span<const Row> some, double at_most) {
        const auto cells = features.cells(j, some);
        return classes ? gives_classes(data, cells, features.is_numeric(j), some, at_most)
                       : gives_numbers(data, cells, features.is_numeric(j), some, at_most);
    };
    // Rows with a 0 have one class at best, and one number: columns with too many zeros are passed over.
    const auto of_all = [&] { // seldom asked for
        if (all.empty())
            for (Row r = 0; r < data.labelled(); ++r)
                if (copied.empty() || !copied[r]) all.push_back(r);
        return most(all);
    };
    double fewest_nonzero = 0.0;
    if (data.sparse() != nullptr && classes)
        fewest_nonzero = of_all() * (1.0 / nearly_nothing - 1.0);
    else if (data.sparse() != nullptr)
        fewest_nonzero = static_cast<double>(data.labelled()) / 2.0;
    for (std::size_t j = 0; j < features.size(); ++j) {
        if (static_cast<double>(features.most_nonzero(j)) < fewest_nonzero || !gives(j, rows, of_sample))
            continue;
        if (rows.size() < data.labelled()) {
            const double at_most = of_all();
            if (!gives(j, all, at_most)) continue;
        }
        if (auto name = features.name(j); name != group) giving.push_back(std::move(name));
    }
    if (giving.empty()) return std::nullopt;
    const bool one = giving.size() == 1;
    return Warning{warnings::feature_gives_target,
                   (one ? "the feature " : "each of the features ") + listed_in_quotes(giving, 10) +
                       " alone gives the target '" + data.response_name() + "' of " +
                       (classes ? "nearly every row" : "most rows nearly exactly") + ": unless " +
                       (one ? "it is" : "they are") +
                       " known before the target when a model is used, figures are too good; `ignore=" +
                       option_list(giving) + "` leaves " + (one ? "it" : "them") + " out"};
}

double dot(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void subtract(std::vector<double>& from, double times, std::span<const double> what)
{
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= times * what[i];
}

/// Scales to length 1; what is shorter than `least` becomes 0.
void make_unit(std::vector<double>& cells, double least)
{
    const double length = std::sqrt(dot(cells, cells));
    for (double& x : cells) x = length > least ? x / length : 0.0;
}

/// The cells less their mean, scaled to length 1; all 0 for a constant.
std::vector<double> centred(std::vector<double> cells)
{
    const double mean = std::accumulate(cells.begin(), cells.end(), 0.0) / static_cast<double>(cells.size());
    for (double& x : cells) x -= mean;
    make_unit(cells, 0.0);
    return cells;
}

/// The numeric features, at most 10, of which the target is a weighted sum; none if it is not, or if there
/// are more than 200. They are chosen one by one, each time the one that explains most of what is left
/// (orthogonal matching pursuit), on up to 2,000 of the rows, until the median of what is left is 1/1,000 of
/// what it was.
std::vector<std::string> features_of_sum(const Dataset& data, std::span<const Row> rows)
{
    constexpr std::size_t most_solved = 2000;
    constexpr std::size_t most_columns = 200;
    constexpr std::size_t most_summed = 10;
    constexpr std::size_t fewest_solved = 40;
    constexpr double exact = 0.001;
    std::vector<const Column*> columns;
    for (const auto& column : data.features())
        if (column.is_numeric()) columns.push_back(&column);
    std::vector<Row> some;
    const auto step = (rows.size() + most_solved - 1) / most_solved;
    for (std::size_t i = 0; i < rows.size(); i += step)
        if (std::ranges::none_of(columns, [&](const Column* c) { return c->missing(rows[i]); }))
            some.push_back(rows[i]);
    if (columns.size() > most_columns || some.size() < fewest_solved) return {};
    const auto cells_of = [&](std::span<const double> all) {
        std::vector<double> cells;
        for (const Row r : some) cells.push_back(all[r]);
        return centred(std::move(cells));
    };
    std::vector<std::vector<double>> left;
    for (const auto* column : columns) left.push_back(cells_of(column->numeric().values));
    auto y = cells_of(data.responses());
    const auto spread = [&] {
        auto sizes = y;
        for (double& x : sizes) x = std::abs(x);
        return median_of(std::move(sizes));
    };
    const double most = exact * spread();
    std::vector<std::string> summed;
    while (spread() > most) {
        std::size_t best = 0;
        for (std::size_t j = 1; j < left.size(); ++j)
            if (std::abs(dot(left[j], y)) > std::abs(dot(left[best], y))) best = j;
        if (left.empty() || summed.size() == most_summed || dot(left[best], y) == 0.0) return {};
        const auto chosen = left[best];
        subtract(y, dot(chosen, y), chosen);
        for (auto& other : left) {
            subtract(other, dot(chosen, other), chosen);
            make_unit(other, 1e-7); // what is left of its own sums is rounding
        }
        summed.push_back(columns[best]->name);
    }
    return summed;
}

/// The warning that features together give the target, if no one of them does.
std::optional<Warning> of_giving_together(const Dataset& data, std::span<const Row> rows)
{
    if (data.response_type() == ResponseType::classes || data.sparse() != nullptr) return std::nullopt;
    const auto names = features_of_sum(data, rows);
    if (names.size() < 2) return std::nullopt;
    return Warning{
        warnings::feature_gives_target,
        "the target '" + data.response_name() + "' is a weighted sum of the features " +
            listed_in_quotes(names, 10) +
            ": unless all of them are known before the target when a model is used, figures are too "
            "good; `ignore=" +
            option_list(names) + "` leaves them out"};
}

/// of_giving(); where more rows are equal than by chance, of those that equal no earlier row, because every
/// feature gives the number of a row that has a copy.
std::optional<Warning> giving_without_copies(const Dataset& data, const FeatureColumns& features,
                                             const std::vector<Row>& rows, const std::string& group)
{
    auto found = of_giving(data, features, rows, {}, group);
    if (!found || !equal_rows(data).more_than_chance()) return found;
    const auto first = first_equal_rows(data);
    std::vector<bool> copied;
    for (Row r = 0; r < data.labelled(); ++r) copied.push_back(first[r] != r);
    auto fresh = rows;
    std::erase_if(fresh, [&](Row r) { return copied[r]; });
    return fresh.size() < rows.size() ? of_giving(data, features, fresh, copied, group) : found;
}

/// Cells in the form in which distances of rows are computed: ranks from 0 to 1, or codes.
struct Comparable {
    std::string name;
    bool ranks = false;
    std::vector<double> cells;

    double distance(std::size_t a, std::size_t b) const
    {
        const double x = cells[a];
        const double y = cells[b];
        if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y) ? 0.0 : 1.0;
        return ranks ? std::abs(x - y) : x != y ? 1.0 : 0.0;
    }
};

Comparable comparable(std::string name, bool numeric, std::vector<double> cells)
{
    Comparable made{.name = std::move(name), .ranks = numeric, .cells = std::move(cells)};
    if (!numeric) return made;
    const auto order = ascending(made.cells);
    const auto starts = run_starts(made.cells, order);
    const auto n = static_cast<double>(order.size());
    auto ranks = made.cells;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run)
        for (auto i = starts[run]; i < starts[run + 1]; ++i)
            if (!std::isnan(made.cells[order[i]]))
                ranks[order[i]] = static_cast<double>(starts[run] + starts[run + 1] - 1) / 2.0 / n;
    made.cells = std::move(ranks);
    return made;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The mean of the distances of the pairs, and its variance.
std::pair<double, double> mean_distance(const Comparable& column, const Pairs& pairs)
{
    double sum = 0.0;
    double squares = 0.0;
    for (const auto& [a, b] : pairs) {
        const double d = column.distance(a, b);
        sum += d;
        squares += d * d;
    }
    const auto n = static_cast<double>(pairs.size());
    const double mean = sum / n;
    return {mean, std::max(squares / n - mean * mean, 0.0) / n};
}

/// Pairs of rows with one value of a candidate, of rows with neighbouring values, and of any two rows.
struct CandidatePairs {
    Pairs within;
    Pairs between;
    Pairs any;
    std::uint64_t values = 0;
};

/// True if the column measures something, so that its values are no names.
bool has_fractions(const Column& column)
{
    return column.is_numeric() && std::ranges::any_of(column.numeric().values, [](double x) {
               return !std::isnan(x) && x != std::floor(x);
           });
}

/// std::nullopt unless the column has as many values, and as evenly many rows for each, as groups have.
std::optional<CandidatePairs> candidate_pairs(const Column& column, const std::vector<double>& cells)
{
    constexpr double least = 1.1;
    if (looks_like_id(column)) return std::nullopt;
    // Rows of one value in an order that is not that of the file, which may be sorted by anything.
    std::vector<std::uint32_t> order(cells.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [](std::uint32_t i) { return i * 0x9E3779B1U; });
    std::erase_if(order, [&](std::uint32_t i) { return std::isnan(cells[i]); });
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cells[a] < cells[b]; });
    const auto starts = run_starts(cells, order);
    CandidatePairs pairs{.within = {}, .between = {}, .any = {}, .values = starts.size() - 1};
    const auto n = static_cast<double>(order.size());
    const auto mean = n / static_cast<double>(std::max<std::uint64_t>(pairs.values, 1));
    if (pairs.values < 20 || mean < least || mean > most_rows_a_value) return std::nullopt;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run) {
        const auto size = static_cast<double>(starts[run + 1] - starts[run]);
        if (size > std::max(10.0, most_uneven * mean)) return std::nullopt;
        for (auto i = starts[run]; i < starts[run + 1]; ++i)
            if (i > 0) (i > starts[run] ? pairs.within : pairs.between).emplace_back(order[i - 1], order[i]);
    }
    if (pairs.within.size() < 20) return std::nullopt;
    for (std::size_t i = 0; i < order.size(); ++i)
        pairs.any.emplace_back(order[i], order[(i + order.size() / 2) % order.size()]);
    if (!column.is_numeric()) pairs.between = pairs.any;
    return pairs;
}

/// The rows that are looked at for groups: those of some of the values if there are many rows. None if there
/// are more rows of the first of these values than a group has.
std::vector<Row> rows_of_values(const Column& column, Row labelled)
{
    const std::uint64_t share = (labelled + most_rows - 1) / most_rows;
    std::vector<Row> rows;
    std::uint64_t first = 0;
    std::size_t of_first = 0;
    for (Row r = 0; r < labelled; ++r) {
        const auto bits = column.is_numeric() ? std::bit_cast<std::uint64_t>(column.numeric().values[r] + 0.0)
                                              : static_cast<std::uint64_t>(column.coded().codes[r]);
        if (share > 1 && (bits * 0x9E3779B97F4A7C15U >> 32) * share >> 32 != 0) continue;
        if (of_first == 0 && !column.missing(r)) first = bits;
        of_first += bits == first && !column.missing(r) ? 1 : 0;
        if (static_cast<double>(of_first) > most_uneven * most_rows_a_value) return {};
        rows.push_back(r);
    }
    return rows;
}

/// The features that are compared, and the response, of these rows.
std::vector<Comparable> comparable_columns(const Dataset& data, const FeatureColumns& features,
                                           std::span<const Row> rows)
{
    std::vector<Comparable> columns;
    for (std::size_t j = 0; j < std::min(features.size(), most_compared); ++j)
        columns.push_back(comparable(features.name(j), features.is_numeric(j), features.cells(j, rows)));
    std::vector<double> response;
    const bool classes = data.response_type() == ResponseType::classes;
    for (const Row r : rows)
        response.push_back(classes ? static_cast<double>(data.class_codes()[r]) : data.responses()[r]);
    columns.push_back(comparable(data.response_name(), !classes, std::move(response)));
    return columns;
}

/// A feature that names what rows belong to, and the warning.
struct GroupsFound {
    std::string feature;
    Warning warning;
};

/// "the feature 'a' has 20 values in 100 rows, WHY: it seems ...".
GroupsFound groups_found(const std::string& feature, std::uint64_t values, std::size_t rows, bool all_rows,
                         const std::string& why)
{
    return {
        feature,
        {warnings::looks_like_groups,
         "the feature '" + feature + "' has " + std::to_string(values) + " values in " +
             std::to_string(rows) + (all_rows ? " rows" : " of the rows") + ", and " + why +
             ": it seems to name what rows belong to, and models are tested on what they were trained on; "
             "`group=" +
             feature + "` keeps its rows together in every split"}};
}

/// A feature with the usual name of groups, of few values for its rows.
std::optional<GroupsFound> groups_by_name(const Dataset& data)
{
    constexpr std::uint64_t fewest = 10;
    if (data.sparse() != nullptr) return std::nullopt;
    for (const auto& column : data.features()) {
        if (!is_called_group(column.name) || has_fractions(column)) continue;
        std::unordered_set<double> values;
        for (Row r = 0; r < data.labelled(); ++r)
            if (!column.missing(r))
                values.insert(column.is_numeric() ? column.numeric().values[r]
                                                  : static_cast<double>(column.coded().codes[r]));
        if (values.size() >= fewest && 10 * values.size() <= 9 * std::size_t{data.labelled()})
            return groups_found(column.name, values.size(), data.labelled(), true,
                                "its name is one of patients, users and the like");
    }
    return std::nullopt;
}

std::optional<GroupsFound> groups_by_content(const Dataset& data, const FeatureColumns& features)
{
    constexpr double most_share = 0.7;
    constexpr double least_z = 6.0;
    std::vector<Comparable> columns;
    Column scratch;
    std::size_t candidates = 0;
    for (std::size_t j = 0; j < features.size(); ++j) {
        if (static_cast<double>(data.labelled() - features.most_nonzero(j)) > most_uneven * most_rows_a_value)
            continue; // the rows with a 0 are too many for a group
        const auto& column = features.column(j, scratch);
        if (has_fractions(column)) continue;
        const auto rows = rows_of_values(column, data.labelled());
        const auto pairs = candidate_pairs(column, features.cells(j, rows));
        if (!pairs) continue;
        if (++candidates > most_possible_groups) break;
        if (columns.empty() || rows.size() < data.labelled())
            columns = comparable_columns(data, features, rows);
        std::vector<std::string> shared;
        for (const auto& other : columns) {
            if (other.name == column.name) continue;
            const auto [within, error] = mean_distance(other, pairs->within);
            const auto [between, other_error] = mean_distance(other, pairs->between);
            const double any = mean_distance(other, pairs->any).first;
            if (between > within && between >= 0.5 * any && within <= most_share * between &&
                between - within >= least_z * std::sqrt(error + other_error))
                shared.push_back(other.name);
        }
        if (shared.empty()) continue;
        return groups_found(column.name, pairs->values, rows.size(), rows.size() == data.labelled(),
                            "rows of one value resemble each other in " + listed_in_quotes(shared, 3));
    }
    return std::nullopt;
}

} // namespace

std::vector<Warning> doubtful_features(const Dataset& data)
{
    if (data.horizon() > 0 || data.targets() > 1 || data.feature_count() == 0) return {};
    std::vector<Warning> found;
    const FeatureColumns features(data);
    const auto rows = sampled_rows(data);
    auto groups = data.group() != nullptr ? std::nullopt : groups_by_name(data);
    if (!groups && data.group() == nullptr) groups = groups_by_content(data, features);
    if (auto giving = giving_without_copies(data, features, rows, groups ? groups->feature : ""))
        found.push_back(std::move(*giving));
    else if (auto together = of_giving_together(data, rows))
        found.push_back(std::move(*together));
    if (groups) found.push_back(std::move(groups->warning));
    return found;
}

} // namespace unseen
