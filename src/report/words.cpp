#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

std::string two_digits(double number) { return written_out(std::round(number * 100.0) / 100.0); }

std::string meaning(Estimand estimand)
{
    switch (estimand) {
    case Estimand::model:
        return "the error of the fitted model on new rows like these; after a cross-validation, of the model "
               "fitted to all rows";
    case Estimand::procedure:
        return "the expected error of the learner when it is trained on n rows like these";
    case Estimand::fold_models: return "the mean error of the models fitted in the folds";
    case Estimand::randomised:
        return "the error of the classifier that draws one of the models for each new row";
    case Estimand::split: return "the figure of one further split of the same rows";
    case Estimand::none: return "a figure of these rows only; the error on new rows is usually larger";
    }
    return "";
}

std::string meaning(Guarantee guarantee)
{
    switch (guarantee) {
    case Guarantee::exact: return "covers its target with at least the stated probability";
    case Guarantee::asymptotic:
        return "covers its target with about the stated probability if there are many rows";
    case Guarantee::heuristic: return "plausible, but without proof";
    }
    return "";
}

std::string subject(Estimand estimand, double training_rows)
{
    switch (estimand) {
    case Estimand::model: return "the fitted model";
    case Estimand::procedure:
        return training_rows > 0.0
                   ? "a model trained on about " + written_out(std::round(training_rows)) + " rows"
                   : "a model trained like this one";
    case Estimand::fold_models: return "the models of the folds";
    case Estimand::randomised: return "a model drawn for each row";
    case Estimand::split: return "one more split";
    case Estimand::none: return "these rows only";
    }
    return "";
}

std::string explained(Estimand estimand)
{
    return name_of(estimand) + (estimand == Estimand::procedure ? "(n): " : ": ") + meaning(estimand);
}

std::string explained(Guarantee guarantee) { return name_of(guarantee) + ": " + meaning(guarantee); }

const Reason& why_missing(const Value& value, const Maybe<Interval>& interval)
{
    return value ? interval.reason() : value.reason();
}

std::string explained(const Reason& reason)
{
    return std::string(reason.sentence) + " [" + std::string(reason) + ']';
}

namespace {

/// The end of a range: 0, -1, inf, or 36.04 for the largest log loss.
std::string end_text(double end)
{
    if (std::isinf(end)) return end < 0.0 ? "-inf" : "inf";
    return shortest(std::round(end * 100.0) / 100.0);
}

} // namespace

std::string capitalised(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string as_paragraph(std::span<const std::string> sentences)
{
    std::string text;
    for (const auto& one : sentences) text += (text.empty() ? "" : " ") + one;
    return text;
}

std::string warning_text(const Warning& warning) { return warning.text + " [" + warning.code + ']'; }

std::string codes_of(std::span<const Warning> warnings)
{
    std::string codes;
    for (const auto& warning : warnings) codes += (codes.empty() ? "" : ";") + warning.code;
    return codes;
}

std::string range_text(const Measure& m) { return end_text(m.lowest) + " .. " + end_text(m.highest); }

std::string ranges_text(const Measure& m)
{
    if (m.judges == Judges::values) return "as stated with the values";
    return range_text(m) + (m.highest_of_two ? "; for two classes " + range_text(of_classes(m, 2)) : "");
}

std::string directions_text(const Measure& m)
{
    return m.judges == Judges::values ? "as stated with the values" : direction_text(m);
}

std::string direction_text(const Measure& m)
{
    if (m.best) return "near " + shortest(*m.best);
    return m.direction == Direction::lower_is_better ? "lower" : "higher";
}

std::string needs_text(const Measure& m)
{
    std::string needs = name_of(m.judges);
    if (m.judges == Judges::classes)
        needs = m.needs_probabilities ? "probabilities" : m.needs_scores ? "scores" : "labels";
    if (m.class_count == ClassCount::two) needs += ", two classes";
    if (m.needs_order) needs += ", classes in order";
    if (m.several_targets) needs += " or points";
    return needs;
}

Cell interval_cell(const std::optional<Interval>& interval)
{
    return interval ? Cell(readable(interval->lower) + " .. " + readable(interval->upper)) : Cell("-", "");
}

Note any_time_note(const AnyTime& look)
{
    return {"Look " + std::to_string(look.looks) + " at " + counted(look.rows, "row") + ", " +
            std::to_string(look.new_rows) + " of them new, known by their " + (look.by_id ? "ids" : "order") +
            ". The limits hold at every look, however many there are; until a decision that takes about " +
            shortest(look.rows_at_end) + " times the rows of a single look, and " +
            shortest(look.rows_on_average) + " times on average."};
}

Json any_time_json(const AnyTime& look)
{
    return Json::object()
        .add("rows", look.rows)
        .add("new_rows", look.new_rows)
        .add("looks", look.looks)
        .add("known_by", look.by_id ? "id" : "order")
        .add("changed", look.changed)
        .add("lower", look.now.lower)
        .add("upper", look.now.upper)
        .add("rows_at_end", look.rows_at_end)
        .add("rows_on_average", look.rows_on_average);
}

void add_limits_and_level(std::vector<Cell>& row, const std::optional<Interval>& interval)
{
    if (interval)
        row.insert(row.end(),
                   {shortest(interval->lower), shortest(interval->upper), shortest(interval->level.value())});
    else
        row.insert(row.end(), {"", "", ""});
}

std::string simultaneous_text()
{
    return "the intervals of all models hold together with the level, so that each holds even for the model "
           "that was chosen "
           "because its figure is the best";
}

Json end_json(double end) { return std::isinf(end) ? Json() : Json(end); }

Json interval_json(const Interval& interval)
{
    std::vector<Json> assumptions;
    for (const auto& text : interval.assumptions) assumptions.emplace_back(text);
    auto json = Json::object();
    json.add("lower", end_json(interval.lower)).add("upper", end_json(interval.upper));
    json.add("level", interval.level.value())
        .add("method", interval.method)
        .add("target", name_of(interval.estimand));
    if (interval.also != Estimand::none) json.add("also_target", name_of(interval.also));
    return json.add("guarantee", name_of(interval.guarantee))
        .add("assumptions", Json::array(std::move(assumptions)));
}

} // namespace unseen
