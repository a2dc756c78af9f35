// How often the intervals cover their target when the truth is known.
//
//   interval_coverage gaussian [repetitions]   METHODS F.5: two normal classes, linear discriminant, true
//       error in closed form. Fails
//                                              if a coverage lies outside the published one's band.
//   interval_coverage grid [data sets [learner...]]   points of a grid, so that the error of any model is a
//       sum: learners, noise, rows. tools/coverage makes
//                                                     tables of the lines.
#include "coverage.hpp"

#include "unseen/estimate/estimator.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace unseen {
namespace {

/// One way to make an interval: an estimator, and a method for it.
struct Method {
    std::string name;
    std::string estimator;
    std::string interval;
    Estimand estimand; ///< `procedure`: at the size that the estimate names
};

/// The result of one repetition for one method.
struct Outcome {
    bool exists = false;
    bool warned = false;
    double lower = 0.0;
    double upper = 0.0;
    double figure = 0.0;
    double truth = 0.0; ///< of this data set: error of the model, mean error of the fold models, figure of a
                        ///< further split
    double of_models =
        0.0; ///< mean true error of the models that were fitted at the size that the figure is about
};

/// A data set, and the true error of every model that one of the splits gives. The models predict the data
/// set's derived rows, too.
struct World {
    Dataset data;
    std::unique_ptr<Learner> learner;
    std::function<double(const Task&, const Prepared&, std::span<const std::uint32_t> derived_labels)>
        true_error;
};

/// Runs one estimator with one method over the data set.
Outcome try_method(const World& world, const Prepared& prepared, const Method& method, std::uint64_t seed)
{
    const auto& data = world.data;
    // A further split stands for what order statistics are about: the last of the plan, which the reduction
    // does not see.
    const bool further = method.estimand == Estimand::split;
    const auto estimator =
        make_estimator(resolve_estimator(Spec::parse(method.estimator), ResponseType::classes));
    const auto plan = make_plan(estimator.requests[0].plan, data, seed);
    auto design = plan.design();
    if (further) --design.splits;
    const ReductionOptions options{
        .measures = {make_measure(Spec("error_rate"), true)}, .interval = method.interval, .seed = seed};
    const auto reduction = estimator.reduction(options, std::span(&design, 1));

    Scratch scratch;
    Outcome outcome;
    double sum = 0.0;
    std::uint64_t models = 0;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const auto split = plan.at(i, scratch);
        std::vector<Row> rows(split.test.begin(), split.test.end());
        const auto tested = rows.size();
        rows.insert(rows.end(), data.test_rows().begin(), data.test_rows().end());
        const Task task{.train = split.train, .predict = rows, .seed = 1};
        const std::size_t variant = 0;
        const auto said = prepared.evaluate(task, std::span(&variant, 1)).at(0);
        const auto labels = std::span(said.label);
        // Splits of halves, and of all rows at the size of a half, train on equally many rows; of nested ones
        // only those of one fold are near the size that the figure is about.
        if (!design.fold_pairs) {
            sum += world.true_error(task, prepared, labels.subspan(tested));
            ++models;
        }
        std::vector<std::uint32_t> truth;
        for (std::size_t t = 0; t < tested; ++t)
            truth.push_back(static_cast<std::uint32_t>(data.class_codes()[rows[t]]));
        if (further && i + 1 == plan.size()) {
            std::size_t wrong = 0;
            for (std::size_t t = 0; t < tested; ++t) wrong += truth[t] != labels[t];
            outcome.truth = static_cast<double>(wrong) / static_cast<double>(tested);
            break;
        }
        reduction->sink(0).take({.index = i,
                                 .repeat = split.repeat,
                                 .fold = split.fold,
                                 .train_rows = split.train.size(),
                                 .test_rows = tested},
                                {.row = split.test,
                                 .classes = &data.classes(),
                                 .true_label = truth,
                                 .label = labels.first(tested),
                                 .scores = {},
                                 .true_value = {},
                                 .value = {},
                                 .weight = {},
                                 .in_bag = {},
                                 .complexity = {}});
    }
    const auto estimate = reduction->finish().at(0);
    outcome.exists = estimate.interval.exists();
    outcome.warned = !estimate.warnings.empty();
    outcome.figure = estimate.value ? estimate.value.number() : 0.0;
    if (outcome.exists) {
        outcome.lower = estimate.interval->lower;
        outcome.upper = estimate.interval->upper;
    }
    if (models > 0) outcome.of_models = sum / static_cast<double>(models);
    if (design.fold_pairs) { // about training on all rows
        const auto every = RowSet::all(data.labelled());
        const Task task{.train = every, .predict = data.test_rows(), .seed = 1};
        const std::size_t variant = 0;
        outcome.of_models =
            world.true_error(task, prepared, prepared.evaluate(task, std::span(&variant, 1)).at(0).label);
    }
    if (!further) outcome.truth = outcome.of_models; // of a hold-out, of folds
    return outcome;
}

