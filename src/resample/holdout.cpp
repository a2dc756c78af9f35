// Random splits into a training and a test part: `holdout` (METHODS A.5, A.6) and `random` (A.7, Monte-Carlo
// cross-validation). They differ in their defaults and in the design: one model with its test set, or many
// random splits.
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/stats/random.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Repeat r shuffles each stratum with stream (seed, splits, r, 0), one stratum after the other; the first
/// rows of each are the test rows. If rows come in groups, groups are shuffled and tested as a whole:
/// `fraction` is a fraction of the groups, so that all groups are equally likely. `one_model`: the split
/// tests the one model that is trained, instead of being one of many.
Plan random_parts(const Spec& spec, const Dataset& data, std::uint64_t seed, std::uint64_t repeats,
                  bool one_model)
{
    const Row n = data.labelled();
    const auto groups = make_groups(data);
    const std::string unit = groups ? "group" : "row";
    const Row units = groups ? groups->size() : n;
    const auto test_units = test_size(units, spec.real("fraction"), spec.name(), unit);
    const auto strata = groups ? make_group_strata(data, *groups, spec.flag("stratify"))
                               : make_strata(data, spec.flag("stratify"), test_units);
    std::vector<std::uint64_t> sizes;
    for (std::size_t s = 0; s < strata->size(); ++s) sizes.push_back(strata->count(s));
    auto parts = largest_remainder(sizes, test_units);

    std::vector<Warning> warnings;
    for (std::size_t s = 0; s < strata->size(); ++s) {
        if (sizes[s] == 0 || strata->of_numbers) continue;
        const auto has =
            " has the class '" + strata->names[s] + "' (" + std::to_string(sizes[s]) + ' ' + unit;
        const auto plural = sizes[s] == 1 ? ")" : "s)";
        if (parts[s] == 0)
            warnings.push_back(
                {warnings::class_absent_from_test, spec.name() + ": no test " + unit + has + plural});
        if (parts[s] == sizes[s])
            warnings.push_back(
                {warnings::class_absent_from_training, spec.name() + ": no training " + unit + has + plural});
    }
    const double training_rows =
        groups ? static_cast<double>(n) * static_cast<double>(units - test_units) / static_cast<double>(units)
               : static_cast<double>(n - test_units);
    const Design design{.estimand = one_model ? Estimand::model : Estimand::procedure,
                        .splits = repeats,
                        .repeats = static_cast<std::uint32_t>(repeats),
                        .rows = n,
                        .training_rows = training_rows,
                        .groups = groups ? units : 0,
                        .random_splits = !one_model,
                        .no_table = repeats > 1 ? "test rows of several random splits overlap" : ""};
    const auto at = [n, seed, groups, strata, parts = std::move(parts)](std::uint64_t i, Scratch& scratch) {
        Stream stream(seed, Purpose::splits, i);
        scratch.dealt_for.reset(); // this overwrites `order`
        scratch.order = strata->rows;
        scratch.test.clear();
        for (std::size_t s = 0; s < strata->size(); ++s) {
            const auto stratum = std::span(scratch.order).subspan(strata->starts[s], strata->count(s));
            stream.shuffle(stratum);
            const auto tested = stratum.first(parts[s]);
            if (!groups) scratch.test.insert(scratch.test.end(), tested.begin(), tested.end());
            for (std::size_t g = 0; groups && g < tested.size(); ++g) {
                const auto rows = groups->rows_of(tested[g]);
                scratch.test.insert(scratch.test.end(), rows.begin(), rows.end());
            }
        }
        std::sort(scratch.test.begin(), scratch.test.end());
        return Split{.repeat = static_cast<std::uint32_t>(i),
                     .fold = 0,
                     .train = scratch.train.without(n, scratch.test),
                     .test = scratch.test};
    };
    return Plan(spec, design, at, std::move(warnings));
}

} // namespace

PlanEntry holdout_entry()
{
    return {.info = {.name = "holdout",
                     .help = "set a random share of the rows aside for testing",
                     .keys = {open_real_key("fraction", "0.3333", "share of test rows", 0, 1),
                              integer_key("repeats", "1", "number of independent splits", 1, 1e9),
                              flag_key("stratify", "yes", std::string(stratify_help), "no")}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                const auto repeats = static_cast<std::uint64_t>(spec.integer("repeats"));
                return random_parts(spec, data, seed, repeats, repeats == 1);
            }};
}

PlanEntry random_entry()
{
    return {.info = {.name = "random",
                     .help = "independent random splits (Monte-Carlo cross-validation, subsampling)",
                     .keys = {integer_key("splits", "25", "number of splits", 1, 1e9),
                              open_real_key("fraction", "0.1", "share of test rows", 0, 1),
                              flag_key("stratify", "no", std::string(stratify_help))}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                return random_parts(spec, data, seed, static_cast<std::uint64_t>(spec.integer("splits")),
                                    false);
            }};
}

} // namespace unseen
