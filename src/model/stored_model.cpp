#include "unseen/model/stored_model.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/lags.hpp"
#include "run/family.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/version.hpp"
#include "unseen/data/role_fields.hpp"
#include "unseen/data/shared_rows.hpp"
#include "unseen/data/table_arff.hpp"
#include "unseen/learn/missing_cells.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/run/drawn_linear.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

constexpr std::string_view first_line = "% unseen model 1\n";

/// A plan that consists of one split of another plan.
Plan only_split(const Plan& plan, std::uint64_t split)
{
    Design design = plan.design();
    design.splits = 1;
    return {plan.spec(), design,
            [plan, split](std::uint64_t, Scratch& scratch) { return plan.at(split, scratch); }};
}

Plan plan_of(const StoredModel& model, const Dataset& data)
{
    const auto plan = make_plan(model.plan, data, model.seed);
    require(!model.split || *model.split < plan.size(),
            "the model names split " + std::to_string(*model.split) + " of a plan with " +
                std::to_string(plan.size()) + " splits; fit the model again");
    return model.split ? only_split(plan, *model.split) : plan;
}

[[noreturn]] void fail(const SplitInfo& split, const Failure& failure)
{
    throw LearnerError("the fit of split " + std::to_string(split.index) + " failed: " + failure.text);
}

/// Finds the split with the smallest (weighted) mean loss on its test rows: 0 and 1 for classes, squares for
/// numbers, squared distances for points. Ties: the first.
struct BestSplit final : Sink {
    std::optional<std::uint64_t> split;
    double least = 0.0;

    void take(const SplitInfo& info, const PredictionView& view) override
    {
        double sum = 0.0;
        double weight = 0.0;
        for (std::size_t i = 0; i < view.size(); ++i) {
            sum += view.weight_of(i) * loss(view, i);
            weight += view.weight_of(i);
        }
        if (weight == 0.0) return;
        const double mean = sum / weight;
        if (!split || mean < least) {
            split = info.index;
            least = mean;
        }
    }
    void take(const SplitInfo& info, const Failure& failure) override { fail(info, failure); }

    static double loss(const PredictionView& view, std::size_t row)
    {
        if (view.classes != nullptr) return view.label[row] == view.true_label[row] ? 0.0 : 1.0;
        double sum = 0.0;
        for (std::size_t i = row * view.targets; i < (row + 1) * view.targets; ++i) {
            const double difference = view.value[i] - view.true_value[i];
            sum += difference * difference;
        }
        return sum;
    }
};

/// Combines the members' predictions for the new rows.
class Members final : public Sink {
public:
    Members(const StoredModel& model, std::size_t rows, std::size_t classes, std::uint64_t members)
        : deploy_(model.deploy),
          rows_(rows),
          classes_(classes),
          members_(members)
    {
        if (deploy_ == Deploy::vote && classes_ > 0) result_.scores.assign(rows * classes_, 0.0);
        if (deploy_ != Deploy::randomised) return;
        for (std::size_t i = 0; i < rows; ++i)
            drawn_.push_back(Stream(model.seed, Purpose::deployment, i).below(members_));
    }

    void take(const SplitInfo&, const PredictionView& view) override
    {
        if (deploy_ == Deploy::vote && classes_ > 0) {
            for (std::size_t i = 0; i < rows_; ++i) result_.scores[i * classes_ + view.label[i]] += 1.0;
        } else if (taken_ == 0) {
            result_.label.assign(view.label.begin(), view.label.end());
            result_.scores.assign(view.scores.begin(), view.scores.end());
            result_.value.assign(view.value.begin(), view.value.end());
        } else if (deploy_ == Deploy::vote) {
            for (std::size_t i = 0; i < view.value.size(); ++i) result_.value[i] += view.value[i];
        } else {
            for (std::size_t i = 0; i < rows_; ++i)
                if (drawn_[i] == taken_) copy(view, i);
        }
        ++taken_;
    }
    void take(const SplitInfo& info, const Failure& failure) override { fail(info, failure); }

    Predictions finish()
    {
        if (deploy_ != Deploy::vote) return std::move(result_);
        for (double& score : result_.scores) score /= static_cast<double>(members_);
        for (double& value : result_.value) value /= static_cast<double>(members_);
        for (std::size_t i = 0; i < result_.scores.size(); i += std::max<std::size_t>(classes_, 1)) {
            const auto begin = result_.scores.begin() + static_cast<std::ptrdiff_t>(i);
            result_.label.push_back(static_cast<std::uint32_t>(
                std::max_element(begin, begin + static_cast<std::ptrdiff_t>(classes_)) - begin));
        }
        return std::move(result_);
    }

private:
    void copy(const PredictionView& view, std::size_t i)
    {
        if (classes_ == 0) {
            const auto width = view.value.size() / rows_;
            for (std::size_t t = i * width; t < (i + 1) * width; ++t) result_.value[t] = view.value[t];
            return;
        }
        result_.label[i] = view.label[i];
        for (std::size_t c = 0; c < classes_ && !view.scores.empty(); ++c)
            result_.scores[i * classes_ + c] = view.scores[i * classes_ + c];
    }

