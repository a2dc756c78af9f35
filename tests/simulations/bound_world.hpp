// A world whose true errors are sums: points of a grid, each with a probability of the second class. Data
// sets are drawn from it, and data bounds are compared with the true error of the classifier that they are
// about.
#pragma once

#include "unseen/estimate/data_bound.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace unseen::test {

/// side x side points, equally likely; P(second class) is high or low by the side of a diagonal, and `noise`
/// away from certain.
struct BoundWorld {
    std::size_t side = 4;
    double noise = 0.2;
    Row labelled = 60;
    Row unlabelled = 40;
    Row tested = 30; ///< rows of the test file

    std::size_t points() const { return side * side; }
    double second(std::size_t point) const
    {
        return (point / side) + 2 * (point % side) > side ? 1.0 - noise : noise;
    }

    /// Labelled rows, then the unlabelled ones, then every point of the grid once, without labels; and the
    /// test rows.
    Dataset draw(std::uint64_t seed) const
    {
        Stream random(seed, Purpose::generation);
        const auto table = [&](Row rows, bool whole_grid) {
            NumericColumn a;
            NumericColumn b;
            CodedColumn y{.labels = Labels({"no", "yes"}), .codes = {}};
            const auto add = [&](std::size_t point) {
                a.values.push_back(static_cast<double>(point / side));
                b.values.push_back(static_cast<double>(point % side));
                y.codes.push_back(random.uniform() < second(point) ? 1 : 0);
            };
            for (Row r = 0; r < rows; ++r) add(static_cast<std::size_t>(random.below(points())));
            for (std::size_t p = 0; whole_grid && p < points(); ++p) add(p);
            return Table{.source = "drawn",
                         .columns = {{"a", std::move(a)}, {"b", std::move(b)}, {"y", std::move(y)}},
                         .declared_types = true};
        };
        const Table main = table(labelled, false);
        const Table other = table(unlabelled, true);
        const Table file = table(tested, false);
        return Dataset::make(main, {}, &file, &other);
    }

    /// The probability that this label of each point is wrong.
    double error(std::span<const std::uint32_t> labels) const
    {
        double sum = 0.0;
        for (std::size_t p = 0; p < points(); ++p) sum += labels[p] == 1 ? 1.0 - second(p) : second(p);
        return sum / static_cast<double>(points());
    }
};

/// The classifier whose true error a data bound is about.
enum class Bounded { members, deployed, vote };

struct BoundCase {
    std::string spec;
    Bounded about;
};

/// Every data bound of the table, and its forms that hold without approximation.
inline std::vector<BoundCase> bound_cases()
{
    return {{"r-test", Bounded::members},
            {"r-cv:folds=5", Bounded::members},
            {"r-cv:folds=5,form=hoeffding", Bounded::members},
            {"r-cv:folds=5,form=kl", Bounded::members},
            {"r-bag:samples=5", Bounded::members},
            {"s-test", Bounded::deployed},
            {"s-cv:folds=5", Bounded::deployed},
            {"s-cv:folds=5,disagreement=sampled", Bounded::deployed},
            {"s-cv:folds=5,disagreement=median", Bounded::deployed},
            {"s-cv:folds=5,disagreement=gaffke", Bounded::deployed},
            {"s-cv:folds=5,disagreement=expected_kl", Bounded::deployed},
            {"s-cv:folds=5,disagreement=expected_bentkus", Bounded::deployed},
            {"s-cv:folds=5,disagreement=per_member", Bounded::deployed},
            {"s-bag:samples=5", Bounded::deployed},
            {"vote:folds=5", Bounded::vote},
            {"vote:folds=5,form=expected", Bounded::vote},
            {"progressive", Bounded::members},
            {"progressive:form=fixed_lambda,lambda=1", Bounded::members},
            {"progressive:form=kl_union", Bounded::members},
            {"test", Bounded::deployed}};
}

/// How often each side failed, by draws of the data.
struct Failures {
    std::uint64_t upper = 0;
    std::uint64_t lower = 0;
    std::uint64_t both = 0; ///< the two-sided limits
    double slack = 0.0;     ///< sum over draws of upper limit - true error
};

