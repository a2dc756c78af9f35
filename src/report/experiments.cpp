#include "unseen/report/experiments.hpp"

#include "unseen/report/estimates.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Puts the dataset before the columns of each table, and the tables below one another.
class Joined {
public:
    void add(const std::string& data, ResultTable part)
    {
        if (table_.columns.empty()) {
            table_.columns = std::move(part.columns);
            table_.columns.insert(table_.columns.begin(), {"data"});
        }
        for (auto& row : part.rows) {
            row.insert(row.begin(), Cell(data));
            table_.rows.push_back(std::move(row));
        }
        // Notes are sections: a title, and lines that begin with a blank.
        for (auto& line : part.notes) {
            if (line.empty() || line.front() != ' ') {
                const auto same =
                    std::find_if(sections_.begin(), sections_.end(), [&](const auto& s) { return s.front() == line; });
                at_ = static_cast<std::size_t>(same - sections_.begin());
                if (same == sections_.end()) sections_.push_back({std::move(line)});
            } else if (auto& section = sections_.at(at_); std::find(section.begin(), section.end(), line) == section.end()) {
                section.push_back(std::move(line));
            }
        }
    }

    ResultTable finish()
    {
        for (auto& section : sections_) table_.notes.insert(table_.notes.end(), section.begin(), section.end());
        return std::move(table_);
    }

private:
    ResultTable table_;
    std::vector<std::vector<std::string>> sections_;
    std::size_t at_ = 0;
};

} // namespace

ResultTable experiment_table(const Experiment& experiment, const ExperimentReport& report)
{
    std::vector<std::string> learners;
    for (const auto& learner : experiment.learners) learners.push_back(learner.name);
    std::vector<std::string> bounds;
    for (const auto& spec : experiment.bounds) bounds.push_back(spec.print());
    Joined joined;
    for (const auto& result : report.results) {
        std::vector<std::string> estimators;
        for (const auto& spec : experiment.estimators) estimators.push_back(spec.print());
        if (estimators.empty() && bounds.empty() && !result.report.estimates.empty())
            estimators.push_back(result.report.estimates.front().estimator);
        joined.add(result.data, estimates_table(result.report, learners, estimators, bounds));
    }
    return joined.finish();
}

ResultTable experiment_long_table(const ExperimentReport& report)
{
    Joined joined;
    for (const auto& result : report.results) joined.add(result.data, estimates_long_table(result.report));
    return joined.finish();
}

Json experiment_json(const ExperimentReport& report)
{
    auto array = Json::array();
    for (const auto& result : report.results)
        array.push(Json::object()
                       .add("data", result.data)
                       .add("rows", result.rows)
                       .add("estimates", estimates_json(result.report))
                       .add("warnings", warnings_json(result.report.warnings)));
    return array;
}

} // namespace unseen
