#include "score/per_class.hpp"

#include "base/add_once.hpp"
#include "score/judge.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

/// How much the rows of a true class count; all rows for `classes`.
double support_of(const ScoredRows& rows, std::uint32_t c, bool all)
{
    ExactSum sum;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (all || rows.true_label[i] == c) sum.add(rows.weight.empty() ? 1.0 : rows.weight[i]);
    return sum.value();
}

} // namespace

void add_classes(const ScoredRows& rows, const ScoreOptions& options, const JudgeRows& judge,
                 ScoreReport& report)
{
    require(rows.task != ScoreTask::regression, "`per_class`: the truth holds numbers; expected classes");
    require(!rows.label.empty(), "`per_class`: it is not known which label is predicted for a row; name a "
                                 "column of labels with `predicted`");
    ScoredRows labels = rows;
    labels.scores.clear();
    labels.one_score = false;
    labels.groups = {};
    labels.group.clear();
    labels.warnings.clear();
    labels.notes.clear();
    ScoreOptions of_class = options;
    of_class.interval = "auto";
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
    one.task = ScoreTask::binary;
    one.positive = 1;
    one.ordered = false;
    for (std::uint32_t c = 0; c < rows.classes.size(); ++c) {
        const auto& name = rows.classes.name(c);
        one.classes = Labels({name == "(others)" ? "(all others)" : "(others)", name});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            one.true_label[i] = rows.true_label[i] == c ? 1 : 0;
            one.label[i] = rows.label[i] == c ? 1 : 0;
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
