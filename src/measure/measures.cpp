// The table of measures, assembled from the families in this folder.
#include "base/same_name.hpp"
#include "base/spec_table.hpp"
#include "measure/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace unseen {

namespace {

std::vector<MeasureEntry> make_table(ZeroDivision zero_division)
{
    std::vector<MeasureEntry> all;
    for (auto& family :
         {label_measures(), two_class_measures(zero_division), class_average_measures(zero_division),
          ranking_measures(), threshold_measures(), probability_measures(), calibration_measures(),
          calibration_line_measures(), event_ratio_measures(), net_benefit_measures(), cost_measures(),
          regression_measures(), error_quantile_measures(), distance_measures()})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

const std::vector<MeasureEntry>& table(ZeroDivision zero_division = ZeroDivision::usual)
{
    static const std::array<std::vector<MeasureEntry>, 4> tables = {
        make_table(ZeroDivision::usual), make_table(ZeroDivision::none), make_table(ZeroDivision::zero),
        make_table(ZeroDivision::one)};
    return tables[static_cast<std::size_t>(zero_division)];
}

/// Each measure of the table with its default parameters.
std::vector<Measure> default_forms(ZeroDivision zero_division)
{
    std::vector<Measure> list;
    for (const auto& entry : table(zero_division)) {
        list.push_back(entry.make(resolve(Spec(entry.info.name), entry.info)));
        list.back().main = entry.main;
        list.back().averages = entry.averages;
    }
    return list;
}

/// Names in other programs of figures that this program does not have, or has on another scale.
struct OtherMeaning {
    const char* name;
    const char* meaning;
};

constexpr OtherMeaning other_meanings[] = {
    {"rsq",
     "yardstick's squared correlation, which ignores bias; r2 is the share of variance explained (rsq_trad)"},
    {"Rsquared", "caret's squared correlation, which ignores bias; r2 is the share of variance explained"},
    {"explained_variance", "r2 without the mean error; r2 includes it"},
    {"roc_auc_ovr_weighted", "a mean weighted by the classes' shares; roc_auc_ovr weighs classes equally"},
    {"roc_auc_ovo_weighted",
     "a mean weighted by the classes' shares; roc_auc_ovo weighs pairs of classes equally"},
    {"Percent_correct", "WEKA's accuracy times 100; expected 'accuracy'"},
    {"Percent_incorrect", "WEKA's error_rate times 100; expected 'error_rate'"},
};

std::size_t place_of(const Spec& spec)
{
    for (const auto& other : other_meanings)
        require(!same_name(spec.name(), other.name),
                "unknown measure '" + spec.name() + "': " + other.meaning);
    return find_info(measure_infos(), spec.name(), "measure");
}

} // namespace

Value quotient(double ones, double trials, ZeroDivision zero_division, const Reason& undefined)
{
    if (trials > 0.0) return Value(ones / trials);
    switch (zero_division) {
    case ZeroDivision::usual:
    case ZeroDivision::none: return Value::none(undefined);
    case ZeroDivision::zero: return Value(0.0);
    case ZeroDivision::one: return Value(1.0);
    }
    throw std::logic_error("unknown rule for 0/0");
}

Measure make_measure(const Spec& spec, bool classes, ZeroDivision zero_division)
{
    const auto& entry = table(zero_division)[place_of(spec)];
    Measure measure = entry.make(resolve(spec, entry.info));
    measure.main = entry.main;
    measure.averages = entry.averages;
    const auto& only_two = entry.two_class_aliases;
    if (std::any_of(only_two.begin(), only_two.end(),
                    [&](const auto& name) { return same_name(name, spec.name()); })) {
        measure.class_count = ClassCount::two;
        measure.either_class = true;
    }
    require(measure.for_classes == classes,
            "measure '" + spec.name() + "' judges " + (classes ? "numbers" : "classes") +
                ", and the target holds " + (classes ? "classes" : "numbers"));
    return measure;
}

Spec resolve_measure(const Spec& spec) { return resolve(spec, measure_infos()[place_of(spec)]); }

std::string baseline_name(BaselineKind kind, const std::string& always)
{
    switch (kind) {
    case BaselineKind::majority:
        return always.empty() ? "always saying the most frequent class" : "always saying '" + always + '\'';
    case BaselineKind::shares: return "the shares of the classes";
    case BaselineKind::mean: return "the mean of the target";
    case BaselineKind::median: return "the median of the target";
    case BaselineKind::no_skill: return "guessing";
    case BaselineKind::none: break;
    }
    return "";
}

Measure of_classes(Measure measure, std::size_t n_classes)
{
    if (n_classes == 2 && measure.highest_of_two) measure.highest = *measure.highest_of_two;
    return measure;
}

std::span<const SpecInfo> measure_infos()
{
    static const std::vector<SpecInfo> infos = [] {
        auto all = infos_of(table());
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const auto& alias : table()[i].two_class_aliases) all[i].aliases.push_back(alias);
        return all;
    }();
    return infos;
}

bool judges_classes(const Spec& spec)
{
    return measures_of_table()[find_info(measure_infos(), spec.name(), "measure")].for_classes;
}

std::span<const Measure> measures_of_table()
{
    static const std::vector<Measure> measures = default_forms(ZeroDivision::usual);
    return measures;
}

std::vector<Measure> usual_measures(std::size_t n_classes, const UsualOptions& options)
{
    std::vector<Measure> usual;
    for (auto& measure : default_forms(options.zero_division)) {
        if (options.main_only && !measure.main) continue;
        if (measure.by_name_only || measure.for_classes != (n_classes > 0)) continue;
        if (measure.class_count == ClassCount::two && n_classes > 2) continue;
        if (measure.class_count == ClassCount::several && n_classes <= 2) continue;
        if (measure.needs_order && !options.ordered) continue;
        if (!measure.for_classes && measure.several_targets != (options.targets > 1)) continue;
        usual.push_back(of_classes(std::move(measure), n_classes));
    }
    return usual;
}

std::vector<Spec> default_measures(bool classes, std::size_t targets)
{
    if (classes) return {Spec("error_rate")};
    if (targets > 1) return {Spec("mean_distance"), Spec("median_distance")};
    return {Spec("rmse"), Spec("mae")};
}

} // namespace unseen
