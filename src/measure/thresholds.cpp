#include "measure/thresholds.hpp"

#include "rank/descent.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace unseen {

namespace {

/// The positives among the first `rows` rows of the ranking. A block of ties is divided in proportion.
double positives_among(const Ranking& ranking, double rows)
{
    Descent above(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        const double all = block.positives + block.negatives;
        const double wanted = rows - above.rows();
        if (all > 0.0 && wanted <= all)
            return above.positives() + block.positives * (std::max(0.0, wanted) / all);
        above.pass(block);
    }
    return ranking.positives();
}

/// 1 - ln(1 + u) / u, for u >= 0.
double one_minus_log_ratio(double u)
{
    if (u > 0.01) return 1.0 - std::log1p(u) / u;
    double sum = 0.0; // u/2 - u^2/3 + u^3/4 ..., because the difference would cancel for small u
    double power = u;
    for (int k = 2; k <= 10; ++k, power *= -u) sum += power / k;
    return sum;
}

/// The integral of x / (x + F(x)) over x from T to T + a, where F rises linearly from F to F + b. With N = T
/// + F, d = a + b, u = d / N it is (a/d) [a (1 - ln(1+u)/u) + T ln(1+u)], a sum of terms >= 0. For N = 0 it
/// is a^2/d.
double area_of_block(double found, double others, double positives, double negatives)
{
    const double above = found + others;
    const double rows = positives + negatives;
    if (!(above > 0.0)) return positives * (positives / rows);
    const double u = rows / above;
    return positives / rows * (positives * one_minus_log_ratio(u) + found * std::log1p(u));
}

/// The largest value of a function of recall and precision over all thresholds that have rows above them.
template <class Of>
Value best_threshold(const Ranking& ranking, Of of)
{
    const double all = ranking.positives();
    if (!(all > 0.0)) return Value::none(reasons::one_class);
    Descent above(ranking);
    double best = 0.0;
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        above.pass(ranking[b]);
        if (above.rows() > 0.0)
            best = std::max(best, of(above.positives() / all, above.positives() / above.rows()));
    }
    return Value(best);
}

} // namespace

Value break_even(const Ranking& ranking)
{
    const double all = ranking.positives();
    if (!(all > 0.0)) return Value::none(reasons::one_class);
    return Value(std::min(1.0, positives_among(ranking, all) / all));
}

Value precision_recall_area(const Ranking& ranking)
{
    if (!(ranking.positives() > 0.0)) return Value::none(reasons::one_class);
    Descent above(ranking);
    ExactSum area;
    std::array<double, 512> areas;
    std::size_t filled = 0;
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        if (block.positives > 0.0)
            areas[filled++] =
                area_of_block(above.positives(), above.negatives(), block.positives, block.negatives);
        above.pass(block);
        if (filled < areas.size()) continue;
        area.add(areas);
        filled = 0;
    }
    area.add(std::span(areas).first(filled));
    return Value(std::min(1.0, area.value() / ranking.positives()));
}

Value precision_at_recall(const Ranking& ranking, double recall)
{
    return best_threshold(
        ranking, [recall](double reached, double precision) { return reached >= recall ? precision : 0.0; });
}

Value recall_at_precision(const Ranking& ranking, double precision)
{
    return best_threshold(
        ranking, [precision](double recall, double reached) { return reached >= precision ? recall : 0.0; });
}

Value gain(const Ranking& ranking, double share)
{
    const double all = ranking.positives();
    if (!(all > 0.0)) return Value::none(reasons::one_class);
    return Value(std::min(1.0, positives_among(ranking, share * (all + ranking.negatives())) / all));
}

Value lift(const Ranking& ranking, double share)
{
    const Value found = gain(ranking, share);
    return found ? Value(found.number() / share) : found;
}

} // namespace unseen
