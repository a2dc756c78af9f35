// How often `unseen importance` says at 5 % that predictions need a feature that has nothing to do with
// anything, how often it says so of one that has, and how often the interval of either contains the
// importance that the feature has on average over the samples, which is 0 for the first.
//
//   importance_levels [data sets [first [count]]]   default 400, and all worlds
//
// Prints the table of docs/VALIDITY.md. The worlds were listed before any was run, but for the two "far
// apart".
#include "cv_paired_worlds.hpp"
#include "for_each.hpp"

#include "unseen/contest/importance.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/run/permuted.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 3917;

/// Draws the irrelevant feature of a row.
using Draw = double (*)(Stream&);

double coin(Stream& stream) { return stream.uniform() < 0.5 ? 0.0 : 1.0; }
double rare(Stream& stream) { return stream.uniform() < 0.05 ? 1.0 : 0.0; }

/// A learner and the rows it is judged on: the response depends on the first feature with this strength, on
/// the second one with .5 or not at all, and not on the last.
struct World {
    const char* name;
    const char* learner;
    std::size_t rows;
    bool classes = true;
    double strength = 1.0;
    bool second = true;
    Draw irrelevant = normal;
    double correlated = 0.0; ///< of the first two features
    double positive = 0.5;   ///< share of the second class
    const char* plan = "cv:folds=10,repeats=5";
    std::size_t rows_of_group = 1;
    bool heavy = false; ///< the numbers have errors of a t with 3 degrees of freedom
};

const World worlds[] = {
    {"trees", "tree", 60},
    {"trees", "tree", 300},
    {"unpruned trees", "tree:prune=none,min_rows=1", 100},
    {"unpruned trees, nothing to learn", "tree:prune=none,min_rows=1", 100, true, 0.0, false},
    {"trees, coin", "tree", 150, true, 1.0, true, coin},
    {"trees, rare", "tree:prune=none", 150, true, 1.0, true, rare},
    {"trees, a tenth positive", "tree:prune=none", 200, true, 1.5, true, normal, 0.0, 0.1},
    {"one neighbour", "knn:k=1", 60},
    {"five neighbours", "knn", 100},
    {"five neighbours, skewed", "knn", 100, true, 1.0, true, lognormal_law},
    {"neighbours, nothing to learn", "knn", 100, true, 0.0, false},
    {"neighbours, 400 rows", "knn:k=15", 400},
    {"lda", "lda", 40},
    {"lda, one repeat", "lda", 80, true, 1.0, true, normal, 0.0, 0.5, "cv:folds=10"},
    {"lda, five folds", "lda", 100, true, 1.0, true, normal, 0.0, 0.5, "cv:folds=5,repeats=5"},
    {"lda, correlated", "lda", 100, true, 1.0, true, normal, 0.8},
    {"lda, heavy tails", "lda", 80, true, 1.0, true, t3_law},
    {"lda, far apart", "lda", 50, true, 6.0, false},
    {"trees, far apart", "tree", 50, true, 6.0, false},
    {"logistic", "logistic", 100},
    {"logistic, strong", "logistic", 150, true, 3.0},
    {"naive Bayes", "naive-bayes", 60},
    {"naive Bayes, skewed", "naive-bayes", 120, true, 1.0, true, lognormal_law, 0.0, 0.2},
    {"forest", "random-forest:size=30", 100},
    {"forest, nothing to learn", "random-forest:size=30", 80, true, 0.0, false},
    {"groups of 5, lda", "lda", 200, true, 1.0, true, normal, 0.0, 0.5, "cv:folds=10,repeats=5", 5},
    {"groups of 10, trees", "tree", 300, true, 1.0, true, normal, 0.0, 0.5, "cv:folds=10,repeats=5", 10},
    {"linear", "linear", 40, false},
    {"linear, nothing to learn", "linear", 60, false, 0.0, false},
    {"linear, heavy errors", "linear", 100, false, 1.0, true, normal, 0.0, 0.5, "cv:folds=10,repeats=5", 1,
     true},
    {"linear, heavy feature", "linear", 100, false, 1.0, true, t3_law},
    {"ridge, correlated", "ridge", 80, false, 1.0, true, normal, 0.9},
    {"regression trees", "tree", 150, false},
    {"regression neighbours", "knn", 150, false},
    {"boosting", "ls-boost:size=30", 120, false},
    {"forest of numbers", "random-forest:size=30", 100, false},
};

