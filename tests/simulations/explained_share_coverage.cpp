// How often intervals of r2 cover, and how wide they are. tools/coverage makes tables of the lines.
//
//   explained_share_coverage [data sets]   default 500
//
// The worlds were listed before any of them was run.
#include "draws.hpp"
#include "test_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr std::uint64_t seed = 35022;

/// A law of truths, and one of errors of variance about 1 given the truth.
struct Truths {
    std::string name;
    double (*draw)(Stream&);
};
struct Errors {
    std::string name;
    double (*draw)(Stream&, double truth);
};

const std::vector<Truths> truths = {
    {"normal", [](Stream& s) { return normal(s); }},
    {"exponential", [](Stream& s) { return -std::log(uniform(s)); }},
    {"counts", [](Stream& s) { return std::floor(-2.0 * std::log(uniform(s))); }},
};
const std::vector<Errors> errors = {
    {"normal", [](Stream& s, double) { return normal(s); }},
    {"t with 3 df",
     [](Stream& s, double) {
         const double squares = chi_square(s, 3);
         return normal(s) / std::sqrt(squares);
     }},
    {"growing with the truth", [](Stream& s, double y) { return 0.7 * normal(s) * std::abs(y); }},
    {"one in 20 is large", [](Stream& s, double) { return normal(s) * (uniform(s) < 0.05 ? 3.0 : 0.7); }},
};
constexpr double scales[] = {0.3, 0.7, 1.1}; ///< of the errors
constexpr std::size_t numbers_of_rows[] = {25, 80, 300};

/// Independent rows, or clusters of 8 whose errors share half of their variance.
struct World {
    std::string name;
    Truths truth;
    Errors error;
    double scale;
    std::size_t units;
    std::size_t size;
};

std::vector<World> worlds()
{
    std::vector<World> all;
    for (const auto& truth : truths)
        for (const auto& error : errors)
            for (const double scale : scales) {
                const auto name = "truths " + truth.name + ", errors " + error.name + ", scale " +
                                  std::to_string(scale).substr(0, 3);
                for (const std::size_t rows : numbers_of_rows)
                    all.push_back(
                        {name + ", " + std::to_string(rows) + " rows", truth, error, scale, rows, 1});
                for (const std::size_t clusters : {10u, 30u})
                    all.push_back({name + ", " + std::to_string(clusters) + " clusters", truth, error, scale,
                                   clusters, 8});
            }
    return all;
}

TestRows drawn(const World& world, std::size_t units, Stream& stream)
{
    TestRows rows;
    for (std::uint32_t u = 0; u < units; ++u) {
        const double shared = world.truth.draw(stream);
        const double common = world.error.draw(stream, shared);
        for (std::size_t i = 0; i < world.size; ++i) {
            const double y = world.size == 1 ? shared : 0.5 * (shared + world.truth.draw(stream));
            const double error =
                world.size == 1 ? common : std::sqrt(0.5) * (common + world.error.draw(stream, y));
            rows.add_number(y, y + world.scale * error, u);
        }
    }
    return rows;
}

void judge(const World& world, std::size_t data_sets, std::uint64_t number)
{
    const auto m = make_measure(Spec("r2"), false);
    Stream population(seed, Purpose::generation, data_sets, number);
    const auto many = drawn(world, 2'000'000 / world.size, population);
    print_covered(m,
                  {.design = world.size > 1 ? "explained shares of clusters" : "explained shares",
                   .name = world.name,
                   .truth = evaluate(m, many.view()).number(),
                   .clustered = world.size > 1,
                   .draw =
                       [&](std::size_t r) {
                           Stream stream(seed, Purpose::generation, r, number);
                           return drawn(world, world.units, stream);
                       }},
                  data_sets, {"auto", "bca"});
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 500);
    print_head();
    std::uint64_t number = 0;
    for (const auto& world : worlds()) judge(world, data_sets, ++number);
    return 0;
}
