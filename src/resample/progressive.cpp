// progressive: each row is predicted by a model trained on the rows before it (METHODS C.9; Blum, Kalai &
// Langford 1999).
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/strata.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

/// Puts all rows in one random order. The last rows, a share `fraction`, are tested in that order, `step` at
/// a time.
Plan progressive(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    const Row n = data.labelled();
    const auto tested = test_size(n, spec.real("fraction"), spec.name());
    const auto step = static_cast<std::uint64_t>(spec.integer("step"));
    require(step <= tested, "progressive: step = " + std::to_string(step) +
                                " must be at most the number of test rows, " + std::to_string(tested));
    auto order = std::make_shared<std::vector<Row>>(n);
    std::iota(order->begin(), order->end(), Row{0});
    Stream(seed, Purpose::splits).shuffle(std::span(*order));

    const std::uint64_t first = n - tested;
    const std::uint64_t splits = (tested + step - 1) / step;
    const Design design{.splits = splits,
                        .repeats = 1,
                        .rows = n,
                        .training_rows =
                            static_cast<double>(first) + static_cast<double>((splits - 1) * step) / 2.0};
    return Plan(spec, design,
                [n, first, step, order = std::shared_ptr<const std::vector<Row>>(order)](std::uint64_t i,
                                                                                         Scratch& scratch) {
                    const auto begin = order->begin() + static_cast<std::ptrdiff_t>(first + i * step);
                    const auto end = order->begin() + static_cast<std::ptrdiff_t>(
                                                          std::min<std::uint64_t>(n, first + (i + 1) * step));
                    scratch.dealt_for.reset(); // this overwrites `order`
                    scratch.order.assign(begin, order->end());
                    std::sort(scratch.order.begin(), scratch.order.end());
                    scratch.test.assign(begin, end);
                    std::sort(scratch.test.begin(), scratch.test.end());
                    return Split{.repeat = 0,
                                 .fold = static_cast<std::uint32_t>(i),
                                 .train = scratch.train.without(n, scratch.order),
                                 .test = scratch.test};
                });
}

} // namespace

PlanEntry progressive_entry()
{
    return {.info = {.name = "progressive",
                     .help = "progressive validation: rows in a random order, each predicted by a model "
                             "trained on the rows before it",
                     .keys = {open_real_key("fraction", "0.3333", "share of test rows, the last in the order",
                                            0, 1),
                              integer_key("step", "1", "test rows before the next fit", 1, 1e9)}},
            .make = progressive,
            .keeps_groups = false};
}

} // namespace unseen
