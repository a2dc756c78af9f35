// bootstrap: n rows are drawn with replacement, and the rows that were not drawn are tested (METHODS A.10; Efron 1979). If rows come in
// groups, groups are drawn, each with all its rows.
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/stats/random.hpp"

namespace unseen {

PlanEntry bootstrap_entry()
{
    return {.info = {.name = "bootstrap",
                     .help = "train on rows drawn with replacement, test on those not drawn",
                     .keys = {integer_key("samples", "200", "number of bootstrap samples", 1, 1e9)}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                const Row n = data.labelled();
                const auto groups = make_groups(data);
                const Design design{.splits = static_cast<std::uint64_t>(spec.integer("samples")),
                                    .repeats = 1,
                                    .rows = n,
                                    .training_rows = static_cast<double>(n),
                                    .groups = groups ? groups->size() : 0,
                                    .no_table = again_and_again};
                return Plan(spec, design, [n, seed, groups](std::uint64_t i, Scratch& scratch) {
                    Stream stream(seed, Purpose::bootstrap, i);
                    scratch.counts.assign(n, 0);
                    if (!groups)
                        for (Row draw = 0; draw < n; ++draw) ++scratch.counts[stream.below(n)];
                    for (Row draw = 0; groups && draw < groups->size(); ++draw)
                        for (const Row r : groups->rows_of(stream.below(groups->size()))) ++scratch.counts[r];
                    scratch.test.clear();
                    for (Row r = 0; r < n; ++r)
                        if (scratch.counts[r] == 0) scratch.test.push_back(r);
                    return Split{.repeat = static_cast<std::uint32_t>(i),
                                 .fold = 0,
                                 .train = scratch.train.from_counts(scratch.counts),
                                 .test = scratch.test};
                });
            }};
}

} // namespace unseen
