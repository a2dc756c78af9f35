// How often the intervals of 10 x 10-fold cross-validation cover, and how wide they are (METHODS I.20).
// tools/coverage makes tables of the lines.
//
//   cross_validation_coverage [data sets [share]]   default 200
//
// With a share the models are trained on that share of the rows (`learning`, METHODS F.1), and the lines
// about the model of all rows mean nothing.
//
// A data set draws n rows and 20 n (at least 2000) test rows of a world, and makes the intervals that `auto`
// takes. The procedure's error is the mean of the figures over all data sets; the error of the model of all
// rows is that on the test rows. The oracle's width is 2 x 1.96 standard deviations of the figures.
// corrected_t comes from the figures of the same splits.
#include "coverage.hpp"
#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/learn/learner.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace unseen {
namespace {

using Point = std::vector<double>;

/// A source of rows: the features of a row, and its class or number.
struct World {
    const char* name;
    std::size_t classes; ///< 0: numbers
    std::function<double(Stream&, Point&)> draw;
    std::vector<const char*> learners;
    std::vector<std::size_t> rows;
    std::size_t rows_of_group =
        1; ///< more: these share `effect`, of which the second feature shows something
};

/// The common part of the rows of one group.
thread_local double effect = 0.0;

/// Normal classes about means that are drawn once.
double blob(Stream& stream, Point& x, std::size_t classes, std::size_t features, double spread)
{
    const auto c = stream.below(classes);
    Stream means(1, Purpose::generation, c);
    x = normals(stream, features);
    for (auto& v : x) v += spread * normal(means);
    return static_cast<double>(c);
}

double flipped(Stream& stream, bool y, double noise) { return y != (stream.uniform() < noise); }

std::vector<World> worlds()
{
    return {
        {"3 normal classes",
         3,
         [](Stream& s, Point& x) { return blob(s, x, 3, 4, 1.0); },
         {"naive-bayes", "tree:criterion=gini", "knn:k=3"},
         {20, 40, 100, 300}},
        {"8 normal classes",
         8,
         [](Stream& s, Point& x) { return blob(s, x, 8, 5, 1.0); },
         {"naive-bayes", "knn:k=1", "tree:criterion=gini"},
         {60, 200, 1000}},
        {"3 normal classes, many rows",
         3,
         [](Stream& s, Point& x) { return blob(s, x, 3, 4, 1.0); },
         {"naive-bayes", "lda"},
         {5000}},
        {"20 features",
         2,
         [](Stream& s, Point& x) { return blob(s, x, 2, 20, 0.35); },
         {"naive-bayes", "tree:criterion=gini", "boost"},
         {40, 150}},
        {"sine, a tenth flipped",
         2,
         [](Stream& s, Point& x) {
             x = uniforms(s, 4);
             return flipped(s, std::sin(2.0 * std::numbers::pi * x[0]) * x[1] + x[2] > 0.5, 0.1);
         },
         {"boost", "tree:criterion=gini", "knn:k=7"},
         {40, 100, 400}},
        {"a tenth positive",
         2,
         [](Stream& s, Point& x) {
             const bool y = s.uniform() < 0.1;
             x = normals(s, 3, y ? 1.0 : 0.0);
             return static_cast<double>(y);
         },
         {"naive-bayes", "tree:criterion=gini", "knn:k=5", "boost"},
         {60, 200, 1000}},
        {"10 digits of 7 lights",
         10,
         [](Stream& s, Point& x) {
             static constexpr unsigned lights[] = {0x77, 0x12, 0x5d, 0x5b, 0x3a,
                                                   0x6b, 0x6f, 0x52, 0x7f, 0x7b};
             const auto digit = s.below(10);
             x = Point(7);
             for (std::size_t j = 0; j < 7; ++j) x[j] = flipped(s, (lights[digit] >> j) & 1, 0.1);
             return static_cast<double>(digit);
         },
         {"tree:criterion=gini", "knn:k=5"},
         {60, 200, 1000}},
        {"hardly an error",
         2,
         [](Stream& s, Point& x) {
             const bool y = s.uniform() < 0.5;
             x = normals(s, 2);
             x[0] += y ? 3.0 : -3.0;
             return static_cast<double>(y);
         },
         {"knn:k=1", "tree:criterion=gini"},
         {20, 60, 300}},
        {"nothing to learn",
         2,
         [](Stream& s, Point& x) {
             x = normals(s, 5);
             return flipped(s, false, 0.35);
         },
         {"tree:criterion=gini", "knn:k=5", "majority"},
         {30, 100}},
        {"Friedman's function",
         0,
         [](Stream& s, Point& x) {
             x = uniforms(s, 7);
             return 10.0 * std::sin(std::numbers::pi * x[0] * x[1]) + 20.0 * (x[2] - 0.5) * (x[2] - 0.5) +
                    10.0 * x[3] + 5.0 * x[4] + normal(s);
         },
         {"boost", "tree", "knn:k=5"},
         {20, 60, 200}},
        {"spread that varies",
         0,
         [](Stream& s, Point& x) {
             x = normals(s, 3);
             return x[0] + x[1] + std::exp(0.7 * x[2]) * normal(s);
         },
         {"boost", "knn:k=5"},
         {30, 100, 400}},
        {"a line with effects of groups",
         0,
         [](Stream& s, Point& x) {
             x = normals(s, 3);
             return x[0] + effect + normal(s);
         },
         {"mean", "knn:k=5", "tree"},
         {75, 150, 500},
         5},
        {"classes with effects of groups",
         2,
         [](Stream& s, Point& x) {
             x = normals(s, 3);
             return static_cast<double>(x[0] + effect + normal(s) > 0.5);
         },
         {"naive-bayes", "knn:k=5", "tree:criterion=gini"},
         {75, 150, 500},
         5},
        {"classes with large groups",
         2,
         [](Stream& s, Point& x) {
             x = normals(s, 3);
             return static_cast<double>(x[0] + effect + normal(s) > 0.5);
         },
         {"naive-bayes", "tree:criterion=gini"},
         {200, 600},
         20},
    };
}

Table table_of(const World& world, std::size_t rows, Stream& stream)
{
    DrawnRows drawn(world.classes);
    Point x;
    NumericColumn group;
    const bool grouped = world.rows_of_group > 1;
    for (std::size_t i = 0; i < rows; ++i) {
        group.values.push_back(static_cast<double>(i / world.rows_of_group));
        if (grouped && i % world.rows_of_group == 0) effect = normal(stream);
        const double y = world.draw(stream, x);
        if (grouped) x[1] += effect / 2.0;
        drawn.add(x, y);
    }
    auto table = drawn.table();
    if (grouped) table.columns.insert(table.columns.end() - 1, {"group", std::move(group)});
    return table;
}

// ---- a learner by gradients: boosted stumps (Friedman 2001)

struct Stump {
    std::size_t feature = 0;
    double cut = 0.0, below = 0.0, above = 0.0;

