// tree: classification and regression trees: C4.5 for criterion=gain-ratio, CART (Breiman, Friedman, Olshen &
// Stone 1984) for gini and mse.
//
// The rules of C4.5 are those of Release 8 (Quinlan 1993; 1996, JAIR 4:77) as WEKA's J48 applies them
// (tests/learn/c45_test.cpp compares the trees with J48's):
//  - A node is split if its rows weigh at least 2 * min_rows and are not all of one class. Of the tests whose
//    gain is at least the average of all usable ones, less 0.001, the one of the largest gain ratio is taken;
//    ties go to the first feature. Where no ratio is above 0 there is no split. Attributes with a category
//    for every third training row or more are left out of the average.
//  - A category has a branch for each declared label, and two of them need min_rows. A number has the
//    branches x <= cut and x > cut. Each side gets at least a tenth of the mean class, within min_rows and 25
//    rows. log2(possible cuts) / rows is subtracted from its gain. The cut is the largest value of the
//    training set up to the middle of the two neighbours.
//  - Missing cells: gains count for the share of known cells, missing ones are a further branch of the split
//    information, and a row without the cell goes to all branches in shares. At prediction, so do categories
//    without a declared label.
//  - A split whose leaves make as many training errors as itself is made a leaf, also with prune=none.
//    Pruning: c45_prune.cpp.
//  - Weights count as numbers of rows, except in the least number of rows for a cut and in the third above,
//    which count rows.
//  - A leaf predicts its class shares and the class of the largest (ties: smallest code); a branch without
//    training rows, its parent's.
//
// The rules of CART (tests/learn/tree_test.cpp compares the trees with those of a slow, independent program):
//  - A node is split if it has at least 2 * min_rows training rows (with multiplicity), its response is not
//    constant, and it is less than max_depth below the root. The split lowers the impurity most, and
//    strictly: gini maximises sum_side (sum_c n_c^2)/n_side, mse the decrease of the squared error. Each side
//    gets at least min_rows training rows whose cell is known.
//  - Numbers: x <= cut goes left, where the cut is the midpoint of neighbouring distinct values at the node.
//  - Categories: any subset goes left. For two classes or numbers the categories present are ordered by mean
//    response (share of class 1), ties by code, and cut: the best subset is among these (Breiman et al. 1984,
//    theorem 4.5). For more classes all subsets are tried in the order of their binary numbers (the category
//    of the smallest code counts 1), the last category on the right; where more than 10 categories are
//    present, the orders by the share of each class present (a heuristic).
// - Ties go to the first feature, then to the first cut. For gini they are exact; for mse, and for weights
//   that are not whole, decreases within 1e-9 of each other are ties. - A row of weight w counts as w rows,
//   also in min_rows; with min_rows=1 one row is enough, however small its weight. Rows of weight 0 do not
//   count. - Missing cells: a split is judged on the rows whose cell is known, and its decrease is counted
//   over them (not as a mean), so that rows
//    with a missing cell contribute nothing. They go to the side with more known training rows (ties: left),
//    and so do, at prediction,
//    categories without training rows at the node.
//  - A leaf predicts the class shares of its training rows and the most frequent class (ties: smallest code),
//    or their mean.
//  - prune=cost-complexity: prune.cpp, with alpha = cp times the root's risk. As in rpart the risk of classes
//    is the number of misclassified rows, whatever the criterion of the splits.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"
#include "learn/tree/c45_grow.hpp"
#include "learn/tree/c45_prune.hpp"
#include "learn/tree/grow.hpp"
#include "learn/tree/prune.hpp"

#include "unseen/base/error.hpp"

#include <optional>
#include <type_traits>

namespace unseen {

namespace tree {

Settings settings_of(const Spec& spec)
{
    const auto& criterion = spec.text("criterion");
    const auto& prune = spec.text("prune");
    Settings settings;
    settings.growing.criterion = criterion == "gain-ratio" ? Criterion::gain_ratio
                                 : criterion == "gini"     ? Criterion::gini
                                                           : Criterion::mse;
    settings.growing.min_rows = spec.integer("min_rows");
    if (!spec.empty("max_depth"))
        settings.growing.max_depth = static_cast<std::uint32_t>(spec.integer("max_depth"));
    settings.pruning = prune == "none"   ? Pruning::none
                       : prune == "c4.5" ? Pruning::c45
                                         : Pruning::cost_complexity;
    if (settings.pruning == Pruning::cost_complexity) settings.cp = spec.real("cp");
    if (settings.pruning == Pruning::c45) {
        settings.confidence = spec.real("cf");
        settings.raise = spec.flag("raise");
    }
    return settings;
}

namespace {

/// predict() of either kind of tree.
template <class AnyTree>
Predictions predictions_of(const AnyTree& tree, const Dataset& training, const Dataset& data,
                           std::span<const Row> rows)
{
    return predict(tree, training, data, rows);
}

template <class AnyTree>
class TreeModel final : public Model {
public:
    TreeModel(const Dataset& training, AnyTree tree) : training_(training), tree_(std::move(tree)) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return predictions_of(tree_, training_, data, rows);
    }
    std::string text() const override
    {
        if constexpr (std::is_same_v<AnyTree, c45::Tree>) return c45::text_of(tree_, training_);
        return {};
    }
    std::vector<double> importances() const override
    {
        return shares_of(decreases_of(tree_, training_.features().size()));
    }

private:
    Dataset training_;
    AnyTree tree_;
};

/// Memory: 8 bytes for each labelled row and numeric feature, and as much again for each simultaneous fit;
/// with gain-ratio also 30 bytes for each row. Every fit needs this, so the Budget has no effect.
class TreePrepared final : public Prepared {
public:
    TreePrepared(const Dataset& given, std::span<const Spec> variants)
        : Prepared(given),
          presorted_(presort(data())),
          shared_(data(), presorted_)
    {
        for (const auto& spec : variants) settings_.push_back(settings_of(spec));
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& settings = settings_.at(variant);
        std::unique_ptr<Model> model;
        with_grown(task, settings.growing,
                   [&](const auto& pruned_tree) { model = make_model(pruned_tree(settings)); });
        return model;
    }

