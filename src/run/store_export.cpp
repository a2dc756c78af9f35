#include "run/store_records.hpp"
#include "run/store_schema.hpp"

#include "unseen/base/number.hpp"
#include "unseen/run/store_file.hpp"
#include "unseen/run/stored_plans.hpp"

#include <cmath>
#include <map>

namespace unseen {

namespace {

constexpr std::size_t most_pending = std::size_t{1} << 16;

/// A field of a CSV line, in quotes where it needs them.
std::string field(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// The response of a row, as far as the store knows it.
std::string truth_of(const Dataset& responses, Row row)
{
    if (row >= responses.rows()) return {};
    if (responses.response_type() == ResponseType::numbers) {
        const double y = responses.responses()[row];
        return std::isnan(y) ? std::string() : shortest(y);
    }
    const auto code = responses.class_codes()[row];
    return code < 0 ? std::string() : field(responses.classes().name(static_cast<std::size_t>(code)));
}

/// Names of what fits refer to by id.
struct Names {
    std::map<std::int64_t, DataRecord> data;
    std::map<std::int64_t, std::string> learner; ///< as fields of CSV, with the version

    explicit Names(Database& db)
    {
        for (auto& [id, record] : all_data(db)) data.emplace(id, std::move(record));
        auto row = db.prepare("SELECT id, spec, version FROM learner");
        while (row.step()) learner.emplace(row.integer(0), field(row.text(1)) + ',' + std::to_string(row.integer(2)));
    }
};

/// Calls `each(fit, names, out)` for every fit in the order of the keys, and writes `out` now and then.
template <class Each>
void export_each(const std::string& path, const Write& write, std::string out, Each&& each)
{
    const auto db = open_for_reading(path);
    db->execute("BEGIN"); // one moment of a store that may be growing
    const Names names(*db);
    auto row = db->prepare(FitReader::select + "ORDER BY f.key");
    while (row.step()) {
        each(FitReader::take(row), names, out);
        if (out.size() < most_pending) continue;
        write(out);
        out.clear();
    }
    write(out);
}

} // namespace

void export_fits(const std::string& path, const Write& write)
{
    export_each(path, write, "key,data,data_digest,learner,version,training,training_rows,seed,status,predicted_rows\n",
                [](const FitRecord& fit, const Names& names, std::string& out) {
                    const auto& data = names.data.at(fit.data);
                    const auto* failure = std::get_if<Failure>(&fit.result);
                    out += fit.key.hex() + ',' + field(data.name) + ',' + data.digest.hex() + ',' +
                           names.learner.at(fit.learner) + ',' + fit.training.hex() + ',' + std::to_string(fit.training_rows) +
                           ',' + std::to_string(fit.seed) + ',' + (failure != nullptr ? "failed:" + failure->code : "done") +
                           ',' + std::to_string(fit.predicted) + '\n';
                });
}

void export_predictions(const std::string& path, const Write& write)
{
    std::map<std::int64_t, Dataset> responses;
    export_each(path, write, "key,data,learner,version,row,truth,predicted,scores\n",
                [&](const FitRecord& fit, const Names& names, std::string& out) {
                    const auto* packed = std::get_if<PackedPredictions>(&fit.result);
                    if (packed == nullptr) return;
                    const auto& data = names.data.at(fit.data);
                    if (!responses.contains(fit.data)) responses.emplace(fit.data, responses_of(data));
                    const auto& truth = responses.at(fit.data);
                    const auto all = unpack(*packed);
                    const auto& p = all.predictions;
                    const std::string head = fit.key.hex() + ',' + field(data.name) + ',' + names.learner.at(fit.learner) + ',';
                    const auto n_scores = p.scores.size() / std::max<std::size_t>(all.rows.size(), 1);
                    for (std::size_t i = 0; i < all.rows.size(); ++i) {
                        const Row r = all.rows[i];
                        out += head + std::to_string(r) + ',';
                        out += truth_of(truth, r) + ',';
                        out += (data.classes.empty() ? shortest(p.value[i]) : field(data.classes.at(p.label[i]))) + ',';
                        for (std::size_t c = 0; c < n_scores; ++c)
                            out += (c > 0 ? ";" : "") + shortest(p.scores[i * n_scores + c]);
                        out += '\n';
                    }
                });
}

void export_table(const Table& table, const Write& write)
{
    std::string out;
    for (const auto& column : table.columns) out += (out.empty() ? "" : ",") + field(column.name);
    out += '\n';
    for (std::size_t i = 0; i < table.rows(); ++i) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const auto& column = table.columns[c];
            if (c > 0) out += ',';
            if (column.missing(i)) continue;
            out += column.is_numeric() ? shortest(column.numeric().values[i])
                                       : field(column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[i])));
        }
        out += '\n';
        if (out.size() < most_pending) continue;
        write(out);
        out.clear();
    }
    write(out);
}

} // namespace unseen
