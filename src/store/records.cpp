#include "store/records.hpp"

#include "store/column_bytes.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <limits>
#include <span>
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
    for (Row r = first; r < first + rows; ++r)
        codes.push_back(static_cast<std::uint32_t>(data.class_codes()[r]));
    return pack_labels(codes);
}

/// A column of packed responses, followed by `missing` rows without a response.
Column response_column(const DataRecord& data, const std::string& truth, std::uint64_t rows,
                       std::uint64_t missing)
{
    if (data.classes.empty()) {
        NumericColumn column{take_numbers(truth, rows)};
        column.values.resize(rows + missing, std::numeric_limits<double>::quiet_NaN());
        return {data.response, std::move(column)};
    }
    CodedColumn column{.labels = Labels(data.classes), .codes = {}};
    const auto labels = unpack_labels(truth, rows, data.classes.size());
    column.codes.assign(labels.begin(), labels.end());
    column.codes.resize(rows + missing, -1);
    return {data.response, std::move(column)};
}

/// If there are more unlabelled rows than this between the labelled ones and those of a test file, the record
/// is damaged, because no bytes represent them.
constexpr std::uint64_t most_unlabelled = std::uint64_t{1} << 26;

std::string packed_digests(std::span<const Digest> digests)
{
    std::string bytes;
    bytes.reserve(16 * digests.size());
    for (const auto& digest : digests) bytes += bytes_of(digest);
    return bytes;
}

std::vector<Digest> unpacked_digests(std::string_view bytes)
{
    std::vector<Digest> digests;
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(16, bytes.size())))
        digests.push_back(digest_of(bytes.substr(0, 16)));
    return digests;
}

/// The union of two fits with one key; std::nullopt if it equals the stored one. Throws StoreError if they
/// disagree.
std::optional<FitRecord> united(const FitRecord& stored, const FitRecord& fit, const std::string& path)
{
    const auto* old_failure = std::get_if<Failure>(&stored.result);
    const auto* new_failure = std::get_if<Failure>(&fit.result);
    if (new_failure != nullptr) {
        // Predictions replace a failure. Of two failures the smaller one in text order is kept, so that the
        // order of merging has no effect.
        const bool smaller = old_failure != nullptr && std::tie(new_failure->code, new_failure->text) <
                                                           std::tie(old_failure->code, old_failure->text);
        if (!smaller) return std::nullopt;
        FitRecord both = stored;
        both.result = *new_failure;
        return both;
    }
    if (old_failure != nullptr) return fit;
    if (std::get<PackedPredictions>(stored.result) == std::get<PackedPredictions>(fit.result))
        return std::nullopt;
    const auto fresh = unpack(fit);
    RowPredictions have;
    try {
        have = unpack(stored);
    } catch (const Damaged&) {
        return fit;
    }
    const auto all = unite(have, fresh, path + ": fit " + fit.key.hex());
    if (all == have) return std::nullopt;
    FitRecord both = stored;
    both.result = pack(all.rows, all.predictions);
    both.predicted = static_cast<std::int64_t>(all.rows.size());
    return both;
}

} // namespace

DataRecord record_of(const Dataset& data, const std::string& name)
{
    require(data.targets() == 1, "a store keeps fits of one target, and " + name + " has " +
                                     std::to_string(data.targets()) + " (" + data.response_name() +
                                     "); expected one target, or no store");
    DataRecord record{.digest = data.learning_digest(),
                      .name = name,
                      .response = data.response_name(),
                      .rows = data.labelled(),
                      .truth = packed_truth(data, 0, data.labelled()),
                      .classes = data.classes().names()};
    if (const auto test = data.test_rows(); !test.empty())
        record.test = {.first = test.front(),
                       .rows = test.size(),
                       .truth = packed_truth(data, test.front(), static_cast<Row>(test.size()))};
    return record;
}

