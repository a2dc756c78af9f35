// Private: measures of the decrease of impurity. They have the same members, so that the search for splits is
// written once. The inner loops of tree growing are here. Rows are counted in whole numbers, or in doubles
// where they have weights that are not whole (Count).
//
// Within one feature only the part of the decrease that depends on the split is compared, as a fraction top /
// bottom of doubles. Counts are whole numbers. If the doubles are exact, or differ by more than 1e-9 of their
// size, they decide; else exact fractions decide. So splits tie only if they are exactly equal, and the first
// of equal splits wins.
#pragma once

#include "learn/tree/fraction.hpp"
#include "learn/tree/presort.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// The training rows at a node whose cell of one feature is known: their number, and the class counts or the
/// sum of centred responses.
template <class Count>
struct Totals {
    Count rows = 0;
    std::span<const Count> counts; ///< by class
    double sum = 0.0;
    double negligible = 0.0; ///< numeric response: a decrease of squared error up to this is rounding
};

/// The same for each category at a node. Only the codes in `present` have entries.
template <class Count>
struct Groups {
    std::vector<std::uint32_t> present; ///< ascending
    std::vector<Count> rows;            ///< by code
    std::vector<Count> counts;          ///< code x classes
    std::vector<double> sums;           ///< by code
};

/// The limits within which two products of doubles may be a tie. `exact`: the products are not rounded.
struct Margin {
    double low = 1.0;
    double high = 1.0;
    explicit Margin(bool exact) : low(exact ? 1.0 : 1.0 - 1e-9), high(exact ? 1.0 : 1.0 + 1e-9) {}
};

/// The quotient top / bottom of the best split so far.
class BestQuotient {
public:
    void start(Margin margin, double top, double bottom)
    {
        margin_ = margin;
        set(top, bottom);
    }
    void set(double top, double bottom)
    {
        lowest_top_ = top * margin_.low;
        highest_top_ = top * margin_.high;
        bottom_ = bottom;
    }
    /// True if top / bottom is larger. If doubles cannot decide, `exactly` does.
    template <class Exactly>
    [[gnu::always_inline]] bool below(double top, double bottom, Exactly exactly) const
    {
        if (!(top * bottom_ > lowest_top_ * bottom)) return false;
        return top * bottom_ > highest_top_ * bottom || exactly();
    }

private:
    Margin margin_{true};
    double lowest_top_ = 0.0; ///< the best top minus and plus the margin
    double highest_top_ = 0.0;
    double bottom_ = 1.0;
};

/// Gini's index for two classes. With n rows, of which n1 have class 1, and l rows on the left, of which l1
/// have class 1, the decrease sum_side (sum_c n_c^2)/n_side - (sum_c n_c^2)/n equals 2 d^2 / (n l (n - l)), d
/// = n l1 - l n1.
class TwoClassGini {
public:
    using Count = std::int64_t;
    using Decrease = Fraction;
    struct Left {
        std::int64_t rows = 0;
        std::int64_t d = 0;
    };

    TwoClassGini(std::int64_t min_rows, const Presorted&, std::span<std::int64_t>) : min_rows_(min_rows) {}

    void start(const Totals<Count>& known)
    {
        rows_ = known.rows;
        ones_ = known.counts[1];
        // d^2 and l (n - l) are at most n^4/16 and n^2/4: their products are below 2^53 up to n = 900.
        best_ = {};
        best_quotient_.start(Margin(rows_ <= 900), 0.0, 1.0);
    }
    Left nothing() { return {}; }
    void add(Left& left, Entry entry, std::int64_t weight) const
    {
        const std::int64_t if_one =
            -static_cast<std::int64_t>(entry.tag >> 31); // all bits set for class 1, the tag's highest bit
        left.rows += weight;
        left.d += weight * ((if_one & rows_) - ones_);
    }
    void add_group(Left& left, const Groups<Count>& groups, std::uint32_t code) const
    {
        left.rows += groups.rows[code];
        left.d += rows_ * groups.counts[std::size_t{2} * code + 1] - groups.rows[code] * ones_;
    }
    /// True if this split is allowed, lowers the impurity, and is better than all earlier ones since start().
    [[gnu::always_inline]] bool consider(Left left)
    {
        const std::int64_t right_rows = rows_ - left.rows;
        if (left.rows < min_rows_ || right_rows < min_rows_) return false;
        const auto d = static_cast<double>(left.d);
        const double top = d * d;
        const double bottom = static_cast<double>(left.rows) * static_cast<double>(right_rows);
        if (!best_quotient_.below(top, bottom, [&] { return greater(exact(left), exact(best_)); }))
            return false;
        best_ = left;
        best_quotient_.set(top, bottom);
        return true;
    }
    /// d^2 / (l (n - l)) is n/2 times the decrease; division by n makes it comparable between features.
    Decrease decrease() const
    {
        const Fraction best = exact(best_);
        return {best.top, best.bottom * static_cast<uint128>(rows_)};
    }
    static bool better(const Decrease& a, const Decrease& b) { return greater(a, b); }
    /// Number of training rows with a known cell on the left of the best split.
    std::int64_t best_left_rows() const { return best_.rows; }

private:
    Fraction exact(Left left) const
    {
        if (left.rows == 0) return {}; // no split yet
        const auto d = static_cast<uint128>(left.d < 0 ? -left.d : left.d);
        return {d * d, static_cast<uint128>(left.rows) * static_cast<uint128>(rows_ - left.rows)};
    }

