#include "unseen/bound/kinds.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/bound/order_statistics.hpp"
#include "unseen/bound/progressive.hpp"
#include "unseen/bound/randomised.hpp"
#include "unseen/bound/semi_supervised.hpp"
#include "unseen/bound/test_set.hpp"
#include "unseen/bound/training.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::bound {

namespace {

constexpr double default_delta = 0.05;
constexpr double most = 0x1p53; ///< the largest count that a double represents exactly

/// The enumerator at the position of `form` in `forms`, which have the same order. Empty: the first.
template <class Form>
Form form_at(const std::vector<std::string>& forms, const std::string& form)
{
    if (form.empty()) return Form{};
    return static_cast<Form>(std::find(forms.begin(), forms.end(), form) - forms.begin());
}

const std::vector<std::string> test_set_forms = {"exact", "wilson", "normal", "hoeffding", "chernoff_kl"};
const std::vector<std::string> randomised_forms = {"tails", "hoeffding", "kl"};
const std::vector<std::string> disagreement_forms = {
    "expected", "sampled", "median", "per_member", "expected_kl", "expected_bentkus", "gaffke"};
const std::vector<std::string> progressive_forms = {"azuma", "fixed_lambda", "kl_union", "online_to_batch",
                                                    "penalised"};
const std::vector<std::string> occam_forms = {"exact", "hoeffding"};
const std::vector<std::string> pac_bayes_forms = {"maurer", "langford_seeger", "factor_two"};
const std::vector<std::string> compression_forms = {"exact", "preferent"};

const InputInfo errors_input = {"errors", InputType::count, true, "number of wrong rows"};
const InputInfo rows_input = {"rows", InputType::count, true, "number of rows"};
const InputInfo member_errors = {"errors", InputType::counts, true,
                                 "errors of each member on its own test rows"};
const InputInfo member_rows = {"rows", InputType::counts, true, "test rows of each member"};

const InputInfo candidates_input = {"candidates", InputType::count, false,
                                    "number of candidates to choose from"};

std::vector<InputInfo> disagreement_inputs(bool required)
{
    return {member_errors,
            member_rows,
            candidates_input,
            {"disagreements", InputType::counts, false,
             "unlabelled rows on which a randomly drawn member differs from the classifier; or one count for "
             "each member"},
            {"mean-disagreement", InputType::probability, false,
             "mean over unlabelled rows of the share of members that differ"},
            {"differing", InputType::counts, false,
             "unlabelled rows on which exactly 0, 1, ... up to all members differ"},
            {"unlabelled", InputType::count, required, "number of unlabelled rows"}};
}

ErrorCount count_of(const Inputs& inputs) { return {inputs.count("errors"), inputs.count("rows")}; }

std::vector<ErrorCount> members_of(const Inputs& inputs)
{
    const auto errors = inputs.counts("errors");
    const auto rows = inputs.counts("rows");
    require(errors.size() == rows.size(), "errors: " + std::to_string(errors.size()) +
                                              " numbers, but rows: " + std::to_string(rows.size()) +
                                              "; expected equal numbers");
    std::vector<ErrorCount> members;
    for (std::size_t i = 0; i < errors.size(); ++i) members.push_back({errors[i], rows[i]});
    return members;
}

/// The inputs that give a disagreement, in the order of DisagreementFigure.
const std::vector<std::string> disagreement_figures = {"disagreements", "mean-disagreement", "differing"};

/// The disagreement in the inputs. If `form` is empty, rows by the number of members that differ have the
/// form expected, a mean has expected_kl, one count sampled, several counts per_member.
Disagreement disagreement_from(const Inputs& inputs, const std::string& form)
{
    std::vector<std::string> given;
    for (const auto& name : disagreement_figures)
        if (inputs.has(name)) given.push_back(name);
    require(given.size() == 1, "expected one of disagreements, mean-disagreement and differing");
    const bool counted = given[0] == disagreement_figures[0];
    const auto natural = given[0] == "differing"                      ? DisagreementForm::expected
                         : !counted                                   ? DisagreementForm::expected_kl
                         : inputs.counts("disagreements").size() == 1 ? DisagreementForm::sampled
                                                                      : DisagreementForm::per_member;
    const auto chosen = form.empty() ? natural : form_at<DisagreementForm>(disagreement_forms, form);
    const auto& needed = disagreement_figures[static_cast<std::size_t>(figure_of(chosen))];
    if (inputs.has("differing") && figure_of(chosen) != DisagreementFigure::counts) {
        auto disagreement = disagreement_of_rows(chosen, inputs.counts("differing"));
        require(disagreement.rows == inputs.count("unlabelled"),
                "differing: the counts add up to " + std::to_string(disagreement.rows) +
                    "; expected the number of unlabelled rows, " +
                    std::to_string(inputs.count("unlabelled")));
        return disagreement;
    }
    require(inputs.has(needed), "the form " + form + " needs " + needed);
    Disagreement disagreement{.form = chosen, .rows = inputs.count("unlabelled")};
    if (counted)
        disagreement.counts = inputs.counts("disagreements");
    else
        disagreement.mean = inputs.number("mean-disagreement");
    return disagreement;
}

double log_prior_of(const Inputs& inputs)
{
    const int given = static_cast<int>(inputs.has("candidates")) + static_cast<int>(inputs.has("prior")) +
                      static_cast<int>(inputs.has("mistakes"));
    require(given == 1, "expected one of candidates, prior and mistakes");
    if (inputs.has("prior")) {
        const double prior = inputs.number("prior");
        require(prior > 0.0, "prior = " + shortest(prior) + " must be positive");
        return std::log(prior);
    }
    const auto candidates = static_cast<double>(inputs.has("mistakes") ? inputs.count("mistakes") + 1
                                                                       : inputs.count("candidates"));
    require(candidates >= 1.0, "candidates = 0 must be at least 1");
    return -std::log(candidates);
}

/// `bound_at`(delta / n), n the input `number`: one of n may be chosen after looking, because the bounds of
/// all hold together.
template <class BoundAt>
Bound of_one_chosen(const Inputs& inputs, Delta delta, const BoundAt& bound_at,
                    const std::string& number = "candidates")
{
    if (!inputs.has(number)) return bound_at(delta);
    const auto candidates = inputs.count(number);
    require(candidates >= 1, number + " = 0 must be at least 1");
    Bound bound = bound_at(delta.share(static_cast<double>(candidates)));
    bound.delta = delta;
    bound.two_sided_delta = delta.value();
    bound.assumptions.push_back(
        "This is one of " + std::to_string(candidates) + ' ' + number +
        " that were fixed before these rows were seen; it was chosen after looking at the rows.");
    return bound;
}

/// The bound for members with unequal weights or budgets. If one of the two is missing, it is shared equally.
Bound unequal_members(const Inputs& inputs, const std::string& form, std::optional<Delta> delta)
{
    require(form.empty() || form == "tails", "weights and budgets belong to the form tails");
    require(!inputs.has("candidates"), "candidates cannot go with weights and budgets; take smaller budgets");
    const auto members = members_of(inputs);
    const auto n = static_cast<double>(members.size());
    std::vector<double> weights(members.size(), 1.0 / n);
    if (inputs.has("weights"))
        weights.assign(inputs.numbers("weights").begin(), inputs.numbers("weights").end());
    std::vector<Delta> budgets;
    if (inputs.has("budgets")) {
        require(!delta, "expected either budgets or delta, which is their sum");
        for (const double budget : inputs.numbers("budgets")) budgets.emplace_back(budget);
    } else {
        budgets.assign(members.size(), delta.value_or(Delta(default_delta)).share(n));
    }
    return randomised(members, weights, budgets);
}

std::vector<Kind> make_kinds()
{
    const auto of = [](std::optional<Delta> delta) { return delta.value_or(Delta(default_delta)); };
    std::vector<Kind> kinds;
    kinds.push_back({"binomial",
                     "one model, on test rows that were not used to train it",
                     "`errors=192` `rows=600` `delta=0.025`",
                     {errors_input, rows_input, candidates_input},
                     test_set_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         return of_one_chosen(inputs, of(delta), [&](Delta d) {
                             return test_set(count_of(inputs), d, form_at<TestSetForm>(test_set_forms, form));
                         });
                     }});
    kinds.push_back(
        {"averaged",
         "the classifier that draws a member for each query: R-Test, R-CV, R-Bag",
         "`errors=4,7,5` `rows=62,62,61` `delta=0.01`",
         {member_errors,
          member_rows,
          candidates_input,
          {"weights", InputType::numbers, false, "the members' probabilities of being drawn, if they differ"},
          {"budgets", InputType::numbers, false,
           "the members' shares of delta, if they differ; instead of delta"}},
         randomised_forms,
         [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
             if (inputs.has("weights") || inputs.has("budgets")) return unequal_members(inputs, form, delta);
             return of_one_chosen(inputs, of(delta), [&](Delta d) {
                 return randomised(members_of(inputs), d, form_at<RandomisedForm>(randomised_forms, form));
             });
         }});
    kinds.push_back({"semi-supervised",
                     "the classifier trained on all labelled rows, with unlabelled rows: S-Test, S-CV, S-Bag",
                     "`errors=4,7,5` `rows=62,62,61` `disagreements=11` `unlabelled=69` `delta=0.01`",
                     disagreement_inputs(true), disagreement_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         return of_one_chosen(inputs, of(delta), [&](Delta d) {
                             return semi_supervised(members_of(inputs), disagreement_from(inputs, form), d);
                         });
                     }});
    std::vector<std::string> voting_forms = disagreement_forms;
    voting_forms.push_back("factor_two");
    kinds.push_back(
        {"voting", "the members' plurality vote: twice the bound on a random member, or with unlabelled rows",
         "`errors=4,7,5` `rows=62,62,61` `mean_disagreement=0.06` `unlabelled=500`",
         disagreement_inputs(false), voting_forms,
         [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
             const bool unlabelled = inputs.has("unlabelled") ||
                                     std::any_of(disagreement_figures.begin(), disagreement_figures.end(),
                                                 [&](const std::string& name) { return inputs.has(name); });
             if (form == "factor_two" || (form.empty() && !unlabelled)) {
                 require(!unlabelled, "the form factor_two does not use unlabelled rows");
                 return of_one_chosen(inputs, of(delta),
                                      [&](Delta d) { return voting(members_of(inputs), d); });
             }
             return of_one_chosen(inputs, of(delta), [&](Delta d) {
                 return voting(members_of(inputs), disagreement_from(inputs, form), d);
             });
         }});
    kinds.push_back({"progressive",
                     "the classifier that draws one of the models of progressive validation for each query",
                     "`errors=12` `rows=100` `form=fixed_lambda` `lambda=0.5`",
                     {errors_input,
                      rows_input,
                      candidates_input,
                      {"lambda", InputType::number, false,
                       "parameter of the form fixed_lambda, chosen before looking (1)"}},
                     progressive_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         const bool lambda = inputs.has("lambda");
                         const auto chosen = form_at<ProgressiveForm>(progressive_forms, form);
                         require(!lambda || chosen == ProgressiveForm::fixed_lambda,
                                 "lambda belongs to the form fixed_lambda");
                         return of_one_chosen(inputs, of(delta), [&](Delta d) {
                             return progressive(count_of(inputs), d, chosen,
                                                lambda ? inputs.number("lambda") : 1.0);
                         });
                     }});
    kinds.push_back({"pac-bayes",
                     "a classifier that draws from a posterior for each query, on its own training rows",
                     "`error=0.12` `rows=900` `kl=18.5` `delta=0.05`",
                     {{"error", InputType::probability, true, "mean error on the training rows"},
                      {"rows", InputType::count, true, "training rows"},
                      {"kl", InputType::number, true, "KL divergence of the posterior from the prior"},
                      {"priors", InputType::count, false,
                       "number of priors, fixed before the rows were seen, of which the best was taken (1)"},
                      candidates_input},
                     pac_bayes_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         const auto rows = inputs.count("rows");
                         const bool vote = form == pac_bayes_forms.back();
                         const auto chosen = form.empty() || vote
                                                 ? pac_bayes_form(rows)
                                                 : form_at<PacBayesForm>(pac_bayes_forms, form);
                         const auto at = [&](Delta d) {
                             return (vote ? pac_bayes_vote : pac_bayes)(inputs.number("error"), rows,
                                                                        inputs.number("kl"), d, chosen);
                         };
                         return of_one_chosen(inputs, of(delta), [&](Delta d) {
                             return of_one_chosen(inputs, d, at, "priors");
                         });
                     }});
    kinds.push_back({"occam",
                     "the best of several candidates, on the rows by which it was chosen",
                     "`errors=15` `rows=200` `candidates=40`",
                     {errors_input,
                      rows_input,
                      candidates_input,
                      {"prior", InputType::probability, false,
                       "instead of candidates: prior probability of the chosen one"},
                      {"mistakes", InputType::count, false,
                       "instead of candidates: mistake bound M of an on-line learner, whose M + 1 models are "
                       "the candidates"}},
                     occam_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         return occam(count_of(inputs), log_prior_of(inputs), of(delta),
                                      form_at<OccamForm>(occam_forms, form));
                     }});
    kinds.push_back({"compression",
                     "a classifier that can be rebuilt from a few of its training rows",
                     "`errors=8` `rows=200` `kept=10`",
                     {{"errors", InputType::count, true, "errors on the training rows that were not kept"},
                      {"rows", InputType::count, true, "number of training rows"},
                      {"kept", InputType::count, true, "number of training rows from which it is rebuilt"},
                      candidates_input},
                     compression_forms,
                     [of](const Inputs& inputs, const std::string& form, std::optional<Delta> delta) {
                         return of_one_chosen(inputs, of(delta), [&](Delta d) {
                             return compression(inputs.count("errors"), inputs.count("rows"),
                                                inputs.count("kept"), d,
                                                form_at<CompressionForm>(compression_forms, form));
                         });
                     }});
    kinds.push_back(
        {"order-statistics",
         "the error on one further random split of the same data",
         "`values=FILE` `rank=1`",
         {{"values", InputType::values, true, "file with the errors on the splits made so far, one a line"},
          {"rank", InputType::count, false,
           "instead of delta: limits at the t-th smallest and largest error"}},
         {},
         [of](const Inputs& inputs, const std::string&, std::optional<Delta> delta) {
             if (!inputs.has("rank")) return order_statistics(inputs.numbers("values"), of(delta));
             require(!delta, "expected either rank or delta: the rank decides the probability");
             return order_statistics(inputs.numbers("values"), std::size_t{inputs.count("rank")});
         }});
    return kinds;
}

} // namespace

