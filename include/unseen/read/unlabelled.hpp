// A dataset with rows whose labels are not looked at, for bounds that count disagreement on them.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A dataset, and which of its rows may be used as unlabelled ones, ascending.
struct DataWithUnlabelled {
    Dataset data;
    std::vector<Row> unlabelled{};
};

/// The dataset of `main` and, unless null, `test`, with unlabelled rows from what `unlabelled` names: nothing (none); `missing`, the rows of `main`
/// that lack the target; a number between 0 and 1, that share of the labelled rows, drawn by `seed`, whose labels are hidden (hide_labels()); or a
/// file, read as `reading` says. Throws InputError as Dataset::make(), hide_labels() and read_table() do, and where no row is missing.
DataWithUnlabelled make_dataset(const Table& main, const Roles& roles, const Table* test, const std::string& unlabelled,
                                const ReadOptions& reading, std::uint64_t seed);

} // namespace unseen
