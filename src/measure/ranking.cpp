// Measures of how scores order the rows (METHODS D.3).
#include "measure/entry.hpp"
#include "measure/roc.hpp"

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

Measure average_over_classes(const Spec& spec, std::function<Value(const PredictionView&)> whole)
{
    return {.spec = spec,
            .class_count = ClassCount::several,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .needs_scores = true,
            .statistic = Statistic::other,
            .whole = std::move(whole)};
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

/// Mean over pairs of classes of [A(i|j) + A(j|i)] / 2 (Hand & Till 2001); pairs with a class without rows are skipped.
Value one_versus_one(const PredictionView& view)
{
    MeanOfExisting mean;
    for (std::uint32_t i = 0; i < view.classes->size(); ++i)
        for (std::uint32_t j = 0; j < i; ++j) {
            mean.add(auc(ranking_of(view, i, j)));
            mean.add(auc(ranking_of(view, j, i)));
        }
    return mean.mean();
}

/// Every pair of a row and a class as a row of its own, positive if the class is the true one: n x C rows, ranked.
Ranking ranking_of_pairs(const PredictionView& view)
{
    static const Labels pair_classes({"other", "true"});
    const auto n_classes = view.classes->size();
    std::vector<std::uint32_t> truth;
    std::vector<double> scores;
    std::vector<double> weight;
    truth.reserve(view.size() * n_classes);
    scores.reserve(view.size() * n_classes);
    for (std::size_t i = 0; i < view.size(); ++i)
        for (std::size_t c = 0; c < n_classes; ++c) {
            truth.push_back(view.true_label[i] == c ? 1 : 0);
            scores.push_back(view.score(i, c));
            if (!view.weight.empty()) weight.push_back(view.weight[i]);
        }
    PredictionView pairs;
    pairs.classes = &pair_classes;
    pairs.positive = 1;
    pairs.one_score = true;
    pairs.true_label = truth;
    pairs.scores = scores;
    pairs.weight = weight;
    return ranking_of(pairs);
}

/// Mean over classes of the average precision of the class against all others; classes without rows are skipped.
Value average_precision_macro(const PredictionView& view)
{
    MeanOfExisting mean;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) mean.add(average_precision(ranking_of(view, c, c)));
    return mean.mean();
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
         .make = [](const Spec& spec) { return measure_of_ranking(spec, Statistic::auc, auc); }},
        {.info = {.name = "rank_loss", .help = "1 - roc_auc"},
         .make =
             [](const Spec& spec) {
                 auto measure = measure_of_ranking(spec, Statistic::auc, rank_loss);
                 measure.direction = Direction::lower_is_better;
                 return measure;
             }},
        {.info = {.name = "average_precision",
                  .help = "mean precision over the steps of recall, without interpolation",
                  .aliases = {"average_precision_score"}},
         .make = [](const Spec& spec) { return measure_of_ranking(spec, Statistic::average_precision, average_precision); }},
        {.info = {.name = "roc_auc_ovr", .help = "mean over classes of the AUC against the rest; classes without rows skipped"},
         .make = [](const Spec& spec) { return average_over_classes(spec, one_versus_rest); }},
        {.info = {.name = "roc_auc_ovo", .help = "mean AUC over pairs of classes (Hand & Till); classes without rows skipped"},
         .make = [](const Spec& spec) { return average_over_classes(spec, one_versus_one); }},
        {.info = {.name = "roc_auc_micro", .help = "AUC over all pairs of a row and a class, the true class being positive"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(spec, [](const PredictionView& view) { return auc(ranking_of_pairs(view)); });
             }},
        {.info = {.name = "average_precision_macro",
                  .help = "mean over classes of the average precision against the rest; classes without rows skipped"},
         .make = [](const Spec& spec) { return average_over_classes(spec, average_precision_macro); }},
        {.info = {.name = "average_precision_micro", .help = "average precision over all pairs of a row and a class"},
         .make =
             [](const Spec& spec) {
                 return average_over_classes(
                     spec, [](const PredictionView& view) { return average_precision(ranking_of_pairs(view)); });
             }},
    };
}

} // namespace unseen
