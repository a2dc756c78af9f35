#include "curve/threshold_points.hpp"

#include "rank/descent.hpp"

#include <algorithm>

namespace unseen {

namespace {

constexpr std::size_t few_scores = 1 << 16;
constexpr double part = 0x1p-14; ///< the share by which a cell may change between two points

/// Takes the thresholds in order and keeps those that are needed.
class Keeping {
public:
    explicit Keeping(const Ranking& ranking)
        : thresholds_{.points = {}, .positives = ranking.positives(), .negatives = ranking.negatives()},
          part_(ranking.size() <= few_scores ? 0.0 : part)
    {
        thresholds_.points.reserve(std::min(ranking.size(), few_scores) + 1);
        thresholds_.points.emplace_back();
        last_ = thresholds_.points.back();
        thresholds_.of_ranking = 1;
        set_limits();
    }

    void take(const ThresholdPoint& threshold)
    {
        if (beyond(threshold) && pending_) keep(last_);
        pending_ = !beyond(threshold);
        if (!pending_) keep(threshold);
        last_ = threshold;
        ++thresholds_.of_ranking;
    }

    ThresholdPoints finish()
    {
        if (pending_) keep(last_);
        return std::move(thresholds_);
    }

private:
    bool beyond(const ThresholdPoint& threshold) const
    {
        return threshold.tp > tp_limit_ || threshold.fp > fp_limit_;
    }
    void keep(const ThresholdPoint& threshold)
    {
        thresholds_.points.push_back(threshold);
        set_limits();
    }
    void set_limits()
    {
        const auto& from = thresholds_.points.back();
        tp_limit_ = end_of_step(from.tp, thresholds_.positives);
        fp_limit_ = end_of_step(from.fp, thresholds_.negatives);
    }

    /// The largest value up to which a cell may grow from `cell` without a new point; `all` is the total of
    /// its column.
    double end_of_step(double cell, double all) const
    {
        return std::min(cell / (1.0 - part_), cell + (all - cell) * part_);
    }

    ThresholdPoints thresholds_;
    double part_;
    ThresholdPoint last_;
    bool pending_ = false; ///< the last threshold is not kept
    double tp_limit_ = 0.0;
    double fp_limit_ = 0.0;
};

} // namespace

ThresholdPoints threshold_points(const Ranking& ranking)
{
    Keeping keeping(ranking);
    ThresholdPoint threshold;
    double precision = 0.0;
    Descent above(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        if (!(block.positives + block.negatives > 0.0)) continue; // rows of weight 0
        above.pass(block);
        const ThresholdPoint before = threshold;
        const double precision_before = precision;
        const bool first = !(before.tp + before.fp > 0.0);
        threshold.score = block.score;
        threshold.tp = above.positives();
        threshold.fp = above.negatives();
        precision = threshold.tp / (threshold.tp + threshold.fp);
        if (!first) {
            threshold.roc_area += (threshold.fp - before.fp) * (threshold.tp + before.tp) / 2;
            threshold.pr_area += (threshold.tp - before.tp) * (precision + precision_before) / 2;
        }
        keeping.take(threshold);
    }
    return keeping.finish();
}

} // namespace unseen
