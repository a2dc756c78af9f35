#include "score/baselines.hpp"

#include "stats/weighted_quantile.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

/// Of more classes, one row of shares would take too much memory for each class.
constexpr std::size_t most_classes_with_shares = 256;

/// Of the figures with a baseline of this kind, the values of the measures on the view.
template <class Accept>
void evaluate_on(const PredictionView& view, std::vector<ScoredMeasure>& figures, const Accept& accept,
                 const std::string& always)
{
    std::vector<Measure> measures;
    std::vector<std::size_t> at;
    for (std::size_t m = 0; m < figures.size(); ++m)
        if (accept(figures[m].measure.baseline())) {
            measures.push_back(figures[m].measure);
            at.push_back(m);
        }
    if (measures.empty()) return;
    const auto values = evaluate_all(measures, view).values;
    for (std::size_t i = 0; i < at.size(); ++i)
        figures[at[i]].baseline =
            BaselineFigure{.name = baseline_name(measures[i].baseline(), always), .value = values[i]};
}

/// The sums of the weights of the rows of each class.
std::vector<double> weights_of_classes(const ScoredRows& rows)
{
    std::vector<ExactSum> sums(rows.design.classes.size());
    for (std::size_t i = 0; i < rows.design.true_label.size(); ++i)
        sums[rows.design.true_label[i]].add(rows.design.weight.empty() ? 1.0 : rows.design.weight[i]);
    std::vector<double> of_class;
    for (const auto& sum : sums) of_class.push_back(sum.value());
    return of_class;
}

double mean_of(std::span<const double> values, std::span<const double> weight)
{
    ExactSum sum;
    ExactSum all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum.add_product(weight.empty() ? 1.0 : weight[i], values[i]);
        all.add(weight.empty() ? 1.0 : weight[i]);
    }
    return sum.value() / all.value();
}

/// The median; with weights, that of repeated rows.
double median_of(std::vector<double> values, std::span<const double> weight)
{
    const auto n = static_cast<std::ptrdiff_t>(values.size());
    if (weight.empty()) {
        std::ranges::nth_element(values, values.begin() + (n - 1) / 2);
        const double lower = values[static_cast<std::size_t>((n - 1) / 2)];
        if (n % 2 == 1) return lower;
        return lower + (*std::min_element(values.begin() + n / 2, values.end()) - lower) / 2.0;
    }
    return weighted_quantile_unsorted(values, weight, 0.5);
}

void of_numbers(std::vector<ScoredMeasure>& figures, const ScoredRows& rows)
{
    const auto& truth = rows.design.true_value;
    const auto targets = rows.design.targets;
    for (const auto kind : {BaselineKind::mean, BaselineKind::median}) {
        if (std::ranges::none_of(figures,
                                 [&](const ScoredMeasure& f) { return f.measure.baseline() == kind; }))
            continue;
        std::vector<double> constant;
        for (std::size_t t = 0; t < targets; ++t) {
            std::vector<double> values;
            for (std::size_t i = t; i < truth.size(); i += targets) values.push_back(truth[i]);
            constant.push_back(kind == BaselineKind::mean ? mean_of(values, rows.design.weight)
                                                          : median_of(std::move(values), rows.design.weight));
        }
        std::vector<double> predicted;
        predicted.reserve(truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i) predicted.push_back(constant[i % targets]);
        evaluate_on(
            {.targets = targets, .true_value = truth, .value = predicted, .weight = rows.design.weight},
            figures, [kind](BaselineKind other) { return other == kind; }, "");
    }
}

} // namespace

void add_constant_baselines(std::vector<ScoredMeasure>& figures)
{
    for (auto& figure : figures)
        if (figure.measure.baseline() == BaselineKind::no_skill)
            figure.baseline = BaselineFigure{.name = baseline_name(BaselineKind::no_skill, ""),
                                             .value = Value(*figure.measure.no_skill)};
}

void add_class_baselines(std::vector<ScoredMeasure>& figures, const RowDesign& design,
                         std::span<const double> of_class)
{
    ExactSum all;
    for (const double weight : of_class) all.add(weight);
    if (!(all.value() > 0.0)) return;
    const auto most = static_cast<std::uint32_t>(std::ranges::max_element(of_class) - of_class.begin());
    const bool unique = std::ranges::count(of_class, of_class[most]) == 1;
    std::vector<std::uint32_t> truth; // all rows of a class are one: every prediction is the same
    std::vector<double> weight;
    for (std::uint32_t c = 0; c < of_class.size(); ++c)
        if (of_class[c] > 0.0) {
            truth.push_back(c);
            weight.push_back(of_class[c]);
        }
    const std::vector<std::uint32_t> label(truth.size(), most);
    std::vector<double> shares;
    if (of_class.size() <= most_classes_with_shares)
        for (std::size_t i = 0; i < truth.size(); ++i)
            for (const double w : of_class) shares.push_back(w / all.value());
    evaluate_on(
        {.classes = &design.classes,
         .positive = design.positive,
         .ordered = design.ordered,
         .true_label = truth,
         .label = label,
         .scores = shares,
         .weight = weight},
        figures,
        [](BaselineKind kind) { return kind == BaselineKind::majority || kind == BaselineKind::shares; },
        unique ? design.classes.name(most) : "");
}

void add_baselines(std::vector<ScoredMeasure>& figures, const ScoredRows& rows)
{
    if (rows.size() == 0) return;
    add_constant_baselines(figures);
    if (rows.design.task == ScoreTask::values) return;
    if (rows.design.task == ScoreTask::regression)
        of_numbers(figures, rows);
    else
        add_class_baselines(figures, rows.design, weights_of_classes(rows));
}

} // namespace unseen