/// The outcomes of every data set, by method.
using Outcomes = std::vector<std::vector<Outcome>>;

struct Summary {
    double truth = 0.0;
    double coverage = 0.0; ///< of all repetitions; one without an interval does not cover
    double width = 0.0;
    double missing = 0.0;
    double silent = 0.0; ///< share of repetitions that fail to cover without a warning
};

/// `make`: the data set of repetition r. Repetitions share two threads; every one has random streams of its
/// own.
Outcomes try_all(const std::function<World(std::uint64_t r)>& make, const std::vector<Method>& methods,
                 std::size_t repetitions)
{
    std::vector<std::vector<Outcome>> outcomes(methods.size(), std::vector<Outcome>(repetitions));
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t r = next++; r < repetitions; r = next++) {
            const auto world = make(r);
            const Spec specs[] = {world.learner->spec()};
            const auto prepared = world.learner->prepare(world.data, specs, {});
            for (std::size_t m = 0; m < methods.size(); ++m)
                outcomes[m][r] = try_method(world, *prepared, methods[m], r + 1);
        }
    };
    std::thread other(work);
    work();
    other.join();

    return outcomes;
}

std::vector<Summary> summaries_of(const Outcomes& outcomes, const std::vector<Method>& methods)
{
    std::vector<Summary> summaries;
    const auto n = static_cast<double>(outcomes.front().size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        double expected = 0.0;
        for (const auto& o : outcomes[m]) expected += o.of_models / n;
        Summary s{.truth = expected};
        double width = 0.0;
        for (const auto& o : outcomes[m]) {
            const double truth = methods[m].estimand == Estimand::procedure ? expected : o.truth;
            const bool covered = o.exists && o.lower <= truth && truth <= o.upper;
            s.coverage += covered / n;
            s.missing += !o.exists / n;
            s.silent += (!covered && o.exists && !o.warned) / n;
            width += o.upper - o.lower;
        }
        s.width = s.missing < 1.0 ? width / n / (1.0 - s.missing) : 0.0;
        summaries.push_back(s);
    }
    return summaries;
}

// ---- two normal classes, linear discriminant

constexpr std::size_t dimensions = 5;
constexpr double shift = 1.2; // between the class means, along the first axis
using Point = std::array<double, dimensions>;

/// Points of two classes with equal priors, centred at -+ shift / 2 on the first axis.
struct LinearRule {
    Point weights{};
    double threshold = 0.0; ///< second class if weights x > threshold
    double true_error() const
    {
        double norm = 0.0;
        for (const double w : weights) norm += w * w;
        norm = std::sqrt(norm);
        const double at = weights[0] * shift / 2;
        return 0.5 * normal_tail((threshold + at) / norm) + 0.5 * normal_tail(-(threshold - at) / norm);
    }
};

class LinearRuleModel final : public Model {
public:
    explicit LinearRuleModel(LinearRule rule) : rule_(rule) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions p;
        for (const Row r : rows) {
            double score = 0.0;
            for (std::size_t d = 0; d < dimensions; ++d)
                score += rule_.weights[d] * data.features()[d].numeric().values[r];
            p.label.push_back(score > rule_.threshold);
        }
        return p;
    }
    const LinearRule& rule() const { return rule_; }

private:
    LinearRule rule_;
};

/// Fisher's discriminant with the pooled covariance and class shares as priors.
std::unique_ptr<Model> fit_linear_discriminant(const Dataset& data, const Task& task)
{
    std::array<Point, 2> mean{};
    std::array<double, 2> count{};
    const auto value = [&](std::size_t d, Row r) { return data.features()[d].numeric().values[r]; };
    const auto label = [&](Row r) { return static_cast<std::size_t>(data.class_codes()[r]); };
    task.train.for_each([&](Row r, std::uint32_t) {
        count[label(r)] += 1.0;
        for (std::size_t d = 0; d < dimensions; ++d) mean[label(r)][d] += value(d, r);
    });
    for (std::size_t c = 0; c < 2; ++c)
        for (auto& m : mean[c]) m /= count[c];
    std::array<std::array<double, dimensions + 1>, dimensions> system{}; // covariance | difference of means
    task.train.for_each([&](Row r, std::uint32_t) {
        for (std::size_t a = 0; a < dimensions; ++a)
            for (std::size_t b = 0; b < dimensions; ++b)
                system[a][b] += (value(a, r) - mean[label(r)][a]) * (value(b, r) - mean[label(r)][b]) /
                                (count[0] + count[1] - 2.0);
    });
    for (std::size_t d = 0; d < dimensions; ++d) system[d][dimensions] = mean[1][d] - mean[0][d];
    for (std::size_t p = 0; p < dimensions; ++p) // Gauss and Jordan; the matrix is positive definite
        for (std::size_t row = 0; row < dimensions; ++row) {
            if (row == p) continue;
            const double factor = system[row][p] / system[p][p];
            for (std::size_t c = p; c <= dimensions; ++c) system[row][c] -= factor * system[p][c];
        }
    LinearRule rule;
    rule.threshold = std::log(count[0] / count[1]);
    for (std::size_t d = 0; d < dimensions; ++d) {
        rule.weights[d] = system[d][dimensions] / system[d][d];
        rule.threshold += rule.weights[d] * (mean[0][d] + mean[1][d]) / 2;
    }
    return std::make_unique<LinearRuleModel>(rule);
}

