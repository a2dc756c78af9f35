// naive-bayes: features independent within a class (Duda & Hart 1973; John & Langley 1995, UAI, for the Gaussian density).
//
//   log P(c | x) = log prior(c) + sum over the features known in x of log density(x_j | c) - log of the sum over c
//
// Prior: class shares of the training multiset. Numbers: normal density with the class's mean and variance (divisor n), to which
// 1e-9 of the largest variance of any feature over all classes is added (as scikit-learn's GaussianNB does). Categories: (n_cv + 1) / (n_c
// + number of labels), n_c = rows of the class where the feature is known. Missing cells are left out everywhere.
//
// Edges: a class without training rows gets score 0; a class without any value of a numeric feature takes the mean and variance
// over all classes; a feature without any value, or whose variance is still 0 (then all are constant), says nothing. If no class has a
// finite log density (values near the largest double) the priors decide. Ties go to the smallest class code.
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace unseen {

namespace {

constexpr double smoothing = 1e-9;

/// Values of one numeric feature in one class: how many, their mean, and the sum of squared differences from it.
struct Moments {
    double count = 0.0;
    double mean = 0.0;
    double squares = 0.0;
};

/// What a training multiset says about all classes; feature by class, class fastest.
struct Counts {
    std::vector<double> rows;                ///< per class
    std::vector<Moments> moments;            ///< numeric feature x class
    std::vector<std::vector<double>> labels; ///< per coded feature: label x class
};

/// The features of many rows side by side (row-major), missing numbers as NaN, missing codes as -1.
struct Cells {
    std::size_t numeric = 0;
    std::size_t coded = 0;
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;

    /// Of the rows 0..n-1.
    static Cells of(const Dataset& data, Row n)
    {
        Cells cells;
        for (const auto& column : data.features()) ++(column.is_numeric() ? cells.numeric : cells.coded);
        cells.numbers.resize(n * cells.numeric);
        cells.codes.resize(n * cells.coded);
        std::size_t number = 0;
        std::size_t code = 0;
        for (const auto& column : data.features()) {
            if (column.is_numeric()) {
                for (Row r = 0; r < n; ++r) cells.numbers[r * cells.numeric + number] = column.numeric().values[r];
                ++number;
            } else {
                for (Row r = 0; r < n; ++r) cells.codes[r * cells.coded + code] = column.coded().codes[r];
                ++code;
            }
        }
        return cells;
    }

    const double* numbers_of(Row r) const { return numbers.data() + r * numeric; }
    const std::int32_t* codes_of(Row r) const { return codes.data() + r * coded; }
};

/// Mean and squares of the values that `each` passes on as (value, count), in two passes relative to the first value: a constant
/// gives exactly 0.
template <class Each>
Moments moments_of(const Each& each)
{
    Moments m;
    double first = 0.0;
    double sum = 0.0;
    each([&](double x, double count) {
        if (m.count == 0.0) first = x;
        m.count += count;
        sum += (x - first) * count;
    });
    if (m.count == 0.0) return m;
    m.mean = first + sum / m.count;
    each([&](double x, double count) { m.squares += (x - m.mean) * (x - m.mean) * count; });
    return m;
}

/// One normal density or table a feature and class, ready to be summed over rows.
class BayesModel final : public Model {
public:
    explicit BayesModel(const Counts& counts)
        : classes_(counts.rows.size()),
          log_prior_(classes_),
          normals_(counts.moments.size()),
          constants_(classes_, 0.0)
    {
        double n = 0.0;
        for (const double rows : counts.rows) n += rows;
        for (std::size_t c = 0; c < classes_; ++c) log_prior_[c] = std::log(counts.rows[c] / n); // log 0 = -inf: never predicted
        set_normals(counts);
        for (const auto& table : counts.labels) set_table(table);
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions result;
        std::vector<double> numbers;
        std::vector<std::int32_t> codes;
        for (const Row r : rows) {
            numbers.clear();
            codes.clear();
            for (const auto& column : data.features()) {
                if (column.is_numeric())
                    numbers.push_back(column.numeric().values[r]);
                else
                    codes.push_back(column.coded().codes[r]);
            }
            append(numbers.data(), codes.data(), result);
        }
        return result;
    }

    /// The same from cells that lie side by side.
    Predictions predict(const Cells& cells, std::span<const Row> rows) const
    {
        Predictions result;
        result.label.reserve(rows.size());
        result.scores.reserve(rows.size() * classes_);
        for (const Row r : rows) append(cells.numbers_of(r), cells.codes_of(r), result);
        return result;
    }

private:
    /// log density = constant - half_precision (x - mean)^2.
    struct Normal {
        double mean = 0.0;
        double half_precision = 0.0;
        double constant = 0.0;
    };

    /// The log of each label's share, label x class; a label beyond the table has been seen in no class.
    struct Table {
        std::vector<double> log_share;
        std::vector<double> log_unseen; ///< per class
    };

    void set_normals(const Counts& counts)
    {
        const std::size_t features = counts.moments.size() / classes_;
        std::vector<Moments> all(features);
        double largest = 0.0;
        for (std::size_t j = 0; j < features; ++j) {
            all[j] = pooled(std::span(counts.moments).subspan(j * classes_, classes_));
            if (all[j].count > 0.0) largest = std::max(largest, all[j].squares / all[j].count);
        }
        const double added = smoothing * largest;
        for (std::size_t j = 0; j < features; ++j)
            for (std::size_t c = 0; c < classes_; ++c) {
                const auto& own = counts.moments[j * classes_ + c];
                const auto& m = own.count > 0.0 ? own : all[j];
                const double variance = m.count > 0.0 ? m.squares / m.count + added : 0.0;
                if (!(variance > 0.0)) continue; // says nothing: the density stays 1
                const double constant = -0.5 * std::log(2.0 * std::numbers::pi * variance);
                normals_[c * features + j] = {m.mean, 0.5 / variance, constant};
                constants_[c] += constant;
            }
    }

    /// The moments over all classes from those of each: squares within plus squares between (Chan, Golub & LeVeque 1983).
    static Moments pooled(std::span<const Moments> classes)
    {
        Moments all = moments_of([&](const auto& pass) {
            for (const auto& m : classes)
                if (m.count > 0.0) pass(m.mean, m.count);
        });
        for (const auto& m : classes) all.squares += m.squares;
        return all;
    }

    void set_table(const std::vector<double>& seen)
    {
        const auto labels = static_cast<double>(seen.size() / classes_);
        std::vector<double> known(classes_, 0.0);
        for (std::size_t i = 0; i < seen.size(); ++i) known[i % classes_] += seen[i];
        Table table{seen, std::vector<double>(classes_)};
        for (std::size_t i = 0; i < seen.size(); ++i)
            table.log_share[i] = std::log((seen[i] + 1.0) / (known[i % classes_] + labels));
        for (std::size_t c = 0; c < classes_; ++c) table.log_unseen[c] = std::log(1.0 / (known[c] + std::max(labels, 1.0)));
        tables_.push_back(std::move(table));
    }

    void append(const double* numbers, const std::int32_t* codes, Predictions& result) const
    {
        const auto begin = result.scores.size();
        result.scores.insert(result.scores.end(), log_prior_.begin(), log_prior_.end());
        const auto scores = std::span(result.scores).subspan(begin);
        const std::size_t features = normals_.size() / classes_;
        const bool whole = std::none_of(numbers, numbers + features, [](double x) { return std::isnan(x); });
        for (std::size_t c = 0; c < classes_; ++c) {
            const auto normals = std::span(normals_).subspan(c * features, features);
            scores[c] += whole ? constants_[c] - half_squares(normals, numbers) : log_density(normals, numbers);
        }
        for (std::size_t j = 0; j < tables_.size(); ++j) {
            if (codes[j] < 0) continue;
            const auto at = static_cast<std::size_t>(codes[j]) * classes_;
            const bool listed = at < tables_[j].log_share.size();
            const double* share = listed ? tables_[j].log_share.data() + at : tables_[j].log_unseen.data();
            for (std::size_t c = 0; c < classes_; ++c) scores[c] += share[c];
        }
        result.label.push_back(normalise(scores));
    }

    /// The part of the log density that depends on the numbers, where none is missing; in two sums, so that neither waits for the other.
    static double half_squares(std::span<const Normal> normals, const double* numbers)
    {
        double even = 0.0;
        double odd = 0.0;
        std::size_t j = 0;
        for (; j + 1 < normals.size(); j += 2) {
            const double d = numbers[j] - normals[j].mean;
            const double e = numbers[j + 1] - normals[j + 1].mean;
            even += normals[j].half_precision * (d * d);
            odd += normals[j + 1].half_precision * (e * e);
        }
        if (j < normals.size()) {
            const double d = numbers[j] - normals[j].mean;
            even += normals[j].half_precision * (d * d);
        }
        return even + odd;
    }

    /// The log density of the numbers that are known.
    static double log_density(std::span<const Normal> normals, const double* numbers)
    {
        double sum = 0.0;
        for (std::size_t j = 0; j < normals.size(); ++j) {
            const double d = numbers[j] - normals[j].mean;
            if (!std::isnan(d)) sum += normals[j].constant - normals[j].half_precision * (d * d);
        }
        return sum;
    }

    /// Log scores become scores that sum to 1; returns the class with the largest.
    std::uint32_t normalise(std::span<double> scores) const
    {
        double best = *std::max_element(scores.begin(), scores.end());
        const bool no_number = std::any_of(scores.begin(), scores.end(), [](double s) { return std::isnan(s); });
        if (no_number || !std::isfinite(best)) {
            std::copy(log_prior_.begin(), log_prior_.end(), scores.begin());
            best = *std::max_element(scores.begin(), scores.end());
        }
        double sum = 0.0;
        for (double& s : scores) {
            s = std::exp(s - best);
            sum += s;
        }
        for (double& s : scores) s /= sum;
        return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    }

    std::size_t classes_;
    std::vector<double> log_prior_;
    std::vector<Normal> normals_;   ///< class x numeric feature
    std::vector<double> constants_; ///< per class, the sum over its normals
    std::vector<Table> tables_;     ///< coded features
};

/// Holds the totals of each class over all labelled rows, numbers centred on the class's own mean over them. A fold's
/// counts are the totals minus its rows; where so little is left of a sum that digits were lost, the class is read again.
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
        check(task);
        return std::make_unique<BayesModel>(counts_of(task.train));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        check(task);
        const BayesModel model(task.train.is_complement() ? totals_without(task.train.left_out()) : counts_of(task.train));
        // There is one density yet, so all variants are the same; the usual single one is not copied.
        std::vector<Predictions> results;
        for (std::size_t i = 0; i < variants.size(); ++i)
            results.push_back(i == 0 ? model.predict(cells_, task.predict) : results.front());
        return results;
    }

private:
    static void check(const Task& task)
    {
        if (task.train.size() == 0) throw LearnerError("naive-bayes: there are no training rows");
    }

    std::size_t code(Row r) const { return static_cast<std::size_t>(data().class_codes()[r]); }

    /// Directly from the rows. O(rows x features).
    Counts counts_of(const RowSet& train) const
    {
        Counts counts;
        counts.rows.assign(classes_, 0.0);
        std::vector<std::vector<std::pair<Row, std::uint32_t>>> rows(classes_);
        train.for_each([&](Row r, std::uint32_t count) {
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
                train.for_each([&](Row r, std::uint32_t count) {
                    if (const auto label = column.coded().codes[r]; label >= 0)
                        seen[static_cast<std::size_t>(label) * classes_ + code(r)] += count;
                });
                counts.labels.push_back(std::move(seen));
            }
        return counts;
    }

    /// Totals minus the rows left out. O(rows left out x features).
    Counts totals_without(std::span<const Row> left_out) const
    {
        Counts counts = totals_;
        std::vector<double> sums(cells_.numeric * classes_, 0.0); // of differences from the total's mean, over what is left
        for (const Row r : left_out) {
            const std::size_t c = code(r);
            counts.rows[c] -= 1.0;
            const double* x = cells_.numbers_of(r);
            for (std::size_t j = 0; j < cells_.numeric; ++j) {
                if (std::isnan(x[j])) continue;
                const std::size_t at = j * classes_ + c;
                const double d = x[j] - totals_.moments[at].mean;
                counts.moments[at].count -= 1.0;
                counts.moments[at].squares -= d * d;
                sums[at] -= d;
            }
            const std::int32_t* label = cells_.codes_of(r);
            for (std::size_t j = 0; j < cells_.coded; ++j)
                if (label[j] >= 0) counts.labels[j][static_cast<std::size_t>(label[j]) * classes_ + c] -= 1.0;
        }
        for (std::size_t at = 0; at < sums.size(); ++at) {
            auto& m = counts.moments[at];
            // A class that is constant in all rows stays so.
            if (m.count == totals_.moments[at].count || (m.count > 0.0 && totals_.moments[at].squares == 0.0)) continue;
            if (m.count == 0.0) {
                m = {};
                continue;
            }
            m.squares -= sums[at] * sums[at] / m.count;
            constexpr double share_that_keeps_the_digits = 1e-3;
            if (m.squares > share_that_keeps_the_digits * totals_.moments[at].squares)
                m.mean += sums[at] / m.count;
            else
                m = reread(at / classes_, at % classes_, left_out);
        }
        return counts;
    }

    Moments reread(std::size_t feature, std::size_t c, std::span<const Row> left_out) const
    {
        return moments_of([&](const auto& pass) {
            auto skip = left_out.begin();
            for (const Row r : rows_of_[c]) {
                skip = std::lower_bound(skip, left_out.end(), r);
                if (skip != left_out.end() && *skip == r) continue;
                if (const double x = cells_.numbers_of(r)[feature]; !std::isnan(x)) pass(x, 1.0);
            }
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
    return {.info = {.name = "naive-bayes",
                     .help = "features independent within a class; scores are the posterior shares",
                     .keys = {{.name = "density",
                               .kind = SpecKey::Kind::choice,
                               .fallback = "gaussian",
                               .help = "of numeric features within a class",
                               .choices = {"gaussian"}}}},
            .traits = {.numbers = false},
            .prepare = [](const Dataset& data, std::span<const Spec>, const Budget&) {
                return std::make_unique<BayesPrepared>(data);
            }};
}

} // namespace unseen
