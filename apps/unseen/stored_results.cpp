#include "stored_results.hpp"

#include "output.hpp"

#include "unseen/base/error.hpp"
#include "unseen/run/experiment.hpp"
#include "unseen/run/store_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace unseen::cli {

namespace {

/// The estimator that is meant: the first of the experiment, the one of that name, or what was written in full.
std::vector<Spec> chosen_estimator(const Experiment& experiment, const std::string& text)
{
    if (text.empty())
        return experiment.estimators.empty() ? std::vector<Spec>{} : std::vector<Spec>{experiment.estimators.front()};
    const Spec wanted = Spec::parse(text);
    if (wanted.values().empty())
        for (const auto& estimator : experiment.estimators)
            if (estimator.name() == wanted.name()) return {estimator};
    return {wanted};
}

/// One row a data set, one column a learner, filled as experiments give them.
class Table {
public:
    void add(const std::string& data, const std::string& learner, const Value& value)
    {
        auto& row = scores_[place(data, data_)];
        const auto column = place(learner, learners_);
        if (row.size() <= column) row.resize(column + 1);
        if (value) row[column] = value.number();
    }

    compare::Results finish(compare::Direction direction)
    {
        compare::Results results{.data_sets = data_, .learners = learners_, .direction = direction};
        for (std::size_t d = 0; d < data_.size(); ++d) {
            scores_[d].resize(learners_.size());
            results.scores.push_back(scores_[d]);
        }
        return results;
    }

private:
    static std::size_t place(const std::string& name, std::vector<std::string>& names)
    {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            names.push_back(name);
            return names.size() - 1;
        }
        return static_cast<std::size_t>(found - names.begin());
    }

    std::vector<std::string> data_;
    std::vector<std::string> learners_;
    std::map<std::size_t, std::vector<std::optional<double>>> scores_;
};

} // namespace

compare::Results stored_results(const std::string& path, const std::string& measure, const std::string& estimator,
                                std::uint64_t threads, bool quiet)
{
    const auto store = read_store(path);
    auto experiments = stored_experiments(path);
    require(!experiments.empty(), path + ": holds no experiment; expected one that `unseen run` filled");
    // Shards that ran elsewhere bring the same experiment in another folder: one that is there is enough.
    std::stable_partition(experiments.begin(), experiments.end(),
                          [](const auto& e) { return std::filesystem::exists(e.folder); });
    std::set<std::pair<std::string, std::uint64_t>> done;
    Table table;
    std::string asked;
    auto direction = compare::Direction::lower_is_better;
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
            const auto n_measures = result.report.estimates.size() / experiment.learners.size();
            for (std::size_t l = 0; l < experiment.learners.size(); ++l) {
                const auto& e = result.report.estimates.at(l * n_measures);
                table.add(result.data, experiment.learners[l].name, e.value);
                if (l == 0 && !quiet) tell("note: " + result.data + ": " + e.measure + " by " + e.estimator);
                require(asked.empty() || asked == e.measure, "the experiments give different measures first ('" + asked + "', '" +
                                                                 e.measure + "'); name one: --measure NAME");
                asked = e.measure;
            }
            const auto chosen = make_measure(Spec::parse(asked), result.response == ResponseType::classes);
            direction = chosen.direction == Direction::higher_is_better ? compare::Direction::higher_is_better
                                                                        : compare::Direction::lower_is_better;
        }
    }
    return table.finish(direction);
}

} // namespace unseen::cli
