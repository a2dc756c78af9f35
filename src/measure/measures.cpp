// The table of measures, put together from the families beside this file.
#include "base/spec_table.hpp"
#include "measure/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

const std::vector<MeasureEntry>& table()
{
    static const std::vector<MeasureEntry> rows = [] {
        std::vector<MeasureEntry> all;
        for (auto* family : {&label_measures, &two_class_measures, &class_average_measures, &ranking_measures,
                             &probability_measures, &calibration_measures, &regression_measures, &error_quantile_measures})
            for (auto& entry : family()) all.push_back(std::move(entry));
        return all;
    }();
    return rows;
}

} // namespace

Measure make_measure(const Spec& spec, bool classes)
{
    const auto& entry = table()[find_info(measure_infos(), spec.name(), "measure")];
    require(spec.bases().empty(), "measure '" + spec.name() + "' takes nothing in brackets");
    Measure measure = entry.make(resolve(spec, entry.info));
    require(measure.for_classes == classes, "measure '" + spec.name() + "' judges " + (classes ? "numbers" : "classes") +
                                                ", and the target holds " + (classes ? "classes" : "numbers"));
    return measure;
}

std::span<const SpecInfo> measure_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(table());
    return infos;
}

std::span<const Measure> measures_of_table()
{
    static const std::vector<Measure> measures = [] {
        std::vector<Measure> list;
        for (const auto& entry : table()) list.push_back(entry.make(resolve(Spec(entry.info.name), entry.info)));
        return list;
    }();
    return measures;
}

std::vector<Measure> usual_measures(std::size_t n_classes)
{
    std::vector<Measure> usual;
    for (const auto& measure : measures_of_table()) {
        if (measure.by_name_only || measure.for_classes != (n_classes > 0)) continue;
        if (measure.class_count == ClassCount::two && n_classes > 2) continue;
        if (measure.class_count == ClassCount::several && n_classes <= 2) continue;
        usual.push_back(measure);
    }
    return usual;
}

std::vector<Spec> default_measures(bool classes)
{
    if (classes) return {Spec("error_rate")};
    return {Spec("rmse"), Spec("mae")};
}

} // namespace unseen
