// Measures of the confusion matrix of two classes, the positive one against the other (METHODS D.1). A quotient 0/0 has no value:
// `one_class` where the truth lacks the class in question, `nothing_predicted` where no row is predicted as it.
#include "measure/entry.hpp"

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

/// A count of rows among the rows of one truth or of one prediction, `trials` of them.
Measure share(const Spec& spec, const char* undefined, Counts (*counts)(const Cells&))
{
    auto of_matrix = [counts](const Confusion& c) { return counts(cells_of(c)); };
    auto measure = measure_of_cells(spec, Statistic::share, [of_matrix, undefined](const Confusion& c) {
        const Counts s = of_matrix(c);
        return s.trials > 0.0 ? Value(s.ones / s.trials) : Value::none(undefined);
    });
    measure.class_count = ClassCount::two;
    measure.counts = of_matrix;
    return measure;
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
Counts specificity(const Cells& c) { return {c.tn, c.fp + c.tn}; }
Counts precision(const Cells& c) { return {c.tp, c.tp + c.fp}; }

/// (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP): 0, not undefined, where nothing is found. No positives, true or predicted: `one_class`.
Measure f_measure(const Spec& spec, double beta)
{
    const double squared = beta * beta;
    auto measure = measure_of_cells(spec, Statistic::cells, [squared](const Confusion& matrix) {
        const Cells c = cells_of(matrix);
        const double found = (1.0 + squared) * c.tp;
        const double all = found + squared * c.fn + c.fp;
        return all > 0.0 ? Value(found / all) : Value::none("one_class");
    });
    measure.class_count = ClassCount::two;
    return measure;
}

Measure jaccard(const Spec& spec)
{
    auto measure = measure_of_cells(spec, Statistic::cells, [](const Confusion& matrix) {
        const Cells c = cells_of(matrix);
        const double all = c.tp + c.fn + c.fp;
        return all > 0.0 ? Value(c.tp / all) : Value::none("one_class");
    });
    measure.class_count = ClassCount::two;
    return measure;
}

} // namespace

std::vector<MeasureEntry> two_class_measures()
{
    return {
        {.info = {.name = "precision",
                  .help = "share of the rows predicted positive that are positive",
                  .aliases = {"ppv", "precision_score", "Precision", "Pos_Pred_Value", "IR_precision"}},
         .make = [](const Spec& spec) { return share(spec, "nothing_predicted", precision); }},
        {.info = {.name = "recall",
                  .help = "share of the positive rows that are predicted so",
                  .aliases = {"sens", "sensitivity", "recall_score", "Recall", "Sensitivity", "Sens", "True_positive_rate",
                              "IR_recall"}},
         .make = [](const Spec& spec) { return share(spec, "one_class", recall); }},
        {.info = {.name = "tpr", .help = "the same as recall"},
         .make = [](const Spec& spec) { return by_name(share(spec, "one_class", recall)); }},
        {.info = {.name = "specificity",
                  .help = "share of the negative rows that are predicted so",
                  .aliases = {"spec", "Specificity", "Spec", "True_negative_rate"}},
         .make = [](const Spec& spec) { return share(spec, "one_class", specificity); }},
        {.info = {.name = "tnr", .help = "the same as specificity"},
         .make = [](const Spec& spec) { return by_name(share(spec, "one_class", specificity)); }},
        {.info = {.name = "fpr",
                  .help = "share of the negative rows that are predicted positive; 1 - specificity",
                  .aliases = {"False_positive_rate"}},
         .make =
             [](const Spec& spec) {
                 return lower_better(share(spec, "one_class", [](const Cells& c) { return Counts{c.fp, c.fp + c.tn}; }));
             }},
        {.info = {.name = "fnr",
                  .help = "share of the positive rows that are predicted negative; 1 - recall",
                  .aliases = {"False_negative_rate"}},
         .make =
             [](const Spec& spec) {
                 return lower_better(share(spec, "one_class", [](const Cells& c) { return Counts{c.fn, c.tp + c.fn}; }));
             }},
        {.info = {.name = "npv", .help = "share of the rows predicted negative that are negative", .aliases = {"Neg_Pred_Value"}},
         .make =
             [](const Spec& spec) {
                 return share(spec, "nothing_predicted", [](const Cells& c) { return Counts{c.tn, c.tn + c.fn}; });
             }},
        {.info = {.name = "f1",
                  .help = "harmonic mean of precision and recall",
                  .aliases = {"f_meas", "f1_score", "F1", "F_measure"}},
         .make = [](const Spec& spec) { return f_measure(spec, 1.0); }},
        {.info = {.name = "fbeta",
                  .help = "weighted harmonic mean of precision and recall",
                  .keys = {{.name = "beta",
                            .kind = SpecKey::Kind::real,
                            .fallback = "2",
                            .help = "above 1 recall counts more, below 1 precision",
                            .lowest = 0.0,
                            .highest = 1e6,
                            .open = true}},
                  .aliases = {"fbeta_score"}},
         .make = [](const Spec& spec) { return by_name(f_measure(spec, spec.real("beta"))); }},
        {.info = {.name = "jaccard",
                  .help = "rows rightly predicted positive among those that are or are predicted positive",
                  .aliases = {"jaccard_score"}},
         .make = jaccard},
    };
}

} // namespace unseen
