#include "store/faults.hpp"

#include "store/schema.hpp"

#include <algorithm>
#include <set>

namespace unseen {

Context::Context(Database& db, std::vector<std::string>& faults)
{
    std::vector<std::string> damaged;
    for (auto& [id, record] : all_data(db, &damaged)) {
        try {
            (void)responses_of(record);
            data.emplace(id, std::move(record));
        } catch (const Damaged&) {
            damaged.push_back(record.name);
        }
    }
    for (const auto& name : damaged) faults.push_back("data set '" + name + "': it is damaged");
    for (auto& record : all_learners(db)) learner.emplace(record.id, record);
    auto all = db.prepare("SELECT id, spec FROM learner NOT INDEXED");
    while (all.step())
        if (!learner.contains(all.integer(0)))
            faults.push_back("learner '" + all.text(1) + "': it is damaged");
}

std::string Context::fault(const FitRecord& fit) const
{
    const auto d = data.find(fit.data);
    const auto l = learner.find(fit.learner);
    if (d == data.end() || l == learner.end()) return "its data set or learner is damaged or missing";
    if (fit_digest(d->second.digest, l->second.spec, l->second.version, fit.training, fit.seed) != fit.key)
        return "its key does not match its data set, learner, training rows and seed";
    try {
        if (std::holds_alternative<PackedPredictions>(fit.result)) (void)unpack(fit);
    } catch (const Damaged& e) {
        return e.what();
    }
    return "";
}

void each_fit(Database& db, const Context& context, const std::function<void(FitRecord&&)>& take,
              const std::function<void(std::string description, std::string what)>& fault)
{
    std::vector<std::int64_t> seen;
    const auto read = [&](const Statement& row) {
        seen.push_back(row.integer(0));
        std::string what;
        try {
            auto fit = FitReader::take(row);
            what = context.fault(fit);
            if (what.empty()) return take(std::move(fit));
        } catch (const Damaged& e) {
            what = e.what();
        }
        const auto key = row.blob(1);
        fault(key.size() == 16 ? describe(db, digest_of(key)) : "a fit with a damaged key", what);
    };
    // Calls `row` for each row of a query; false if SQLite cannot read them all.
    const auto each = [&](const std::string& sql, const auto& of_row) {
        auto row = db.prepare(sql);
        while (true) {
            try {
                if (!row.step()) return true;
            } catch (const Unreadable&) {
                return false;
            }
            of_row(row);
        }
    };
    if (each(FitReader::select + "ORDER BY f.key", read)) return;
    std::sort(seen.begin(), seen.end());
    std::set<std::int64_t> left;
    bool all = false;
    for (const char* order : {"key", "id", "id DESC"}) // one may reach what another does not
        all = each(std::string("SELECT id FROM fit ORDER BY ") + order,
                   [&, known = seen](const Statement& row) {
                       if (!std::binary_search(known.begin(), known.end(), row.integer(0)))
                           left.insert(row.integer(0));
                   }) ||
              all;
    for (const auto id : left)
        if (!each(FitReader::select + "WHERE f.id = " + std::to_string(id), read))
            fault("fit number " + std::to_string(id), "the file is damaged where it is");
    if (!all) fault("further fits", "the file is damaged where they are listed");
}

} // namespace unseen