World gaussian_world(std::uint64_t r, std::size_t rows)
{
    Stream stream(3, Purpose::generation, r);
    Table table;
    for (std::size_t d = 0; d < dimensions; ++d) {
        NumericColumn column;
        for (std::size_t i = 0; i < rows; ++i)
            column.values.push_back(normal_quantile(stream.uniform() * (1.0 - 1e-15) + 1e-16) +
                                    (d == 0 ? (i % 2 == 1 ? shift / 2 : -shift / 2) : 0.0));
        table.columns.push_back({"x" + std::to_string(d), std::move(column)});
    }
    CodedColumn y{.labels = Labels({"a", "b"}), .codes = {}};
    for (std::size_t i = 0; i < rows; ++i) y.codes.push_back(static_cast<std::int32_t>(i % 2));
    table.columns.push_back({"y", std::move(y)});
    table.declared_types = true;
    return {.data = Dataset::make(table),
            .learner =
                simple_learner("discriminant", {.numbers = false, .scores = false}, fit_linear_discriminant),
            .true_error = [](const Task& task, const Prepared& prepared, std::span<const std::uint32_t>) {
                return static_cast<const LinearRuleModel&>(*prepared.fit(task, 0)).rule().true_error();
            }};
}

/// METHODS F.5, from another program: coverage of the procedure's error (wald: of the mean of the fold
/// models').
int gaussian(std::size_t repetitions)
{
    struct Published {
        Method method;
        double coverage;
    };
    const std::vector<Published> published = {
        {{"wald_all_pairs", "cv:stratify=no", "wald_all_pairs", Estimand::procedure}, .908},
        {{"wald_within_fold", "cv:stratify=no", "wald_within_fold", Estimand::procedure}, .9127},
        {{"corrected_t", "random:splits=25,fraction=0.1", "corrected_t", Estimand::procedure}, .942},
        {{"naive_z", "random:splits=25,fraction=0.1", "naive_z", Estimand::procedure}, .677},
    };
    std::vector<Method> methods;
    for (const auto& p : published) methods.push_back(p.method);
    const auto found = summaries_of(
        try_all([](std::uint64_t r) { return gaussian_world(r, 100); }, methods, repetitions), methods);
    std::printf("linear discriminant, 100 rows, %zu repetitions, nominal 95 %%, of the procedure's error\n\n",
                repetitions);
    std::printf("%-18s %8s %9s %10s %8s\n", "interval", "error", "coverage", "published", "width");
    int failed = 0;
    for (std::size_t m = 0; m < published.size(); ++m) {
        const double p = published[m].coverage;
        // Theirs are from 3000 repetitions.
        const double band =
            0.02 + 3.0 * std::sqrt(p * (1.0 - p) * (1.0 / static_cast<double>(repetitions) + 1.0 / 3000.0));
        const bool within = std::abs(found[m].coverage - p) <= band;
        failed += !within;
        std::printf("%-18s %8.4f %9.3f %10.3f %8.3f%s\n", methods[m].name.c_str(), found[m].truth,
                    found[m].coverage, p, found[m].width, within ? "" : "   outside its band");
    }
    return failed > 0;
}

// ---- points of a grid

constexpr std::size_t side = 16;

