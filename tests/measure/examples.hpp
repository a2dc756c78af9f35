// Predictions that own their storage, random ones, and every measure of the table.
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace unseen::test {

/// Predictions and truth of classes (then `n_classes` > 0) or numbers.
struct Judged {
    std::size_t n_classes = 0;
    std::vector<std::uint32_t> true_label{};
    std::vector<std::uint32_t> label{};
    std::vector<double> scores{};     ///< rows x classes, or empty
    std::vector<double> true_value{}; ///< rows x targets
    std::vector<double> value{};
    std::vector<double> weight{};
    std::size_t targets = 1;

    std::size_t size() const { return n_classes > 0 ? true_label.size() : true_value.size() / targets; }

    /// Appends row i of `from`, its truth taken from row t.
    void append(const Judged& from, std::size_t t, std::size_t i)
    {
        n_classes = from.n_classes;
        targets = from.targets;
        if (n_classes == 0) {
            for (std::size_t k = 0; k < targets; ++k) {
                true_value.push_back(from.true_value[t * targets + k]);
                value.push_back(from.value[i * targets + k]);
            }
        } else {
            true_label.push_back(from.true_label[t]);
            label.push_back(from.label[i]);
            if (!from.scores.empty()) {
                const auto begin = from.scores.begin() + static_cast<std::ptrdiff_t>(i * n_classes);
                scores.insert(scores.end(), begin, begin + static_cast<std::ptrdiff_t>(n_classes));
            }
        }
        if (!from.weight.empty()) weight.push_back(from.weight[i]);
    }

    /// The rows listed, in that order.
    Judged rows(const std::vector<std::size_t>& list) const
    {
        Judged chosen;
        chosen.n_classes = n_classes;
        chosen.targets = targets;
        for (const auto i : list) chosen.append(*this, i, i);
        return chosen;
    }

    /// The same rows with these weights.
    Judged weighted(std::vector<double> weights) const
    {
        Judged copy = *this;
        copy.weight = std::move(weights);
        return copy;
    }

    /// f of the view of these predictions.
    template <class F>
    auto with_view(F&& f) const
    {
        std::vector<std::uint32_t> row(size());
        std::iota(row.begin(), row.end(), 0u);
        Labels classes;
        for (std::size_t c = 0; c < n_classes; ++c) classes.add("c" + std::to_string(c));
        PredictionView view;
        view.row = row;
        view.classes = n_classes > 0 ? &classes : nullptr;
        view.ordered = true; // what does not need the order takes no notice of it
        view.targets = targets;
        view.true_label = true_label;
        view.label = label;
        view.scores = scores;
        view.true_value = true_value;
        view.value = value;
        view.weight = weight;
        view.positive = n_classes > 0 ? static_cast<std::uint32_t>(n_classes - 1) : 0;
        return f(view);
    }

    Value by(const Measure& measure) const
    {
        return with_view([&](const PredictionView& view) { return evaluate(measure, view); });
    }
    double gamma(const Measure& measure) const { return with_view(measure.row_mean()->no_information); }
    std::vector<double> row_values(const Measure& measure) const
    {
        std::vector<double> values(size());
        with_view([&](const PredictionView& view) { measure.row_mean()->values(view, values); });
        return values;
    }
};

/// Two classes by the score of the second.
inline Judged two_classes(std::vector<std::uint32_t> truth, const std::vector<double>& score)
{
    Judged judged{.n_classes = 2, .true_label = std::move(truth)};
    for (const double s : score) {
        judged.label.push_back(s >= 0.5 ? 1 : 0);
        judged.scores.insert(judged.scores.end(), {1 - s, s});
    }
    return judged;
}

/// The ten scored rows of docs/METHODS.md D.3.
inline Judged documented_rows()
{
    return two_classes({1, 1, 0, 1, 0, 1, 0, 0, 1, 0}, {.9, .8, .8, .7, .6, .5, .5, .4, .3, .1});
}

/// Classes with random scores that sum to 1; some are certain, some are ties. The label is the first best.
inline Judged random_classes(std::size_t n, std::size_t n_classes, std::uint64_t seed)
{
    Stream stream(seed, Purpose::generation);
    Judged judged{.n_classes = n_classes};
    for (std::size_t i = 0; i < n; ++i) {
        judged.true_label.push_back(static_cast<std::uint32_t>(stream.below(n_classes)));
        std::vector<double> scores;
        const auto form = stream.below(5);
        const auto sure = stream.below(n_classes);
        for (std::size_t c = 0; c < n_classes; ++c)
            scores.push_back(form == 0 ? (c == sure ? 1.0 : 0.0) : form == 1 ? 1.0 : 0.01 + stream.uniform());
        const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
        for (auto& score : scores) score /= sum;
        judged.label.push_back(
            static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()));
        judged.scores.insert(judged.scores.end(), scores.begin(), scores.end());
    }
    return judged;
}

