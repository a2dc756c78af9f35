#include "store/faults.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

namespace unseen {

namespace {

constexpr std::size_t most = 100;

/// The rows of tables that fits do not use.
void check_rows(Database& db, std::vector<std::string>& faults)
{
    for (const auto& table : store_tables) {
        const std::string name = table.name;
        if (name == "data" || name == "class" || name == "learner" || name == "fit")
            continue; // told with what they belong to
        if (name == "prediction" || name == "failure") continue;
        const auto damaged =
            db.integer("SELECT count(*) FROM " + name + " WHERE row_digest IS NOT " + table.digest);
        if (damaged > 0) faults.push_back(std::to_string(damaged) + " damaged: " + table.what);
    }
}

} // namespace

std::vector<std::string> check_store(const std::string& path)
{
    std::vector<std::string> faults;
    const auto db = open_for_reading(path);
    const auto note = [&](std::string text) {
        if (faults.size() < most) faults.push_back(std::move(text));
    };
    try {
        db->execute("BEGIN");
        for (auto row = db->prepare("PRAGMA integrity_check(100)"); row.step();)
            if (row.text(0) != "ok") note(row.text(0));
        for (auto row = db->prepare("PRAGMA foreign_key_check"); row.step();)
            note("table " + row.text(0) + " has a row that refers to a missing row of table " + row.text(2));
        check_rows(*db, faults);
        const Context context(*db, faults);
        each_fit(
            *db, context, [](const FitRecord&) {},
            [&](const std::string& description, const std::string& what) {
                note(description + ": " + what);
            });
    } catch (const StoreError& e) {
        note(e.what());
    }
    return faults;
}

} // namespace unseen