/// `rows`: 0 for those of the world. `permuted`: the cells of the first feature come from other rows, which
/// are of other groups.
Table drawn(const World& world, Stream& stream, std::size_t rows = 0, bool permuted = false)
{
    if (rows == 0) rows = world.rows;
    NumericColumn x[3], y, group;
    CodedColumn label{.labels = Labels({"a", "b"}), .codes = {}};
    double effect = 0.0;
    for (std::size_t i = 0; i < rows; ++i) {
        if (world.rows_of_group > 1 && i % world.rows_of_group == 0) effect = 0.7 * normal(stream);
        const bool second = stream.uniform() < world.positive;
        const double a = normal(stream);
        double b =
            world.correlated * a + std::sqrt(1.0 - world.correlated * world.correlated) * normal(stream);
        double first = a;
        if (world.classes) {
            first += (second ? world.strength : 0.0) + effect;
            b += second && world.second ? 0.5 : 0.0;
        }
        x[0].values.push_back(first);
        x[1].values.push_back(b);
        x[2].values.push_back(world.irrelevant(stream));
        y.values.push_back(world.strength * a + (world.second ? 0.5 * b : 0.0) +
                           (world.heavy ? t3_law(stream) : normal(stream)));
        label.codes.push_back(second ? 1 : 0);
        group.values.push_back(static_cast<double>(i / world.rows_of_group));
    }
    if (permuted)
        std::ranges::rotate(x[0].values, x[0].values.begin() + static_cast<std::ptrdiff_t>(rows / 2));
    Table table;
    table.source = "drawn";
    table.declared_types = true;
    for (int f = 0; f < 3; ++f) table.columns.push_back({std::string(1, static_cast<char>('a' + f)), x[f]});
    if (world.rows_of_group > 1) table.columns.push_back({"group", group});
    if (world.classes)
        table.columns.push_back({"y", label});
    else
        table.columns.push_back({"y", y});
    return table;
}

/// What is said of the first feature and of the irrelevant one, by one measure, and the importance of the
/// first for the model of all rows on fresh rows.
struct Said {
    std::vector<FeatureImportance> features{};
    double of_model = 0.0;
};

/// The importance of the first feature for the model of all rows, by its figures on fresh rows.
std::map<std::string, double> of_model(const World& world, const Table& table, const Roles& roles,
                                       const Learner& base, std::span<const Spec> measures,
                                       std::uint64_t number, std::uint64_t r)
{
    std::map<std::string, double> figures;
    for (const bool permuted : {false, true}) {
        Stream stream(seed + 1, Purpose::generation, r, number);
        const auto fresh = drawn(world, stream, 4000, permuted);
        const auto data = Dataset::make(table, roles, &fresh, nullptr);
        const Learner* const learners[] = {&base};
        EstimateOptions options{
            .estimators = {Spec("test")}, .measures = {measures.begin(), measures.end()}, .baselines = false};
        options.run.seed = r + 1;
        options.run.threads = 1;
        for (const auto& e : estimate(data, learners, options).estimates)
            figures[e.asked.measure] += permuted ? e.value.number() : -e.value.number();
    }
    return figures;
}

