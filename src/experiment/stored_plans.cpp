#include "unseen/experiment/stored_plans.hpp"

#include "base/listed.hpp"
#include "base/short_names.hpp"
#include "experiment/meant.hpp"
#include "run/family.hpp"
#include "store/experiments.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_listed = 10;

std::string not_there(const std::string& what, const std::string& text, const std::vector<std::string>& names)
{
    return "has no " + what + " '" + text + "'; it has " + listed_in_quotes(names, most_listed);
}

/// The only candidate that matches `text`. Throws InputError with a list of candidates if none or several
/// match.
template <class Candidate, class Name, class Meant>
const Candidate& only(const std::vector<Candidate>& all, const std::string& path, const std::string& what,
                      const std::string& text, Name&& name, Meant&& meant)
{
    std::vector<const Candidate*> found;
    for (const auto& candidate : all)
        if (text.empty() || meant(candidate)) found.push_back(&candidate);
    // A full spec means itself, even if other specs have more values.
    if (found.size() > 1)
        for (const auto* candidate : found)
            if (name(*candidate) == text) return *candidate;
    if (found.size() == 1) return *found.front();
    std::vector<std::string> names;
    if (found.empty())
        for (const auto& candidate : all) names.push_back(name(candidate));
    else
        for (const auto* candidate : found) names.push_back(name(*candidate));
    require(!names.empty(), path + ": has no " + what);
    if (found.empty()) throw InputError(path + ": " + not_there(what, text, names));
    throw InputError(path + ": has several " + what + "s" + (text.empty() ? "" : " '" + text + "'") +
                     "; name one of them: " + listed_in_quotes(names, most_listed));
}

} // namespace

struct StoredPlans::Content {
    /// A learner in the store.
    struct StoredLearner {
        std::int64_t id = 0;
        std::string spec;
        int version = 1;
        std::string name; ///< in the experiment, or in the last run outside of experiments
    };

    Content(const std::string& store, const std::string& wanted)
        : path(store),
          experiment(find_experiment(store, wanted)),
          db(open_for_reading(store)),
          reader(*db)
    {
        db->execute("BEGIN"); // a consistent snapshot, as another process may be writing to the store
        const auto all = all_experiments(*db);
        for (const auto& one : all)
            if (experiment && one.experiment.digest() == experiment->digest()) content = one.content;
        // A migrated store does not say what its only experiment asked for, but all fits belong to that
        // experiment.
        if (experiment && all.size() > 1)
            require(content.known(), path + ": it is not recorded which fits the experiment '" +
                                         experiment->name +
                                         "' uses; run it again, or ask for all fits: `experiment all`");
        data = all_data(*db);
        std::erase_if(data, [&](const auto& d) {
            const auto of_data = [&](const auto& link) { return link.data == d.first; };
            return content.known() && std::none_of(content.learners.begin(), content.learners.end(), of_data);
        });
        std::stable_sort(data.begin(), data.end(),
                         [](const auto& a, const auto& b) { return a.second.name < b.second.name; });
        learners = all_learners(*db);
        names = learner_names(*db);
        plans = all_plans(*db);
        std::erase_if(plans, [&](const auto& plan) {
            return content.known() &&
                   !std::binary_search(content.plans.begin(), content.plans.end(), plan.id);
        });
    }

    /// The displayed name of a data set: the first of its base name, its name and its digest that no other
    /// data set has.
    std::string choice_of(const DataRecord& record) const
    {
        const auto alone = [&](auto called) {
            return std::count_if(data.begin(), data.end(),
                                 [&](const auto& o) { return called(o.second) == called(record); }) == 1;
        };
        if (alone([](const DataRecord& d) { return base_name(d.name); }))
            return std::string(base_name(record.name));
        return alone([](const DataRecord& d) { return d.name; }) ? record.name : record.digest.hex();
    }

    const std::pair<std::int64_t, DataRecord>& data_of(const StoredChoice& choice) const
    {
        return only(
            data, where(), "data set", choice.data, [&](const auto& d) { return choice_of(d.second); },
            [&](const auto& d) {
                return d.second.name == choice.data || base_name(d.second.name) == choice.data ||
                       d.second.digest.hex() == choice.data;
            });
    }

