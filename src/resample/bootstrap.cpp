// bootstrap: n rows are drawn with replacement, and the rows that were not drawn are tested (METHODS A.10;
// Efron 1979). If rows come in groups, groups are drawn, each with all its rows. Stratified: from each
// stratum as many units as it has (Davison & Hinkley 1997, 3.2).
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/stats/random.hpp"

namespace unseen {

PlanEntry bootstrap_entry()
{
    return {.info = {.name = "bootstrap",
                     .help = "train on rows drawn with replacement, test on those not drawn",
                     .keys = {integer_key("samples", "200", "number of bootstrap samples", 1, 1e9),
                              flag_key("stratify", "no",
                                       "yes: draw as many rows of each class, or value of the column "
                                       "`stratum`, as there are")}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                const Row n = data.labelled();
                const auto groups = make_groups(data);
                const bool stratify = spec.flag("stratify");
                const auto strata =
                    groups ? make_group_strata(data, *groups, stratify) : make_strata(data, stratify);
                const Design design{.splits = static_cast<std::uint64_t>(spec.integer("samples")),
                                    .repeats = 1,
                                    .rows = n,
                                    .training_rows = static_cast<double>(n),
                                    .groups = groups ? groups->size() : 0,
                                    .no_table = again_and_again};
                return Plan(spec, design, [n, seed, groups, strata](std::uint64_t i, Scratch& scratch) {
                    Stream stream(seed, Purpose::bootstrap, i);
                    scratch.counts.assign(n, 0);
                    for (std::size_t s = 0; s < strata->size(); ++s) {
                        const auto units =
                            std::span(strata->rows).subspan(strata->starts[s], strata->count(s));
                        for (std::size_t draw = 0; draw < units.size(); ++draw) {
                            const Row unit = units[stream.below(units.size())];
                            if (!groups) ++scratch.counts[unit];
                            for (const Row r : groups ? groups->rows_of(unit) : std::span<const Row>())
                                ++scratch.counts[r];
                        }
                    }
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
