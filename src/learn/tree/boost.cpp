// ls-boost: each tree is fitted to the residuals of the trees before it (Friedman 2001, Ann. Stat. 29:1189:
// LS_Boost, LAD_TreeBoost, L_K-TreeBoost or MART).
//
// - The rows are those of the training multiset, each as often as it counts times its weight, without rows of
//   weight 0. The trees are regression trees of CART (tree_learner.cpp) without pruning, at most max_depth
//   deep. F is the sum so far; each
//    round adds eta times a tree.
//  - loss=squared: F_0 = the mean; the tree is fitted to the residuals y - F, and a leaf has their mean.
//  - loss=lad: F_0 = the median (of an even count, the mean of the middle two); the tree is fitted to the
//    signs of the residuals, and a leaf has the median of its residuals.
//  - loss=softmax, for classes: K classes have training rows; F_0k = the logarithm of the share of class k,
//    p_k = exp(F_k) / sum_c exp(F_c). Each round fits a tree for each class to r = [y = k] - p_k; a leaf has
//    (K - 1) / K * sum r / sum |r| (1 - |r|). For two classes the second tree is the first with the opposite
//    sign, and is not grown.
// - validation > 0: that share of the distinct training rows, drawn by the stream (seed, splits), rounded and
//   at least one row, is set aside; with groups, whole groups are, until there are enough rows, but never all
//   groups. After each round their loss is computed (mean squared or absolute error, mean of -ln p of the
//   class). Stops after `patience` rounds without a smaller loss, and drops these rounds.
//  - Complexity: rounds, trees, and the mean number of leaves of a tree.
#include "base/spec_keys.hpp"
#include "learn/early_end.hpp"
#include "learn/entry.hpp"
#include "learn/tree/cells.hpp"
#include "learn/tree/grow.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace unseen {

namespace tree {

namespace {

enum class Loss { squared, lad, softmax };

/// A value that counts as `weight` others, > 0.
struct Weighted {
    double value;
    double weight;
};

/// For an even count, or if half of the weight ends between two values, the mean of the middle two.
double median(std::vector<Weighted> values)
{
    std::ranges::sort(values, {}, &Weighted::value);
    double half = 0.0;
    for (const auto& each : values) half += each.weight / 2;
    auto at = values.begin();
    double below = at->weight;
    for (; below < half && at + 1 != values.end(); below += at->weight) ++at;
    return below == half && at + 1 != values.end() ? at->value / 2 + (at + 1)->value / 2 : at->value;
}

/// The sum of the trees. Tree t adds eta times its leaves to output t modulo the number of outputs.
struct Sum {
    std::vector<double> start; ///< F_0 of each output: one for numbers and for two classes, that of the
                               ///< second less that of the first
    std::vector<std::uint32_t> classes; ///< that have training rows, ascending; empty for numbers
    std::vector<Tree> trees;            ///< Tree::values has the contributions of the leaves, including eta

    std::size_t outputs() const { return start.size(); }

    /// Adds the trees from `first` on to F, rows x outputs.
    void add(std::size_t first, const std::vector<Cells>& cells, std::span<const Row> rows,
             std::vector<double>& f) const
    {
        for (std::size_t t = first; t < trees.size(); ++t) {
            const auto leaves = leaves_of(trees[t], cells, rows);
            for (std::size_t i = 0; i < rows.size(); ++i)
                f[i * outputs() + t % outputs()] += trees[t].values[leaves[i]];
        }
    }

    std::vector<double> at_start(std::size_t rows) const
    {
        std::vector<double> f;
        for (std::size_t i = 0; i < rows; ++i) f.insert(f.end(), start.begin(), start.end());
        return f;
    }

