#include "unseen/report/bounds.hpp"

#include "report/bound_words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/verdicts.hpp"

#include <stdexcept>
#include <utility>

namespace unseen {

namespace {

/// The estimand as the subject of a sentence.
std::string subject(Estimand estimand)
{
    switch (estimand) {
    case Estimand::model: return "the true error of the model";
    case Estimand::randomised: return "the true error of the classifier that draws a model for each query";
    case Estimand::split: return "the error on one further split of the same data";
    case Estimand::procedure: return "the expected error of the learner";
    case Estimand::fold_models: return "the mean error of the fold models";
    case Estimand::none: return "the figure";
    }
    throw std::logic_error("unknown target");
}

/// The probability 1 - delta in percent, for people.
std::string at_least(double delta)
{
    if (delta >= 1.0) return "0 %";
    // Rounded, to remove the digits that the subtraction leaves.
    std::string text = readable(100.0 * (1.0 - delta));
    if (delta < 1e-5) return "1 - " + shortest(delta);
    while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
        const bool point = text.back() == '.';
        text.pop_back();
        if (point) break;
    }
    return text + " %";
}

/// An input as it was given: whole numbers without a point, a single number without brackets.
Json shown(const bound::InputInfo& info, const std::vector<double>& numbers)
{
    using bound::InputType;
    const bool whole = info.type == InputType::count || info.type == InputType::counts;
    const auto one = [whole](double x) { return whole ? Json(static_cast<std::uint64_t>(x)) : Json(x); };
    const bool several =
        info.type == InputType::counts || info.type == InputType::numbers || info.type == InputType::values;
    if (!several) return one(numbers[0]);
    return Json::list(numbers, one);
}

} // namespace

std::string statement(const bound::Bound& bound)
{
    const std::string about =
        bound.guarantee == Guarantee::exact ? "With probability at least " : "With probability about ";
    std::string text;
    if (bound.upper)
        text = about + at_least(bound.delta.value()) + ", " + subject(bound.estimand) + " is at most " +
               readable(bound.upper.number());
    else
        text = "There is no upper bound on " + subject(bound.estimand) + " (" +
               std::string(bound.upper.reason()) + ")";
    if (bound.lower)
        text += "; with the same probability, at least " + readable(bound.lower.number());
    else if (bound.upper)
        text += "; there is no lower bound (" + std::string(bound.lower.reason()) + ")";
    if (bound.two_sided.lower && bound.two_sided.upper)
        text += "; with " + at_least(bound.two_sided_delta) + ", between " +
                readable(bound.two_sided.lower.number()) + " and " + readable(bound.two_sided.upper.number());
    if (bound.disagreement) {
        text += ". Its disagreement with the members is at most " + readable(bound.disagreement->upper) +
                " (form " + bound.form;
        if (bound.disagreement->agreement) text += ", rho " + readable(*bound.disagreement->agreement);
        text += ")";
    }
    return text + ".";
}

Verdict bound_verdict(const bound::Bound& bound)
{
    return {.question = Question::at_most,
            .state = bound.upper ? VerdictState::shown : VerdictState::none,
            .noun = "classifier",
            .measure = "error_rate",
            .value = bound.upper,
            .sentences = {statement(bound)}};
}

std::string assumptions_of(const bound::Bound& bound)
{
    std::string text;
    for (const auto& assumption : bound.assumptions) text += (text.empty() ? "" : " ") + assumption;
    return text;
}

Json& add_bound(Json& json, const std::string& name, const bound::Bound& bound, const bound::Kind& kind,
                const bound::Inputs& given)
{
    auto inputs = Json::object();
    for (const auto& info : kind.inputs)
        for (const auto& [input, numbers] : given.given())
            if (input == info.name) inputs.add(input, shown(info, numbers));
    json.add("kind", name).add("form", bound.form).add("value", bound.value);
    json.add_value("upper", bound.upper);
    json.add_value("lower", bound.lower);
    json.add_value("complement", bound.complement);
    auto both = Json::object();
    both.add_value("lower", bound.two_sided.lower);
    both.add_value("upper", bound.two_sided.upper);
    if (bound.two_sided_delta != bound.delta.value()) both.add("delta", bound.two_sided_delta);
    json.add("two_sided", std::move(both));
    json.add("delta", bound.delta.value()).add("target", name_of(bound.estimand));
    if (bound.value_estimand != Estimand::none) json.add("value_target", name_of(bound.value_estimand));
    json.add("guarantee", name_of(bound.guarantee));
    if (bound.disagreement) {
        auto disagreement = Json::object();
        if (bound.disagreement->mean) disagreement.add("mean", *bound.disagreement->mean);
        disagreement.add("upper", bound.disagreement->upper);
        if (bound.disagreement->agreement) disagreement.add("rho", *bound.disagreement->agreement);
        json.add("disagreement", std::move(disagreement));
    }
    return json.add("assumptions", Json::list(bound.assumptions))
        .add("warnings", warnings_json(bound.warnings))
        .add("inputs", std::move(inputs));
}

Answer answer_of(const bound::Kind& kind, const bound::Inputs& inputs, const bound::Bound& bound)
{
    const std::string delta = bound.delta.value() > 0.0 ? shortest(bound.delta.value())
                                                        : "exp(" + shortest(bound.delta.log()) + ")";
    const std::string both = shortest(bound.two_sided_delta);
    Answer answer{
        .heading = {kind.name + (bound.form.empty() ? "" : ", " + bound.form) + ": " + readable(bound.value) +
                    " observed" +
                    (bound.value_estimand != Estimand::none ? " (" + name_of(bound.value_estimand) + ')'
                                                            : "") +
                    "; target " + name_of(bound.estimand) + ", " + name_of(bound.guarantee)},
        .table = {.columns = {{"limit"}, {"value", true}, {"fails with", true}},
                  .rows = {{"upper", Cell(bound.upper), delta},
                           {"lower", Cell(bound.lower), delta},
                           {"two-sided lower", Cell(bound.two_sided.lower), both},
                           {"two-sided upper", Cell(bound.two_sided.upper), both}}},
        .json = answer_object("bound")};
    if (!bound.assumptions.empty()) answer.notes.push_back("Assumes: " + assumptions_of(bound));
    answer.warn(bound.warnings);
    add_bound(answer.json, kind.name, bound, kind, inputs);
    conclude(answer, bound_verdict(bound));
    return answer;
}

} // namespace unseen