    Deploy deploy_;
    std::size_t rows_;
    std::size_t classes_;
    std::uint64_t members_;
    std::uint64_t taken_ = 0;
    std::vector<std::uint64_t> drawn_; ///< the member of each row
    Predictions result_;
};

/// The labelled rows of a column.
Column labelled_rows(Column column, Row labelled)
{
    if (column.is_numeric()) {
        auto& numbers = std::get<NumericColumn>(column.cells);
        numbers.values.resize(labelled);
        if (numbers.spelling) numbers.spelling->codes.resize(labelled);
        return column;
    }
    auto& coded = std::get<CodedColumn>(column.cells);
    coded.codes.resize(labelled);
    auto names = coded.labels.names();
    names.resize(coded.own_labels());
    coded.labels = Labels(std::move(names));
    coded.appended_labels = 0;
    return column;
}

/// The roles of columns by their names in the file, in the order of its lines: the target, then the others.
struct RoleLine {
    std::string_view key;
    std::string* text;
};
std::vector<RoleLine> role_lines(Roles& roles)
{
    auto fields = fields_of(roles);
    std::erase_if(fields, [](const auto& field) { return field.info->in_model == 0; });
    std::ranges::sort(fields, {}, [](const auto& field) { return field.info->in_model; });
    std::vector<RoleLine> lines;
    for (const auto& [info, value] : fields) lines.push_back({info->name, std::get<std::string*>(value)});
    return lines;
}

/// The training rows as a table, with a type for each column. Its dataset has the rows, labels and roles of
/// `data`.
Table training_table(const Dataset& data, Roles& roles)
{
    Table table{.source = "training rows", .columns = {}, .declared_types = true};
    const Row n = data.labelled();
    for (const auto& feature : data.features()) table.columns.push_back(labelled_rows(feature, n));
    Roles kept{.target = data.response_name()};
    if (data.horizon() > 0) kept.horizon = data.horizon();
    if (data.ordered_classes()) kept.ordered = {"@declared"}; // by the order of the labels below
    if (data.classes().size() == 2 && data.positive().code != unnamed_positive(data.classes()))
        kept.positive = data.classes().name(data.positive().code);
    const auto given = role_lines(roles);
    const auto to = role_lines(kept);
    for (std::size_t i = 1; i < given.size(); ++i) { // the target is known
        const auto& name = *to[i].text = *given[i].text;
        const auto* column = name.empty() ? nullptr : data.column(name);
        const auto known = [&](const Column& c) { return column != nullptr && c.name == column->name; };
        if (column != nullptr && std::ranges::none_of(table.columns, known))
            table.columns.push_back(labelled_rows(*column, n));
    }
    roles = std::move(kept);
    if (data.response_type() == ResponseType::numbers) {
        for (std::size_t t = 0; t < data.targets(); ++t) {
            auto& column = table.columns.emplace_back(Column{data.target_names()[t], NumericColumn{}});
            for (Row r = 0; r < n; ++r)
                std::get<NumericColumn>(column.cells).values.push_back(data.response(r)[t]);
        }
    } else {
        const auto y = data.class_codes().first(n);
        auto names = data.classes().names();
        names.resize(data.own_classes());
        table.columns.push_back(
            {data.response_name(), CodedColumn{Labels(std::move(names)), {y.begin(), y.end()}}});
    }
    return table;
}

std::uint64_t whole_number(std::string_view text, const std::string& source, std::string_view key)
{
    const auto number = parse_whole(text);
    require(number.has_value(),
            source + ": " + std::string(key) + " '" + std::string(text) + "' is not a whole number");
    return *number;
}

/// The rows of a series that have all their lags, with the features of the model, and where they stand.
struct LaggedRows {
    Table table;
    std::vector<Row> places;
    std::vector<std::string> notes;
};

