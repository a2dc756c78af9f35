#include "base/csv_writer.hpp"
#include "store/records.hpp"
#include "store/schema.hpp"

#include "unseen/base/number.hpp"
#include "unseen/store/store_file.hpp"

#include <cmath>
#include <map>

namespace unseen {

namespace {

/// The response of a row; empty if the store does not have it.
std::string truth_of(const Dataset& responses, Row row)
{
    if (row >= responses.rows()) return {};
    if (responses.response_type() == ResponseType::numbers) {
        const double y = responses.responses()[row];
        return std::isnan(y) ? std::string() : shortest(y);
    }
    const auto code = responses.class_codes()[row];
    return code < 0 ? std::string() : csv_field(responses.classes().name(static_cast<std::size_t>(code)));
}

/// The names of the datasets and learners that fits refer to by id.
struct Names {
    std::map<std::int64_t, DataRecord> data;
    std::map<std::int64_t, std::string> learner; ///< as CSV fields, with the version

    explicit Names(Database& db)
    {
        for (auto& [id, record] : all_data(db)) data.emplace(id, std::move(record));
        auto row = db.prepare("SELECT id, spec, version FROM learner");
        while (row.step()) learner.emplace(row.integer(0), csv_field(row.text(1)) + ',' + std::to_string(row.integer(2)));
    }
};

/// Writes the titles, then calls `each(fit, names, csv)` for every fit, sorted by key.
template <class Each>
void export_each(const std::string& path, const Write& write, const std::string& titles, Each&& each)
{
    const auto db = open_for_reading(path);
    db->execute("BEGIN"); // a consistent snapshot, as another process may be writing to the store
    const Names names(*db);
    auto row = db->prepare(FitReader::select + "ORDER BY f.key");
    CsvWriter csv(write);
    csv.field(titles).end_line();
    while (row.step()) each(FitReader::take(row), names, csv);
    csv.finish();
}

} // namespace

void export_fits(const std::string& path, const Write& write)
{
    export_each(path, write, "key,data,data_digest,learner,version,training,training_rows,seed,status,predicted_rows",
                [](const FitRecord& fit, const Names& names, CsvWriter& csv) {
                    const auto& data = names.data.at(fit.data);
                    const auto* failure = std::get_if<Failure>(&fit.result);
                    csv.field(fit.key.hex()).text(data.name).field(data.digest.hex()).field(names.learner.at(fit.learner));
                    csv.field(fit.training.hex()).number(fit.training_rows).number(fit.seed);
                    csv.field(failure != nullptr ? "failed:" + failure->code : "done").number(fit.predicted).end_line();
                });
}

void export_predictions(const std::string& path, const Write& write)
{
    std::map<std::int64_t, Dataset> responses;
    export_each(path, write, "key,data,learner,version,row,truth,predicted,scores",
                [&](const FitRecord& fit, const Names& names, CsvWriter& csv) {
                    const auto* packed = std::get_if<PackedPredictions>(&fit.result);
                    if (packed == nullptr) return;
                    const auto& data = names.data.at(fit.data);
                    if (!responses.contains(fit.data)) responses.emplace(fit.data, responses_of(data));
                    const auto& truth = responses.at(fit.data);
                    const auto all = unpack(*packed);
                    const auto& p = all.predictions;
                    const std::string head = fit.key.hex() + ',' + csv_field(data.name) + ',' + names.learner.at(fit.learner);
                    const auto n_scores = p.scores.size() / std::max<std::size_t>(all.rows.size(), 1);
                    for (std::size_t i = 0; i < all.rows.size(); ++i) {
                        csv.field(head).number(all.rows[i]).field(truth_of(truth, all.rows[i]));
                        csv.field(data.classes.empty() ? shortest(p.value[i]) : csv_field(data.classes.at(p.label[i])));
                        std::string scores;
                        for (std::size_t c = 0; c < n_scores; ++c)
                            scores += (c > 0 ? ";" : "") + shortest(p.scores[i * n_scores + c]);
                        csv.field(scores).end_line();
                    }
                });
}

} // namespace unseen
