// Small datasets and ways to look at a plan's splits.
#pragma once

#include "unseen/resample/plan.hpp"
#include "unseen/stats/random.hpp"

#include <string>
#include <vector>

namespace unseen::test {

inline Column coded_column(const std::string& name, const std::vector<std::int32_t>& codes,
                           const std::vector<std::string>& labels)
{
    return {name, CodedColumn{Labels(labels), codes}};
}

inline Column numeric_column(const std::string& name, std::vector<double> values)
{
    return {name, NumericColumn{std::move(values)}};
}

inline Table table_of(std::vector<Column> columns)
{
    return {.source = "example", .columns = std::move(columns), .declared_types = true, .notes = {}};
}

/// Rows of the classes c0, c1 ... with these codes.
inline Dataset class_data(const std::vector<std::int32_t>& codes)
{
    std::vector<std::string> labels;
    for (const auto code : codes)
        while (static_cast<std::int32_t>(labels.size()) <= code)
            labels.push_back("c" + std::to_string(labels.size()));
    return Dataset::make(table_of({coded_column("y", codes, labels)}));
}

/// counts[c] rows of class c, in random order.
inline Dataset class_counts(const std::vector<std::size_t>& counts, std::uint64_t seed = 1)
{
    std::vector<std::int32_t> codes;
    for (std::size_t c = 0; c < counts.size(); ++c)
        codes.insert(codes.end(), counts[c], static_cast<std::int32_t>(c));
    Stream(seed, Purpose::generation).shuffle(std::span(codes));
    return class_data(codes);
}

/// n rows of a numeric response.
inline Dataset number_data(std::size_t n)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(static_cast<double>(i) / 2);
    return Dataset::make(table_of({numeric_column("y", values)}));
}

inline Plan plan(const std::string& spec, const Dataset& data, std::uint64_t seed = 42)
{
    return make_plan(Spec::parse(spec), data, seed);
}

/// A split that owns its rows: how often each row is trained on, and which are tested.
struct OwnedSplit {
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    std::vector<std::uint32_t> train;
    std::vector<Row> test;

    friend bool operator==(const OwnedSplit&, const OwnedSplit&) = default;
};

inline OwnedSplit owned(const Split& split)
{
    OwnedSplit copy{split.repeat,
                    split.fold,
                    std::vector<std::uint32_t>(split.train.universe(), 0),
                    {split.test.begin(), split.test.end()}};
    split.train.for_each([&](Row row, std::uint32_t count) { copy.train[row] += count; });
    return copy;
}

/// All splits, in order, through one Scratch.
inline std::vector<OwnedSplit> splits_of(const Plan& plan)
{
    std::vector<OwnedSplit> splits;
    Scratch scratch;
    for (std::uint64_t i = 0; i < plan.size(); ++i) splits.push_back(owned(plan.at(i, scratch)));
    return splits;
}

inline std::vector<std::string> warning_codes(const Plan& plan)
{
    std::vector<std::string> codes;
    for (const auto& warning : plan.warnings()) codes.push_back(warning.code);
    return codes;
}

} // namespace unseen::test
