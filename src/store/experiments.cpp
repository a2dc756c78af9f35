#include "store/experiments.hpp"

#include "store/schema.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace unseen {

Digest StoredExperiment::digest() const { return Hasher().add(text).add(seed).finish(); }

std::vector<ExperimentContent::Learner> learner_names(Database& db)
{
    std::vector<ExperimentContent::Learner> names;
    auto row = db.prepare("SELECT data, learner, name FROM learner_name WHERE " + intact_sql("learner_name"));
    while (row.step()) names.push_back({row.integer(0), row.integer(1), row.text(2)});
    return names;
}

void put_learner_name(Database& db, const ExperimentContent::Learner& learner)
{
    auto put = db.prepare("INSERT OR REPLACE INTO learner_name(data, learner, name, row_digest) "
                          "VALUES(?1, ?2, ?3, row_digest(?1, ?2, ?3))");
    put.bind(1, learner.data).bind(2, learner.learner).bind_text(3, learner.name).run();
}

const std::string* name_in(std::span<const ExperimentContent::Learner> links, std::int64_t data,
                           std::int64_t learner)
{
    for (const auto& link : links)
        if (link.data == data && link.learner == learner) return &link.name;
    return nullptr;
}

std::vector<ExperimentRecord> all_experiments(Database& db)
{
    std::vector<ExperimentRecord> all;
    auto row = db.prepare("SELECT id, name, folder, seed, text, started, complete FROM experiment WHERE " +
                          intact_sql("experiment") + " ORDER BY started DESC, digest");
    auto learners =
        db.prepare("SELECT data, learner, name FROM experiment_learner WHERE experiment = ?1 AND " +
                   intact_sql("experiment_learner") + " ORDER BY data, learner");
    auto plans = db.prepare("SELECT plan FROM experiment_plan WHERE experiment = ?1 AND " +
                            intact_sql("experiment_plan") + " ORDER BY plan");
    while (row.step()) {
        ExperimentRecord record{.id = row.integer(0),
                                .experiment = {.name = row.text(1),
                                               .folder = row.text(2),
                                               .seed = static_cast<std::uint64_t>(row.integer(3)),
                                               .text = row.text(4),
                                               .started = row.integer(5),
                                               .complete = row.integer(6) != 0},
                                .content = {}};
        for (learners.bind(1, record.id); learners.step();)
            record.content.learners.push_back({learners.integer(0), learners.integer(1), learners.text(2)});
        learners.reset();
        for (plans.bind(1, record.id); plans.step();) record.content.plans.push_back(plans.integer(0));
        plans.reset();
        all.push_back(std::move(record));
    }
    return all;
}

std::int64_t put_experiment(Database& db, const StoredExperiment& experiment)
{
    const auto digest = bytes_of(experiment.digest());
    auto find = db.prepare("SELECT id, folder, started FROM experiment WHERE digest = ?1 AND " +
                           intact_sql("experiment"));
    find.bind_blob(1, digest);
    if (find.step()) {
        const bool later = experiment.started > find.integer(2);
        const bool reachable =
            std::filesystem::exists(experiment.folder) || !std::filesystem::exists(find.text(1));
        const auto id = find.integer(0);
        auto update = db.prepare("UPDATE experiment SET started = max(started, ?2), name = iif(?5, ?3, "
                                 "name), folder = iif(?6, ?4, folder) "
                                 "WHERE id = ?1");
        update.bind(1, id)
            .bind(2, experiment.started)
            .bind_text(3, experiment.name)
            .bind_text(4, experiment.folder);
        update.bind(5, std::int64_t{later}).bind(6, std::int64_t{later && reachable}).run();
        seal(db, "experiment", "id = " + std::to_string(id));
        return id;
    }
    auto insert = db.prepare(
        "INSERT INTO experiment(digest, name, folder, seed, text, started, complete, row_digest) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0, row_digest(?1, ?2, ?3, ?4, ?5, ?6, 0)) "
        "ON CONFLICT(digest) DO UPDATE SET name = excluded.name, folder = excluded.folder, seed = "
        "excluded.seed, "
        "text = excluded.text, started = excluded.started, complete = 0, row_digest = excluded.row_digest "
        "RETURNING id");
    insert.bind_blob(1, digest).bind_text(2, experiment.name).bind_text(3, experiment.folder);
    insert.bind(4, static_cast<std::int64_t>(experiment.seed))
        .bind_text(5, experiment.text)
        .bind(6, experiment.started)
        .step();
    const auto id = insert.integer(0);
    insert.step(); // to its end, so that it counts
    return id;
}

void put_learner_of(Database& db, std::int64_t experiment, const ExperimentContent::Learner& learner)
{
    auto put = db.prepare(
        "INSERT INTO experiment_learner(experiment, data, learner, name, row_digest) "
        "VALUES(?1, ?2, ?3, ?4, row_digest(?1, ?2, ?3, ?4)) ON CONFLICT DO UPDATE SET name = excluded.name, "
        "row_digest = excluded.row_digest WHERE row_digest <> excluded.row_digest");
    put.bind(1, experiment).bind(2, learner.data).bind(3, learner.learner).bind_text(4, learner.name).run();
    if (db.changes() > 0) set_complete(db, experiment, false);
}

