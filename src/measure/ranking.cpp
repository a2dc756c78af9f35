// Measures of how scores order the rows (METHODS D.3).
#include "measure/entry.hpp"
#include "measure/rank_influences.hpp"
#include "measure/repeated_rows.hpp"
#include "measure/roc.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

using Influences = std::vector<double> (*)(const PredictionView&);

Measure average_over_classes(const Spec& spec, Value (*whole)(const PredictionView&), Influences influences,
                             OfRepeats (*of_repeats)(const PredictionView&))
{
    return {.spec = spec,
            .class_count = ClassCount::several,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .needs_scores = true,
            .statistic = Statistic::other,
            .whole = whole,
            .influences = influences,
            .of_repeats = of_repeats};
}

/// A running mean of the values that exist.
class MeanOfExisting {
public:
    void add(const Value& value)
    {
        if (!value) return;
        sum_.add(value.number());
        n_ += 1.0;
    }
    Value mean() const { return n_ > 0.0 ? Value(sum_.value() / n_) : Value::none("one_class"); }

private:
    ExactSum sum_;
    double n_ = 0.0;
};

/// Mean over classes of the AUC of the class against all others; classes without rows are skipped.
Value one_versus_rest(const PredictionView& view)
{
    MeanOfExisting mean;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) mean.add(auc(ranking_of(view, c, c)));
    return mean.mean();
}

/// Adds A(c|j), the area for the rows of class c against those of class j by their scores for c, for each other class j: by one walk down the
/// scores, with integers as in auc(), row i counting times(i) times. O(rows + classes).
template <class Times>
void add_against_each(std::span<const std::uint32_t> truth, const RowOrder& order, std::uint32_t c,
                      std::span<const std::uint64_t> rows_of, Times times, MeanOfExisting& mean)
{
    std::vector<std::uint64_t> lost_twice(rows_of.size(), 0); // pairs in which the row of j scores higher, twice, and ties once
    std::uint64_t below = rows_of[c];
    for (std::size_t b = 0; b < order.blocks(); ++b) {
        const auto block = std::span(order.items).subspan(order.begin_of(b), order.ends[b] - order.begin_of(b));
        std::uint64_t ties = 0;
        for (const auto i : block) ties += truth[i] == c ? times(i) : 0;
        below -= ties;
        for (const auto i : block) lost_twice[truth[i]] += times(i) * (2 * below + ties);
    }
    for (std::size_t j = 0; j < rows_of.size(); ++j) {
        if (j == c || rows_of[j] == 0) continue;
        const std::uint64_t twice = 2 * rows_of[c] * rows_of[j];
        mean.add(Value(static_cast<double>(twice - lost_twice[j]) / static_cast<double>(twice)));
    }
}

/// The same of weighted rows: pairs in which the row of c scores higher, from the top down. Sums are exact; with whole weights whose sums lie below
/// 2^26 every product is exact too.
void add_against_each(const PredictionView& view, const RowOrder& order, std::uint32_t c, std::span<const double> weight_of,
                      MeanOfExisting& mean)
{
    std::vector<ExactSum> won_twice(weight_of.size());
    ExactSum above;
    for (std::size_t b = 0; b < order.blocks(); ++b) {
        const auto block = std::span(order.items).subspan(order.begin_of(b), order.ends[b] - order.begin_of(b));
        const double before = above.value();
        for (const auto i : block)
            if (view.true_label[i] == c) above.add(view.weight[i]);
        const double with_ties = above.value();
        for (const auto i : block) {
            won_twice[view.true_label[i]].add_product(view.weight[i], before);
            won_twice[view.true_label[i]].add_product(view.weight[i], with_ties);
        }
    }
    for (std::size_t j = 0; j < weight_of.size(); ++j)
        if (j != c && weight_of[j] > 0.0)
            mean.add(Value(std::min(1.0, won_twice[j].value() / (2.0 * weight_of[c] * weight_of[j]))));
}