std::map<std::string, Said> said_of(const World& world, std::uint64_t number, std::uint64_t r)
{
    Stream stream(seed, Purpose::generation, r, number);
    Roles roles;
    if (world.rows_of_group > 1) roles.group = "group";
    const auto table = drawn(world, stream);
    const auto data = Dataset::make(table, roles);
    const auto base = make_learner(Spec::parse(world.learner), data.response_type());
    std::vector<std::unique_ptr<Learner>> made;
    made.push_back(permuted_learner(*base, {}, r + 1));
    made.push_back(permuted_learner(*base, {0}, r + 1));
    made.push_back(permuted_learner(*base, {2}, r + 1));
    std::vector<const Learner*> learners;
    for (const auto& one : made) learners.push_back(one.get());
    EstimateOptions options{.learner_names = {"as it is", "first", "irrelevant"},
                            .estimators = {Spec::parse(world.plan)},
                            .measures = world.classes ? std::vector{Spec("error_rate"), Spec("brier")}
                                                      : std::vector{Spec("mae"), Spec("rmse")},
                            .baselines = false};
    options.run.seed = r + 1;
    options.run.threads = 1;
    std::map<std::string, std::vector<Estimate>> by_measure;
    for (auto& e : estimate(data, learners, options).estimates)
        by_measure[e.asked.measure].push_back(std::move(e));
    std::map<std::string, Said> said;
    for (const auto& [measure, all] : by_measure)
        for (const std::size_t f : {1, 2}) { // one at a time, so that p-values are not adjusted
            const std::vector<Estimate> two = {all[0], all[f]};
            said[measure].features.push_back(
                importances_of(data.response_type(), two, {two[1].asked.learner_name}, Level(0.95)).front());
        }
    for (const auto& [measure, truth] : of_model(world, table, roles, *base, options.measures, number, r))
        said[measure].of_model = truth;
    return said;
}

void join(std::string& cell, const std::string& figure) { cell += (cell.empty() ? "" : " / ") + figure; }

std::string rounded(double x, int decimals)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", decimals, x);
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 400);
    const auto first = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 0);
    const auto end =
        std::min(std::size(worlds),
                 argc > 3 ? first + static_cast<std::size_t>(std::atoi(argv[3])) : std::size(worlds));
    std::printf(
        "| world | learner | rows | measures | irrelevant: shown, covered | importance | shown | mean "
        "covered | model covered |\n"
        "| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n");
    for (std::size_t w = first; w < end; ++w) {
        const auto& world = worlds[w];
        std::vector<std::map<std::string, Said>> all(data_sets);
        for_each(data_sets, [&](std::size_t r) { all[r] = said_of(world, w, r); });
        // The figures of both measures in a cell; in percent, but for the importance.
        std::string measures, null_shown, null_covered, importance, shown, mean_covered, model_covered;
        for (const auto& [measure, said] : all.front()) {
            const auto share_of = [&](auto counts) {
                return 100.0 *
                       static_cast<double>(
                           std::ranges::count_if(all, [&](auto& of) { return counts(of[measure]); })) /
                       static_cast<double>(data_sets);
            };
            const auto is_shown = [](const FeatureImportance& one) {
                return one.relation.state == VerdictState::shown;
            };
            const auto covers = [](const FeatureImportance& one, double truth) {
                const auto& interval = one.relation.interval;
                return !interval || (interval->lower <= truth && truth <= interval->upper);
            };
            double mean = 0.0;
            for (auto& of : all)
                mean += of[measure].features[0].value.number() / static_cast<double>(data_sets);
            join(measures, measure);
            join(null_shown, rounded(share_of([&](const Said& of) { return is_shown(of.features[1]); }), 1));
            join(null_covered,
                 rounded(share_of([&](const Said& of) { return covers(of.features[1], 0.0); }), 1));
            join(importance, rounded(mean, 4));
            join(shown, rounded(share_of([&](const Said& of) { return is_shown(of.features[0]); }), 1));
            join(mean_covered,
                 rounded(share_of([&](const Said& of) { return covers(of.features[0], mean); }), 1));
            join(model_covered,
                 rounded(share_of([&](const Said& of) { return covers(of.features[0], of.of_model); }), 1));
        }
        std::printf("| %s | `%s` | %zu | %s | %s, %s | %s | %s | %s | %s |\n", world.name, world.learner,
                    world.rows, measures.c_str(), null_shown.c_str(), null_covered.c_str(),
                    importance.c_str(), shown.c_str(), mean_covered.c_str(), model_covered.c_str());
        std::fflush(stdout);
    }
    return 0;
}
