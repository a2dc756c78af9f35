// Plans that cut the rows into folds and test each fold once a repeat: `cv` (METHODS A.2-A.4, A.9), `loo`
// (A.8) and `given` folds.
#include "resample/folds.hpp"
#include "base/listed.hpp"
#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

void group_by_fold(Scratch& scratch, std::size_t folds)
{
    scratch.starts.assign(folds + 1, 0);
    for (const auto fold : scratch.fold_of) ++scratch.starts[fold + 1];
    std::partial_sum(scratch.starts.begin(), scratch.starts.end(), scratch.starts.begin());
    scratch.order.resize(scratch.fold_of.size());
    auto next = scratch.starts;
    for (Row r = 0; r < scratch.fold_of.size(); ++r) scratch.order[next[scratch.fold_of[r]]++] = r;
}

namespace {

/// True if the scratch does not hold the folds of that repeat of `what` yet; it does from now on.
bool is_new(Scratch& scratch, const std::shared_ptr<const void>& what, std::uint64_t repeat)
{
    if (scratch.dealt_for == what && scratch.dealt_repeat == repeat) return false;
    scratch.dealt_for = what;
    scratch.dealt_repeat = repeat;
    return true;
}

} // namespace

void deal(Scratch& scratch, const std::shared_ptr<const Strata>& of, std::uint64_t folds, std::uint64_t seed,
          std::uint64_t repeat)
{
    if (!is_new(scratch, of, repeat)) return;
    const Strata& strata = *of;
    const auto n = strata.rows.size();
    Stream stream(seed, Purpose::splits, repeat);
    scratch.order = strata.rows;
    scratch.fold_of.resize(n);
    for (std::size_t s = 0; s < strata.size(); ++s)
        stream.shuffle(std::span(scratch.order).subspan(strata.starts[s], strata.count(s)));
    if (strata.size() == 1) {
        std::size_t position = 0;
        for (std::uint64_t f = 0; f < folds; ++f)
            for (auto left = n / folds + (f < n % folds ? 1 : 0); left > 0; --left)
                scratch.fold_of[scratch.order[position++]] = static_cast<std::uint32_t>(f);
    } else {
        for (std::size_t position = 0; position < n; ++position)
            scratch.fold_of[scratch.order[position]] = static_cast<std::uint32_t>(position % folds);
    }
    group_by_fold(scratch, folds);
}

