// The table of curves, assembled from the families in this folder.
#include "unseen/curve/curve.hpp"

#include "base/parallel.hpp"
#include "curve/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

const std::vector<CurveEntry>& table()
{
    static const std::vector<CurveEntry> entries = [] {
        auto all = threshold_curves();
        for (auto& family : {bin_curves(), decision_curves(), number_curves()})
            all.insert(all.end(), family.begin(), family.end());
        return all;
    }();
    return entries;
}

const Reason* missing_need(const CurveInfo& info, const PredictionView& predictions)
{
    if (info.of_numbers)
        return predictions.classes == nullptr && predictions.targets == 1 && !predictions.true_value.empty()
                   ? nullptr
                   : &reasons::not_numbers;
    if (predictions.classes == nullptr) return &reasons::not_classes;
    if (predictions.scores.empty()) return &reasons::no_scores;
    return info.needs_probabilities && !predictions.probabilities ? &reasons::not_probabilities : nullptr;
}

std::size_t index_of(const std::string& name)
{
    static const std::vector<SpecInfo> specs = [] {
        std::vector<SpecInfo> list;
        for (const auto& entry : table()) list.push_back(entry.info.spec);
        return list;
    }();
    return find_info(specs, name, "curve");
}

} // namespace

const CurveEntry& curve_entry(const Spec& spec) { return table()[index_of(spec.name())]; }

const CurveInfo& curve_info(const std::string& name) { return table()[index_of(name)].info; }

std::span<const CurveInfo> curve_infos()
{
    static const std::vector<CurveInfo> infos = [] {
        std::vector<CurveInfo> list;
        for (const auto& entry : table()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

const Reason* curve_missing_need(const Spec& spec, const PredictionView& predictions)
{
    return missing_need(curve_entry(spec).info, predictions);
}

std::vector<std::vector<Curve>> make_curves(std::span<const Spec> specs, const PredictionView& predictions,
                                            std::size_t threads)
{
    std::vector<const CurveEntry*> entries;
    std::vector<Spec> resolved;
    for (const auto& spec : specs) {
        const auto& entry = curve_entry(spec);
        resolved.push_back(resolve(spec, entry.info.spec));
        const auto* missing = missing_need(entry.info, predictions);
        require(missing != &reasons::not_numbers,
                "curve '" + spec.name() +
                    "' needs one true number a row, and the truth holds classes or points");
        require(missing != &reasons::not_classes,
                "curve '" + spec.name() + "' needs classes, and the truth holds numbers");
        require(missing != &reasons::no_scores,
                "curve '" + spec.name() + "' needs scores, and there are only labels");
        require(missing == nullptr,
                "curve '" + spec.name() + "' needs probabilities, and the scores do not lie in [0, 1]");
        entries.push_back(&entry);
    }
    std::vector<std::vector<Curve>> curves(specs.size());
    if (specs.empty()) return curves;
    const bool thresholds_wanted = std::any_of(entries.begin(), entries.end(),
                                               [](const auto* e) { return e->of_thresholds != nullptr; });
    const auto n_threads = thread_count(threads);
    if (predictions.classes == nullptr) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            curves[i].push_back({.columns = entries[i]->info.columns.size(),
                                 .cells = entries[i]->of_numbers(resolved[i], predictions)});
        return curves;
    }
    const auto n_classes = static_cast<std::uint32_t>(predictions.classes->size());
    for (std::uint32_t c = 0; c < n_classes; ++c) {
        if (n_classes == 2 && c != predictions.positive) continue;
        const ThresholdPoints thresholds = thresholds_wanted
                                               ? threshold_points(ranking_of(predictions, c, c, n_threads))
                                               : ThresholdPoints();
        parallel_for(entries.size(), n_threads, [&](SharedNumbers numbers) {
            for (const auto i : numbers) {
                const auto& entry = *entries[i];
                const bool ranked = entry.of_thresholds != nullptr;
                curves[i].push_back({.label = predictions.classes->name(c),
                                     .columns = entry.info.columns.size(),
                                     .cells = ranked ? entry.of_thresholds(thresholds)
                                                     : entry.of_rows(resolved[i], predictions, c),
                                     .points_of_rows = ranked ? thresholds.of_ranking : 0});
            }
        });
    }
    return curves;
}

std::vector<Curve> make_curves(const Spec& spec, const PredictionView& predictions, std::size_t threads)
{
    return std::move(make_curves(std::span(&spec, 1), predictions, threads).front());
}

} // namespace unseen
