// A dataset with rows whose labels are not used, for bounds that count the disagreement of models on them.
//
// Example:
//
//     const Table iris = read_table("data/iris.csv");
//     const DataWithUnlabelled data =
//         make_dataset(iris, {}, nullptr, "0.2", {}, 1); // hides 20 % of the labels, seed 1
//     assert(data.unlabelled.size() == 30 && data.data.labelled() == 120);
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A dataset, and its rows that may be used as unlabelled ones, ascending.
struct DataWithUnlabelled {
    Dataset data;
    std::vector<Row> unlabelled{};
    bool hidden = false; ///< whether some of their labels were hidden
};

/// The dataset of `main` and, unless null, `test`. `unlabelled` says where unlabelled rows come from:
/// - empty: the dataset has none for the bounds;
/// - `missing`: the rows of `main` without a target;
/// - a number between 0 and 1: that share of the labelled rows, drawn by `seed`; their labels are hidden
///   (hide_labels());
/// - anything else: a file, read with `reading`. Throws InputError as Dataset::make(), hide_labels() and
///   read_table() do, and for `missing` if every row has a target.
DataWithUnlabelled make_dataset(Table main, const Roles& roles, const Table* test,
                                const std::string& unlabelled, const ReadOptions& reading,
                                std::uint64_t seed);

} // namespace unseen