namespace {

/// `dealt`: where the folds are; may be the scratch itself.
Split fold_split(Scratch& scratch, const Scratch& dealt, std::uint64_t repeat, std::uint64_t fold)
{
    const auto begin = dealt.starts[fold];
    const auto test = std::span(dealt.order).subspan(begin, dealt.starts[fold + 1] - begin);
    return {.repeat = static_cast<std::uint32_t>(repeat),
            .fold = static_cast<std::uint32_t>(fold),
            .train = scratch.train.without(static_cast<Row>(dealt.order.size()), test),
            .test = test};
}

/// `groups`: the number of groups that stay together; 0: rows are dealt one by one.
Design design_of_folds(Row n, std::uint64_t folds, std::uint64_t repeats, std::uint64_t groups)
{
    return {.splits = folds * repeats,
            .repeats = static_cast<std::uint32_t>(repeats),
            .rows = n,
            .training_rows = static_cast<double>(n) - static_cast<double>(n) / static_cast<double>(folds),
            .groups = groups,
            .each_row_once = true,
            .one_row_splits = folds == n};
}

/// "cv: the class 'a' has one row; when that row is tested, no training row has the class", or several; none
/// for no class.
std::vector<Warning> untrained_classes(const WarningCode& code, const std::string& plan,
                                       const std::vector<std::string>& classes, bool groups)
{
    constexpr std::size_t most = 3; // that are named
    const std::string unit = groups ? "group" : "row";
    if (classes.empty()) return {};
    if (classes.size() == 1)
        return {{code, plan + ": the class '" + classes[0] +
                           (groups ? "' is in one group" : "' has one row") + "; when that " + unit +
                           " is tested, no training row has the class"}};
    return {{code, plan + ": " + std::to_string(classes.size()) + " classes " +
                       (groups ? "are in one group each: " : "have one row each: ") +
                       listed_in_quotes(classes, most) + "; when such a " + unit +
                       " is tested, no training row has its class"}};
}

/// The warning of leave-one-out, of groups or of rows: a class that is tested without being in the training
/// rows.
std::vector<Warning> classes_left_out(const Spec& spec, const Dataset& data, const Groups* groups)
{
    if (data.response_type() != ResponseType::classes) return {};
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> unit(data.own_classes(), none); // of the class's rows so far
    std::vector<bool> several(unit.size(), false);
    const auto take = [&](Row row, std::size_t of) {
        const auto c = static_cast<std::size_t>(data.class_codes()[row]);
        if (c >= unit.size()) return;
        several[c] = several[c] || (unit[c] != none && unit[c] != of);
        unit[c] = of;
    };
    if (groups == nullptr)
        for (Row r = 0; r < data.labelled(); ++r) take(r, r);
    else
        for (std::size_t g = 0; g < groups->size(); ++g)
            for (const Row r : groups->rows_of(g)) take(r, g);
    std::vector<std::string> alone;
    for (std::size_t c = 0; c < unit.size(); ++c)
        if (unit[c] != none && !several[c]) alone.push_back(data.classes().name(c));
    return untrained_classes(groups == nullptr ? warnings::class_of_one_row : warnings::class_of_one_group,
                             spec.name(), alone, groups != nullptr);
}

/// Leaves out each group in turn, in order of first appearance.
Plan leave_one_group_out(const Spec& spec, const Dataset& data, std::shared_ptr<const Groups> groups,
                         std::uint64_t repeats)
{
    const Row n = data.labelled();
    const std::uint64_t splits = groups->size();
    require(splits >= 2,
            "'" + spec.name() + "' needs at least two groups; there is " + std::to_string(splits));
    const auto design = design_of_folds(n, splits, repeats, splits);
    auto warnings = classes_left_out(spec, data, groups.get());
    const auto at = [n, splits, groups = std::move(groups)](std::uint64_t i, Scratch& scratch) {
        const auto test = groups->rows_of(i % splits);
        return Split{.repeat = static_cast<std::uint32_t>(i / splits),
                     .fold = static_cast<std::uint32_t>(i % splits),
                     .train = scratch.train.without(n, test),
                     .test = test};
    };
    return Plan(spec, design, at, std::move(warnings));
}

/// True if both assignments divide the groups into the same folds, up to the numbers of the folds.
bool same_parts(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, std::uint64_t folds)
{
    std::vector<std::int64_t> other(folds, -1);
    for (std::size_t g = 0; g < a.size(); ++g) {
        if (other[a[g]] < 0) other[a[g]] = b[g];
        if (other[a[g]] != b[g]) return false;
    }
    return true; // all folds occur in both, so two folds of a cannot be one fold of b
}

/// Warns if some fold must lack a class, or if a class is tested without being in the training rows.
std::vector<Warning> small_classes(const Strata& strata, std::span<const std::uint64_t> group_counts,
                                   std::uint64_t folds)
{
    std::vector<Warning> warnings;
    for (std::size_t s = 0; s < strata.size(); ++s) {
        std::uint64_t in = 0;
        for (auto i = s; i < group_counts.size(); i += strata.size()) in += group_counts[i] > 0 ? 1 : 0;
        if (in == 1)
            warnings.push_back(
                {warnings::class_of_one_group,
                 "cv: the class '" + strata.names[s] +
                     "' is in one group; when that group is tested, no training row has the class"});
        else if (in > 0 && in < folds)
            warnings.push_back({warnings::class_smaller_than_folds,
                                "cv: the class '" + strata.names[s] + "' is in " + std::to_string(in) +
                                    " groups, fewer than the " + std::to_string(folds) +
                                    " folds; some folds lack it"});
    }
    return warnings;
}

/// Deals whole groups into folds of similar sizes (METHODS A.12) and, if stratified, of similar class shares
/// (I.17). Each repeat shuffles the groups with stream (seed, splits, repeat), which breaks ties.
Plan grouped_cross_validation(const Spec& spec, const Dataset& data, std::shared_ptr<const Groups> groups,
                              std::uint64_t seed)
{
    const Row n = data.labelled();
    const auto folds = static_cast<std::uint64_t>(spec.integer("folds"));
    const auto repeats = static_cast<std::uint64_t>(spec.integer("repeats"));
    require(folds <= groups->size(),
            "cv: folds = " + std::to_string(folds) + " must be at most the number of groups, " +
                std::to_string(groups->size()) + " (column '" + data.group()->name + "')");
    require(spec.text("stratify") != "fixed",
            "cv: stratify=fixed is not defined for rows in groups; expected yes or no");
    const auto strata = make_strata(data, spec.flag("stratify"));
    if (folds == groups->size()) return leave_one_group_out(spec, data, std::move(groups), repeats);

    std::vector<std::uint64_t> counts;
    std::vector<Warning> warnings;
    if (strata->size() > 1) {
        counts = stratum_counts(*groups, *strata);
        warnings = small_classes(*strata, counts, folds);
    }
    const auto dealt = [groups, counts = std::move(counts), classes = strata->size(), folds,
                        seed](std::uint64_t repeat) {
        std::vector<Row> order(groups->size());
        std::iota(order.begin(), order.end(), Row{0});
        Stream(seed, Purpose::splits, repeat).shuffle(std::span(order));
        return classes > 1 ? deal_by_strata(counts, classes, order, folds)
                           : deal_by_size(*groups, order, folds);
    };
    if (repeats > 1 && same_parts(dealt(0), dealt(1), folds))
        warnings.push_back({warnings::same_folds_in_repeats,
                            "cv: the sizes of the groups differ so much that every "
                            "repeat has the same folds; repeats=1 gives "
                            "the same figures"});
    const auto design = design_of_folds(n, folds, repeats, groups->size());
    const auto at = [groups, dealt, folds](std::uint64_t i, Scratch& scratch) {
        const auto repeat = i / folds;
        if (is_new(scratch, groups, repeat)) {
            const auto fold_of = dealt(repeat);
            scratch.fold_of.resize(groups->rows.size());
            for (std::size_t g = 0; g < fold_of.size(); ++g)
                for (const Row r : groups->rows_of(g)) scratch.fold_of[r] = fold_of[g];
            group_by_fold(scratch, folds);
        }
        return fold_split(scratch, scratch, repeat, i % folds);
    };
    return Plan(spec, design, at, std::move(warnings));
}

Plan leave_one_out(const Spec& spec, const Dataset& data, std::uint64_t repeats)
{
    const Row n = data.labelled();
    require(n >= 2, "'" + spec.name() + "' needs at least two rows; there is " + std::to_string(n));
    const auto at = [n](std::uint64_t i, Scratch& scratch) {
        const auto row = static_cast<Row>(i % n);
        scratch.test.assign(1, row);
        return Split{.repeat = static_cast<std::uint32_t>(i / n),
                     .fold = row,
                     .train = scratch.train.without(n, scratch.test),
                     .test = scratch.test};
    };
    return Plan(spec, design_of_folds(n, n, repeats, 0), at, classes_left_out(spec, data, nullptr));
}

/// Fold i tests row i of each stratum (METHODS A.11). No randomness.
Plan fixed_folds(const Spec& spec, const Strata& strata, std::uint64_t folds)
{
    auto dealt = std::make_shared<Scratch>();
    dealt->fold_of.resize(strata.rows.size());
    for (std::size_t s = 0; s < strata.size(); ++s)
        for (std::size_t i = 0; i < strata.count(s); ++i)
            dealt->fold_of[strata.rows[strata.starts[s] + i]] = static_cast<std::uint32_t>(i);
    group_by_fold(*dealt, folds);
    const auto n = static_cast<Row>(strata.rows.size());
    return Plan(spec, design_of_folds(n, folds, 1, 0),
                [dealt](std::uint64_t i, Scratch& scratch) { return fold_split(scratch, *dealt, 0, i); });
}

/// One warning for all classes of one row, and one for all others with fewer rows than folds.
std::vector<Warning> warnings_of_small_classes(const Strata& strata, std::uint64_t folds)
{
    if (strata.size() == 1 || strata.of_numbers) return {};
    std::vector<std::string> of_one_row, small;
    std::size_t rows = 0; // of the last small class
    for (std::size_t s = 0; s < strata.size(); ++s) {
        const auto count = strata.count(s);
        if (count == 1) of_one_row.push_back(strata.names[s]);
        if (count <= 1 || count >= folds) continue;
        small.push_back(strata.names[s]);
        rows = count;
    }
    constexpr std::size_t most = 3; // that are named
    auto warnings = untrained_classes(warnings::class_of_one_row, "cv", of_one_row, false);
    if (small.size() == 1)
        warnings.push_back(
            {warnings::class_smaller_than_folds, "cv: the class '" + small[0] + "' has " +
                                                     std::to_string(rows) + " rows, fewer than the " +
                                                     std::to_string(folds) + " folds; some folds lack it"});
    else if (!small.empty())
        warnings.push_back({warnings::class_smaller_than_folds,
                            "cv: " + std::to_string(small.size()) + " classes have fewer rows than the " +
                                std::to_string(folds) + " folds: " + listed_in_quotes(small, most) +
                                "; some folds lack them"});
    return warnings;
}

Plan cross_validation(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    if (auto groups = make_groups(data)) return grouped_cross_validation(spec, data, std::move(groups), seed);
    const Row n = data.labelled();
    const auto folds = static_cast<std::uint64_t>(spec.integer("folds"));
    const auto repeats = static_cast<std::uint64_t>(spec.integer("repeats"));
    require(folds <= n, "cv: folds = " + std::to_string(folds) +
                            " must be at most the number of labelled rows, " + std::to_string(n));
    const bool fixed = spec.text("stratify") == "fixed";
    const auto strata = make_strata(
        data, fixed || spec.flag("stratify"),
        (n + folds - 1) / folds); // first, so that its errors do not depend on the number of folds
    require(!fixed || (strata->of_numbers && repeats == 1),
            "cv: stratify=fixed needs a column of numbers (`stratum`, or the "
            "target) and repeats=1, because it leaves nothing to chance");
    if (folds == n) return leave_one_out(spec, data, repeats);
    if (fixed) return fixed_folds(spec, *strata, folds);

    const auto at = [strata, folds, seed](std::uint64_t i, Scratch& scratch) {
        deal(scratch, strata, folds, seed, i / folds);
        return fold_split(scratch, scratch, i / folds, i % folds);
    };
    return Plan(spec, design_of_folds(n, folds, repeats, 0), at, warnings_of_small_classes(*strata, folds));
}

Plan given_folds(const Spec& spec, const Dataset& data)
{
    const auto& name = spec.text("column");
    require(!name.empty(), "'given' needs the column of the folds: given:column=NAME");
    const bool feature = data.sparse() != nullptr ? data.sparse()->place(name).has_value()
                                                  : std::ranges::find(data.features(), name, &Column::name) !=
                                                        data.features().end();
    require(!feature, "given: column '" + name +
                          "' is also a feature, which learners would see; leave it out with `ignore=" + name +
                          '`');
    const auto* column = data.column(name);
    require(column != nullptr, "given: no column '" + name + "'");
    const Row n = data.labelled();
    std::vector<std::string> cells;
    for (Row r = 0; r < n; ++r) {
        require(!column->missing(r), "given: row " + std::to_string(data.source_row(r) + 1) +
                                         " has no fold in column '" + name + "'");
        cells.push_back(column->text(r));
    }
    Labels distinct;
    for (const auto& cell : cells) distinct.add(cell);
    const Labels folds(sorted_labels(distinct.names()));
    require(folds.size() >= 2,
            "given: column '" + name + "' has only one value; expected at least two folds");

    auto dealt = std::make_shared<Scratch>();
    for (const auto& cell : cells) dealt->fold_of.push_back(*folds.code(cell));
    group_by_fold(*dealt, folds.size());
    const auto groups = make_groups(data);
    for (std::size_t g = 0; groups && g < groups->size(); ++g)
        for (const Row r : groups->rows_of(g)) {
            const Row first = groups->rows_of(g).front();
            require(dealt->fold_of[r] == dealt->fold_of[first],
                    "given: rows " + std::to_string(data.source_row(first) + 1) + " and " +
                        std::to_string(data.source_row(r) + 1) + " are in one group (column '" +
                        data.group()->name + "') but in the folds '" + cells[first] + "' and '" + cells[r] +
                        "'; expected one fold for each group");
        }
    const auto design = design_of_folds(n, folds.size(), 1, groups ? groups->size() : 0);
    return Plan(spec, design,
                [dealt](std::uint64_t i, Scratch& scratch) { return fold_split(scratch, *dealt, 0, i); });
}

} // namespace

