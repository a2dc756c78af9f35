// Measures of whole repeats of a cross-validation (METHODS I.30): how far their values and the means of the
// folds' figures are from the truth, and how often cv_pooled and corrected_t cover it. tools/coverage makes a
// table of the lines.
//
//     pooled_coverage [DATA SETS [FIRST WORLD [WORLDS]]]     200, all
//
// The truth is that of the procedure: a model of n (1 - 1/q) rows of each data set predicts 2000 new rows;
// functions of the confusion matrix are those of the sum of the tables, r2 is 1 minus the quotient of the
// means, and the AUC and the average precision are means over the models. The AUC is pooled for comparison
// only: no estimate does so. A second program output, on the standard error, has the mean of both values for
// each world.
#include "coverage.hpp"
#include "for_each.hpp"
#include "pooled_worlds.hpp"

#include "unseen/estimate/estimator.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/run/run.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 3530;
constexpr std::size_t new_rows = 2000;

Table table_of(const PooledWorld& world, std::size_t rows, Stream& stream)
{
    DrawnRows drawn(world.classes);
    std::vector<double> x;
    for (std::size_t i = 0; i < rows; ++i) {
        const double y = world.draw(stream, x);
        drawn.add(x, y);
    }
    return drawn.table();
}

std::vector<Measure> measures_of(const PooledWorld& world)
{
    std::vector<Measure> measures;
    const auto add = [&](std::initializer_list<const char*> names) {
        for (const auto* name : names)
            measures.push_back(of_classes(make_measure(Spec(name), world.classes > 0), world.classes));
    };
    if (world.classes == 0)
        add({"r2"});
    else if (world.classes == 2)
        add({"balanced_accuracy", "f1", "mcc", "kappa", "recall", "precision", "average_precision",
             "roc_auc"});
    else
        add({"balanced_accuracy", "mcc", "kappa", "f1_macro", "average_precision_macro", "roc_auc_ovr"});
    return measures;
}

/// Passes predictions on to several sinks.
struct ToAll final : Sink {
    std::vector<Sink*> sinks;

    void take(const SplitInfo& split, const PredictionView& view) override
    {
        for (auto* sink : sinks) sink->take(split, view);
    }
    void take(const SplitInfo& split, const Failure& failure) override
    {
        for (auto* sink : sinks) sink->take(split, failure);
    }
};

/// What one model says of new rows.
struct OfModel final : Sink {
    const std::vector<Measure>* measures = nullptr;
    bool made = false;
    std::optional<Confusion> cells;
    double squares = 0.0;  ///< mean squared error
    double variance = 0.0; ///< of the truth
    std::vector<Value> figures;

    void take(const SplitInfo&, const PredictionView& view) override
    {
        made = true;
        if (!view.true_label.empty()) cells = confusion_of(view);
        for (const auto& measure : *measures) figures.push_back(evaluate(measure, view));
        double sum = 0.0, of_squares = 0.0;
        for (std::size_t i = 0; i < view.value.size(); ++i) {
            squares += (view.value[i] - view.true_value[i]) * (view.value[i] - view.true_value[i]);
            sum += view.true_value[i];
            of_squares += view.true_value[i] * view.true_value[i];
        }
        if (const auto n = static_cast<double>(view.value.size()); n > 0.0) {
            squares /= n;
            variance = (of_squares - sum * sum / n) / (n - 1.0);
        }
    }
    void take(const SplitInfo&, const Failure&) override {}
};

struct Outcome {
    std::vector<Estimate> pooled, of_folds;
    OfModel model;
};

