// Measures of the confusion matrix of any number of classes, and averages over classes (METHODS D.2,
// scikit-learn's definitions). Averages include the classes that occur as truth or prediction. A class that
// is never predicted has no precision, and a class that is never true has no recall; ZeroDivision says how
// they count.
#include "measure/agreement.hpp"
#include "measure/entry.hpp"

#include <cmath>
#include <span>

namespace unseen {

namespace {

/// The quotients of single classes.
struct ClassCounts {
    explicit ClassCounts(const Confusion& c)
        : added_up(c.margins ? Margins() : margins_of(c)),
          of(c.margins ? *c.margins : added_up)
    {
    }
    ClassCounts(const ClassCounts&) = delete;
    ClassCounts& operator=(const ClassCounts&) = delete;

    Counts precision(std::size_t c) const { return {of.right[c], of.predicted[c]}; }
    Counts recall(std::size_t c) const { return {of.right[c], of.truth[c]}; }
    Counts f1(std::size_t c) const { return {2.0 * of.right[c], of.truth[c] + of.predicted[c]}; }

    Margins added_up;
    const Margins& of;
};

using OfClass = Counts (ClassCounts::*)(std::size_t) const;

/// A mean of quotients. ZeroDivision says how 0/0 counts.
class MeanOfQuotients {
public:
    explicit MeanOfQuotients(ZeroDivision zero_division) : zero_division_(zero_division) {}
    void add(const Counts& quotient, double weight)
    {
        const bool exists = quotient.trials > 0.0;
        if (!exists && zero_division_ == ZeroDivision::none) return;
        sum_ += weight * (exists                                ? quotient.ones / quotient.trials
                          : zero_division_ == ZeroDivision::one ? 1.0
                                                                : 0.0);
        weights_ += weight;
    }
    Value mean() const
    {
        return weights_ > 0.0 ? Value(sum_ / weights_) : Value::none(reasons::nothing_predicted);
    }

private:
    ZeroDivision zero_division_;
    double sum_ = 0.0;
    double weights_ = 0.0;
};

Value macro(const Confusion& confusion, const ClassCounts& counts, OfClass figure, ZeroDivision zero_division)
{
    MeanOfQuotients mean(zero_division);
    for (std::size_t c = 0; c < confusion.classes; ++c)
        if (confusion.counted[c] != 0) mean.add((counts.*figure)(c), 1.0);
    return mean.mean();
}

Measure several_classes(const Spec& spec, OfConfusion figure)
{
    auto measure = measure_of_cells(spec, std::move(figure));
    measure.class_count = ClassCount::several;
    return measure;
}

/// (r + s) / 2 = x for the recalls r and s.
double recall_at_mean(double, double other_recall, double x) { return 2.0 * x - other_recall; }

Measure macro_of(const Spec& spec, OfClass figure, ClassFigure mean_of, ZeroDivision zero_division)
{
    return several_classes(
        spec, {.value = [=](const Confusion& c) { return macro(c, ClassCounts(c), figure, zero_division); },
               .mean_of = mean_of,
               .recall_at = mean_of == ClassFigure::recall ? recall_at_mean : nullptr});
}

/// The mean over classes, weighted by how often each class is true.
Measure weighted_of(const Spec& spec, OfClass figure, ZeroDivision zero_division)
{
    return several_classes(spec, {[=](const Confusion& c) {
                               const ClassCounts counts(c);
                               const Margins& m = counts.of;
                               MeanOfQuotients mean(zero_division);
                               for (std::size_t k = 0; k < c.classes; ++k)
                                   if (m.truth[k] > 0.0) mean.add((counts.*figure)(k), m.truth[k]);
                               return mean.mean();
                           }});
}

/// Micro averages sum the counts of all classes first. Each row has one label, so precision, recall and f1
/// all equal the accuracy, a proportion of rows.
Measure micro_of(const Spec& spec)
{
    auto counts = [](const Confusion& c) {
        const ClassCounts of_classes(c);
        const Margins& m = of_classes.of;
        double right = 0.0;
        for (const double n : m.right) right += n;
        return Counts{right, m.total};
    };
    return several_classes(spec, {.value =
                                      [counts](const Confusion& c) {
                                          const Counts s = counts(c);
                                          return Value(s.ones / s.trials);
                                      },
                                  .share = counts});
}

/// The mean recall of the classes that occur in the truth.
Value balanced_accuracy(const Confusion& c)
{
    const ClassCounts counts(c);
    const Margins& m = counts.of;
    double sum = 0.0;
    double n = 0.0;
    for (std::size_t k = 0; k < c.classes; ++k)
        if (m.truth[k] > 0.0) {
            sum += m.right[k] / m.truth[k];
            n += 1.0;
        }
    return Value(sum / n);
}

/// n tr - sum_c t_c p_c: how much more often truth and prediction agree than by chance.
double above_chance(const Margins& m)
{
    double agreement = 0.0;
    double chance = 0.0;
    for (std::size_t c = 0; c < m.right.size(); ++c) {
        agreement += m.right[c];
        chance += m.truth[c] * m.predicted[c];
    }
    return m.total * agreement - chance;
}

/// sum_c a_c (n - b_c).
double apart(const Margins& m, std::span<const double> a, std::span<const double> b)
{
    double sum = 0.0;
    for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * (m.total - b[c]);
    return sum;
}

/// (n tr - sum t_c p_c) / sqrt((n^2 - sum p_c^2)(n^2 - sum t_c^2)) (Gorodkin 2004). Computed from shares of
/// n, so that nothing overflows.
Value mcc(const Confusion& c, ZeroDivision zero_division)
{
    const ClassCounts counts(c);
    const Margins& m = counts.of;
    const double truth = apart(m, m.truth, m.truth);
    return quotient(above_chance(m), std::sqrt(truth * apart(m, m.predicted, m.predicted)), zero_division,
                    truth > 0.0 ? reasons::nothing_predicted : reasons::one_class);
}

/// Cohen's kappa (p_o - p_e) / (1 - p_e), p_e = sum_c t_c p_c / n^2.
Value kappa(const Confusion& c, ZeroDivision zero_division)
{
    const ClassCounts counts(c);
    return quotient(above_chance(counts.of), apart(counts.of, counts.of.truth, counts.of.predicted),
                    zero_division, reasons::one_class);
}

/// 1 - sum w_tp M_tp / sum w_tp E_tp, E_tp = t_t p_p / n, w_tp = |t - p|, or its square (Cohen 1968). Classes
/// are numbered in their order.
Value weighted_kappa(const Confusion& c, ZeroDivision zero_division, bool squared)
{
    const ClassCounts counts(c);
    const Margins& m = counts.of;
    double observed = 0.0;
    double expected = 0.0;
    for (std::size_t t = 0; t < c.classes; ++t)
        for (std::size_t p = 0; p < c.classes; ++p) {
            const double steps = std::abs(static_cast<double>(t) - static_cast<double>(p));
            const double weight = squared ? steps * steps : steps;
            observed += weight * c.at(t, p);
            expected += weight * m.truth[t] * m.predicted[p];
        }
    return quotient(expected - m.total * observed, expected, zero_division, reasons::one_class);
}

Value linear_kappa(const Confusion& c, ZeroDivision zero_division)
{
    return weighted_kappa(c, zero_division, false);
}
Value quadratic_kappa(const Confusion& c, ZeroDivision zero_division)
{
    return weighted_kappa(c, zero_division, true);
}

Value f1_of_macro(const Confusion& c, ZeroDivision zero_division)
{
    const ClassCounts counts(c);
    const Value p = macro(c, counts, &ClassCounts::precision, zero_division);
    const Value r = macro(c, counts, &ClassCounts::recall, zero_division);
    if (!p || !r) return p ? r : p;
    const double sum = p.number() + r.number();
    return Value(sum > 0.0 ? 2.0 * p.number() * r.number() / sum : 0.0);
}

using OfCells = Value (*)(const Confusion&, ZeroDivision);

/// For two classes with the share p and the recalls r of one, s of the other: u = 1 - s, q = p r + (1 - p) u
/// the share predicted so, and J = r - u. mcc = J sqrt(p (1 - p) / (q (1 - q))), so r is a root of p (1 - p)
/// J^2 = x^2 q (1 - q); of the two, J has the sign of x at one.
double recall_at_mcc(double p, double s, double x)
{
    const double u = 1.0 - s;
    const double c = (1.0 - p) * u;
    const double a2 = p * (1.0 - p) + x * x * p * p;
    const double a1 = -2.0 * u * p * (1.0 - p) - x * x * p * (1.0 - 2.0 * c);
    const double a0 = p * (1.0 - p) * u * u - x * x * c * (1.0 - c);
    const double root = std::sqrt(std::fmax(0.0, a1 * a1 - 4.0 * a2 * a0));
    return (-a1 + (x < 0.0 ? -root : root)) / (2.0 * a2);
}

/// kappa = 2 p (1 - p) J / (p + (1 - 2 p) q), which is linear in r above and below. Where r cannot bring the
/// measure down to x, a number below 0.
double recall_at_kappa(double p, double s, double x)
{
    const double u = 1.0 - s;
    const double slope = p * (2.0 * (1.0 - p) - x * (1.0 - 2.0 * p));
    const double rest = x * (p + (1.0 - 2.0 * p) * (1.0 - p) * u) + 2.0 * p * (1.0 - p) * u;
    if (slope > 0.0) return rest / slope;
    return rest < 0.0 ? -1.0 : 2.0;
}

Measure from_minus_one(const Spec& spec, OfCells figure, double (*recall_at)(double, double, double),
                       ZeroDivision zero_division)
{
    auto measure =
        measure_of_cells(spec, {.value = [=](const Confusion& c) { return figure(c, zero_division); },
                                .recall_at = recall_at});
    measure.lowest = -1.0;
    measure.no_skill = 0.0;
    return measure;
}

Measure of_order(Measure measure)
{
    measure.needs_order = true;
    return measure;
}

} // namespace

const Measure& agreement_beyond_chance()
{
    static const Measure measure = from_minus_one(Spec("kappa"), kappa, recall_at_kappa, ZeroDivision::usual);
    return measure;
}

Measure measure_of_cells(const Spec& spec, OfConfusion figure)
{
    return {.spec = spec,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .needs_labels = true,
            .of_whole_repeats = true,
            .kind = std::move(figure)};
}

std::vector<MeasureEntry> class_average_measures(ZeroDivision zero_division)
{
    const auto average = [](std::string name, std::string help, auto make) {
        return MeasureEntry{.info = {.name = std::move(name), .help = std::move(help)}, .make = make};
    };
    return {
        {.info = {.name = "balanced_accuracy",
                  .help = "mean of the recalls of the classes that occur",
                  .aliases = {"balanced_accuracy_score"}},
         .make =
             [](const Spec& spec) {
                 return measure_of_cells(spec, {.value = balanced_accuracy,
                                                .mean_of = ClassFigure::recall,
                                                .recall_at = recall_at_mean});
             },
         .two_class_aliases =
             {"bal_accuracy"}}, // for more classes yardstick's name also averages specificities
        {.info = {.name = "mcc",
                  .help = "Matthews' correlation of truth and prediction",
                  .aliases = {"matthews_corrcoef", "Matthews_correlation"}},
         .make = [=](const Spec& spec) { return from_minus_one(spec, mcc, recall_at_mcc, zero_division); },
         .main = true},
        {.info = {.name = "kappa",
                  .help = "Cohen's kappa: agreement beyond chance",
                  .aliases = {"kap", "cohen_kappa_score", "Kappa_statistic"}},
         .make =
             [=](const Spec& spec) { return from_minus_one(spec, kappa, recall_at_kappa, zero_division); }},
        {.info = {.name = "linear_kappa",
                  .help = "kappa of ordered classes: disagreement counts by the steps between classes"},
         .make =
             [=](const Spec& spec) {
                 return of_order(from_minus_one(spec, linear_kappa, recall_at_kappa, zero_division));
             }},
        {.info = {.name = "quadratic_kappa",
                  .help =
                      "kappa of ordered classes: disagreement counts by the squared steps between classes",
                  .aliases = {"qwk", "quadratic_weighted_kappa", "kappa_quadratic"}},
         .make =
             [=](const Spec& spec) {
                 return of_order(from_minus_one(spec, quadratic_kappa, recall_at_kappa, zero_division));
             },
         .main = true},
        shown_first(average(
            "precision_macro", "mean of the classes' precisions; a class that is never predicted counts as 0",
            [=](const Spec& spec) {
                return macro_of(spec, &ClassCounts::precision, ClassFigure::precision, zero_division);
            })),
        shown_first(average(
            "recall_macro", "mean of the classes' recalls; a class that is only predicted counts as 0",
            [=](const Spec& spec) {
                return macro_of(spec, &ClassCounts::recall, ClassFigure::recall, zero_division);
            })),
        shown_first(average("f1_macro", "mean of the classes' f1",
                            [=](const Spec& spec) {
                                return macro_of(spec, &ClassCounts::f1, ClassFigure::f1, zero_division);
                            })),
        average("precision_micro", "precision with the counts of all classes added up: the accuracy",
                micro_of),
        average("recall_micro", "recall with the counts of all classes added up: the accuracy", micro_of),
        average("f1_micro", "f1 with the counts of all classes added up: the accuracy", micro_of),
        average("precision_weighted", "mean of the classes' precisions, weighted by how often they are true",
                [=](const Spec& spec) { return weighted_of(spec, &ClassCounts::precision, zero_division); }),
        average("recall_weighted", "mean of the classes' recalls, weighted likewise: the accuracy", micro_of),
        average("f1_weighted", "mean of the classes' f1, weighted by how often they are true",
                [=](const Spec& spec) { return weighted_of(spec, &ClassCounts::f1, zero_division); }),
        average("f1_of_macro", "harmonic mean of precision_macro and recall_macro",
                [=](const Spec& spec) {
                    return several_classes(
                        spec, {[=](const Confusion& c) { return f1_of_macro(c, zero_division); }});
                }),
    };
}

} // namespace unseen
