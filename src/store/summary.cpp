#include "base/short_names.hpp"
#include "store/experiments.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace unseen {

namespace {

/// The experiment in a message: its name, which need not be unique, and the beginning of its digest.
std::string with_digest(const StoredExperiment& e)
{
    return "'" + e.name + "' (" + e.digest().hex().substr(0, 8) + ")";
}

bool is_named(const std::string& wanted, const StoredExperiment& e)
{
    return wanted == e.name || wanted == base_name(e.name) ||
           (wanted.size() >= 4 && e.digest().hex().rfind(wanted, 0) == 0);
}

} // namespace

std::vector<StoredExperiment> stored_experiments(const std::string& path)
{
    const auto db = open_for_reading(path);
    std::vector<StoredExperiment> all;
    for (auto& record : all_experiments(*db)) all.push_back(std::move(record.experiment));
    return all;
}

std::optional<StoredExperiment> find_experiment(const std::string& path, const std::string& wanted)
{
    const auto all = stored_experiments(path);
    if (wanted == "all" || (wanted.empty() && all.empty())) return std::nullopt;
    std::vector<StoredExperiment> meant;
    for (const auto& e : all)
        if (wanted.empty() || is_named(wanted, e)) meant.push_back(e);
    if (meant.empty()) {
        std::string list;
        for (const auto& e : all) list += (list.empty() ? "" : ", ") + with_digest(e);
        throw InputError(path + ": has no experiment '" + wanted + "'; it has " +
                         (list.empty() ? "none" : list));
    }
    const auto complete = std::find_if(meant.begin(), meant.end(), [](const auto& e) { return e.complete; });
    return complete != meant.end() ? *complete : meant.front();
}

std::vector<StoredSeries> stored_series(const std::string& path)
{
    const auto db = open_for_reading(path);
    db->execute("BEGIN");
    std::vector<std::string> damaged; // `check` tells
    const auto data = all_data(*db, &damaged);
    const auto learners = all_learners(*db);
    const auto plans = all_plans(*db);
    const auto experiments = all_experiments(*db);
    const auto names = learner_names(*db);
    std::vector<ExperimentFits> fits;
    for (const auto& e : experiments) fits.emplace_back(e, data, learners, plans);

    using Key = std::tuple<std::size_t, std::int64_t, std::int64_t>; // experiment, dataset, learner
    std::map<Key, StoredSeries> series;
    const auto series_of = [&](std::size_t experiment, std::int64_t d, std::int64_t l) -> StoredSeries& {
        const auto [at, added] = series.try_emplace({experiment, d, l});
        if (!added) return at->second;
        auto& one = at->second;
        const auto with_data =
            std::find_if(data.begin(), data.end(), [&](const auto& x) { return x.first == d; });
        const auto with_learner =
            std::find_if(learners.begin(), learners.end(), [&](const auto& x) { return x.id == l; });
        one.data = with_data != data.end() ? with_data->second.name : "?";
        one.learner = one.name = with_learner != learners.end() ? with_learner->spec : "?";
        one.version = with_learner != learners.end() ? with_learner->version : 0;
        const bool outside = experiment == experiments.size();
        if (const auto* name = name_in(outside ? names : experiments[experiment].content.learners, d, l))
            one.name = *name;
        if (!outside) one.experiment = experiments[experiment].experiment.digest();
        return one;
    };
    auto row = db->prepare("SELECT key, data, learner, predicted, seconds, predicted = 0 AND id IN (SELECT "
                           "fit FROM failure) FROM fit");
    while (row.step()) {
        if (row.blob(0).size() != 16) continue;
        const auto key = digest_of(row.blob(0));
        const auto add = [&](std::size_t experiment) {
            auto& one = series_of(experiment, row.integer(1), row.integer(2));
            ++one.fits;
            one.predictions += static_cast<std::uint64_t>(row.integer(3));
            one.seconds += row.real(4);
            one.failures += row.integer(5) != 0 ? 1 : 0;
        };
        bool used = false;
        for (std::size_t e = 0; e < fits.size(); ++e)
            if (fits[e].holds(key, row.integer(1), row.integer(2))) {
                used = true;
                add(e);
            }
        if (!used) add(fits.size());
    }
    std::vector<StoredSeries> all;
    std::size_t begin = 0;
    for (std::size_t e = 0; e <= fits.size(); ++e, begin = all.size()) {
        for (auto& [at, one] : series)
            if (std::get<0>(at) == e) all.push_back(std::move(one));
        std::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(),
                         [](const auto& a, const auto& b) {
                             return std::tie(a.data, a.name, a.learner, a.version) <
                                    std::tie(b.data, b.name, b.learner, b.version);
                         });
    }
    return all;
}

std::vector<StoredFailure> stored_failures(const std::string& path)
{
    const auto db = open_for_reading(path);
    std::vector<StoredFailure> all;
    auto row = db->prepare(
        "SELECT d.name, l.spec, f.key, x.code, x.text, coalesce((SELECT e.name FROM experiment_learner e "
        "WHERE e.data = d.id AND e.learner = l.id ORDER BY e.name LIMIT 1), "
        "(SELECT n.name FROM learner_name n WHERE n.data = d.id AND n.learner = l.id), l.spec) "
        "FROM failure x JOIN fit f ON f.id = x.fit "
        "JOIN data d ON d.id = f.data JOIN learner l ON l.id = f.learner ORDER BY d.name, l.spec, f.key");
    while (row.step())
        all.push_back(
            {row.text(0), row.text(1), row.text(5), digest_of(row.blob(2)).hex(), row.text(3), row.text(4)});
    return all;
}

} // namespace unseen