    std::int64_t min_rows_;
    std::int64_t rows_ = 0;
    std::int64_t ones_ = 0;
    Left best_;
    BestQuotient best_quotient_;
};

/// Gini's index for any number of classes: maximises (L r + R l) / (l r), where l and r are the numbers of
/// rows of the two sides, and L and R the sums of their squared class counts.
class Gini {
public:
    using Count = std::int64_t;
    using Decrease = Fraction;
    struct Left {
        std::int64_t rows = 0;
        std::int64_t squares = 0; ///< sum_c l_c^2
        std::int64_t cross = 0;   ///< sum_c n_c l_c, so that R = sum_c (n_c - l_c)^2 = N - 2 cross + L
    };

    /// `left_counts` is scratch with one number for each class. Copies share it, so only one of them may scan
    /// at a time.
    Gini(std::int64_t min_rows, const Presorted& presorted, std::span<std::int64_t> left_counts)
        : min_rows_(min_rows),
          row_bits_(presorted.row_bits),
          left_(left_counts)
    {
    }

    void start(const Totals<Count>& known)
    {
        rows_ = known.rows;
        totals_ = known.counts.data();
        squares_ = 0;
        for (const auto count : known.counts) squares_ += count * count;
        // (L r + R l) is at most n^3/4 and l r at most n^2/4: exact up to n = 2000.
        best_ = {};
        best_quotient_.start(Margin(rows_ <= 2000), static_cast<double>(squares_),
                             static_cast<double>(rows_));
    }
    Left nothing()
    {
        std::fill(left_.begin(), left_.end(), 0);
        return {};
    }
    void add(Left& left, Entry entry, std::int64_t weight)
    {
        add_class(left, entry.tag >> row_bits_, weight);
        left.rows += weight;
    }
    void add_group(Left& left, const Groups<Count>& groups, std::uint32_t code, std::int64_t sign = 1)
    {
        for (std::size_t c = 0; c < left_.size(); ++c)
            add_class(left, c, sign * groups.counts[code * left_.size() + c]);
        left.rows += sign * groups.rows[code];
    }
    [[gnu::always_inline]] bool consider(Left left)
    {
        const std::int64_t right_rows = rows_ - left.rows;
        if (left.rows < min_rows_ || right_rows < min_rows_) return false;
        const auto l = static_cast<double>(left.rows);
        const auto r = static_cast<double>(right_rows);
        const double top =
            static_cast<double>(left.squares) * r + static_cast<double>(right_squares(left)) * l;
        const double bottom = l * r;
        if (!best_quotient_.below(top, bottom, [&] { return greater(exact(left), exact(best_)); }))
            return false;
        best_ = left;
        best_quotient_.set(top, bottom);
        return true;
    }
    /// (L r + R l) / (l r) - N / n.
    Decrease decrease() const
    {
        const Fraction best = exact(best_);
        const auto n = static_cast<uint128>(rows_);
        return {best.top * n - static_cast<uint128>(squares_) * best.bottom, best.bottom * n};
    }
    static bool better(const Decrease& a, const Decrease& b) { return greater(a, b); }
    std::int64_t best_left_rows() const { return best_.rows; }

private:
    void add_class(Left& left, std::size_t c, std::int64_t weight)
    {
        left.squares += weight * (2 * left_[c] + weight);
        left.cross += weight * totals_[c];
        left_[c] += weight;
    }
    std::int64_t right_squares(Left left) const { return squares_ - 2 * left.cross + left.squares; }
    Fraction exact(Left left) const
    {
        if (left.rows == 0)
            return {static_cast<uint128>(squares_), static_cast<uint128>(rows_)}; // no split yet
        const auto l = static_cast<uint128>(left.rows);
        const auto r = static_cast<uint128>(rows_ - left.rows);
        return {static_cast<uint128>(left.squares) * r + static_cast<uint128>(right_squares(left)) * l,
                l * r};
    }

    std::int64_t min_rows_;
    std::uint32_t row_bits_;
    std::span<std::int64_t> left_; ///< class counts of the left side
    const std::int64_t* totals_ = nullptr;
    std::int64_t rows_ = 0;
    std::int64_t squares_ = 0;
    Left best_;
    BestQuotient best_quotient_;
};