    /// Probabilities of `classes`, from the outputs of a row.
    void probabilities(std::span<const double> f, std::span<double> p) const
    {
        if (p.size() == 1) {
            p[0] = 1.0;
            return;
        }
        const bool two = p.size() == 2;
        const double largest = two ? std::max(0.0, f[0]) : *std::ranges::max_element(f);
        double sum = 0.0;
        for (std::size_t k = 0; k < p.size(); ++k)
            sum += p[k] = std::exp((two ? (k == 0 ? 0.0 : f[0]) : f[k]) - largest);
        for (double& each : p) each /= sum;
    }
};

class BoostModel final : public Model {
public:
    BoostModel(const Dataset& training, Sum sum) : training_(training), sum_(std::move(sum)) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        auto f = sum_.at_start(rows.size());
        sum_.add(0, cells_of(training_, data), rows, f);
        Predictions p;
        double leaves = 0.0;
        for (const auto& tree : sum_.trees) leaves += static_cast<double>(tree.nodes.size() / 2 + 1);
        const auto trees = static_cast<double>(sum_.trees.size());
        p.complexity = {{"rounds", trees / static_cast<double>(std::max<std::size_t>(1, sum_.outputs()))},
                        {"trees", trees},
                        {"leaves", trees > 0.0 ? leaves / trees : 0.0}};
        if (sum_.classes.empty()) {
            p.value = std::move(f);
            return p;
        }
        const auto k = training_.classes().size();
        p.scores.assign(rows.size() * k, 0.0);
        std::vector<double> own(sum_.classes.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            sum_.probabilities(std::span(f).subspan(i * sum_.outputs(), sum_.outputs()), own);
            for (std::size_t c = 0; c < own.size(); ++c) p.scores[i * k + sum_.classes[c]] = own[c];
            p.label.push_back(
                sum_.classes[static_cast<std::size_t>(std::ranges::max_element(own) - own.begin())]);
        }
        return p;
    }

    /// The sums of the trees: of two classes the log odds of the second.
    std::vector<double> decisions(const Dataset& data, std::span<const Row> rows) const override
    {
        const auto k = training_.classes().size();
        if (sum_.classes.empty()) return {};
        auto f = sum_.at_start(rows.size());
        sum_.add(0, cells_of(training_, data), rows, f);
        if (k == 2 && sum_.outputs() == 1) return f;
        if (sum_.classes.size() == 1) return {};
        std::vector<double> all(rows.size() * k, -std::numeric_limits<double>::infinity());
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t o = 0; o < sum_.classes.size(); ++o) {
                const bool two = sum_.classes.size() == 2; // F is that of the second less that of the first
                all[i * k + sum_.classes[o]] = two ? (o == 0 ? 0.0 : f[i]) : f[i * sum_.outputs() + o];
            }
        return all;
    }
    std::vector<double> importances() const override
    {
        std::vector<double> sums(training_.features().size(), 0.0);
        for (const auto& tree : sum_.trees) {
            const auto own = decreases_of(tree, sums.size());
            for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += own[j];
        }
        return shares_of(std::move(sums));
    }

private:
    Dataset training_;
    Sum sum_;
};

/// One fit.
class Boosting {
public:
    Boosting(const Dataset& data, const Presorted& shared, const Spec& spec, const Task& task)
        : data_(data),
          spec_(spec),
          task_(task),
          loss_(spec.text("loss") == "squared" ? Loss::squared
                : spec.text("loss") == "lad"   ? Loss::lad
                                               : Loss::softmax),
          cells_(cells_of(data, data)),
          presorted_(shared)
    {
        task.train.for_each([&](Row r, std::uint32_t count) {
            const double weight = data.weights().empty() ? count : count * data.weights()[r];
            if (!(weight > 0.0)) return;
            rows_.push_back(r);
            times_.push_back(count);
            weights_.push_back(weight);
        });
        if (rows_.empty()) throw LearnerError("ls-boost: there are no training rows, or all have weight 0");
        presorted_.centre = 0.0;
        presorted_.centred.assign(presorted_.rows, 0.0);
        presorted_.responses = presorted_.centred;
    }

