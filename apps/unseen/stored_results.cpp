#include "stored_results.hpp"

#include "output.hpp"

#include "unseen/base/error.hpp"
#include "unseen/experiment/experiment.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

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

/// A table of data sets and learners, filled experiment by experiment.
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

StoredResults stored_results(const std::string& path, const std::string& measure, const std::string& estimator,
                             std::uint64_t threads, bool quiet)
{
    const auto store = read_store(path);
    auto experiments = stored_experiments(path);
    require(!experiments.empty(), path + ": holds no experiment; expected one that `unseen run` filled");
    // Shards that ran elsewhere have the same experiment in other folders; one folder that exists is enough.
    std::stable_partition(experiments.begin(), experiments.end(),
                          [](const auto& e) { return std::filesystem::exists(e.folder); });
    std::set<std::pair<std::string, std::uint64_t>> done;
    SplitTables tables;
    std::string asked;
    auto direction = Direction::lower_is_better;
    for (const auto& stored : experiments) {
        if (!done.emplace(stored.text, stored.seed).second) continue;
        auto experiment = parse_experiment(stored.text, stored.name, stored.folder);
        experiment.seed = stored.seed;
        experiment.estimators = chosen_estimator(experiment, estimator);
        experiment.bounds.clear();
        if (!measure.empty()) experiment.measures = {Spec::parse(measure)};
        if (experiment.measures.size() > 1) experiment.measures.resize(1);
        RunOptions options;
        options.threads = threads;
        options.store = store.get();
        options.stored_only = true;
        const auto report = run_experiment(experiment, {}, options);
        for (const auto& result : report.results) {
            bool told = quiet;
            for (const auto& e : result.report.estimates) {
                if (e.measure != result.report.estimates.front().measure) continue; // a default of several measures
                require(asked.empty() || asked == e.measure, "the experiments begin with different measures ('" + asked + "', '" +
                                                                 e.measure + "'); name one: --measure NAME");
                asked = e.measure;
                tables.add(result, e.learner_name, e);
                if (!std::exchange(told, true)) tell("note: " + result.data + ": " + e.measure + " by " + e.estimator);
            }
            direction = direction_of(asked, result.response);
        }
    }
    return tables.finish(direction);
}

} // namespace unseen::cli
