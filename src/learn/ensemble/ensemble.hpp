// Private: the common parts of ensembles: the rows that they draw from, the votes of their members, and the
// members' predictions for rows that they were not trained on.
#pragma once

#include "learn/entry.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// The rows of a training multiset in ascending order, each as often as it counts, without rows of weight 0
/// if they are `weighted`. Throws LearnerError, with the name of the learner, if there are none.
std::vector<Row> drawable_rows(const Dataset& data, const RowSet& train, bool weighted,
                               const std::string& learner);

/// The votes of the members, added one after the other.
class Votes {
public:
    /// `soft`: members vote by their scores instead of their labels.
    Votes(std::size_t rows, std::size_t classes, bool soft = false);

    /// Adds the predictions of a member, which count as `weight` >= 0 others; not all weights may be 0.
    /// Throws LearnerError if it should have scores and has none.
    void add(const Predictions& p, double weight = 1.0);
    /// Classes: the class with most votes (ties: smallest code), and shares of votes as scores. Numbers: the
    /// mean. Complexity: the number of members, and the means of their complexities if all report the same
    /// figures. Warnings: one of each code.
    Predictions result() &&;

private:
    std::size_t classes_; ///< 0 for a numeric response
    bool soft_;
    std::vector<double> sums_;
    std::vector<std::pair<std::string, double>> complexity_;
    std::map<std::string, std::pair<std::size_t, std::string>>
        warned_; ///< of each code the members that have it, and the first sentence
    double members_ = 0.0;
    double weight_ = 0.0;
};

/// The bootstrap samples of a fit. Rows that belong to a group are drawn together (Karpievitch, Hill,
/// Leclerc, Dabney & Almeida 2009, PLoS ONE 4:e7087), so that the rows that a member left out do not depend
/// on those that it was trained on.
class Bootstrap {
public:
    /// `rows` as drawable_rows() has them.
    Bootstrap(const Dataset& data, std::span<const Row> rows, std::size_t universe, std::uint64_t seed);

    /// The sample of member `b`: as many draws as there are rows, or groups, by the stream (seed, bootstrap,
    /// b), as the count of each of `universe` rows.
    std::vector<std::uint32_t> counts(std::uint64_t b) const;

private:
    std::vector<Row> rows_; ///< those of one unit side by side, units in the order of their first rows
    std::vector<std::size_t> starts_; ///< of the units in rows_, and its size
    std::size_t universe_;
    std::uint64_t seed_;
};

/// Named figures that a fit reports about itself.
using Figures = std::vector<std::pair<std::string, double>>;

/// Judges each training row by the members that were trained without it (Breiman 1996, Out-of-bag
/// estimation).
class LeftOut {
public:
    /// `rows` as drawable_rows() has them. `soft`: members vote by their scores.
    LeftOut(const Dataset& data, std::span<const Row> rows, bool soft = false);

    /// The training rows that a member with these counts was trained without, ascending, each once. Valid
    /// until the next call.
    std::span<const Row> left_out_of(std::span<const std::uint32_t> counts);
    /// Adds that member's predictions for these rows, which count as `weight` >= 0 others.
    void add(const Predictions& p, double weight = 1.0);
    /// The share of these rows whose class it predicts correctly, as often as they count, and by their
    /// weights if it is `weighted`; std::nullopt if there are none.
    std::optional<double> accuracy(const Predictions& p, bool weighted) const;
    /// (name + "_error", share of wrong rows) for classes, (name + "_rmse", root mean squared error) for
    /// numbers, over the training rows that some member left out, as often as they count, and by their
    /// weights; empty if there are none.
    Figures figure(const std::string& name = "out_of_bag") const;
    /// True if each training row was left out by a member.
    bool complete() const;

private:
    double weight_of(Row row) const { return data_.weights().empty() ? 1.0 : data_.weights()[row]; }

    const Dataset& data_;
    std::size_t classes_;
    bool soft_;
    std::vector<Row> rows_;           ///< distinct
    std::vector<double> times_;       ///< how often each counts
    std::vector<std::size_t> chosen_; ///< positions in rows_ of those left out
    std::vector<Row> left_out_;
    std::vector<double> sums_;
    std::vector<double> members_; ///< the weight of the members that predicted a row
};

/// The weights of members by their out-of-bag accuracies, with sum 1. A member without an accuracy has the
/// mean of the others; if all are 0 or missing, all weights are equal.
std::vector<double> accuracy_weights(std::span<const std::optional<double>> accuracies);

/// A trained member and its vote.
struct Member {
    std::unique_ptr<Model> model;
    double vote = 1.0;
    std::shared_ptr<const Prepared> prepared{}; ///< of this member alone; the model may look into it
};

/// The model of these members, of which there is at least one, with votes > 0. It reports `figures` with its
/// complexity and in its text.
std::unique_ptr<Model> ensemble_model(std::size_t classes, std::vector<Member> members, bool soft = false,
                                      Figures figures = {});

} // namespace unseen
