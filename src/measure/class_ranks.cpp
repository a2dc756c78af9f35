#include "measure/class_ranks.hpp"

#include "rank/sorted_rows.hpp"
#include "stats/centred_mean.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// A running mean of values; those that do not exist are skipped.
class MeanOfExisting {
public:
    void add(const Value& value)
    {
        if (!value) return;
        sum_.add(value.number());
        n_ += 1.0;
    }
    Value mean() const { return n_ > 0.0 ? Value(sum_.value() / n_) : Value::none(reasons::one_class); }

private:
    ExactSum sum_;
    double n_ = 0.0;
};

/// The rows by their scores for each class in turn.
std::vector<SortedRows> sorted_by_each_class(const PredictionView& view)
{
    std::vector<SortedRows> classes;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) classes.emplace_back(view, c);
    return classes;
}

Value class_mean(const PredictionView& view, const RankFigure& figure)
{
    MeanOfExisting mean;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) mean.add(figure.value(ranking_of(view, c, c)));
    return mean.mean();
}

std::vector<double> influences_on_class_mean(const PredictionView& view, const RankFigure& figure)
{
    std::vector<double> influences(view.size(), 0.0);
    double classes = 0.0;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c)
        if (SortedRows(view, c).add_influences(figure, view.weight, influences)) classes += 1.0;
    for (auto& influence : influences) influence /= std::max(classes, 1.0);
    return influences;
}

OfRepeats class_mean_of_repeats(const PredictionView& view, const RankFigure& figure)
{
    return [classes = sorted_by_each_class(view), &figure](std::span<const std::uint32_t> times) {
        MeanOfExisting mean;
        std::vector<std::uint64_t> counts;
        for (const auto& rows : classes) {
            rows.count(times, counts);
            mean.add(figure.of_counts(counts));
        }
        return mean.mean();
    };
}

/// The jackknife bias (n - 1) (mean of the leave-one-out figures - figure of all rows), over the classes with
/// rows. O(rows log rows) per class.
double class_mean_bias(const PredictionView& view, const RankFigure& figure)
{
    double classes = 0.0;
    double sum = 0.0;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) {
        if (std::find(view.true_label.begin(), view.true_label.end(), c) == view.true_label.end()) continue;
        classes += 1.0;
        sum += figure.sum_left_out(ranking_of(view, c, c));
    }
    const auto n = static_cast<double>(view.size());
    return classes > 0.0 ? (n - 1.0) / n * sum / classes : 0.0;
}

Value of_all_pairs(const PredictionView& view, const RankFigure& figure)
{
    static const Labels pair_classes({"other", "true"});
    const auto n_classes = view.classes->size();
    if (view.size() >= (std::uint64_t{1} << 32) / n_classes) return Value::none(reasons::too_many_pairs);
    std::vector<std::uint32_t> truth(view.size() * n_classes, 0);
    for (std::size_t i = 0; i < view.size(); ++i) truth[i * n_classes + view.true_label[i]] = 1;
    std::vector<double> both; // both classes' scores, if rows have one score
    for (std::size_t i = 0; view.one_score && i < view.size(); ++i)
        both.insert(both.end(), {view.score(i, 0), view.score(i, 1)});
    std::vector<double> weight;
    for (const double w : view.weight) weight.insert(weight.end(), n_classes, w);
    PredictionView pairs;
    pairs.classes = &pair_classes;
    pairs.positive = 1;
    pairs.one_score = true;
    pairs.true_label = truth;
    pairs.scores = view.one_score ? std::span<const double>(both) : view.scores;
    pairs.weight = weight;
    return figure.value(ranking_of(pairs));
}

std::vector<double> influences_on_all_pairs(const PredictionView& view, const RankFigure& figure)
{
    std::vector<double> influences(view.size(), 0.0);
    SortedRows::of_pairs(view).add_influences(figure, view.weight, influences);
    return influences;
}

OfRepeats all_pairs_of_repeats(const PredictionView& view, const RankFigure& figure)
{
    return [pairs = SortedRows::of_pairs(view), &figure](std::span<const std::uint32_t> times) {
        std::vector<std::uint64_t> counts;
        pairs.count(times, counts);
        return figure.of_counts(counts);
    };
}