Outcome try_world(const PooledWorld& world, const std::vector<Measure>& measures, std::size_t number,
                  std::uint64_t r)
{
    Stream stream(seed, Purpose::generation, 1000 * number + r, world.rows);
    const auto main = table_of(world, world.rows, stream);
    const auto fresh = table_of(world, new_rows, stream);
    Roles roles;
    if (world.classes == 2) roles.positive = "c1";
    const auto data = Dataset::make(main, roles);
    const auto learner = make_learner(Spec::parse(world.learner), data.response_type());
    const Learner* const learners[] = {learner.get()};
    Outcome outcome;
    RunOptions how{.seed = r + 1, .threads = 1};
    const auto plan = make_plan(Spec::parse("cv:" + world.plan), data, how.seed);
    auto pool = measures;
    for (auto& measure : pool) measure.of_whole_repeats = true;
    auto average = measures;
    for (auto& measure : average) measure.of_whole_repeats = false;
    const Design designs[] = {plan.design()};
    const auto estimator = make_estimator(Spec("cv"));
    const auto pooled = estimator.reduction({.measures = pool}, designs);
    const auto of_folds = estimator.reduction({.measures = average}, designs);
    ToAll all;
    all.sinks = {&pooled->sink(0), &of_folds->sink(0)};
    const RunRequest requests[] = {{plan}};
    run(data, learners, requests, {{&all}}, how);
    outcome.pooled = pooled->finish();
    outcome.of_folds = of_folds->finish();
    // The model of as many rows as a fold leaves.
    auto part = main;
    const auto fewer = static_cast<std::size_t>(plan.design().training_rows);
    for (auto& column : part.columns) {
        if (auto* numbers = std::get_if<NumericColumn>(&column.cells))
            numbers->values.resize(fewer);
        else
            std::get<CodedColumn>(column.cells).codes.resize(fewer);
    }
    const auto with_test = Dataset::make(part, roles, &fresh, nullptr);
    outcome.model.measures = &measures;
    const RunRequest tests[] = {{make_plan(Spec("test"), with_test, how.seed)}};
    run(with_test, learners, tests, {{&outcome.model}}, how);
    return outcome;
}

/// The truth by measure `m`.
double truth_of(const std::vector<Measure>& measures, std::size_t m, const std::vector<Outcome>& outcomes)
{
    double sum = 0.0, n = 0.0, squares = 0.0, variance = 0.0;
    std::optional<Confusion> all;
    for (const auto& o : outcomes) {
        if (!o.model.made) continue;
        squares += o.model.squares;
        variance += o.model.variance;
        if (o.model.figures[m]) sum += o.model.figures[m].number(), ++n;
        if (!o.model.cells) continue;
        if (!all)
            all = o.model.cells;
        else
            for (std::size_t c = 0; c < all->cells.size(); ++c) all->cells[c] += o.model.cells->cells[c];
    }
    if (const auto* cells = measures[m].of_confusion()) return cells->value(*all).number();
    return measures[m].explained_share() ? 1.0 - squares / variance : sum / n;
}

void print(const std::string& measure, const std::string& method, const std::string& where, double truth,
           const std::vector<Outcome>& outcomes, std::size_t m, bool pooled)
{
    std::vector<Covered> covered;
    double sum = 0.0;
    for (const auto& o : outcomes) {
        if (o.pooled.empty()) continue;
        const auto& e = pooled ? o.pooled[m] : o.of_folds[m];
        if (!e.value) continue;
        sum += e.value.number();
        auto& one = covered.emplace_back(Covered{.figure = e.value.number()});
        if (e.interval) one.limits = {e.interval->lower, e.interval->upper};
    }
    if (covered.size() < 2) return;
    print_line("pooled rows of cross-validation", measure, method, where, truth, covered);
    std::fprintf(stderr, "%s,%s,\"%s\",%.5f,%.5f\n", measure.c_str(), pooled ? "pooled" : "mean_of_folds",
                 where.c_str(), truth, sum / static_cast<double>(covered.size()));
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 200));
    const auto worlds = pooled_worlds();
    const auto first = std::min(static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 0), worlds.size());
    const auto last = argc > 3 ? std::min(first + static_cast<std::size_t>(std::atoi(argv[3])), worlds.size())
                               : worlds.size();
    print_head();
    for (auto w = first; w < last; ++w) {
        const auto& world = worlds[w];
        const auto measures = measures_of(world);
        std::vector<Outcome> outcomes(data_sets);
        for_each(data_sets, [&](std::size_t r) { outcomes[r] = try_world(world, measures, w, r); });
        const std::string where =
            world.name + ", " + world.learner + ", " + std::to_string(world.rows) + " rows";
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const double truth = truth_of(measures, m, outcomes);
            const bool own = measures[m].of_whole_repeats; // else the folds' mean is the program's figure
            print(measures[m].name(), own ? "auto" : "pooled", where, truth, outcomes, m, true);
            print(measures[m].name(), own ? "corrected_t" : "auto", where, truth, outcomes, m, false);
        }
    }
}
