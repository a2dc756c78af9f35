// Curves over the thresholds of a ranking. At a threshold, rows with at least that score are labelled
// positive (METHODS D.3).
#include "curve/entry.hpp"
#include "curve/thin.hpp"

#include <cmath>
#include <span>

namespace unseen {

namespace {

constexpr double tolerance = 5e-4; ///< half a pixel of a plot that is 1000 pixels wide
constexpr double area_tolerance = 1e-6;

/// The confusion matrix at one threshold.
struct AtThreshold {
    Value threshold; ///< the lowest score that is labelled positive; `infinite` if no row is
    double tp = 0.0;
    double fp = 0.0;
    double positives = 0.0; ///< all positive rows
    double negatives = 0.0;
    double roc_area = 0.0; ///< as in ThresholdPoint
    double pr_area = 0.0;

    double tpr() const { return tp / positives; }
    double fpr() const { return fp / negatives; }
    double share() const { return (tp + fp) / (positives + negatives); }
};

Value quotient(double ones, double trials, const Reason& undefined)
{
    return trials > 0.0 ? Value(ones / trials) : Value::none(undefined);
}

Value precision(const AtThreshold& c) { return quotient(c.tp, c.tp + c.fp, reasons::nothing_predicted); }
/// The precision for drawing: 1 if nothing is predicted, as in scikit-learn.
Value drawn_precision(const AtThreshold& c) { return c.tp + c.fp > 0.0 ? precision(c) : Value(1.0); }
Value recall(const AtThreshold& c) { return quotient(c.tp, c.positives, reasons::one_class); }
Value specificity(const AtThreshold& c)
{
    return quotient(c.negatives - c.fp, c.negatives, reasons::one_class);
}
Value fall_out(const AtThreshold& c) { return quotient(c.fp, c.negatives, reasons::one_class); }
Value accuracy(const AtThreshold& c)
{
    return Value((c.tp + (c.negatives - c.fp)) / (c.positives + c.negatives));
}
Value f1(const AtThreshold& c) { return quotient(2.0 * c.tp, c.tp + c.fp + c.positives, reasons::one_class); }
Value mcc(const AtThreshold& c)
{
    const double n = c.positives + c.negatives;
    const double predicted = c.tp + c.fp;
    const double spread = c.positives * c.negatives * predicted * (n - predicted);
    return quotient(c.tp * n - predicted * c.positives, std::sqrt(spread), reasons::nothing_predicted);
}
Value threshold(const AtThreshold& c) { return c.threshold; }
Value share(const AtThreshold& c) { return Value(c.share()); }
Value lift(const AtThreshold& c)
{
    return quotient(c.tp * (c.positives + c.negatives), c.positives * (c.tp + c.fp),
                    reasons::nothing_predicted);
}
Value tp(const AtThreshold& c) { return Value(c.tp); }
Value fp(const AtThreshold& c) { return Value(c.fp); }
Value fn(const AtThreshold& c) { return Value(c.positives - c.tp); }
Value tn(const AtThreshold& c) { return Value(c.negatives - c.fp); }

double under_roc(const AtThreshold& c) { return c.roc_area / (c.positives * c.negatives); }
double under_pr(const AtThreshold& c) { return c.pr_area / c.positives; }
double under_gain(const AtThreshold& c)
{
    return (c.roc_area + c.tp * c.tp / 2) / (c.positives * (c.positives + c.negatives));
}

/// The true positive rate at false positive rates (ascending): on straight lines between thresholds, at a
/// step its upper end.
std::vector<double> tpr_at(const ThresholdPoints& thresholds, std::span<const double> rates)
{
    std::vector<double> found;
    std::size_t i = 0; // the last threshold with at most this rate
    const auto fpr = [&](std::size_t at) { return thresholds.points[at].fp / thresholds.negatives; };
    const auto tpr = [&](std::size_t at) { return thresholds.points[at].tp / thresholds.positives; };
    for (const double x : rates) {
        while (i + 1 < thresholds.points.size() && fpr(i + 1) <= x) ++i;
        const bool between = i + 1 < thresholds.points.size() && fpr(i) < x;
        found.push_back(between ? tpr(i) + (tpr(i + 1) - tpr(i)) * (x - fpr(i)) / (fpr(i + 1) - fpr(i))
                                : tpr(i));
    }
    return found;
}

/// The precision at the first threshold that labels a row and reaches a recall (ascending): a step function,
/// whose area is the average precision.
std::vector<double> precision_at(const ThresholdPoints& thresholds, std::span<const double> recalls)
{
    std::vector<double> found;
    std::size_t i = 1;
    for (const double x : recalls) {
        while (i + 1 < thresholds.points.size() && thresholds.points[i].tp / thresholds.positives < x) ++i;
        found.push_back(thresholds.points[i].tp / (thresholds.points[i].tp + thresholds.points[i].fp));
    }
    return found;
}

using OfThreshold = Value (*)(const AtThreshold&);

/// An area that thinning must preserve: two drawn coordinates, and the area up to a threshold (up to a
/// constant that is the same for all thresholds).
struct DrawnArea {
    DrawnLine::Area of;
    double (*up_to)(const AtThreshold&);
};

/// What a curve writes for a threshold, and what thinning must preserve.
struct Shape {
    std::vector<OfThreshold> written;
    std::vector<OfThreshold> drawn;
    std::vector<DrawnArea> areas; ///< areas of pairs of `drawn`
    bool needs_negatives = false;
    InReports in_reports = InReports::of_all_models;
    std::string measure{};
    std::vector<double> (*at)(const ThresholdPoints&, std::span<const double>) = nullptr;
};

AtThreshold at_threshold(const ThresholdPoints& thresholds, std::size_t i)
{
    const auto& p = thresholds.points[i];
    return {.threshold = i == 0 ? Value::none(reasons::infinite) : Value(p.score),
            .tp = p.tp,
            .fp = p.fp,
            .positives = thresholds.positives,
            .negatives = thresholds.negatives,
            .roc_area = p.roc_area,
            .pr_area = p.pr_area};
}

/// A drawn coordinate. If it does not exist, it is the neighbour's, or 0 if that does not exist either.
double coordinate(const ThresholdPoints& thresholds, std::size_t i, const AtThreshold& at,
                  OfThreshold of_threshold)
{
    const Value value = of_threshold(at);
    if (value) return value.number();
    const auto n = thresholds.points.size();
    const Value neighbours =
        n > 1 ? of_threshold(at_threshold(thresholds, i < n / 2 ? i + 1 : i - 1)) : value;
    return neighbours ? neighbours.number() : 0.0;
}

/// The line through the thresholds. It keeps references to `thresholds` and `shape`.
DrawnLine drawn_line(const ThresholdPoints& thresholds, const Shape& shape)
{
    DrawnLine line{.points = thresholds.points.size(), .columns = shape.drawn.size()};
    for (const auto& area : shape.areas) line.areas.push_back(area.of);
    const auto columns_at = [&thresholds, &shape](std::size_t i, const AtThreshold& at,
                                                  std::vector<double>& columns) {
        for (std::size_t c = 0; c < shape.drawn.size(); ++c)
            columns[c] = coordinate(thresholds, i, at, shape.drawn[c]);
    };
    // The areas of thresholds begin after the first step, whose area depends on the shape.
    std::vector<double> before(shape.areas.size());
    if (thresholds.points.size() > 1) {
        std::vector<double> from(shape.drawn.size());
        std::vector<double> to = from;
        const AtThreshold first = at_threshold(thresholds, 1);
        columns_at(0, at_threshold(thresholds, 0), from);
        columns_at(1, first, to);
        for (std::size_t a = 0; a < before.size(); ++a) {
            const auto [x, y] = shape.areas[a].of;
            before[a] = (to[x] - from[x]) * (to[y] + from[y]) / 2 - shape.areas[a].up_to(first);
        }
    }
    line.read = [&thresholds, &shape, columns_at, before](std::size_t i, DrawnPoint& point) {
        const AtThreshold at = at_threshold(thresholds, i);
        point.along = at.share();
        columns_at(i, at, point.columns);
        for (std::size_t a = 0; a < before.size(); ++a)
            point.areas[a] = i == 0 ? 0.0 : before[a] + shape.areas[a].up_to(at);
    };
    return line;
}

CurveCells cells_of(const Shape& shape, const ThresholdPoints& thresholds)
{
    if (!(thresholds.positives > 0.0) || (shape.needs_negatives && !(thresholds.negatives > 0.0)))
        return reasons::one_class;
    std::vector<Value> cells;
    // Thresholds without a point lie close to their neighbours.
    const double near = thresholds.all() ? tolerance : tolerance - ThresholdPoints::largest_step;
    for (const auto i : thinned(drawn_line(thresholds, shape), near, area_tolerance))
        for (const auto of_threshold : shape.written)
            cells.push_back(of_threshold(at_threshold(thresholds, i)));
    return cells;
}

CurveEntry entry(const char* name, const char* help, std::vector<CurveColumn> columns, const Shape& shape)
{
    return {
        .info = {.spec = {.name = name, .help = help},
                 .columns = std::move(columns),
                 .in_reports = shape.in_reports,
                 .has_mean = shape.at != nullptr,
                 .measure = shape.measure},
        .of_thresholds = [shape](const ThresholdPoints& thresholds) { return cells_of(shape, thresholds); },
        .at = shape.at};
}

} // namespace

std::vector<CurveEntry> threshold_curves()
{
    const CurveColumn at{"threshold",
                         "rows with at least this score are labelled as the class; inf: no row is"};
    return {
        entry("roc", "true positive rate against false positive rate",
              {at, {"fpr", "false positive rate"}, {"tpr", "true positive rate"}},
              {.written = {threshold, fall_out, recall},
               .drawn = {fall_out, recall},
               .areas = {{{0, 1}, under_roc}},
               .needs_negatives = true,
               .measure = "roc_auc",
               .at = tpr_at}),
        entry("pr", "precision against recall",
              {at,
               {"recall", "share of the class above the cut"},
               {"precision", "share of the rows above the cut that are of the class; 1 at the start"}},
              {.written = {threshold, recall, drawn_precision},
               .drawn = {recall, drawn_precision},
               .areas = {{{0, 1}, under_pr}},
               .measure = "average_precision",
               .at = precision_at}),
        entry("threshold", "measures at every cut",
              {at,
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
               .areas = {{{0, 1}, under_roc}, {{1, 3}, under_pr}},
               .in_reports = InReports::none}),
        entry("lift", "share of the class among the rows with the best scores",
              {at,
               {"share", "share of all rows that lie above the cut"},
               {"gain", "share of the class above the cut"},
               {"lift", "gain divided by share"}},
              {.written = {threshold, share, recall, lift},
               .drawn = {share, recall, drawn_precision},
               .areas = {{{0, 1}, under_gain}}}),
    };
}

} // namespace unseen