/// x0 and x1 uniform on 0..15; class b above the diagonal x0 + x1 = 15, the other class with probability
/// `noise`. The grid itself is the test file: its rows are every point once, so that a model's labels there
/// give its true error.
World grid_world(std::uint64_t r, std::size_t rows, double noise, const std::string& learner)
{
    Stream stream(4, Purpose::generation, r, rows);
    const auto table_of = [](const std::vector<std::array<std::size_t, 3>>& points) {
        NumericColumn x0;
        NumericColumn x1;
        CodedColumn y{.labels = Labels({"a", "b"}), .codes = {}};
        for (const auto& p : points) {
            x0.values.push_back(static_cast<double>(p[0]));
            x1.values.push_back(static_cast<double>(p[1]));
            y.codes.push_back(static_cast<std::int32_t>(p[2]));
        }
        Table table;
        table.columns = {{"x0", std::move(x0)}, {"x1", std::move(x1)}, {"y", std::move(y)}};
        table.declared_types = true;
        return table;
    };
    const auto true_class = [](std::size_t a, std::size_t b) -> std::size_t { return a + b > side - 1; };
    std::vector<std::array<std::size_t, 3>> drawn;
    for (std::size_t i = 0; i < rows; ++i) {
        const auto a = static_cast<std::size_t>(stream.below(side));
        const auto b = static_cast<std::size_t>(stream.below(side));
        drawn.push_back({a, b, true_class(a, b) ^ static_cast<std::size_t>(stream.uniform() < noise)});
    }
    std::vector<std::array<std::size_t, 3>> grid;
    for (std::size_t a = 0; a < side; ++a)
        for (std::size_t b = 0; b < side; ++b) grid.push_back({a, b, true_class(a, b)});
    const auto main = table_of(drawn);
    const auto every_point = table_of(grid);
    return {.data = Dataset::make(main, {}, &every_point, nullptr),
            .learner = make_learner(Spec::parse(learner), ResponseType::classes),
            .true_error = [noise, grid](const Task&, const Prepared&, std::span<const std::uint32_t> labels) {
                std::size_t wrong = 0;
                for (std::size_t i = 0; i < grid.size(); ++i) wrong += labels[i] != grid[i][2];
                const double share = static_cast<double>(wrong) / static_cast<double>(grid.size());
                return share * (1.0 - noise) + (1.0 - share) * noise;
            }};
}

/// A line of a method. A truth that differs between data sets is moved to the mean one, and the interval with
/// it.
void print_method(const Method& method, const std::string& where, const std::vector<Outcome>& outcomes)
{
    double truth = 0.0;
    for (const auto& o : outcomes)
        truth += (method.estimand == Estimand::procedure ? o.of_models : o.truth) /
                 static_cast<double>(outcomes.size());
    std::vector<Covered> covered;
    for (const auto& o : outcomes) {
        const double move = method.estimand == Estimand::procedure ? 0.0 : truth - o.truth;
        covered.push_back({.figure = o.figure + move});
        if (o.exists) covered.back().limits = {o.lower + move, o.upper + move};
    }
    print_line("other splits", method.name, method.interval, where, truth, covered);
}

int grid(std::size_t data_sets, const std::vector<std::string>& learners)
{
    const std::vector<Method> methods = {
        {"hold-out of a third", "holdout:stratify=no", "auto", Estimand::model},
        {"one cross-validation (fold models)", "cv:stratify=no", "wald_all_pairs", Estimand::fold_models},
        {"one cross-validation (fold models)", "cv:stratify=no", "wald_within_fold", Estimand::fold_models},
        {"25 random splits", "random:splits=25,fraction=0.1", "auto", Estimand::procedure},
        {"25 random splits", "random:splits=25,fraction=0.1", "naive_z", Estimand::procedure},
        {"80 random splits (one further split)", "random:splits=80,fraction=0.1", "order_statistics",
         Estimand::split},
        {"random halves", "random-halves:splits=10,pairs=6,fraction=0.1", "conservative_z",
         Estimand::procedure},
        {"nested cross-validation", "nested-cv:folds=5,repeats=10", "nested_cv", Estimand::procedure},
    };
    print_head();
    for (const auto& learner : learners)
        for (const std::size_t rows : {50u, 100u, 300u, 1000u})
            for (const double noise : {0.01, 0.25}) {
                const auto found = try_all(
                    [&](std::uint64_t r) { return grid_world(r, rows, noise, learner); }, methods, data_sets);
                const auto flipped = noise < 0.1 ? ", hardly any flipped" : ", a quarter flipped";
                for (std::size_t m = 0; m < methods.size(); ++m)
                    print_method(methods[m], learner + flipped + ", " + std::to_string(rows), found[m]);
            }
    return 0;
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    const auto repetitions = argc > 2 ? static_cast<std::size_t>(std::atoll(argv[2])) : 3000;
    if (what == "gaussian" && repetitions > 0) return unseen::gaussian(repetitions);
    if (what == "grid" && repetitions > 0) {
        std::vector<std::string> learners(argv + std::min(argc, 3), argv + argc);
        if (learners.empty()) learners = {"naive-bayes", "tree:criterion=gini", "knn"};
        return unseen::grid(repetitions, learners);
    }
    std::fprintf(stderr,
                 "usage: interval_coverage gaussian [repetitions], or grid [data sets [learner...]]\n");
    return 2;
}