/// Mean over pairs of classes of [A(i|j) + A(j|i)] / 2 (Hand & Till 2001); pairs with a class without rows are skipped.
Value one_versus_one(const PredictionView& view)
{
    const auto n_classes = static_cast<std::uint32_t>(view.classes->size());
    MeanOfExisting mean;
    if (view.weight.empty()) {
        std::vector<std::uint64_t> rows_of(n_classes, 0);
        for (const auto c : view.true_label) ++rows_of[c];
        const auto once = [](std::uint32_t) { return std::uint64_t{1}; };
        for (std::uint32_t c = 0; c < n_classes; ++c)
            if (rows_of[c] > 0) add_against_each(view.true_label, order_of_rows(view, c), c, rows_of, once, mean);
        return mean.mean();
    }
    std::vector<ExactSum> sums(n_classes);
    for (std::size_t i = 0; i < view.size(); ++i) sums[view.true_label[i]].add(view.weight[i]);
    std::vector<double> weight_of;
    for (const auto& sum : sums) weight_of.push_back(sum.value());
    for (std::uint32_t c = 0; c < n_classes; ++c)
        if (weight_of[c] > 0.0) add_against_each(view, order_of_rows(view, c), c, weight_of, mean);
    return mean.mean();
}

OfRepeats one_versus_one_of_repeats(const PredictionView& view)
{
    std::vector<RowOrder> orders;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) orders.push_back(order_of_rows(view, c));
    return [orders = std::move(orders), truth = view.true_label](std::span<const std::uint32_t> times) {
        std::vector<std::uint64_t> rows_of(orders.size(), 0);
        for (std::size_t i = 0; i < truth.size(); ++i) rows_of[truth[i]] += times[i];
        const auto of_row = [&](std::uint32_t i) { return std::uint64_t{times[i]}; };
        MeanOfExisting mean;
        for (std::uint32_t c = 0; c < orders.size(); ++c)
            if (rows_of[c] > 0) add_against_each(truth, orders[c], c, rows_of, of_row, mean);
        return mean.mean();
    };
}

using OfCounts = Value (*)(std::span<const std::uint64_t> counts);

/// The mean over classes of a figure of the class against all others.
OfRepeats class_mean_of_repeats(const PredictionView& view, OfCounts figure)
{
    std::vector<RepeatedRows> classes;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) classes.emplace_back(view, c);
    return [classes = std::move(classes), figure](std::span<const std::uint32_t> times) {
        MeanOfExisting mean;
        std::vector<std::uint64_t> counts;
        for (const auto& rows : classes) {
            rows.count(times, counts);
            mean.add(figure(counts));
        }
        return mean.mean();
    };
}

/// A figure of every pair of a row and a class.
OfRepeats pairs_of_repeats(const PredictionView& view, OfCounts figure)
{
    return [pairs = RepeatedRows(view), figure](std::span<const std::uint32_t> times) {
        std::vector<std::uint64_t> counts;
        pairs.count(times, counts);
        return figure(counts);
    };
}

/// A figure of every pair of a row and a class, ranked as a row of its own, positive if the class is the true one: rows x classes of them, of
/// which a ranking takes 2^32 (`too_many_pairs`). Memory: 4 bytes a pair beside the ranking, 12 with weights.
Value of_pairs(const PredictionView& view, Value (*figure)(const Ranking&))
{
    static const Labels pair_classes({"other", "true"});
    const auto n_classes = view.classes->size();
    if (view.size() >= (std::uint64_t{1} << 32) / n_classes) return Value::none("too_many_pairs");
    std::vector<std::uint32_t> truth(view.size() * n_classes, 0);
    for (std::size_t i = 0; i < view.size(); ++i) truth[i * n_classes + view.true_label[i]] = 1;
    std::vector<double> both; // of one score a row
    for (std::size_t i = 0; view.one_score && i < view.size(); ++i) both.insert(both.end(), {view.score(i, 0), view.score(i, 1)});
    std::vector<double> weight;
    for (const double w : view.weight) weight.insert(weight.end(), n_classes, w);
    PredictionView pairs;
    pairs.classes = &pair_classes;
    pairs.positive = 1;
    pairs.one_score = true;
    pairs.true_label = truth;
    pairs.scores = view.one_score ? std::span<const double>(both) : view.scores;
    pairs.weight = weight;
    return figure(ranking_of(pairs));
}