/// Adds A(c|j) for each other class j in one pass down the scores, with integers as in auc(). Row i counts
/// times(i) times. O(rows + classes).
template <class Times>
void add_against_each(std::span<const std::uint32_t> truth, const SortedRows& rows, std::uint32_t c,
                      std::span<const std::uint64_t> rows_of, Times times, MeanOfExisting& mean)
{
    std::vector<std::uint64_t> lost_twice(
        rows_of.size(),
        0); // twice the pairs in which the row of j scores higher; a tie counts once
    std::uint64_t below = rows_of[c];
    for (std::size_t b = 0; b < rows.blocks(); ++b) {
        std::uint64_t ties = 0;
        for (const auto& item : rows.block(b)) ties += item.positive() ? times(item.row) : 0;
        below -= ties;
        for (const auto& item : rows.block(b))
            lost_twice[truth[item.row]] += times(item.row) * (2 * below + ties);
    }
    for (std::size_t j = 0; j < rows_of.size(); ++j) {
        if (j == c || rows_of[j] == 0) continue;
        const std::uint64_t twice = 2 * rows_of[c] * rows_of[j];
        mean.add(Value(static_cast<double>(twice - lost_twice[j]) / static_cast<double>(twice)));
    }
}

/// The same for weighted rows: the weight of the pairs in which the row of c scores higher, from the top
/// down. Sums are exact. Products are exact if weights are whole numbers with sums below 2^26.
void add_against_each(const PredictionView& view, const SortedRows& rows, std::uint32_t c,
                      std::span<const double> weight_of, MeanOfExisting& mean)
{
    std::vector<ExactSum> won_twice(weight_of.size());
    ExactSum above;
    for (std::size_t b = 0; b < rows.blocks(); ++b) {
        const double before = above.value();
        for (const auto& item : rows.block(b))
            if (item.positive()) above.add(view.weight[item.row]);
        const double with_ties = above.value();
        for (const auto& item : rows.block(b)) {
            won_twice[view.true_label[item.row]].add_product(view.weight[item.row], before);
            won_twice[view.true_label[item.row]].add_product(view.weight[item.row], with_ties);
        }
    }
    for (std::size_t j = 0; j < weight_of.size(); ++j)
        if (j != c && weight_of[j] > 0.0)
            mean.add(Value(std::min(1.0, won_twice[j].value() / (2.0 * weight_of[c] * weight_of[j]))));
}

std::vector<double> weights_of_classes(const PredictionView& view)
{
    std::vector<ExactSum> sums(view.classes->size());
    for (std::size_t i = 0; i < view.size(); ++i) sums[view.true_label[i]].add(view.weight_of(i));
    std::vector<double> weights;
    for (const auto& sum : sums) weights.push_back(sum.value());
    return weights;
}

Value mean_of_pairs(const PredictionView& view)
{
    const auto n_classes = static_cast<std::uint32_t>(view.classes->size());
    MeanOfExisting mean;
    if (view.weight.empty()) {
        std::vector<std::uint64_t> rows_of(n_classes, 0);
        for (const auto c : view.true_label) ++rows_of[c];
        const auto once = [](std::uint32_t) { return std::uint64_t{1}; };
        for (std::uint32_t c = 0; c < n_classes; ++c)
            if (rows_of[c] > 0)
                add_against_each(view.true_label, SortedRows(view, c), c, rows_of, once, mean);
        return mean.mean();
    }
    const auto weight_of = weights_of_classes(view);
    for (std::uint32_t c = 0; c < n_classes; ++c)
        if (weight_of[c] > 0.0) add_against_each(view, SortedRows(view, c), c, weight_of, mean);
    return mean.mean();
}

OfRepeats mean_of_pairs_of_repeats(const PredictionView& view)
{
    return [classes = sorted_by_each_class(view),
            truth = view.true_label](std::span<const std::uint32_t> times) {
        std::vector<std::uint64_t> rows_of(classes.size(), 0);
        for (std::size_t i = 0; i < truth.size(); ++i) rows_of[truth[i]] += times[i];
        const auto of_row = [&](std::uint32_t i) { return std::uint64_t{times[i]}; };
        MeanOfExisting mean;
        for (std::uint32_t c = 0; c < classes.size(); ++c)
            if (rows_of[c] > 0) add_against_each(truth, classes[c], c, rows_of, of_row, mean);
        return mean.mean();
    };
}

