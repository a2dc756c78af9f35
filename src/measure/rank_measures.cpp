// Measures of how scores order the rows (METHODS D.3).
#include "measure/class_ranks.hpp"
#include "measure/entry.hpp"

namespace unseen {

namespace {

MeasureEntry of_several_classes(std::string name, std::string help, OfRows figure,
                                std::optional<double> no_skill = std::nullopt)
{
    return {.info = {.name = std::move(name), .help = std::move(help)},
            .make = [figure = std::move(figure), no_skill](const Spec& spec) {
                return Measure{.spec = spec,
                               .class_count = ClassCount::several,
                               .direction = Direction::higher_is_better,
                               .highest = 1.0,
                               .no_skill = no_skill,
                               .needs_scores = true,
                               .kind = figure};
            }};
}

MeasureEntry of_whole_repeats(MeasureEntry entry)
{
    entry.make = [make = std::move(entry.make)](const Spec& spec) {
        auto measure = make(spec);
        measure.of_whole_repeats = true;
        return measure;
    };
    return entry;
}

} // namespace

Measure measure_of_ranking(const Spec& spec, OfRanking figure)
{
    return {.spec = spec,
            .class_count = ClassCount::two,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .needs_scores = true,
            .kind = std::move(figure)};
}

std::vector<MeasureEntry> ranking_measures()
{
    return {
        {.info = {.name = "roc_auc",
                  .help = "probability that a positive row scores above a negative one; ties count half",
                  .aliases = {"auc", "auroc", "roc_auc_score", "ROC", "Area_under_ROC"}},
         .make =
             [](const Spec& spec) {
                 auto measure = measure_of_ranking(spec, {.value = auc, .figure = &roc_area});
                 measure.either_class = true;
                 measure.no_skill = 0.5;
                 return measure;
             },
         .main = true},
        {.info = {.name = "rank_loss", .help = "1 - roc_auc"},
         .make =
             [](const Spec& spec) {
                 auto measure = measure_of_ranking(spec, {.value = rank_loss, .figure = &roc_area});
                 measure.direction = Direction::lower_is_better;
                 measure.either_class = true;
                 measure.no_skill = 0.5;
                 return measure;
             }},
        of_whole_repeats({.info = {.name = "average_precision",
                                   .help = "mean precision over the steps of recall, without interpolation",
                                   .aliases = {"average_precision_score"}},
                          .make =
                              [](const Spec& spec) {
                                  return measure_of_ranking(
                                      spec, {.value = average_precision, .figure = &precision_area});
                              }}),
        shown_first(of_several_classes(
            "roc_auc_ovr", "mean over classes of the AUC against the rest; classes without rows skipped",
            mean_over_classes(roc_area), 0.5)),
        of_several_classes("roc_auc_ovo",
                           "mean AUC over pairs of classes (Hand & Till); classes without rows skipped",
                           one_versus_one(), 0.5),
        of_several_classes("roc_auc_micro",
                           "AUC over all pairs of a row and a class, the true class being positive",
                           over_all_pairs(roc_area)),
        of_whole_repeats(of_several_classes(
            "average_precision_macro",
            "mean over classes of the average precision against the rest; classes without rows skipped",
            mean_over_classes(precision_area))),
        of_whole_repeats(of_several_classes("average_precision_micro",
                                            "average precision over all pairs of a row and a class",
                                            over_all_pairs(precision_area))),
    };
}

} // namespace unseen