Dataset responses_of(const DataRecord& data, const std::string& positive)
{
    constexpr std::uint64_t most = 0xffffffffu;
    const auto& test = data.test;
    const bool sound = data.rows < most && test.rows < most &&
                       (test.rows == 0 || (test.first >= data.rows && test.first < most)) &&
                       (test.rows == 0 || test.first - data.rows <= most_unlabelled);
    if (!sound) damaged_columns();
    try {
        Roles roles{.target = data.response};
        if (data.classes.size() == 2) {
            const Labels classes(data.classes);
            roles.positive = positive.empty() ? classes.name(unnamed_positive(classes)) : positive;
        }
        const auto further = test.rows > 0 ? test.first - data.rows : 0;
        Table main{.source = data.name,
                   .columns = {response_column(data, data.truth, data.rows, further)},
                   .declared_types = true};
        if (test.rows == 0) return Dataset::make(std::move(main), roles);
        const Table rows{.source = data.name,
                         .columns = {response_column(data, test.truth, test.rows, 0)},
                         .declared_types = true};
        return Dataset::make(std::move(main), roles, &rows, nullptr);
    } catch (const InputError& e) {
        throw Damaged(std::string("the stored responses are damaged: ") + e.what());
    }
}

RowPredictions unpack(const FitRecord& fit)
{
    auto all = unpack(std::get<PackedPredictions>(fit.result), fit.classes);
    if (static_cast<std::int64_t>(all.rows.size()) != fit.predicted) damaged_columns();
    return all;
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
    auto same = db.prepare(
        "SELECT id FROM data WHERE digest = ?1 AND name <= ?2 AND test_rows = ?3 AND classes = (SELECT "
        "count(*) FROM class WHERE data = id AND " +
        intact_sql("class") + ") AND " + intact_sql("data"));
    same.bind_blob(1, digest).bind_text(2, data.name).bind(3, as_stored(data.test.rows));
    if (same.step()) return same.integer(0);
    auto insert = db.prepare(
        "INSERT INTO data(digest, name, response, classes, rows, truth, test_first, test_rows, test_truth, "
        "row_digest) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0) ON CONFLICT(digest) DO UPDATE SET name = min(name, "
        "excluded.name), "
        "response = excluded.response, classes = excluded.classes, rows = excluded.rows, truth = "
        "excluded.truth, "
        "test_first = excluded.test_first, test_rows = excluded.test_rows, test_truth = excluded.test_truth");
    insert.bind_blob(1, digest).bind_text(2, data.name).bind_text(3, data.response);
    insert.bind(4, as_stored(data.classes.size())).bind(5, as_stored(data.rows)).bind_blob(6, data.truth);
    insert.bind(7, as_stored(data.test.first))
        .bind(8, as_stored(data.test.rows))
        .bind_blob(9, data.test.truth);
    insert.run();
    const auto id = find_data(db, data.digest).value();
    seal(db, "data", "id = " + std::to_string(id));
    db.execute("DELETE FROM class WHERE data = " + std::to_string(id));
    auto add_class = db.prepare(
        "INSERT INTO class(data, code, label, row_digest) VALUES(?1, ?2, ?3, row_digest(?1, ?2, ?3))");
    for (std::size_t c = 0; c < data.classes.size(); ++c)
        add_class.bind(1, id).bind(2, static_cast<std::int64_t>(c)).bind_text(3, data.classes[c]).run();
    return id;
}

std::int64_t put_learner(Database& db, const std::string& spec, int version)
{
    auto insert =
        db.prepare("INSERT INTO learner(spec, version, row_digest) VALUES(?1, ?2, row_digest(?1, ?2)) "
                   "ON CONFLICT(spec, version) DO UPDATE SET row_digest = excluded.row_digest");
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
    // Without the key it is that of records before there was one.
    if (data.classes().size() == 2 && data.positive().code != unnamed_positive(data.classes()))
        full.set("positive", data.classes().name(data.positive().code));
    if (data.horizon() > 1) full.set("ahead", std::to_string(data.horizon())); // `horizon` is a key of plans
    return full;
}

