#include "engine.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace unseen::python {

namespace {

/// The rows of one split: sorted, training rows as often as they count.
struct GivenSplit {
    std::vector<Row> train;
    std::vector<Row> test;
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
};

/// The rows of each position in the arrays.
std::vector<std::optional<Row>> rows_of_positions(const Dataset& data)
{
    std::vector<std::optional<Row>> rows(data.rows());
    for (Row r = 0; r < data.labelled(); ++r) rows[data.source_row(r)] = r;
    return rows;
}

std::vector<Row> sorted_rows(const IndexArray& positions, const std::vector<std::optional<Row>>& rows,
                             const std::string& split)
{
    std::vector<Row> found;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto at = positions.data()[i];
        if (at < 0 || static_cast<std::size_t>(at) >= rows.size())
            throw InputError(split + " has row " + std::to_string(at) + " of " + std::to_string(rows.size()) +
                             " rows");
        const auto row = rows[static_cast<std::size_t>(at)];
        if (!row) throw InputError(split + " has row " + std::to_string(at) + ", whose response is missing");
        found.push_back(*row);
    }
    std::ranges::sort(found);
    return found;
}

/// Cuts the splits into repeats, each of which tests every row once, in equal numbers of folds. False if they
/// cannot be cut so.
bool number_folds(std::vector<GivenSplit>& splits, Row rows)
{
    std::vector<std::uint32_t> seen(rows, 0); // the repeat, from 1, that tested a row last
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    std::uint32_t folds = 0;
    std::size_t tested = 0;
    for (auto& split : splits) {
        for (const Row r : split.test)
            if (std::exchange(seen[r], repeat + 1) == repeat + 1) return false;
        split.repeat = repeat;
        split.fold = fold++;
        tested += split.test.size();
        if (tested < rows) continue;
        if (repeat > 0 && fold != folds) return false;
        folds = std::exchange(fold, 0);
        tested = 0;
        ++repeat;
    }
    return tested == 0;
}

void require_apart(const GivenSplit& split, const std::string& name, const Dataset& data)
{
    const auto row = [&](Row r) { return " row " + std::to_string(data.source_row(r)); };
    if (split.train.empty()) throw InputError(name + " has no training rows");
    if (split.test.empty()) throw InputError(name + " has no test rows");
    const auto again = std::ranges::adjacent_find(split.test);
    if (again != split.test.end()) throw InputError(name + " tests" + row(*again) + " twice");
    std::vector<Row> both;
    std::ranges::set_intersection(split.train, split.test, std::back_inserter(both));
    if (!both.empty())
        throw InputError(name + " trains on" + row(both.front()) +
                         ", which it tests; the figure would be too good");
    if (data.groups().empty()) return;
    std::vector<bool> trained(data.rows(), false); // by group
    for (const Row r : split.train) trained[data.groups()[r]] = true;
    for (const Row r : split.test)
        if (trained[data.groups()[r]])
            throw InputError(name + " trains on a row of the group of" + row(r) +
                             ", which it tests; expected splits that keep groups whole");
}

} // namespace

Plan given_plan(const Dataset& data, const std::string& name,
                const std::vector<std::pair<IndexArray, IndexArray>>& pairs, bool random)
{
    require(!pairs.empty(), name + " has no splits");
    const auto rows = rows_of_positions(data);
    auto splits = std::make_shared<std::vector<GivenSplit>>();
    double training_rows = 0.0;
    bool one_row = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto split = name + ": split " + std::to_string(i);
        auto& made = splits->emplace_back();
        made.train = sorted_rows(pairs[i].first, rows, split);
        made.test = sorted_rows(pairs[i].second, rows, split);
        made.fold = static_cast<std::uint32_t>(i);
        require_apart(made, split, data);
        training_rows += static_cast<double>(made.train.size()) / static_cast<double>(pairs.size());
        one_row = one_row && made.test.size() == 1;
    }
    const Row n = data.labelled();
    const bool folds = splits->size() > 1 && number_folds(*splits, n);
    std::vector<std::uint32_t> groups;
    if (!data.groups().empty()) groups.assign(data.groups().begin(), data.groups().begin() + n);
    std::ranges::sort(groups);
    const auto different =
        static_cast<Row>(std::ranges::distance(groups.begin(), std::ranges::unique(groups).begin()));
    const Design design{.estimand = splits->size() == 1 ? Estimand::model : Estimand::procedure,
                        .splits = splits->size(),
                        .repeats = folds    ? splits->back().repeat + 1
                                   : random ? static_cast<std::uint32_t>(splits->size())
                                            : 1,
                        .rows = n,
                        .training_rows = training_rows,
                        .groups = different < n ? different : 0,
                        .each_row_once = folds,
                        .one_row_splits = folds && one_row,
                        .random_splits = random && splits->size() > 1,
                        .no_table =
                            folds || splits->size() == 1 ? "" : "the splits may test a row several times"};
    return Plan(Spec(name), design, [splits, n, random, folds](std::uint64_t i, Scratch& scratch) {
        const auto& split = (*splits)[i];
        scratch.counts.assign(n, 0);
        for (const Row r : split.train) ++scratch.counts[r];
        return Split{.repeat = random && !folds ? static_cast<std::uint32_t>(i) : split.repeat,
                     .fold = split.fold,
                     .train = scratch.train.from_counts(scratch.counts),
                     .test = split.test};
    });
}

} // namespace unseen::python
