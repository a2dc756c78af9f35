#include "curve/cut_points.hpp"

#include "rank/descent.hpp"

#include <algorithm>

namespace unseen {

namespace {

constexpr std::size_t few_scores = 1 << 16;
constexpr double part = 0x1p-14; ///< the share by which a cell may change between two points

/// Takes the cuts in order and keeps those that are needed.
class Keeping {
public:
    explicit Keeping(const Ranking& ranking)
        : cuts_{.points = {}, .positives = ranking.positives(), .negatives = ranking.negatives()},
          part_(ranking.size() <= few_scores ? 0.0 : part)
    {
        cuts_.points.reserve(std::min(ranking.size(), few_scores) + 1);
        cuts_.points.emplace_back();
        last_ = cuts_.points.back();
        cuts_.of_ranking = 1;
        set_limits();
    }

    void take(const CutPoint& cut)
    {
        if (beyond(cut) && pending_) keep(last_);
        pending_ = !beyond(cut);
        if (!pending_) keep(cut);
        last_ = cut;
        ++cuts_.of_ranking;
    }

    CutPoints finish()
    {
        if (pending_) keep(last_);
        return std::move(cuts_);
    }

private:
    bool beyond(const CutPoint& cut) const { return cut.tp > tp_limit_ || cut.fp > fp_limit_; }
    void keep(const CutPoint& cut)
    {
        cuts_.points.push_back(cut);
        set_limits();
    }
    void set_limits()
    {
        const auto& from = cuts_.points.back();
        tp_limit_ = end_of_step(from.tp, cuts_.positives);
        fp_limit_ = end_of_step(from.fp, cuts_.negatives);
    }

    /// The largest value up to which a cell may grow from `cell` without a new point; `all` is the total of
    /// its column.
    double end_of_step(double cell, double all) const
    {
        return std::min(cell / (1.0 - part_), cell + (all - cell) * part_);
    }

    CutPoints cuts_;
    double part_;
    CutPoint last_;
    bool pending_ = false; ///< the last cut is not kept
    double tp_limit_ = 0.0;
    double fp_limit_ = 0.0;
};

} // namespace

CutPoints cut_points(const Ranking& ranking)
{
    Keeping keeping(ranking);
    CutPoint cut;
    double precision = 0.0;
    Descent above(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        if (!(block.positives + block.negatives > 0.0)) continue; // rows of weight 0
        above.pass(block);
        const CutPoint before = cut;
        const double precision_before = precision;
        const bool first = !(before.tp + before.fp > 0.0);
        cut.score = block.score;
        cut.tp = above.positives();
        cut.fp = above.negatives();
        precision = cut.tp / (cut.tp + cut.fp);
        if (!first) {
            cut.roc_area += (cut.fp - before.fp) * (cut.tp + before.tp) / 2;
            cut.pr_area += (cut.tp - before.tp) * (precision + precision_before) / 2;
        }
        keeping.take(cut);
    }
    return keeping.finish();
}

} // namespace unseen