std::string take_positive(Spec& plan)
{
    Spec rest(plan.name(), plan.bases());
    for (const auto& [key, value] : plan.values())
        if (key != "positive") rest.set(key, value);
    const auto positive = plan.find("positive").value_or("");
    plan = std::move(rest);
    return positive;
}

std::string role_of(const Spec& plan)
{
    for (const auto* role : {"group", "stratum", "time", "weight", "ahead"})
        if (plan.find(role)) return role;
    return {};
}

std::int64_t put_plan(Database& db, const PlanRecord& plan)
{
    auto find = db.prepare("SELECT id, length(training) FROM plan WHERE data = ?1 AND spec = ?2 AND seed = "
                           "?3 AND splits = ?4 AND " +
                           intact_sql("plan"));
    find.bind(1, plan.data)
        .bind_text(2, plan.spec)
        .bind(3, as_stored(plan.seed))
        .bind(4, as_stored(plan.splits));
    if (find.step() && (find.integer(1) > 0 || plan.training.empty())) return find.integer(0);
    const auto training = packed_digests(plan.training);
    auto put =
        db.prepare("INSERT INTO plan(data, spec, seed, splits, training, row_digest) "
                   "VALUES(?1, ?2, ?3, ?4, ?5, row_digest(?1, ?2, ?3, ?4, ?5)) ON CONFLICT(data, spec, seed) "
                   "DO UPDATE SET splits = excluded.splits, training = excluded.training, row_digest = "
                   "excluded.row_digest "
                   "RETURNING id");
    put.bind(1, plan.data)
        .bind_text(2, plan.spec)
        .bind(3, as_stored(plan.seed))
        .bind(4, as_stored(plan.splits));
    put.bind_blob(5, training).step();
    const auto id = put.integer(0);
    put.step(); // to its end, so that it counts
    return id;
}

std::vector<PlanRecord> all_plans(Database& db)
{
    std::vector<PlanRecord> all;
    auto row = db.prepare("SELECT id, data, spec, seed, splits, training FROM plan NOT INDEXED WHERE " +
                          intact_sql("plan") + " ORDER BY data, spec, seed");
    while (row.step())
        all.push_back({.id = row.integer(0),
                       .data = row.integer(1),
                       .spec = row.text(2),
                       .seed = static_cast<std::uint64_t>(row.integer(3)),
                       .splits = static_cast<std::uint64_t>(row.integer(4)),
                       .training = unpacked_digests(row.blob(5))});
    return all;
}

std::vector<std::pair<std::int64_t, DataRecord>> all_data(Database& db, std::vector<std::string>* damaged)
{
    std::vector<std::pair<std::int64_t, DataRecord>> all;
    auto select = db.prepare(
        "SELECT id, digest, name, response, rows, truth, test_first, test_rows, test_truth, classes, " +
        intact_sql("data") + " FROM data ORDER BY id");
    auto classes = db.prepare("SELECT label, code, " + intact_sql("class") +
                              " FROM class WHERE data = ?1 ORDER BY code");
    while (select.step()) {
        bool sound = select.integer(10) != 0;
        DataRecord data{.digest = {},
                        .name = select.text(2),
                        .response = select.text(3),
                        .rows = static_cast<std::uint64_t>(select.integer(4)),
                        .truth = std::string(select.blob(5)),
                        .classes = {},
                        .test = {.first = static_cast<std::uint64_t>(select.integer(6)),
                                 .rows = static_cast<std::uint64_t>(select.integer(7)),
                                 .truth = std::string(select.blob(8))}};
        for (classes.bind(1, select.integer(0)); classes.step();) {
            sound = sound && classes.integer(2) != 0 &&
                    classes.integer(1) == static_cast<std::int64_t>(data.classes.size());
            data.classes.push_back(classes.text(0));
        }
        classes.reset();
        sound = sound && static_cast<std::int64_t>(data.classes.size()) == select.integer(9);
        if (sound) {
            data.digest = digest_of(select.blob(1));
            all.emplace_back(select.integer(0), std::move(data));
        } else if (damaged != nullptr) {
            damaged->push_back(data.name);
        } else {
            throw Damaged(db.path() + ": the data set '" + data.name +
                          "' is damaged; the next run of its experiment writes it again, or "
                          "`unseen store repair " +
                          db.path() + "` drops it");
        }
    }
    return all;
}

