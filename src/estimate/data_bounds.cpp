// The table of bounds from data. A new bound is a row here: its keys, the plan of its members, the classifier
// whose disagreement with them is counted, and the kind of bound from counts, which gives estimand, guarantee
// and assumptions.
#include "unseen/estimate/data_bound.hpp"

#include "base/spec_keys.hpp"
#include "base/spec_table.hpp"
#include "estimate/bound_reduction.hpp"

#include "unseen/base/error.hpp"
#include "unseen/bound/kinds.hpp"

#include <algorithm>

namespace unseen {

namespace {

struct DataBoundEntry {
    SpecInfo info;
    std::string kind;
    /// The plan whose fits are the members, from the resolved spec; null if the bound has a closed form and
    /// rests on the training rows.
    Spec (*members)(const Spec&) = nullptr;
    std::string deploy{}; ///< EstimateBound::deploy; models that are not drawn equally often have none
    Reference reference = Reference::none;
    ClosedForm closed_form = ClosedForm::none;
};

// Plans of members. They are not stratified, because the choice of test rows must not depend on their labels.
Spec one_split(const Spec& spec)
{
    return Spec("holdout").set("fraction", spec.text("fraction")).set("stratify", "no");
}
Spec folds(const Spec& spec) { return Spec("cv").set("folds", spec.text("folds")).set("stratify", "no"); }
Spec bags(const Spec& spec) { return Spec("bootstrap").set("samples", spec.text("samples")); }
Spec folds_or_bags(const Spec& spec) { return spec.text("members") == "cv" ? folds(spec) : bags(spec); }
Spec test_file(const Spec&) { return Spec("test"); }
/// Its training rows give the prior, and its test rows the errors.
Spec rows_of_prior(const Spec& spec)
{
    if (spec.text("prior") == "standard") return Spec("resubstitution");
    return Spec("holdout").set("fraction", "0.5").set("stratify", "no");
}
Spec one_after_another(const Spec& spec)
{
    return Spec("progressive").set("fraction", spec.text("fraction")).set("step", spec.text("step"));
}

// Keys.
const SpecKey fraction_key = open_real_key("fraction", "0.3333", "share of test rows", 0, 1);
const SpecKey folds_key = integer_key("folds", "10", "number of folds", 2, 1e9);
// Fewer samples than for an estimate, because each gets only delta / samples.
const SpecKey samples_key = integer_key("samples", "10", "number of bootstrap samples", 1, 1e9);
const SpecKey candidates_key =
    integer_key("candidates", "1",
                "number of learners from which one will be chosen; the bounds of all hold together", 1, 1e15);

/// The key for a form of a kind of bound from counts. The default is `fallback`, or else the first form.
SpecKey choice_of_forms(const std::string& name, const std::string& kind, const std::string& help,
                        std::string fallback = "")
{
    const auto& forms = bound::kind_named(kind).forms;
    if (fallback.empty()) fallback = forms.front();
    std::string list;
    for (const auto& form : forms) list += (list.empty() ? "" : ", ") + form;
    return choice_key(name, std::move(fallback), help + ": " + list, forms);
}

SpecKey form_key(const std::string& kind) { return choice_of_forms("form", kind, "the inequality"); }

SpecKey disagreement_key() { return choice_of_forms("disagreement", "semi-supervised", "how it is bounded"); }

const std::vector<DataBoundEntry>& data_bound_table()
{
    static const std::vector<DataBoundEntry> rows = {
        {.info = {.name = "r-test",
                  .help = "the model trained on a part of the rows and tested on the others",
                  .keys = {fraction_key, form_key("averaged"), candidates_key}},
         .kind = "averaged",
         .members = one_split,
         .deploy = "randomised"},
        {.info = {.name = "r-cv",
                  .help = "the classifier that draws one of the folds' models for each query",
                  .keys = {folds_key, form_key("averaged"), candidates_key}},
         .kind = "averaged",
         .members = folds,
         .deploy = "randomised"},
        {.info = {.name = "r-bag",
                  .help = "the classifier that draws a bootstrap sample's model for each query, tested on "
                          "the rows out of bag",
                  .keys = {samples_key, form_key("averaged"), candidates_key}},
         .kind = "averaged",
         .members = bags,
         .deploy = "randomised"},
        {.info =
             {.name = "s-test",
              .help =
                  "the model trained on all labelled rows: r-test plus its disagreement on unlabelled rows",
              .keys = {fraction_key, disagreement_key(), candidates_key}},
         .kind = "semi-supervised",
         .members = one_split,
         .deploy = "all-rows",
         .reference = Reference::deployed},
        {.info = {.name = "s-cv",
                  .help = "the same with r-cv",
                  .keys = {folds_key, disagreement_key(), candidates_key}},
         .kind = "semi-supervised",
         .members = folds,
         .deploy = "all-rows",
         .reference = Reference::deployed},
        {.info = {.name = "s-bag",
                  .help = "the same with r-bag",
                  .keys = {samples_key, disagreement_key(), candidates_key}},
         .kind = "semi-supervised",
         .members = bags,
         .deploy = "all-rows",
         .reference = Reference::deployed},
        {.info =
             {.name = "vote",
              .help = "the plurality vote of the folds' or samples' models; ties go to the first class",
              .keys = {choice_key("members", "cv", "the models that vote: of cv (folds) or of bag (samples)",
                                  {"cv", "bag"}),
                       folds_key, samples_key,
                       choice_of_forms("form", "voting",
                                       "twice the bound on a member, or with unlabelled rows", "factor_two"),
                       candidates_key}},
         .kind = "voting",
         .members = folds_or_bags,
         .deploy = "vote",
         .reference = Reference::vote},
        {.info = {.name = "progressive",
                  .help =
                      "the classifier that draws one of the models of progressive validation for each query",
                  .keys = {fraction_key,
                           integer_key("step", "1", "number of rows tested between two fits", 1, 1e9),
                           form_key("progressive"),
                           open_real_key("lambda", "1", "parameter of the form fixed_lambda", 0, 1e300),
                           candidates_key}},
         .kind = "progressive",
         .members = one_after_another},
        {.info = {.name = "test",
                  .help = "the model trained on all labelled rows, tested on the rows of the test file",
                  .keys = {form_key("binomial"), candidates_key}},
         .kind = "binomial",
         .members = test_file,
         .deploy = "all-rows"},
        {.info = {.name = "compression",
                  .help =
                      "the model that can be rebuilt from a part of its training rows, such as its support "
                      "vectors; no rows are held back",
                  .keys = {form_key("compression"), candidates_key}},
         .kind = "compression",
         .deploy = "all-rows",
         .closed_form = ClosedForm::compression_set},
        {.info = {.name = "pac-bayes",
                  .help =
                      "the classifier that draws its weights around those of a linear one for each query, "
                      "or with form=factor_two the linear one itself; no rows are held back",
                  .keys = {choice_key("prior", "half",
                                      "where the prior lies: around the weights of a random half of the rows "
                                      "(errors are counted on the other half), or standard: around 0",
                                      {"half", "standard"}),
                           form_key("pac-bayes"), candidates_key}},
         .kind = "pac-bayes",
         .members = rows_of_prior,
         .deploy = "posterior",
         .closed_form = ClosedForm::posterior},
    };
    return rows;
}

const DataBoundEntry& entry_of(const Spec& spec)
{
    return data_bound_table()[find_info(data_bound_infos(), spec.name(), "bound")];
}

/// The disagreement form of that name. The table lists the names in the order of the enumerators.
bound::DisagreementForm disagreement_form(const std::string& form)
{
    const auto& forms = bound::kind_named("semi-supervised").forms;
    return static_cast<bound::DisagreementForm>(std::find(forms.begin(), forms.end(), form) - forms.begin());
}

BoundRule rule_of(const DataBoundEntry& entry, const Spec& spec)
{
    BoundRule rule{.name = entry.info.name,
                   .kind = entry.kind,
                   .form = spec.find("form").value_or(""),
                   .reference = entry.reference};
    if (const auto form = spec.find("disagreement")) rule.form = *form;
    if (rule.form == "factor_two") rule.reference = Reference::none;
    if (rule.reference != Reference::none) rule.disagreement = disagreement_form(rule.form);
    rule.candidates = static_cast<std::uint64_t>(spec.integer("candidates"));
    rule.deploy = entry.deploy;
    rule.members = entry.members(spec).print();
    if (rule.form == "fixed_lambda") rule.lambda = spec.real("lambda");
    return rule;
}

} // namespace

Estimator make_data_bound(const Spec& resolved)
{
    const auto& entry = entry_of(resolved);
    if (entry.closed_form != ClosedForm::none)
        return {.spec = resolved, .requests = {}, .closed_form = entry.closed_form, .reduction = {}};
    const auto rule = rule_of(entry, resolved);
    Estimator estimator{.spec = resolved, .requests = {{.plan = entry.members(resolved)}}, .reduction = {}};
    if (rule.reference != Reference::none)
        estimator.requests.push_back({.plan = entry.members(resolved), .rows = PredictedRows::unlabelled});
    if (rule.reference == Reference::deployed)
        estimator.requests.push_back({.plan = Spec("resubstitution"), .rows = PredictedRows::unlabelled});
    estimator.reduction = [rule](const ReductionOptions& options, std::span<const Design> designs) {
        return bound_reduction(options, rule, designs[0]);
    };
    return estimator;
}

EstimateBound bound_of_counts(const Spec& resolved, std::span<const NamedNumber> counts, Delta delta)
{
    const auto& entry = entry_of(resolved);
    const auto& kind = bound::kind_named(entry.kind);
    EstimateBound result{.name = entry.info.name, .kind = &kind, .inputs = {}, .bound = {}};
    const auto set = [&](const std::string& name, double number) {
        result.inputs.set(bound::input_named(kind, name), {number});
    };
    for (const auto& [name, number] : counts) set(name, number);
    if (const auto candidates = resolved.integer("candidates"); candidates > 1)
        set("candidates", static_cast<double>(candidates));
    result.bound = bound::compute(kind, result.inputs, resolved.text("form"), delta);
    result.deploy = result.bound.estimand == Estimand::model ? "all-rows" : entry.deploy;
    if (entry.members != nullptr) result.members = entry.members(resolved).print();
    return result;
}

Spec plan_of_bound(const Spec& resolved)
{
    const auto& entry = entry_of(resolved);
    require(entry.members != nullptr, "the bound '" + entry.info.name + "' has no plan");
    return entry.members(resolved);
}

bool needs_unlabelled(const Estimator& estimator)
{
    return std::any_of(estimator.requests.begin(), estimator.requests.end(),
                       [](const PlanRequest& request) { return request.rows == PredictedRows::unlabelled; });
}

std::span<const SpecInfo> data_bound_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(data_bound_table());
    return infos;
}

} // namespace unseen