void Inputs::set(const InputInfo& info, std::vector<double> numbers)
{
    const bool several =
        info.type == InputType::counts || info.type == InputType::numbers || info.type == InputType::values;
    require(several || numbers.size() == 1,
            info.name + ": " + std::to_string(numbers.size()) + " numbers; expected one");
    for (const double x : numbers) {
        const std::string what = info.name + ": " + shortest(x) + " is not valid; expected ";
        if (info.type == InputType::count || info.type == InputType::counts)
            require(x >= 0.0 && x <= most && std::floor(x) == x, what + "a whole number >= 0");
        else if (info.type == InputType::probability)
            require(x >= 0.0 && x <= 1.0, what + "a number between 0 and 1");
        else
            require(std::isfinite(x), what + "a finite number");
    }
    given_.emplace_back(info.name, std::move(numbers));
}

bool Inputs::has(const std::string& name) const
{
    return std::any_of(given_.begin(), given_.end(), [&](const auto& entry) { return entry.first == name; });
}

std::span<const double> Inputs::numbers(const std::string& name) const
{
    for (const auto& entry : given_)
        if (entry.first == name) return entry.second;
    throw InputError(name + " is missing");
}

double Inputs::number(const std::string& name) const { return numbers(name)[0]; }

std::uint64_t Inputs::count(const std::string& name) const
{
    return static_cast<std::uint64_t>(number(name));
}

