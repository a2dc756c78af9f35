#include "estimate/split_reduction.hpp"

#include "estimate/pooled_repeats.hpp"
#include "estimate/repeat_figures.hpp"
#include "estimate/row_losses.hpp"
#include "estimate/split_figures.hpp"
#include "interval/repeated_areas.hpp"
#include "interval/repeated_losses.hpp"
#include "measure/agreement.hpp"
#include "measure/clipped_rows.hpp"
#include "measure/row_influences.hpp"
#include "measure/whole_repeats.hpp"
#include "predictions/gathered_rows.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/base/number.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

/// Row values of weighted rows. They are kept because their variance needs the mean, which is only known at
/// the end.
struct WeightedRows {
    std::vector<double> values;
    std::vector<double> weights;

    double mean() const
    {
        const double heaviest = *std::max_element(weights.begin(), weights.end());
        ExactSum sum;
        ExactSum all;
        for (std::size_t i = 0; i < values.size(); ++i) {
            sum.add_product(weights[i] / heaviest, values[i]);
            all.add(weights[i] / heaviest);
        }
        return sum.value() / all.value();
    }

    /// n^2 / (n - 1) sum (w (v - mean))^2 / (sum w)^2. Divided by n it is the linearised variance of the
    /// mean; for equal weights it is the sample variance (METHODS I.4).
    double variance() const
    {
        const double centre = mean();
        const double heaviest = *std::max_element(weights.begin(), weights.end());
        const auto n = static_cast<double>(values.size());
        ExactSum squares;
        ExactSum all;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double d = weights[i] / heaviest * (values[i] - centre);
            squares.add(d * d);
            all.add(weights[i] / heaviest);
        }
        return n < 2.0 ? 0.0 : n * n / (n - 1.0) * squares.value() / (all.value() * all.value());
    }
};

struct MeasureState {
    MeasureState(IntervalNeeds interval_needs, bool per_split)
        : needs(interval_needs),
          splits(per_split || interval_needs == IntervalNeeds::each_split)
    {
    }

    IntervalNeeds needs;                ///< the needs of the interval
    Moments rows;                       ///< row values, pooled over splits
    WeightedRows weighted;              ///< the same, where they have weights
    ExactSum fold_variances;            ///< sample variances within splits
    bool fold_variance_missing = false; ///< a split tested one row, or its squared losses are infinite
    SplitFigures splits;                ///< the splits' figures
    std::vector<Value> of_halves;       ///< the figures of splits of halves, for the standard error
    RepeatFigures repeats{};
    const Reason* missing = nullptr;      ///< the reason for which a split has no figure, for the first such
                                          ///< split
    IntervalResult interval;              ///< the interval, if there is one test set
    std::optional<RepeatedLosses> losses; ///< if the interval needs their spread
    std::optional<RepeatedAreas> areas;   ///< the same, for the AUC
    std::optional<PooledRepeats> pooled;  ///< of a measure of whole repeats, and for tests of learners by any
                                          ///< other measure
    bool cut_off = false;                 ///< a score was 0 or 1
    std::uint64_t clipped = 0;            ///< rows that the measure clips
    ExactSum others;                      ///< the row values of the others, times their weights
    ExactSum weight_of_others;
};

class SplitReduction final : public Reduction, private Sink {
public:
    SplitReduction(const ReductionOptions& options, const Design& design) : options_(options), design_(design)
    {
        for (const auto& measure : options_.measures) {
            if (options_.intervals)
                require_interval(options_.interval, design_, measure,
                                 design_.one_test_set() && (options_.weighted || !options_.group.empty()));
            auto& state =
                states_.emplace_back(options_.intervals ? interval_needs(options_.interval, design_, measure)
                                                        : IntervalNeeds::moments,
                                     options_.per_split);
            const bool spread =
                options_.rows_joined && (state.needs == IntervalNeeds::spread || pairs_rows());
            if (judged_by_repeats(measure, design_)) {
                state.pooled.emplace(design_.repeats, spread);
                if (options_.intervals && moves_with_calls(measure) && !agreement_)
                    agreement_.emplace(design_.repeats, options_.rows_joined);
                continue;
            }
            if (!spread) continue;
            if (measure.row_mean())
                state.losses.emplace(design_.repeats);
            else if (measure.rank_figure() == &roc_area)
                state.areas.emplace(design_.repeats, design_.splits / design_.repeats);
            else if (has_row_influences(measure))
                state.pooled.emplace(design_.repeats, true);
        }
        gathers_ = std::ranges::any_of(states_, [](const auto& state) { return state.pooled.has_value(); });
    }