/// Sums, over the other classes, of the share of the other class that is in the right order with a row. Each
/// row counts as a share of its own class, so the rows of all other classes can be summed together.
std::vector<double> shares_in_order(const PredictionView& view, std::span<const double> weight)
{
    std::vector<double> shares(view.size(), 0.0);
    for (std::uint32_t c = 0; c < weight.size(); ++c) {
        if (!(weight[c] > 0.0)) continue;
        const SortedRows rows(view, c);
        double below = 0.0; // shares of the other classes so far, from the lowest score up
        double own = 0.0;   // weight of class c so far
        for (std::size_t b = rows.blocks(); b-- > 0;) {
            const auto items = rows.block(b);
            const auto weight_if = [&](const SortedRows::Item& item, bool positive) {
                if (item.positive() != positive) return 0.0;
                return view.weight_of(item.row) / (positive ? 1.0 : weight[view.true_label[item.row]]);
            };
            const auto sum_if = [&](bool positive) {
                if (items.size() == 1) return weight_if(items[0], positive);
                ExactSum sum;
                for (const auto& item : items) sum.add(weight_if(item, positive));
                return sum.value();
            };
            const double own_tie = sum_if(true);
            const double tie = sum_if(false);
            const double above = (weight[c] - own - own_tie / 2) / weight[c];
            for (const auto& item : items) shares[item.row] += item.positive() ? below + tie / 2 : above;
            below += tie;
            own += own_tie;
        }
    }
    return shares;
}

std::vector<double> influences_on_mean_of_pairs(const PredictionView& view)
{
    const auto weight = weights_of_classes(view);
    const auto present =
        static_cast<double>(std::count_if(weight.begin(), weight.end(), [](double w) { return w > 0.0; }));
    auto shares = shares_in_order(view, weight);
    std::vector<double> largest(weight.size(), 0.0);
    for (std::size_t i = 0; i < shares.size(); ++i)
        largest[view.true_label[i]] = std::max(largest[view.true_label[i]], shares[i]);
    std::vector<CentredMean> means(largest.begin(), largest.end());
    for (std::size_t i = 0; i < shares.size(); ++i)
        means[view.true_label[i]].add(view.weight_of(i), shares[i]);
    std::vector<double> mean;
    for (const auto& of_class : means) mean.push_back(of_class.value());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const auto c = view.true_label[i];
        if (view.weight_of(i) > 0.0)
            shares[i] = view.weight_of(i) / weight[c] * (shares[i] - mean[c]) / (present * (present - 1.0));
    }
    return shares;
}

} // namespace

OfRows mean_over_classes(const RankFigure& figure)
{
    ClassRanks ranks{
        .influences =
            [&figure](const PredictionView& view) { return influences_on_class_mean(view, figure); },
        .of_repeats = [&figure](const PredictionView& view) { return class_mean_of_repeats(view, figure); },
        .mean_precision = &figure == &precision_area};
    if (figure.sum_left_out != nullptr)
        ranks.bias = [&figure](const PredictionView& view) { return class_mean_bias(view, figure); };
    return {.value = [&figure](const PredictionView& view) { return class_mean(view, figure); },
            .more = std::move(ranks)};
}

OfRows over_all_pairs(const RankFigure& figure)
{
    return {.value = [&figure](const PredictionView& view) { return of_all_pairs(view, figure); },
            .more = ClassRanks{
                .influences =
                    [&figure](const PredictionView& view) { return influences_on_all_pairs(view, figure); },
                .of_repeats =
                    [&figure](const PredictionView& view) { return all_pairs_of_repeats(view, figure); }}};
}

OfRows one_versus_one()
{
    return {.value = mean_of_pairs,
            .more = ClassRanks{.influences = influences_on_mean_of_pairs,
                               .of_repeats = mean_of_pairs_of_repeats}};
}

} // namespace unseen