/// Labels of the grid's points, split by split.
class GridLabels final : public Sink {
public:
    void take(const SplitInfo& split, const PredictionView& view) override
    {
        labels.emplace_back(view.label.begin(), view.label.end());
        test_rows.push_back(split.test_rows);
    }
    void take(const SplitInfo&, const Failure&) override {}
    std::vector<std::vector<std::uint32_t>> labels;
    std::vector<std::uint64_t> test_rows;
};

/// Draws a data set, computes every bound in one run, as `unseen estimate --bound` does, and adds up which of
/// them failed.
inline void try_bounds(const BoundWorld& world, const Learner& learner, const std::vector<BoundCase>& cases,
                       double delta, std::uint64_t seed, std::vector<Failures>& failures)
{
    const Dataset data = world.draw(seed);
    const auto others = data.unlabelled();
    const std::vector<Row> unlabelled(others.begin(), others.begin() + world.unlabelled);
    const std::vector<Row> grid(others.begin() + world.unlabelled, others.end());

    std::vector<RunRequest> requests;
    std::vector<std::unique_ptr<Reduction>> reductions;
    std::vector<GridLabels> members(cases.size());
    GridLabels deployed;
    std::vector<std::vector<Sink*>> sinks(1);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto estimator =
            make_data_bound(resolve_bound(Spec::parse(cases[i].spec), ResponseType::classes));
        std::vector<Design> designs;
        const auto first = requests.size();
        for (const auto& request : estimator.requests) {
            requests.push_back({make_plan(request.plan, data, seed), request.rows, {}});
            if (request.rows == PredictedRows::unlabelled) requests.back().unlabelled = unlabelled;
            designs.push_back(requests.back().plan.design());
        }
        reductions.push_back(
            estimator.reduction({.measures = {}, .seed = seed, .delta = Delta(delta)}, designs));
        for (std::size_t r = 0; r < designs.size(); ++r) sinks[0].push_back(&reductions.back()->sink(r));
        requests.push_back({requests[first].plan, PredictedRows::unlabelled, grid});
        sinks[0].push_back(&members[i]);
    }
    requests.push_back({make_plan(Spec("resubstitution"), data, seed), PredictedRows::unlabelled, grid});
    sinks[0].push_back(&deployed);
    const std::vector<const Learner*> learners = {&learner};
    run(data, learners, requests, sinks, {.seed = seed, .threads = 1});

    for (std::size_t i = 0; i < cases.size(); ++i) {
        double truth = world.error(deployed.labels[0]);
        if (cases[i].about == Bounded::members) {
            double sum = 0.0;
            double rows = 0.0;
            const bool by_rows = Spec::parse(cases[i].spec).name() == "progressive"; // one model a test row
            for (std::size_t m = 0; m < members[i].labels.size(); ++m) {
                const double weight = by_rows ? static_cast<double>(members[i].test_rows[m]) : 1.0;
                sum += weight * world.error(members[i].labels[m]);
                rows += weight;
            }
            truth = sum / rows;
        } else if (cases[i].about == Bounded::vote) {
            std::vector<std::uint32_t> vote;
            for (std::size_t p = 0; p < world.points(); ++p) {
                std::map<std::uint32_t, int> votes;
                for (const auto& labels : members[i].labels) ++votes[labels[p]];
                vote.push_back(std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) {
                                   return a.second < b.second;
                               })->first);
            }
            truth = world.error(vote);
        }
        const auto bound = reductions[i]->finish().at(0).bound.value().bound;
        auto& f = failures[i];
        const bool above = bound.upper.number() < truth;
        const bool below = bound.lower && bound.lower.number() > truth;
        f.upper += above ? 1 : 0;
        f.lower += below ? 1 : 0;
        f.both += bound.two_sided.upper.number() < truth ||
                          (bound.two_sided.lower && bound.two_sided.lower.number() > truth)
                      ? 1
                      : 0;
        f.slack += bound.upper.number() - truth;
    }
}

} // namespace unseen::test
