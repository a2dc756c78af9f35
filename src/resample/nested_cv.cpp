// nested-cv: cross-validation that also leaves out every pair of folds (METHODS C.14; Bates, Hastie &
// Tibshirani 2024).
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/folds.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// A repeat leaves out each of the K folds, then each pair (0,1), (0,2) ... (K-2,K-1). The model without the
/// pair (f, g) tests both: it serves the inner cross-validation of fold f for fold g, and that of fold g for
/// fold f.
Plan nested_cv(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    const Row n = data.labelled();
    const auto folds = static_cast<std::uint64_t>(spec.integer("folds"));
    const auto repeats = static_cast<std::uint64_t>(spec.integer("repeats"));
    require(2 * folds <= n, "nested-cv: folds = " + std::to_string(folds) + " leaves fewer than two of the " +
                                std::to_string(n) + " labelled rows for a fold");
    const auto strata = make_strata(data, spec.flag("stratify"), (n + folds - 1) / folds);
    const auto per_repeat = folds * (folds + 1) / 2;
    const Design design{.splits = per_repeat * repeats,
                        .repeats = static_cast<std::uint32_t>(repeats),
                        .rows = n,
                        // A row is left out of K of the K (K + 1) / 2 splits of a repeat.
                        .training_rows =
                            static_cast<double>(n) * (1.0 - 2.0 / static_cast<double>(folds + 1)),
                        .fold_pairs = true,
                        .no_table = again_and_again};
    return Plan(spec, design, [=](std::uint64_t i, Scratch& scratch) {
        const auto repeat = i / per_repeat;
        deal(scratch, strata, folds, seed, repeat);
        const auto [f, g] = nested_folds(i % per_repeat, folds);
        const auto fold = [&](std::uint64_t k) {
            return std::span<const Row>(scratch.order)
                .subspan(scratch.starts[k], scratch.starts[k + 1] - scratch.starts[k]);
        };
        scratch.test.assign(fold(f).begin(), fold(f).end());
        if (g != f) scratch.test.insert(scratch.test.end(), fold(g).begin(), fold(g).end());
        std::sort(scratch.test.begin(), scratch.test.end());
        return Split{.repeat = static_cast<std::uint32_t>(repeat),
                     .fold = static_cast<std::uint32_t>(i % per_repeat),
                     .train = scratch.train.without(n, scratch.test),
                     .test = scratch.test};
    });
}

} // namespace

PlanEntry nested_cv_entry()
{
    return {.info = {.name = "nested-cv",
                     .help = "cross-validation that also leaves out every pair of folds, for an interval "
                             "about the procedure",
                     .keys = {integer_key("folds", "5", "number of folds K; K (K + 1) / 2 fits a repeat", 3,
                                          1000),
                              integer_key("repeats", "50",
                                          "number of repeats, each with new folds; 50 to 200 are advised", 1,
                                          1e6),
                              flag_key("stratify", "no", std::string(stratify_help))}},
            .make = nested_cv,
            .keeps_groups = false};
}

} // namespace unseen
