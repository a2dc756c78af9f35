#include "store/records.hpp"
#include "store/schema.hpp"

#include "unseen/store/store_file.hpp"

namespace unseen {

std::vector<StoredExperiment> stored_experiments(const std::string& path)
{
    const auto db = open_for_reading(path);
    std::vector<StoredExperiment> all;
    auto row = db->prepare("SELECT name, folder, seed, text FROM experiment ORDER BY name, folder, seed");
    while (row.step()) all.push_back({row.text(0), row.text(1), static_cast<std::uint64_t>(row.integer(2)), row.text(3)});
    return all;
}

std::vector<StoredSeries> stored_series(const std::string& path)
{
    const auto db = open_for_reading(path);
    std::vector<StoredSeries> all;
    auto row = db->prepare(
        "SELECT d.name, l.spec, l.version, s.fits, s.failures, s.predicted, s.seconds FROM "
        "(SELECT data, learner, count(*) AS fits, sum(predicted = 0 AND id IN (SELECT fit FROM failure)) AS failures, "
        "        sum(predicted) AS predicted, sum(seconds) AS seconds FROM fit GROUP BY data, learner) s "
        "JOIN data d ON d.id = s.data JOIN learner l ON l.id = s.learner ORDER BY d.name, d.digest, l.spec, l.version");
    while (row.step())
        all.push_back({.data = row.text(0),
                       .learner = row.text(1),
                       .version = static_cast<int>(row.integer(2)),
                       .fits = static_cast<std::uint64_t>(row.integer(3)),
                       .failures = static_cast<std::uint64_t>(row.integer(4)),
                       .predictions = static_cast<std::uint64_t>(row.integer(5)),
                       .seconds = row.real(6)});
    return all;
}

std::vector<StoredFailure> stored_failures(const std::string& path)
{
    const auto db = open_for_reading(path);
    std::vector<StoredFailure> all;
    auto row = db->prepare("SELECT d.name, l.spec, f.key, x.code, x.text FROM failure x JOIN fit f ON f.id = x.fit "
                           "JOIN data d ON d.id = f.data JOIN learner l ON l.id = f.learner ORDER BY d.name, l.spec, f.key");
    while (row.step()) all.push_back({row.text(0), row.text(1), digest_of(row.blob(2)).hex(), row.text(3), row.text(4)});
    return all;
}

} // namespace unseen
