// lpo: leave-p-out, complete cross-validation (METHODS A.8; Shao 1993). Each set of p rows, or of p groups,
// is tested once.
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Beyond this number of fits a random sample of the splits does as well: see the plan `random`.
constexpr std::uint64_t most_splits = 10'000'000;

/// C(n, p), exact below 2^53. Needs p <= n.
double combinations(std::uint64_t n, std::uint64_t p)
{
    double count = 1.0;
    for (std::uint64_t i = 1; i <= std::min(p, n - p); ++i)
        count = count * static_cast<double>(n - i + 1) / static_cast<double>(i);
    return count;
}

/// The set of number `rank` among the sets of p of the numbers 0..n-1 in lexicographic order. O(n).
std::vector<Row> combination(std::uint64_t rank, std::uint64_t n, std::uint64_t p)
{
    std::vector<Row> chosen;
    for (Row next = 0; chosen.size() < p; ++next) {
        const auto with_next = static_cast<std::uint64_t>(combinations(n - next - 1, p - chosen.size() - 1));
        if (rank < with_next)
            chosen.push_back(next);
        else
            rank -= with_next;
    }
    return chosen;
}

Plan leave_p_out(const Spec& spec, const Dataset& data)
{
    const Row n = data.labelled();
    const auto groups = make_groups(data);
    const std::uint64_t units = groups ? groups->size() : n;
    const std::string unit = groups ? "groups" : "rows";
    const auto p = static_cast<std::uint64_t>(spec.integer("p"));
    require(p < units, "lpo: p = " + std::to_string(p) + " must be less than the number of " + unit + ", " +
                           std::to_string(units));
    const double count = combinations(units, p);
    require(count <= static_cast<double>(most_splits),
            "lpo: p = " + std::to_string(p) + " of " + std::to_string(units) + ' ' + unit + " gives " +
                (count < 1e15 ? std::to_string(static_cast<std::uint64_t>(count)) : "more than 1e15") +
                " splits; expected at most " + std::to_string(most_splits) + "; 'random' draws some of them");
    const Design design{.splits = static_cast<std::uint64_t>(count),
                        .repeats = 1,
                        .rows = n,
                        .training_rows = static_cast<double>(n) * static_cast<double>(units - p) /
                                         static_cast<double>(units),
                        .groups = groups ? units : 0,
                        .each_row_once = p == 1,
                        .one_row_splits = p == 1 && !groups,
                        .no_table = p == 1 ? "" : again_and_again};
    return Plan(spec, design, [n, units, p, groups](std::uint64_t i, Scratch& scratch) {
        const auto chosen = combination(i, units, p);
        scratch.test.clear();
        for (const Row u : chosen) {
            const auto rows = groups ? groups->rows_of(u) : std::span(&u, 1);
            scratch.test.insert(scratch.test.end(), rows.begin(), rows.end());
        }
        std::sort(scratch.test.begin(), scratch.test.end());
        return Split{.repeat = 0,
                     .fold = static_cast<std::uint32_t>(i),
                     .train = scratch.train.without(n, scratch.test),
                     .test = scratch.test};
    });
}

} // namespace

PlanEntry leave_p_out_entry()
{
    return {
        .info = {.name = "lpo",
                 .help = "leave-p-out, complete cross-validation: test each set of p rows, or of p groups",
                 .keys = {integer_key("p", "2", "rows, or groups, of a test set", 1, 1e9)}},
        .make = [](const Spec& spec, const Dataset& data, std::uint64_t) { return leave_p_out(spec, data); }};
}

} // namespace unseen
