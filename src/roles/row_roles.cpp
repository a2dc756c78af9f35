#include "roles/row_roles.hpp"

#include "data/cell_codes.hpp"
#include "data/column_tools.hpp"
#include "data/groups_of_one_row.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/effective_rows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_subgroups = 1000; // each subgroup has its own answer

CodedColumn codes_of(const Column& column)
{
    return column.is_numeric() ? coded_from_numbers(column) : column.coded();
}

/// The labels that occur, in their order, and the code of each kept row.
struct Codes {
    Labels labels;
    std::vector<std::uint32_t> codes;
};

Codes kept_codes(const JoinedTables& joined, const Column& column, const KeptRows& kept,
                 const std::string& expected)
{
    const CellCodes cells(column);
    Codes result;
    result.codes.reserve(kept.size());
    std::vector<bool> used(cells.labels().size(), false);
    std::array<std::int32_t, 512> some;
    for (std::size_t begin = 0; begin < column.rows(); begin += some.size()) {
        const auto part = std::span(some).first(std::min(some.size(), column.rows() - begin));
        cells.copy(begin, part);
        for (auto k = result.codes.size(); k < kept.size() && kept[k] < begin + part.size(); ++k) {
            const auto code = part[kept[k] - begin];
            if (code < 0)
                throw InputError(joined.where(column.name, kept[k]) + ": there is no value; expected " +
                                 expected);
            used[static_cast<std::size_t>(code)] = true;
            result.codes.push_back(static_cast<std::uint32_t>(code));
        }
    }
    std::vector<std::string> names;
    for (std::size_t c = 0; c < used.size(); ++c)
        if (used[c]) names.push_back(cells.labels().name(c));
    if (!joined.table().declared_types) names = sorted_labels(std::move(names));
    result.labels = Labels(std::move(names));
    std::vector<std::uint32_t> place(used.size(), 0);
    for (std::size_t c = 0; c < used.size(); ++c)
        if (used[c]) place[c] = *result.labels.code(cells.labels().name(c));
    for (auto& code : result.codes) code = place[code];
    return result;
}

/// The splits and repeats in a column in which R's caret writes both, such as "Fold03.Rep1"; std::nullopt if
/// a cell has another form.
std::optional<std::pair<Codes, Codes>> caret_folds(const Codes& both)
{
    std::vector<std::string> splits;
    std::vector<std::string> repeats;
    for (std::size_t c = 0; c < both.labels.size(); ++c) {
        const auto& name = both.labels.name(c);
        const auto dot = name.rfind(".Rep");
        if (dot == std::string::npos || name.find_first_not_of("0123456789", dot + 4) != std::string::npos ||
            dot + 4 == name.size())
            return std::nullopt;
        splits.push_back(name.substr(0, dot));
        repeats.push_back(name.substr(dot + 1));
    }
    const auto coded = [&](const std::vector<std::string>& part) {
        auto distinct = sorted_labels(part);
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        Codes codes{.labels = Labels(std::move(distinct)), .codes = {}};
        for (const auto c : both.codes) codes.codes.push_back(*codes.labels.code(part[c]));
        return codes;
    };
    return std::pair{coded(splits), coded(repeats)};
}

std::string fold_name(const ScoredRows& rows, std::uint32_t fold)
{
    const auto& f = rows.design.folds[fold];
    return f.repeat.empty() ? "'" + f.split + "'" : "'" + f.split + "' of repeat '" + f.repeat + "'";
}