    Sink& sink(std::size_t) override { return *this; }

    void take(const SplitInfo& split, const PredictionView& predictions) override
    {
        tally_.judged(split, predictions);
        training_rows_.add(static_cast<double>(split.train_rows));
        ratio_.add(static_cast<double>(split.test_rows) / static_cast<double>(split.train_rows));
        if (split.train_rows == design_.rows) tally_.of_all_rows(predictions);
        add_complexity(predictions.complexity);
        unit_.assign(predictions.row.begin(), predictions.row.end());
        if (!options_.group.empty())
            for (auto& unit : unit_) unit = options_.group[unit];
        for (std::size_t m = 0; m < states_.size(); ++m) {
            take(options_.measures[m], states_[m], predictions, split);
            take_spread(options_.measures[m], states_[m], split.repeat, predictions);
            if (!of_half(split)) take_clipped(options_.measures[m], states_[m], predictions);
        }
        gather(split, &predictions);
    }

    void take(const SplitInfo& split, const Failure& failure) override
    {
        tally_.failed(split, failure);
        if (!design_.one_row_splits)
            for (auto& state : states_) add_figure(state, split, Value::none(reasons::failed_fits));
        gather(split, nullptr);
    }

    std::vector<Estimate> finish() const override
    {
        std::vector<Estimate> estimates;
        for (std::size_t m = 0; m < states_.size(); ++m)
            estimates.push_back(finish(options_.measures[m], states_[m]));
        return estimates;
    }

private:
    void add_complexity(std::span<const std::pair<std::string, double>> sizes)
    {
        for (const auto& [name, size] : sizes) {
            if (!std::isfinite(size)) continue;
            auto known = std::ranges::find(complexities_, name, &std::pair<std::string, Moments>::first);
            if (known == complexities_.end()) known = complexities_.emplace(known, name, Moments());
            known->second.add(size);
        }
    }

    /// True if learners are compared by the rows of folds.
    bool pairs_rows() const
    {
        return options_.paired && design_.each_row_once && !design_.halvings && !design_.fold_pairs &&
               design_.splits > 1;
    }

    /// True for functions of the confusion matrix that move with the share of the rows that is called
    /// positive, also where nothing is learned.
    static bool moves_with_calls(const Measure& measure)
    {
        return measure.of_confusion() && measure.lowest == 0.0 &&
               measure.of_confusion()->mean_of != ClassFigure::recall;
    }

    /// Keeps the rows of a repeat (none of a failed fit) until its last split, and judges them then.
    void gather(const SplitInfo& split, const PredictionView* predictions)
    {
        if (!gathers_) return;
        if (split.repeat != repeat_) finish_repeat();
        repeat_ = split.repeat;
        if (predictions != nullptr) {
            repeat_rows_.append(*predictions);
            repeat_unit_.insert(repeat_unit_.end(), unit_.begin(), unit_.end());
            repeat_ends_.push_back(repeat_unit_.size());
        }
        if (++splits_seen_ == design_.splits) finish_repeat();
    }

    void finish_repeat()
    {
        if (repeat_ends_.empty()) return;
        const RepeatRows repeat{
            .repeat = repeat_, .unit = repeat_unit_, .ends = repeat_ends_, .rows = repeat_rows_.view()};
        for (std::size_t m = 0; m < states_.size(); ++m)
            if (states_[m].pooled) states_[m].pooled->take(options_.measures[m], repeat);
        if (agreement_) agreement_->take(agreement_beyond_chance(), repeat);
        const auto& rows = repeat.rows;
        for (std::size_t i = 0; i < rows.label.size(); ++i)
            if (rows.label[i] == rows.positive && rows.true_label[i] == rows.positive) ++positives_found_;
        repeat_rows_ = {};
        repeat_unit_.clear();
        repeat_ends_.clear();
    }

    /// True for a split of half of the rows. Such a split contributes to the standard error, not to the
    /// figure.
    bool of_half(const SplitInfo& split) const { return design_.halvings && split.repeat > 0; }
    /// `share` is the weight of the split in its repeat.
    void add_figure(MeasureState& state, const SplitInfo& split, const Value& figure,
                    double share = 1.0) const
    {
        if (of_half(split))
            state.of_halves.push_back(figure);
        else
            state.splits.add(figure);
        // Each random split is a repeat of its own.
        if (!design_.halvings)
            state.repeats.add(design_.random_splits ? split.index : split.repeat, figure, share);
    }