LaggedRows lagged_rows(const StoredModel& model, const Table& series)
{
    require(!series.sparse, series.source + ": holds sparse rows; a forecast needs its series in columns");
    const Roles roles{.target = model.roles.target,
                      .time = model.roles.time,
                      .lags = model.lags,
                      .horizon = model.roles.horizon};
    auto lags = make_lags(series, named_column(series, roles.target), roles, false);
    LaggedRows made{.table = {.source = series.source, .columns = {}}, .places = {}, .notes = {}};
    for (Row r = 0; r < lags.left_out.size(); ++r)
        if (!lags.left_out[r]) made.places.push_back(r);
    for (const auto& name : model.known) lags.features.push_back(named_column(series, name));
    for (const auto& column : lags.features) made.table.columns.push_back(reordered(column, made.places));
    for (const auto& warning : lags.warnings) made.notes.push_back(warning.text);
    if (const auto lacking = lags.left_out.size() - made.places.size(); lacking > 0)
        made.notes.push_back(counted(lacking, "row") + " without all lags (" + model.lags +
                             ", for forecasts " + counted(*roles.horizon, "row") + " ahead): no prediction");
    return made;
}

std::string digest_line(std::string_view content)
{
    return "% digest " + Hasher().add(content).finish().hex() + '\n';
}

} // namespace

const std::vector<DeployName>& deploy_names()
{
    static const std::vector<DeployName> names = {
        {Deploy::all_rows, "all-rows", "the learner trained on all rows"},
        {Deploy::vote, "vote", "the fits of a plan vote", Spec("cv")},
        {Deploy::randomised, "randomised", "a fit of a plan is drawn afresh for each row", Spec("cv")},
        {Deploy::best_fold, "best-fold", "the fit of a plan with the smallest error on its test rows",
         Spec("cv")},
        {Deploy::holdout, "holdout",
         "the fit of a hold-out's training rows: the model that its figure is about", Spec("holdout")},
        {Deploy::posterior, "posterior",
         "weights are drawn for each row around those of a linear classifier (the bound pac-bayes), with the "
         "plan resubstitution for a prior around 0",
         plan_of_bound(resolve_bound(Spec("pac-bayes"), ResponseType::classes))},
    };
    return names;
}

std::optional<Refusal> no_model_of(const Dataset& data)
{
    const double bytes = dense_bytes(data.rows(), static_cast<double>(data.feature_count()));
    if (data.sparse() == nullptr || bytes <= most_dense_bytes) return std::nullopt;
    return Refusal{"a model holds its training rows as columns, which would take " + gigabytes(bytes) +
                   "; at most " + gigabytes(most_dense_bytes) +
                   " are stored (`unseen estimate` has no such limit)"};
}

StoredModel stored_model(const Dataset& data, const Spec& learner, const ModelOptions& options)
{
    if (const auto refusal = no_model_of(data)) throw InputError(refusal->clause);
    const auto made = make_learner(learner, data.response_type());
    check_learner(*made, data);
    StoredModel model{.learner = made->spec(),
                      .version = made->traits().version,
                      .seed = options.run.seed,
                      .deploy = options.deploy,
                      .data_name = options.data_name,
                      .data_digest = data.digest().hex(),
                      .estimates = options.estimates,
                      .roles = options.roles};
    model.lags = options.roles.lags;
    model.known = options.roles.known;
    model.rows = training_table(data, model.roles);
    if (options.deploy == Deploy::all_rows) return model;
    const auto own = Dataset::make(model.rows, model.roles);
    const auto plan = make_plan(options.plan, own, model.seed);
    model.plan = plan.spec();
    require(options.deploy != Deploy::holdout || plan.size() == 1,
            "the plan '" + plan.spec().print() + "' has " + std::to_string(plan.size()) +
                " splits; expected a single one, such as holdout");
    if (options.deploy == Deploy::posterior) {
        const auto drawn = drawn_linear(own, *made, plan, {}, options.run);
        if (!drawn && !options.run.stop.stop_requested())
            throw InputError("no posterior of '" + model.learner.print() + "': " + drawn.reason().clause);
    }
    if (options.deploy != Deploy::best_fold) return model;
    BestSplit best;
    const Learner* learners[] = {made.get()};
    const RunRequest requests[] = {{plan}};
    run(own, learners, requests, {{&best}}, options.run);
    require(best.split.has_value(),
            "no split has a test row of positive weight, so that no fold is the best");
    model.split = best.split;
    return model;
}

