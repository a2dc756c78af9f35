// One answer about forecasts of several horizons.
//
// Example:
//
//     const Table table = read_table("data/airline.csv");
//     const auto naive = make_learner(Spec("naive"), ResponseType::numbers);
//     const Learner* learners[] = {naive.get()};
//     const EstimateOptions options{.estimators = {Spec::parse("forward-growing:train=100")},
//                                   .measures = {Spec("mae")}};
//     std::vector<HorizonAnswer> parts;
//     for (const auto horizon : horizons_of("1-3")) {
//         const auto data = Dataset::make(table, {.lags = "1", .horizon = horizon});
//         auto report = estimate(data, learners, options);
//         auto answer = answer_of(report, "airline", data, options);
//         parts.push_back({horizon, std::move(answer), std::move(report), {}});
//     }
//     const Answer answer = answer_of_horizons("airline", parts, options, false);
//     assert(answer.table.rows.size() == 3); // one horizon, learner, estimator and measure a row
#pragma once

#include "unseen/report/estimates.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// The results for one horizon.
struct HorizonAnswer {
    std::uint64_t horizon = 1;
    Answer answer; ///< the answer for this horizon alone
    EstimateReport report;
    std::vector<ComparedLearners> compared{};
};

/// The answers of several horizons as one: a table with a row for each learner, estimator, measure and
/// horizon, in this order, and the figures of baselines (Traits::baseline) beside those of the other
/// learners. JSON has the answers themselves as `horizons`, and CSV has their lines with the horizon in
/// front. With `show_pairs` there is a table of the differences, which CSV then has instead. `parts` must not
/// be empty.
Answer answer_of_horizons(const std::string& source, const std::vector<HorizonAnswer>& parts,
                          const EstimateOptions& options, bool show_pairs);

} // namespace unseen
