// Private: strata of the labelled rows, and exact allocation to them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The labelled rows, or the numbers of groups of them, ordered by stratum (code ascending), then by number.
struct Strata {
    std::vector<Row> rows;           ///< all of them, stratum by stratum
    std::vector<std::size_t> starts; ///< of each stratum in `rows`, and the end
    std::vector<std::string> names;

    std::size_t size() const { return names.size(); }
    std::size_t count(std::size_t s) const { return starts[s + 1] - starts[s]; }
};

/// Strata from the code of each row, or group.
Strata strata_by_code(std::span<const std::int32_t> codes, std::vector<std::string> names);

/// The strata to use: the stratum column if the dataset has one, else the classes. With `stratify` false, one stratum that holds all
/// rows, so that schemes need no second case. Throws InputError if there is nothing to stratify by.
std::shared_ptr<const Strata> make_strata(const Dataset& data, bool stratify);

/// Shares `total` out over strata of the given sizes in proportion, by largest remainder in integers; ties go to the larger stratum,
/// then to the lower code. Every part is at most its stratum. METHODS A.5.
std::vector<std::uint64_t> largest_remainder(std::span<const std::uint64_t> sizes, std::uint64_t total);

/// floor(n * fraction + 1/2), which must leave a row on both sides. Throws InputError otherwise; `what` names the plan, `unit` what is counted.
std::uint64_t test_size(Row n, double fraction, const std::string& what, const std::string& unit = "row");

} // namespace unseen
