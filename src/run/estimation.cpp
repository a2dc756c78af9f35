#include "run/estimation.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "estimate/split_reduction.hpp"
#include "resample/absent_classes.hpp"
#include "run/closed_forms.hpp"

#include "unseen/base/error.hpp"
#include "unseen/estimate/data_bound.hpp"

namespace unseen {

bool Estimation::tests_apart(const AskedEstimator& estimator) const
{
    const auto own = requests_of(estimator);
    if (own.size() != 1 || own.front().rows != PredictedRows::test) return false;
    const auto& design = own.front().plan.design();
    return !design.halvings && !design.fold_pairs;
}

bool Estimation::tests_once(const AskedEstimator& estimator) const
{
    const auto own = requests_of(estimator);
    return !estimator.bound && own.size() == 1 && own.front().rows == PredictedRows::test &&
           own.front().plan.size() == 1;
}

bool Estimation::draws_training_rows(const AskedEstimator& estimator, Row rows) const
{
    return std::ranges::any_of(requests_of(estimator), [rows](const RunRequest& request) {
        const auto& design = request.plan.design();
        return design.splits > 1 || design.training_rows < rows;
    });
}

std::unique_ptr<Reduction> Estimation::reduction(const AskedEstimator& estimator) const
{
    if (estimator.refused() || estimator.closed()) return nullptr;
    std::vector<Design> designs;
    for (const auto& request : requests_of(estimator)) designs.push_back(request.plan.design());
    auto possible = options;
    if (!estimator.bound) {
        possible.measures.clear();
        for (std::size_t m = 0; m < options.measures.size(); ++m)
            if (!estimator.refusals[m]) possible.measures.push_back(options.measures[m]);
    }
    return estimator.made.reduction(possible, designs);
}

std::vector<Estimate> Estimation::finish(const AskedEstimator& estimator, const Reduction* reduction) const
{
    auto given = reduction != nullptr ? reduction->finish() : std::vector<Estimate>();
    for (std::size_t m = 0; m < estimator.refusals.size(); ++m)
        if (const auto& refusal = estimator.refusals[m])
            given.insert(
                given.begin() + static_cast<std::ptrdiff_t>(m),
                refused_estimate(estimator.bound ? measure_of_bounds : options.measures[m].spec.print(),
                                 refusal->clause));
    return given;
}

bool tests_file_rows(const Plan& plan, const Dataset& data)
{
    Scratch scratch;
    const Split split = plan.at(0, scratch);
    return std::any_of(split.test.begin(), split.test.end(), [&](Row r) { return r >= data.labelled(); });
}

namespace {

/// True if two labelled or test rows are in one group.
bool rows_share_groups(const Dataset& data)
{
    if (data.group() == nullptr) return false;
    std::vector<bool> seen(data.rows(), false);
    const auto again = [&](Row r) {
        const bool was = seen[data.groups()[r]];
        seen[data.groups()[r]] = true;
        return was;
    };
    for (Row r = 0; r < data.labelled(); ++r)
        if (again(r)) return true;
    return std::any_of(data.test_rows().begin(), data.test_rows().end(), again);
}

/// Throws InputError if the measure judges one number per row, and there are several.
void check_targets(const Measure& measure, const Dataset& data)
{
    if (data.targets() == 1 || measure.several_targets) return;
    std::vector<std::string> of_points;
    for (const auto& known : measures_of_table())
        if (known.several_targets) of_points.push_back(known.name());
    throw InputError("measure '" + measure.name() + "' judges one number a row, and there are " +
                     std::to_string(data.targets()) + " targets (" + listed(data.target_names()) +
                     "); measures of points: " + listed(of_points));
}

void add_measures(Estimation& to, const Dataset& data, const EstimateOptions& options)
{
    const bool classes = data.response_type() == ResponseType::classes;
    for (const auto& spec :
         options.measures.empty() ? default_measures(classes, data.targets()) : options.measures) {
        to.options.measures.push_back(of_classes(make_measure(spec, classes), data.classes().size()));
        check_targets(to.options.measures.back(), data);
    }
}

void add_estimators(Estimation& to, const Dataset& data, const EstimateOptions& options)
{
    const bool unnamed = options.estimators.empty() && options.plans.empty() && options.bounds.empty();
    for (const auto& spec : unnamed ? std::vector{Spec::parse(default_estimator)} : options.estimators) {
        auto& asked = to.estimators.emplace_back(AskedEstimator{
            .made = make_estimator(resolve_estimator(spec, data.response_type())), .name = spec.print()});
        for (const auto& measure : to.options.measures)
            asked.refusals.push_back(asked.made.refusal(measure, to.options.weighted));
    }
    for (const auto& plan : options.plans) {
        auto& asked = to.estimators.emplace_back(
            AskedEstimator{.made = split_estimator(plan.spec()), .name = plan.spec().print(), .plan = plan});
        asked.made.spec = plan.spec();
        asked.refusals.resize(to.options.measures.size());
    }
}

/// Why a bound does not hold for these rows.
std::optional<Refusal> refusal_of_bound(const Spec& spec, const Dataset& data,
                                        const ReductionOptions& options)
{
    if (options.weighted)
        return Refusal{"bound '" + spec.print() +
                       "' counts errors of rows that count alike, but the rows have weights"};
    if (!options.group.empty())
        return Refusal{"bound '" + spec.print() +
                       "' counts errors of rows that are independent draws, but rows of one group (column '" +
                       data.group()->name + "') are not independent"};
    return std::nullopt;
}

void add_bounds(Estimation& to, const Dataset& data, const EstimateOptions& options)
{
    for (const auto& spec : options.bounds) {
        to.estimators.push_back({.made = make_data_bound(resolve_bound(spec, data.response_type())),
                                 .name = spec.print(),
                                 .bound = true,
                                 .refusals = {refusal_of_bound(spec, data, to.options)}});
        require(!options.unlabelled.empty() || !needs_unlabelled(to.estimators.back().made),
                "bound '" + spec.print() +
                    "' needs unlabelled rows; give `unlabelled=FILE`, missing, or a share such as 0.1");
    }
}

/// `absent`: also warns of classes that training sets lack.
void add_requests(Estimation& to, const Dataset& data, const EstimateOptions& options, bool absent)
{
    for (auto& asked : to.estimators) {
        asked.first_request = to.requests.size();
        if (asked.refused()) asked.made.requests.clear();
        check_closed_form(asked.made, data);
        for (const auto& request : asked.made.requests) {
            to.requests.push_back({asked.plan ? *asked.plan : make_plan(request.plan, data, options.run.seed),
                                   request.rows,
                                   {}});
            if (request.rows == PredictedRows::unlabelled) to.requests.back().unlabelled = options.unlabelled;
            add_once(to.warnings, to.requests.back().plan.warnings());
            if (absent) add_once(to.warnings, absent_classes(to.requests.back().plan, data));
        }
    }
}

void add_training_requests(Estimation& to)
{
    for (auto& asked : to.estimators) {
        if (asked.bound) continue;
        if (!to.tests_apart(asked)) {
            to.warnings.push_back(
                {warnings::no_training_figure,
                 "'" + asked.made.spec.name() + "' has no figure of its models on their training rows"});
            continue;
        }
        asked.training_request = to.requests.size();
        to.requests.push_back({to.requests[asked.first_request].plan, PredictedRows::labelled, {}});
    }
}

} // namespace

Estimation make_estimation(const Dataset& data, const EstimateOptions& options, bool intervals)
{
    Estimation made{
        .options = {.measures = {},
                    .level = options.level,
                    .interval = options.interval,
                    .seed = options.run.seed,
                    .delta = options.delta.value_or(Delta::beside(options.level)),
                    .intervals = intervals,
                    .per_split = options.per_split,
                    .paired = options.per_split,
                    .group = rows_share_groups(data) ? data.groups() : std::span<const std::uint32_t>{},
                    .weighted = !data.weights().empty()},
        .warnings = data.warnings()};
    if (options.unlabelled.size() == data.unlabelled().size()) // the caller wants unlabelled rows: no warning
        std::erase_if(made.warnings, [](const Warning& w) { return w.is(warnings::missing_target); });
    add_measures(made, data, options);
    add_estimators(made, data, options);
    add_bounds(made, data, options);
    if (std::ranges::all_of(made.estimators, &AskedEstimator::refused))
        throw InputError(made.estimators.front().refusals.front()->clause);
    add_requests(made, data, options, intervals);
    if (options.training_error) add_training_requests(made);
    if (!data.test_rows().empty() && std::ranges::none_of(made.requests, [&](const RunRequest& request) {
            return tests_file_rows(request.plan, data);
        }))
        made.warnings.push_back({warnings::test_rows_unused,
                                 "the rows of the test file are not used, because no estimator tests on "
                                 "them; `estimator=test` does"});
    return made;
}

} // namespace unseen