/// Numbers around a centre, with ties; or points of several numbers.
inline Judged random_numbers(std::size_t n, std::uint64_t seed, double centre = 0.0, std::size_t targets = 1)
{
    Stream stream(seed, Purpose::generation, 1);
    Judged judged{.targets = targets};
    const auto number = [&] {
        return centre +
               (stream.below(3) == 0 ? static_cast<double>(stream.below(4)) : 10 * stream.uniform() - 5);
    };
    for (std::size_t i = 0; i < n * targets; ++i) {
        judged.true_value.push_back(number());
        judged.value.push_back(number());
    }
    return judged;
}

inline Measure measure(const std::string& name, ZeroDivision zero_division = ZeroDivision::usual)
{
    for (const auto judges : {Judges::classes, Judges::numbers}) try {
            return make_measure(Spec::parse(name), judges, zero_division);
        } catch (const InputError&) { // of another kind
        }
    return make_measure(Spec::parse(name), Judges::values, zero_division);
}

/// Random predictions of the kind that `measure` judges.
inline Judged random_for(const Measure& measure, std::size_t n, std::uint64_t seed)
{
    if (measure.judges == Judges::classes && measure.class_count == ClassCount::two)
        return random_classes(n, 2, seed);
    if (measure.judges == Judges::classes && measure.class_count == ClassCount::several)
        return random_classes(n, 3 + seed % 3, seed);
    if (measure.judges == Judges::classes) return random_classes(n, 2 + seed % 3, seed);
    return random_numbers(n, seed, seed % 2 == 0 ? 0.0 : 1e6, measure.several_targets ? 1 + seed % 3 : 1);
}

/// Extreme predictions: many ties, all scores equal, one class only, fifty classes; constant numbers.
inline std::vector<Judged> edge_cases(const Measure& measure)
{
    std::vector<Judged> cases;
    if (measure.judges != Judges::classes) {
        cases.push_back({.true_value = {2, 2, 2, 2}, .value = {2, 2, 2, 2}});
        cases.push_back({.true_value = {1, 2, 3, 4, 5}, .value = {3, 3, 3, 3, 3}});
        return cases;
    }
    const std::size_t n_classes = measure.class_count == ClassCount::two ? 2 : 4;
    auto ties = random_classes(80, n_classes, 91);
    Stream stream(92, Purpose::generation);
    for (std::size_t i = 0; i < ties.size(); ++i) {
        const auto better = stream.below(n_classes);
        for (std::size_t c = 0; c < n_classes; ++c)
            ties.scores[i * n_classes + c] = n_classes == 2 ? (c == better ? 0.75 : 0.25)
                                             : c == better  ? 0.625
                                                            : 0.125;
    }
    cases.push_back(ties);
    std::fill(ties.scores.begin(), ties.scores.end(), 1.0 / static_cast<double>(n_classes));
    cases.push_back(ties);
    for (const auto only : {std::size_t{0}, n_classes - 1}) {
        auto one_class = random_classes(12, n_classes, 93);
        std::fill(one_class.true_label.begin(), one_class.true_label.end(), static_cast<std::uint32_t>(only));
        cases.push_back(one_class);
        std::fill(one_class.label.begin(), one_class.label.end(), static_cast<std::uint32_t>(only));
        cases.push_back(one_class);
    }
    if (n_classes > 2) cases.push_back(random_classes(120, 50, 94));
    return cases;
}

/// The same truths, predicted perfectly.
inline Judged perfect(Judged judged)
{
    judged.label = judged.true_label;
    judged.value = judged.true_value;
    for (std::size_t i = 0; i < judged.scores.size(); ++i)
        judged.scores[i] = i % judged.n_classes == judged.true_label[i / judged.n_classes] ? 1.0 : 0.0;
    return judged;
}

} // namespace unseen::test
