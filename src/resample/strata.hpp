// Private: strata of the labelled rows, and exact allocation to them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The labelled rows, or the numbers of their groups, sorted by stratum (code ascending), then by number.
struct Strata {
    std::vector<Row> rows;           ///< sorted by stratum
    std::vector<std::size_t> starts; ///< where each stratum starts in `rows`, and the end
    std::vector<std::string> names;
    bool of_numbers =
        false; ///< consecutive strata of sorted numbers; each is ordered by the number, then by row

    std::size_t size() const { return names.size(); }
    std::size_t count(std::size_t s) const { return starts[s + 1] - starts[s]; }
};

/// Strata from the code of each row, or of each group.
Strata strata_by_code(std::span<const std::int32_t> codes, std::vector<std::string> names);

/// Cuts 0..values.size()-1, sorted by (value, number), into `count` consecutive strata of sizes METHODS A.2.
/// A.11.
Strata strata_of_numbers(std::span<const double> values, std::uint64_t count);

/// The help of every plan's key `stratify`.
inline constexpr std::string_view stratify_help =
    "balance the parts by the column `stratum`, else by the target: shares of classes, or consecutive strata "
    "of numbers";

/// The strata of the dataset, by its stratum column or else by its response. If `stratify` is false, one
/// stratum holds all rows, so that schemes need no second case. `numbers`: how many strata a column of
/// numbers is cut into; 0: the plan cannot balance numbers. Throws InputError then, and for a row without a
/// value.
std::shared_ptr<const Strata> make_strata(const Dataset& data, bool stratify, std::uint64_t numbers = 0);

/// Divides `total` <= sum(sizes) among strata in proportion to their sizes, by largest remainder in integers.
/// Ties go to the larger stratum, then to the lower code. No part exceeds its stratum. METHODS A.5.
std::vector<std::uint64_t> largest_remainder(std::span<const std::uint64_t> sizes, std::uint64_t total);

/// floor(n * fraction + 1/2), the number of test rows. Throws InputError unless training and test part have a
/// row each. Messages use `what`, the name of the plan, and `unit`, the name of what is counted.
std::uint64_t test_size(Row n, double fraction, const std::string& what, const std::string& unit = "row");

} // namespace unseen