    Sum run(Scratch& scratch)
    {
        part_rows();
        begin();
        const Growing growing{.criterion = Criterion::mse,
                              .min_rows = spec_.integer("min_rows"),
                              .max_depth = static_cast<std::uint32_t>(spec_.integer("max_depth"))};
        const double eta = spec_.real("eta");
        const auto rounds = static_cast<std::size_t>(spec_.integer("size"));
        auto f = sum_.at_start(rows_.size());
        auto tested = sum_.at_start(aside_.size());
        EarlyEnd end{.patience = static_cast<std::size_t>(spec_.integer("patience"))};
        end.after(0, loss_aside(tested));
        RowSetStorage storage;
        std::vector<std::uint32_t> multiplicity(task_.train.universe(), 0);
        for (std::size_t i = 0; i < rows_.size(); ++i) multiplicity[rows_[i]] = times_[i];
        const auto train = storage.from_counts(multiplicity);
        for (std::size_t round = 0; round < rounds && sum_.outputs() > 0; ++round) {
            const auto before = sum_.trees.size();
            task_.progress(round, rounds);
            const auto residuals = gradients(f);
            for (std::size_t o = 0; o < sum_.outputs(); ++o) {
                for (std::size_t i = 0; i < rows_.size(); ++i) {
                    const double r = residuals[i * sum_.outputs() + o];
                    presorted_.centred[rows_[i]] =
                        loss_ == Loss::lad ? static_cast<double>((r > 0.0) - (r < 0.0)) : r;
                }
                grow(presorted_, growing, train, task_.stop, scratch);
                sum_.trees.push_back(scratch.tree);
                set_leaves(sum_.trees.back(), residuals, o, eta);
            }
            sum_.add(before, cells_, rows_, f);
            if (aside_.empty()) continue;
            sum_.add(before, cells_, aside_, tested);
            if (end.after(round + 1, loss_aside(tested))) break;
        }
        if (!aside_.empty()) sum_.trees.resize(end.best * sum_.outputs());
        return std::move(sum_);
    }

private:
    void part_rows()
    {
        const auto out = set_aside(data_, rows_, spec_.real("validation"), task_.seed, "ls-boost");
        std::vector<Row> rows;
        std::vector<std::uint32_t> times;
        std::vector<double> weights;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            (out[i] ? aside_ : rows).push_back(rows_[i]);
            (out[i] ? aside_weights_ : weights).push_back(weights_[i]);
            if (!out[i]) times.push_back(times_[i]);
        }
        rows_ = std::move(rows);
        times_ = std::move(times);
        weights_ = std::move(weights);
    }

    /// F_0.
    void begin()
    {
        if (loss_ == Loss::softmax) {
            std::vector<double> shares(data_.classes().size(), 0.0);
            double all = 0.0;
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                shares[class_of(rows_[i])] += weights_[i];
                all += weights_[i];
            }
            for (std::uint32_t c = 0; c < shares.size(); ++c)
                if (shares[c] > 0.0) sum_.classes.push_back(c);
            place_.assign(shares.size(), sum_.classes.size());
            for (std::size_t k = 0; k < sum_.classes.size(); ++k) place_[sum_.classes[k]] = k;
            if (sum_.classes.size() == 2)
                sum_.start = {std::log(shares[sum_.classes[1]] / shares[sum_.classes[0]])};
            for (const auto c : sum_.classes)
                if (sum_.classes.size() > 2) sum_.start.push_back(std::log(shares[c] / all));
            return;
        }
        std::vector<Weighted> y;
        double sum = 0.0;
        double all = 0.0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            y.push_back({data_.responses()[rows_[i]], weights_[i]});
            sum += weights_[i] * (y[i].value - y[0].value);
            all += weights_[i];
        }
        sum_.start = {loss_ == Loss::lad ? median(y) : y[0].value + sum / all};
    }

    std::size_t class_of(Row row) const { return static_cast<std::size_t>(data_.class_codes()[row]); }

    /// The residuals of the training rows, rows x outputs.
    std::vector<double> gradients(const std::vector<double>& f) const
    {
        const auto outputs = sum_.outputs();
        std::vector<double> left(f.size());
        std::vector<double> p(sum_.classes.size());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (loss_ != Loss::softmax) {
                left[i] = data_.responses()[rows_[i]] - f[i];
                continue;
            }
            sum_.probabilities(std::span(f).subspan(i * outputs, outputs), p);
            const auto own = place_[class_of(rows_[i])];
            for (std::size_t o = 0; o < outputs; ++o) {
                const auto k = outputs == 1 ? 1 : o;
                left[i * outputs + o] = (own == k ? 1.0 : 0.0) - p[k];
            }
        }
        return left;
    }

    /// Sets what the leaves of a tree add to output `o`.
    void set_leaves(Tree& tree, const std::vector<double>& residuals, std::size_t o, double eta) const
    {
        const auto leaves = leaves_of(tree, cells_, rows_);
        const auto outputs = sum_.outputs();
        std::vector<std::vector<Weighted>> residuals_of(loss_ == Loss::lad ? tree.nodes.size() : 0);
        std::vector<double> top(tree.nodes.size(), 0.0);
        std::vector<double> bottom(tree.nodes.size(), 0.0);
        for (std::size_t i = 0; i < rows_.size() && loss_ != Loss::squared; ++i) {
            const double r = residuals[i * outputs + o];
            const double size = std::abs(r);
            if (loss_ == Loss::lad) residuals_of[leaves[i]].push_back({r, weights_[i]});
            top[leaves[i]] += weights_[i] * r;
            bottom[leaves[i]] += weights_[i] * size * (1.0 - size);
        }
        // For two classes the single output is the difference of two outputs, each of which moves by half.
        const auto k = static_cast<double>(sum_.classes.size());
        const double factor = outputs == 1 ? 1.0 : (k - 1.0) / k;
        for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
            if (loss_ == Loss::lad && !residuals_of[n].empty())
                tree.values[n] = median(std::move(residuals_of[n]));
            if (loss_ == Loss::softmax)
                tree.values[n] = bottom[n] > 1e-150 ? factor * top[n] / bottom[n] : 0.0;
            tree.values[n] *= eta;
        }
    }

    double loss_aside(const std::vector<double>& f) const
    {
        const auto outputs = sum_.outputs();
        std::vector<double> p(sum_.classes.size());
        double sum = 0.0;
        for (std::size_t i = 0; i < aside_.size(); ++i) {
            if (loss_ == Loss::softmax) {
                sum_.probabilities(std::span(f).subspan(i * outputs, outputs), p);
                const auto k =
                    place_[class_of(aside_[i])]; // a class without training rows costs the same in each round
                sum -= k < p.size() ? aside_weights_[i] * std::log(std::max(p[k], 1e-300)) : 0.0;
            } else {
                const double left = data_.responses()[aside_[i]] - f[i];
                sum += aside_weights_[i] * (loss_ == Loss::lad ? std::abs(left) : left * left);
            }
        }
        return sum;
    }

    const Dataset& data_;
    const Spec& spec_;
    const Task& task_;
    Loss loss_;
    std::vector<Cells> cells_;
    Presorted presorted_; ///< of numbers; the responses are the values to fit
    std::vector<Row> rows_;
    std::vector<std::uint32_t> times_;
    std::vector<double> weights_; ///< times_ with the weights of the data
    std::vector<Row> aside_;
    std::vector<double> aside_weights_;
    std::vector<std::size_t> place_; ///< of each class in Sum::classes
    Sum sum_;
};