std::string print_model(const StoredModel& model)
{
    std::string content;
    const auto line = [&](std::string_view key, const std::string& value) {
        require(value.find_first_of("\r\n") == value.npos,
                "a model cannot be stored: the " + std::string(key) + " '" + value + "' has a line break");
        content += "% " + std::string(key) + ' ' + value + '\n';
    };
    line("program", std::string(version()));
    line("learner", model.learner.print());
    line("learner-version", std::to_string(model.version));
    line("seed", std::to_string(model.seed));
    line("deploy", deploy_names()[static_cast<std::size_t>(model.deploy)].name);
    line("plan", model.plan.print());
    if (model.split) line("split", std::to_string(*model.split));
    if (!model.data_name.empty()) line("data", model.data_name);
    line("data-digest", model.data_digest);
    auto roles = model.roles;
    for (const auto& [key, name] : role_lines(roles))
        if (!name->empty()) line(key, *name);
    if (!roles.ordered.empty()) line("ordered", "@declared");
    if (!roles.positive.empty()) line("positive", roles.positive);
    if (roles.horizon) line("horizon", std::to_string(*roles.horizon));
    if (!model.lags.empty()) line("lags", model.lags);
    for (const auto& name : model.known) line("known", name);
    for (const auto& estimate : model.estimates) line("estimate", estimate);
    write_arff(model.rows, [&](std::string_view piece) { content += piece; });
    return std::string(first_line) + digest_line(content) + content;
}

StoredModel parse_model(std::string_view text, const std::string& source)
{
    require(text.starts_with("% unseen model "),
            source + ": not a model; expected a file that `unseen fit` wrote");
    require(text.starts_with(first_line),
            source + ": a model of another version; this program reads version 1");
    text.remove_prefix(first_line.size());
    const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
    const auto content = text.substr(end);
    require(
        text.substr(0, end) == digest_line(content),
        source +
            ": the file is damaged: its content does not have the digest that it names; fit the model again");

    StoredModel model;
    const auto fields = role_lines(model.roles);
    for (std::size_t at = 0; content.substr(at).starts_with("% ");) {
        const auto next = content.find('\n', at);
        const auto line = content.substr(at + 2, next - at - 2);
        const auto key = line.substr(0, line.find(' '));
        const auto value = line.substr(std::min(key.size() + 1, line.size()));
        at = next + 1;
        const auto role = std::ranges::find(fields, key, &RoleLine::key);
        if (role != fields.end())
            *role->text = value;
        else if (key == "ordered")
            model.roles.ordered = {std::string(value)};
        else if (key == "positive")
            model.roles.positive = value;
        else if (key == "horizon")
            model.roles.horizon = whole_number(value, source, key);
        else if (key == "lags")
            model.lags = value;
        else if (key == "known")
            model.known.emplace_back(value);
        else if (key == "learner")
            model.learner = Spec::parse(value);
        else if (key == "learner-version")
            model.version = static_cast<int>(whole_number(value, source, key));
        else if (key == "seed")
            model.seed = whole_number(value, source, key);
        else if (key == "deploy") {
            const auto known = std::ranges::find(deploy_names(), value, &DeployName::name);
            require(known != deploy_names().end(),
                    source + ": unknown deployment '" + std::string(value) + "'");
            model.deploy = known->deploy;
        } else if (key == "plan")
            model.plan = Spec::parse(value);
        else if (key == "split")
            model.split = whole_number(value, source, key);
        else if (key == "data")
            model.data_name = value;
        else if (key == "data-digest")
            model.data_digest = value;
        else if (key == "estimate")
            model.estimates.emplace_back(value);
    }
    model.rows = parse_table(content, source, {.large = true});
    if (model.roles.positive.empty()) {
        const auto* target = find_column(model.rows.columns, model.roles.target);
        if (target != nullptr && !target->is_numeric() && target->coded().labels.size() == 2)
            model.roles.positive = target->coded().labels.name(unnamed_positive(target->coded().labels));
    }
    const auto data = Dataset::make(model.rows, model.roles);
    const auto learner = make_learner(model.learner, data.response_type());
    require(learner->traits().version == model.version,
            source + ": made by version " + std::to_string(model.version) + " of the learner '" +
                model.learner.name() + "', and this program has version " +
                std::to_string(learner->traits().version) +
                ", which may predict otherwise; fit the model again");
    return model;
}

FittedText text_of(const StoredModel& model, const std::stop_token& stop, const FitProgress& progress)
{
    const auto data = Dataset::make(model.rows, model.roles);
    const auto plan = plan_of(model, data);
    if (plan.size() != 1 || model.deploy == Deploy::posterior) return {};
    const auto learner = make_learner(model.learner, data.response_type());
    const auto spec = learner->spec();
    const auto prepared = learner->prepare(data, {&spec, 1}, {});
    Scratch scratch;
    const auto train = plan.at(0, scratch).train;
    const auto training = multiset_key(train, multiset_key_of_all(data.labelled()));
    const auto fitted = prepared->fit({.train = train,
                                       .seed = learner_seed(model.seed, *learner, spec.print(), training),
                                       .stop = stop,
                                       .progress = progress},
                                      0);
    const Row any[] = {0};
    return {.text = fitted->text(), .warnings = fitted->predict(data, any).warnings};
}

