#include "store/records.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <map>

namespace unseen {

namespace {

/// The fault of a fit; empty if it has none.
std::string fault(const FitRecord& fit, const std::map<std::int64_t, DataRecord>& data,
                  const std::map<std::int64_t, std::pair<std::string, int>>& learners)
{
    const auto d = data.find(fit.data);
    const auto l = learners.find(fit.learner);
    if (d == data.end() || l == learners.end()) return "its dataset or learner is missing";
    if (fit_digest(d->second.digest, l->second.first, l->second.second, fit.training, fit.seed) != fit.key)
        return "its key does not match its dataset, learner, training rows and seed";
    const auto* packed = std::get_if<PackedPredictions>(&fit.result);
    if (packed == nullptr) return "";
    const auto all = unpack(*packed);
    if (static_cast<std::int64_t>(all.rows.size()) != fit.predicted) return "it does not have as many predictions as it states";
    for (const auto label : all.predictions.label)
        if (label >= d->second.classes.size()) return "it predicts a class that its dataset does not have";
    return "";
}

} // namespace

std::vector<std::string> check_store(const std::string& path)
{
    constexpr std::size_t most = 100;
    std::vector<std::string> faults;
    const auto db = open_for_reading(path);
    try {
        db->execute("BEGIN");
        for (auto row = db->prepare("PRAGMA integrity_check(100)"); row.step();)
            if (row.text(0) != "ok") faults.push_back(row.text(0));
        if (!faults.empty()) return faults;
        std::map<std::int64_t, DataRecord> data;
        for (auto& [id, record] : all_data(*db)) data.emplace(id, std::move(record));
        std::map<std::int64_t, std::pair<std::string, int>> learners;
        for (auto row = db->prepare("SELECT id, spec, version FROM learner"); row.step();)
            learners[row.integer(0)] = {row.text(1), static_cast<int>(row.integer(2))};
        for (auto row = db->prepare(FitReader::select + "ORDER BY f.id"); row.step() && faults.size() < most;) {
            std::string text;
            std::string key = "?";
            try {
                const auto fit = FitReader::take(row);
                key = fit.key.hex();
                text = fault(fit, data, learners);
            } catch (const StoreError& e) {
                text = e.what();
            }
            if (!text.empty()) faults.push_back("fit " + key + ": " + text);
        }
    } catch (const StoreError& e) {
        faults.emplace_back(e.what());
    }
    return faults;
}

} // namespace unseen