/// Fills in the folds, sorted by repeat, then split.
void take_folds(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept)
{
    auto split = kept_codes(joined, *found.split, kept, "the split that the row was tested in");
    Codes repeat{.labels = Labels({""}), .codes = std::vector<std::uint32_t>(kept.size(), 0)};
    if (found.repeat != nullptr) {
        repeat = kept_codes(joined, *found.repeat, kept, "the repeat that the row was tested in");
    } else if (auto named = caret_folds(split)) {
        std::tie(split, repeat) = std::move(*named);
        rows.notes.push_back({.role = "split and repeat",
                              .column = found.split->name,
                              .how = RowNote::How::from_rows,
                              .what = "both in column '" + found.split->name + "', as caret writes them"});
    }
    const auto key = [&](std::size_t i) {
        return std::uint64_t{repeat.codes[i]} * split.labels.size() + split.codes[i];
    };
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (keys.empty() || keys.back() != key(i))
            keys.push_back(key(i)); // rows of one fold usually follow each other
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (const auto k : keys) {
        const auto r = k / split.labels.size();
        rows.design.folds.push_back({.repeat = repeat.labels.name(r),
                                     .split = split.labels.name(k % split.labels.size()),
                                     .repeat_number = static_cast<std::uint32_t>(r)});
    }
    std::size_t place = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (keys[place] != key(i))
            place =
                static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), key(i)) - keys.begin());
        split.codes[i] = static_cast<std::uint32_t>(place); // the code is not used any more
    }
    rows.design.fold = std::move(split.codes);
    rows.design.out_of_fold = true;

    std::vector<std::size_t> folds_of(repeat.labels.size(), 0);
    std::vector<std::size_t> rows_of(repeat.labels.size(), 0);
    for (const auto f : rows.design.fold) ++rows.design.folds[f].test_rows;
    for (const auto& f : rows.design.folds) {
        ++folds_of[f.repeat_number];
        rows_of[f.repeat_number] += f.test_rows;
    }
    for (const auto& f : rows.design.folds)
        if (folds_of[f.repeat_number] == 1)
            throw InputError(joined.table().source + ": column '" + found.split->name + "', the split, is '" +
                             f.split + "' in every row" +
                             (found.repeat != nullptr ? " of repeat '" + f.repeat + "'" : "") +
                             "; a cross-validation has at least two");
    for (auto& f : rows.design.folds) f.train_rows = rows_of[f.repeat_number] - f.test_rows;
    if (std::any_of(rows_of.begin(), rows_of.end(), [&](std::size_t n) { return n != rows_of.front(); }))
        rows.warnings.push_back({warnings::unequal_repeats,
                                 "the repeats test different numbers of rows (" +
                                     std::to_string(*std::min_element(rows_of.begin(), rows_of.end())) +
                                     " to " +
                                     std::to_string(*std::max_element(rows_of.begin(), rows_of.end())) +
                                     "); rows may be missing"});
}

/// Finds rows that occur twice by the row numbers of caret and others: rows of several tuning values or of
/// bootstrap samples.
void check_row_numbers(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found,
                       const KeptRows& kept)
{
    const Column& column = *found.row_number;
    // Each part of a file may count from 1.
    if (!column.is_numeric() || joined.begins().size() > 2) return;
    const auto& numbers = column.numeric().values;
    const auto less = [&](std::size_t a, std::size_t b) { return numbers[kept[a]] < numbers[kept[b]]; };
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < kept.size(); ++k)
        if (!column.missing(kept[k])) order.push_back(k);
    const auto repeat_of = [&](std::size_t i) {
        return rows.design.fold.empty() ? 0 : rows.design.folds[rows.design.fold[i]].repeat_number;
    };
    const auto before = [&](std::size_t a, std::size_t b) {
        return repeat_of(a) != repeat_of(b) ? repeat_of(a) < repeat_of(b) : less(a, b);
    };
    if (!rows.design.fold.empty() && rows.design.folds.back().repeat_number > 0 &&
        order.size() == kept.size()) {
        std::vector<double> sorted;
        for (const auto k : order) sorted.push_back(numbers[kept[k]]);
        std::sort(sorted.begin(), sorted.end());
        for (const auto k : order) {
            const auto first = std::lower_bound(sorted.begin(), sorted.end(), numbers[kept[k]]);
            rows.design.name.push_back(static_cast<std::uint32_t>(first - sorted.begin()));
        }
    }
    if (!std::is_sorted(order.begin(), order.end(), before))
        std::stable_sort(order.begin(), order.end(), before);
    std::size_t again = 0;
    std::size_t example = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (before(order[k - 1], order[k])) continue;
        if (again++ == 0) example = order[k];
    }
    if (again == 0) return;
    const auto name = shortest(numbers[kept[example]]);
    if (!rows.design.fold.empty())
        throw InputError(joined.where(column.name, kept[example]) + ": row " + name +
                         " was tested before in the same repeat; expected each row once: keep one of several "
                         "tuning values, "
                         "no bootstrap samples, and name the column of repeats with `repeat`");
    if (rows.design.cluster.empty())
        rows.warnings.push_back(
            {warnings::repeated_ids,
             std::to_string(again) + " rows have a '" + column.name + "' that occurred before (" + name +
                 " is one): rows of several tuning values, repeats or samples are not "
                 "independent draws; keep one of them, or name their column with `group=" +
                 column.name + '`'});
}