/// Memory: 8 bytes for each labelled row and numeric feature, and twice as much again for each simultaneous
/// fit.
class BoostPrepared final : public Prepared {
public:
    BoostPrepared(const Dataset& given, std::span<const Spec> variants)
        : Prepared(given),
          presorted_(presort(data(), {.as_numbers = true})),
          variants_(variants.begin(), variants.end())
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        auto scratch = pool_.take();
        auto sum = Boosting(data(), presorted_, variants_.at(variant), task).run(*scratch);
        pool_.give_back(std::move(scratch));
        return std::make_unique<BoostModel>(data(), std::move(sum));
    }

private:
    Presorted presorted_;
    std::vector<Spec> variants_;
    mutable ScratchPool<Scratch> pool_;
};

void check_loss(const Spec& spec, ResponseType response)
{
    const bool numbers = response == ResponseType::numbers;
    require((spec.text("loss") == "softmax") != numbers,
            "learner 'ls-boost': loss=" + spec.text("loss") + " is for " + (numbers ? "classes" : "numbers") +
                ", but the target holds " +
                (numbers ? "numbers; expected loss=squared or lad" : "classes; expected loss=softmax"));
}

} // namespace

} // namespace tree

LearnerEntry ls_boost_entry()
{
    SpecKey loss = choice_key(
        "loss", "softmax",
        "for classes softmax; for numbers squared, or lad: absolute errors, for responses with outliers",
        {"softmax", "squared", "lad"});
    loss.fallback_for_numbers = "squared";
    LearnerEntry entry{
        .info =
            {.name = "ls-boost",
             .help = "gradient boosting: each tree is fitted to what the sum of those before it leaves",
             .keys = {integer_key("size", "100", "rounds: most trees, for each class of three or more", 1,
                                  1e6),
                      open_real_key(
                          "eta", "0.1",
                          "share of each tree that is added: smaller needs more rounds and is often better",
                          0, 1e300),
                      loss,
                      integer_key("max_depth", "3", "most splits from the root of a tree to a leaf", 1, 1e9),
                      integer_key("min_rows", "1", "smallest number of training rows in a leaf", 1, 1e308)},
             .aliases = {"mart", "gradient-boosting"}},
        .traits = {.weights = true, .decisions = true, .importances = true, .version = 2},
        .prepare = [](const Dataset& data, std::span<const Spec> variants,
                      const Budget&) { return std::make_unique<tree::BoostPrepared>(data, variants); },
        .check = tree::check_loss,
        .traits_of = add_validation_traits};
    std::ranges::move(validation_keys(), std::back_inserter(entry.info.keys));
    return entry;
}

} // namespace unseen
