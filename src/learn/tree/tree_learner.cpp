// tree: classification and regression trees (Breiman, Friedman, Olshen & Stone 1984).
//
// The rules (tests/learn/tree_test.cpp compares the trees with those of a slow, independent program):
//  - A node is split if it has at least 2 * min_rows training rows (with multiplicity), its response is not constant, and it is less
//    than max_depth below the root. The split lowers the impurity most, and strictly: gini maximises sum_side (sum_c n_c^2)/n_side, mse the
//    decrease of the squared error. Each side gets at least min_rows training rows whose cell is known.
//  - Numbers: x <= cut goes left, where the cut is the midpoint of neighbouring distinct values at the node.
//  - Categories: any subset goes left. For two classes or numbers the categories present are ordered by mean response (share of class
//    1), ties by code, and cut: the best subset is among these (Breiman et al. 1984, theorem 4.5). For more classes all subsets are
//    tried in the order of their binary numbers (the category of the smallest code counts 1), the last category on the right; where more than
//    10 categories are present, the orders by the share of each class present (a heuristic).
//  - Ties go to the first feature, then to the first cut. For gini they are exact; for mse decreases within 1e-9 of each other are ties.
//  - Missing cells: a split is judged on the rows whose cell is known, and its decrease is counted over them (not as a mean), so that rows
//    with a missing cell contribute nothing. They go to the side with more known training rows (ties: left), and so do, at prediction,
//    categories without training rows at the node.
//  - A leaf predicts the class shares of its training rows and the most frequent class (ties: smallest code), or their mean.
//  - prune=cost-complexity: prune.cpp, with alpha = cp times the root's risk. As in rpart the risk of classes is the number of
//    misclassified rows, whatever the criterion of the splits.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"
#include "learn/tree/grow.hpp"
#include "learn/tree/prune.hpp"

#include "unseen/base/error.hpp"

#include <optional>

namespace unseen {

namespace tree {

Settings settings_of(const Spec& spec)
{
    Settings settings;
    settings.growing.criterion = spec.text("criterion") == "mse" ? Criterion::mse : Criterion::gini;
    settings.growing.min_rows = spec.integer("min_rows");
    if (!spec.empty("max_depth")) settings.growing.max_depth = static_cast<std::uint32_t>(spec.integer("max_depth"));
    settings.pruning = spec.text("prune") == "none" ? Pruning::none : Pruning::cost_complexity;
    settings.cp = spec.real("cp");
    return settings;
}

namespace {

class TreeModel final : public Model {
public:
    TreeModel(const Dataset& training, Tree tree) : training_(training), tree_(std::move(tree)) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return tree::predict(tree_, training_, data, rows);
    }

private:
    Dataset training_;
    Tree tree_;
};

/// Memory: 8 bytes for each labelled row and numeric feature, and as much again for each simultaneous fit. Every fit needs this, so the
/// Budget has no effect.
class TreePrepared final : public Prepared {
public:
    TreePrepared(const Dataset& given, std::span<const Spec> variants) : Prepared(given), presorted_(presort(data()))
    {
        const bool numbers = data().response_type() == ResponseType::numbers;
        for (const auto& spec : variants) {
            settings_.push_back(settings_of(spec));
            require((settings_.back().growing.criterion == Criterion::mse) == numbers,
                    "learner 'tree': criterion=" + spec.text("criterion") + " is for " + (numbers ? "classes" : "numbers") +
                        ", but the target holds " +
                        (numbers ? "numbers; expected criterion=mse" : "classes; expected criterion=gini"));
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& settings = settings_.at(variant);
        auto scratch = pool_.take();
        grow(presorted_, settings.growing, task.train, task.stop, *scratch);
        auto model = std::make_unique<TreeModel>(data(), pruned(scratch->tree, settings));
        pool_.give_back(std::move(scratch));
        return model;
    }

    /// Variants with equal Growing share the grown tree and prune copies of it.
    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<std::optional<Predictions>> done(variants.size());
        auto scratch = pool_.take();
        for (std::size_t i = 0; i < variants.size(); ++i) {
            if (done[i]) continue;
            const auto& growing = settings_.at(variants[i]).growing;
            grow(presorted_, growing, task.train, task.stop, *scratch);
            for (std::size_t j = i; j < variants.size(); ++j) {
                const auto& settings = settings_.at(variants[j]);
                if (done[j] || settings.growing != growing) continue;
                done[j] = settings.pruning == Pruning::none
                              ? predict(scratch->tree, data(), data(), task.predict)
                              : predict(pruned(scratch->tree, settings), data(), data(), task.predict);
            }
        }
        pool_.give_back(std::move(scratch));
        std::vector<Predictions> all;
        for (auto& predictions : done) all.push_back(std::move(*predictions));
        return all;
    }

private:
    Presorted presorted_;
    std::vector<Settings> settings_;
    mutable ScratchPool pool_;
};

} // namespace

} // namespace tree

LearnerEntry tree_entry()
{
    using Kind = SpecKey::Kind;
    return {.info = {.name = "tree",
                     .help = "classification and regression trees (CART)",
                     .keys = {{.name = "criterion",
                               .kind = Kind::choice,
                               .fallback = "gini",
                               .help = "impurity that a split decreases: gini for classes, mse (squared error) for numbers",
                               .choices = {"gini", "mse"},
                               .fallback_for_numbers = "mse"},
                              choice_key("prune", "cost-complexity", "how the grown tree is pruned: cost-complexity or none",
                                         {"cost-complexity", "none"}),
                              {.name = "cp",
                               .kind = Kind::real,
                               .fallback = "0.01",
                               .help = "cost of a leaf as a share of the risk of the root, as in rpart; for cost-complexity",
                               .lowest = 0.0},
                              {.name = "min_rows",
                               .kind = Kind::integer,
                               .fallback = "2",
                               .help = "smallest number of training rows in a leaf",
                               .lowest = 1},
                              integer_key("max_depth", "", "most splits from the root to a leaf; empty: no limit", 1, 1e9)}},
            .traits = {.classes = true, .numbers = true, .scores = true},
            .prepare = [](const Dataset& data, std::span<const Spec> variants, const Budget&) {
                return std::make_unique<tree::TreePrepared>(data, variants);
            }};
}

} // namespace unseen