    std::vector<StoredLearner> learners_on(std::int64_t data_id) const
    {
        auto any = db->prepare("SELECT 1 FROM fit WHERE data = ?1 AND learner = ?2 LIMIT 1");
        std::vector<StoredLearner> there;
        for (const auto& learner : learners) {
            const auto* name = name_in(content.known() ? content.learners : names, data_id, learner.id);
            if (content.known() && name == nullptr) continue;
            any.bind(1, data_id).bind(2, learner.id);
            const bool found = any.step();
            any.reset();
            if (!found) continue;
            // Only the newest of several versions counts.
            if (!there.empty() && there.back().spec == learner.spec) there.pop_back();
            there.push_back(
                {learner.id, learner.spec, learner.version, name != nullptr ? *name : learner.spec});
        }
        return there;
    }

    PlanRecord plan_of(const StoredChoice& choice, std::int64_t data_id) const
    {
        std::vector<PlanRecord> all;
        for (const auto& plan : plans) {
            if (plan.data != data_id) continue;
            if (all.empty() || all.back().spec != plan.spec)
                all.push_back(plan);
            else if (plan.seed == choice.seed)
                all.back() = plan;
        }
        return only(
            all, where(), "plan", choice.plan, [](const auto& p) { return p.spec; },
            [&](const auto& p) { return means(Spec::parse(choice.plan), Spec::parse(p.spec)); });
    }

    /// The fit of a split, with seed 0 for a learner that is not stochastic, else with the seed that the run
    /// gave it.
    std::optional<FitRecord> fit_of(const StoredPlan& plan, const Digest& training)
    {
        for (const auto seed : {std::uint64_t{0}, drawn_seed(plan.seed, plan.learner, training)})
            if (auto fit = fit_under(fit_digest(plan.data, plan.learner, plan.version, training, seed)))
                return fit;
        return std::nullopt;
    }

    RowPredictions unpacked(const FitRecord& fit) const
    {
        try {
            return unpack(fit);
        } catch (const Damaged&) {
            throw StoreError(damaged_text(path, describe(*db, fit.key)));
        }
    }

    std::optional<FitRecord> fit_under(const Digest& key)
    {
        try {
            return reader.find(key);
        } catch (const Damaged&) {
            throw StoreError(damaged_text(path, describe(*db, key)));
        }
    }

    /// What is searched, in messages.
    std::string where() const
    {
        if (!experiment) return path;
        return path + ": experiment " + experiment->name + " (" + experiment->digest().hex().substr(0, 8) +
               ")";
    }

    std::string path;
    std::optional<StoredExperiment> experiment;
    ExperimentContent content; ///< of the experiment, if it is known
    std::unique_ptr<Database> db;
    FitReader reader;
    std::vector<std::pair<std::int64_t, DataRecord>> data;
    std::vector<LearnerRecord> learners;           ///< sorted by spec
    std::vector<PlanRecord> plans;                 ///< sorted by dataset, spec and seed
    std::vector<ExperimentContent::Learner> names; ///< of learners outside of experiments
};

StoredPlans::StoredPlans(const std::string& path, const std::string& experiment)
    : content_(std::make_unique<Content>(path, experiment))
{
}
const std::optional<StoredExperiment>& StoredPlans::experiment() const { return content_->experiment; }
StoredPlans::StoredPlans(StoredPlans&&) noexcept = default;
StoredPlans& StoredPlans::operator=(StoredPlans&&) noexcept = default;
StoredPlans::~StoredPlans() = default;

namespace {

/// True if `text` means the learner: by its name in the experiment, by its whole spec, or by a part of its
/// spec.
template <class Learner>
bool meant_by(const std::string& text, const std::vector<Learner>& all, const Learner& learner)
{
    const bool a_name = std::any_of(all.begin(), all.end(),
                                    [&](const auto& l) { return l.name == text && l.name != l.spec; });
    if (a_name) return learner.name == text;
    const bool a_spec = std::any_of(all.begin(), all.end(), [&](const auto& l) { return l.spec == text; });
    return a_spec ? learner.spec == text : means(Spec::parse(text), Spec::parse(learner.spec));
}

} // namespace

