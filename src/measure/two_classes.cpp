// Measures of the confusion matrix of two classes, the positive class against the other (METHODS D.1). A
// quotient 0/0 has no value; the reason is `one_class` if the truth lacks the class, `nothing_predicted` if
// the class is never predicted.
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace unseen {

namespace {

struct Cells {
    double tp;
    double fn;
    double fp;
    double tn;
};

Cells cells_of(const Confusion& c)
{
    const std::size_t p = c.positive;
    const std::size_t n = 1 - p;
    return {c.at(p, p), c.at(p, n), c.at(n, p), c.at(n, n)};
}

using CountsOf = Counts (*)(const Cells&);

Measure two_classes(const Spec& spec, OfConfusion figure)
{
    auto measure = measure_of_cells(spec, std::move(figure));
    measure.class_count = ClassCount::two;
    return measure;
}

/// A proportion of the rows of one true class or one predicted class, whose number is `trials`.
Measure share(const Spec& spec, CountsOf counts, ZeroDivision zero_division, const Reason& undefined)
{
    auto of_matrix = [counts](const Confusion& c) { return counts(cells_of(c)); };
    return two_classes(spec, {.value =
                                  [of_matrix, zero_division, &undefined](const Confusion& c) {
                                      const Counts s = of_matrix(c);
                                      return quotient(s.ones, s.trials, zero_division, undefined);
                                  },
                              .share = of_matrix});
}

Measure lower_better(Measure measure)
{
    measure.direction = Direction::lower_is_better;
    return measure;
}

Measure by_name(Measure measure)
{
    measure.by_name_only = true;
    return measure;
}

Counts recall(const Cells& c) { return {c.tp, c.tp + c.fn}; }
Counts miss_rate(const Cells& c) { return {c.fn, c.tp + c.fn}; }
Counts specificity(const Cells& c) { return {c.tn, c.fp + c.tn}; }
Counts fall_out(const Cells& c) { return {c.fp, c.fp + c.tn}; }
Counts precision(const Cells& c) { return {c.tp, c.tp + c.fp}; }
Counts negative_precision(const Cells& c) { return {c.tn, c.tn + c.fn}; }
OverlapCounts overlap(const Confusion& matrix)
{
    const Cells c = cells_of(matrix);
    return {c.tp, c.fn, c.fp};
}

/// TP / (TP + w FN + (1 - w) FP), w = b^2 / (1 + b^2). It is 0 for TP = 0, and `one_class` if no row is
/// positive in truth or prediction.
Measure f_measure(const Spec& spec, double beta, ZeroDivision zero_division)
{
    const double squared = beta * beta;
    return two_classes(spec, {.value =
                                  [squared, zero_division](const Confusion& matrix) {
                                      const Cells c = cells_of(matrix);
                                      const double found = (1.0 + squared) * c.tp;
                                      return quotient(found, found + squared * c.fn + c.fp, zero_division,
                                                      reasons::one_class);
                                  },
                              .overlap = Overlap{.counts = overlap,
                                                 .first_weight = squared / (1.0 + squared),
                                                 .second_weight = 1.0 / (1.0 + squared)}});
}

Measure jaccard(const Spec& spec, ZeroDivision zero_division)
{
    return two_classes(spec, {.value =
                                  [zero_division](const Confusion& matrix) {
                                      const Cells c = cells_of(matrix);
                                      return quotient(c.tp, c.tp + c.fn + c.fp, zero_division,
                                                      reasons::one_class);
                                  },
                              .overlap = Overlap{.counts = overlap}});
}

/// The reason why a measure of both recalls does not exist, or null.
const Reason* without_recalls(const Cells& c)
{
    return c.tp + c.fn > 0.0 && c.fp + c.tn > 0.0 ? nullptr : &reasons::one_class;
}

/// r + s - 1 for the proportions r of positive and s of negative rows: 0 without skill.
Measure beyond_chance(Measure measure)
{
    measure.lowest = -1.0;
    measure.no_skill = 0.0;
    measure.either_class = true;
    return measure;
}

double recall_at_sum(double, double s, double x) { return x + 1.0 - s; }

/// How many times as often something happens: at least 0, and 1 without skill.
Measure ratio(Measure measure)
{
    measure.highest = std::numeric_limits<double>::infinity();
    measure.no_skill = 1.0;
    return measure;
}

/// A function of recall r and specificity s that rises in both and stays the same if the classes are
/// exchanged; `recall_at` as in OfConfusion.
Measure of_recalls(const Spec& spec, double (*value)(double r, double s),
                   double (*recall_at)(double p, double s, double x))
{
    auto measure = two_classes(spec, {.value =
                                          [value](const Confusion& matrix) {
                                              const Cells c = cells_of(matrix);
                                              if (const auto* reason = without_recalls(c))
                                                  return Value::none(*reason);
                                              return Value(value(c.tp / (c.tp + c.fn), c.tn / (c.fp + c.tn)));
                                          },
                                      .recall_at = recall_at});
    measure.either_class = true;
    return measure;
}

/// The quotient of two proportions: how many times as often the first is met. `infinite` if the second is 0.
Measure likelihood_ratio(const Spec& spec, CountsOf first, CountsOf second)
{
    return ratio(two_classes(spec, {.value =
                                        [first, second](const Confusion& matrix) {
                                            const Cells c = cells_of(matrix);
                                            if (const auto* reason = without_recalls(c))
                                                return Value::none(*reason);
                                            const Counts a = first(c);
                                            const Counts b = second(c);
                                            if (b.ones > 0.0)
                                                return Value(a.ones / a.trials / (b.ones / b.trials));
                                            return Value::none(a.ones > 0.0 ? reasons::infinite
                                                                            : reasons::nothing_predicted);
                                        },
                                    .quotient_of =
                                        [first, second](const Confusion& matrix) {
                                            const Cells c = cells_of(matrix);
                                            return std::pair(first(c), second(c));
                                        }}));
}

/// TP TN / (FP FN). `infinite` if a kind of wrong row is missing.
Value odds_ratio(const Confusion& matrix)
{
    const Cells c = cells_of(matrix);
    if (const auto* reason = without_recalls(c)) return Value::none(*reason);
    const double right = c.tp * c.tn;
    const double wrong = c.fp * c.fn;
    if (wrong > 0.0) return Value(right / wrong);
    return Value::none(right > 0.0 ? reasons::infinite : reasons::nothing_predicted);
}

/// The odds of the recall are the ratio times those of u = 1 - s.
double recall_at_odds_ratio(double, double s, double x)
{
    const double odds = x * (1.0 - s);
    return odds + s > 0.0 ? odds / (odds + s) : 1.0;
}

/// precision + npv - 1.
Value markedness(const Confusion& matrix)
{
    const Cells c = cells_of(matrix);
    const Counts p = precision(c);
    const Counts n = negative_precision(c);
    if (!(p.trials > 0.0 && n.trials > 0.0)) return Value::none(reasons::nothing_predicted);
    return Value(p.ones / p.trials + n.ones / n.trials - 1.0);
}

/// The geometric mean of precision and recall.
Value fowlkes_mallows(const Confusion& matrix)
{
    const Cells c = cells_of(matrix);
    if (!(c.tp + c.fn > 0.0)) return Value::none(reasons::one_class);
    if (!(c.tp + c.fp > 0.0)) return Value::none(reasons::nothing_predicted);
    return Value(c.tp / std::sqrt((c.tp + c.fn) * (c.tp + c.fp)));
}

} // namespace

std::vector<MeasureEntry> two_class_measures(ZeroDivision zero_division)
{
    const auto share_of = [zero_division](CountsOf counts, const Reason& undefined) {
        return [zero_division, counts, &undefined](const Spec& spec) {
            return share(spec, counts, zero_division, undefined);
        };
    };
    return {
        {.info = {.name = "precision",
                  .help = "share of the rows predicted positive that are positive",
                  .aliases = {"ppv", "precision_score", "Pos_Pred_Value", "IR_precision"}},
         .make = share_of(precision, reasons::nothing_predicted),
         .main = true,
         .averages = {{"macro", "precision_macro"}, {"weighted", "precision_weighted"}}},
        {.info = {.name = "recall",
                  .help = "share of the positive rows that are predicted positive",
                  .aliases = {"sens", "sensitivity", "recall_score", "True_positive_rate", "IR_recall"}},
         .make = share_of(recall, reasons::one_class),
         .main = true,
         .averages = {{"macro", "recall_macro"}, {"weighted", "recall_weighted"}}},
        {.info = {.name = "tpr", .help = "the same as recall"},
         .make = [=](const Spec& spec) { return by_name(share_of(recall, reasons::one_class)(spec)); }},
        {.info = {.name = "specificity",
                  .help = "share of the negative rows that are predicted negative",
                  .aliases = {"spec", "True_negative_rate"}},
         .make = share_of(specificity, reasons::one_class)},
        {.info = {.name = "tnr", .help = "the same as specificity"},
         .make = [=](const Spec& spec) { return by_name(share_of(specificity, reasons::one_class)(spec)); }},
        {.info = {.name = "fpr",
                  .help = "share of the negative rows that are predicted positive; 1 - specificity",
                  .aliases = {"False_positive_rate"}},
         .make =
             [=](const Spec& spec) { return lower_better(share_of(fall_out, reasons::one_class)(spec)); }},
        {.info = {.name = "fnr",
                  .help = "share of the positive rows that are predicted negative; 1 - recall",
                  .aliases = {"False_negative_rate"}},
         .make =
             [=](const Spec& spec) { return lower_better(share_of(miss_rate, reasons::one_class)(spec)); }},
        {.info = {.name = "npv",
                  .help = "share of the rows predicted negative that are negative",
                  .aliases = {"Neg_Pred_Value"}},
         .make = share_of(negative_precision, reasons::nothing_predicted)},
        {.info = {.name = "f1",
                  .help = "harmonic mean of precision and recall",
                  .aliases = {"f_meas", "f1_score", "F_measure"}},
         .make = [=](const Spec& spec) { return f_measure(spec, 1.0, zero_division); },
         .main = true,
         .averages = {{"macro", "f1_macro"}, {"weighted", "f1_weighted"}}},
        {.info = {.name = "fbeta",
                  .help = "weighted harmonic mean of precision and recall",
                  .keys = {open_real_key(
                      "beta", "2", "above 1 recall counts more, below 1 precision counts more", 0.0, 1e6)},
                  .aliases = {"fbeta_score"}},
         .make =
             [=](const Spec& spec) { return by_name(f_measure(spec, spec.real("beta"), zero_division)); }},
        {.info = {.name = "g_mean",
                  .help = "geometric mean of recall and specificity",
                  .aliases = {"gmean", "geometric_mean_score"}},
         .make =
             [](const Spec& spec) {
                 return of_recalls(
                     spec, [](double r, double s) { return std::sqrt(r * s); },
                     [](double, double s, double x) { return x * x / s; });
             }},
        {.info = {.name = "informedness",
                  .help = "recall + specificity - 1, Youden's J",
                  .aliases = {"j_index", "youden_j"}},
         .make =
             [](const Spec& spec) {
                 return beyond_chance(of_recalls(
                     spec, [](double r, double s) { return r + s - 1.0; }, recall_at_sum));
             }},
        {.info = {.name = "markedness",
                  .help = "precision + npv - 1: how far predictions tell the classes apart",
                  .aliases = {"delta_p"}},
         .make =
             [](const Spec& spec) {
                 return beyond_chance(two_classes(
                     spec, {.value = markedness, .recall_at = recall_at_sum, .transposed = true}));
             }},
        {.info = {.name = "fowlkes_mallows",
                  .help = "geometric mean of precision and recall",
                  .aliases = {"fm_index"}},
         .make = [](const Spec& spec) { return by_name(two_classes(spec, {.value = fowlkes_mallows})); }},
        {.info = {.name = "positive_likelihood_ratio",
                  .help = "how many times as often positive rows are predicted positive as negative ones: "
                          "recall / fpr",
                  .aliases = {"plr", "lr_plus"}},
         .make = [](const Spec& spec) { return likelihood_ratio(spec, recall, fall_out); }},
        {.info = {.name = "negative_likelihood_ratio",
                  .help = "how many times as often positive rows are predicted negative as negative ones: "
                          "fnr / specificity",
                  .aliases = {"nlr", "lr_minus"}},
         .make =
             [](const Spec& spec) { return lower_better(likelihood_ratio(spec, miss_rate, specificity)); }},
        {.info = {.name = "diagnostic_odds_ratio",
                  .help = "how many times as large the odds of a positive prediction are for positive rows",
                  .aliases = {"odds_ratio", "dor"}},
         .make =
             [](const Spec& spec) {
                 auto measure =
                     ratio(two_classes(spec, {.value = odds_ratio, .recall_at = recall_at_odds_ratio}));
                 measure.either_class = true;
                 return measure;
             }},
        {.info = {.name = "jaccard",
                  .help = "true positives, as a share of the rows that are positive or predicted positive",
                  .aliases = {"jaccard_score"}},
         .make = [=](const Spec& spec) { return jaccard(spec, zero_division); }},
    };
}

} // namespace unseen
