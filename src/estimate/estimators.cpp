// The table of estimators. A new estimator is a row here, and a reduction beside this file unless an existing
// one suits.
#include "unseen/estimate/estimator.hpp"

#include "base/aggregation_key.hpp"
#include "base/spec_keys.hpp"
#include "base/spec_table.hpp"
#include "estimate/bootstrap_reduction.hpp"
#include "estimate/jackknife_reduction.hpp"
#include "estimate/nested_reduction.hpp"
#include "estimate/split_reduction.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

struct EstimatorEntry {
    SpecInfo info; ///< name and own keys
    std::function<Estimator(const Spec& own, const Spec& plan)> make;
};

/// An estimator that judges each split on its test rows. Its only request is the plan of the same name.
EstimatorEntry judged_on_test_rows(std::string name, std::string help)
{
    return {.info = {.name = std::move(name), .help = std::move(help)},
            .make = [](const Spec&, const Spec& plan) { return split_estimator(plan); }};
}

/// The same for estimators that cut the rows into folds.
EstimatorEntry judged_by_folds(std::string name, std::string help)
{
    return {.info = {.name = std::move(name), .help = std::move(help), .keys = {aggregation_key()}},
            .make = [](const Spec& own, const Spec& plan) {
                return split_estimator(plan, asks_for_mean_of_folds(own));
            }};
}

/// An estimator whose figures the learner itself gives.
EstimatorEntry given_by_learner(SpecInfo info, ClosedForm form)
{
    return {.info = std::move(info), .make = [form](const Spec&, const Spec&) {
                return Estimator{.spec = {}, .requests = {}, .closed_form = form, .reduction = {}};
            }};
}

BootstrapOptions bootstrap_options(const Spec& own)
{
    const auto& rule = own.text("rule");
    return {.rule = rule == "b1"    ? BootstrapRule::b1
                    : rule == "b2"  ? BootstrapRule::b2
                    : rule == "632" ? BootstrapRule::rule632
                                    : BootstrapRule::rule632plus,
            .b2 = own.text("b2") == "sample" ? B2Form::sample : B2Form::observation,
            .plus = own.text("plus") == "source" ? PlusForm::source : PlusForm::et1997};
}

EstimatorEntry bootstrap_estimator()
{
    SpecInfo info{
        .name = "bootstrap",
        .help = "bootstrap estimates from training and out-of-bag errors",
        .keys = {choice_key("rule", "632plus", "b1: optimism corrected; b2: out-of-bag; 632; 632plus",
                            {"b1", "b2", "632", "632plus"}),
                 choice_key("b2", "observation",
                            "average out-of-bag losses by observation or by sample first",
                            {"observation", "sample"}),
                 choice_key("plus", "et1997", "the form of .632+ if B2 exceeds the no-information rate",
                            {"et1997", "source"})}};
    return {.info = info, .make = [](const Spec& own, const Spec& plan) {
                return Estimator{
                    .spec = {},
                    .requests = {{.plan = plan, .rows = PredictedRows::labelled},
                                 {.plan = Spec("resubstitution"), .rows = PredictedRows::labelled}},
                    .reduction =
                        [rules = bootstrap_options(own)](const ReductionOptions& options,
                                                         std::span<const Design> designs) {
                            return bootstrap_reduction(options, rules, designs[0]);
                        },
                    .refusal = bootstrap_refusal};
            }};
}

EstimatorEntry jackknife_estimator()
{
    SpecInfo info{.name = "jackknife",
                  .help = "training error, corrected by what leaving out each row shows of its optimism",
                  .keys = {choice_key("form", "excess",
                                      "excess: leave-one-out minus the mean over all rows; lecture: unstable",
                                      {"excess", "lecture"})}};
    return {
        .info = info, .make = [](const Spec& own, const Spec&) {
            const auto form = own.text("form") == "excess" ? JackknifeForm::excess : JackknifeForm::lecture;
            return Estimator{.spec = {},
                             .requests = {{.plan = Spec("loo"), .rows = PredictedRows::labelled},
                                          {.plan = Spec("resubstitution"), .rows = PredictedRows::labelled}},
                             .reduction =
                                 [form](const ReductionOptions& options, std::span<const Design> designs) {
                                     return jackknife_reduction(options, form, designs[0]);
                                 },
                             .refusal = jackknife_refusal};
        }};
}

const std::vector<EstimatorEntry>& estimator_table()
{
    static const std::vector<EstimatorEntry> rows = {
        judged_on_test_rows("resubstitution", "error on the training rows; optimistic"),
        judged_on_test_rows("test", "error on the rows of a test file"),
        judged_on_test_rows("holdout", "error on rows set aside at random"),
        judged_by_folds("cv", "cross-validation"),
        judged_by_folds("learning", "cross-validation with few training rows: a point of a learning curve"),
        judged_on_test_rows("loo", "leave-one-out"),
        judged_on_test_rows("lpo", "leave-p-out: complete cross-validation"),
        given_by_learner({.name = "complete-cv",
                          .help =
                              "the mean over all splits with a training set of given size, by a closed form "
                              "of the learner",
                          .keys = {{.name = "train",
                                    .kind = SpecKey::Kind::text,
                                    .fallback = "all",
                                    .help = "rows of a training set: a number, FROM-TO, or all sizes; one "
                                            "estimate each"}}},
                         ClosedForm::complete_means),
        given_by_learner(
            {.name = "xi-alpha",
             .help = "at least the leave-one-out error of a support vector machine, from one fit"},
            ClosedForm::left_out_losses),
        judged_on_test_rows("random", "mean over many random splits"),
        judged_on_test_rows(
            "random-halves",
            "random splits with an interval from splits of disjoint halves; small training sets"),
        {.info = {.name = "nested-cv",
                  .help = "cross-validation with an interval from inner cross-validations"},
         .make =
             [](const Spec&, const Spec& plan) {
                 return Estimator{.spec = {},
                                  .requests = {{.plan = plan}},
                                  .reduction =
                                      [](const ReductionOptions& options, std::span<const Design> designs) {
                                          return nested_reduction(options, designs[0]);
                                      },
                                  .refusal = nested_refusal};
             }},
        bootstrap_estimator(),
        jackknife_estimator(),
        judged_by_folds("given", "cross-validation with the folds in a column"),
        judged_on_test_rows("forward-growing",
                            "error on the next rows in time, of models trained on all rows before them"),
        judged_on_test_rows(
            "forward-fixed",
            "error on the next rows in time, of models trained on a fixed number of rows before them"),
    };
    return rows;
}

} // namespace

Estimator make_estimator(const Spec& resolved)
{
    const auto& entry = estimator_table()[find_info(estimator_infos(), resolved.name(), "estimator")];
    Spec own(resolved.name());
    Spec plan(resolved.name());
    for (const auto& [key, value] : resolved.values()) {
        const bool mine = std::any_of(entry.info.keys.begin(), entry.info.keys.end(),
                                      [&](const SpecKey& k) { return k.name == key; });
        (mine ? own : plan).set(key, value);
    }
    auto estimator = entry.make(own, plan);
    estimator.spec = resolved;
    estimator.reduction = [refusal = estimator.refusal, reduction = std::move(estimator.reduction)](
                              const ReductionOptions& options, std::span<const Design> designs) {
        for (const auto& measure : options.measures)
            if (const auto refused = refusal(measure, options.weighted)) throw InputError(refused->clause);
        return reduction(options, designs);
    };
    return estimator;
}

std::span<const SpecInfo> estimator_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(estimator_table());
    return infos;
}

} // namespace unseen
