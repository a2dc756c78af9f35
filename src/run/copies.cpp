#include "run/copies.hpp"

#include "base/listed.hpp"
#include "measure/whole_repeats.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

EqualRows find_copies(const Dataset& data)
{
    if (data.horizon() > 0) return {};
    auto found = equal_rows(data);
    return found.more_than_chance() ? std::move(found) : EqualRows{};
}

WithoutCopiesSink::WithoutCopiesSink(Sink& to, std::span<const Measure> measures, Plan plan,
                                     const EqualRows& copies, bool mean_of_folds)
    : to_(to),
      measures_(measures),
      plan_(std::move(plan)),
      copies_(copies),
      mean_of_folds_(mean_of_folds),
      sums_(measures.size())
{
    std::uint32_t sets = 0;
    for (Row r = 0; r < copies_.set.size(); ++r) {
        if (copies_.set[r] == EqualRows::alone) continue;
        copied_.push_back(r);
        sets = std::max(sets, copies_.set[r] + 1);
    }
    trained_.assign(sets, ~std::uint64_t{0});
}

void WithoutCopiesSink::take(const SplitInfo& split, const PredictionView& predictions)
{
    to_.take(split, predictions);
    const auto train = plan_.at(split.index, scratch_).train;
    if (train.is_complement()) {
        for (const Row r : copied_)
            if (!std::ranges::binary_search(train.left_out(), r)) trained_[copies_.set[r]] = split.index;
    } else {
        train.for_each([&](Row r, std::uint32_t) {
            if (copies_.set[r] != EqualRows::alone) trained_[copies_.set[r]] = split.index;
        });
    }
    fresh_.clear();
    for (std::uint32_t i = 0; i < predictions.size(); ++i) {
        const Row r = predictions.row[i];
        const bool seen = r < copies_.set.size() && copies_.set[r] != EqualRows::alone &&
                          trained_[copies_.set[r]] == split.index;
        if (seen)
            ++seen_;
        else
            fresh_.push_back(i);
    }
    tested_ += predictions.size();
    if (split.repeat != repeat_) {
        for (std::size_t m = 0; m < measures_.size(); ++m) add_repeat(m, sums_[m]);
        repeat_rows_ = {};
        repeat_ = split.repeat;
    }
    if (fresh_.empty()) return;
    rows_.gather(predictions, fresh_);
    const auto view = rows_.view();
    if (std::ranges::any_of(measures_, [&](const Measure& m) { return of_whole_repeats(m); }))
        repeat_rows_.append(view);
    for (std::size_t m = 0; m < measures_.size(); ++m) {
        if (of_whole_repeats(measures_[m])) continue;
        if (!measures_[m].additive() && plan_.design().one_row_splits) continue;
        const auto value = evaluate(measures_[m], view);
        if (!value) {
            sums_[m].missing = &value.reason();
            continue;
        }
        double weight = 1.0;
        if (measures_[m].additive()) {
            weight = 0.0;
            for (std::size_t i = 0; i < view.size(); ++i) weight += view.weight_of(i);
        }
        sums_[m].values.add_product(weight, value.number());
        sums_[m].weight += weight;
    }
}

bool WithoutCopiesSink::of_whole_repeats(const Measure& measure) const
{
    return !mean_of_folds_ && judged_by_repeats(measure, plan_.design());
}

void WithoutCopiesSink::add_repeat(std::size_t m, Sum& sum) const
{
    const auto view = repeat_rows_.view();
    if (!of_whole_repeats(measures_[m]) || view.size() == 0) return;
    const auto value = evaluate_repeat(measures_[m], view);
    if (!value) {
        sum.missing = &value.reason();
        return;
    }
    sum.values.add(value.number());
    sum.weight += 1.0;
}

WithoutCopies WithoutCopiesSink::figure(std::size_t m) const
{
    WithoutCopies figure{.tested = tested_, .copies = seen_};
    auto sum = sums_[m];
    add_repeat(m, sum); // the last
    if (sum.weight > 0.0)
        figure.value = Value(sum.values.value() / sum.weight);
    else if (sum.missing != nullptr)
        figure.value = Value::none(*sum.missing);
    return figure;
}

void make_heuristic(Estimate& figure)
{
    if (figure.interval) figure.interval->guarantee = Guarantee::heuristic;
    if (auto& all = figure.simultaneous; all && *all) (*all)->guarantee = Guarantee::heuristic;
    if (figure.bound) figure.bound->bound.guarantee = Guarantee::heuristic;
}

std::vector<Warning> warn_of_copies(std::vector<Estimate>& estimates, const EqualRows& copies)
{
    constexpr std::size_t most_learners = 3;
    std::vector<Warning> found; // about the first estimator that tests copies
    for (auto& e : estimates) {
        if (!e.without_copies || e.without_copies->copies == 0) continue;
        make_heuristic(e);
        if (!found.empty()) continue;
        const auto& first = *e.without_copies;
        auto text =
            copies.text() + ": '" + e.asked.estimator_name + "' tests " +
            (first.copies == first.tested ? "copies of training rows alone"
                                          : std::to_string(first.copies) + " copies of training rows among " +
                                                std::to_string(first.tested) + " test rows");
        std::vector<std::string> figures;
        for (const auto& other : estimates)
            if (other.asked.same_question(e.asked) && other.without_copies && other.without_copies->value &&
                other.value && figures.size() < most_learners)
                figures.push_back(readable(other.without_copies->value.number()) + " instead of " +
                                  readable(other.value.number()) + " for '" + other.asked.learner_name +
                                  '\'');
        if (!figures.empty())
            text += ", and without them " + e.asked.measure + " is " + listed_with_and(figures);
        found.emplace_back(warnings::duplicate_rows,
                           text + "; `group=@duplicates` keeps equal rows on one side of each split");
    }
    return found;
}

} // namespace unseen
