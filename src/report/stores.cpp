#include "unseen/report/stores.hpp"

#include "base/short_names.hpp"

#include <algorithm>
#include <ctime>
#include <map>

namespace unseen {

namespace {

/// Microseconds from 1970 as a time in UTC; empty for 0, which is not known.
std::string time_text(std::int64_t microseconds)
{
    if (microseconds == 0) return "";
    const std::time_t seconds = microseconds / 1'000'000;
    std::tm parts{};
    std::string text(24, '\0');
    text.resize(gmtime_r(&seconds, &parts) == nullptr
                    ? 0
                    : std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
    return text;
}

std::string short_digest(const Digest& digest) { return digest.hex().substr(0, 8); }

/// The names of the data sets of these items: their base names if these are unique.
template <class Items>
std::map<std::string, std::string> shown_names(const Items& items)
{
    std::vector<std::string> paths;
    for (const auto& item : items) paths.push_back(item.data);
    const auto names = short_names(paths);
    std::map<std::string, std::string> shown;
    for (std::size_t i = 0; i < paths.size(); ++i) shown[paths[i]] = names[i];
    return shown;
}

/// The name of an experiment, with its digest if the name is not unique.
std::string name_among(const StoredExperiment& one, std::span<const StoredExperiment> all)
{
    const auto same =
        std::count_if(all.begin(), all.end(), [&](const auto& other) { return other.name == one.name; });
    return same > 1 ? one.name + ' ' + short_digest(one.digest()) : one.name;
}

} // namespace

Answer answer_of(std::span<const StoredExperiment> experiments, std::span<const StoredSeries> series)
{
    Answer answer;
    for (const auto& e : experiments) {
        const auto started = time_text(e.started);
        answer.heading.push_back(
            "experiment " + e.name + " (" + short_digest(e.digest()) + ", seed " + std::to_string(e.seed) +
            ", " +
            (started.empty() ? "recorded by an older version"
                             : (e.complete ? "complete" : "not complete") + (", started " + started)) +
            ") in " + e.folder);
    }
    const auto shown = shown_names(series);
    const auto name_of = [&](const std::optional<Digest>& digest) -> std::string {
        for (const auto& e : experiments)
            if (digest == e.digest()) return name_among(e, experiments);
        return "-";
    };
    if (!experiments.empty()) answer.table.columns = {{"experiment"}};
    for (const auto& column : {"data", "learner"}) answer.table.columns.push_back({column});
    for (const auto& column : {"fits", "failed", "predictions", "seconds"})
        answer.table.columns.push_back({column, true});
    for (const auto& s : series) {
        auto& row = answer.table.rows.emplace_back();
        if (!experiments.empty()) row.emplace_back(name_of(s.experiment));
        row.insert(row.end(), {Cell(shown.at(s.data), s.data), s.name, s.fits, s.failures, s.predictions,
                               Cell(Value(s.seconds))});
    }
    answer.json = answer_object("store")
                      .add("experiments", Json::list(experiments,
                                                     [](const StoredExperiment& e) {
                                                         return Json::object()
                                                             .add("name", e.name)
                                                             .add("digest", e.digest().hex())
                                                             .add("folder", e.folder)
                                                             .add("seed", e.seed)
                                                             .add("complete", e.complete)
                                                             .add("started", time_text(e.started));
                                                     }))
                      .add("series", Json::list(series, [](const StoredSeries& s) {
                               return Json::object()
                                   .add("experiment", s.experiment ? Json(s.experiment->hex()) : Json())
                                   .add("data", s.data)
                                   .add("learner", s.learner)
                                   .add("name", s.name)
                                   .add("version", s.version)
                                   .add("fits", s.fits)
                                   .add("failures", s.failures)
                                   .add("predictions", s.predictions)
                                   .add("seconds", s.seconds);
                           }));
    return answer;
}

Answer answer_of(std::span<const StoredFailure> failures)
{
    Answer answer;
    answer.table.columns = {{"data"}, {"learner"}, {"code"}, {"text"}, {"fit"}};
    const auto shown = shown_names(failures);
    for (const auto& f : failures)
        answer.table.rows.push_back({Cell(shown.at(f.data), f.data), f.name, f.code, f.text, f.key});
    answer.json = answer_object("store").add("failures", Json::list(failures, [](const StoredFailure& f) {
                                                 return Json::object()
                                                     .add("data", f.data)
                                                     .add("learner", f.learner)
                                                     .add("name", f.name)
                                                     .add("key", f.key)
                                                     .add("code", f.code)
                                                     .add("text", f.text);
                                             }));
    return answer;
}

Answer faults_answer(std::span<const std::string> faults)
{
    return {.json = answer_object("store").add("faults", Json::list(faults))};
}

} // namespace unseen