    void take(const Measure& measure, MeasureState& state, const PredictionView& predictions,
              const SplitInfo& split)
    {
        const bool half = of_half(split);
        if (!measure.row_mean()) {
            if (design_.one_row_splits) return;
            const Value value = evaluate(measure, predictions);
            if (value && design_.one_test_set())
                state.interval = test_interval(measure, predictions, value.number(), nullptr);
            add_figure(state, split, value);
            return;
        }
        const auto* missing = row_losses(measure, predictions, values_);
        if (missing != nullptr) {
            if (!design_.one_row_splits) add_figure(state, split, Value::none(*missing));
            state.missing = missing;
            return;
        }
        if (!predictions.weight.empty()) {
            ExactSum share;
            for (std::size_t i = 0; i < values_.size(); ++i) {
                share.add(predictions.weight[i]);
                if (half || !(predictions.weight[i] > 0.0)) continue;
                state.weighted.values.push_back(values_[i]);
                state.weighted.weights.push_back(predictions.weight[i]);
            }
            state.fold_variance_missing = true; // unknown for weighted rows
            if (design_.one_row_splits) return;
            const Value value = evaluate(measure, predictions);
            if (value && design_.one_test_set())
                state.interval = test_interval(measure, predictions, value.number(), nullptr);
            add_figure(state, split, value, measure.additive() ? share.value() : 1.0);
            return;
        }
        if (design_.one_row_splits) {
            state.rows.add(values_);
            return;
        }
        if (predictions.size() == 0) {
            add_figure(state, split, Value::none(reasons::no_rows));
            return;
        }
        Moments losses;
        losses.add(values_);
        if (!half) {
            state.rows.merge(losses);
            if (state.needs == IntervalNeeds::within_folds) add_fold_variance(state, losses);
        }
        const double figure = measure.finished(losses.mean());
        if (design_.one_test_set()) state.interval = test_interval(measure, predictions, figure, &losses);
        add_figure(state, split, figure, measure.additive() ? static_cast<double>(losses.count()) : 1.0);
    }

    /// After take(), whose row values it reads.
    void take_spread(const Measure& measure, MeasureState& state, std::uint32_t repeat,
                     const PredictionView& predictions)
    {
        if (state.areas) state.areas->take(repeat, unit_, predictions);
        if (!state.losses || state.missing != nullptr) return;
        state.losses->take(repeat, unit_, values_, predictions.weight);
        if (!measure.row_mean()->cut_off) return;
        const auto certain = [&](double v) {
            return v >= measure.highest || v < 1e-15;
        }; // of a score of 0 or 1
        state.cut_off = state.cut_off || std::any_of(values_.begin(), values_.end(), certain);
    }

    /// After take(), whose row values it reads.
    void take_clipped(const Measure& measure, MeasureState& state, const PredictionView& predictions) const
    {
        if (!measure.clipped || !measure.additive() || state.missing != nullptr) return;
        const auto clipped = measure.clipped->find(predictions);
        state.clipped += clipped.size();
        auto next = clipped.begin();
        for (std::uint32_t i = 0; i < values_.size(); ++i) {
            if (next != clipped.end() && *next == i) {
                ++next;
                continue;
            }
            state.others.add_product(predictions.weight_of(i), values_[i]);
            state.weight_of_others.add(predictions.weight_of(i));
        }
    }

    static void add_fold_variance(MeasureState& state, const Moments& split)
    {
        const double variance = split.variance();
        if (split.count() > 1 && std::isfinite(variance))
            state.fold_variances.add(variance);
        else
            state.fold_variance_missing = true;
    }

    IntervalResult test_interval(const Measure& measure, const PredictionView& predictions, double value,
                                 const Moments* moments) const
    {
        if (!options_.intervals) return {};
        return make_test_interval(
            options_.interval,
            {.predictions = &predictions,
             .measure = &measure,
             .value = value,
             .seed = options_.seed,
             .candidates = options_.candidates,
             .cluster = options_.group.empty() ? std::span<const std::uint32_t>() : unit_,
             .moments = moments},
            options_.level);
    }

    static std::uint64_t rows_of(const MeasureState& state)
    {
        return state.rows.count() + state.weighted.values.size();
    }
    static double row_mean(const MeasureState& state)
    {
        return state.weighted.values.empty() ? state.rows.mean() : state.weighted.mean();
    }
    static double row_variance(const MeasureState& state)
    {
        return state.weighted.values.empty() ? state.rows.variance() : state.weighted.variance();
    }

