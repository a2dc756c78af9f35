// random-forest: trees on bootstrap samples of the training rows, which try some randomly drawn features at
// each node (Breiman 2001, Mach. Learn. 45:5).
//
//  - Tree b = 0, 1, ... trains on n rows drawn with replacement from the n rows of the training multiset, as
//    in bagging.cpp (with their weights, and groups together), by the rules of CART (tree_learner.cpp)
//    without pruning: Gini for classes, squared error for numbers.
// - A node draws `features` of the features without replacement, by the stream (first word of (seed, learner,
//   b), learner). Constant features count; if all drawn ones are constant, more are drawn until one is not.
//    Among the drawn ones the best split is taken; ties go to the one drawn first. features not given: the
//    root of their number for classes, a third of it for numbers, rounded down, at least 1.
// - Classes: the mean of the trees' class shares, and the class with the largest share (ties: smallest code).
//   Numbers: the mean of the trees. - Stops after `patience` trees without a smaller out-of-bag error, and
//   keeps all trees. - Complexity: the number of trees, the means of their complexities, and the out-of-bag
//   error, in which each training row is predicted by the trees that did not draw it.
#include "base/spec_keys.hpp"
#include "learn/early_end.hpp"
#include "learn/ensemble/ensemble.hpp"
#include "learn/tree/grow.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>

namespace unseen {

namespace tree {

namespace {

class ForestModel final : public Model {
public:
    ForestModel(const Dataset& training, std::vector<Tree> trees, std::uint32_t sampled, Figures out_of_bag)
        : training_(training),
          trees_(std::move(trees)),
          sampled_(sampled),
          out_of_bag_(std::move(out_of_bag))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Votes votes(rows.size(), training_.classes().size(), true);
        for (const auto& tree : trees_) votes.add(tree::predict(tree, training_, data, rows));
        auto p = std::move(votes).result();
        p.complexity.insert(p.complexity.end(), out_of_bag_.begin(), out_of_bag_.end());
        return p;
    }
    std::string text() const override
    {
        auto text = std::to_string(trees_.size()) + " trees, which try " + std::to_string(sampled_) + " of " +
                    std::to_string(training_.features().size()) + " features at each node\n";
        for (const auto& [name, figure] : out_of_bag_) text += name + " " + shortest(figure) + "\n";
        return text;
    }
    /// Those of the trees, each with the same part.
    std::vector<double> importances() const override
    {
        std::vector<double> sums(training_.features().size(), 0.0);
        for (const auto& tree : trees_) {
            const auto own = shares_of(decreases_of(tree, sums.size()));
            for (std::size_t f = 0; f < sums.size(); ++f) sums[f] += own[f];
        }
        return shares_of(std::move(sums));
    }

private:
    Dataset training_;
    std::vector<Tree> trees_;
    std::uint32_t sampled_;
    Figures out_of_bag_;
};

/// Memory: 12 bytes for each labelled row and numeric feature.
class ForestPrepared final : public Prepared {
public:
    ForestPrepared(const Dataset& given, std::span<const Spec> variants)
        : Prepared(given),
          presorted_(presort(data(), {.ranks = true}))
    {
        const auto features = static_cast<double>(data().features().size());
        const bool classes = data().response_type() == ResponseType::classes;
        for (const auto& spec : variants) {
            Growing growing{.criterion = classes ? Criterion::gini : Criterion::mse,
                            .min_rows = spec.integer("min_rows")};
            if (!spec.empty("max_depth"))
                growing.max_depth = static_cast<std::uint32_t>(spec.integer("max_depth"));
            growing.sampled = spec.empty("features")
                                  ? static_cast<std::uint32_t>(
                                        std::max(1.0, classes ? std::sqrt(features) : features / 3.0))
                                  : static_cast<std::uint32_t>(spec.integer("features"));
            variants_.push_back(
                {static_cast<std::uint64_t>(spec.integer("size")), growing, patience_of(spec)});
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        std::vector<Tree> trees;
        auto out_of_bag = grown(task, variant, [&](const Tree& tree) { trees.push_back(tree); });
        return std::make_unique<ForestModel>(data(), std::move(trees), variants_[variant].growing.sampled,
                                             std::move(out_of_bag));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            Votes votes(task.predict.size(), data().classes().size(), true);
            const auto out_of_bag = grown(task, variant, [&](const Tree& tree) {
                votes.add(tree::predict(tree, data(), data(), task.predict));
            });
            all.push_back(std::move(votes).result());
            all.back().complexity.insert(all.back().complexity.end(), out_of_bag.begin(), out_of_bag.end());
        }
        return all;
    }

private:
    struct Variant {
        std::uint64_t size;
        Growing growing;
        std::optional<EarlyEnd> end;
    };

    /// Calls take(tree) for each tree, and returns the out-of-bag error.
    template <class Take>
    Figures grown(const Task& task, std::size_t variant, Take&& take) const
    {
        auto [size, growing, end] = variants_.at(variant);
        const auto rows = drawable_rows(data(), task.train, true, "random-forest");
        const Bootstrap samples(data(), rows, task.train.universe(), task.seed);
        LeftOut out_of_bag(data(), rows, true);
        auto scratch = pool_.take();
        RowSetStorage storage;
        for (std::uint64_t b = 0; b < size; ++b) {
            const auto counts = samples.counts(b);
            task.progress(b, size);
            grow(presorted_, growing, storage.from_counts(counts), task.stop, *scratch,
                 Stream(task.seed, Purpose::learner, b).next());
            take(scratch->tree);
            out_of_bag.add(tree::predict(scratch->tree, data(), data(), out_of_bag.left_out_of(counts)));
            if (end && ends(*end, b + 1, out_of_bag)) break;
        }
        pool_.give_back(std::move(scratch));
        return out_of_bag.figure();
    }

    Presorted presorted_;
    std::vector<Variant> variants_;
    mutable ScratchPool<Scratch> pool_;
};

/// Throws InputError if a node is to try more features than there are.
void check_features(const Spec& spec, const Dataset& data)
{
    if (spec.empty("features")) return;
    require(spec.integer("features") <= static_cast<std::int64_t>(data.features().size()),
            "'random-forest': features=" + spec.text("features") + " and the data have " +
                std::to_string(data.features().size()) + "; expected at most that");
}

} // namespace

} // namespace tree

LearnerEntry random_forest_entry()
{
    SpecKey min_rows =
        integer_key("min_rows", "1",
                    "smallest number of training rows in a leaf; larger: smaller trees and faster", 1, 1e308);
    min_rows.fallback_for_numbers = "5";
    return {
        .info = {.name = "random-forest",
                 .help = "trains trees on bootstrap samples of the training rows, which try some "
                         "features at each node; they vote by "
                         "their class shares",
                 .keys = {integer_key("size", "100", "number of trees; more do no harm, but take time", 1,
                                      1e6),
                          integer_key("features", "",
                                      "features tried at each node; empty: the root of their number, for "
                                      "numbers a third of it; "
                                      "more if most say nothing",
                                      1, 1e9),
                          min_rows,
                          integer_key("max_depth", "", "most splits from the root to a leaf; empty: no limit",
                                      1, 1e9),
                          patience_key("trees")},
                 .aliases = {"forest"}},
        .traits = {.stochastic = true, .weights = true, .groups = true, .importances = true, .version = 2},
        .prepare = [](const Dataset& data, std::span<const Spec> variants,
                      const Budget&) { return std::make_unique<tree::ForestPrepared>(data, variants); },
        .check_data = tree::check_features};
}

} // namespace unseen