std::vector<LearnerRecord> all_learners(Database& db)
{
    std::vector<LearnerRecord> all;
    auto row = db.prepare("SELECT id, spec, version FROM learner NOT INDEXED WHERE " + intact_sql("learner") +
                          " ORDER BY spec, version");
    while (row.step()) all.push_back({row.integer(0), row.text(1), static_cast<int>(row.integer(2))});
    return all;
}

std::string describe(Database& db, const Digest& key)
{
    const auto bytes = bytes_of(key);
    auto fit = db.prepare(
        "SELECT coalesce(l.spec, '?'), coalesce(d.name, '?'), f.training, f.data FROM fit f "
        "LEFT JOIN data d ON d.id = f.data LEFT JOIN learner l ON l.id = f.learner WHERE f.key = ?1");
    fit.bind_blob(1, bytes);
    if (!fit.step()) return "the fit " + key.hex();
    std::string text = "the fit of '" + fit.text(0) + "' on '" + fit.text(1) + "' (";
    const std::string training(fit.blob(2));
    auto plan = db.prepare("SELECT spec, training FROM plan WHERE data = ?1 ORDER BY spec, seed");
    for (plan.bind(1, fit.integer(3)); plan.step();) {
        const auto all = plan.blob(1);
        for (std::size_t i = 0; i + 16 <= all.size(); i += 16)
            if (all.substr(i, 16) == training)
                return text + "split " + std::to_string(i / 16 + 1) + " of " + plan.text(0) + ", key " +
                       key.hex() + ")";
    }
    return text + "key " + key.hex() + ")";
}

std::string damaged_text(const std::string& path, const std::string& description)
{
    return path + ": " + description +
           " is damaged; the next run of its experiment does it again, or `unseen store repair " + path +
           "` drops it";
}

const std::string FitReader::select =
    "SELECT f.id, f.key, f.data, f.learner, f.training, f.training_rows, f.seed, f.seconds, f.predicted, "
    "x.code, x.text, "
    "p.rows, p.label, p.scores, p.value, p.complexity, d.classes, "
    "f.row_digest = row_digest(f.key, f.data, f.learner, f.training, f.training_rows, f.seed, f.predicted, "
    "f.seconds) "
    "AND CASE WHEN x.fit IS NULL "
    "THEN p.row_digest IS row_digest(f.key, p.rows, p.label, p.scores, p.value, p.complexity) "
    "ELSE p.fit IS NULL AND f.predicted = 0 AND x.row_digest = row_digest(f.key, x.code, x.text) END "
    "FROM fit f LEFT JOIN data d ON d.id = f.data LEFT JOIN prediction p ON p.fit = f.id LEFT JOIN failure x "
    "ON x.fit = f.id ";

FitReader::FitReader(Database& db) : find_(db.prepare(select + "WHERE f.key = ?1")) {}

FitRecord FitReader::take(const Statement& row)
{
    if (row.null(16) || row.integer(17) == 0) damaged_columns();
    FitRecord fit{.key = digest_of(row.blob(1)),
                  .data = row.integer(2),
                  .learner = row.integer(3),
                  .classes = static_cast<std::uint64_t>(row.integer(16)),
                  .training = digest_of(row.blob(4)),
                  .training_rows = static_cast<std::uint64_t>(row.integer(5)),
                  .seed = static_cast<std::uint64_t>(row.integer(6)),
                  .seconds = row.real(7),
                  .predicted = row.integer(8),
                  .result = {}};
    if (!row.null(9))
        fit.result = Failure{OwnCode{row.text(9)}, row.text(10)};
    else
        fit.result = PackedPredictions{.rows = std::string(row.blob(11)),
                                       .label = row.optional_blob(12),
                                       .scores = row.optional_blob(13),
                                       .value = row.optional_blob(14),
                                       .complexity = row.text(15)};
    return fit;
}

