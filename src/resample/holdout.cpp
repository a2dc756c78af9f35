// Random splits into a training and a test part: `holdout` (METHODS A.5, A.6) and `random` (A.7, Monte-Carlo cross-validation).
// They differ in their defaults and in what people conclude from them.
#include "resample/entry.hpp"
#include "resample/strata.hpp"

#include "unseen/stats/random.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Repeat r: shuffle each stratum with stream (seed, splits, r, 0), one stratum after the other; the first rows of each are the test rows.
Plan random_parts(const Spec& spec, const Dataset& data, std::uint64_t seed, SplitKind kind, std::uint64_t repeats)
{
    const Row n = data.labelled();
    const auto test_rows = test_size(n, spec.real("fraction"), spec.name());
    const auto strata = make_strata(data, spec.flag("stratify"));
    std::vector<std::uint64_t> sizes;
    for (std::size_t s = 0; s < strata->size(); ++s) sizes.push_back(strata->count(s));
    auto parts = largest_remainder(sizes, test_rows);

    std::vector<Warning> warnings;
    for (std::size_t s = 0; s < strata->size(); ++s) {
        if (sizes[s] == 0) continue;
        const auto rows = "'" + strata->names[s] + "', " + std::to_string(sizes[s]) + (sizes[s] == 1 ? " row" : " rows");
        if (parts[s] == 0) warnings.push_back({"class_absent_from_test", spec.name() + ": no test row has the class " + rows});
        if (parts[s] == sizes[s])
            warnings.push_back({"class_absent_from_training", spec.name() + ": no training row has the class " + rows});
    }
    const Design design{.kind = kind,
                        .splits = repeats,
                        .repeats = static_cast<std::uint32_t>(repeats),
                        .rows = n,
                        .training_rows = static_cast<double>(n - test_rows)};
    const auto at = [n, seed, strata, parts = std::move(parts)](std::uint64_t i, Scratch& scratch) {
        Stream stream(seed, Purpose::splits, i);
        scratch.dealt_for.reset(); // `order` is ours now
        scratch.order = strata->rows;
        scratch.test.clear();
        for (std::size_t s = 0; s < strata->size(); ++s) {
            const auto stratum = std::span(scratch.order).subspan(strata->starts[s], strata->count(s));
            stream.shuffle(stratum);
            scratch.test.insert(scratch.test.end(), stratum.begin(), stratum.begin() + static_cast<std::ptrdiff_t>(parts[s]));
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
    using Kind = SpecKey::Kind;
    return {.info = {.name = "holdout",
                     .help = "set a random share of the rows aside for testing",
                     .keys = {{.name = "fraction",
                               .kind = Kind::real,
                               .fallback = "0.3333",
                               .help = "share of test rows",
                               .lowest = 0,
                               .highest = 1,
                               .open = true},
                              {.name = "repeats",
                               .kind = Kind::integer,
                               .fallback = "1",
                               .help = "how often, independently",
                               .lowest = 1,
                               .highest = 1e9},
                              {.name = "stratify",
                               .kind = Kind::flag,
                               .fallback = "yes",
                               .help = "keep class shares",
                               .fallback_for_numbers = "no"}}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                return random_parts(spec, data, seed, SplitKind::holdout, static_cast<std::uint64_t>(spec.integer("repeats")));
            }};
}

PlanEntry random_entry()
{
    using Kind = SpecKey::Kind;
    return {.info = {.name = "random",
                     .help = "many independent random splits (Monte-Carlo cross-validation, subsampling)",
                     .keys = {{.name = "splits",
                               .kind = Kind::integer,
                               .fallback = "25",
                               .help = "how many",
                               .lowest = 1,
                               .highest = 1e9},
                              {.name = "fraction",
                               .kind = Kind::real,
                               .fallback = "0.1",
                               .help = "share of test rows",
                               .lowest = 0,
                               .highest = 1,
                               .open = true},
                              {.name = "stratify", .kind = Kind::flag, .fallback = "no", .help = "keep class shares"}}},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t seed) {
                return random_parts(spec, data, seed, SplitKind::random, static_cast<std::uint64_t>(spec.integer("splits")));
            }};
}

} // namespace unseen
