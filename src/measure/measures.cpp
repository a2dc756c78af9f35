// The table of measures, put together from the families beside this file.
#include "base/spec_table.hpp"
#include "measure/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace unseen {

namespace {

std::vector<MeasureEntry> make_table(ZeroDivision zero_division)
{
    std::vector<MeasureEntry> all;
    for (auto& family : {label_measures(), two_class_measures(zero_division), class_average_measures(zero_division),
                         ranking_measures(), cut_measures(), probability_measures(), calibration_measures(), cost_measures(),
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
    for (const auto& entry : table(zero_division)) list.push_back(entry.make(resolve(Spec(entry.info.name), entry.info)));
    return list;
}

/// Names that other programs give to figures that are not here, or are here on another scale.
struct OtherMeaning {
    const char* name;
    const char* meaning;
};

constexpr OtherMeaning other_meanings[] = {
    {"rsq", "yardstick's squared correlation, which a bias does not lower; r2 is the share of variance explained (rsq_trad)"},
    {"Rsquared", "caret's squared correlation, which a bias does not lower; r2 is the share of variance explained"},
    {"explained_variance", "r2 after the mean error is taken out; r2 counts it"},
    {"roc_auc_ovr_weighted", "a mean weighted by the classes' shares; roc_auc_ovr counts classes alike"},
    {"roc_auc_ovo_weighted", "a mean weighted by the classes' shares; roc_auc_ovo counts pairs of classes alike"},
    {"Percent_correct", "WEKA's accuracy times 100; expected 'accuracy'"},
    {"Percent_incorrect", "WEKA's error_rate times 100; expected 'error_rate'"},
};

/// The rows that count, with weights of at most 1 and more than 0, or none if they are all equal. Weights are scaled by a power of two,
/// which rounds nothing unless they differ by more than 2^900.
class CountedRows {
public:
    CountedRows(const PredictionView& from, double heaviest)
    {
        const int power = std::ilogb(heaviest) + 1;
        const auto n_scores = from.scores.size() / from.size();
        for (std::size_t i = 0; i < from.size(); ++i) {
            const double w = std::ldexp(from.weight[i], -power);
            if (!(w > 0.0)) continue;
            if (!from.row.empty()) row_.push_back(from.row[i]);
            weight_.push_back(w);
            if (!from.true_label.empty()) true_label_.push_back(from.true_label[i]);
            if (!from.label.empty()) label_.push_back(from.label[i]);
            for (std::size_t k = i * from.targets; !from.value.empty() && k < (i + 1) * from.targets; ++k) {
                true_value_.push_back(from.true_value[k]);
                value_.push_back(from.value[k]);
            }
            for (std::size_t c = 0; c < n_scores; ++c) scores_.push_back(from.scores[i * n_scores + c]);
        }
        if (std::all_of(weight_.begin(), weight_.end(), [&](double w) { return w == weight_.front(); })) weight_.clear();
        view_ = from;
        view_.row = row_;
        view_.true_label = true_label_;
        view_.label = label_;
        view_.scores = scores_;
        view_.true_value = true_value_;
        view_.value = value_;
        view_.weight = weight_;
    }
    CountedRows(const CountedRows&) = delete;
    CountedRows& operator=(const CountedRows&) = delete;
    const PredictionView& view() const { return view_; }

private:
    std::vector<std::uint32_t> row_;
    std::vector<std::uint32_t> true_label_;
    std::vector<std::uint32_t> label_;
    std::vector<double> scores_;
    std::vector<double> true_value_;
    std::vector<double> value_;
    std::vector<double> weight_;
    PredictionView view_;
};

/// Why the measure cannot be had of such predictions; empty if it can.
std::string missing_need(const Measure& measure, const PredictionView& predictions)
{
    if (measure.needs_labels && predictions.label.empty()) return "no_labels";
    if (measure.needs_scores && predictions.scores.empty()) return "no_scores";
    if (measure.needs_probabilities && !predictions.probabilities) return "not_probabilities";
    if (measure.needs_order && !predictions.ordered) return "not_ordered";
    if (!measure.for_classes && !measure.several_targets && predictions.targets > 1) return "several_targets";
    if (measure.class_count == ClassCount::two && predictions.classes->size() != 2) return "not_binary";
    return "";
}

} // namespace

Value quotient(double ones, double trials, ZeroDivision zero_division, const char* undefined)
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

Value evaluate(const Measure& measure, const PredictionView& predictions)
{
    if (predictions.size() == 0) return Value::none("no_rows");
    if (const auto missing = missing_need(measure, predictions); !missing.empty()) return Value::none(missing);
    if (measure.whole) {
        if (predictions.weight.empty()) return measure.whole(predictions);
        const double most = *std::max_element(predictions.weight.begin(), predictions.weight.end());
        return most > 0.0 ? measure.whole(CountedRows(predictions, most).view()) : Value::none("zero_weight");
    }
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

Measure make_measure(const Spec& spec, bool classes, ZeroDivision zero_division)
{
    for (const auto& other : other_meanings)
        require(spec.name() != other.name, "unknown measure '" + spec.name() + "': " + other.meaning);
    const auto& entry = table(zero_division)[find_info(measure_infos(), spec.name(), "measure")];
    require(spec.bases().empty(), "measure '" + spec.name() + "' takes nothing in brackets");
    Measure measure = entry.make(resolve(spec, entry.info));
    const auto& only_two = entry.two_class_aliases;
    if (std::find(only_two.begin(), only_two.end(), spec.name()) != only_two.end()) measure.class_count = ClassCount::two;
    require(measure.for_classes == classes, "measure '" + spec.name() + "' judges " + (classes ? "numbers" : "classes") +
                                                ", and the target holds " + (classes ? "classes" : "numbers"));
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

std::span<const Measure> measures_of_table()
{
    static const std::vector<Measure> measures = default_forms(ZeroDivision::usual);
    return measures;
}

std::vector<Measure> usual_measures(std::size_t n_classes, const UsualOptions& options)
{
    std::vector<Measure> usual;
    for (auto& measure : default_forms(options.zero_division)) {
        if (measure.by_name_only || measure.for_classes != (n_classes > 0)) continue;
        if (measure.class_count == ClassCount::two && n_classes > 2) continue;
        if (measure.class_count == ClassCount::several && n_classes <= 2) continue;
        if (measure.needs_order && !options.ordered) continue;
        if (!measure.for_classes && measure.several_targets != (options.targets > 1)) continue;
        usual.push_back(std::move(measure));
    }
    return usual;
}

std::vector<Spec> default_measures(bool classes)
{
    if (classes) return {Spec("error_rate")};
    return {Spec("rmse"), Spec("mae")};
}

} // namespace unseen
