#include "store/records.hpp"

#include "store/column_bytes.hpp"

#include "unseen/base/error.hpp"

#include <limits>
#include <tuple>

namespace unseen {

namespace {

std::int64_t as_stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// Packs the responses of `rows` rows from `first` on.
std::string packed_truth(const Dataset& data, Row first, Row rows)
{
    if (data.response_type() == ResponseType::numbers) {
        std::string numbers;
        add_numbers(numbers, data.responses().subspan(first, rows));
        return numbers;
    }
    std::vector<std::uint32_t> codes;
    for (Row r = first; r < first + rows; ++r) codes.push_back(static_cast<std::uint32_t>(data.class_codes()[r]));
    return pack_labels(codes);
}

/// A column of packed responses, followed by `missing` rows without a response.
Column response_column(const DataRecord& data, const std::string& truth, std::uint64_t rows, std::uint64_t missing)
{
    if (data.classes.empty()) {
        NumericColumn column{take_numbers(truth)};
        column.values.resize(rows + missing, std::numeric_limits<double>::quiet_NaN());
        return {data.response, std::move(column)};
    }
    CodedColumn column{.labels = Labels(data.classes), .codes = {}};
    for (const auto label : unpack_labels(truth, rows)) column.codes.push_back(static_cast<std::int32_t>(label));
    column.codes.resize(rows + missing, -1);
    return {data.response, std::move(column)};
}

} // namespace

DataRecord record_of(const Dataset& data, const std::string& name)
{
    DataRecord record{.digest = data.learning_digest(),
                      .name = name,
                      .response = data.response_name(),
                      .rows = data.labelled(),
                      .truth = packed_truth(data, 0, data.labelled()),
                      .classes = data.classes().names()};
    if (const auto test = data.test_rows(); !test.empty())
        record.test = {
            .first = test.front(), .rows = test.size(), .truth = packed_truth(data, test.front(), static_cast<Row>(test.size()))};
    return record;
}

Dataset responses_of(const DataRecord& data)
{
    const Roles roles{.target = data.response};
    const auto further = data.test.rows > 0 ? data.test.first - data.rows : 0;
    const Table main{
        .source = data.name, .columns = {response_column(data, data.truth, data.rows, further)}, .declared_types = true};
    if (data.test.rows == 0) return Dataset::make(main, roles);
    const Table test{
        .source = data.name, .columns = {response_column(data, data.test.truth, data.test.rows, 0)}, .declared_types = true};
    return Dataset::make(main, roles, &test, nullptr);
}

std::optional<std::int64_t> find_data(Database& db, const Digest& digest)
{
    const auto bytes = bytes_of(digest);
    auto select = db.prepare("SELECT id FROM data WHERE digest = ?1");
    select.bind_blob(1, bytes);
    return select.step() ? std::optional(select.integer(0)) : std::nullopt;
}

std::optional<std::int64_t> find_learner(Database& db, const std::string& spec, int version)
{
    auto select = db.prepare("SELECT id FROM learner WHERE spec = ?1 AND version = ?2");
    select.bind_text(1, spec).bind(2, std::int64_t{version});
    return select.step() ? std::optional(select.integer(0)) : std::nullopt;
}

std::int64_t put_data(Database& db, const DataRecord& data)
{
    const auto digest = bytes_of(data.digest);
    auto insert = db.prepare("INSERT INTO data(digest, name, response, rows, truth) VALUES(?1, ?2, ?3, ?4, ?5) "
                             "ON CONFLICT(digest) DO UPDATE SET name = excluded.name WHERE excluded.name < name");
    insert.bind_blob(1, digest)
        .bind_text(2, data.name)
        .bind_text(3, data.response)
        .bind(4, as_stored(data.rows))
        .bind_blob(5, data.truth);
    insert.run();
    const auto id = find_data(db, data.digest).value();
    auto add_class = db.prepare("INSERT OR IGNORE INTO class(data, code, label) VALUES(?1, ?2, ?3)");
    for (std::size_t c = 0; c < data.classes.size(); ++c) {
        add_class.bind(1, id).bind(2, static_cast<std::int64_t>(c)).bind_text(3, data.classes[c]);
        add_class.run();
    }
    if (data.test.rows > 0) {
        auto add_test = db.prepare("INSERT OR IGNORE INTO test_truth(data, first, rows, truth) VALUES(?1, ?2, ?3, ?4)");
        add_test.bind(1, id).bind(2, as_stored(data.test.first)).bind(3, as_stored(data.test.rows)).bind_blob(4, data.test.truth);
        add_test.run();
    }
    return id;
}

std::int64_t put_learner(Database& db, const std::string& spec, int version)
{
    auto insert = db.prepare("INSERT OR IGNORE INTO learner(spec, version) VALUES(?1, ?2)");
    insert.bind_text(1, spec).bind(2, std::int64_t{version});
    insert.run();
    return find_learner(db, spec, version).value();
}

Spec with_roles(const Spec& plan, const Dataset& data)
{
    Spec full = plan;
    if (data.group() != nullptr) full.set("group", data.group()->name);
    if (data.stratum() != nullptr) full.set("stratum", data.stratum()->name);
    if (data.time() != nullptr) full.set("time", data.time()->name);
    if (!data.weights().empty()) full.set("weight", "yes");
    return full;
}

std::string role_of(const Spec& plan)
{
    for (const auto* role : {"group", "stratum", "time", "weight"})
        if (plan.find(role)) return role;
    return {};
}

void put_plan(Database& db, std::int64_t data, const std::string& spec, std::int64_t seed, std::int64_t splits)
{
    auto insert = db.prepare("INSERT OR IGNORE INTO plan(data, spec, seed, splits) VALUES(?1, ?2, ?3, ?4)");
    insert.bind(1, data).bind_text(2, spec).bind(3, seed).bind(4, splits);
    insert.run();
}

void put_experiment(Database& db, const StoredExperiment& experiment)
{
    auto insert = db.prepare("INSERT OR REPLACE INTO experiment(name, folder, seed, text) VALUES(?1, ?2, ?3, ?4)");
    insert.bind_text(1, experiment.name)
        .bind_text(2, experiment.folder)
        .bind(3, as_stored(experiment.seed))
        .bind_text(4, experiment.text);
    insert.run();
}

std::vector<std::pair<std::int64_t, DataRecord>> all_data(Database& db)
{
    std::vector<std::pair<std::int64_t, DataRecord>> all;
    auto select = db.prepare("SELECT id, digest, name, response, rows, truth FROM data ORDER BY id");
    auto classes = db.prepare("SELECT label FROM class WHERE data = ?1 ORDER BY code");
    while (select.step()) {
        DataRecord data{.digest = digest_of(select.blob(1)),
                        .name = select.text(2),
                        .response = select.text(3),
                        .rows = static_cast<std::uint64_t>(select.integer(4)),
                        .truth = std::string(select.blob(5)),
                        .classes = {}};
        classes.bind(1, select.integer(0));
        while (classes.step()) data.classes.push_back(classes.text(0));
        classes.reset();
        all.emplace_back(select.integer(0), std::move(data));
    }
    if (db.integer("SELECT count(*) FROM sqlite_master WHERE name = 'test_truth'") == 0) return all;
    auto test = db.prepare("SELECT first, rows, truth FROM test_truth WHERE data = ?1");
    for (auto& [id, data] : all) {
        test.bind(1, id);
        if (test.step())
            data.test = {.first = static_cast<std::uint64_t>(test.integer(0)),
                         .rows = static_cast<std::uint64_t>(test.integer(1)),
                         .truth = std::string(test.blob(2))};
        test.reset();
    }
    return all;
}

const std::string FitReader::select =
    "SELECT f.key, f.data, f.learner, f.training, f.training_rows, f.seed, f.seconds, f.predicted, x.code, x.text, "
    "p.rows, p.label, p.scores, p.value, p.complexity, p.digest "
    "FROM fit f LEFT JOIN prediction p ON p.fit = f.id LEFT JOIN failure x ON x.fit = f.id ";

FitReader::FitReader(Database& db) : find_(db.prepare(select + "WHERE f.key = ?1")) {}

FitRecord FitReader::take(const Statement& row)
{
    FitRecord fit{.key = digest_of(row.blob(0)),
                  .data = row.integer(1),
                  .learner = row.integer(2),
                  .training = digest_of(row.blob(3)),
                  .training_rows = static_cast<std::uint64_t>(row.integer(4)),
                  .seed = static_cast<std::uint64_t>(row.integer(5)),
                  .seconds = row.real(6),
                  .predicted = row.integer(7),
                  .result = {}};
    if (!row.null(8))
        fit.result = Failure{row.text(8), row.text(9)};
    else
        fit.result = PackedPredictions{.rows = std::string(row.blob(10)),
                                       .label = row.optional_blob(11),
                                       .scores = row.optional_blob(12),
                                       .value = row.optional_blob(13),
                                       .complexity = row.text(14),
                                       .check = row.integer(15)};
    return fit;
}

std::optional<FitRecord> FitReader::find(const Digest& key)
{
    const auto bytes = bytes_of(key);
    find_.bind_blob(1, bytes);
    std::optional<FitRecord> found;
    if (find_.step()) found = take(find_);
    find_.reset();
    return found;
}

FitWriter::FitWriter(Database& db)
    : db_(db),
      reader_(db),
      insert_(db.prepare("INSERT INTO fit(key, data, learner, training, training_rows, seed, predicted, seconds) "
                         "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(key) DO NOTHING")),
      predictions_(db.prepare(
          "INSERT INTO prediction(fit, rows, label, scores, value, complexity, digest) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")),
      failure_(db.prepare("INSERT INTO failure(fit, code, text) VALUES(?1, ?2, ?3)")),
      id_of_(db.prepare("SELECT id FROM fit WHERE key = ?1")),
      update_(db.prepare("UPDATE fit SET predicted = ?2, seconds = ?3 WHERE id = ?1")),
      drop_predictions_(db.prepare("DELETE FROM prediction WHERE fit = ?1")),
      drop_failure_(db.prepare("DELETE FROM failure WHERE fit = ?1"))
{
}

FitWriter::Done FitWriter::put(const FitRecord& fit)
{
    const auto key = bytes_of(fit.key);
    const auto training = bytes_of(fit.training);
    insert_.bind_blob(1, key).bind(2, fit.data).bind(3, fit.learner).bind_blob(4, training).bind(5, as_stored(fit.training_rows));
    insert_.bind(6, as_stored(fit.seed)).bind(7, fit.predicted).bind(8, fit.seconds).run();
    if (db_.changes() == 0) return unite_with_stored(fit);
    put_result(db_.last_id(), fit);
    return Done::added;
}

void FitWriter::put_result(std::int64_t id, const FitRecord& fit)
{
    if (const auto* failure = std::get_if<Failure>(&fit.result)) {
        failure_.bind(1, id).bind_text(2, failure->code).bind_text(3, failure->text).run();
        return;
    }
    const auto& p = std::get<PackedPredictions>(fit.result);
    predictions_.bind(1, id).bind_blob(2, p.rows).bind_optional(3, p.label).bind_optional(4, p.scores).bind_optional(5, p.value);
    predictions_.bind_text(6, p.complexity).bind(7, p.check).run();
}

FitWriter::Done FitWriter::unite_with_stored(const FitRecord& fit)
{
    const auto stored = reader_.find(fit.key);
    if (!stored) throw StoreError("a fit has disappeared from the store during the transaction");
    FitRecord both = *stored;
    const auto* old_failure = std::get_if<Failure>(&stored->result);
    const auto* new_failure = std::get_if<Failure>(&fit.result);
    if (new_failure != nullptr) {
        // Predictions replace a failure. Of two failures the smaller one in text order stays, so that the order of merging has no effect.
        const bool smaller = old_failure != nullptr &&
                             std::tie(new_failure->code, new_failure->text) < std::tie(old_failure->code, old_failure->text);
        if (!smaller) return Done::known;
        both.result = *new_failure;
    } else if (old_failure != nullptr) {
        both = fit;
    } else {
        const auto& old_packed = std::get<PackedPredictions>(stored->result);
        const auto& new_packed = std::get<PackedPredictions>(fit.result);
        if (old_packed.check == new_packed.check) return Done::known;
        const auto have = unpack(old_packed);
        const auto all = unite(have, unpack(new_packed), db_.path() + ": fit " + fit.key.hex());
        if (all == have) return Done::known;
        both.result = pack(all.rows, all.predictions);
        both.predicted = static_cast<std::int64_t>(all.rows.size());
    }
    const auto key = bytes_of(fit.key);
    id_of_.bind_blob(1, key).step();
    const auto id = id_of_.integer(0);
    id_of_.reset();
    drop_predictions_.bind(1, id).run();
    drop_failure_.bind(1, id).run();
    update_.bind(1, id).bind(2, both.predicted).bind(3, both.seconds).run();
    put_result(id, both);
    return Done::united;
}

} // namespace unseen
