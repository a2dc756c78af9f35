// How often bounds from data fail, where the true error is known. Prints the tables of docs/VALIDITY.md, and
// fails if one fails more often than delta and three standard errors of so many draws.
//
//   bound_failures [draws] [delta]
#include "simulations/bound_world.hpp"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using namespace unseen;
using namespace unseen::test;

/// The cases by draw number, on all cores; a draw depends on its number alone.
std::vector<Failures> simulate(const BoundWorld& world, const std::string& learner_spec, double delta,
                               std::uint64_t draws)
{
    const auto cases = bound_cases();
    const auto n_threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::vector<Failures>> parts(n_threads, std::vector<Failures>(cases.size()));
    std::atomic<std::uint64_t> next = 0;
    {
        std::vector<std::jthread> threads;
        for (unsigned t = 0; t < n_threads; ++t)
            threads.emplace_back([&, t] {
                const auto learner = make_learner(Spec::parse(learner_spec), ResponseType::classes);
                for (auto i = next++; i < draws; i = next++)
                    try_bounds(world, *learner, cases, delta, i + 1, parts[t]);
            });
    }
    std::vector<Failures> sum(cases.size());
    for (const auto& part : parts)
        for (std::size_t i = 0; i < cases.size(); ++i) {
            sum[i].upper += part[i].upper;
            sum[i].lower += part[i].lower;
            sum[i].both += part[i].both;
            sum[i].slack += part[i].slack;
        }
    return sum;
}

} // namespace

int main(int argc, char** argv)
{
    const auto draws = static_cast<std::uint64_t>(argc > 1 ? std::atof(argv[1]) : 1e3);
    const double delta = argc > 2 ? std::atof(argv[2]) : 0.1;
    const double n = static_cast<double>(draws);
    const double most = delta + 3.0 * std::sqrt(delta * (1.0 - delta) / n);
    const auto cases = bound_cases();
    const std::vector<std::string> learners = {"majority", "knn:k=3", "tree:criterion=gini"};
    bool holds = true;
    std::printf("%llu draws, delta %g: at most %.4f is allowed\n", static_cast<unsigned long long>(draws),
                delta, most);
    std::printf("| bound | learner | upper fails | lower fails | two-sided fails | mean upper - truth |\n"
                "| --- | --- | ---: | ---: | ---: | ---: |\n");
    for (const auto& learner : learners) {
        const auto failures = simulate({}, learner, delta, draws);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const auto& f = failures[i];
            const auto share = [&](std::uint64_t count) { return static_cast<double>(count) / n; };
            std::printf("| %s | %s | %.4f | %.4f | %.4f | %.3f |\n", cases[i].spec.c_str(), learner.c_str(),
                        share(f.upper), share(f.lower), share(f.both), f.slack / n);
            for (const auto count : {f.upper, f.lower, f.both}) holds = holds && share(count) <= most;
        }
    }
    std::puts(holds ? "all hold" : "A BOUND FAILS TOO OFTEN");
    return holds ? 0 : 1;
}