std::optional<FitRecord> FitReader::find(const Digest& key)
{
    const auto bytes = bytes_of(key);
    find_.bind_blob(1, bytes);
    const auto reset = [this] { find_.reset(); };
    std::optional<FitRecord> found;
    try {
        if (find_.step()) found = take(find_);
    } catch (...) {
        reset();
        throw;
    }
    reset();
    return found;
}

FitWriter::FitWriter(Database& db)
    : db_(db),
      reader_(db),
      insert_(db.prepare("INSERT INTO fit(key, data, learner, training, training_rows, seed, predicted, "
                         "seconds, row_digest) "
                         "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_digest(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)) "
                         "ON CONFLICT(key) DO NOTHING")),
      predictions_(
          db.prepare("INSERT INTO prediction(fit, rows, label, scores, value, complexity, row_digest) "
                     "VALUES(?1, ?2, ?3, ?4, ?5, ?6, row_digest(?7, ?2, ?3, ?4, ?5, ?6))")),
      failure_(db.prepare(
          "INSERT INTO failure(fit, code, text, row_digest) VALUES(?1, ?2, ?3, row_digest(?4, ?2, ?3))")),
      id_of_(db.prepare("SELECT id FROM fit WHERE key = ?1")),
      drop_fit_(db.prepare("DELETE FROM fit WHERE id = ?1")),
      drop_predictions_(db.prepare("DELETE FROM prediction WHERE fit = ?1")),
      drop_failure_(db.prepare("DELETE FROM failure WHERE fit = ?1"))
{
}

FitWriter::Done FitWriter::put(const FitRecord& fit)
{
    insert(fit);
    if (db_.changes() == 0) return unite_with_stored(fit);
    const auto id = db_.last_id();
    const auto key = bytes_of(fit.key);
    if (const auto* failure = std::get_if<Failure>(&fit.result)) {
        failure_.bind(1, id).bind_text(2, failure->code).bind_text(3, failure->text).bind_blob(4, key).run();
        return Done::added;
    }
    const auto& p = std::get<PackedPredictions>(fit.result);
    predictions_.bind(1, id)
        .bind_blob(2, p.rows)
        .bind_optional(3, p.label)
        .bind_optional(4, p.scores)
        .bind_optional(5, p.value);
    predictions_.bind_text(6, p.complexity).bind_blob(7, key).run();
    return Done::added;
}

void FitWriter::insert(const FitRecord& fit)
{
    const auto key = bytes_of(fit.key);
    const auto training = bytes_of(fit.training);
    insert_.bind_blob(1, key)
        .bind(2, fit.data)
        .bind(3, fit.learner)
        .bind_blob(4, training)
        .bind(5, as_stored(fit.training_rows));
    insert_.bind(6, as_stored(fit.seed)).bind(7, fit.predicted).bind(8, fit.seconds).run();
}

FitWriter::Done FitWriter::unite_with_stored(const FitRecord& fit)
{
    std::optional<FitRecord> both = fit;
    std::optional<FitRecord> stored;
    try {
        stored = reader_.find(fit.key);
    } catch (const Damaged&) {
        // The new fit takes its place.
    }
    if (stored) both = united(*stored, fit, db_.path());
    if (!both) return Done::known;
    const auto key = bytes_of(fit.key);
    id_of_.bind_blob(1, key).step();
    const auto id = id_of_.integer(0);
    id_of_.reset();
    drop_predictions_.bind(1, id).run();
    drop_failure_.bind(1, id).run();
    drop_fit_.bind(1, id).run();
    put(*both);
    return Done::united;
}

} // namespace unseen
