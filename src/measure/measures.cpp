// The table of measures, put together from the families beside this file.
#include "measure/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

const std::vector<MeasureEntry>& table()
{
    static const std::vector<MeasureEntry> rows = [] {
        std::vector<MeasureEntry> all;
        for (auto* family : {&label_measures, &probability_measures, &regression_measures})
            for (auto& entry : family()) all.push_back(std::move(entry));
        return all;
    }();
    return rows;
}

} // namespace

Value evaluate(const Measure& measure, const PredictionView& predictions)
{
    if (predictions.size() == 0) return Value::none("no_rows");
    if (measure.needs_scores && predictions.scores.empty()) return Value::none("no_scores");
    std::vector<double> values(predictions.size());
    measure.row_values(predictions, values);
    ExactSum sum;
    if (predictions.weight.empty()) {
        for (const double v : values) {
            if (std::isinf(v)) return Value::none("infinite"); // a square beyond the largest double
            sum.add(v);
        }
        return Value(measure.finished(sum.value() / static_cast<double>(values.size())));
    }
    const auto weight = predictions.weight;
    const double heaviest = *std::max_element(weight.begin(), weight.end());
    if (!(heaviest > 0.0)) return Value::none("zero_weight");
    const int power = std::ilogb(heaviest) + 1; // weights are scaled by a power of two to below 1: products stay in range
    ExactSum weights;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double w = std::ldexp(weight[i], -power);
        if (w == 0.0) continue;
        if (std::isinf(w * values[i])) return Value::none("infinite");
        sum.add_product(w, values[i]);
        weights.add(w);
    }
    return Value(measure.finished(sum.value() / weights.value()));
}

Measure make_measure(const Spec& spec, bool classes)
{
    std::vector<std::string> names;
    for (const auto& entry : table()) {
        names.push_back(entry.info.name);
        if (entry.info.name != spec.name()) continue;
        require(spec.bases().empty(), "measure '" + spec.name() + "' takes nothing in brackets");
        Measure measure = entry.make(resolve(spec, entry.info));
        require(measure.for_classes == classes, "measure '" + spec.name() + "' judges " + (classes ? "numbers" : "classes") +
                                                    ", and the target holds " + (classes ? "classes" : "numbers"));
        return measure;
    }
    throw InputError("unknown measure '" + spec.name() + "'; did you mean '" + nearest(spec.name(), names) + "'?");
}

std::span<const SpecInfo> measure_infos()
{
    static const std::vector<SpecInfo> infos = [] {
        std::vector<SpecInfo> list;
        for (const auto& entry : table()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

std::vector<Spec> default_measures(bool classes)
{
    if (classes) return {Spec("error_rate")};
    return {Spec("rmse"), Spec("mae")};
}

} // namespace unseen
