// Plans in the order of time: trained on the rows before, tested on the rows after (METHODS A.13).
#include "base/spec_keys.hpp"
#include "data/times.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

namespace unseen {

namespace {

/// The labelled rows in the order of time. Rows with the same time stay in the order of the file.
struct TimeOrder {
    std::vector<Row> rows;
    std::vector<Row> first_of_time; ///< for each place, the first one with the same time; empty: itself
};

/// By the time column if there is one, else as in the file.
TimeOrder order_of_time(const Dataset& data)
{
    TimeOrder made{.rows = std::vector<Row>(data.labelled()), .first_of_time = {}};
    auto& order = made.rows;
    std::iota(order.begin(), order.end(), Row{0});
    const auto* time = data.time();
    if (time == nullptr) return made;
    for (const Row r : order)
        require(!time->missing(r), "row " + std::to_string(data.source_row(r) + 1) +
                                       " has no time (column '" + time->name + "')");
    // Labelled rows are numbered in the order of the file, so that a stable sort keeps that order.
    const auto moments = times_of(*time);
    std::stable_sort(order.begin(), order.end(), [&](Row a, Row b) { return moments[a] < moments[b]; });
    made.first_of_time.resize(order.size());
    for (Row p = 1; p < order.size(); ++p)
        made.first_of_time[p] = moments[order[p]] == moments[order[p - 1]] ? made.first_of_time[p - 1] : p;
    return made;
}

/// A window of positions in the order of time. Its training part leaves out rows of groups that are tested.
struct Window {
    std::uint64_t first = 0; ///< of the training part
    std::uint64_t end = 0;   ///< of the training part
    std::uint64_t test = 0;  ///< the first test row
};

/// The total number of training rows of all windows. Throws InputError if a window has none because all its
/// rows belong to tested groups.
template <class WindowAt>
std::uint64_t count_training_rows(const std::string& plan, std::span<const Row> order, const Groups* groups,
                                  std::span<const std::uint32_t> group_of, std::uint64_t windows,
                                  std::uint64_t horizon, WindowAt at)
{
    std::vector<std::uint64_t> position(order.size());
    for (std::uint64_t p = 0; p < order.size(); ++p) position[order[p]] = p;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < windows; ++i) {
        const Window w = at(i);
        std::uint64_t left = w.end - w.first;
        std::vector<std::uint32_t> tested;
        for (const Row r : order.subspan(w.test, groups != nullptr ? horizon : 0))
            tested.push_back(group_of[r]);
        std::sort(tested.begin(), tested.end());
        tested.erase(std::unique(tested.begin(), tested.end()), tested.end());
        for (const auto g : tested)
            left -= static_cast<std::uint64_t>(std::ranges::count_if(
                groups->rows_of(g), [&](Row r) { return position[r] >= w.first && position[r] < w.end; }));
        require(left > 0, plan + ": all training rows of window " + std::to_string(i + 1) +
                              " are in groups that it tests; expected earlier rows of other groups");
        sum += left;
    }
    return sum;
}

/// The training rows of window i end before position train + i step of the order; after a gap of `delay` rows
/// the next `horizon` rows are tested. If the response is forecast h > 1 rows ahead (Dataset::horizon), the
/// gap has h - 1 rows more: the last training row is `delay` rows before the moment at which the first
/// forecast is made. The training rows begin at the first row or, if `fixed`, `train` rows before their end.
/// If rows come in groups, a group that is tested is not trained on. Rows with the time of the first test row
/// are not trained on either: the training part ends before them.
Plan forward(const Spec& spec, const Dataset& data, bool fixed)
{
    const Row rows = data.labelled();
    const auto horizon = static_cast<std::uint64_t>(spec.integer("horizon"));
    const auto delay = static_cast<std::uint64_t>(spec.integer("delay"));
    const auto step = static_cast<std::uint64_t>(spec.integer("step"));
    const auto train = spec.empty("train") ? std::max<std::uint64_t>(rows / 2, 1)
                                           : static_cast<std::uint64_t>(spec.integer("train"));
    const auto gap = delay + (data.horizon() > 1 ? data.horizon() - 1 : 0);
    require(train + gap + horizon <= rows,
            spec.name() + ": train = " + std::to_string(train) + ", delay = " + std::to_string(delay) +
                " and horizon = " + std::to_string(horizon) +
                (gap > delay ? ", for forecasts " + std::to_string(data.horizon()) + " rows ahead," : "") +
                " need " + std::to_string(train + gap + horizon) + " rows, but there are " +
                std::to_string(rows));
    const auto splits = (rows - train - gap - horizon) / step + 1;
    const auto times = std::make_shared<const TimeOrder>(order_of_time(data));
    const auto groups = make_groups(data);
    const auto window = [=](std::uint64_t i) {
        auto end = train + i * step;
        const auto test = end + gap;
        if (!times->first_of_time.empty()) end = std::min<std::uint64_t>(end, times->first_of_time[test]);
        return Window{.first = fixed && end > train ? end - train : 0, .end = end, .test = test};
    };
    std::uint64_t widest = gap + horizon; // from the end of the training rows to that of the test rows
    for (std::uint64_t i = 0; i < splits && !times->first_of_time.empty(); ++i) {
        const Window w = window(i);
        require(w.end > w.first, spec.name() + ": all training rows of window " + std::to_string(i + 1) +
                                     " have the time of its test rows; expected a larger `train`");
        widest = std::max(widest, w.test + horizon - w.end);
    }
    const auto trained =
        count_training_rows(spec.name(), times->rows, groups.get(), data.groups(), splits, horizon, window);
    const Design design{
        .splits = splits,
        .repeats = 1,
        .rows = rows,
        .training_rows = static_cast<double>(trained) / static_cast<double>(splits),
        .groups = groups ? groups->size() : 0,
        .window_overlap = (widest + step - 1) / step,
        .no_table = "windows in time overlap, and models trained on the same past are not independent"};
    std::vector<Warning> warnings;
    if (!fixed && splits > 1)
        warnings.push_back({warnings::training_size_grows,
                            spec.name() + ": windows train on " + std::to_string(window(0).end) + " to " +
                                std::to_string(window(splits - 1).end) +
                                " rows; the figure is a mean over these sizes"});
    std::vector<std::uint32_t> group_of;
    if (groups) group_of.assign(data.groups().begin(), data.groups().begin() + rows);
    return Plan(
        spec, design,
        [=, group_of = std::move(group_of)](std::uint64_t i, Scratch& scratch) {
            const Window w = window(i);
            scratch.counts.assign(rows, 0);
            for (const Row r : std::span(times->rows).subspan(w.first, w.end - w.first))
                scratch.counts[r] = 1;
            const auto tested = std::span(times->rows).subspan(w.test, horizon);
            for (std::size_t t = 0; groups && t < tested.size(); ++t)
                for (const Row r : groups->rows_of(group_of[tested[t]])) scratch.counts[r] = 0;
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
                              integer_key(
                                  "delay", "0",
                                  "rows between training and test rows; `horizon` h of the data adds h - 1",
                                  0, 4e9),
                              integer_key("step", "1", "rows from one window to the next", 1, 4e9)}},
            .make = [fixed](const Spec& spec, const Dataset& data,
                            std::uint64_t) { return forward(spec, data, fixed); },
            .keeps_time = true};
}

} // namespace

PlanEntry forward_growing_entry()
{
    return entry("forward-growing",
                 "in the order of `time`, else of the file: train on all earlier rows, test on the next ones",
                 "training rows of the first window; empty: half of the rows", false);
}

PlanEntry forward_fixed_entry()
{
    return entry("forward-fixed", "the same, but train on a fixed number of the last rows",
                 "training rows; empty: half of the rows", true);
}

} // namespace unseen