/// Checks that each repeat tests a row once. Without folds, rows with the same id depend on each other.
void check_ids(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept)
{
    auto id = kept_codes(joined, *found.id, kept, "the row's name");
    if (rows.design.fold.empty()) {
        std::vector<std::uint64_t> hashes;
        for (const auto& name : id.labels.names()) hashes.push_back(Hasher().add(name).finish().low);
        for (const auto code : id.codes) rows.design.id.push_back(hashes[code]);
    }
    if (id.labels.size() == id.codes.size()) return;
    std::unordered_map<std::uint64_t, std::size_t> seen;
    std::size_t again = 0;
    std::size_t example = 0;
    for (std::size_t i = 0; i < id.codes.size(); ++i) {
        const auto repeat =
            rows.design.fold.empty() ? 0 : rows.design.folds[rows.design.fold[i]].repeat_number;
        const auto [before, is_new] = seen.emplace(std::uint64_t{repeat} << 32 | id.codes[i], i);
        if (is_new) continue;
        if (!rows.design.fold.empty())
            throw InputError(
                joined.where(found.id->name, kept[i]) + ": this id was tested in split " +
                fold_name(rows, rows.design.fold[before->second]) +
                " already; expected each row once in a repeat (name the column of repeats with `repeat`)");
        if (again++ == 0) example = i;
    }
    if (again > 0 && rows.design.cluster.empty())
        rows.warnings.push_back(
            {warnings::repeated_ids,
             std::to_string(again) + " rows have an id that occurred before (" +
                 joined.where(found.id->name, kept[example]) +
                 " is one): rows of one id are not independent draws; name their column with `group=" +
                 found.id->name + '`'});
    if (!rows.design.fold.empty()) rows.design.name = std::move(id.codes);
}

} // namespace

void refuse_two_models(const JoinedTables& joined, const FoundRoles& found)
{
    const auto& begins = joined.begins();
    if (begins.size() == 2) return;
    const std::string hint = ": these look like predictions of two models for the same rows, not like two "
                             "parts of one file; `unseen compare "
                             "models` compares models, `join` takes the tables as parts of one";
    // In a repeated cross-validation the same rows occur in each repeat.
    CodedColumn repeat;
    if (found.repeat != nullptr) repeat = codes_of(*found.repeat);
    const auto repeat_of = [&](std::size_t i) { return found.repeat == nullptr ? 0 : repeat.codes[i]; };
    if (found.id != nullptr) {
        const CodedColumn id = codes_of(*found.id);
        std::unordered_map<std::uint64_t, std::size_t> part_of;
        for (std::size_t p = 0; p + 1 < begins.size(); ++p)
            for (auto i = begins[p]; i < begins[p + 1]; ++i) {
                if (id.codes[i] < 0) continue;
                const auto key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(repeat_of(i))) << 32 |
                                 static_cast<std::uint32_t>(id.codes[i]);
                const auto first = part_of.emplace(key, p).first->second;
                if (first != p)
                    throw InputError(joined.where(found.id->name, i) + ": the same id is in " +
                                     joined.source_of(first) + " too" + hint);
            }
        return;
    }
    const auto same_cell = [](const Column& column, std::size_t a, std::size_t b) {
        if (column.missing(a) || column.missing(b)) return column.missing(a) == column.missing(b);
        return column.is_numeric() ? column.numeric().values[a] == column.numeric().values[b]
                                   : column.coded().codes[a] == column.coded().codes[b];
    };
    const auto same = [&](std::size_t a, std::size_t b) {
        return std::all_of(found.truths.begin(), found.truths.end(),
                           [&](const Column* c) { return same_cell(*c, a, b); });
    };
    for (std::size_t p = 1; p + 1 < begins.size(); ++p)
        for (std::size_t q = 0; q < p; ++q) {
            const auto n = begins[p + 1] - begins[p];
            if (begins[q + 1] - begins[q] != n || repeat_of(begins[q]) != repeat_of(begins[p])) continue;
            bool equal = true;
            bool constant = true;
            for (std::size_t i = 0; i < n && equal; ++i) {
                equal = same(begins[p] + i, begins[q] + i);
                constant = constant && same(begins[p], begins[p] + i);
            }
            require(!equal || constant, joined.source_of(q) + " and " + joined.source_of(p) +
                                            " hold the same truths row by row" + hint);
        }
}