PlanEntry cv_entry()
{
    auto stratify =
        flag_key("stratify", "yes",
                 std::string(stratify_help) + "; fixed: fold i tests row i of each stratum of numbers", "no");
    stratify.choices = {"fixed"};
    return {.info = {.name = "cv",
                     .help = "cross-validation: cut the rows into folds, test each on the others",
                     .keys = {integer_key("folds", "10", "number of folds", 2, 1e9),
                              integer_key("repeats", "1", "number of repeats, each with new folds", 1, 1e6),
                              stratify}},
            .make = cross_validation};
}

PlanEntry loo_entry()
{
    return {.info = {.name = "loo", .help = "leave one row, or one group of rows, out at a time"},
            .make = [](const Spec& spec, const Dataset& data, std::uint64_t) {
                auto groups = make_groups(data);
                return groups ? leave_one_group_out(spec, data, std::move(groups), 1)
                              : leave_one_out(spec, data, 1);
            }};
}

PlanEntry given_entry()
{
    return {
        .info = {.name = "given",
                 .help = "the folds in a column of the data",
                 .keys = {{.name = "column",
                           .kind = SpecKey::Kind::text,
                           .fallback = "",
                           .help = "the column of the folds, which must not be a feature"}}},
        .make = [](const Spec& spec, const Dataset& data, std::uint64_t) { return given_folds(spec, data); }};
}

} // namespace unseen
