#include "run/keep_tested.hpp"

namespace unseen {

namespace {

/// Copies the numbers of row i from a list that has the same number for each row, or is empty.
template <class T>
void copy_row(std::span<const T> from, std::size_t rows, std::size_t i, std::vector<T>& to)
{
    const auto each = from.size() / rows;
    to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(i * each),
              from.begin() + static_cast<std::ptrdiff_t>((i + 1) * each));
}

TestedRows nothing_yet(const PredictionView& view)
{
    return {.design = {.task = view.classes == nullptr     ? ScoreTask::regression
                               : view.classes->size() == 2 ? ScoreTask::binary
                               : view.ordered              ? ScoreTask::ordinal
                                                           : ScoreTask::multiclass,
                       .classes = view.classes != nullptr ? *view.classes : Labels(),
                       .positive = view.positive,
                       .ordered = view.ordered,
                       .targets = view.targets},
            .model = {.probabilities = view.probabilities, .one_score = view.one_score}};
}

std::size_t cells_of(const RowDesign& design, const JudgedPredictions& model)
{
    return design.true_label.size() + model.scores.size() + design.true_value.size();
}

} // namespace

void KeepTested::keep(const PredictionView& view, std::size_t i)
{
    auto& kept = *rows_;
    const auto n = view.size();
    copy_row(view.row, n, i, kept.row);
    copy_row(view.true_label, n, i, kept.design.true_label);
    copy_row(view.true_value, n, i, kept.design.true_value);
    copy_row(view.weight, n, i, kept.design.weight);
    copy_row(view.label, n, i, kept.model.label);
    copy_row(view.scores, n, i, kept.model.scores);
    copy_row(view.value, n, i, kept.model.value);
    if (!data_.groups().empty())
        kept.design.cluster.push_back(kept.design.clusters.add(std::to_string(data_.groups()[view.row[i]])));
}

void KeepTested::take(const SplitInfo& split, const PredictionView& view)
{
    next_.take(split, view);
    if (split.repeat > 0 || too_much_) return;
    if (!rows_) rows_ = std::make_shared<TestedRows>(nothing_yet(view));
    const auto more = view.true_label.size() + view.scores.size() + view.true_value.size();
    too_much_ =
        static_cast<double>(cells_of(rows_->design, rows_->model) + more / every_) > most_tested_cells;
    if (too_much_) return rows_.reset();
    rows_->design.out_of_fold = split.index > 0;
    rows_->model.probabilities = rows_->model.probabilities && view.probabilities;
    for (std::size_t i = 0; i < view.size(); ++i)
        if (every_ == 1 || view.row[i] % every_ == 0) keep(view, i);
}

} // namespace unseen