void take_row_roles(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found,
                    const KeptRows& kept)
{
    if (found.split != nullptr) take_folds(rows, joined, found, kept);
    if (found.cluster != nullptr) {
        auto codes = kept_codes(joined, *found.cluster, kept, "the row's group");
        rows.design.clusters = std::move(codes.labels);
        rows.design.cluster = std::move(codes.codes);
        warn_of_groups_of_one_row(found.cluster->name, clusters_that_occur(rows.design),
                                  rows.design.cluster.size(), rows.warnings);
    }
    if (found.by != nullptr) {
        auto codes = kept_codes(joined, *found.by, kept, "the row's subgroup");
        require(codes.labels.size() <= most_subgroups,
                joined.table().source + ": column '" + found.by->name + "' divides the rows into " +
                    std::to_string(codes.labels.size()) + " subgroups; expected at most " +
                    std::to_string(most_subgroups));
        require(!codes.labels.code(""), joined.table().source + ": column '" + found.by->name +
                                            "': a subgroup has no name; expected one in every row");
        rows.design.subgroups = std::move(codes.labels);
        rows.design.subgroup = std::move(codes.codes);
    }
    if (found.id != nullptr) check_ids(rows, joined, found, kept);
    if (found.row_number != nullptr) check_row_numbers(rows, joined, found, kept);
}

void take_weights(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, KeptCells& cells)
{
    if (found.weight == nullptr) return;
    auto& weight = rows.design.weight;
    weight = cells.numbers(*found.weight, "a weight");
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (const double w = weight[i]; !(w >= 0.0 && w <= largest_weight))
            throw InputError(cells.where(*found.weight, i) + ": the weight is " + shortest(w) +
                             "; expected a number " +
                             (w > 0.0 ? "of at most " + shortest(largest_weight) : std::string(">= 0")));
    require(std::ranges::any_of(weight, [](double w) { return w > 0.0; }),
            joined.table().source + ": column '" + found.weight->name +
                "', the weights, is 0 in every row; expected a positive weight");
}

void limit_training_rows(ScoredRows& rows, std::uint64_t train_rows)
{
    for (auto& f : rows.design.folds) {
        require(train_rows >= 1 && train_rows <= f.train_rows, "`train_rows`: " + std::to_string(train_rows) +
                                                                   " is not valid; the other folds have " +
                                                                   std::to_string(f.train_rows) + " rows");
        f.fewer_rows = train_rows < f.train_rows;
        f.train_rows = train_rows;
    }
}

std::uint64_t clusters_that_occur(const RowDesign& rows)
{
    std::vector<char> occurs(rows.clusters.size(), 0);
    for (const auto c : rows.cluster) occurs[c] = 1;
    return static_cast<std::uint64_t>(std::count(occurs.begin(), occurs.end(), 1));
}

RowDesign without_needless_roles(RowDesign rows)
{
    if (all_equal(rows.weight)) rows.weight.clear();
    if (!rows.cluster.empty() && clusters_that_occur(rows) == rows.size()) rows.cluster.clear();
    return rows;
}

} // namespace unseen
