// Means of values in clusters: how often intervals cover beside rules in use, and how often requirements
// whose bound is the true mean are called shown or refuted.
//
//     cluster_mean_coverage [DATA SETS]     1000
//
// The peers: the normal interval with errors that are clustered, as Inspect and evaluatellm have it
// (`z_clustered`), Student's t of the same with G / (G - 1) and G - 1 degrees of freedom (`t_clustered`),
// Student's t of the clusters' means (`t_means`), and the normal interval of the values (`z_rows`). The
// requirements are those of `unseen score --require --group`, at .05 on one side.
//
// The worlds were listed before any of them was run.
#include "test_rows.hpp"

#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/score/score.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 4141;

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double right(Stream& s, double p) { return uniform(s) < p ? 1.0 : 0.0; }

/// A value of a cluster with this normal effect and this number of items.
struct Law {
    std::string name;
    double (*value)(Stream&, double effect, std::size_t items);
};

const std::vector<Law> laws = {
    {"right or wrong, logit effect 1",
     [](Stream& s, double e, std::size_t) { return right(s, logistic(.5 + e)); }},
    {"mostly right, logit effect 1.5",
     [](Stream& s, double e, std::size_t) { return right(s, logistic(3.5 + 1.5 * e)); }},
    {"all or nothing in a cluster", [](Stream&, double e, std::size_t) { return e < .4 ? 1.0 : 0.0; }},
    {"larger clusters are harder",
     [](Stream& s, double e, std::size_t n) {
         return right(s, logistic(1.5 - .1 * static_cast<double>(n) + .7 * e));
     }},
    {"five levels, effect 1",
     [](Stream& s, double e, std::size_t) {
         double mark = 0.0;
         for (int i = 0; i < 4; ++i) mark += .25 * right(s, logistic(1.0 + e));
         return mark;
     }},
    {"Dice near 1, one cluster in twenty fails",
     [](Stream& s, double e, std::size_t) { return e > 1.645 ? .3 * uniform(s) : 1.0 - .1 * uniform(s); }},
    {"0 to 1, no effect", [](Stream& s, double, std::size_t) { return std::pow(uniform(s), .5); }},
    {"near .8, one cluster in fifty at 0",
     [](Stream& s, double e, std::size_t) { return e > 2.054 ? 0.0 : .8 + .02 * (uniform(s) - .5); }},
};

struct Shape {
    std::string name;
    std::size_t clusters;
    std::size_t (*items)(Stream&);
};

template <int least, int most>
std::size_t from_to(Stream& s)
{
    return least + static_cast<std::size_t>(s.below(most - least + 1));
}
/// One in ten is large.
std::size_t some_large(Stream& s) { return uniform(s) < .1 ? 25 : from_to<1, 4>(s); }

const std::vector<Shape> shapes = {
    {"10 of 5", 10, from_to<5, 5>},        {"15 of 1 to 9", 15, from_to<1, 9>},
    {"30 of 1 to 30", 30, from_to<1, 30>}, {"40 of 2 to 6", 40, from_to<2, 6>},
    {"60, some large", 60, some_large},    {"150 of 1 to 9", 150, from_to<1, 9>},
};

struct Drawn {
    std::vector<double> values{};
    std::vector<std::uint32_t> cluster{};
};

Drawn drawn_of(const Law& law, const Shape& shape, std::size_t clusters, Stream& s)
{
    Drawn drawn;
    for (std::uint32_t g = 0; g < clusters; ++g) {
        const double effect = normal(s);
        const auto n = shape.items(s);
        for (std::size_t i = 0; i < n; ++i) {
            drawn.values.push_back(law.value(s, effect, n));
            drawn.cluster.push_back(g);
        }
    }
    return drawn;
}

double mean_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<Limits> about(double mean, double error, double quantile)
{
    if (!(error > 0.0)) return std::nullopt;
    return Limits{mean - quantile * error, mean + quantile * error};
}

/// Of independent values.
double error_of(const std::vector<double>& values)
{
    const double mean = mean_of(values);
    const auto n = static_cast<double>(values.size());
    double squares = 0.0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    return std::sqrt(squares / (n - 1.0) / n);
}

constexpr const char* names[] = {"auto", "z_clustered", "t_clustered", "t_means", "z_rows"};

