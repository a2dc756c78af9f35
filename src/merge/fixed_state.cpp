#include "merge/fixed_state.hpp"

#include "base/add_once.hpp"
#include "measure/missing_need.hpp"
#include "merge/state_roles.hpp"
#include "rank/rank_figure.hpp"
#include "score/baselines.hpp"
#include "score/judge.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/label_spelling.hpp"
#include "unseen/interval/test_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace unseen {

namespace {

/// True if the measure is a mean or a quantile of one number a row, so that a state of fixed size can hold
/// it.
bool of_single_rows(const Measure& m) { return m.row_mean() || m.error_quantile(); }

Limits mirrored(const Limits& limits)
{
    const double infinity = std::numeric_limits<double>::infinity();
    return {std::max(0.0, std::nextafter(1.0 - limits.upper, -infinity)),
            std::min(1.0, std::nextafter(1.0 - limits.lower, infinity))};
}

/// Sets the value to the middle of the limits. The limits are kept unless they are equal.
void set_limits(ScoredMeasure& figure, const Limits& limits)
{
    figure.value = Value(limits.lower + (limits.upper - limits.lower) / 2);
    if (limits.lower < limits.upper) figure.limits = limits;
    figure.interval = reasons::score_cells;
}

} // namespace

FixedState::FixedState(const ScoredRows& like, const std::vector<Spec>& measures, std::uint64_t cells)
    : task_(like.design.task),
      n_cells_(cells),
      targets_(like.design.targets),
      has_scores_(!like.predicted.scores.empty())
{
    const auto refuse = [](bool there, const std::string& what) {
        require(!there, "`cells`: a state of fixed size cannot hold " + what +
                            "; make an exact state, without `cells`");
    };
    refuse(!like.design.weight.empty(), "weights");
    refuse(like.design.out_of_fold || !like.design.fold.empty(), "folds");
    refuse(like.design.clusters.size() > 0, "groups");
    refuse(like.design.subgroups.size() > 0, "subgroups");
    refuse(like.design.task == ScoreTask::ordinal, "order of classes");
    if (task_ == ScoreTask::binary) positive_ = like.design.classes.name(like.design.positive);
    auto notes = like.notes;
    std::erase_if(notes, [](const RowNote& note) { return note.how != RowNote::How::by_name; });
    notes_ = in_words(notes);
    if (task_ == ScoreTask::binary && has_scores_) scores_.emplace(cells, CellScale::unit);
    auto chosen = chosen_measures(like, {});
    ScoreOptions named;
    named.measures = measures;
    for (auto& measure : chosen_measures(like, named)) chosen.push_back(std::move(measure));
    for (auto& measure : chosen) {
        if (!of_single_rows(measure) || held(measure) != nullptr) continue;
        figures_.push_back({.measure = std::move(measure)});
        if (figures_.back().measure.error_quantile())
            figures_.back().errors.emplace(cells, CellScale::relative);
    }
}

const FixedState::Figure* FixedState::held(const Measure& measure) const
{
    const auto same = [&](const Figure& f) { return f.measure.spec == measure.spec; };
    const auto found = std::find_if(figures_.begin(), figures_.end(), same);
    return found == figures_.end() ? nullptr : &*found;
}

void FixedState::add(const ScoredRows& rows, std::uint64_t without_truth, bool labels_by_threshold)
{
    const PredictionView view = rows.view();
    rows_ += rows.size();
    without_truth_ += without_truth;
    labels_by_threshold_ = labels_by_threshold;
    probabilities_ = probabilities_ && rows.predicted.probabilities;
    const std::size_t n_classes = rows.design.classes.size();
    std::vector<std::uint64_t> truths(n_classes, 0);
    std::vector<std::uint64_t> labels(rows.predicted.label.empty() ? 0 : n_classes * n_classes, 0);
    for (const auto c : rows.design.true_label) ++truths[c];
    for (std::size_t i = 0; i < rows.predicted.label.size(); ++i)
        ++labels[rows.design.true_label[i] * n_classes + rows.predicted.label[i]];
    for (std::size_t t = 0; t < n_classes; ++t) {
        if (truths[t] > 0) truths_[rows.design.classes.name(t)] += truths[t];
        for (std::size_t p = 0; p < n_classes && !labels.empty(); ++p)
            if (const auto n = labels[t * n_classes + p]; n > 0)
                labels_[{rows.design.classes.name(t), rows.design.classes.name(p)}] += n;
    }
    if (task_ == ScoreTask::multiclass && has_scores_) classes_ = sorted_labels(rows.design.classes.names());
    if (scores_)
        for (std::size_t i = 0; i < rows.size(); ++i)
            scores_->add(view.score(i, rows.design.positive),
                         rows.design.true_label[i] == rows.design.positive);
    std::vector<double> values(rows.size());
    for (auto& figure : figures_) {
        if (missing_need(figure.measure, rows.view()) != nullptr) continue;
        if (figure.errors)
            figure.measure.error_quantile()->errors(view, values);
        else
            figure.measure.row_mean()->values(view, values);
        if (std::any_of(values.begin(), values.end(), [](double v) { return std::isinf(v); })) {
            figure.infinite = true; // the figure is infinite, whatever the other rows are
            values.erase(std::remove_if(values.begin(), values.end(), [](double v) { return std::isinf(v); }),
                         values.end());
        }
        if (figure.errors)
            for (const double v : values) figure.errors->add(v, false);
        else
            figure.moments.add(values);
        values.resize(rows.size());
    }
    forget_threshold_labels();
}