std::vector<std::uint64_t> Inputs::counts(const std::string& name) const
{
    std::vector<std::uint64_t> counts;
    for (const double x : numbers(name)) counts.push_back(static_cast<std::uint64_t>(x));
    return counts;
}

std::span<const Kind> kinds()
{
    static const std::vector<Kind> table = make_kinds();
    return table;
}

const Kind& kind_named(const std::string& name)
{
    std::string all;
    for (const auto& kind : kinds()) {
        if (kind.name == name) return kind;
        all += (all.empty() ? "" : ", ") + kind.name;
    }
    throw InputError("'" + name + "' is not a kind of bound; expected one of " + all);
}

const InputInfo& input_named(const Kind& kind, const std::string& name)
{
    const auto found = std::ranges::find(kind.inputs, name, &InputInfo::name);
    require(found != kind.inputs.end(), "the bound " + kind.name + " has no input '" + name + "'");
    return *found;
}

Bound compute(const Kind& kind, const Inputs& inputs, const std::string& form, std::optional<Delta> delta)
{
    for (const auto& info : kind.inputs)
        require(!info.required || inputs.has(info.name), info.name + " is missing: " + info.help);
    std::string all;
    for (const auto& name : kind.forms) all += (all.empty() ? "" : ", ") + name;
    require(form.empty() || std::find(kind.forms.begin(), kind.forms.end(), form) != kind.forms.end(),
            "form: '" + form + "' is not valid; expected " + (all.empty() ? "none" : "one of " + all));
    return kind.compute(inputs, form, delta);
}

} // namespace unseen::bound
