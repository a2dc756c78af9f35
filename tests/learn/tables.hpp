// Small tables built in code, and predictions by learners, for the tests of learners.
#pragma once

#include "unseen/learn/learner.hpp"

#include <numeric>

namespace unseen::test {

constexpr double missing = NumericColumn::missing;

inline Column numbers(std::string name, std::vector<double> values)
{
    return {std::move(name), NumericColumn{std::move(values)}};
}

/// Codes into the labels given; -1 is missing.
inline Column codes(std::string name, std::vector<std::string> labels, std::vector<std::int32_t> values)
{
    return {std::move(name), CodedColumn{Labels(std::move(labels)), std::move(values)}};
}

/// The last column is the target. Rows without one are the queries: they come behind the labelled rows.
inline Dataset dataset(std::vector<Column> columns)
{
    Table table;
    table.source = "table in the test";
    table.columns = std::move(columns);
    table.declared_types = true;
    return Dataset::make(table);
}

inline std::vector<Row> row_range(Row begin, Row end)
{
    std::vector<Row> rows(end - begin);
    std::iota(rows.begin(), rows.end(), begin);
    return rows;
}

/// A learner of the table by its name alone; a meta-learner has trees in its brackets, of which there are two
/// to choose from if it tunes, and a share of noise where that has no default.
inline std::string plain_spec(const SpecInfo& info)
{
    std::string text = info.name;
    const std::string base = info.name == "tuned" ? "tree:max_depth=2|5" : "tree";
    for (std::size_t b = 0; b < info.fewest_bases; ++b) text += (b == 0 ? "(" : ";") + base;
    return text + (info.fewest_bases > 0 ? ")" : "") +
           (info.name == "noisy"            ? ":share=0.2"
            : info.name == "seasonal-naive" ? ":season=1"
                                            : "");
}

/// A learner prepared for `specs`, which differ in their parameters only.
inline std::unique_ptr<const Prepared> prepare(const Dataset& data, const std::vector<std::string>& specs,
                                               const Budget& budget = {})
{
    std::vector<Spec> resolved;
    for (const auto& spec : specs)
        resolved.push_back(make_learner(Spec::parse(spec), data.response_type())->spec());
    return make_learner(resolved.front(), data.response_type())->prepare(data, resolved, budget);
}

inline Task task(const RowSet& train, std::span<const Row> predict)
{
    return {.train = train, .predict = predict, .seed = 7};
}

/// Predictions for `rows` by one learner trained on all labelled rows.
inline Predictions trained_on_all(const Dataset& data, const std::string& spec, const std::vector<Row>& rows)
{
    const std::size_t variants[] = {0};
    return prepare(data, {spec})->evaluate(task(RowSet::all(data.labelled()), rows), variants).front();
}

/// How often each row is trained on: once, twice or three times, and every seventh row not at all.
inline std::vector<std::uint32_t> uneven_counts(Row rows)
{
    std::vector<std::uint32_t> counts(rows, 0);
    for (Row r = 0; r < rows; ++r)
        if (r % 7 != 2) counts[r] = 1 + r % 3;
    return counts;
}

} // namespace unseen::test