namespace {

/// The class of each row by weights that are drawn for it, with the probabilities of both as scores.
Predictions drawn_predictions(const Dataset& data, const Learner& learner, const Plan& plan,
                              std::span<const Row> rows, const RunOptions& options)
{
    const auto drawn = drawn_linear(data, learner, plan, rows, options);
    Predictions predictions;
    if (options.stop.stop_requested()) return predictions;
    if (!drawn) throw LearnerError(learner.spec().name() + ": " + drawn.reason().clause);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double first = bound::error_of_draw(drawn->posterior.mu, drawn->cosines[i]);
        predictions.scores.insert(predictions.scores.end(), {first, 1.0 - first});
        predictions.label.push_back(Stream(options.seed, Purpose::deployment, i).uniform() < first ? 0 : 1);
    }
    return predictions;
}

/// Predicts all rows of `fresh`, which has the features as columns.
NewPredictions predict_rows(const StoredModel& model, Table fresh, const RunOptions& options,
                            const std::string& impute)
{
    const auto training = Dataset::make(model.rows, model.roles);
    const auto learner = make_learner(model.learner, training.response_type());
    const auto filled = fill_new_rows(fresh, *learner, training, impute);
    NewPredictions answer{
        .data = Dataset::make(model.rows, model.roles, nullptr, &fresh), .predictions = {}, .notes = {}};
    if (filled) answer.warnings.push_back(*filled);
    const auto& data = answer.data;
    for (const auto& feature : data.features()) {
        if (feature.is_numeric()) continue;
        const auto& coded = feature.coded();
        const auto own = static_cast<std::int32_t>(coded.own_labels());
        const auto rows = std::ranges::count_if(coded.codes, [&](auto code) { return code >= own; });
        if (rows > 0)
            answer.notes.push_back(std::to_string(rows) + (rows == 1 ? " row has" : " rows have") +
                                   " a category of '" + feature.name +
                                   "' that no training row has, such as '" +
                                   coded.labels.name(coded.own_labels()) + "'");
    }
    if (model.deploy == Deploy::randomised || model.deploy == Deploy::posterior)
        answer.notes.emplace_back(
            "what is drawn for a row follows from the seed and the row's number: a file "
            "of one row always has the first draw");
    const auto plan = plan_of(model, data);
    std::vector<Row> rows(data.unlabelled().begin(), data.unlabelled().end());
    auto run_options = options;
    run_options.seed = model.seed;
    if (model.deploy == Deploy::posterior) {
        answer.predictions = drawn_predictions(data, *learner, plan, rows, run_options);
        return answer;
    }
    Members members(model, rows.size(), data.classes().size(), plan.size());
    const Learner* learners[] = {learner.get()};
    const RunRequest requests[] = {{.plan = plan, .rows = PredictedRows::unlabelled, .unlabelled = rows}};
    run(data, learners, requests, {{&members}}, run_options);
    answer.predictions = members.finish();
    return answer;
}

} // namespace

ReadOptions reading_for(const StoredModel& model, ReadOptions options)
{
    const auto training = Dataset::make(model.rows, model.roles);
    for (const auto& feature : training.features())
        if (model.lags.empty() || std::ranges::find(model.known, feature.name) != model.known.end())
            (feature.is_numeric() ? options.numeric : options.categorical).push_back(feature.name);
    if (!model.lags.empty()) options.numeric.push_back(model.roles.target);
    return options;
}

NewPredictions predict(const StoredModel& model, const Table& fresh, const RunOptions& options,
                       const std::string& impute)
{
    if (model.lags.empty()) {
        auto answer = predict_rows(model, fresh, options, impute);
        if (model.deploy != Deploy::holdout) // which was not trained on all rows that it holds
            add_once(answer.warnings, shared_rows(answer.data, answer.data.unlabelled())
                                          .warning("rows", "figures of their predictions are too good"));
        return answer;
    }
    const auto lagged = lagged_rows(model, fresh);
    auto answer = predict_rows(model, lagged.table, options, impute);
    std::vector<double> all(fresh.rows(), NumericColumn::missing);
    for (std::size_t i = 0; i < answer.predictions.value.size(); ++i)
        all[lagged.places[i]] = answer.predictions.value[i];
    answer.predictions.value = std::move(all);
    answer.notes.insert(answer.notes.end(), lagged.notes.begin(), lagged.notes.end());
    return answer;
}

} // namespace unseen
