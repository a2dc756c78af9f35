// Private: how C4.5 rates the test of one attribute at a node.
#pragma once

#include "learn/tree/c45_rows.hpp"
#include "learn/tree/c45_rules.hpp"

namespace unseen::tree::c45 {

/// The rating of a test: the entropy that it removes, in bits per row of the node, and its ratio to the
/// entropy of the branches.
struct Rating {
    bool usable = false;
    double gain = 0.0;
    double ratio = 0.0;
    std::uint32_t below = 0; ///< numeric: the ranks of the values on both sides of the cut
    std::uint32_t above = 0;
};

/// The rows at a node.
struct NodeTotals {
    std::span<const double> classes; ///< their weights by class
    double weight = 0.0;
    Counting counting = Counting::once;
};

/// Rates attributes at one node after the other. `weight` has the weight of each row at the node, if rows
/// have weights.
class Search {
public:
    Search(const Shared& shared, double min_rows, const RowLists& rows, const EntropyTerms& terms,
           std::span<const double> weight);

    /// Tests with a branch for each declared category; two of them must have min_rows.
    Rating categories(std::uint32_t feature, const NodeTotals& node, std::span<const WeightedRow> rows);
    /// After categories(): true if fewer than two of them occur.
    bool constant() const { return present_.size() < 2; }

    /// The cut of the largest gain among those that leave enough rows on both sides; a charge for the choice
    /// is subtracted from its gain (Quinlan 1996). `entries` is sorted, missing cells last.
    Rating cuts(std::uint32_t feature, const NodeTotals& node, std::span<const Entry> entries);

private:
    struct Best {
        double gain = 0.0;
        std::size_t admissible = 0; ///< cuts that were allowed
        double left = 0.0;
        std::uint32_t below = 0, above = 0;
    };
    /// The least weight of a side: a tenth of the mean class, at least min_rows, at most 25.
    double least_side(double known) const;
    Best plain_cuts(std::uint32_t feature, double weight, std::span<const Entry> known);
    Best repeated_cuts(std::uint32_t feature, double weight, double known_weight,
                       std::span<const Entry> known);
    Best weighted_cuts(std::uint32_t feature, double weight, double known_weight,
                       std::span<const Entry> known);
    /// Takes the cut between rows 0 .. last and the others if its gain is larger than that of `best`.
    static void consider(Best& best, double gain, double left, const Entry* last);
    double ratio(double gain, double weight, double split_bits) const;

    const Shared& shared_;
    double min_rows_;
    const RowLists& rows_;
    const EntropyTerms& terms_;
    std::span<const double> weight_;
    std::vector<double> known_;        ///< by class: rows with a known cell
    std::vector<double> left_, right_; ///< by class
    std::vector<double> left_terms_, right_terms_;
    std::vector<std::uint32_t> left_count_, right_count_;
    std::vector<double> branch_;         ///< by code: weight of its rows; all 0 between calls
    std::vector<double> counts_;         ///< code x classes; likewise
    std::vector<std::uint32_t> present_; ///< the codes that occur
};

} // namespace unseen::tree::c45
