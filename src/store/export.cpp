#include "base/csv_writer.hpp"
#include "store/experiments.hpp"
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

/// The name of a learner as CSV fields, with the version.
std::string named(const LearnerRecord& learner)
{
    return csv_field(learner.spec) + ',' + std::to_string(learner.version);
}

/// Writes the titles, then calls `each(fit, data, learner, csv)` for every fit of the experiment, sorted by
/// key.
template <class Each>
void export_each(const std::string& path, const Write& write, const std::optional<Digest>& experiment,
                 const std::string& titles, Each&& each)
{
    const auto db = open_for_reading(path);
    db->execute("BEGIN"); // a consistent snapshot, as another process may be writing to the store
    std::map<std::int64_t, DataRecord> data;
    for (auto& [id, record] : all_data(*db)) data.emplace(id, std::move(record));
    std::map<std::int64_t, LearnerRecord> learners;
    for (auto& record : all_learners(*db)) learners.emplace(record.id, record);
    const auto wanted = fits_of(*db, experiment);
    auto row = db->prepare(FitReader::select + "ORDER BY f.key");
    CsvWriter csv(write);
    csv.field(titles).end_line();
    while (row.step()) {
        try {
            const auto fit = FitReader::take(row);
            if (wanted && !wanted->holds(fit.key, fit.data, fit.learner)) continue;
            const auto d = data.find(fit.data);
            const auto l = learners.find(fit.learner);
            if (d == data.end() || l == learners.end()) throw Damaged("its data set or learner is missing");
            each(fit, d->second, l->second, csv);
        } catch (const Damaged&) {
            const auto key = row.blob(1);
            throw StoreError(damaged_text(path, key.size() == 16 ? describe(*db, digest_of(key)) : "a fit"));
        }
    }
    csv.finish();
}

} // namespace

void export_fits(const std::string& path, const Write& write, const std::optional<Digest>& experiment)
{
    export_each(
        path, write, experiment,
        "key,data,data_digest,learner,version,training,training_rows,seed,status,predicted_rows",
        [](const FitRecord& fit, const DataRecord& data, const LearnerRecord& learner, CsvWriter& csv) {
            const auto* failure = std::get_if<Failure>(&fit.result);
            csv.field(fit.key.hex()).text(data.name).field(data.digest.hex()).field(named(learner));
            csv.field(fit.training.hex()).number(fit.training_rows).number(fit.seed);
            csv.field(failure != nullptr ? "failed:" + failure->code : "done")
                .number(fit.predicted)
                .end_line();
        });
}

void export_predictions(const std::string& path, const Write& write, const std::optional<Digest>& experiment)
{
    std::map<std::int64_t, Dataset> responses;
    export_each(
        path, write, experiment, "key,data,learner,version,row,truth,predicted,scores",
        [&](const FitRecord& fit, const DataRecord& data, const LearnerRecord& learner, CsvWriter& csv) {
            if (!std::holds_alternative<PackedPredictions>(fit.result)) return;
            if (!responses.contains(fit.data)) responses.emplace(fit.data, responses_of(data));
            const auto& truth = responses.at(fit.data);
            const auto all = unpack(fit);
            const auto& p = all.predictions;
            const std::string head = fit.key.hex() + ',' + csv_field(data.name) + ',' + named(learner);
            const auto n_scores = p.scores.size() / std::max<std::size_t>(all.rows.size(), 1);
            for (std::size_t i = 0; i < all.rows.size(); ++i) {
                csv.field(head).number(all.rows[i]).field(truth_of(truth, all.rows[i]));
                csv.field(data.classes.empty() ? shortest(p.value[i])
                                               : csv_field(data.classes.at(p.label[i])));
                std::string scores;
                for (std::size_t c = 0; c < n_scores; ++c)
                    scores += (c > 0 ? ";" : "") + shortest(p.scores[i * n_scores + c]);
                csv.field(scores).end_line();
            }
        });
}

} // namespace unseen
