// Plans in the order of time: trained on the rows before, tested on the rows after (METHODS A.13).
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

namespace unseen {

namespace {

/// The labelled rows in the order of the time column, or of the file without one. Numbers are sorted by size, texts bytewise, which is right
/// for dates that begin with the year. Rows of the same time stay in the order of the file.
std::vector<Row> order_of_time(const Dataset& data)
{
    std::vector<Row> order(data.labelled());
    std::iota(order.begin(), order.end(), Row{0});
    const auto* time = data.time();
    if (time == nullptr) return order;
    for (const Row r : order)
        require(!time->missing(r),
                "row " + std::to_string(data.source_row(r) + 1) + " has no time (column '" + time->name + "')");
    // Labelled rows are numbered in the order of the file, so that a stable sort keeps that order.
    if (time->is_numeric()) {
        const auto& values = time->numeric().values;
        std::stable_sort(order.begin(), order.end(), [&](Row a, Row b) { return values[a] < values[b]; });
        return order;
    }
    const auto& coded = time->coded();
    const auto name = [&](Row r) -> const std::string& { return coded.labels.name(static_cast<std::size_t>(coded.codes[r])); };
    std::stable_sort(order.begin(), order.end(), [&](Row a, Row b) { return name(a) < name(b); });
    return order;
}

/// The training rows of window i end before position train + i step of the order; after a gap of `delay` rows the next `horizon` rows are
/// tested. The training rows begin at the first row or, if `fixed`, `train` rows before their end.
Plan forward(const Spec& spec, const Dataset& data, bool fixed)
{
    const Row rows = data.labelled();
    const auto horizon = static_cast<std::uint64_t>(spec.integer("horizon"));
    const auto delay = static_cast<std::uint64_t>(spec.integer("delay"));
    const auto step = static_cast<std::uint64_t>(spec.integer("step"));
    const auto train =
        spec.empty("train") ? std::max<std::uint64_t>(rows / 2, 1) : static_cast<std::uint64_t>(spec.integer("train"));
    require(train + delay + horizon <= rows,
            spec.name() + ": train = " + std::to_string(train) + ", delay = " + std::to_string(delay) +
                " and horizon = " + std::to_string(horizon) + " need " + std::to_string(train + delay + horizon) +
                " rows, but there are " + std::to_string(rows));
    const auto splits = (rows - train - delay - horizon) / step + 1;
    const auto mean = static_cast<double>(train) + (fixed ? 0.0 : static_cast<double>((splits - 1) * step) / 2.0);
    const Design design{.splits = splits,
                        .repeats = 1,
                        .rows = rows,
                        .training_rows = mean,
                        .no_table = "windows in time overlap, and models trained on the same past are not independent"};
    std::vector<Warning> warnings;
    if (!fixed && splits > 1)
        warnings.push_back({"training_size_grows", spec.name() + ": windows train on " + std::to_string(train) + " to " +
                                                       std::to_string(train + (splits - 1) * step) +
                                                       " rows; the figure is a mean over these sizes"});
    const auto order = std::make_shared<const std::vector<Row>>(order_of_time(data));
    return Plan(
        spec, design,
        [=](std::uint64_t i, Scratch& scratch) {
            const auto end = train + i * step;
            const auto window = [&](std::uint64_t from, std::uint64_t count) { return std::span(*order).subspan(from, count); };
            scratch.counts.assign(rows, 0);
            for (const Row r : window(fixed ? end - train : 0, fixed ? train : end)) scratch.counts[r] = 1;
            const auto tested = window(end + delay, horizon);
            scratch.test.assign(tested.begin(), tested.end());
            std::sort(scratch.test.begin(), scratch.test.end());
            return Split{.repeat = 0,
                         .fold = static_cast<std::uint32_t>(i),
                         .train = scratch.train.from_counts(scratch.counts),
                         .test = scratch.test};
        },
        std::move(warnings));
}

PlanEntry entry(std::string name, std::string help, std::string train_help, bool fixed)
{
    return {.info = {.name = std::move(name),
                     .help = std::move(help),
                     .keys = {integer_key("train", "", std::move(train_help), 1, 4e9),
                              integer_key("horizon", "1", "test rows of a window", 1, 4e9),
                              integer_key("delay", "0", "rows between training and test rows", 0, 4e9),
                              integer_key("step", "1", "rows from one window to the next", 1, 4e9)}},
            .make = [fixed](const Spec& spec, const Dataset& data, std::uint64_t) { return forward(spec, data, fixed); },
            .keeps_groups = false,
            .keeps_time = true};
}

} // namespace

PlanEntry forward_growing_entry()
{
    return entry("forward-growing", "in the order of `time`, else of the file: train on all earlier rows, test on the next ones",
                 "training rows of the first window; empty: half of the rows", false);
}

PlanEntry forward_fixed_entry()
{
    return entry("forward-fixed", "the same, but train on a fixed number of the last rows",
                 "training rows; empty: half of the rows", true);
}

} // namespace unseen
