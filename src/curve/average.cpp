#include "unseen/curve/average.hpp"

#include "curve/entry.hpp"

#include "unseen/base/error.hpp"

#include <cmath>

namespace unseen {

MeanCurve mean_curve(const Spec& spec, std::span<const OneClass> of, std::size_t threads)
{
    constexpr std::size_t steps = 200;
    const auto& entry = curve_entry(spec);
    require(entry.at != nullptr, "curve '" + spec.name() + "' has no mean of several");
    MeanCurve mean;
    for (std::size_t i = 0; i <= steps; ++i) mean.x.push_back(static_cast<double>(i) / steps);
    std::vector<std::vector<double>> curves;
    for (const auto& [rows, label] : of) {
        const auto missing = curve_missing_need(spec, *rows);
        require(missing == nullptr, "curve '" + spec.name() + "' needs scores of classes");
        const auto thresholds = threshold_points(ranking_of(*rows, label, label, threads));
        if (thresholds.positives > 0.0 && thresholds.negatives > 0.0)
            curves.push_back(entry.at(thresholds, mean.x));
    }
    mean.curves = curves.size();
    if (curves.empty()) return {};
    const auto n = static_cast<double>(curves.size());
    for (std::size_t i = 0; i <= steps; ++i) {
        double sum = 0.0;
        for (const auto& curve : curves) sum += curve[i];
        mean.mean.push_back(sum / n);
        if (curves.size() < 2) continue;
        double squares = 0.0;
        for (const auto& curve : curves) squares += (curve[i] - mean.mean[i]) * (curve[i] - mean.mean[i]);
        mean.standard_deviation.push_back(std::sqrt(squares / (n - 1)));
    }
    return mean;
}

std::vector<Curve> micro_curves(std::span<const Spec> specs, const PredictionView& predictions,
                                std::size_t threads)
{
    for (const auto& spec : specs)
        require(curve_missing_need(spec, predictions) == nullptr && !predictions.one_score,
                "curve '" + spec.name() + "' needs scores of each class");
    const auto n_classes = predictions.classes->size();
    std::vector<std::uint32_t> is_class(predictions.scores.size());
    std::vector<double> weight;
    for (std::size_t i = 0; i < is_class.size(); ++i) {
        is_class[i] = predictions.true_label[i / n_classes] == i % n_classes ? 1 : 0;
        if (!predictions.weight.empty()) weight.push_back(predictions.weight[i / n_classes]);
    }
    const Labels two({"other", "class"});
    PredictionView pairs;
    pairs.classes = &two;
    pairs.positive = 1;
    pairs.one_score = true;
    pairs.probabilities = predictions.probabilities;
    pairs.true_label = is_class;
    pairs.scores = predictions.scores;
    pairs.weight = weight;
    std::vector<Curve> curves;
    for (auto& made : make_curves(specs, pairs, threads)) {
        made.front().label.clear();
        curves.push_back(std::move(made.front()));
    }
    return curves;
}

} // namespace unseen
