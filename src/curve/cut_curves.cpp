// Curves over the cuts of a ranking: rows are labelled positive from a score upwards (METHODS D.3).
#include "curve/entry.hpp"
#include "curve/thin.hpp"
#include "measure/cuts.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr double tolerance = 5e-4; ///< half a pixel of a plot of a thousand
constexpr double area_tolerance = 1e-6;

/// The two by two table at one cut.
struct Cut {
    Value threshold; ///< the lowest score that is labelled positive; `infinite`: none is
    double tp = 0.0;
    double fp = 0.0;
    double positives = 0.0; ///< of all rows
    double negatives = 0.0;

    double tpr() const { return tp / positives; }
    double fpr() const { return fp / negatives; }
    double share() const { return (tp + fp) / (positives + negatives); }
};

Value quotient(double ones, double trials, const char* undefined)
{
    return trials > 0.0 ? Value(ones / trials) : Value::none(undefined);
}

Value precision(const Cut& c) { return quotient(c.tp, c.tp + c.fp, "nothing_predicted"); }
/// For drawing: 1 where nothing is predicted, as scikit-learn has it.
Value drawn_precision(const Cut& c) { return c.tp + c.fp > 0.0 ? precision(c) : Value(1.0); }
Value recall(const Cut& c) { return quotient(c.tp, c.positives, "one_class"); }
Value specificity(const Cut& c) { return quotient(c.negatives - c.fp, c.negatives, "one_class"); }
Value fall_out(const Cut& c) { return quotient(c.fp, c.negatives, "one_class"); }
Value accuracy(const Cut& c) { return Value((c.tp + (c.negatives - c.fp)) / (c.positives + c.negatives)); }
Value f1(const Cut& c) { return quotient(2.0 * c.tp, c.tp + c.fp + c.positives, "one_class"); }
Value mcc(const Cut& c)
{
    const double n = c.positives + c.negatives;
    const double predicted = c.tp + c.fp;
    const double spread = c.positives * c.negatives * predicted * (n - predicted);
    return quotient(c.tp * n - predicted * c.positives, std::sqrt(spread), "nothing_predicted");
}
Value threshold(const Cut& c) { return c.threshold; }
Value share(const Cut& c) { return Value(c.share()); }
Value lift(const Cut& c)
{
    return quotient(c.tp * (c.positives + c.negatives), c.positives * (c.tp + c.fp), "nothing_predicted");
}
Value tp(const Cut& c) { return Value(c.tp); }
Value fp(const Cut& c) { return Value(c.fp); }
Value fn(const Cut& c) { return Value(c.positives - c.tp); }
Value tn(const Cut& c) { return Value(c.negatives - c.fp); }

using OfCut = Value (*)(const Cut&);

/// What a curve writes of a cut, and what must not move when points are left out.
struct Shape {
    std::vector<OfCut> written;
    std::vector<OfCut> drawn;
    std::vector<DrawnLine::Area> areas; ///< pairs of `drawn`
    bool needs_negatives = false;
};

std::vector<Cut> cuts_of(const Ranking& ranking)
{
    Cut cut{.threshold = Value::none("infinite"), .positives = ranking.positives(), .negatives = ranking.negatives()};
    std::vector<Cut> cuts{cut};
    Descent above(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        if (!(block.positives + block.negatives > 0.0)) continue; // rows of weight 0
        above.pass(block);
        cut.threshold = Value(block.score);
        cut.tp = above.positives();
        cut.fp = above.negatives();
        cuts.push_back(cut);
    }
    return cuts;
}

/// The coordinates that are drawn; one that does not exist lies where its neighbour's does.
DrawnLine drawn_line(const std::vector<Cut>& cuts, const Shape& shape)
{
    DrawnLine line{.areas = shape.areas};
    for (const auto& cut : cuts) line.along.push_back(cut.share());
    for (const auto of_cut : shape.drawn) {
        auto& column = line.columns.emplace_back();
        for (const auto& cut : cuts) {
            const Value value = of_cut(cut);
            column.push_back(value ? value.number() : std::nan(""));
        }
        for (std::size_t i = column.size(); i-- > 1;)
            if (std::isnan(column[i - 1])) column[i - 1] = column[i];
        for (std::size_t i = 1; i < column.size(); ++i)
            if (std::isnan(column[i])) column[i] = column[i - 1];
        if (std::isnan(column.front())) std::fill(column.begin(), column.end(), 0.0); // it never exists
    }
    return line;
}

Curve curve_of(const Shape& shape, const PredictionView& view, std::uint32_t label, std::size_t threads)
{
    const Ranking ranking = ranking_of(view, label, label, threads);
    Curve curve;
    if (!(ranking.positives() > 0.0) || (shape.needs_negatives && !(ranking.negatives() > 0.0))) {
        curve.reason = "one_class";
        return curve;
    }
    const auto cuts = cuts_of(ranking);
    curve.points_of_rows = cuts.size();
    for (const auto i : thinned(drawn_line(cuts, shape), tolerance, area_tolerance))
        for (const auto of_cut : shape.written) curve.cells.push_back(of_cut(cuts[i]));
    return curve;
}

CurveEntry entry(const char* name, const char* help, std::vector<CurveColumn> columns, Shape shape)
{
    return {.info = {.spec = {.name = name, .help = help}, .columns = std::move(columns)},
            .make = [shape = std::move(shape)](const Spec&, const PredictionView& view, std::uint32_t label,
                                               std::size_t threads) { return curve_of(shape, view, label, threads); }};
}

} // namespace

std::vector<CurveEntry> cut_curves()
{
    const CurveColumn cut{"threshold", "rows with at least this score are labelled as the class; inf: none"};
    return {
        entry(
            "roc", "true against false positive rate", {cut, {"fpr", "false positive rate"}, {"tpr", "true positive rate"}},
            {.written = {threshold, fall_out, recall}, .drawn = {fall_out, recall}, .areas = {{0, 1}}, .needs_negatives = true}),
        entry("pr", "precision against recall",
              {cut,
               {"recall", "share of the class that is found"},
               {"precision", "share of what is found that is of the class; 1 at the start"}},
              {.written = {threshold, recall, drawn_precision}, .drawn = {recall, drawn_precision}, .areas = {{0, 1}}}),
        entry("threshold", "measures at every cut",
              {cut,
               {"tp", "rows of the class above the cut, or the sum of their weights"},
               {"fn", "rows of the class below it"},
               {"fp", "other rows above it"},
               {"tn", "other rows below it"},
               {"accuracy", "the measure of that name"},
               {"precision", "the measure of that name"},
               {"recall", "the measure of that name"},
               {"specificity", "the measure of that name"},
               {"f1", "the measure of that name"},
               {"mcc", "the measure of that name"}},
              {.written = {threshold, tp, fn, fp, tn, accuracy, precision, recall, specificity, f1, mcc},
               .drawn = {fall_out, recall, accuracy, precision, f1, mcc},
               .areas = {{0, 1}, {1, 3}}}),
        entry("lift", "share of the class found in the best rows",
              {cut,
               {"share", "share of all rows that lie above the cut"},
               {"gain", "share of the class among them"},
               {"lift", "gain over share"}},
              {.written = {threshold, share, recall, lift}, .drawn = {share, recall, drawn_precision}, .areas = {{0, 1}}}),
    };
}

} // namespace unseen
