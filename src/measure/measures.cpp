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
          regression_measures(), error_quantile_measures(), distance_measures(), item_measures()})
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

std::string name_of(Judges judges)
{
    switch (judges) {
    case Judges::classes: return "classes";
    case Judges::numbers: return "numbers";
    case Judges::values: return "values";
    }
    throw std::logic_error("unknown kind of rows");
}

Measure make_measure(const Spec& spec, Judges judges, ZeroDivision zero_division)
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
    const std::string rows = judges == Judges::values ? "the items have values and no truth"
                             : measure.judges == Judges::values
                                 ? "the rows have a truth; `value` names values of items"
                                 : "the target holds " + name_of(judges);
    require(measure.judges == judges,
            "measure '" + spec.name() + "' judges " + name_of(measure.judges) + ", and " + rows);
    return measure;
}

Measure make_measure(const Spec& spec, bool classes, ZeroDivision zero_division)
{
    return make_measure(spec, classes ? Judges::classes : Judges::numbers, zero_division);
}

Measure make_measure(const Spec& spec, const RowDesign& rows, ZeroDivision zero_division)
{
    const auto judges = rows.task == ScoreTask::values       ? Judges::values
                        : rows.task == ScoreTask::regression ? Judges::numbers
                                                             : Judges::classes;
    return of_rows(make_measure(spec, judges, zero_division), rows);
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

Measure of_rows(Measure measure, const RowDesign& rows)
{
    if (measure.judges != Judges::values) return of_classes(std::move(measure), rows.classes.size());
    if (measure.drawn_answers > 0) {
        require(rows.scale.of_answers && rows.scale.direction == Direction::higher_is_better,
                "'" + measure.name() +
                    "' needs answers that are right (1) or wrong (0), in the range 0,1 with "
                    "larger values better");
        std::get<RowMean>(measure.kind).proportion = rows.scale.answers == measure.drawn_answers;
        return measure;
    }
    measure.direction = rows.scale.direction;
    measure.lowest = rows.scale.lowest;
    measure.highest = rows.scale.highest;
    auto* const mean = std::get_if<RowMean>(&measure.kind);
    if (mean == nullptr) return measure;
    if (mean->items == 0.0) {
        mean->items = static_cast<double>(rows.items);
        measure.spec.set("items", std::to_string(rows.items));
    }
    mean->proportion = rows.scale.right_or_wrong && mean->items == 1.0;
    if (mean->items == 1.0) return measure;
    measure.lowest *= mean->items;
    measure.highest *= mean->items;
    mean->values = [of_item = mean->values, items = mean->items](const PredictionView& view,
                                                                 std::span<double> values) {
        of_item(view, values);
        for (double& value : values) value *= items;
    };
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
    return measures_of_table()[find_info(measure_infos(), spec.name(), "measure")].judges == Judges::classes;
}

std::span<const Measure> measures_of_table()
{
    static const std::vector<Measure> measures = default_forms(ZeroDivision::usual);
    return measures;
}

std::vector<Measure> usual_measures(std::size_t n_classes, const UsualOptions& options)
{
    const auto judges = options.values ? Judges::values : n_classes > 0 ? Judges::classes : Judges::numbers;
    std::vector<Measure> usual;
    for (auto& measure : default_forms(options.zero_division)) {
        if (options.main_only && !measure.main) continue;
        if (measure.by_name_only || measure.judges != judges) continue;
        if (measure.class_count == ClassCount::two && n_classes > 2) continue;
        if (measure.class_count == ClassCount::several && n_classes <= 2) continue;
        if (measure.needs_order && !options.ordered) continue;
        if (judges == Judges::numbers && measure.several_targets != (options.targets > 1)) continue;
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