/// Squared error: with n rows whose responses sum to s, and l rows with sum t on the left, the decrease is
/// d^2 / (n l (n - l)), where d = n t - l s. Sums of real numbers are rounded, so a split is better only by
/// more than 1e-9 of the decrease: splits into the same rows tie.
template <class AnyCount>
class SquaredError {
public:
    using Count = AnyCount;
    using Decrease = double;
    struct Left {
        Count rows = 0;
        double sum = 0.0;
    };

    SquaredError(Count min_rows, const Presorted& presorted, std::span<Count>)
        : min_rows_(min_rows),
          responses_(presorted.centred.data())
    {
    }

    void start(const Totals<Count>& known)
    {
        rows_ = known.rows;
        sum_ = known.sum;
        best_left_rows_ = 0;
        top_ = known.negligible * static_cast<double>(rows_);
        bottom_ = 1.0;
    }
    Left nothing() { return {}; }
    void add(Left& left, Entry entry, Count weight) const
    {
        left.rows += weight;
        left.sum += static_cast<double>(weight) * responses_[entry.tag];
    }
    void add_group(Left& left, const Groups<Count>& groups, std::uint32_t code) const
    {
        left.rows += groups.rows[code];
        left.sum += groups.sums[code];
    }
    [[gnu::always_inline]] bool consider(Left left)
    {
        const Count right_rows = rows_ - left.rows;
        if (left.rows < min_rows_ || right_rows < min_rows_) return false;
        const auto l = static_cast<double>(left.rows);
        const double d = static_cast<double>(rows_) * left.sum - l * sum_;
        const double top = d * d;
        const double bottom = l * static_cast<double>(right_rows);
        if (!(top * bottom_ > top_ * bottom * (1.0 + 1e-9))) return false;
        best_left_rows_ = left.rows;
        top_ = top;
        bottom_ = bottom;
        return true;
    }
    Decrease decrease() const { return top_ / (bottom_ * static_cast<double>(rows_)); }
    static bool better(Decrease a, Decrease b) { return a > b * (1.0 + 1e-9); }
    Count best_left_rows() const { return best_left_rows_; }

private:
    Count min_rows_;
    const double* responses_;
    Count rows_ = 0;
    double sum_ = 0.0;
    Count best_left_rows_ = 0;
    double top_ = 0.0;
    double bottom_ = 1.0;
};

/// Gini's index for rows with weights: with W of weight, W_c of it of class c, and l and l_c on the left, the
/// decrease is sum_c d_c^2 / (W l (W - l)), where d_c = W l_c - l W_c. Splits tie and are negligible as for
/// squared error.
class WeightedGini {
public:
    using Count = double;
    using Decrease = double;
    struct Left {
        double rows = 0.0;
    };

    /// `left_counts` is scratch, as for Gini.
    WeightedGini(double min_rows, const Presorted& presorted, std::span<double> left_counts)
        : min_rows_(min_rows),
          row_bits_(presorted.row_bits),
          left_(left_counts)
    {
    }

    void start(const Totals<Count>& known)
    {
        rows_ = known.rows;
        totals_ = known.counts.data();
        best_left_rows_ = 0.0;
        top_ = 1e-24 * rows_ * rows_;
        bottom_ = 1.0;
    }
    Left nothing()
    {
        std::fill(left_.begin(), left_.end(), 0.0);
        return {};
    }
    void add(Left& left, Entry entry, double weight)
    {
        left.rows += weight;
        left_[entry.tag >> row_bits_] += weight;
    }
    void add_group(Left& left, const Groups<Count>& groups, std::uint32_t code, double sign = 1.0)
    {
        left.rows += sign * groups.rows[code];
        for (std::size_t c = 0; c < left_.size(); ++c)
            left_[c] += sign * groups.counts[code * left_.size() + c];
    }
    bool consider(Left left)
    {
        const double right_rows = rows_ - left.rows;
        if (left.rows < min_rows_ || right_rows < min_rows_) return false;
        double top = 0.0;
        for (std::size_t c = 0; c < left_.size(); ++c) {
            const double d = rows_ * left_[c] - left.rows * totals_[c];
            top += d * d;
        }
        const double bottom = left.rows * right_rows;
        if (!(top * bottom_ > top_ * bottom * (1.0 + 1e-9))) return false;
        best_left_rows_ = left.rows;
        top_ = top;
        bottom_ = bottom;
        return true;
    }
    Decrease decrease() const { return top_ / (bottom_ * rows_); }
    static bool better(Decrease a, Decrease b) { return a > b * (1.0 + 1e-9); }
    double best_left_rows() const { return best_left_rows_; }

private:
    double min_rows_;
    std::uint32_t row_bits_;
    std::span<double> left_; ///< weights of the classes on the left side
    const double* totals_ = nullptr;
    double rows_ = 0.0;
    double best_left_rows_ = 0.0;
    double top_ = 0.0;
    double bottom_ = 1.0;
};

} // namespace unseen::tree
