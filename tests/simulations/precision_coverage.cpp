// How often intervals of the average precision cover, and how wide they are. tools/coverage makes tables of
// the lines.
//
//   precision_coverage [data sets [first|second]]   default 1000, of both lists
//
// The worlds were listed before any of them was run.
#include "coverage.hpp"
#include "draws.hpp"
#include "for_each.hpp"

#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 3527;

double exponential(Stream& stream) { return -std::log(1.0 - stream.uniform()); }

struct Law {
    const char* name;
    double (*score)(Stream&, bool positive);
};

const std::vector<Law> first_laws = {
    {"shift .7", [](Stream& s, bool p) { return normal(s) + 0.7 * p; }},
    {"shift 1.3", [](Stream& s, bool p) { return normal(s) + 1.3 * p; }},
    {"shift 2.5", [](Stream& s, bool p) { return normal(s) + 2.5 * p; }},
    {"exponential, negatives halved", [](Stream& s, bool p) { return exponential(s) * (p ? 1.0 : 0.5); }},
    {"a fifth of the positives hard",
     [](Stream& s, bool p) { return normal(s) + (p && s.uniform() < 0.8 ? 3.0 : 0.0); }},
    {"positives spread twice as far",
     [](Stream& s, bool p) { return p ? 2.0 * normal(s) + 1.5 : normal(s); }},
    {"five levels", [](Stream& s, bool p) { return std::clamp(std::round(normal(s) + 1.5 * p), -1.0, 3.0); }},
    {"uniform, positives the larger of three",
     [](Stream& s, bool p) {
         const double a = s.uniform();
         return p ? std::max({a, s.uniform(), s.uniform()}) : a;
     }},
    {"one negative in 50 among the best",
     [](Stream& s, bool p) {
         return normal(s) + (p ? 2.0 : s.uniform() < 0.02 ? 3.0 : 0.0);
     }},
};

// Listed after the worlds above had been judged, before these were run.
const std::vector<Law> second_laws = {
    {"shift .3", [](Stream& s, bool p) { return normal(s) + 0.3 * p; }},
    {"shift 2", [](Stream& s, bool p) { return normal(s) + 2.0 * p; }},
    {"lognormal, positives shifted by 1", [](Stream& s, bool p) { return std::exp(normal(s)) + 1.0 * p; }},
    {"Laplace, shift 2",
     [](Stream& s, bool p) { return (s.uniform() < 0.5 ? -1.0 : 1.0) * exponential(s) + 2.0 * p; }},
    {"two fifths of the positives hard",
     [](Stream& s, bool p) { return normal(s) + (p && s.uniform() < 0.6 ? 2.5 : 0.0); }},
    {"negatives spread one and a half times as far",
     [](Stream& s, bool p) { return p ? normal(s) + 2.0 : 1.5 * normal(s); }},
    {"tenths", [](Stream& s, bool p) { return std::round(10.0 / (1.0 + std::exp(-normal(s) - 1.5 * p))); }},
    {"positives the larger of two, a tenth of the labels wrong",
     [](Stream& s, bool p) {
         const double a = s.uniform();
         const bool seen = s.uniform() < 0.1 ? !p : p;
         return seen ? std::max(a, s.uniform()) : a;
     }},
    {"uniform, two levels apart", [](Stream& s, bool p) { return s.uniform() + (p ? 0.6 : 0.0); }},
};

struct Size {
    std::size_t rows;
    double positive;
};

struct Worlds {
    const char* list;
    const std::vector<Law>& laws;
    std::vector<Size> sizes;
};
const std::vector<Worlds> lists = {
    {"first", first_laws, {{40, .3}, {100, .1}, {250, .5}, {600, .04}}},
    {"second", second_laws, {{30, .2}, {80, .25}, {150, .06}, {400, .12}}},
};

struct Rows {
    Labels classes{std::vector<std::string>{"0", "1"}};
    std::vector<std::uint32_t> row, truth;
    std::vector<double> scores;

    Rows(const Law& law, Size size, Stream& stream)
    {
        for (std::size_t i = 0; i < size.rows; ++i) {
            const bool positive =
                i == 0 || (i > 1 && stream.uniform() < size.positive); // one of each at least
            row.push_back(static_cast<std::uint32_t>(i));
            truth.push_back(positive ? 1 : 0);
            const double score = law.score(stream, positive);
            scores.push_back(-score);
            scores.push_back(score);
        }
    }
    PredictionView view() const
    {
        PredictionView view;
        view.row = row;
        view.classes = &classes;
        view.positive = 1;
        view.true_label = truth;
        view.scores = scores;
        return view;
    }
};

void simulate(const Law& law, Size size, std::size_t data_sets, std::uint64_t number)
{
    const auto measure = make_measure(Spec("average_precision"), true);
    const std::vector<const char*> methods = {"ap_beta", "influence", "boyd"};
    Stream whole(seed, Purpose::generation, data_sets, number);
    const Rows all(law, {200'000, size.positive}, whole);
    const double truth = evaluate(measure, all.view()).number();
    std::vector<std::vector<Covered>> covered(methods.size(), std::vector<Covered>(data_sets));
    for_each(data_sets, [&](std::size_t r) {
        Stream stream(seed, Purpose::generation, r, number);
        const Rows rows(law, size, stream);
        const auto view = rows.view();
        const double value = evaluate(measure, view).number();
        for (std::size_t k = 0; k < methods.size(); ++k) {
            covered[k][r].figure = value;
            const auto found =
                make_test_interval(std::string(methods[k]),
                                   {.predictions = &view, .measure = &measure, .value = value}, Level(0.95));
            if (found.interval) covered[k][r].limits = Limits{found.interval->lower, found.interval->upper};
        }
    });
    char name[100];
    std::snprintf(name, sizeof name, "%s, %zu rows, %g positive", law.name, size.rows, size.positive);
    for (std::size_t k = 0; k < methods.size(); ++k)
        print_line("average precision", "average_precision", methods[k], name, truth, covered[k]);
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1000);
    const std::string wanted = argc > 2 ? argv[2] : "";
    print_head();
    std::uint64_t number = 0;
    for (const auto& [list, laws, sizes] : lists)
        for (const auto& law : laws)
            for (const auto size : sizes) {
                ++number;
                if (wanted.empty() || wanted == list) simulate(law, size, data_sets, number);
            }
    return 0;
}