/// Mean over classes of the average precision of the class against all others; classes without rows are skipped.
Value average_precision_macro(const PredictionView& view)
{
    MeanOfExisting mean;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) mean.add(average_precision(ranking_of(view, c, c)));
    return mean.mean();
}

Measure of_positive_class(const Spec& spec, Statistic statistic, Value (*figure)(const Ranking&), Influences influences)
{
    auto measure = measure_of_ranking(spec, statistic, figure);
    measure.influences = influences;
    return measure;
}

std::vector<double> influences_on_auc(const PredictionView& view)
{
    return influences_on_class(view, view.positive, auc_block_influences);
}

std::vector<double> influences_on_rank_loss(const PredictionView& view)
{
    auto influences = influences_on_auc(view);
    for (auto& influence : influences) influence = -influence;
    return influences;
}

std::vector<double> influences_on_average_precision(const PredictionView& view)
{
    return influences_on_class(view, view.positive, precision_block_influences);
}

} // namespace

Measure measure_of_ranking(const Spec& spec, Statistic statistic, std::function<Value(const Ranking&)> of_ranking)
{
    return {.spec = spec,
            .class_count = ClassCount::two,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .needs_scores = true,
            .statistic = statistic,
            .whole = [of_ranking](const PredictionView& view) { return of_ranking(ranking_of(view)); },
            .of_ranking = of_ranking};
}

std::vector<MeasureEntry> ranking_measures()
{
    return {
        {.info = {.name = "roc_auc",
                  .help = "chance that a positive row scores above a negative one, ties half",
                  .aliases = {"roc_auc_score", "ROC", "Area_under_ROC"}},
         .make = [](const Spec& spec) { return of_positive_class(spec, Statistic::auc, auc, influences_on_auc); }},
        {.info = {.name = "rank_loss", .help = "1 - roc_auc"},
         .make =
             [](const Spec& spec) {
                 auto measure = of_positive_class(spec, Statistic::auc, rank_loss, influences_on_rank_loss);
                 measure.direction = Direction::lower_is_better;
                 return measure;
             }},
        {.info = {.name = "average_precision",
                  .help = "mean precision over the steps of recall, without interpolation",
                  .aliases = {"average_precision_score"}},
         .make =
             [](const Spec& spec) {
                 return of_positive_class(spec, Statistic::average_precision, average_precision, influences_on_average_precision);
             }},
        {.info = {.name = "roc_auc_ovr", .help = "mean over classes of the AUC against the rest; classes without rows skipped"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(
                     spec, one_versus_rest,
                     [](const PredictionView& view) { return influences_on_class_mean(view, auc_block_influences); },
                     [](const PredictionView& view) { return class_mean_of_repeats(view, auc); });
             }},
        {.info = {.name = "roc_auc_ovo", .help = "mean AUC over pairs of classes (Hand & Till); classes without rows skipped"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(spec, one_versus_one, influences_one_versus_one, one_versus_one_of_repeats);
             }},
        {.info = {.name = "roc_auc_micro", .help = "AUC over all pairs of a row and a class, the true class being positive"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(
                     spec, [](const PredictionView& view) { return of_pairs(view, auc); },
                     [](const PredictionView& view) { return influences_on_pairs(view, auc_block_influences); },
                     [](const PredictionView& view) { return pairs_of_repeats(view, auc); });
             }},
        {.info = {.name = "average_precision_macro",
                  .help = "mean over classes of the average precision against the rest; classes without rows skipped"},
         .make =
             [](const Spec& spec) {
                 auto measure = average_over_classes(
                     spec, average_precision_macro,
                     [](const PredictionView& view) { return influences_on_class_mean(view, precision_block_influences); },
                     [](const PredictionView& view) { return class_mean_of_repeats(view, average_precision); });
                 measure.bias = precision_class_mean_bias;
                 return measure;
             }},
        {.info = {.name = "average_precision_micro", .help = "average precision over all pairs of a row and a class"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(
                     spec, [](const PredictionView& view) { return of_pairs(view, average_precision); },
                     [](const PredictionView& view) { return influences_on_pairs(view, precision_block_influences); },
                     [](const PredictionView& view) { return pairs_of_repeats(view, average_precision); });
             }},
    };
}

} // namespace unseen
