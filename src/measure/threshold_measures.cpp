// Measures of the best part of a ranking, and of the precision-recall curve as a whole (METHODS D.3).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"
#include "measure/thresholds.hpp"

namespace unseen {

namespace {

SpecKey share_key(const char* name, const char* fallback, const char* help, double lowest)
{
    return real_key(name, fallback, help, lowest, 1.0);
}

/// A measure with one parameter that has no usual value.
MeasureEntry of_parameter(SpecInfo info, Value (*figure)(const Ranking&, double))
{
    const auto key = info.keys.front().name;
    return {.info = std::move(info), .make = [key, figure](const Spec& spec) {
                const double parameter = spec.real(key);
                auto measure = measure_of_ranking(
                    spec, {[=](const Ranking& ranking) { return figure(ranking, parameter); }});
                measure.by_name_only = true;
                return measure;
            }};
}

} // namespace

std::vector<MeasureEntry> threshold_measures()
{
    const auto lift_info = SpecInfo{
        .name = "lift",
        .help = "positives among the rows with the best scores, as a multiple of those expected by chance",
        .keys = {share_key("share", "0.1", "share of the rows taken, best scores first", 1e-6)}};
    return {
        {.info = {.name = "pr_auc",
                  .help = "area under the precision-recall curve, interpolated as Davis and Goadrich do"},
         .make = [](const Spec& spec) { return measure_of_ranking(spec, {precision_recall_area}); }},
        {.info = {.name = "break_even",
                  .help = "precision at the cut where it equals recall: as many rows are predicted positive "
                          "as are positive"},
         .make = [](const Spec& spec) { return measure_of_ranking(spec, {break_even}); }},
        of_parameter({.name = "precision_at_recall",
                      .help = "largest precision of a cut with at least that recall",
                      .keys = {share_key("r", "0.9", "smallest recall", 0.0)}},
                     precision_at_recall),
        of_parameter({.name = "recall_at_precision",
                      .help = "largest recall of a cut with at least that precision; 0 if no cut has it",
                      .keys = {share_key("p", "0.9", "smallest precision", 0.0)}},
                     recall_at_precision),
        {.info = lift_info,
         .make =
             [](const Spec& spec) {
                 const double share = spec.real("share");
                 auto measure =
                     measure_of_ranking(spec, {[=](const Ranking& ranking) { return lift(ranking, share); }});
                 measure.highest = 1.0 / share;
                 measure.no_skill = 1.0;
                 measure.by_name_only = true;
                 return measure;
             }},
        of_parameter(
            {.name = "gain",
             .help = "share of the positives that is among the rows with the best scores",
             .keys = {share_key("share", "0.1", "share of the rows taken, best scores first", 1e-6)}},
            gain),
    };
}

} // namespace unseen