    /// True if the rows of all splits are judged together. Windows in time mostly test one or few rows, and
    /// the root of their mean would be close to the mean absolute error.
    bool pools(const Measure& measure) const
    {
        return measure.additive() || design_.one_row_splits || design_.splits == 1 ||
               judged_by_repeats(measure, design_) || (design_.window_overlap > 0 && measure.row_mean());
    }

    /// The pooled figure of row values, or the mean of the splits' figures that exist.
    Value value_of(const Measure& measure, const MeasureState& state) const
    {
        if (judged_by_repeats(measure, design_))
            return state.pooled->repeats() == 0 && tally_.failures() > 0 ? Value::none(reasons::failed_fits)
                                                                         : state.pooled->value();
        if (!measure.row_mean() && design_.one_row_splits) return Value::none(reasons::one_row_splits);
        if (state.missing != nullptr) return Value::none(*state.missing);
        const bool pooled = measure.row_mean() && pools(measure);
        if (pooled ? rows_of(state) > 0 : state.splits.moments().count() > 0)
            return Value(pooled ? measure.finished(row_mean(state)) : state.splits.moments().mean());
        if (tally_.judged() > 0 && !measure.row_mean() && state.splits.undefined() > 0)
            return Value::none(state.splits.reason());
        return Value::none(tally_.failures() > 0 ? reasons::failed_fits : reasons::no_rows);
    }

    /// For models that are trained on fewer rows than the folds leave, it is still that of the folds. Their
    /// training sets overlap less than whole ones, so the splits' figures are less correlated (METHODS F.1).
    double test_train_ratio() const
    {
        if (design_.fewer_rows)
            return design_.repeats / static_cast<double>(design_.splits - design_.repeats);
        return static_cast<double>(design_.rows) / design_.training_rows - 1.0;
    }

    /// Warns if the figure is the mean of only some folds or repeats.
    static void warn_of_undefined(Estimate& e, std::uint64_t undefined, std::uint64_t all,
                                  const std::string& parts, const Reason& reason)
    {
        e.warnings.push_back({warnings::undefined_in_folds,
                              "'" + e.asked.measure + "' does not exist in " + std::to_string(undefined) +
                                  " of " + std::to_string(all) + ' ' + parts + " (" + std::string(reason) +
                                  "); the figure is the mean of the others"});
    }

    /// Warns of what moves a figure of a confusion matrix beyond what the rows of one data set show.
    void warn_of_calls(Estimate& e, const Measure& measure) const
    {
        if (!moves_with_calls(measure) || !agreement_ || !e.interval) return;
        const Measure& agreement = agreement_beyond_chance();
        const auto spread = agreement_->spread();
        if (!spread || !agreement_->value()) return;
        const auto chance = make_interval({},
                                          {.design = design_,
                                           .measure = &agreement,
                                           .value = agreement_->value().number(),
                                           .spread = *spread},
                                          options_.level);
        if (chance.interval && chance.interval->lower <= 0.0)
            e.warnings.push_back(
                {warnings::near_chance,
                 "the predictions may be no better than chance (kappa from " +
                     readable(chance.interval->lower) + " to " + readable(chance.interval->upper) +
                     "): how many rows a model gives to a class then differs from data set to "
                     "data set, and the interval may be too short"});
        const double found = static_cast<double>(positives_found_) / design_.repeats;
        if (measure.depends_on_positive() && found < 2.0)
            e.warnings.push_back(
                {warnings::positive_rarely_found,
                 "the models find " + readable(found) +
                     " positive rows in a repeat: the interval is about the procedure, and the "
                     "model of all rows may find none"});
    }