/// Discards what was counted for probabilities once a score lies outside [0, 1], so that the order of the
/// rows does not matter.
void FixedState::forget_threshold_labels()
{
    if (probabilities_) return;
    if (labels_by_threshold_) labels_.clear();
    for (auto& figure : figures_)
        if (figure.measure.needs_probabilities || (labels_by_threshold_ && figure.measure.needs_labels)) {
            figure.moments = Moments();
            figure.infinite = false;
        }
}

void FixedState::merge(const FixedState& other, const std::string& source, const std::string& other_source)
{
    const auto same = [&](bool equal, const std::string& what) {
        require(equal, other_source + ": differs in its " + what + " from " + source +
                           "; only states made in the same way can be merged");
    };
    same(n_cells_ == other.n_cells_, "cells (`cells=" + std::to_string(other.n_cells_) + "`)");
    same(task_ == other.task_, "task (" + name_of(other.task_) + ')');
    same(targets_ == other.targets_, "targets");
    same(positive_ == other.positive_, "positive class ('" + other.positive_ + "')");
    same(has_scores_ == other.has_scores_ && labels_by_threshold_ == other.labels_by_threshold_, "columns");
    bool measures = figures_.size() == other.figures_.size();
    for (std::size_t f = 0; measures && f < figures_.size(); ++f)
        measures = figures_[f].measure.spec == other.figures_[f].measure.spec;
    same(measures, "measures");
    const auto labels_of = [](const FixedState& state) {
        Labels labels(state.classes_);
        for (const auto& [name, n] : state.truths_) labels.add(name);
        for (const auto& [pair, n] : state.labels_) labels.add(pair.second);
        return labels.names();
    };
    if (task_ != ScoreTask::regression)
        require_one_spelling(labels_of(*this), source, labels_of(other), other_source);
    if (task_ == ScoreTask::binary) {
        std::set<std::string> classes = {positive_};
        for (const auto& [name, n] : truths_) classes.insert(name);
        for (const auto& [name, n] : other.truths_) classes.insert(name);
        same(classes.size() <= 2, "classes");
    }
    rows_ += other.rows_;
    without_truth_ += other.without_truth_;
    probabilities_ = probabilities_ && other.probabilities_;
    for (const auto& [name, n] : other.truths_) truths_[name] += n;
    for (const auto& [pair, n] : other.labels_) labels_[pair] += n;
    Labels all(classes_);
    for (const auto& name : other.classes_) all.add(name);
    classes_ = sorted_labels(all.names());
    if (scores_) scores_->merge(*other.scores_);
    for (std::size_t f = 0; f < figures_.size(); ++f) {
        auto& figure = figures_[f];
        figure.moments.merge(other.figures_[f].moments);
        figure.infinite = figure.infinite || other.figures_[f].infinite;
        if (figure.errors) figure.errors->merge(*other.figures_[f].errors);
    }
    forget_threshold_labels();
}

/// One row for each pair of a true and a predicted label that occurs. Classes, warnings and the choice of
/// measures depend on these rows.
ScoredRows FixedState::representative() const
{
    ScoredRows rows;
    rows.design.task = task_;
    rows.design.targets = targets_;
    rows.predicted.probabilities = probabilities_;
    if (task_ == ScoreTask::regression) return rows;
    Labels all(classes_);
    if (task_ == ScoreTask::binary) all.add(positive_);
    for (const auto& [name, n] : truths_) all.add(name);
    for (const auto& [pair, n] : labels_) {
        all.add(pair.first);
        all.add(pair.second);
    }
    auto names = sorted_labels(all.names());
    if (task_ == ScoreTask::binary && names.size() == 1) names.insert(names.begin(), "(other)");
    rows.design.classes = Labels(std::move(names));
    if (task_ == ScoreTask::binary) rows.design.positive = *rows.design.classes.code(positive_);
    for (const auto& [pair, n] : labels_) {
        rows.design.true_label.push_back(*rows.design.classes.code(pair.first));
        rows.predicted.label.push_back(*rows.design.classes.code(pair.second));
    }
    if (labels_.empty())
        for (const auto& [name, n] : truths_)
            rows.design.true_label.push_back(*rows.design.classes.code(name));
    if (has_scores_)
        rows.predicted.scores.assign(rows.design.classes.size() * rows.design.true_label.size(), 0.0);
    return rows;
}

