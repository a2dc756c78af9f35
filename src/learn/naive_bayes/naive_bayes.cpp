// naive-bayes: features are treated as independent within a class (Duda & Hart 1973; John & Langley 1995,
// UAI, for the Gaussian density).
//
//   log P(c | x) = log prior(c) + sum over the features known in x of log density(x_j | c) - log of the sum
//   over c
//
// Prior: class shares of the training multiset. Numbers: normal density with the class's mean and variance
// (divisor n), to which 1e-9 of the largest variance of any feature over all classes is added (as
// scikit-learn's GaussianNB does). Categories: (n_cv + 1) / (n_c + number of labels), n_c = rows of the class
// where the feature is known. Missing cells are left out everywhere.
//
// Edges: a class without training rows gets score 0; a class without any value of a numeric feature takes the
// mean and variance over all classes; a feature without any value, or whose variance is still 0 (then all are
// constant), is ignored. If no class has a finite log density (values near the largest double), the priors
// decide. Ties go to the smallest class code.
//
// Numbers that are mostly 0 (sparse.hpp) are summed differently, which changes last digits.
//
// Weights: every count and sum above is weighted; rows of weight 0 are left out.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"
#include "learn/naive_bayes/model.hpp"
#include "learn/naive_bayes/sparse.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

using namespace naive_bayes;