    double operator()(const Dataset& data, Row row) const
    {
        return data.features()[feature].numeric().values[row] <= cut ? below : above;
    }
};

struct Boosted final : Model {
    double start = 0.0;
    std::vector<Stump> stumps;

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions said;
        for (const Row row : rows) {
            double sum = start;
            for (const auto& stump : stumps) sum += stump(data, row);
            if (data.response_type() == ResponseType::numbers) {
                said.value.push_back(sum);
                continue;
            }
            const double positive = 1.0 / (1.0 + std::exp(-sum));
            said.scores.insert(said.scores.end(), {1.0 - positive, positive});
            said.label.push_back(positive > 0.5);
        }
        return said;
    }
};

/// The stump whose leaves take most of the gradients g with curvatures h.
Stump best_stump(const Dataset& data, const std::vector<std::vector<Row>>& sorted, std::span<const double> g,
                 std::span<const double> h)
{
    Stump best;
    double most = -1.0;
    for (std::size_t f = 0; f < sorted.size(); ++f) {
        const auto& values = data.features()[f].numeric().values;
        double all_g = 0.0, all_h = 0.0, left_g = 0.0, left_h = 0.0;
        for (const Row row : sorted[f]) {
            all_g += g[row];
            all_h += h[row];
        }
        for (std::size_t k = 0; k + 1 < sorted[f].size(); ++k) {
            const Row row = sorted[f][k], next = sorted[f][k + 1];
            left_g += g[row];
            left_h += h[row];
            const double right_g = all_g - left_g, right_h = all_h - left_h;
            const double gain = left_g * left_g / (left_h + 1.0) + right_g * right_g / (right_h + 1.0);
            if (values[row] == values[next] || gain <= most) continue;
            most = gain;
            best = {f, (values[row] + values[next]) / 2.0, 0.3 * left_g / (left_h + 1.0),
                    0.3 * right_g / (right_h + 1.0)};
        }
    }
    return best;
}

std::unique_ptr<Model> boost(const Dataset& data, const Task& task)
{
    const bool classes = data.response_type() == ResponseType::classes;
    std::vector<Row> rows;
    task.train.for_each([&](Row row, std::uint32_t) { rows.push_back(row); });
    const auto truth = [&](Row row) {
        return classes ? static_cast<double>(data.class_codes()[row]) : data.responses()[row];
    };
    double mean = 0.0;
    for (const Row row : rows) mean += truth(row) / static_cast<double>(rows.size());
    std::vector<std::vector<Row>> sorted(data.features().size(), rows);
    for (std::size_t f = 0; f < sorted.size(); ++f) {
        const auto& values = data.features()[f].numeric().values;
        std::sort(sorted[f].begin(), sorted[f].end(), [&](Row a, Row b) { return values[a] < values[b]; });
    }
    auto model = std::make_unique<Boosted>();
    const auto n = static_cast<double>(rows.size());
    model->start = classes ? std::log((n * mean + 0.5) / (n - n * mean + 0.5)) : mean;
    std::vector<double> sum(data.labelled(), model->start), g(data.labelled()), h(data.labelled(), 1.0);
    for (int round = 0; round < 25; ++round) {
        for (const Row row : rows) {
            const double said = classes ? 1.0 / (1.0 + std::exp(-sum[row])) : sum[row];
            g[row] = truth(row) - said;
            if (classes) h[row] = said * (1.0 - said);
        }
        model->stumps.push_back(best_stump(data, sorted, g, h));
        for (const Row row : rows) sum[row] += model->stumps.back()(data, row);
    }
    return model;
}

