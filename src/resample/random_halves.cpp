// random-halves: random splits of all rows, and of the halves of random halvings. The difference between the
// means on two disjoint halves estimates how much a mean over such splits varies with the data (METHODS C.13;
// Nadeau & Bengio 2003).
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

// The random streams of a plan: the `sub` of each kind of draw.
constexpr std::uint64_t split_stream = 1;
constexpr std::uint64_t halving_stream = 2;

/// Groups, where there are some, take the place of rows. Splits 0..J-1 split all rows (repeat 0), the next J
/// the first half of the first halving (repeat 1), the next J its second half (repeat 2), and so on. All
/// train on the number of rows that a half leaves for training, so that all estimate the same error.
Plan random_halves(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    const Row n = data.labelled();
    const auto groups = make_groups(data);
    const std::string unit = groups ? "group" : "row";
    const Row units = groups ? groups->size() : n;
    const auto splits = static_cast<std::uint64_t>(spec.integer("splits"));
    const auto pairs = static_cast<std::uint64_t>(spec.integer("pairs"));
    const auto tested = test_size(units, spec.real("fraction"), spec.name(), unit);
    const std::uint64_t half = units / 2;
    require(half >= tested + 2, "random-halves: half of the " + std::to_string(units) + ' ' + unit +
                                    "s must hold the " + std::to_string(tested) + " test " + unit +
                                    "s and at least two training " + unit + "s; take a smaller fraction");
    const Design design{.splits = splits * (1 + 2 * pairs),
                        .repeats = static_cast<std::uint32_t>(1 + 2 * pairs),
                        .rows = n,
                        .training_rows = static_cast<double>(half - tested) * static_cast<double>(n) /
                                         static_cast<double>(units),
                        .groups = groups ? units : 0,
                        .halvings = true,
                        .no_table = again_and_again};
    return Plan(spec, design, [=](std::uint64_t i, Scratch& scratch) {
        const auto part = i / splits; // 0: all rows; 1 + 2r, 2 + 2r: the halves of halving r
        scratch.dealt_for.reset();    // this overwrites `order`
        scratch.order.resize(units);
        std::iota(scratch.order.begin(), scratch.order.end(), Row{0});
        auto parts = std::span<Row>(scratch.order);
        if (part > 0) {
            Stream(seed, Purpose::splits, (part - 1) / 2, halving_stream).shuffle(parts);
            parts = parts.subspan((part - 1) % 2 * half, half);
        }
        Stream(seed, Purpose::splits, i, split_stream).shuffle(parts);
        const auto rows_of = [&](const Row& u) { return groups ? groups->rows_of(u) : std::span(&u, 1); };
        scratch.test.clear();
        for (const Row& u : parts.first(tested))
            scratch.test.insert(scratch.test.end(), rows_of(u).begin(), rows_of(u).end());
        std::sort(scratch.test.begin(), scratch.test.end());
        scratch.counts.assign(n, 0);
        for (const Row& u : parts.subspan(tested, half - tested))
            for (const Row r : rows_of(u)) scratch.counts[r] = 1;
        return Split{.repeat = static_cast<std::uint32_t>(part),
                     .fold = static_cast<std::uint32_t>(i % splits),
                     .train = scratch.train.from_counts(scratch.counts),
                     .test = scratch.test};
    });
}

} // namespace

PlanEntry random_halves_entry()
{
    return {
        .info =
            {.name = "random-halves",
             .help = "random splits of all rows and of disjoint halves, for a conservative interval",
             .keys = {integer_key("splits", "15", "splits of all rows, and of each half", 1, 1e6),
                      integer_key("pairs", "10", "number of halvings", 1, 1e6),
                      open_real_key(
                          "fraction", "0.1",
                          "test rows of a split, as a share of all rows; it trains on the rest of one half",
                          0, 0.5)}},
        .make = random_halves};
}

} // namespace unseen
