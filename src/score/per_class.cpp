#include "score/per_class.hpp"

#include "base/add_once.hpp"
#include "score/judge.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

/// The total weight of the rows of a true class; of all rows for `classes`.
double support_of(const ScoredRows& rows, std::uint32_t c, bool all)
{
    ExactSum sum;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (all || rows.design.true_label[i] == c)
            sum.add(rows.design.weight.empty() ? 1.0 : rows.design.weight[i]);
    return sum.value();
}

} // namespace

void add_classes(const ScoredRows& rows, const ScoreOptions& options, const JudgeRows& judge,
                 ScoreReport& report)
{
    require(rows.design.task != ScoreTask::regression && rows.design.task != ScoreTask::values,
            "`per_class`: the truth holds numbers; expected classes");
    require(!rows.predicted.label.empty(),
            "`per_class`: it is not known which label is predicted for a row; name a "
            "column of labels with `predicted`");
    ScoredRows labels = rows;
    labels.predicted.scores.clear();
    labels.predicted.one_score = false;
    labels.design.subgroups = {};
    labels.design.subgroup.clear();
    labels.warnings.clear();
    labels.notes.clear();
    ScoreOptions of_class = options;
    of_class.interval = {};
    of_class.measures.clear();
    std::vector<std::vector<std::pair<std::string, std::string>>> averages; // of each measure
    for (const auto& measure : measures_of_table()) {
        if (measure.averages.empty()) continue;
        of_class.measures.push_back(measure.spec);
        averages.push_back(measure.averages);
    }

    const auto add = [&](std::vector<ClassFigures>& list, std::string name, double support,
                         const ScoredRows& judged, const ScoreOptions& by) {
        auto figures = judge(judged, by);
        add_once(report.warnings, figures.warnings);
        list.push_back(
            {.name = std::move(name), .support = support, .measures = std::move(figures.measures)});
    };
    ScoredRows one = labels;
    one.design.task = ScoreTask::binary;
    one.design.positive = 1;
    one.design.ordered = false;
    for (std::uint32_t c = 0; c < rows.design.classes.size(); ++c) {
        const auto& name = rows.design.classes.name(c);
        one.design.classes = Labels({name == "(others)" ? "(all others)" : "(others)", name});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            one.design.true_label[i] = rows.design.true_label[i] == c ? 1 : 0;
            one.predicted.label[i] = rows.predicted.label[i] == c ? 1 : 0;
        }
        add(report.per_class, name, support_of(rows, c, false), one, of_class);
    }
    for (std::size_t k = 0; k < averages.front().size(); ++k) {
        ScoreOptions by = of_class;
        by.measures.clear();
        for (const auto& of_measure : averages) by.measures.emplace_back(of_measure.at(k).second);
        add(report.averages, averages.front()[k].first, support_of(rows, 0, true), labels, by);
    }
}

} // namespace unseen
