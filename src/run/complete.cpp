#include "run/closed_forms.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace unseen {

namespace {

bool is_mean_of(const Measure& measure, RowMean::Loss loss)
{
    return measure.row_mean() != nullptr && measure.row_mean()->loss == loss;
}

/// The losses of a measure of classes that depends only on the true class and on whether the prediction is
/// right. Nothing for other measures.
bool right_and_wrong(const Measure& measure, const Labels& classes, CompleteTask& task)
{
    if (!is_mean_of(measure, RowMean::Loss::of_labels) || measure.needs_order) return false;
    const auto n = static_cast<std::uint32_t>(classes.size());
    std::vector<std::uint32_t> labels(n);
    std::iota(labels.begin(), labels.end(), 0U);
    for (std::uint32_t truth = 0; truth < n; ++truth) {
        const std::vector<std::uint32_t> truths(n, truth);
        std::vector<double> losses(n);
        measure.row_mean()->values({.classes = &classes, .true_label = truths, .label = labels}, losses);
        const double wrong = losses[truth == 0 ? n - 1 : 0];
        for (std::uint32_t label = 0; label < n; ++label)
            if (label != truth && losses[label] != wrong) return false;
        task.right.push_back(losses[truth]);
        task.wrong.push_back(wrong);
    }
    return true;
}

/// The measure's request to a closed form, made of `task`, or the reason why there is none.
Maybe<CompleteTask, Refusal> ask(const Measure& measure, const Dataset& data, CompleteTask task)
{
    if (data.response_type() == ResponseType::classes) {
        if (!right_and_wrong(measure, data.classes(), task))
            return Refusal{"its values depend on more than whether a class is predicted rightly"};
    } else if (!is_mean_of(measure, RowMean::Loss::squared_error)) {
        return Refusal{"its values are not squared errors"};
    }
    return task;
}

/// The weights of the labelled rows, divided by their sum; empty without weights.
std::vector<double> shares_of(const Dataset& data)
{
    std::vector<double> shares(data.weights().begin(), data.weights().end());
    if (shares.empty()) return shares;
    shares.resize(data.labelled());
    ExactSum sum;
    sum.add(shares);
    for (double& share : shares) share /= sum.value();
    return shares;
}

/// Learners that are prepared together.
struct Members {
    std::vector<Spec> specs;
    std::vector<std::size_t> learners;
};

std::vector<Members> families(std::span<const Learner* const> learners)
{
    std::vector<Members> all;
    for (std::size_t l = 0; l < learners.size(); ++l) {
        auto family = std::ranges::find_if(all, [&](const Members& m) {
            return learners[m.learners.front()]->family() == learners[l]->family();
        });
        if (family == all.end()) family = all.insert(family, Members{});
        family->specs.push_back(learners[l]->spec());
        family->learners.push_back(l);
    }
    return all;
}

std::vector<CompleteMeans> closed_form(const Prepared& prepared, const CompleteTask& task,
                                       std::span<const std::size_t> variants)
{
    try {
        return prepared.complete(task, variants);
    } catch (const LearnerError& e) {
        return {variants.size(), Refusal{e.what()}};
    }
}

} // namespace

/// The training sizes of the key `train`: `all`, a number or FROM-TO. Throws InputError for anything else,
/// and outside 1 .. rows - 1.
std::vector<std::uint64_t> complete_sizes(const std::string& text, Row rows)
{
    const auto bad = [&](const std::string& what) {
        return InputError("complete-cv: train = " + text + what +
                          "; expected rows of a training set, from 1 to " + std::to_string(rows - 1) +
                          ", FROM-TO, or all");
    };
    const bool all = text == "all";
    const auto dash = text.find('-');
    const auto first = all ? 1 : parse_whole(std::string_view(text).substr(0, dash));
    const auto last = all                 ? rows - 1
                      : dash == text.npos ? first
                                          : parse_whole(std::string_view(text).substr(dash + 1));
    if (!first || !last) throw bad(" is not understood");
    if (*first < 1 || *last < *first || *last >= rows)
        throw bad(" is out of range for " + std::to_string(rows) + " rows");
    std::vector<std::uint64_t> sizes(*last - *first + 1);
    std::iota(sizes.begin(), sizes.end(), *first);
    return sizes;
}

/// By size and then by measure. Learners of one family are treated together.
std::vector<std::vector<Estimate>> complete_estimates(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run)
{
    const auto sizes = complete_sizes(estimator.spec.text("train"), data.labelled());
    const auto& measures = options.measures;
    std::vector<std::vector<Estimate>> estimates(learners.size());
    for (const auto& family : families(learners)) {
        const auto prepared = learners[family.learners.front()]->prepare(data, family.specs, run.budget);
        std::vector<std::size_t> variants(family.specs.size());
        std::iota(variants.begin(), variants.end(), std::size_t{0});
        std::vector<std::vector<CompleteMeans>> means; // by measure, then by member
        for (const auto& measure : measures) {
            const auto task = ask(measure, data,
                                  {.sizes = sizes,
                                   .shares = shares_of(data),
                                   .rows = data.labelled(),
                                   .threads = run.threads,
                                   .stop = run.stop});
            if (task)
                means.push_back(closed_form(*prepared, *task, variants));
            else
                means.emplace_back(variants.size(), Refusal{"'" + measure.spec.print() +
                                                            "' has none: " + task.reason().clause});
        }
        for (std::size_t v = 0; v < variants.size(); ++v) {
            auto& own = estimates[family.learners[v]];
            bool any = false;
            for (const auto& of_measure : means) any = any || of_measure[v];
            for (std::size_t s = 0; s < (any ? sizes.size() : 1); ++s)
                for (std::size_t m = 0; m < measures.size(); ++m) {
                    const auto& result = means[m][v];
                    if (!result) {
                        if (s == 0)
                            own.push_back(refused_estimate(
                                measures[m].spec.print(),
                                "no closed form of complete cross-validation for '" +
                                    family.specs[v].print() + "': " + result.reason().clause +
                                    "; 'lpo' does all splits where they are few, 'random' some of them"));
                        continue;
                    }
                    Estimate e;
                    e.asked.measure = measures[m].spec.print();
                    e.value = Value(measures[m].finished((*result)[s]));
                    e.estimand = Estimand::procedure;
                    e.training_rows = static_cast<double>(sizes[s]);
                    e.interval = reasons::no_interval_for_design;
                    e.asked.estimator = e.asked.estimator_name =
                        Spec(estimator.spec).set("train", std::to_string(sizes[s])).print();
                    own.push_back(std::move(e));
                }
        }
    }
    return estimates;
}

} // namespace unseen
