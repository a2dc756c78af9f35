// Private: running totals of a ranking from the top down.
#pragma once

#include "stats/running_sum.hpp"

#include "unseen/rank/ranking.hpp"

namespace unseen {

/// The sums of positives and negatives in the blocks passed so far.
class Descent {
public:
    explicit Descent(const Ranking& ranking) : whole_(!ranking.counts().empty()) {}
    void pass(const TieBlock& block)
    {
        if (whole_) { // counts of rows: plain sums are exact
            positives_ += block.positives;
            negatives_ += block.negatives;
        } else {
            positive_weights_.add(block.positives);
            negative_weights_.add(block.negatives);
            positives_ = positive_weights_.value();
            negatives_ = negative_weights_.value();
        }
    }
    double positives() const { return positives_; }
    double negatives() const { return negatives_; }
    double rows() const { return positives_ + negatives_; }

private:
    bool whole_;
    double positives_ = 0.0;
    double negatives_ = 0.0;
    RunningSum positive_weights_;
    RunningSum negative_weights_;
};

} // namespace unseen