ScoredMeasure FixedState::figure_of(const Measure& measure, const ScoredRows& rows,
                                    const std::optional<Confusion>& confusion, const ScoreOptions& options,
                                    std::vector<Warning>& warnings) const
{
    ScoredMeasure figure{.measure = measure};
    const auto none = [&](const Reason& reason) {
        figure.value = Value::none(reason);
        return figure;
    };
    if (const auto* missing = missing_need(measure, rows.view())) return none(*missing);
    const auto method = where_valid(options.interval, test_set_design, measure);
    const auto with_interval = [&](IntervalResult result) {
        figure.interval = std::move(result.interval);
        figure.simultaneous = std::move(result.simultaneous);
        add_once(warnings, result.warnings);
        return figure;
    };
    const Figure* known = held(measure);
    if (known != nullptr && known->infinite) return none(reasons::infinite);
    if (known != nullptr && (known->errors ? known->errors->cells().empty() : known->moments.count() == 0))
        return none(reasons::no_rows);
    if (known != nullptr && known->errors) {
        set_limits(figure, quantile_limits(known->errors->cells(), measure.error_quantile()->level));
        return figure;
    }
    if (known != nullptr) {
        figure.value = Value(measure.finished(known->moments.mean()));
        if (!figure.value) return figure;
        return with_interval(make_test_interval(method,
                                                {.measure = &measure,
                                                 .value = figure.value.number(),
                                                 .candidates = options.candidates,
                                                 .moments = &known->moments},
                                                options.level));
    }
    if (measure.of_confusion() && confusion) {
        figure.value = measure.of_confusion()->value(*confusion);
        if (!figure.value) return figure;
        return with_interval(make_test_interval(method,
                                                {.measure = &measure,
                                                 .value = figure.value.number(),
                                                 .seed = options.seed,
                                                 .samples = options.samples,
                                                 .candidates = options.candidates,
                                                 .confusion = &*confusion},
                                                options.level));
    }
    const bool of_auc = measure.rank_figure() == &roc_area;
    if (!scores_ || !measure.rank_figure()) return none(reasons::needs_exact_state);
    const auto positives = truths_.contains(positive_) ? truths_.at(positive_) : 0;
    if (positives == 0 || (of_auc && positives == rows_)) return none(reasons::one_class);
    const auto cells = scores_->cells();
    if (of_auc)
        set_limits(figure, measure.direction == Direction::higher_is_better ? auc_limits(cells)
                                                                            : mirrored(auc_limits(cells)));
    else
        set_limits(figure, average_precision_limits(cells));
    return figure;
}

ScoreReport FixedState::report(const ScoreOptions& options) const
{
    const ScoredRows rows = representative();
    ScoreReport report;
    report.task = task_;
    report.seed = options.seed;
    report.rows = rows_;
    report.level = options.level;
    report.classes = rows.design.classes;
    report.notes = notes_;
    report.notes.push_back("state of fixed size, " + std::to_string(n_cells_) +
                           " cells: figures of the order of rows are given as limits");
    if (without_truth_ > 0)
        report.warnings.push_back({warnings::missing_target, std::to_string(without_truth_) + " of " +
                                                                 std::to_string(rows_ + without_truth_) +
                                                                 " rows have no truth and are left out"});
    if (const auto twice = spelt_twice(report.classes.names())) report.warnings.push_back(*twice);
    if (task_ != ScoreTask::regression)
        for (auto& warning : class_warnings(rows)) report.warnings.push_back(std::move(warning));
    if (task_ == ScoreTask::binary) {
        report.positive = positive_;
        const auto positives = truths_.contains(positive_) ? truths_.at(positive_) : 0;
        report.prevalence = Value(static_cast<double>(positives) / static_cast<double>(rows_));
    }
    if (!labels_.empty()) {
        const auto n = rows.design.classes.size();
        Confusion confusion{.classes = n, .positive = rows.design.positive};
        confusion.cells.assign(n * n, 0.0);
        confusion.counted.assign(n, 0);
        for (const auto& [pair, count] : labels_) {
            const auto t = *rows.design.classes.code(pair.first);
            const auto p = *rows.design.classes.code(pair.second);
            confusion.at(t, p) = static_cast<double>(count);
            confusion.counted[t] = 1;
            confusion.counted[p] = 1;
        }
        report.confusion = std::move(confusion);
    }
    require(!options.per_class, "`per_class` needs rows, and a state of fixed size holds none");
    const auto measures = chosen_measures(rows, options);
    require_method(rows, measures, options);
    report.leading = leading_measure(measures, options);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        auto figure = figure_of(measures[m], rows, report.confusion, options, report.warnings);
        figure.name =
            options.measures.empty() ? measures[m].name() : name_asked_for(options.measures[m], measures[m]);
        warn_below_half(figure, report.warnings);
        report.measures.push_back(std::move(figure));
    }
    std::vector<double> of_class(rows.design.classes.size(), 0.0);
    for (const auto& [name, n] : truths_) of_class[*rows.design.classes.code(name)] = static_cast<double>(n);
    add_constant_baselines(report.measures);
    if (task_ != ScoreTask::regression) add_class_baselines(report.measures, rows.design, of_class);
    warn_never_predicted(report, options.zero_division);
    return report;
}

