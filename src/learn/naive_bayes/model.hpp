// Private: the fitted model of naive-bayes and the counts that it is made from. naive_bayes.cpp has the
// formulas.
#pragma once

#include "learn/log_scores.hpp"

#include "unseen/learn/learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace unseen::naive_bayes {

/// This share of the largest variance of any feature is added to all variances.
inline constexpr double smoothing = 1e-9;

/// The values of one numeric feature in one class: their number, their mean, and the sum of squared
/// differences from it.
struct Moments {
    double count = 0.0;
    double mean = 0.0;
    double squares = 0.0;
};

/// The counts of a training multiset; arrays over features and classes have the class as the fastest index.
struct Counts {
    std::vector<double> rows;                ///< rows of each class
    std::vector<Moments> moments;            ///< numeric feature x class
    std::vector<std::vector<double>> labels; ///< per coded feature: label x class
};

/// The features of many rows, row-major. Missing numbers are NaN, missing codes -1.
struct Cells {
    std::size_t numeric = 0;
    std::size_t coded = 0;
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;

    /// The cells of rows 0..n-1.
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
                for (Row r = 0; r < n; ++r)
                    cells.numbers[r * cells.numeric + number] = column.numeric().values[r];
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

/// Mean and squares of the values that `each` passes on as (value, count). Two passes, relative to the first
/// value, so that a constant gives exactly 0.
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

/// A normal density; by default that of a feature that is ignored, 1 everywhere.
struct Normal {
    double mean = 0.0;
    double half_precision = 0.0;
    double constant = 0.0;

    double log_density(double x) const { return constant - half_precision * ((x - mean) * (x - mean)); }
};

/// The moments over all classes from those of each class: squares within plus squares between (Chan, Golub &
/// LeVeque 1983).
inline Moments pooled(std::span<const Moments> classes)
{
    Moments all = moments_of([&](const auto& pass) {
        for (const auto& m : classes)
            if (m.count > 0.0) pass(m.mean, m.count);
    });
    for (const auto& m : classes) all.squares += m.squares;
    return all;
}

/// The densities, feature x class, from moments in that order.
inline std::vector<Normal> normals_from(std::span<const Moments> moments, std::size_t classes)
{
    double largest = 0.0;
    for (std::size_t at = 0; at < moments.size(); at += classes) {
        const auto all = pooled(moments.subspan(at, classes));
        if (all.count > 0.0) largest = std::max(largest, all.squares / all.count);
    }
    const double added = smoothing * largest;
    std::vector<Normal> normals(moments.size());
    for (std::size_t at = 0; at < moments.size(); ++at) {
        const auto m =
            moments[at].count > 0.0 ? moments[at] : pooled(moments.subspan(at - at % classes, classes));
        const double variance = m.count > 0.0 ? m.squares / m.count + added : 0.0;
        if (!(variance > 0.0)) continue;
        normals[at] = {m.mean, 0.5 / variance, -0.5 * std::log(2.0 * std::numbers::pi * variance)};
    }
    return normals;
}

/// The number of free parameters: priors of the classes whose training rows have a weight, and `of_densities`
/// for each of these classes.
inline double parameters_of(const std::vector<double>& rows, std::size_t of_densities)
{
    const auto present = rows.size() - static_cast<std::size_t>(std::ranges::count(rows, 0.0));
    return static_cast<double>(present - 1 + present * of_densities);
}

/// Has one normal density or table for each feature and class.
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
        for (std::size_t c = 0; c < classes_; ++c)
            log_prior_[c] = std::log(counts.rows[c] / n); // log 0 = -inf: never predicted
        set_normals(counts);
        std::size_t of_densities = 2 * counts.moments.size() / classes_; // a mean and a variance each
        for (const auto& table : counts.labels) {
            set_table(table);
            of_densities += std::max<std::size_t>(table.size() / classes_, 1) - 1;
        }
        parameters_ = parameters_of(counts.rows, of_densities);
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions result;
        result.complexity = {{"parameters", parameters_}};
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

    /// The same from row-major cells.
    Predictions predict(const Cells& cells, std::span<const Row> rows) const
    {
        Predictions result;
        result.complexity = {{"parameters", parameters_}};
        result.label.reserve(rows.size());
        result.scores.reserve(rows.size() * classes_);
        for (const Row r : rows) append(cells.numbers_of(r), cells.codes_of(r), result);
        return result;
    }

private:
    /// The log of each label's share, label x class. Labels beyond the table have not been seen in any class.
    struct Table {
        std::vector<double> log_share;
        std::vector<double> log_unseen; ///< log share of an unseen label in each class
    };

    void set_normals(const Counts& counts)
    {
        const std::size_t features = counts.moments.size() / classes_;
        const auto normals = normals_from(counts.moments, classes_);
        for (std::size_t j = 0; j < features; ++j)
            for (std::size_t c = 0; c < classes_; ++c) {
                normals_[c * features + j] = normals[j * classes_ + c];
                constants_[c] += normals[j * classes_ + c].constant;
            }
    }

    void set_table(const std::vector<double>& seen)
    {
        const auto labels = static_cast<double>(seen.size() / classes_);
        std::vector<double> known(classes_, 0.0);
        for (std::size_t i = 0; i < seen.size(); ++i) known[i % classes_] += seen[i];
        Table table{seen, std::vector<double>(classes_)};
        for (std::size_t i = 0; i < seen.size(); ++i)
            table.log_share[i] = std::log((seen[i] + 1.0) / (known[i % classes_] + labels));
        for (std::size_t c = 0; c < classes_; ++c)
            table.log_unseen[c] = std::log(1.0 / (known[c] + std::max(labels, 1.0)));
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
            scores[c] +=
                whole ? constants_[c] - half_squares(normals, numbers) : log_density(normals, numbers);
        }
        for (std::size_t j = 0; j < tables_.size(); ++j) {
            if (codes[j] < 0) continue;
            const auto at = static_cast<std::size_t>(codes[j]) * classes_;
            const bool listed = at < tables_[j].log_share.size();
            const double* share = listed ? tables_[j].log_share.data() + at : tables_[j].log_unseen.data();
            for (std::size_t c = 0; c < classes_; ++c) scores[c] += share[c];
        }
        result.label.push_back(normalise(scores, log_prior_));
    }

    /// The part of the log density that depends on the numbers, if none is missing. Two sums, so that an
    /// addition does not wait for the previous one.
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

    /// The log density of the numbers that are not missing.
    static double log_density(std::span<const Normal> normals, const double* numbers)
    {
        double sum = 0.0;
        for (std::size_t j = 0; j < normals.size(); ++j) {
            const double d = numbers[j] - normals[j].mean;
            if (!std::isnan(d)) sum += normals[j].constant - normals[j].half_precision * (d * d);
        }
        return sum;
    }

    double parameters_ = 0.0;
    std::size_t classes_;
    std::vector<double> log_prior_;
    std::vector<Normal> normals_;   ///< class x numeric feature
    std::vector<double> constants_; ///< for each class, the sum of constants over its normals
    std::vector<Table> tables_;     ///< one for each coded feature
};

} // namespace unseen::naive_bayes
