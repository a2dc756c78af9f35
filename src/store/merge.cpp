#include "store/lock_file.hpp"
#include "store/records.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <filesystem>
#include <map>

namespace unseen {

namespace {

/// Adds one store to another in one transaction, so that it is added completely or not at all.
void add_part(Database& out, Database& part, MergeReport& report)
{
    Transaction transaction(out);
    part.execute("BEGIN");
    std::map<std::int64_t, std::int64_t> data;
    for (const auto& [id, record] : all_data(part)) data[id] = put_data(out, record);
    std::map<std::int64_t, std::int64_t> learner;
    for (auto row = part.prepare("SELECT id, spec, version FROM learner"); row.step();)
        learner[row.integer(0)] = put_learner(out, row.text(1), static_cast<int>(row.integer(2)));
    for (auto row = part.prepare("SELECT data, spec, seed, splits FROM plan"); row.step();)
        put_plan(out, data.at(row.integer(0)), row.text(1), row.integer(2), row.integer(3));
    for (auto row = part.prepare("SELECT name, folder, seed, text FROM experiment"); row.step();)
        put_experiment(out, {row.text(0), row.text(1), static_cast<std::uint64_t>(row.integer(2)), row.text(3)});
    FitWriter writer(out);
    for (auto row = part.prepare(FitReader::select + "ORDER BY f.key"); row.step();) {
        auto fit = FitReader::take(row);
        fit.data = data.at(fit.data);
        fit.learner = learner.at(fit.learner);
        switch (writer.put(fit)) {
        case FitWriter::Done::added: ++report.added; break;
        case FitWriter::Done::known: ++report.known; break;
        case FitWriter::Done::united: ++report.united; break;
        }
    }
    transaction.commit();
}

} // namespace

MergeReport merge_stores(const std::string& out, std::span<const std::string> parts)
{
    std::vector<std::unique_ptr<Database>> opened;
    for (const auto& part : parts) {
        opened.push_back(open_for_reading(part));
        std::error_code none;
        require(!std::filesystem::equivalent(out, part, none),
                part + ": is both a part and the output of the merge; expected another store");
    }
    const LockFile lock(out);
    const auto db = open_for_writing(out);
    MergeReport report;
    for (const auto& part : opened) add_part(*db, *part, report);
    return report;
}

std::uint64_t forget_fits(const std::string& path, const ForgetWhat& what)
{
    require(!what.data.empty() || !what.learner.empty() || what.failures,
            "no fits are selected; expected a dataset, a learner or failures");
    open_for_reading(path); // throws if the store does not exist
    const LockFile lock(path);
    const auto db = open_for_writing(path);
    Transaction transaction(*db);
    std::string where = "WHERE 1";
    if (!what.data.empty()) where += " AND data IN (SELECT id FROM data WHERE name = ?1)";
    if (!what.learner.empty()) where += " AND learner IN (SELECT id FROM learner WHERE spec = ?2)";
    if (what.failures) where += " AND id IN (SELECT fit FROM failure)";
    db->execute("CREATE TEMP TABLE gone(fit INTEGER PRIMARY KEY)");
    auto choose = db->prepare("INSERT INTO gone SELECT id FROM fit " + where);
    if (!what.data.empty()) choose.bind_text(1, what.data);
    if (!what.learner.empty()) choose.bind_text(2, what.learner);
    choose.run();
    const auto count = static_cast<std::uint64_t>(db->integer("SELECT count(*) FROM gone"));
    for (const char* table : {"prediction", "failure"})
        db->execute("DELETE FROM " + std::string(table) + " WHERE fit IN (SELECT fit FROM gone)");
    db->execute("DELETE FROM fit WHERE id IN (SELECT fit FROM gone)");
    transaction.commit();
    return count;
}

} // namespace unseen