StoredPlan StoredPlans::find(const StoredChoice& choice) const
{
    const auto& c = *content_;
    const auto& [id, record] = c.data_of(choice);
    const auto all = c.learners_on(id);
    const auto& learner = only(
        all, c.where(), "learner", choice.learner, [](const auto& l) { return l.name; },
        [&](const auto& l) { return meant_by(choice.learner, all, l); });
    const auto asked = c.plan_of(choice, id);
    auto spec = Spec::parse(asked.spec);
    const auto positive = take_positive(spec);
    const auto role = role_of(spec);
    require(role.empty(), c.path + ": the plan '" + asked.spec + "' depends on the role '" + role +
                              "', which the store does not have; use `unseen estimate ... --store` or "
                              "`compare results`, which read the data");
    auto responses = responses_of(record, positive);
    auto plan = make_plan(spec, responses, asked.seed);
    return {.data_name = c.choice_of(record),
            .data = record.digest,
            .responses = std::move(responses),
            .learner = learner.spec,
            .learner_name = learner.name,
            .version = learner.version,
            .plan = std::move(plan),
            .seed = asked.seed};
}

std::string StoredPlans::data_name(const StoredChoice& choice) const
{
    return content_->choice_of(content_->data_of(choice).second);
}

std::vector<std::string> StoredPlans::data_sets() const
{
    std::vector<std::string> names;
    for (const auto& [id, record] : content_->data) names.push_back(content_->choice_of(record));
    return names;
}

std::vector<std::string> StoredPlans::learners(const StoredChoice& choice) const
{
    const auto& [id, record] = content_->data_of(choice);
    std::vector<std::string> all;
    std::vector<std::string> meant;
    const auto there = content_->learners_on(id);
    for (const auto& learner : there) {
        all.push_back(learner.name);
        if (choice.learner.empty() || meant_by(choice.learner, there, learner)) meant.push_back(learner.spec);
    }
    require(!meant.empty(), content_->where() + ": " + not_there("learner", choice.learner, all));
    return meant;
}

void StoredPlans::give(const StoredPlan& stored, Sink& sink) const
{
    const auto& data = stored.responses;
    const bool classes = data.response_type() == ResponseType::classes;
    const auto positive = data.positive().code;
    const auto all_rows = multiset_key_of_all(data.labelled());
    std::uint64_t missing = 0;
    Scratch scratch;
    for (std::uint64_t i = 0; i < stored.plan.size(); ++i) {
        const Split split = stored.plan.at(i, scratch);
        const auto fit = content_->fit_of(stored, multiset_key(split.train, all_rows));
        const SplitInfo info{.index = i,
                             .repeat = split.repeat,
                             .fold = split.fold,
                             .train_rows = split.train.size(),
                             .test_rows = split.test.size(),
                             .seconds = fit ? fit->seconds : 0.0};
        if (fit && std::holds_alternative<Failure>(fit->result)) {
            sink.take(info, std::get<Failure>(fit->result));
            continue;
        }
        std::optional<Predictions> p;
        if (fit) {
            const auto have = content_->unpacked(*fit);
            p = select_rows(have.predictions, have.rows, split.test);
        }
        if (!p) {
            ++missing;
            continue;
        }
        std::vector<std::uint32_t> true_label;
        std::vector<double> true_value;
        for (const Row r : split.test) {
            if (classes)
                true_label.push_back(static_cast<std::uint32_t>(data.class_codes()[r]));
            else
                true_value.push_back(data.responses()[r]);
        }
        sink.take(info, PredictionView{.row = split.test,
                                       .classes = classes ? &data.classes() : nullptr,
                                       .positive = positive,
                                       .probabilities = p->probabilities,
                                       .true_label = true_label,
                                       .label = p->label,
                                       .scores = p->scores,
                                       .true_value = true_value,
                                       .value = p->value,
                                       .weight = {},
                                       .in_bag = {},
                                       .complexity = p->complexity,
                                       .choice = p->choice ? &*p->choice : nullptr,
                                       .warnings = p->warnings});
    }
    require(missing == 0, content_->where() + ": lacks " + std::to_string(missing) + " of the " +
                              std::to_string(stored.plan.size()) + " fits of '" + stored.learner + "' on '" +
                              stored.data_name + "' under '" + stored.plan.spec().print() +
                              "'; either the run is not finished, or the plan is stratified by a column that "
                              "the store does not "
                              "have");
}