void put_plan_of(Database& db, std::int64_t experiment, std::int64_t plan)
{
    auto put = db.prepare(
        "INSERT INTO experiment_plan(experiment, plan, row_digest) VALUES(?1, ?2, row_digest(?1, ?2)) "
        "ON CONFLICT DO UPDATE SET row_digest = excluded.row_digest WHERE row_digest <> excluded.row_digest");
    put.bind(1, experiment).bind(2, plan).run();
    if (db.changes() > 0) set_complete(db, experiment, false);
}

void set_complete(Database& db, std::int64_t experiment, bool complete)
{
    auto update = db.prepare("UPDATE experiment SET complete = ?2 WHERE id = ?1 AND complete <> ?2");
    update.bind(1, experiment).bind(2, std::int64_t{complete}).run();
    if (db.changes() > 0) seal(db, "experiment", "id = " + std::to_string(experiment));
}

void keep_content(Database& db, std::int64_t experiment, const ExperimentContent& content)
{
    std::set<std::pair<std::int64_t, std::int64_t>> learners;
    for (const auto& l : content.learners) learners.emplace(l.data, l.learner);
    const std::set<std::int64_t> plans(content.plans.begin(), content.plans.end());
    const auto of = "DELETE FROM experiment_learner WHERE experiment = " + std::to_string(experiment);
    for (const auto& record : all_experiments(db)) {
        if (record.id != experiment) continue;
        for (const auto& l : record.content.learners)
            if (!learners.contains({l.data, l.learner}))
                db.execute(of + " AND data = " + std::to_string(l.data) +
                           " AND learner = " + std::to_string(l.learner));
        for (const auto plan : record.content.plans)
            if (!plans.contains(plan))
                db.execute("DELETE FROM experiment_plan WHERE experiment = " + std::to_string(experiment) +
                           " AND plan = " + std::to_string(plan));
    }
}

void drop_experiment(Database& db, std::int64_t experiment)
{
    for (const char* table : {"experiment_learner", "experiment_plan"})
        db.execute("DELETE FROM " + std::string(table) + " WHERE experiment = " + std::to_string(experiment));
    db.execute("DELETE FROM experiment WHERE id = " + std::to_string(experiment));
}

ExperimentFits::ExperimentFits(const ExperimentRecord& experiment,
                               std::span<const std::pair<std::int64_t, DataRecord>> data,
                               std::span<const LearnerRecord> learners, std::span<const PlanRecord> plans)
    : known_(experiment.content.known())
{
    const auto& asked = experiment.content.plans;
    for (const auto& link : experiment.content.learners) {
        const auto d =
            std::find_if(data.begin(), data.end(), [&](const auto& one) { return one.first == link.data; });
        const auto l = std::find_if(learners.begin(), learners.end(),
                                    [&](const auto& one) { return one.id == link.learner; });
        if (d == data.end() || l == learners.end()) {
            known_ = false;
            continue;
        }
        for (const auto& plan : plans) {
            if (plan.data != link.data || !std::binary_search(asked.begin(), asked.end(), plan.id)) continue;
            if (plan.training.size() != plan.splits) open_.emplace(link.data, link.learner);
            for (const auto& training : plan.training) {
                const auto seed = drawn_seed(plan.seed, l->spec, training);
                wanted_.push_back({fit_digest(d->second.digest, l->spec, l->version, training, 0),
                                   fit_digest(d->second.digest, l->spec, l->version, training, seed)});
            }
        }
    }
    for (const auto& [plain, drawn] : wanted_) keys_.insert(keys_.end(), {plain, drawn});
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
}

bool ExperimentFits::holds(const Digest& key, std::int64_t data, std::int64_t learner) const
{
    return std::binary_search(keys_.begin(), keys_.end(), key) || open_.contains({data, learner});
}

bool ExperimentFits::complete(Database& db) const
{
    if (!known_ || !open_.empty()) return false;
    auto find = db.prepare("SELECT 1 FROM fit WHERE key = ?1");
    const auto there = [&](const Digest& key) {
        const auto bytes = bytes_of(key);
        find.bind_blob(1, bytes);
        const bool found = find.step();
        find.reset();
        return found;
    };
    return std::all_of(wanted_.begin(), wanted_.end(),
                       [&](const Keys& keys) { return there(keys.plain) || there(keys.drawn); });
}

std::optional<ExperimentFits> fits_of(Database& db, const std::optional<Digest>& experiment)
{
    if (!experiment) return std::nullopt;
    const auto all = all_experiments(db);
    for (const auto& one : all)
        if (one.experiment.digest() == *experiment) {
            if (!one.content.known() && all.size() == 1) return std::nullopt;
            require(one.content.known(), db.path() + ": it is not recorded which fits the experiment '" +
                                             one.experiment.name +
                                             "' uses; run it again, or ask for all fits: `experiment all`");
            return ExperimentFits(one, all_data(db), all_learners(db), all_plans(db));
        }
    throw InputError(db.path() + ": has no experiment " + experiment->hex());
}

void update_completeness(Database& db)
{
    std::vector<std::string> damaged;
    const auto data = all_data(db, &damaged);
    const auto learners = all_learners(db);
    const auto plans = all_plans(db);
    for (const auto& experiment : all_experiments(db))
        set_complete(db, experiment.id, ExperimentFits(experiment, data, learners, plans).complete(db));
}

} // namespace unseen