    Estimate finish(const Measure& measure, const MeasureState& state) const
    {
        const auto judged = static_cast<double>(tally_.judged());
        Estimate e;
        e.asked.measure = measure.spec.print();
        e.estimand = design_.estimand;
        e.training_rows = judged > 0.0 ? training_rows_.value() / judged : design_.training_rows;
        e.aggregation = pools(measure) ? Aggregation::pooled : Aggregation::mean_of_folds;
        if (options_.per_split) e.spread.per_split = state.splits.each();
        if (design_.correlated_splits() && design_.splits > 1 && !design_.halvings &&
            design_.training_rows > 0.0)
            e.pairing.test_train_ratio = test_train_ratio();
        if (design_.splits > design_.window_overlap && (measure.additive() || !pools(measure)))
            e.pairing.window_overlap = design_.window_overlap;
        tally_.report(e);
        for (const auto& [name, sizes] : complexities_)
            e.cost.complexity_spread.push_back({.name = name,
                                                .fits = sizes.count(),
                                                .mean = sizes.mean(),
                                                .standard_deviation = std::sqrt(sizes.variance())});
        const auto& splits = state.splits.moments();
        IntervalInput input{.design = design_, .measure = &measure, .splits = splits};
        if (state.needs == IntervalNeeds::each_split)
            for (const auto& value : state.splits.each())
                if (value) input.split_values.push_back(value.number());
        e.value = value_of(measure, state);
        if (pairs_rows() && tally_.failures() == 0)
            e.pairing.units = std::make_shared<const UnitFigures>(units_of(measure, state, e.value));
        if (!e.value) return e;
        if (splits.count() > 1) e.spread.standard_deviation = Value(std::sqrt(splits.variance()));
        e.spread.of_repeats = state.repeats.spread();
        if (judged_by_repeats(measure, design_)) {
            e.spread.of_repeats = state.pooled->of_repeats();
            if (state.pooled->undefined() > 0)
                warn_of_undefined(e, state.pooled->undefined(), state.pooled->repeats(), "repeats",
                                  state.pooled->reason());
        } else if (!measure.row_mean()) {
            if (state.splits.undefined() > 0)
                warn_of_undefined(e, state.splits.undefined(), state.splits.count(), "splits",
                                  state.splits.reason());
            if (design_.mean_of_folds && measure.of_whole_repeats && design_.each_row_once)
                e.warnings.push_back(
                    {warnings::mean_of_folds,
                     "'" + e.asked.measure +
                         "' is the mean of the folds' figures, which is far off where folds hold "
                         "few rows of a class, or few rows; without aggregation=mean the rows of "
                         "a repeat are judged together"});
        } else {
            input.rows = rows_of(state);
            input.row_mean = row_mean(state);
            input.row_variance = row_variance(state);
            if (state.needs == IntervalNeeds::within_folds && !state.fold_variance_missing)
                input.within_fold_variance =
                    state.fold_variances.value() / static_cast<double>(splits.count());
        }
        if (!options_.intervals) return e;
        if (state.needs == IntervalNeeds::spread) input.spread = spread_of(state);
        input.test_train_ratio = ratio_.value() / judged;
        if (design_.halvings) input.standard_error = standard_error_of_halves(design_, state);
        input.value = e.value.number();
        auto result =
            design_.one_test_set() ? state.interval : make_interval(options_.interval, input, options_.level);
        e.warnings.insert(e.warnings.end(), result.warnings.begin(), result.warnings.end());
        e.interval = std::move(result.interval);
        e.simultaneous = std::move(result.simultaneous);
        if (e.interval.lacks(reasons::zero_variance))
            e.warnings.push_back(
                {warnings::zero_variance,
                 "all losses or all splits' figures are equal, so there is no variance for an "
                 "interval"});
        warn_of_calls(e, measure);
        warn_of_narrowness(e, measure, input);
        if (state.clipped > 0) {
            const double weight = state.weight_of_others.value();
            e.warnings.push_back(clipped_warning(measure, state.clipped, rows_of(state),
                                                 weight > 0.0 ? Value(state.others.value() / weight)
                                                              : Value::none(reasons::no_rows)));
        }
        return e;
    }

    /// The figures of the rows; for a root of a mean, or the AUC, the value plus the rows' influences.
    UnitFigures units_of(const Measure& measure, const MeasureState& state, const Value& value) const
    {
        const auto none = [](const Reason& reason) { return UnitFigures{.missing = &reason}; };
        if (!options_.rows_joined) return none(reasons::no_row_ids);
        if (!state.losses && !state.areas && !state.pooled) return none(reasons::no_known_level);
        if (state.missing != nullptr) return none(*state.missing);
        if (state.pooled && state.pooled->undefined() > 0) return none(state.pooled->reason());
        auto units = state.losses  ? state.losses->units()
                     : state.areas ? state.areas->units()
                                   : state.pooled->units();
        if (!units || !value) return none(reasons::incomplete_repeats);
        units->level_known = state.losses.has_value();
        if (state.pooled || measure.additive()) return std::move(*units);
        const double mean = state.losses ? row_mean(state) : 0.0;
        double slope = measure.direction == Direction::lower_is_better ? -1.0 : 1.0; // 1 minus the AUC
        if (state.losses) {
            const double step = 1e-5 * mean;
            slope = step > 0.0
                        ? (measure.finished(mean + step) - measure.finished(mean - step)) / (2.0 * step)
                        : 0.0;
        }
        for (std::size_t u = 0; u < units->sums.size(); ++u) {
            const double w = units->weights[u];
            units->sums[u] = w * value.number() + slope * (units->sums[u] - w * mean);
        }
        return std::move(*units);
    }

