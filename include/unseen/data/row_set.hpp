// Rows and multisets of rows, on which fits are trained.
//
// Example:
//
//     const std::vector<Row> left_out = {2, 5};
//     const RowSet train = RowSet::all_but(6, left_out); // rows 0, 1, 3, 4
//     std::vector<Row> rows;
//     train.for_each([&](Row row, std::uint32_t) { rows.push_back(row); });
//     assert(train.size() == 4 && rows == (std::vector<Row>{0, 1, 3, 4}));
#pragma once

#include "unseen/base/digest.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The number of a row in its Dataset: labelled rows are 0..n-1, the others follow.
using Row = std::uint32_t;

/// A view of a training multiset over the rows 0..universe-1: either the rows listed (ascending, with
/// multiplicities), or all rows except those listed. The caller that made it keeps the storage alive (usually
/// the scratch of a thread).
///
/// The form is canonical: a set without repetitions that leaves out at most as many rows as it keeps is
/// stored as the rows that it leaves out. So a fold takes O(test rows), and equal multisets have equal forms.
class RowSet {
public:
    RowSet() = default;
    /// All rows 0..universe-1, once each.
    static RowSet all(Row universe) { return all_but(universe, {}); }
    /// All rows except `left_out` (ascending, distinct), which must be at most half of them.
    static RowSet all_but(Row universe, std::span<const Row> left_out);
    /// The rows listed (ascending, distinct), row i with multiplicity counts[i] >= 1; empty counts mean once
    /// each. Without repetitions the set must hold fewer than half of the rows (else use all_but).
    static RowSet of(Row universe, std::span<const Row> rows, std::span<const std::uint32_t> counts = {});

    Row universe() const { return universe_; }
    /// True if the set is stored as the rows that it leaves out.
    bool is_complement() const { return complement_; }
    /// The rows left out. Call it only for a complement.
    std::span<const Row> left_out() const { return rows_; }
    /// The number of distinct rows.
    Row distinct() const
    {
        return complement_ ? universe_ - static_cast<Row>(rows_.size()) : static_cast<Row>(rows_.size());
    }
    /// The number of rows with multiplicity: the training size.
    std::uint64_t size() const { return size_; }
    /// True if some row occurs more than once.
    bool repeats() const { return !counts_.empty(); }

    /// Calls f(row, count) for each distinct row, ascending. O(universe) for a complement, else O(distinct).
    template <class F>
    void for_each(F&& f) const
    {
        if (complement_) {
            std::size_t skip = 0;
            for (Row r = 0; r < universe_; ++r) {
                if (skip < rows_.size() && rows_[skip] == r)
                    ++skip;
                else
                    f(r, std::uint32_t{1});
            }
        } else {
            for (std::size_t i = 0; i < rows_.size(); ++i)
                f(rows_[i], counts_.empty() ? std::uint32_t{1} : counts_[i]);
        }
    }

private:
    Row universe_ = 0;
    bool complement_ = true;
    std::span<const Row> rows_;
    std::span<const std::uint32_t> counts_;
    std::uint64_t size_ = 0;
};

/// Owns the storage behind a RowSet, in canonical form.
struct RowSetStorage {
    std::vector<Row> rows;
    std::vector<std::uint32_t> counts;

    /// The set with the given multiplicity of each row; its size is the universe. O(universe).
    RowSet from_counts(std::span<const std::uint32_t> multiplicity);
    /// All rows except `test` (ascending, distinct), in the canonical form. O(test) for a complement, else
    /// O(universe).
    RowSet without(Row universe, std::span<const Row> test);
};

/// A key that equal multisets share, whatever their form: the sum over rows of mix(row) * count, modulo
/// 2^128. O(rows left out) for a complement, else O(distinct rows). `all_rows` is
/// multiset_key_of_all(universe).
Digest multiset_key(const RowSet& set, const Digest& all_rows);
/// The key of the rows 0..universe-1, once each. O(universe).
Digest multiset_key_of_all(Row universe);

} // namespace unseen
