// Tests that bounds from data hold where the true error is known. tests/simulations/bound_failures does the
// same with many more draws.
#include "simulations/bound_world.hpp"

#include "unseen/bound/test_set.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

using namespace test;

double allowed(double delta, std::uint64_t draws)
{
    return delta + 3.0 * std::sqrt(delta * (1.0 - delta) / static_cast<double>(draws));
}

TEST(DataBounds, FailAtMostAsOftenAsTheySay)
{
    constexpr std::uint64_t draws = 60;
    constexpr double delta = 0.2;
    const auto cases = bound_cases();
    for (const std::string spec : {"majority", "knn:k=3", "tree"}) {
        const auto learner = make_learner(Spec::parse(spec), ResponseType::classes);
        std::vector<Failures> failures(cases.size());
        for (std::uint64_t i = 0; i < draws; ++i) try_bounds({}, *learner, cases, delta, i + 1, failures);
        for (std::size_t i = 0; i < cases.size(); ++i)
            for (const auto count : {failures[i].upper, failures[i].lower, failures[i].both})
                EXPECT_LE(static_cast<double>(count) / draws, allowed(delta, draws))
                    << spec << ' ' << cases[i].spec;
    }
}

/// On one point the majority's error is the noise, so that it can be put just above a limit which the bound
/// can take: there it fails as often as it may.
TEST(DataBounds, OnATestFileFailAsOftenAsTheySayJustAboveALimit)
{
    constexpr std::uint64_t draws = 2000;
    constexpr double delta = 0.2;
    BoundWorld world{.side = 1, .labelled = 20, .unlabelled = 1, .tested = 12};
    for (const std::uint64_t errors : {0u, 1u}) {
        world.noise = bound::test_set({errors, 12}, Delta(delta)).upper.number() * (1.0 + 1e-9);
        const auto majority = make_learner(Spec("majority"), ResponseType::classes);
        std::vector<Failures> failures(1);
        std::uint64_t used = 0;
        // With so much noise the majority of few rows may be the wrong class. Its error is then different;
        // the bound covers this as well, but it is not tested here.
        for (std::uint64_t i = 0; used < draws; ++i) {
            const auto data = world.draw(i + 1);
            const auto codes = data.class_codes().first(data.labelled());
            if (2 * std::count(codes.begin(), codes.end(), 1) >= 20) continue;
            ++used;
            try_bounds(world, *majority, {{"test", Bounded::deployed}}, delta, i + 1, failures);
        }
        EXPECT_NEAR(static_cast<double>(failures[0].upper) / draws, delta, allowed(delta, draws) - delta)
            << errors;
    }
}

} // namespace
} // namespace unseen
