// One measure of arrays that are judged where they lie: what unseen.metrics calls.
#include "engine.hpp"

#include "unseen/measure/measure.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace unseen::python {

namespace {

template <class T>
using Cells = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Cells<T>& cells)
{
    return {cells.data(), cells.size()};
}

/// Empty for an array that was not given.
template <class T>
std::span<const T> span_of(const std::optional<Cells<T>>& cells)
{
    return cells ? span_of(*cells) : std::span<const T>();
}

Labels numbered_classes(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t c = 0; c < count; ++c) names.push_back(std::to_string(c));
    return Labels(std::move(names));
}

/// The value, or none and the code of the reason.
using Figure = std::pair<std::optional<double>, std::string>;

Figure figure_of(const Value& value)
{
    if (value) return {value.number(), ""};
    return {std::nullopt, std::string(value.reason())};
}

Figure figure(const std::string& measure, const PredictionView& view)
{
    const auto made = make_measure(Spec::parse(measure), view.classes != nullptr);
    const nb::gil_scoped_release unlocked;
    constexpr std::size_t worth_threads = 100'000; // below, starting them takes longer than the work
    return figure_of(
        evaluate_all({&made, 1}, view, {.threads = view.size() < worth_threads ? std::size_t{1} : 0})
            .values.front());
}

Figure figure_of_classes(const std::string& measure, std::size_t classes, std::uint32_t positive,
                         const Cells<std::uint32_t>& truth,
                         const std::optional<Cells<std::uint32_t>>& predicted,
                         const std::optional<Cells<double>>& scores, bool probabilities,
                         const std::optional<Cells<double>>& weight)
{
    const auto labels = numbered_classes(classes);
    return figure(measure, {.classes = &labels,
                            .positive = positive,
                            .probabilities = probabilities,
                            .one_score = scores && scores->ndim() == 1,
                            .ordered = true, // as the caller lists the classes
                            .true_label = span_of(truth),
                            .label = span_of(predicted),
                            .scores = span_of(scores),
                            .weight = span_of(weight)});
}

/// A measure of two classes for each of the classes `chosen` against all others, or of their counts together,
/// and how often each class is true.
std::pair<std::vector<Figure>, std::vector<double>>
figures_of_labels(const std::string& measure, std::size_t classes, const Cells<std::uint32_t>& truth,
                  const Cells<std::uint32_t>& predicted, const std::optional<Cells<double>>& weight,
                  const std::vector<std::size_t>& chosen, bool together)
{
    const nb::gil_scoped_release unlocked;
    const auto made = make_measure(Spec::parse(measure), true);
    const auto labels = numbered_classes(classes);
    const auto margins = margins_of(confusion_of({.classes = &labels,
                                                  .true_label = span_of(truth),
                                                  .label = span_of(predicted),
                                                  .weight = span_of(weight)}));
    std::vector<Confusion> against_others;
    std::vector<double> true_rows;
    for (const auto c : chosen) {
        const double right = margins.right[c];
        const double missed = margins.truth[c] - right;
        const double wrong = margins.predicted[c] - right;
        true_rows.push_back(margins.truth[c]);
        const std::vector<double> cells{margins.total - right - missed - wrong, wrong, missed, right};
        if (!together || against_others.empty())
            against_others.push_back({.classes = 2, .positive = 1, .cells = cells, .counted = {1, 1}});
        else
            std::ranges::transform(cells, against_others[0].cells, against_others[0].cells.begin(),
                                   std::plus());
    }
    std::vector<Figure> figures;
    for (const auto& confusion : against_others)
        figures.push_back(figure_of(made.of_confusion()->value(confusion)));
    return {std::move(figures), std::move(true_rows)};
}

Figure figure_of_numbers(const std::string& measure, const Cells<double>& truth,
                         const Cells<double>& predicted, const std::optional<Cells<double>>& weight)
{
    return figure(measure,
                  {.true_value = span_of(truth), .value = span_of(predicted), .weight = span_of(weight)});
}

} // namespace

void define_figures(nb::module_& module)
{
    module.def("figure_of_classes", figure_of_classes, nb::arg("measure"), nb::arg("classes"),
               nb::arg("positive"), nb::arg("truth"), nb::arg("predicted").none(), nb::arg("scores").none(),
               nb::arg("probabilities"), nb::arg("weight").none());
    module.def("figures_of_labels", figures_of_labels, nb::arg("measure"), nb::arg("classes"),
               nb::arg("truth"), nb::arg("predicted"), nb::arg("weight").none(), nb::arg("chosen"),
               nb::arg("together"));
    module.def("figure_of_numbers", figure_of_numbers, nb::arg("measure"), nb::arg("truth"),
               nb::arg("predicted"), nb::arg("weight").none());
}

} // namespace unseen::python
