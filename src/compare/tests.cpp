// The table of tests of comparisons, design by design. A new test is a function in a file of its own, declared here, and a row.
#include "compare/tests.hpp"

#include "unseen/compare/tests.hpp"

#include "compare/pair.hpp"
#include "compare/results.hpp"
#include "rank/rank_figure.hpp"

#include <optional>
#include <stdexcept>

namespace unseen::compare {

namespace detail {

// Figures of splits (split_tests.cpp).
std::vector<Inference> figures_corrected_t(const PairInput&);
std::vector<Inference> figures_paired_t(const PairInput&);
std::vector<Inference> figures_wilcoxon(const PairInput&);
std::vector<Inference> figures_sign(const PairInput&);
// Shares of right rows (proportion_tests.cpp).
std::vector<Inference> shares_mcnemar_exact(const PairInput&);
std::vector<Inference> shares_mcnemar_midp(const PairInput&);
std::vector<Inference> shares_mcnemar_chi2(const PairInput&);
std::vector<Inference> shares_mcnemar_chi2_continuity(const PairInput&);
std::vector<Inference> shares_sign(const PairInput&);
std::vector<Inference> shares_permutation(const PairInput&);
std::vector<Inference> shares_bootstrap(const PairInput&);
// Means of row values (loss_tests.cpp).
std::vector<Inference> losses_diebold_mariano(const PairInput&);
std::vector<Inference> losses_unit_t(const PairInput&);
std::vector<Inference> losses_bootstrap(const PairInput&);
std::vector<Inference> losses_permutation(const PairInput&);
std::vector<Inference> losses_paired_t(const PairInput&);
std::vector<Inference> losses_wilcoxon(const PairInput&);
std::vector<Inference> losses_sign(const PairInput&);
// Areas under ROC curves (area_tests.cpp).
std::vector<Inference> area_delong(const PairInput&);
std::vector<Inference> area_permutation(const PairInput&);
std::vector<Inference> area_bootstrap(const PairInput&);
// All other measures (other_tests.cpp).
std::vector<Inference> any_bootstrap(const PairInput&);
std::vector<Inference> any_permutation(const PairInput&);
// Many data sets (rank_tests.cpp).
std::vector<Inference> friedman(const ResultsInput&);
std::vector<Inference> friedman_uncorrected(const ResultsInput&);
std::vector<Inference> iman_davenport(const ResultsInput&);
std::vector<Inference> nemenyi(const ResultsInput&);
std::vector<Inference> bonferroni_dunn(const ResultsInput&);
std::vector<Inference> holm_control(const ResultsInput&);
std::vector<Inference> wilcoxon_holm(const ResultsInput&);
std::vector<Inference> bayes_sign_of_pairs(const ResultsInput&);
std::vector<Inference> bayes_signed_rank_of_pairs(const ResultsInput&);

namespace {

/// What a test is for among those of its design.
enum class Place {
    beside,    ///< never primary
    may_lead,  ///< the first of these that gives a result is primary, unless a result says so itself
    stands_in, ///< primary where the one that leads has no p-value
};

/// A row of the table.
template <class Input>
struct Test {
    std::string name;
    std::string gives;
    std::string help;
    std::vector<Inference> (*compute)(const Input&); ///< empty where the test does not apply
    Place place = Place::beside;
    bool (*too_many)(const Input&) = nullptr; ///< of which it is left out if the first test has a p-value, and says the same
};

/// Data of one kind, and the tests that are made of them.
template <class Input>
struct Design {
    std::string name;
    bool (*takes)(const Input&); ///< the first design that takes the data is theirs
    std::vector<Test<Input>> tests;
};

template <class Input>
bool all(const Input&)
{
    return true;
}

const std::vector<Design<CountsInput>>& designs(const CountsInput*)
{
    static const std::vector<Design<CountsInput>> table = {
        {"errors of two test sets",
         all,
         {
             {"z_two_proportions", "p, interval", "the difference over its standard error, from 30 rows a side",
              [](const CountsInput& in) { return alone(z_two_proportions(in.a, in.b, in.level)); }, Place::may_lead},
             {"z_two_proportions_pooled", "p, interval", "the same with the standard error of equal rates",
              [](const CountsInput& in) { return alone(z_two_proportions(in.a, in.b, in.level, Proportions::pooled)); }},
             {"fisher_exact", "p", "exact, given how many errors there are in all; any number of rows",
              [](const CountsInput& in) { return alone(fisher_exact(in.a, in.b)); }, Place::stands_in},
         }},
    };
    return table;
}

template <McNemar form>
std::vector<Inference> mcnemar_of_counts(const DiscordantInput& in)
{
    return alone(mcnemar(in.counts, in.level, form));
}

const std::vector<Design<DiscordantInput>>& designs(const DiscordantInput*)
{
    static const std::vector<Design<DiscordantInput>> table = {
        {"rows that one model alone gets right",
         all,
         {
             {"mcnemar_exact", "p, interval", "binomial", mcnemar_of_counts<McNemar::exact>, Place::may_lead},
             {"mcnemar_midp", "p, interval", "binomial, with half of what was observed", mcnemar_of_counts<McNemar::mid_p>},
             {"mcnemar_chi2", "p, interval", "chi-square", mcnemar_of_counts<McNemar::chi2>},
             {"mcnemar_chi2_continuity", "p, interval", "chi-square with a correction for continuity",
              mcnemar_of_counts<McNemar::chi2_continuity>},
         }},
    };
    return table;
}

const std::vector<Design<SplitsInput>>& designs(const SplitsInput*)
{
    static const std::vector<Design<SplitsInput>> table = {
        {"scores of splits",
         all,
         {
             {"corrected_t", "p, interval", "Student's t, corrected for training sets that overlap",
              [](const SplitsInput& in) { return alone(paired_t(in.scores, in.ratio(), in.level)); }, Place::may_lead},
             {"paired_t", "p, interval", "Student's t of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(paired_t(in.scores, 0.0, in.level))); }},
             {"wilcoxon", "p", "signed ranks of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(wilcoxon(in.scores))); }},
             {"sign", "p", "signs of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(sign_test(in.scores))); }},
             {"cv5x2_f", "p", "combined F of five times two folds",
              [](const SplitsInput& in) {
                  const bool applies = in.scores.a.size() == 10 && in.design.repeats == 5;
                  return applies ? alone(cv5x2_f(in.scores)) : std::vector<Inference>{};
              }},
             {"bayes_correlated_t", "posterior", "t, corrected for training sets that overlap",
              [](const SplitsInput& in) { return alone(bayes_correlated_t(in.scores, in.design)); }},
         }},
    };
    return table;
}

const std::vector<Design<PairInput>>& designs(const PairInput*)
{
    constexpr auto many_units = [](const PairInput& in) { return in.units.size() > 200'000; };
    constexpr auto many_rows = [](const PairInput& in) { return in.a.size() > 200'000; };
    static const std::vector<Design<PairInput>> table = {
        {"predictions of splits",
         [](const PairInput& in) { return !in.design.split.empty(); },
         {
             {"corrected_t", "p, interval", "Student's t of the splits' figures, corrected for training sets that overlap",
              figures_corrected_t, Place::may_lead},
             {"paired_t", "p, interval", "Student's t of the splits' figures; rejects too often", figures_paired_t},
             {"wilcoxon", "p", "signed ranks of the splits' figures; rejects too often", figures_wilcoxon},
             {"sign", "p", "signs of the splits' figures; rejects too often", figures_sign},
         }},
        {"shares of right rows",
         [](const PairInput& in) {
             const auto* mean = in.measure.row_mean();
             return mean != nullptr && mean->proportion && !in.measure.finishes() && in.plain() && !in.design.time_ordered;
         },
         {
             {"mcnemar_exact", "p, interval", "rows that one model alone gets right, binomial; Tango's interval",
              shares_mcnemar_exact, Place::may_lead},
             {"mcnemar_midp", "p", "the same with half of what was observed", shares_mcnemar_midp},
             {"mcnemar_chi2", "p", "the same by chi-square", shares_mcnemar_chi2},
             {"mcnemar_chi2_continuity", "p", "the same, corrected for continuity", shares_mcnemar_chi2_continuity},
             {"sign", "p", "signs of the rows' differences", shares_sign},
             {"permutation", "p", "the models exchanged row by row, all patterns", shares_permutation, Place::stands_in},
             {"bootstrap", "p, interval", "rows drawn anew, BCa", shares_bootstrap},
         }},
        {"means of row values",
         [](const PairInput& in) { return in.measure.row_mean() != nullptr; },
         {
             {"diebold_mariano", "p, interval", "Diebold and Mariano's t of forecasts in the order of time",
              losses_diebold_mariano, Place::may_lead},
             {"paired_t", "p, interval", "Student's t of weighted or clustered rows, from sums over clusters", losses_unit_t,
              Place::may_lead},
             {"bootstrap", "p, interval", "rows or clusters drawn anew, BCa", losses_bootstrap, Place::may_lead, many_units},
             {"permutation", "p", "the models exchanged row by row, or cluster by cluster", losses_permutation, Place::stands_in},
             {"paired_t", "p, interval", "Student's t of the rows' differences", losses_paired_t},
             {"wilcoxon", "p", "signed ranks of the rows' differences", losses_wilcoxon},
             {"sign", "p", "signs of the rows' differences", losses_sign},
         }},
        {"areas under the ROC curve",
         [](const PairInput& in) { return in.measure.rank_figure() == &roc_area; },
         {
             {"delong", "p, interval", "the difference over its standard error, from the rows' placements", area_delong,
              Place::may_lead},
             {"permutation", "p", "the models' ranks exchanged row by row, or cluster by cluster", area_permutation,
              Place::stands_in},
             {"bootstrap", "p, interval", "rows or clusters drawn anew, BCa", area_bootstrap, Place::beside, many_rows},
         }},
        {"any other measure",
         all,
         {
             {"bootstrap", "p, interval", "rows or clusters drawn anew, BCa", any_bootstrap, Place::may_lead},
             {"permutation", "p", "the models exchanged row by row, or cluster by cluster", any_permutation, Place::stands_in},
         }},
    };
    return table;
}

const std::vector<Design<ResultsInput>>& designs(const ResultsInput*)
{
    static const std::vector<Design<ResultsInput>> table = {
        {"scores of data sets",
         all,
         {
             {"friedman", "p", "Friedman's chi-square of the learners' ranks, corrected for ties", friedman},
             {"friedman_uncorrected", "p", "the same without that correction", friedman_uncorrected},
             {"iman_davenport", "p", "Iman and Davenport's F of the learners' ranks", iman_davenport, Place::may_lead},
             {"nemenyi", "adjusted p", "average ranks of each pair, by the studentised range", nemenyi},
             {"bonferroni_dunn", "adjusted p", "average ranks against the control's, by Bonferroni", bonferroni_dunn},
             {"holm_control", "adjusted p", "the same by Holm", holm_control},
             {"wilcoxon_holm", "adjusted p", "signed ranks of each pair, by Holm; primary of two learners", wilcoxon_holm},
             {"bayes_sign", "posterior", "signs of each pair's differences", bayes_sign_of_pairs},
             {"bayes_signed_rank", "posterior", "signed ranks of each pair's differences", bayes_signed_rank_of_pairs},
         }},
    };
    return table;
}

template <class Input>
const Design<Input>& design_of(const Input& input)
{
    for (const auto& design : designs(&input))
        if (design.takes(input)) return design;
    throw std::logic_error("compare: no design takes the data");
}

} // namespace

template <class Input>
std::vector<Inference> inferences_of(const Input& input)
{
    std::vector<Inference> list;
    std::optional<std::size_t> leads;
    std::optional<std::size_t> stands_in;
    for (const auto& test : design_of(input).tests) {
        const bool settled = !list.empty() && list.front().comparison.p_value;
        if (settled && test.too_many != nullptr && test.too_many(input)) continue;
        for (auto& inference : test.compute(input)) {
            auto& primary = inference.comparison.primary;
            if (primary || (test.place == Place::may_lead && !leads)) leads = list.size();
            if (test.place == Place::stands_in) stands_in = list.size();
            primary = false;
            list.push_back(std::move(inference));
        }
    }
    const std::size_t chosen = stands_in && !list.at(leads.value()).comparison.p_value ? *stands_in : leads.value();
    list.at(chosen).comparison.primary = true;
    return list;
}

template std::vector<Inference> inferences_of(const CountsInput&);
template std::vector<Inference> inferences_of(const DiscordantInput&);
template std::vector<Inference> inferences_of(const SplitsInput&);
template std::vector<Inference> inferences_of(const PairInput&);
template std::vector<Inference> inferences_of(const ResultsInput&);

} // namespace detail

namespace {

template <class... Inputs>
std::vector<TestInfo> infos_of_designs()
{
    std::vector<TestInfo> infos;
    const auto add = [&](const auto& designs) {
        for (const auto& design : designs)
            for (const auto& test : design.tests) infos.push_back({test.name, design.name, test.gives, test.help});
    };
    (add(detail::designs(static_cast<const Inputs*>(nullptr))), ...);
    return infos;
}

} // namespace

std::span<const TestInfo> test_infos()
{
    using namespace detail;
    static const auto infos = infos_of_designs<CountsInput, DiscordantInput, SplitsInput, PairInput, ResultsInput>();
    return infos;
}

} // namespace unseen::compare