/// Holds the totals of each class over all labelled rows, with numbers centred on the mean of the class. The
/// counts of a training set are the totals minus the rows left out. If the subtraction loses too many digits,
/// the rows of the class are read again. This happens if too little is left of a sum of squares or, with
/// weights, of a count (without weights counts are exact).
class BayesPrepared final : public Prepared {
public:
    explicit BayesPrepared(const Dataset& data)
        : Prepared(data),
          classes_(data.classes().size()),
          cells_(Cells::of(data, data.rows())),
          rows_of_(classes_)
    {
        for (Row r = 0; r < data.labelled(); ++r) rows_of_[code(r)].push_back(r);
        totals_ = counts_of(RowSet::all(data.labelled()));
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override
    {
        return std::make_unique<BayesModel>(checked(counts_of(task.train)));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        const bool subtract = task.train.is_complement();
        const BayesModel model(
            checked(subtract ? totals_without(task.train.left_out()) : counts_of(task.train)));
        // There is only one density so far, so all variants are equal; a single variant is not copied.
        std::vector<Predictions> results;
        for (std::size_t i = 0; i < variants.size(); ++i)
            results.push_back(i == 0 ? model.predict(cells_, task.predict) : results.front());
        return results;
    }

private:
    static Counts checked(Counts counts)
    {
        if (std::all_of(counts.rows.begin(), counts.rows.end(), [](double rows) { return rows == 0.0; }))
            throw LearnerError("naive-bayes: there are no training rows, or all have weight 0");
        return counts;
    }

    std::size_t code(Row r) const { return static_cast<std::size_t>(data().class_codes()[r]); }
    double weight(Row r) const { return data().weights().empty() ? 1.0 : data().weights()[r]; }

    static constexpr double share_that_keeps_the_digits = 1e-3;
    /// True if a sum of weights may be only the rounding error of `total`.
    bool lost(double left, double total) const
    {
        return !data().weights().empty() && left != total && !(left > share_that_keeps_the_digits * total);
    }

    /// Counts the rows of the multiset. O(rows x features).
    Counts counts_of(const RowSet& train) const
    {
        Counts counts;
        counts.rows.assign(classes_, 0.0);
        std::vector<std::vector<std::pair<Row, double>>> rows(classes_);
        train.for_each([&](Row r, std::uint32_t multiplicity) {
            const double count = weight(r) * multiplicity;
            if (count == 0.0) return;
            counts.rows[code(r)] += count;
            rows[code(r)].emplace_back(r, count);
        });
        counts.moments.resize(cells_.numeric * classes_);
        for (std::size_t j = 0; j < cells_.numeric; ++j)
            for (std::size_t c = 0; c < classes_; ++c)
                counts.moments[j * classes_ + c] = moments_of([&](const auto& pass) {
                    for (const auto& [r, count] : rows[c])
                        if (const double x = cells_.numbers_of(r)[j]; !std::isnan(x)) pass(x, count);
                });
        for (const auto& column : data().features())
            if (!column.is_numeric()) {
                std::vector<double> seen(column.coded().own_labels() * classes_, 0.0);
                for (std::size_t c = 0; c < classes_; ++c)
                    for (const auto& [r, count] : rows[c])
                        if (const auto label = column.coded().codes[r]; label >= 0)
                            seen[static_cast<std::size_t>(label) * classes_ + c] += count;
                counts.labels.push_back(std::move(seen));
            }
        return counts;
    }

    /// Totals minus the rows left out. O(rows left out x features).
    Counts totals_without(std::span<const Row> left_out) const
    {
        Counts counts = totals_;
        std::vector<double> sums(
            cells_.numeric * classes_,
            0.0); // sums of differences from the mean of all rows, over the rows that remain
        for (const Row r : left_out) {
            const std::size_t c = code(r);
            const double w = weight(r);
            counts.rows[c] -= w;
            const double* x = cells_.numbers_of(r);
            for (std::size_t j = 0; j < cells_.numeric; ++j) {
                if (std::isnan(x[j])) continue;
                const std::size_t at = j * classes_ + c;
                const double d = x[j] - totals_.moments[at].mean;
                counts.moments[at].count -= w;
                counts.moments[at].squares -= w * (d * d);
                sums[at] -= w * d;
            }
            const std::int32_t* label = cells_.codes_of(r);
            for (std::size_t j = 0; j < cells_.coded; ++j)
                if (label[j] >= 0) counts.labels[j][static_cast<std::size_t>(label[j]) * classes_ + c] -= w;
        }
        for (std::size_t at = 0; at < sums.size(); ++at) {
            auto& m = counts.moments[at];
            const auto& total = totals_.moments[at];
            if (m.count == total.count && m.squares == total.squares && sums[at] == 0.0) continue;
            if (lost(m.count, total.count)) {
                m = reread(at / classes_, at % classes_, left_out);
                continue;
            }
            // A class that is constant in all rows is constant in these.
            if (m.count > 0.0 && total.squares == 0.0) continue;
            if (m.count == 0.0) {
                m = {};
                continue;
            }
            m.squares -= sums[at] * sums[at] / m.count;
            if (m.squares > share_that_keeps_the_digits * total.squares)
                m.mean += sums[at] / m.count;
            else
                m = reread(at / classes_, at % classes_, left_out);
        }
        for (std::size_t c = 0; c < classes_; ++c)
            if (lost(counts.rows[c], totals_.rows[c])) {
                counts.rows[c] = 0.0;
                for_each_left(c, left_out, [&](Row r) { counts.rows[c] += weight(r); });
            }
        for (std::size_t j = 0; j < counts.labels.size(); ++j)
            for (std::size_t at = 0; at < counts.labels[j].size(); ++at)
                if (double& count = counts.labels[j][at]; lost(count, totals_.labels[j][at])) {
                    count = 0.0;
                    for_each_left(at % classes_, left_out, [&](Row r) {
                        if (static_cast<std::size_t>(cells_.codes_of(r)[j]) == at / classes_)
                            count += weight(r);
                    });
                }
        return counts;
    }

    /// Calls `each` for the rows of a class that are not left out.
    template <class Each>
    void for_each_left(std::size_t c, std::span<const Row> left_out, const Each& each) const
    {
        auto skip = left_out.begin();
        for (const Row r : rows_of_[c]) {
            skip = std::lower_bound(skip, left_out.end(), r);
            if (skip == left_out.end() || *skip != r) each(r);
        }
    }

    Moments reread(std::size_t feature, std::size_t c, std::span<const Row> left_out) const
    {
        return moments_of([&](const auto& pass) {
            for_each_left(c, left_out, [&](Row r) {
                if (const double x = cells_.numbers_of(r)[feature]; !std::isnan(x) && weight(r) > 0.0)
                    pass(x, weight(r));
            });
        });
    }

    std::size_t classes_;
    Cells cells_;
    std::vector<std::vector<Row>> rows_of_; ///< the labelled rows of each class
    Counts totals_;
};

} // namespace

LearnerEntry naive_bayes_entry()
{
    return {
        .info = {.name = "naive-bayes",
                 .help = "features are independent within a class; scores are the posterior probabilities",
                 .keys = {choice_key("density", "gaussian", "the density of numeric features within a class",
                                     {"gaussian"})}},
        .traits = {.numbers = false, .weights = true, .sparse = true, .version = 3},
        .prepare = [](const Dataset& data, std::span<const Spec>,
                      const Budget&) -> std::unique_ptr<const Prepared> {
            if (auto sparse = prepare_mostly_zeros(data)) return sparse;
            return std::make_unique<BayesPrepared>(data);
        }};
}

} // namespace unseen
