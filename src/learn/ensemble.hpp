// Private: what ensembles share: the rows that they draw from, and the votes of their members.
#pragma once

#include "learn/entry.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// The rows of a training multiset in ascending order, each as often as it counts; without those of weight 0 if the base uses weights. Throws LearnerError, with the
/// name of the learner, if there are none.
std::vector<Row> drawable_rows(const Dataset& data, const RowSet& train, const Base& base, const std::string& learner);

/// The votes of the members, added one after the other.
class Votes {
public:
    /// `soft`: members vote by their scores instead of their labels.
    Votes(std::size_t rows, std::size_t classes, bool soft = false);

    /// Adds what a member says, which counts as `weight` > 0 others. Throws LearnerError if it should have scores and has none.
    void add(const Predictions& p, double weight = 1.0);
    /// Classes: the class with most votes (ties: smallest code), and shares of votes as scores. Numbers: the mean. Complexity: the number of members, and the means of theirs if they
    /// say the same of themselves.
    Predictions result() &&;

private:
    std::size_t classes_; ///< 0 for a numeric response
    bool soft_;
    std::vector<double> sums_;
    std::vector<std::pair<std::string, double>> complexity_;
    double members_ = 0.0;
    double weight_ = 0.0;
};

/// A trained member and its vote.
struct Member {
    std::unique_ptr<Model> model;
    double vote = 1.0;
};

/// The model of these members, of which there is at least one, with votes > 0.
std::unique_ptr<Model> ensemble_model(std::size_t classes, std::vector<Member> members, bool soft = false);

} // namespace unseen
