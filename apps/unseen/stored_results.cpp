#include "stored_results.hpp"

#include "common.hpp"
#include "output.hpp"

#include "unseen/base/error.hpp"
#include "unseen/experiment/experiment.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

/// The estimator: the experiment's first if none is named, the only one of that name, or the spec as it was written.
std::vector<Spec> chosen_estimator(const Experiment& experiment, const std::string& text)
{
    const auto& all = experiment.estimators;
    if (text.empty()) return all.empty() ? all : std::vector<Spec>{all.front()};
    const Spec wanted = Spec::parse(text);
    const auto same = std::find_if(all.begin(), all.end(), [&](const auto& e) { return e.name() == wanted.name(); });
    return {wanted.values().empty() && same != all.end() ? *same : wanted};
}

/// The ratio of test rows to training rows, for designs for which the corrected resampled t holds; else 0.
double test_train_ratio(const ExperimentResult& result)
{
    if (result.designs.size() != 1) return 0.0;
    const auto& design = result.designs.front();
    if (!design.correlated_splits() || design.splits < 2 || design.training_rows <= 0.0) return 0.0;
    return static_cast<double>(design.rows) / design.training_rows - 1.0;
}

/// A table of data sets and learners, filled data set by data set.
class SplitTables {
public:
    void add(const ExperimentResult& result, const std::string& learner, const Estimate& estimate)
    {
        const auto d = place(result.data, data_);
        const auto l = place(learner, learners_);
        if (cells_.size() <= d) cells_.resize(d + 1);
        if (cells_[d].size() <= l) cells_[d].resize(l + 1);
        auto& cell = cells_[d][l];
        if (estimate.value) cell.mean = estimate.value.number();
        for (const auto& value : estimate.per_split)
            if (value) cell.splits.push_back(value.number());
        // All data sets have the same kind of splits. Their ratios differ only because rows cannot be divided evenly.
        const double ratio = cell.splits.size() == estimate.per_split.size() ? test_train_ratio(result) : 0.0;
        ratio_ = first_ ? ratio : ratio_ > 0.0 && ratio > 0.0 ? std::max(ratio, ratio_) : 0.0;
        first_ = false;
    }

    StoredResults finish(Direction direction) const
    {
        StoredResults results{.means = {.data_sets = data_, .learners = learners_, .direction = direction}};
        compare::SplitResults splits{
            .data_sets = data_, .learners = learners_, .test_train_ratio = ratio_, .direction = direction};
        for (auto row : cells_) {
            row.resize(learners_.size());
            auto& means = results.means.scores.emplace_back();
            auto& values = splits.values.emplace_back();
            for (const auto& cell : row) {
                means.push_back(cell.mean);
                values.push_back(cell.splits);
            }
        }
        if (ratio_ > 0.0) results.splits = std::move(splits);
        return results;
    }

private:
    struct Cell {
        std::optional<double> mean{};
        std::vector<double> splits{};
    };

    static std::size_t place(const std::string& name, std::vector<std::string>& names)
    {
        const auto found = std::find(names.begin(), names.end(), name);
        const auto at = static_cast<std::size_t>(found - names.begin());
        if (found == names.end()) names.push_back(name);
        return at;
    }

    std::vector<std::string> data_;
    std::vector<std::string> learners_;
    std::vector<std::vector<Cell>> cells_;
    double ratio_ = 0.0;
    bool first_ = true;
};

Direction direction_of(const std::string& measure, ResponseType response)
{
    return make_measure(Spec::parse(measure), response == ResponseType::classes).direction == Direction::higher_is_better
               ? Direction::higher_is_better
               : Direction::lower_is_better;
}

} // namespace

StoredResults stored_results(const std::string& path, const std::string& wanted, const std::string& measure,
                             const std::string& estimator, std::uint64_t threads, bool quiet)
{
    const auto store = read_store(path);
    require(wanted != "all", "--experiment: experiments have designs of their own and are compared one at a time; name one");
    const auto stored = find_experiment(path, wanted);
    require(stored.has_value(), path + ": holds no experiment; expected one that `unseen run` filled");
    tell_experiment(path, stored, quiet);
    auto experiment = parse_experiment(stored->text, stored->name, stored->folder);
    experiment.seed = stored->seed;
    experiment.estimators = chosen_estimator(experiment, estimator);
    experiment.bounds.clear();
    if (!measure.empty()) experiment.measures = {Spec::parse(measure)};
    if (experiment.measures.size() > 1) experiment.measures.resize(1);
    RunOptions options;
    options.threads = threads;
    options.store = store.get();
    options.stored_only = true;
    const auto report = run_experiment(experiment, {}, options);
    SplitTables tables;
    std::string asked;
    auto direction = Direction::lower_is_better;
    for (const auto& result : report.results) {
        const auto n_measures = result.report.estimates.size() / experiment.learners.size();
        for (std::size_t l = 0; l < experiment.learners.size(); ++l) {
            const auto& e = result.report.estimates.at(l * n_measures);
            require(asked.empty() || asked == e.measure, "the data sets begin with different measures ('" + asked + "', '" +
                                                             e.measure + "'); name one: --measure NAME");
            asked = e.measure;
            tables.add(result, experiment.learners[l].name, e);
            if (l == 0 && !quiet) tell("note: " + result.data + ": " + e.measure + " by " + e.estimator);
        }
        direction = direction_of(asked, result.response);
    }
    return tables.finish(direction);
}

} // namespace unseen::cli