void FixedState::write(ByteWriter& out) const
{
    out.byte(static_cast<std::uint8_t>(task_));
    out.count(n_cells_);
    out.count(targets_);
    out.text(positive_);
    out.byte(static_cast<std::uint8_t>((has_scores_ ? 1 : 0) | (probabilities_ ? 2 : 0) |
                                       (labels_by_threshold_ ? 4 : 0)));
    out.count(rows_);
    out.count(without_truth_);
    out.count(truths_.size());
    for (const auto& [name, n] : truths_) {
        out.text(name);
        out.count(n);
    }
    out.count(labels_.size());
    for (const auto& [pair, n] : labels_) {
        out.text(pair.first);
        out.text(pair.second);
        out.count(n);
    }
    out.texts(classes_);
    out.texts(notes_);
    out.count(figures_.size());
    for (const auto& figure : figures_) {
        const auto parts = figure.moments.parts();
        out.text(figure.measure.spec.print());
        out.byte(static_cast<std::uint8_t>((figure.infinite ? 1 : 0) | (parts.square_overflows ? 2 : 0)));
        out.count(parts.count);
        out.sum(parts.sum);
        out.sum(parts.squares);
        if (figure.errors) figure.errors->write(out);
    }
    if (scores_) scores_->write(out);
}

FixedState FixedState::read(ByteReader& in)
{
    FixedState state;
    const auto task = in.byte();
    if (task > static_cast<std::uint8_t>(ScoreTask::regression)) in.fail();
    state.task_ = static_cast<ScoreTask>(task);
    state.n_cells_ = in.count();
    state.targets_ = in.count();
    state.positive_ = in.text();
    const auto flags = in.byte();
    state.has_scores_ = (flags & 1) != 0;
    state.probabilities_ = (flags & 2) != 0;
    state.labels_by_threshold_ = (flags & 4) != 0;
    state.rows_ = in.count();
    state.without_truth_ = in.count();
    for (auto n = in.length(); n > 0; --n) {
        auto name = in.text();
        state.truths_[std::move(name)] = in.count();
    }
    for (auto n = in.length(); n > 0; --n) {
        auto truth = in.text();
        auto label = in.text();
        state.labels_[{std::move(truth), std::move(label)}] = in.count();
    }
    state.classes_ = in.texts();
    state.notes_ = in.texts();
    for (auto n = in.length(); n > 0; --n) {
        Figure figure{.measure = make_measure(Spec::parse(in.text()), state.task_ != ScoreTask::regression)};
        const auto bits = in.byte();
        figure.infinite = (bits & 1) != 0;
        Moments::Parts parts;
        parts.square_overflows = (bits & 2) != 0;
        parts.count = in.count();
        parts.sum = in.sum();
        parts.squares = in.sum();
        figure.moments = Moments(parts);
        if (figure.measure.error_quantile())
            figure.errors = ValueCells::read(in, state.n_cells_, CellScale::relative);
        state.figures_.push_back(std::move(figure));
    }
    if (state.task_ == ScoreTask::binary && state.has_scores_)
        state.scores_ = ValueCells::read(in, state.n_cells_, CellScale::unit);
    // Checks what the figures rely on, because the file may come from another program.
    std::uint64_t positives = 0;
    std::uint64_t scored = 0;
    for (const auto& cell : state.scores_ ? state.scores_->cells() : std::vector<ValueCell>()) {
        positives += cell.positives;
        scored += cell.positives + cell.negatives;
    }
    const auto known = state.truths_.find(state.positive_);
    const bool sound = state.rows_ > 0 &&
                       (!state.scores_ || (scored == state.rows_ &&
                                           positives == (known == state.truths_.end() ? 0 : known->second)));
    if (!sound || (state.task_ == ScoreTask::binary && state.representative().design.classes.size() != 2))
        in.fail();
    return state;
}

} // namespace unseen