    /// Variants with equal Growing share the grown tree and prune copies of it.
    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<std::optional<Predictions>> done(variants.size());
        for (std::size_t i = 0; i < variants.size(); ++i) {
            if (done[i]) continue;
            const auto& growing = settings_.at(variants[i]).growing;
            with_grown(task, growing, [&](const auto& pruned_tree) {
                for (std::size_t j = i; j < variants.size(); ++j) {
                    const auto& settings = settings_.at(variants[j]);
                    if (!done[j] && settings.growing == growing)
                        done[j] = predictions_of(pruned_tree(settings), data(), data(), task.predict);
                }
            });
        }
        std::vector<Predictions> all;
        for (auto& predictions : done) all.push_back(std::move(*predictions));
        return all;
    }

private:
    template <class AnyTree>
    std::unique_ptr<Model> make_model(AnyTree&& tree) const
    {
        return std::make_unique<TreeModel<std::remove_cvref_t<AnyTree>>>(data(), std::forward<AnyTree>(tree));
    }

    /// Grows a tree and calls use(pruned_tree), where pruned_tree(settings) is the tree pruned.
    template <class Use>
    void with_grown(const Task& task, const Growing& growing, Use use) const
    {
        if (growing.criterion == Criterion::gain_ratio) {
            auto scratch = c45_pool_.take();
            c45::RowLists rows(shared_, task.train);
            const auto tree = c45::grow(shared_, growing, rows, task.stop, *scratch);
            c45_pool_.give_back(std::move(scratch));
            use([&](const Settings& settings) { return c45::pruned(tree, settings, rows); });
        } else {
            auto scratch = pool_.take();
            grow(presorted_, growing, task.train, task.stop, *scratch);
            use([&](const Settings& settings) { return pruned(scratch->tree, settings); });
            pool_.give_back(std::move(scratch));
        }
    }

    Presorted presorted_;
    c45::Shared shared_;
    std::vector<Settings> settings_;
    mutable ScratchPool<Scratch> pool_;
    mutable ScratchPool<c45::Scratch> c45_pool_;
};

/// Throws InputError if the criterion is not for this response, or is combined with the pruning of another
/// criterion.
void check(const Spec& spec, ResponseType response)
{
    const auto& criterion = spec.text("criterion");
    const auto& prune = spec.text("prune");
    const bool numbers = response == ResponseType::numbers;
    require(
        (criterion == "mse") == numbers,
        "learner 'tree': criterion=" + criterion + " is for " + (numbers ? "classes" : "numbers") +
            ", but the target holds " +
            (numbers ? "numbers; expected criterion=mse" : "classes; expected criterion=gain-ratio or gini"));
    const bool c45 = criterion == "gain-ratio";
    require(prune == "none" || (prune == "c4.5") == c45,
            "learner 'tree': prune=" + prune + " is not for criterion=" + criterion +
                "; expected prune=" + (c45 ? "c4.5" : "cost-complexity") + " or none");
}

} // namespace

} // namespace tree

LearnerEntry tree_entry()
{
    SpecKey criterion = choice_key("criterion", "gain-ratio",
                                   "what a split is chosen by: for classes gain-ratio (C4.5: a branch for "
                                   "each category, missing cells by shares) or "
                                   "gini (CART: two branches), for numbers mse (squared error)",
                                   {"gain-ratio", "gini", "mse"});
    criterion.fallback_for_numbers = "mse";
    SpecKey prune = choice_key(
        "prune", "c4.5",
        "how the grown tree is pruned: c4.5 (with gain-ratio), cost-complexity (with gini and mse) or none",
        {"c4.5", "cost-complexity", "none"});
    prune.governor = "criterion";
    prune.fallbacks = {{"gain-ratio", "c4.5"}, {"gini", "cost-complexity"}, {"mse", "cost-complexity"}};
    SpecKey cf = real_key("cf", "0.25", "confidence factor of prune=c4.5; smaller: smaller trees", 1e-6, 1.0);
    cf.governor = "prune";
    cf.fallbacks = {{"c4.5", "0.25"}};
    SpecKey raise = flag_key("raise", "yes",
                             "with prune=c4.5, replace a split by its largest branch where that is no worse");
    raise.governor = "prune";
    raise.fallbacks = {{"c4.5", "yes"}};
    SpecKey cp =
        real_key("cp", "0.01",
                 "cost of a leaf as a share of the risk of the root, as in rpart; for prune=cost-complexity",
                 0.0, 1e308);
    cp.governor = "prune";
    cp.fallbacks = {{"cost-complexity", "0.01"}};
    return {.info = {.name = "tree",
                     .help = "classification and regression trees (C4.5 and CART)",
                     .keys = {criterion, prune, cf, raise, cp,
                              integer_key("min_rows", "2",
                                          "smallest number of training rows in a leaf; with gain-ratio, in "
                                          "two branches of a split",
                                          1, 1e308),
                              integer_key("max_depth", "",
                                          "most splits from the root to a leaf; empty: no limit", 1, 1e9)}},
            .traits = {.classes = true,
                       .numbers = true,
                       .scores = true,
                       .weights = true,
                       .importances = true,
                       .version = 3},
            .prepare = [](const Dataset& data, std::span<const Spec> variants,
                          const Budget&) { return std::make_unique<tree::TreePrepared>(data, variants); },
            .check = tree::check};
}

} // namespace unseen
