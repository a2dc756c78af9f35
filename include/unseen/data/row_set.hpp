// Rows and multisets of rows: what a fit is trained on.
#pragma once

#include "unseen/base/digest.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Position of a row in its Dataset: labelled rows are 0..n-1, derived rows follow.
using Row = std::uint32_t;

/// A view of a training multiset over the rows 0..universe-1: either the rows listed (ascending, with multiplicities), or
/// all rows but the ones listed. Whoever made it keeps the storage alive (usually a thread's scratch).
///
/// The form is canonical: a set without repetitions that leaves out at most as many rows as it keeps is stored by what
/// it leaves out, so that a fold costs O(test rows), and equal multisets have equal forms.
class RowSet {
public:
    RowSet() = default;
    /// All rows 0..universe-1, once each.
    static RowSet all(Row universe) { return all_but(universe, {}); }
    /// All rows but `left_out` (ascending, distinct), which must be at most half of them.
    static RowSet all_but(Row universe, std::span<const Row> left_out);
    /// The rows listed (ascending, distinct), each `counts[i]` >= 1 times; empty counts mean once each. Without repetitions
    /// it must hold fewer than half of the rows (else use all_but).
    static RowSet of(Row universe, std::span<const Row> rows, std::span<const std::uint32_t> counts = {});

    Row universe() const { return universe_; }
    /// True if the set is stored by the rows that it leaves out.
    bool is_complement() const { return complement_; }
    /// The rows left out; only for a complement.
    std::span<const Row> left_out() const { return rows_; }
    /// Number of distinct rows.
    Row distinct() const { return complement_ ? universe_ - static_cast<Row>(rows_.size()) : static_cast<Row>(rows_.size()); }
    /// Number of rows with multiplicity: the training size.
    std::uint64_t size() const { return size_; }
    /// True if some row counts more than once.
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
            for (std::size_t i = 0; i < rows_.size(); ++i) f(rows_[i], counts_.empty() ? std::uint32_t{1} : counts_[i]);
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

    /// From multiplicities per row (size = universe). O(universe).
    RowSet from_counts(std::span<const std::uint32_t> multiplicity);
    /// Everything but `test` (ascending, distinct), in whichever form is canonical. O(test) or O(universe).
    RowSet without(Row universe, std::span<const Row> test);
};

/// Sum over rows of mix(row) * count, modulo 2^128: equal for equal multisets whatever their form, and updated by a fold in
/// O(test rows). `all_rows` is multiset_key_of_all(universe).
Digest multiset_key(const RowSet& set, const Digest& all_rows);
/// The key of all rows 0..universe-1 once each. O(universe).
Digest multiset_key_of_all(Row universe);

} // namespace unseen