namespace {

/// Gathers the rows of a table, column by column.
class Gathering final : public Sink {
public:
    Gathering(const StoredPlan& plan, const WantedColumns& wanted) : plan_(plan), wanted_(wanted) {}

    void take(const SplitInfo& split, const PredictionView& view) override
    {
        ++fits_;
        if (view.size() == 0) return;
        if (columns_.empty()) settle_columns(!view.scores.empty());
        mixed_ = mixed_ || scored_ == view.scores.empty();
        if (mixed_) return;
        for (std::size_t c = 0; c < columns_.size(); ++c) append_[c](split, view, columns_[c]);
    }
    void take(const SplitInfo&, const Failure&) override
    {
        ++fits_;
        ++failures_;
    }

    StoredTable finish()
    {
        require(!mixed_,
                "'" + plan_.learner +
                    "' gave scores for some of the splits only; expected scores for all or for none");
        if (columns_.empty()) settle_columns(false);
        StoredTable result{.table = {.source = plan_.data_name, .columns = std::move(columns_)},
                           .classes = {},
                           .fits = fits_,
                           .failures = failures_};
        if (!of_classes()) return result;
        const auto& classes = plan_.responses.classes();
        // An unusual order of the classes is kept, as if a file declared it.
        result.table.declared_types = sorted_labels(classes.names()) != classes.names();
        if (scored_) result.classes = classes;
        return result;
    }

private:
    using Append = std::function<void(const SplitInfo&, const PredictionView&, Column&)>;

    bool of_classes() const { return plan_.responses.response_type() == ResponseType::classes; }

    /// Adds a column of numbers; `append` adds the cells of a split to a list.
    template <class F>
    void add_numbers(const std::string& name, F append)
    {
        columns_.push_back({name, NumericColumn{}});
        append_.emplace_back([append](const SplitInfo& split, const PredictionView& view, Column& column) {
            append(split, view, std::get<NumericColumn>(column.cells).values);
        });
    }

    void add_labels(const std::string& name, std::span<const std::uint32_t> PredictionView::*labels)
    {
        columns_.push_back({name, CodedColumn{.labels = plan_.responses.classes(), .codes = {}}});
        append_.emplace_back([labels](const SplitInfo&, const PredictionView& view, Column& column) {
            auto& codes = std::get<CodedColumn>(column.cells).codes;
            codes.insert(codes.end(), (view.*labels).begin(), (view.*labels).end());
        });
    }

    void settle_columns(bool scored)
    {
        using Numbers = std::vector<double>;
        scored_ = scored;
        const auto& design = plan_.plan.design();
        if (plan_.plan.size() > 1) {
            add_numbers("repeat", [](const SplitInfo& split, const PredictionView& view, Numbers& to) {
                to.insert(to.end(), view.size(), split.repeat);
            });
            add_numbers("split", [](const SplitInfo& split, const PredictionView& view, Numbers& to) {
                to.insert(to.end(), view.size(), split.fold);
            });
        }
        add_numbers("row", [](const SplitInfo&, const PredictionView& view, Numbers& to) {
            to.insert(to.end(), view.row.begin(), view.row.end());
        });
        if (of_classes()) {
            add_labels("truth", &PredictionView::true_label);
            add_labels("predicted", &PredictionView::label);
        } else {
            add_numbers("truth", [](const SplitInfo&, const PredictionView& view, Numbers& to) {
                to.insert(to.end(), view.true_value.begin(), view.true_value.end());
            });
            add_numbers("predicted", [](const SplitInfo&, const PredictionView& view, Numbers& to) {
                to.insert(to.end(), view.value.begin(), view.value.end());
            });
        }
        for (std::size_t c = 0; scored && c < plan_.responses.classes().size(); ++c)
            add_numbers("score_" + plan_.responses.classes().name(c),
                        [c](const SplitInfo&, const PredictionView& view, Numbers& to) {
                            for (std::size_t i = 0; i < view.size(); ++i) to.push_back(view.score(i, c));
                        });
        drop_unwanted();
        // The size is known, as each repeat tests each row once; a list that grows would sometimes take twice
        // the memory.
        if (!design.each_row_once) return;
        for (auto& column : columns_) {
            if (column.is_numeric())
                std::get<NumericColumn>(column.cells).values.reserve(design.rows * design.repeats);
            else
                std::get<CodedColumn>(column.cells).codes.reserve(design.rows * design.repeats);
        }
    }