    Maybe<LossSpread> spread_of(const MeasureState& state) const
    {
        if (tally_.failures() > 0) return reasons::failed_fits;
        if (options_.rows_joined && !state.losses && !state.areas && !state.pooled)
            return reasons::no_interval_for_design;
        std::optional<LossSpread> spread;
        if (state.losses) spread = state.losses->spread();
        if (state.areas) spread = state.areas->spread();
        if (state.pooled) spread = state.pooled->spread();
        if (!spread) return options_.rows_joined ? reasons::incomplete_repeats : reasons::no_row_ids;
        spread->cut_off = state.cut_off;
        return *spread;
    }

    /// A mean of n independent losses has at least the standard error s / sqrt(n). If an interval for the
    /// procedure is less than half as wide, the splits agree for other reasons, as with a constant prediction
    /// on stratified folds.
    void warn_of_narrowness(Estimate& e, const Measure& measure, const IntervalInput& input) const
    {
        if (!e.interval || e.interval->estimand != Estimand::procedure || !measure.additive()) return;
        const double half = std::max(e.interval->upper - input.value, input.value - e.interval->lower);
        const double z = normal_quantile(1.0 - e.interval->level.outside() / 2);
        if (half < 0.5 * z * std::sqrt(input.row_variance / static_cast<double>(design_.rows)))
            e.warnings.push_back({warnings::interval_too_narrow,
                                  "the splits' figures vary less than this number of "
                                  "rows allows: the interval is too narrow, and "
                                  "its coverage is below its level"});
    }

    /// sqrt of the mean over halvings of (a - b)^2 / 2, where a and b are the means on the two halves
    /// (METHODS C.13). Halvings with a failed fit or an undefined figure are left out; 0 if no halving is
    /// left.
    static double standard_error_of_halves(const Design& design, const MeasureState& state)
    {
        const auto per_half = static_cast<std::size_t>(design.splits / design.repeats);
        const auto mean = [&](std::size_t first) -> std::optional<double> {
            ExactSum sum;
            for (std::size_t i = first; i < first + per_half; ++i) {
                if (!state.of_halves[i]) return std::nullopt;
                sum.add(state.of_halves[i].number());
            }
            return sum.value() / static_cast<double>(per_half);
        };
        ExactSum squares;
        std::size_t halvings = 0;
        for (std::size_t first = 0; first < state.of_halves.size(); first += 2 * per_half) {
            const auto a = mean(first);
            const auto b = mean(first + per_half);
            if (!a || !b) continue;
            squares.add((*a - *b) * (*a - *b));
            ++halvings;
        }
        return halvings > 0 ? std::sqrt(squares.value() / (2.0 * static_cast<double>(halvings))) : 0.0;
    }

    ReductionOptions options_;
    Design design_;
    std::vector<MeasureState> states_;
    std::vector<double> values_;      ///< scratch
    std::vector<std::uint32_t> unit_; ///< the groups of the rows of one split, or their numbers
    bool gathers_ = false;            ///< the rows of a repeat are judged together by some measure
    GatheredRows repeat_rows_;        ///< of the repeat that is open
    std::vector<std::uint32_t> repeat_unit_;
    std::vector<std::size_t> repeat_ends_;
    std::size_t repeat_ = 0;
    std::uint64_t splits_seen_ = 0;
    std::uint64_t positives_found_ = 0;      ///< in all repeats
    std::optional<PooledRepeats> agreement_; ///< of truth and labels, to tell them from chance
    std::vector<std::pair<std::string, Moments>> complexities_; ///< of all fits
    FitTally tally_;
    ExactSum training_rows_;
    ExactSum ratio_;
};

} // namespace

std::unique_ptr<Reduction> split_reduction(const ReductionOptions& options, const Design& design)
{
    return std::make_unique<SplitReduction>(options, design);
}

Estimator split_estimator(const Spec& plan, bool mean_of_folds)
{
    return {.spec = {},
            .requests = {{.plan = plan}},
            .reduction = [mean_of_folds](const ReductionOptions& options, std::span<const Design> designs) {
                auto design = designs[0];
                design.mean_of_folds = mean_of_folds;
                return split_reduction(options, design);
            }};
}

} // namespace unseen
