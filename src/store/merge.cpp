#include "store/experiments.hpp"
#include "store/faults.hpp"
#include "store/lock_file.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <filesystem>
#include <map>

namespace unseen {

namespace {

/// Adds the intact content of one store to another in one transaction, so that it is added completely or not
/// at all.
void add_part(Database& out, Database& part, MergeReport& report)
{
    Transaction transaction(out);
    part.execute("BEGIN");
    const auto damaged = [&](const std::string& text) {
        report.damaged.push_back(part.path() + ": " + text);
    };
    std::vector<std::string> faults;
    const Context context(part, faults);
    for (const auto& fault : faults) damaged(fault);
    using Ids = std::map<std::int64_t, std::int64_t>;
    Ids data;
    Ids learners;
    Ids plans;
    for (const auto& [id, record] : context.data) data[id] = put_data(out, record);
    for (const auto& [id, record] : context.learner)
        learners[id] = put_learner(out, record.spec, record.version);
    // Fits do not need the rest, so unreadable parts of it are lost without losing fits.
    const auto readable = [&](const char* what, const auto& read) -> decltype(read(part)) {
        try {
            return read(part);
        } catch (const Unreadable&) {
            damaged(std::string(what) + ": the file is damaged where they are");
            return {};
        }
    };
    for (auto plan : readable("plans", all_plans)) {
        if (!data.contains(plan.data)) continue;
        plan.data = data.at(plan.data);
        plans[plan.id] = put_plan(out, plan);
    }
    const auto moved =
        [&](const ExperimentContent::Learner& link) -> std::optional<ExperimentContent::Learner> {
        if (!data.contains(link.data) || !learners.contains(link.learner)) return std::nullopt;
        return ExperimentContent::Learner{data.at(link.data), learners.at(link.learner), link.name};
    };
    for (const auto& name : readable("names of learners", learner_names))
        if (const auto link = moved(name)) put_learner_name(out, *link);
    for (const auto& record : readable("experiments", all_experiments)) {
        const auto id = put_experiment(out, record.experiment);
        for (const auto& learner : record.content.learners)
            if (const auto link = moved(learner)) put_learner_of(out, id, *link);
        for (const auto plan : record.content.plans)
            if (plans.contains(plan)) put_plan_of(out, id, plans.at(plan));
    }
    FitWriter writer(out);
    each_fit(
        part, context,
        [&](FitRecord&& fit) {
            fit.data = data.at(fit.data);
            fit.learner = learners.at(fit.learner);
            switch (writer.put(fit)) {
            case FitWriter::Done::added: ++report.added; break;
            case FitWriter::Done::known: ++report.known; break;
            case FitWriter::Done::united: ++report.united; break;
            }
        },
        [&](const std::string& description, const std::string& what) { damaged(description + ": " + what); });
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
    Transaction transaction(*db);
    update_completeness(*db);
    transaction.commit();
    return report;
}

} // namespace unseen