std::vector<std::optional<Limits>> peers(const Drawn& drawn)
{
    constexpr double z = 1.959963984540054;
    const double mean = mean_of(drawn.values);
    const std::size_t clusters = drawn.cluster.back() + 1;
    std::vector<double> sums(clusters, 0.0), means(clusters, 0.0), sizes(clusters, 0.0);
    for (std::size_t i = 0; i < drawn.values.size(); ++i) {
        sums[drawn.cluster[i]] += drawn.values[i] - mean;
        means[drawn.cluster[i]] += drawn.values[i];
        ++sizes[drawn.cluster[i]];
    }
    for (std::size_t g = 0; g < clusters; ++g) means[g] /= sizes[g];
    const auto n = static_cast<double>(clusters);
    const double error = std::sqrt(std::inner_product(sums.begin(), sums.end(), sums.begin(), 0.0)) /
                         static_cast<double>(drawn.values.size());
    const double t = std::abs(student_t_quantile(0.025, n - 1.0));
    return {about(mean, error, z), about(mean, error * std::sqrt(n / (n - 1.0)), t),
            about(mean_of(means), error_of(means), t), about(mean, error_of(drawn.values), z)};
}

/// What one look at a requirement says.
struct Said {
    bool shown = false;
    bool refuted = false;
};

Said look_at(const Drawn& drawn, std::size_t clusters, double truth)
{
    ScoredRows rows;
    rows.design.task = ScoreTask::values;
    rows.design.scale = {.lowest = 0.0, .highest = 1.0};
    rows.design.items = drawn.values.size();
    rows.design.cluster = drawn.cluster;
    for (std::size_t g = 0; g < clusters; ++g) rows.design.clusters.add(std::to_string(g));
    rows.predicted.value = drawn.values;
    char text[64];
    std::snprintf(text, sizeof text, "mean >= %.17g", truth);
    const auto report = score(rows, {.measures = {Spec("mean")}, .requirements = {text}, .threads = 1});
    const auto state = report.requirements.front().state;
    return {state == VerdictState::shown, state == VerdictState::refuted};
}

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    print_head();
    std::string gates = "| world | wrongly shown | wrongly refuted |\n| --- | ---: | ---: |\n";
    double most = 0.0, mean = 0.0;
    int above = 0;
    std::uint64_t number = 0;
    for (const auto& law : laws)
        for (const auto& shape : shapes) {
            ++number;
            Stream many(seed, Purpose::generation, 0, number);
            const double truth = mean_of(drawn_of(law, shape, 1'000'000, many).values);
            std::vector<std::vector<Covered>> covered(std::size(names), std::vector<Covered>(data_sets));
            std::vector<Said> said(data_sets);
            for_each(data_sets, [&](std::size_t d) {
                Stream stream(seed, Purpose::generation, d + 1, number);
                const auto drawn = drawn_of(law, shape, shape.clusters, stream);
                TestRows rows;
                for (std::size_t i = 0; i < drawn.values.size(); ++i)
                    rows.add_value(drawn.values[i], drawn.cluster[i]);
                const auto view = rows.view();
                const RowDesign design{.task = ScoreTask::values,
                                       .scale = {.lowest = 0.0, .highest = 1.0},
                                       .items = drawn.values.size()};
                const auto measure = make_measure(Spec("mean"), design);
                const double figure = mean_of(drawn.values);
                const auto ours = make_test_interval(
                    std::string("auto"),
                    {.predictions = &view, .measure = &measure, .value = figure, .cluster = rows.cluster},
                    Level(0.95));
                covered[0][d].figure = figure;
                if (ours.interval) covered[0][d].limits = Limits{ours.interval->lower, ours.interval->upper};
                const auto others = peers(drawn);
                for (std::size_t m = 1; m < std::size(names); ++m) covered[m][d] = {figure, others[m - 1]};
                said[d] = look_at(drawn, shape.clusters, truth);
            });
            const std::string world = law.name + ", " + shape.name;
            for (std::size_t m = 0; m < std::size(names); ++m)
                print_line("means in clusters", "mean", names[m], world, truth, covered[m]);
            const auto share = [&](bool Said::*what) {
                return 100.0 * static_cast<double>(std::ranges::count(said, true, what)) /
                       static_cast<double>(data_sets);
            };
            const double shown = share(&Said::shown), refuted = share(&Said::refuted);
            char line[256];
            std::snprintf(line, sizeof line, "| %s | %.1f | %.1f |\n", world.c_str(), shown, refuted);
            gates += line;
            most = std::max({most, shown, refuted});
            mean += (shown + refuted) / 2.0;
            above += std::max(shown, refuted) > 6.5 ? 1 : 0;
        }
    std::fprintf(stderr, "%sworlds %d, most %.1f, mean %.1f, above 6.5: %d\n", gates.c_str(),
                 static_cast<int>(number), most, mean / static_cast<double>(number), above);
}
