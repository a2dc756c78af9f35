// What figures are about whose labels come from a threshold that was chosen on other rows (METHODS F.7): bias
// and coverage about the mean figure of the thresholds, and coverage of the figure of the threshold of all
// rows.
//
//   cut_coverage [data sets]   default 500
#include "for_each.hpp"

#include "unseen/score/score.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace unseen {
namespace {

constexpr double shift = 1.2; // of the scores of positive rows, standard normal else

ScoredRows drawn(std::size_t n, double prevalence, std::uint64_t data_set)
{
    Stream stream(data_set, Purpose::generation, n);
    ScoredRows rows;
    rows.design.classes = Labels({"0", "1"});
    rows.design.positive = 1;
    rows.predicted.one_score = true;
    rows.predicted.probabilities = false;
    for (std::size_t i = 0; i < n; ++i) {
        rows.design.true_label.push_back(stream.uniform() < prevalence ? 1 : 0);
        rows.predicted.scores.push_back(normal_quantile(stream.uniform() + 0x1p-54) +
                                        shift * rows.design.true_label.back());
    }
    return rows;
}

struct Figures {
    std::array<double, 3> of{}; ///< recall, specificity, error rate
};

Figures figures_of_threshold(double threshold, double prevalence)
{
    const double recall = normal_tail(threshold - shift);
    const double specificity = 1.0 - normal_tail(threshold);
    return {.of = {recall, specificity, prevalence * (1 - recall) + (1 - prevalence) * (1 - specificity)}};
}

struct CutCounts {
    double bias = 0, same = 0, of_thresholds = 0, of_last = 0;
};

void judge(const ScoredRows& rows, const Spec& rule, double prevalence, std::array<CutCounts, 3>& counts)
{
    static const std::vector<Spec> measures{Spec("recall"), Spec("specificity"), Spec("error_rate")};
    const auto report = score(rows, {.measures = measures, .threshold_rule = rule});
    auto same = rows;
    for (const double s : rows.predicted.scores)
        same.predicted.label.push_back(s >= report.thresholds->on_all_rows ? 1 : 0);
    const auto too_good = score(same, {.measures = measures});
    const auto last = figures_of_threshold(report.thresholds->on_all_rows, prevalence);
    Figures mean;
    for (const double threshold : report.thresholds->of_parts)
        for (std::size_t m = 0; m < 3; ++m)
            mean.of[m] += figures_of_threshold(threshold, prevalence).of[m] /
                          static_cast<double>(report.thresholds->of_parts.size());
    for (std::size_t m = 0; m < 3; ++m) {
        const auto& figure = report.measures[m];
        const auto holds = [&](double truth) {
            return figure.interval->lower <= truth && truth <= figure.interval->upper;
        };
        counts[m].bias += figure.value.number() - mean.of[m];
        counts[m].same += too_good.measures[m].value.number() - last.of[m];
        counts[m].of_thresholds += holds(mean.of[m]);
        counts[m].of_last += holds(last.of[m]);
    }
}

} // namespace
} // namespace unseen

int main(int argc, char** argv)
{
    using namespace unseen;
    const std::size_t data_sets = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 500;
    std::printf("rows,prevalence,rule,measure,bias,bias_on_same_rows,covered_cuts,covered_cut_of_all\n");
    for (const std::size_t n : {100, 300, 1000, 5000})
        for (const double prevalence : {0.5, 0.1})
            for (const char* rule : {"youden", "cost:false_negative=5", "recall", "precision:at_least=0.8"}) {
                std::vector<std::array<CutCounts, 3>> all(data_sets);
                for_each(data_sets, [&](std::size_t d) {
                    judge(drawn(n, prevalence, d + 1), Spec::parse(rule), prevalence, all[d]);
                });
                for (std::size_t m = 0; m < 3; ++m) {
                    CutCounts sum;
                    for (const auto& one : all) {
                        sum.bias += one[m].bias;
                        sum.same += one[m].same;
                        sum.of_thresholds += one[m].of_thresholds;
                        sum.of_last += one[m].of_last;
                    }
                    const auto k = static_cast<double>(data_sets);
                    const char* const names[] = {"recall", "specificity", "error_rate"};
                    std::printf("%zu,%g,\"%s\",%s,%.4f,%.4f,%.1f,%.1f\n", n, prevalence, rule, names[m],
                                sum.bias / k, sum.same / k, 100 * sum.of_thresholds / k,
                                100 * sum.of_last / k);
                }
                std::fflush(stdout);
            }
    return 0;
}