    void drop_unwanted()
    {
        if (!wanted_) return;
        std::vector<std::string> names;
        for (const auto& column : columns_) names.push_back(column.name);
        const auto kept = wanted_(names);
        for (std::size_t c = columns_.size(); c-- > 0;) {
            if (std::find(kept.begin(), kept.end(), columns_[c].name) != kept.end()) continue;
            columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(c));
            append_.erase(append_.begin() + static_cast<std::ptrdiff_t>(c));
        }
    }

    const StoredPlan& plan_;
    const WantedColumns& wanted_;
    std::uint64_t fits_ = 0;
    std::uint64_t failures_ = 0;
    bool scored_ = false; ///< the first split with rows has scores
    bool mixed_ = false;  ///< some splits have scores and others have none
    std::vector<Column> columns_;
    std::vector<Append> append_; ///< adds the cells of a split to each column
};

} // namespace

StoredTable stored_table(const StoredPlans& store, const StoredPlan& plan, const WantedColumns& wanted)
{
    Gathering rows(plan, wanted);
    store.give(plan, rows);
    return rows.finish();
}

std::vector<Estimate> stored_bounds(const StoredPlans& store, const StoredChoice& choice,
                                    std::span<const Spec> bounds, Delta delta, Level level)
{
    std::vector<Estimate> all;
    for (const auto& learner : store.learners(choice))
        for (const auto& spec : bounds) {
            // The table of bounds gives the plan of the fits.
            auto bound = make_data_bound(resolve_bound(spec, ResponseType::classes));
            require(!needs_unlabelled(bound),
                    "bound '" + spec.print() +
                        "' needs unlabelled rows, which the store does not record; "
                        "use `unseen estimate --bound ... --unlabelled ... --store`");
            require(bound.closed_form == ClosedForm::none,
                    "bound '" + spec.print() +
                        "' needs the training rows, which the store does not record; "
                        "use `unseen estimate --bound ...`");
            StoredChoice members = choice;
            members.learner = learner;
            const auto& plan_of_members = bound.requests.front().plan;
            members.plan =
                resolve(plan_of_members,
                        plan_infos()[find_info(plan_infos(), plan_of_members.name(), "resampling")])
                    .print();
            const auto plan = [&] {
                try {
                    return store.find(members);
                } catch (const InputError& e) {
                    throw InputError("bound '" + spec.print() +
                                     "', which needs the fits of its own plan: " + e.what());
                }
            }();
            resolve_bound(spec, plan.responses.response_type());
            const auto design = plan.plan.design();
            const auto reduction = bound.reduction(
                {.measures = {}, .level = level, .seed = plan.seed, .delta = delta}, std::span(&design, 1));
            store.give(plan, reduction->sink(0));
            for (auto& estimate : reduction->finish()) {
                estimate.asked.learner = plan.learner;
                estimate.asked.learner_name = plan.learner_name;
                estimate.asked.estimator = bound.spec.print();
                estimate.asked.estimator_name = spec.print();
                all.push_back(std::move(estimate));
            }
        }
    return all;
}

} // namespace unseen
