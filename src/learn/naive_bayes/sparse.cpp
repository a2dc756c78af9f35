#include "learn/naive_bayes/sparse.hpp"

#include "learn/naive_bayes/model.hpp"
#include "learn/sparse_features.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

namespace unseen::naive_bayes {

namespace {

/// Exact sums with infinite terms, which are counted.
struct Terms {
    ExactSum finite;
    int infinite = 0;

    void add(double x)
    {
        if (std::isfinite(x))
            finite.add(x);
        else
            ++infinite;
    }
    void subtract(double x)
    {
        if (std::isfinite(x))
            finite.add(-x);
        else
            --infinite;
    }
    /// A term is infinite only where the row is infinitely far from the class.
    double value() const { return infinite > 0 ? -std::numeric_limits<double>::infinity() : finite.value(); }
};

/// The sums of one column in one class: its cells that are not 0.
struct Cells0 {
    double count = 0.0;   ///< weight of known cells
    double missing = 0.0; ///< weight of missing ones
    double first = 0.0;   ///< the first known value
    double sum = 0.0;     ///< of differences from it
};

class SparseBayesModel final : public Model {
public:
    SparseBayesModel(SparseFeatures features, std::vector<double> rows, std::vector<Normal> normals)
        : features_(std::move(features)),
          classes_(rows.size()),
          normals_(std::move(normals)),
          log_prior_(classes_),
          of_zeros_(classes_),
          parameters_(parameters_of(rows, 2 * normals_.size() / classes_))
    {
        double n = 0.0;
        for (const double of_class : rows) n += of_class;
        for (std::size_t c = 0; c < classes_; ++c) {
            log_prior_[c] = std::log(rows[c] / n); // log 0 = -inf: never predicted
            of_zeros_[c].add(log_prior_[c]);
        }
        for (std::size_t at = 0; at < normals_.size(); ++at)
            of_zeros_[at % classes_].add(normals_[at].log_density(0.0));
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        const auto given = features_.of(data);
        Predictions result;
        result.complexity = {{"parameters", parameters_}};
        result.label.reserve(rows.size());
        result.scores.reserve(rows.size() * classes_);
        std::vector<Terms> terms;
        std::vector<double> scores(classes_);
        for (const Row r : rows) {
            terms = of_zeros_;
            const auto row = given->row(r);
            for (std::size_t i = 0; i < row.values.size(); ++i)
                for (std::size_t c = 0; c < classes_; ++c) {
                    const auto& normal = normals_[row.columns[i] * classes_ + c];
                    terms[c].subtract(normal.log_density(0.0));
                    if (!std::isnan(row.values[i])) terms[c].add(normal.log_density(row.values[i]));
                }
            for (std::size_t c = 0; c < classes_; ++c) scores[c] = terms[c].value();
            result.label.push_back(normalise(scores, log_prior_));
            result.scores.insert(result.scores.end(), scores.begin(), scores.end());
        }
        return result;
    }

private:
    SparseFeatures features_;
    std::size_t classes_;
    std::vector<Normal> normals_; ///< column x class
    std::vector<double> log_prior_;
    std::vector<Terms> of_zeros_; ///< the log density of a row of zeros in each class, with the prior
    double parameters_;
};

class SparseBayesPrepared final : public Prepared {
public:
    SparseBayesPrepared(const Dataset& data, SparseFeatures features)
        : Prepared(data),
          features_(std::move(features)),
          classes_(data.classes().size())
    {
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override
    {
        std::vector<double> rows(classes_, 0.0);
        auto normals = normals_of(task.train, rows);
        return std::make_unique<SparseBayesModel>(features_, std::move(rows), std::move(normals));
    }

private:
    /// Calls f(row, class, weight) for the rows of the multiset whose weight is not 0.
    template <class F>
    void for_each_row(const RowSet& train, const F& f) const
    {
        const auto weights = data().weights();
        train.for_each([&](Row r, std::uint32_t count) {
            const double weight = (weights.empty() ? 1.0 : weights[r]) * count;
            if (weight != 0.0)
                f(features_.rows().row(r), static_cast<std::size_t>(data().class_codes()[r]), weight);
        });
    }

    /// The density of each column in each class; fills in the weight of each class. Two passes, as
    /// moments_of() makes them.
    std::vector<Normal> normals_of(const RowSet& train, std::vector<double>& rows) const
    {
        std::vector<Cells0> cells(std::size_t{features_.rows().columns} * classes_);
        for_each_row(train, [&](const SparseRow& row, std::size_t c, double weight) {
            rows[c] += weight;
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                auto& own = cells[row.columns[i] * classes_ + c];
                if (std::isnan(row.values[i])) {
                    own.missing += weight;
                    continue;
                }
                if (own.count == 0.0) own.first = row.values[i];
                own.count += weight;
                own.sum += (row.values[i] - own.first) * weight;
            }
        });
        if (std::ranges::all_of(rows, [](double n) { return n == 0.0; }))
            throw LearnerError("naive-bayes: there are no training rows, or all have weight 0");
        std::vector<Moments> moments(cells.size());
        for (std::size_t at = 0; at < cells.size(); ++at) {
            const auto& own = cells[at];
            auto& m = moments[at];
            m.count = rows[at % classes_] - own.missing;
            const double zeros = std::max(m.count - own.count, 0.0);
            if (!(m.count > 0.0)) {
                m = {};
                continue;
            }
            // Without zeros relative to the first value, so that a constant has exactly no squares.
            m.mean =
                zeros == 0.0 ? own.first + own.sum / m.count : (own.first * own.count + own.sum) / m.count;
            m.squares = zeros * (m.mean * m.mean);
        }
        cells = {};
        for_each_row(train, [&](const SparseRow& row, std::size_t c, double weight) {
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                auto& m = moments[row.columns[i] * classes_ + c];
                if (const double d = row.values[i] - m.mean; !std::isnan(d)) m.squares += weight * (d * d);
            }
        });
        return normals_from(moments, classes_);
    }

    SparseFeatures features_;
    std::size_t classes_;
};

} // namespace

std::unique_ptr<const Prepared> prepare_mostly_zeros(const Dataset& data)
{
    auto rows = sparse_rows_of(data);
    if (rows) {
        const auto nonzero = static_cast<double>(rows->begins[data.labelled()]);
        if (!mostly_zeros(nonzero, data.labelled(), rows->columns)) return nullptr;
    } else if (auto made = sparse_if_mostly_zeros(data.features(), data.labelled())) {
        rows = std::make_shared<const SparseRows>(std::move(*made));
    } else {
        return nullptr;
    }
    return std::make_unique<SparseBayesPrepared>(data, SparseFeatures(data, std::move(rows)));
}

} // namespace unseen::naive_bayes
