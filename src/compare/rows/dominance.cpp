#include "compare/rows/dominance.hpp"

#include "unseen/rank/ranking.hpp"

#include <algorithm>
#include <cstdint>

namespace unseen::compare::detail {

namespace {

__extension__ typedef __int128 int128;

/// The numbers of negatives and positives above a cut.
struct Cut {
    std::int64_t negatives = 0;
    std::int64_t positives = 0;
};

/// The cuts between tie blocks, from above all rows to below all rows.
std::vector<Cut> cuts_of(const PredictionView& view)
{
    const auto ranking = ranking_of(view);
    std::vector<Cut> cuts = {Cut{}};
    for (std::size_t b = 0; b < ranking.size(); ++b)
        cuts.push_back({cuts.back().negatives + static_cast<std::int64_t>(ranking[b].negatives),
                        cuts.back().positives + static_cast<std::int64_t>(ranking[b].positives)});
    return cuts;
}

/// A height as a fraction; the denominator is positive.
struct Height {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
};

/// Walks along a polygon: its height just before and just after an abscissa. Abscissae must ascend.
class Walk {
public:
    explicit Walk(const std::vector<Cut>& cuts) : cuts_(cuts) {}

    struct Heights {
        Height before;
        Height after;
    };
    Heights at(std::int64_t x)
    {
        while (at_ + 1 < cuts_.size() && cuts_[at_ + 1].negatives < x) ++at_;
        // cuts_[at_] is the last cut left of x, or the first cut.
        Heights heights;
        std::size_t first = at_;
        if (cuts_[first].negatives < x) ++first;
        const Cut& right = cuts_[first];
        if (right.negatives > x) { // between two cuts
            const Cut& left = cuts_[first - 1];
            const std::int64_t run = right.negatives - left.negatives;
            heights.before = {
                left.positives * run + (right.positives - left.positives) * (x - left.negatives), run};
            heights.after = heights.before;
            return heights;
        }
        std::size_t last = first;
        while (last + 1 < cuts_.size() && cuts_[last + 1].negatives == x) ++last;
        heights.before = {right.positives, 1};
        heights.after = {cuts_[last].positives, 1};
        return heights;
    }

private:
    const std::vector<Cut>& cuts_;
    std::size_t at_ = 0;
};

/// The height of A minus that of B, with its exact sign.
double height_difference(const Height& a, const Height& b)
{
    const int128 gap =
        static_cast<int128>(a.numerator) * b.denominator - static_cast<int128>(b.numerator) * a.denominator;
    return static_cast<double>(gap) /
           (static_cast<double>(a.denominator) * static_cast<double>(b.denominator));
}

int sign(double x) { return (x > 0.0) - (x < 0.0); }

/// Collects regions from left to right and merges equal neighbours.
class Regions {
public:
    Regions(const std::string& a, const std::string& b) : a_(a), b_(b) {}

    void add(double from, double to, int sign)
    {
        above_ = above_ || sign > 0;
        below_ = below_ || sign < 0;
        const std::string& better = sign > 0 ? a_ : (sign < 0 ? b_ : none_);
        if (!result_.regions.empty() && result_.regions.back().better == better)
            result_.regions.back().to = to;
        else
            result_.regions.push_back({from, to, better});
    }
    CurveDominance result()
    {
        if (above_ != below_) result_.better = above_ ? a_ : b_;
        return std::move(result_);
    }

private:
    const std::string& a_;
    const std::string& b_;
    const std::string none_{};
    bool above_ = false;
    bool below_ = false;
    CurveDominance result_{};
};

CurveDominance of_roc(const std::vector<Cut>& a, const std::vector<Cut>& b, const std::string& name_a,
                      const std::string& name_b)
{
    std::vector<std::int64_t> abscissae;
    for (const auto* cuts : {&a, &b})
        for (const Cut& cut : *cuts) abscissae.push_back(cut.negatives);
    std::sort(abscissae.begin(), abscissae.end());
    abscissae.erase(std::unique(abscissae.begin(), abscissae.end()), abscissae.end());
    const auto all = static_cast<double>(abscissae.back());
    Walk walk_a(a);
    Walk walk_b(b);
    Regions regions(name_a, name_b);
    double left = 0.0; // the difference just after the previous abscissa
    for (std::size_t i = 0; i < abscissae.size(); ++i) {
        const auto heights_a = walk_a.at(abscissae[i]);
        const auto heights_b = walk_b.at(abscissae[i]);
        if (i > 0) {
            const double right = height_difference(heights_a.before, heights_b.before);
            const double from = static_cast<double>(abscissae[i - 1]) / all;
            const double to = static_cast<double>(abscissae[i]) / all;
            if (sign(left) * sign(right) < 0) {
                const double crossing = from + (to - from) * (left / (left - right));
                regions.add(from, crossing, sign(left));
                regions.add(crossing, to, sign(right));
            } else {
                regions.add(from, to, sign(left) != 0 ? sign(left) : sign(right));
            }
        }
        left = height_difference(heights_a.after, heights_b.after);
    }
    return regions.result();
}

CurveDominance of_steps(const std::vector<Cut>& a, const std::vector<Cut>& b, const std::string& name_a,
                        const std::string& name_b)
{
    const std::int64_t positives = a.back().positives;
    const auto first_with = [](const std::vector<Cut>& cuts, std::size_t from, std::int64_t found) {
        while (cuts[from].positives < found) ++from;
        return from;
    };
    Regions regions(name_a, name_b);
    std::size_t i = 0;
    std::size_t j = 0;
    for (std::int64_t found = 1; found <= positives; ++found) {
        i = first_with(a, i, found);
        j = first_with(b, j, found);
        const double gap = height_difference({a[i].positives, a[i].positives + a[i].negatives},
                                             {b[j].positives, b[j].positives + b[j].negatives});
        regions.add(static_cast<double>(found - 1) / static_cast<double>(positives),
                    static_cast<double>(found) / static_cast<double>(positives), sign(gap));
    }
    return regions.result();
}

} // namespace

Dominance dominance_of(const PredictionView& a, const PredictionView& b, const std::string& name_a,
                       const std::string& name_b)
{
    const auto cuts_a = cuts_of(a);
    const auto cuts_b = cuts_of(b);
    return {name_a, name_b, of_roc(cuts_a, cuts_b, name_a, name_b), of_steps(cuts_a, cuts_b, name_a, name_b)};
}

} // namespace unseen::compare::detail