// ---- coverage

struct Outcome {
    bool exists = false;
    double figure = 0.0, of_model = 0.0;
    std::optional<Limits> limits{}; ///< an interval that does not exist covers nothing
    Limits corrected_t{};
};

Limits corrected_t_of(const Estimate& e)
{
    double sum = 0.0, squares = 0.0, n = 0.0;
    for (const auto& v : e.spread.per_split)
        if (v) sum += v.number(), ++n;
    for (const auto& v : e.spread.per_split)
        if (v) squares += (v.number() - sum / n) * (v.number() - sum / n);
    const double half =
        student_t_quantile(0.975, n - 1.0) * std::sqrt(squares / (n - 1.0) * (1.0 / n + 1.0 / 9.0));
    return {sum / n - half, sum / n + half};
}

/// One data set: an outcome for each measure; empty if a class is missing.
std::vector<Outcome> try_world(const World& world, const char* learner_name, std::size_t rows,
                               const std::vector<Spec>& measures, double share, std::uint64_t r)
{
    Stream stream(1, Purpose::generation, 1000 + r, rows);
    const auto main = table_of(world, rows, stream);
    const auto test = table_of(world, std::max<std::size_t>(2000, 20 * rows),
                               stream); // so many that their own noise hardly counts
    Roles roles;
    if (world.rows_of_group > 1) roles.group = "group";
    const auto data = Dataset::make(main, roles, &test, nullptr);
    const auto learner = learner_name == std::string("boost")
                             ? simple_learner("boost", {}, boost)
                             : make_learner(Spec::parse(learner_name), data.response_type());
    const Learner* learners[] = {learner.get()};
    auto design = Spec::parse(share < 1.0 ? "learning:folds=10,repeats=10" : "cv:folds=10,repeats=10");
    if (share < 1.0)
        design.set("train",
                   std::to_string(static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows)))));
    EstimateOptions options{.estimators = {design, Spec("test")}, .measures = measures};
    options.run.seed = r + 1;
    options.run.threads = 1;
    const auto report = estimate(data, learners, options);
    std::vector<Outcome> outcomes;
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const auto& e = report.estimates[m];
        const auto& of_model = report.estimates[measures.size() + m];
        auto& o = outcomes.emplace_back();
        if (!e.value || !of_model.value || report.run.failures > 0) continue;
        o = {.exists = true,
             .figure = e.value.number(),
             .of_model = of_model.value.number(),
             .corrected_t = corrected_t_of(e)};
        if (e.interval) o.limits = {e.interval->lower, e.interval->upper};
    }
    return outcomes;
}

/// Lines of the intervals that `auto` takes and of corrected_t; the truth is the mean of the figures.
void print_lines(const World& world, const std::string& where, const std::string& measure,
                 const std::vector<Outcome>& outcomes)
{
    double n = 0.0, sum = 0.0;
    std::vector<Covered> by_auto, by_t;
    for (const auto& o : outcomes) {
        if (!o.exists) continue;
        ++n;
        sum += o.figure;
        by_auto.push_back({.figure = o.figure, .limits = o.limits, .of_model = o.of_model});
        by_t.push_back({.figure = o.figure, .limits = o.corrected_t, .of_model = o.of_model});
    }
    const std::string design = world.rows_of_group > 1 ? "groups in cross-validation" : "cross-validation";
    print_line(design, measure, "auto", where, sum / n, by_auto);
    print_line(design, measure, "corrected_t", where, sum / n, by_t);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(std::max(2, argc > 1 ? std::atoi(argv[1]) : 200));
    const double share = argc > 2 ? std::atof(argv[2]) : 1.0;
    print_head();
    for (const auto& world : worlds())
        for (const auto* learner : world.learners)
            for (const auto rows : world.rows) {
                std::vector<Spec> measures = {Spec("mae"), Spec("rmse"), Spec("mse")};
                if (world.classes > 0) measures = {Spec("error_rate"), Spec("brier"), Spec("log_loss")};
                if (world.classes == 2) measures.emplace_back("roc_auc");
                std::vector<std::vector<Outcome>> outcomes(measures.size(), std::vector<Outcome>(data_sets));
                for_each(data_sets, [&](std::size_t r) {
                    const auto found = try_world(world, learner, rows, measures, share, r);
                    for (std::size_t m = 0; m < found.size(); ++m) outcomes[m][r] = found[m];
                });
                for (std::size_t m = 0; m < measures.size(); ++m)
                    print_lines(world, std::string(world.name) + ", " + learner + ", " + std::to_string(rows),
                                measures[m].name(), outcomes[m]);
            }
}
