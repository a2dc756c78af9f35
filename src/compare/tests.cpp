// The table of comparison tests, by design. A new test is a function in its own file, a declaration here and
// a row.
#include "compare/tests.hpp"

#include "unseen/compare/tests.hpp"

#include "compare/data_sets/results.hpp"
#include "compare/rows/pair.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/suggestion.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace unseen::compare {

namespace detail {

// Errors of two test sets (counts.cpp).
std::vector<Inference> counts_boschloo(const CountsInput&);
std::vector<Inference> counts_fisher(const CountsInput&);
// Figures of splits (split_tests.cpp).
std::vector<Inference> figures_corrected_t(const PairInput&);
std::vector<Inference> figures_cv_paired(const PairInput&);
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
std::vector<Inference> losses_items_and_runs(const PairInput&);
std::vector<Inference> losses_gaffke(const PairInput&);
std::vector<Inference> losses_unit_t(const PairInput&);
std::vector<Inference> losses_bootstrap(const PairInput&);
std::vector<Inference> losses_permutation(const PairInput&);
std::vector<Inference> losses_paired_t(const PairInput&);
std::vector<Inference> losses_wilcoxon(const PairInput&);
std::vector<Inference> losses_sign(const PairInput&);
// Values of few items and a judge of all (judged_tests.cpp).
std::vector<Inference> judged_beta(const PairInput&);
// Net benefits at a threshold (benefit_tests.cpp).
std::vector<Inference> benefits_mover(const PairInput&);
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
std::vector<Inference> friedman_permutation(const ResultsInput&);
std::vector<Inference> iman_davenport(const ResultsInput&);
std::vector<Inference> nemenyi(const ResultsInput&);
std::vector<Inference> bonferroni_dunn(const ResultsInput&);
std::vector<Inference> holm_control(const ResultsInput&);
std::vector<Inference> wilcoxon_holm(const ResultsInput&);
std::vector<Inference> bayes_sign_of_pairs(const ResultsInput&);
std::vector<Inference> bayes_signed_rank_of_pairs(const ResultsInput&);

namespace {

/// Whether a test can be the primary test of its design.
enum class Place {
    beside,    ///< never primary
    by_name,   ///< never primary, and computed only if its name is given
    may_lead,  ///< the first of these with a result is primary, unless a result marks itself as primary
    stands_in, ///< primary if the leading test has no p-value
    any_case,  ///< may lead and stands in
};

/// A row of the table.
template <class Input>
struct Test {
    std::string name;
    std::string gives;
    std::string help;
    std::vector<Inference> (*compute)(const Input&); ///< empty where the test does not apply
    Place place = Place::beside;
    bool (*too_many)(const Input&) = nullptr; ///< the test is too slow for such data, and left out unless its
                                              ///< name is given or the first test has no p-value
};

/// A design: data of one kind, and its tests.
template <class Input>
struct Design {
    std::string name;
    bool (*takes)(const Input&); ///< the first design that takes the data is used
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
             {"farrington_manning", "p, interval",
              "the difference divided by its standard error under the null; Miettinen and Nurminen's "
              "interval",
              [](const CountsInput& in) { return alone(farrington_manning(in.a, in.b, in.level)); },
              Place::may_lead},
             {"boschloo", "p, interval", "exact whatever the error rate, for up to 10^5 rows",
              counts_boschloo},
             {"z_two_proportions", "p, interval",
              "the difference divided by its standard error; 30 rows or more in each test set",
              [](const CountsInput& in) { return alone(z_two_proportions(in.a, in.b, in.level)); }},
             {"z_two_proportions_pooled", "p, interval", "the same with the pooled standard error",
              [](const CountsInput& in) {
                  return alone(z_two_proportions(in.a, in.b, in.level, Proportions::pooled));
              }},
             {"fisher_exact", "p, interval", "exact, given the total number of errors; any number of rows",
              counts_fisher},
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
        {"rows that only one model gets right",
         all,
         {
             {"mcnemar_exact", "p, interval", "McNemar's test, exact binomial",
              mcnemar_of_counts<McNemar::exact>, Place::may_lead},
             {"mcnemar_midp", "p, interval", "McNemar's test, mid-p", mcnemar_of_counts<McNemar::mid_p>},
             {"mcnemar_chi2", "p, interval", "McNemar's test, chi-square", mcnemar_of_counts<McNemar::chi2>},
             {"mcnemar_chi2_continuity", "p, interval",
              "McNemar's test, chi-square with continuity correction",
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
             {"corrected_t", "p, interval",
              "Student's t, corrected for overlapping training sets; rejects too often",
              [](const SplitsInput& in) {
                  return in.design.sized() ? alone(with_found_level(paired_t(in.scores, in.ratio(), in.level),
                                                                    corrected_t_level))
                                           : std::vector<Inference>{};
              },
              Place::may_lead},
             {"paired_t", "p, interval", "Student's t of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(paired_t(in.scores, 0.0, in.level))); },
              Place::may_lead},
             {"wilcoxon", "p", "signed ranks of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(wilcoxon(in.scores))); }},
             {"sign", "p", "signs of the differences; rejects too often",
              [](const SplitsInput& in) { return alone(with_optimism(sign_test(in.scores))); }},
             {"cv5x2_f", "p", "Alpaydin's combined F test of 5 x 2 cross-validation; rejects too often",
              [](const SplitsInput& in) {
                  const bool applies = in.scores.a.size() == 10 && in.design.repeats == 5;
                  return applies ? alone(with_found_level(cv5x2_f(in.scores), cv5x2_f_level))
                                 : std::vector<Inference>{};
              }},
             {"bayes_correlated_t", "posterior",
              "Bayesian t, corrected for overlapping training sets; too sure of a difference",
              [](const SplitsInput& in) {
                  return in.design.sized() ? alone(with_found_level(bayes_correlated_t(in.scores, in.design),
                                                                    corrected_t_level))
                                           : std::vector<Inference>{};
              }},
         }},
    };
    return table;
}

/// A test of two learners by one data set, asked for by name, with the warning that it rejects too often.
template <class Compute>
std::vector<Inference> too_often(const UnitsInput& in, std::string_view measured, Compute compute)
{
    Inference test = compute(in);
    test.comparison = with_found_level(std::move(test.comparison), measured);
    return {std::move(test)};
}

const std::vector<Design<UnitsInput>>& designs(const UnitsInput*)
{
    static const std::vector<Design<UnitsInput>> table = {
        {"rows of a cross-validation",
         all,
         {
             {"cv_paired", "p, interval",
              "the rows' mean losses over the repeats, with a variance that allows for overlapping training "
              "sets; never below the p of the rows' signs",
              [](const UnitsInput& in) {
                  return std::vector{
                      cv_paired_inference(in.a, in.b, in.scores.direction, in.level, in.options.seed)};
              },
              Place::may_lead},
             {"cv_pooled", "p, interval",
              "the same with the rows' influences on a measure that is no mean of losses, of which cv_paired "
              "says "
              "nothing; rejects too often",
              [](const UnitsInput& in) {
                  if (in.a.level_known && in.b.level_known) return std::vector<Inference>{};
                  return too_often(in, "44 %", [](const UnitsInput& of) {
                      return cv_paired_inference(of.a, of.b, of.scores.direction, of.level, of.options.seed,
                                                 true);
                  });
              },
              Place::by_name},
             {"corrected_t", "p, interval",
              "Student's t of the splits' figures, corrected for overlapping training sets; rejects too "
              "often",
              [](const UnitsInput& in) {
                  if (!in.has_scores()) return std::vector<Inference>{};
                  return too_often(in, corrected_t_level, [](const UnitsInput& of) {
                      return paired_t_inference(of.scores, of.ratio, of.level);
                  });
              },
              Place::by_name},
             {"cv5x2_f", "p", "Alpaydin's combined F test of 5 x 2 cross-validation; rejects too often",
              [](const UnitsInput& in) {
                  if (in.a.folds != 2 || in.scores.a.size() != 10) return std::vector<Inference>{};
                  return too_often(in, cv5x2_f_level, [](const UnitsInput& of) {
                      return Inference{.comparison = cv5x2_f(of.scores)};
                  });
              },
              Place::by_name},
             {"bayes_correlated_t", "posterior",
              "Bayesian t, corrected for overlapping training sets; too sure of a difference",
              [](const UnitsInput& in) {
                  if (!in.has_scores()) return std::vector<Inference>{};
                  return too_often(in, corrected_t_level, [](const UnitsInput& of) {
                      return Inference{.comparison =
                                           bayes_correlated_t(of.scores, of.ratio, of.options.rope)};
                  });
              },
              Place::by_name},
         }},
    };
    return table;
}

const std::vector<Design<PairInput>>& designs(const PairInput*)
{
    constexpr auto many_units = [](const PairInput& in) { return in.units.size() > 200'000; };
    constexpr auto many_rows = [](const PairInput& in) { return in.a.size() > 200'000; };
    static const std::vector<Design<PairInput>> table = {
        {"predictions of splits that keep groups whole",
         [](const PairInput& in) { return !in.design.fold.empty() && in.clustered(); },
         {
             {"cv_paired", "p, interval",
              "the groups' mean losses over the repeats, with a variance that allows for overlapping "
              "training "
              "sets; never below the p of the groups' signs",
              figures_cv_paired, Place::may_lead},
             {"corrected_t", "p, interval",
              "Student's t of the splits' figures, corrected for overlapping training sets; rejects too "
              "often",
              figures_corrected_t, Place::may_lead},
         }},
        {"predictions of splits",
         [](const PairInput& in) { return !in.design.fold.empty(); },
         {
             {"corrected_t", "p, interval",
              "Student's t of the splits' figures, corrected for overlapping training sets; rejects too "
              "often",
              figures_corrected_t, Place::may_lead},
             {"cv_paired", "p, interval",
              "the rows' mean losses over the repeats, with a variance that allows for overlapping training "
              "sets; never below the p of the rows' signs",
              figures_cv_paired, Place::by_name},
             {"paired_t", "p, interval", "Student's t of the splits' figures; rejects too often",
              figures_paired_t},
             {"wilcoxon", "p", "signed ranks of the splits' figures; rejects too often", figures_wilcoxon},
             {"sign", "p", "signs of the splits' figures; rejects too often", figures_sign},
         }},
        {"values of few items, and a judge of all",
         [](const PairInput& in) { return in.a.judged != nullptr && in.b.judged != nullptr; },
         {
             {"judge_beta", "p, interval",
              "the difference in strata of what the judge says of both: beta limits with the effective "
              "number "
              "of labels",
              judged_beta, Place::may_lead},
         }},
        {"shares of right rows",
         [](const PairInput& in) {
             const auto* mean = in.measure.row_mean();
             return mean != nullptr && mean->proportion && !in.measure.finishes() && in.plain() &&
                    !in.design.time_ordered;
         },
         {
             {"mcnemar_exact", "p, interval", "McNemar's test, exact binomial; Tango's interval",
              shares_mcnemar_exact, Place::may_lead},
             {"mcnemar_midp", "p", "McNemar's test, mid-p", shares_mcnemar_midp},
             {"mcnemar_chi2", "p", "McNemar's test, chi-square", shares_mcnemar_chi2},
             {"mcnemar_chi2_continuity", "p", "McNemar's test, chi-square with continuity correction",
              shares_mcnemar_chi2_continuity},
             {"sign", "p", "signs of the rows' differences", shares_sign},
             {"permutation", "p", "predictions of the models exchanged row by row, all patterns",
              shares_permutation, Place::stands_in},
             {"bootstrap", "p, interval", "bootstrap of rows, BCa", shares_bootstrap, Place::by_name},
         }},
        {"net benefits at a threshold",
         [](const PairInput& in) {
             const auto* mean = in.measure.row_mean();
             return in.plain() && !in.design.time_ordered &&
                    (in.measure.standardised_benefit() || (mean != nullptr && mean->benefit));
         },
         {
             {"mover_benefit", "p, interval",
              "beta limits of the rows on which only one model acts, of each class, joined", benefits_mover,
              Place::may_lead},
             {"permutation", "p, interval", "predictions of the models exchanged row by row", any_permutation,
              Place::by_name},
             {"bootstrap", "p, interval", "bootstrap of rows, BCa", any_bootstrap, Place::by_name},
         }},
        {"means of row values",
         [](const PairInput& in) { return in.measure.row_mean() != nullptr; },
         {
             {"diebold_mariano", "p, interval", "Diebold and Mariano's t for forecasts in the order of time",
              losses_diebold_mariano, Place::may_lead},
             {"items_and_runs", "p, interval",
              "items that several runs judged: never surer than by the items alone, and less where the "
              "models' "
              "difference varies between runs",
              losses_items_and_runs, Place::may_lead},
             {"gaffke", "p, interval",
              "values with a range: gamma laws of the weights of rows or clusters, and of the worst "
              "difference; McNemar's exact test for 0 and 1",
              losses_gaffke, Place::may_lead},
             {"paired_t", "p, interval",
              "Student's t for weighted or clustered rows, from sums over clusters", losses_unit_t,
              Place::may_lead},
             {"permutation", "p, interval", "predictions of the models exchanged by row or cluster",
              losses_permutation, Place::any_case},
             {"bootstrap", "p, interval", "bootstrap of rows or clusters, BCa", losses_bootstrap,
              Place::by_name, many_units},
             {"paired_t", "p, interval", "Student's t of the rows' differences", losses_paired_t},
             {"wilcoxon", "p", "signed ranks of the rows' differences", losses_wilcoxon},
             {"sign", "p", "signs of the rows' differences", losses_sign},
         }},
        {"areas under the ROC curve",
         [](const PairInput& in) { return in.measure.rank_figure() == &roc_area; },
         {
             {"delong", "p, interval", "the difference divided by DeLong's standard error", area_delong,
              Place::may_lead},
             {"permutation", "p", "ranks of the models exchanged by row or cluster", area_permutation,
              Place::stands_in},
             {"bootstrap", "p, interval", "bootstrap of rows or clusters, BCa", area_bootstrap,
              Place::by_name, many_rows},
         }},
        {"any other measure",
         all,
         {
             {"permutation", "p, interval", "predictions of the models exchanged by row or cluster",
              any_permutation, Place::may_lead},
             {"bootstrap", "p, interval", "bootstrap of rows or clusters, BCa", any_bootstrap,
              Place::by_name},
         }},
    };
    return table;
}

const std::vector<Design<ResultsInput>>& designs(const ResultsInput*)
{
    constexpr auto many_learners = [](const ResultsInput& in) {
        return in.results.learners.size() > most_with_pairs;
    };
    static const std::vector<Design<ResultsInput>> table = {
        {"scores of data sets",
         all,
         {
             {"friedman", "p", "Friedman's chi-square of the learners' ranks, corrected for ties", friedman},
             {"friedman_uncorrected", "p", "the same without correction for ties", friedman_uncorrected},
             {"friedman_permutation", "p",
              "Friedman's statistic, the ranks of each data set permuted; primary for three learners and for "
              "few data sets",
              friedman_permutation},
             {"iman_davenport", "p", "Iman and Davenport's F of the learners' ranks", iman_davenport,
              Place::may_lead},
             {"nemenyi", "adjusted p", "average ranks of each pair, by the studentised range", nemenyi},
             {"bonferroni_dunn", "adjusted p", "average ranks against the control's, adjusted by Bonferroni",
              bonferroni_dunn},
             {"holm_control", "adjusted p", "average ranks against the control's, adjusted by Holm",
              holm_control},
             {"wilcoxon_holm", "adjusted p",
              "signed ranks of each pair, adjusted by Holm; primary for two learners", wilcoxon_holm},
             {"bayes_sign", "posterior", "signs of each pair's differences", bayes_sign_of_pairs,
              Place::beside, many_learners},
             {"bayes_signed_rank", "posterior", "signed ranks of each pair's differences",
              bayes_signed_rank_of_pairs, Place::beside, many_learners},
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

/// Whether a test that is computed only by name is asked for.
template <class Input>
bool named(const Input& input, const std::string& test)
{
    if constexpr (requires { input.options.tests; })
        return std::ranges::find(input.options.tests, test) != input.options.tests.end();
    else
        return false;
}

template <class Input>
std::vector<Inference> inferences_of(const Input& input)
{
    std::vector<Inference> list;
    std::optional<std::size_t> leads;
    std::optional<std::size_t> stands_in;
    for (const auto& test : design_of(input).tests) {
        const bool settled = !list.empty() && list.front().comparison.p_value;
        const bool skipped =
            test.place == Place::by_name || (settled && test.too_many != nullptr && test.too_many(input));
        if (skipped && !named(input, test.name)) continue;
        const bool may_lead = test.place == Place::may_lead || test.place == Place::any_case;
        for (auto& inference : test.compute(input)) {
            auto& primary = inference.comparison.primary;
            if (primary || (may_lead && !leads)) leads = list.size();
            if (test.place == Place::stands_in || test.place == Place::any_case) stands_in = list.size();
            primary = false;
            list.push_back(std::move(inference));
        }
    }
    const std::size_t chosen =
        stands_in && !list.at(leads.value()).comparison.p_value ? *stands_in : leads.value();
    list.at(chosen).comparison.primary = true;
    return list;
}

template std::vector<Inference> inferences_of(const CountsInput&);
template std::vector<Inference> inferences_of(const DiscordantInput&);
template std::vector<Inference> inferences_of(const SplitsInput&);
template std::vector<Inference> inferences_of(const UnitsInput&);
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
            for (const auto& test : design.tests)
                infos.push_back({test.name, design.name, test.gives, test.help});
    };
    (add(detail::designs(static_cast<const Inputs*>(nullptr))), ...);
    return infos;
}

} // namespace

void require_tests(const std::vector<std::string>& tests)
{
    std::vector<std::string> known;
    for (const auto& info : test_infos())
        if (std::ranges::find(known, info.name) == known.end()) known.push_back(info.name);
    for (const auto& test : tests)
        require(std::ranges::find(known, test) != known.end(),
                "`tests`: there is no test '" + test + "'; " + suggestion(test, known, "there are: "));
}

std::span<const TestInfo> test_infos()
{
    using namespace detail;
    static const auto infos =
        infos_of_designs<CountsInput, DiscordantInput, SplitsInput, UnitsInput, PairInput, ResultsInput>();
    return infos;
}

} // namespace unseen::compare
