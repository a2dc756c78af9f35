// The extension module unseen._engine: arrays become tables, the library does the work, answers come back as
// text. Everything that a user of the package sees stands in python/unseen/.
#include "engine.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/suggestion.hpp"
#include "unseen/base/version.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/compare/compare_fields.hpp"
#include "unseen/job/job_fields.hpp"
#include "unseen/merge/any_time_state.hpp"
#include "unseen/merge/score_state.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/bounds.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/report/curves.hpp"
#include "unseen/report/page.hpp"
#include "unseen/report/pictures.hpp"
#include "unseen/report/score.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/roles/matched_models.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/score/compare_matched.hpp"
#include "unseen/score/scoring_fields.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <tuple>
#include <utility>

namespace unseen::python {

namespace {

std::string as_identifier(std::string_view name)
{
    std::string identifier(name);
    std::replace(identifier.begin(), identifier.end(), '-', '_');
    return identifier;
}

std::string as_keyword(std::string_view name, std::string_view value)
{
    return as_identifier(name) + (value.empty() ? "=" : "='" + std::string(value) + '\'');
}

ScoreRoles score_roles(const Given& given)
{
    ScoreRoles roles;
    given.take_fields(roles);
    roles.labels_by_rule = given.has("threshold_rule");
    return roles;
}

ScoreOptions score_options(const Given& given)
{
    ScoreOptions job;
    given.take_fields(job);
    given.take("threshold_rule", job.threshold_rule);
    return job;
}

Answer score_table(const nb::list& columns, const nb::dict& options)
{
    const Given given(options);
    const auto roles = score_roles(given);
    const auto job = score_options(given);
    std::vector<Spec> curves;
    given.take("curves", curves);
    std::vector<Table> tables;
    tables.push_back(table_of(columns, "predictions", job.threads));
    return tellingly(given.object("progress"), [&] {
        const auto rows = make_scored_rows(std::move(tables), roles, job.threads);
        auto report = score(rows, job);
        if (!curves.empty()) std::ranges::move(curve_warnings(rows), std::back_inserter(report.warnings));
        auto answer = answer_of(report, "predictions");
        add_curves(answer, draw_curves(rows, curves, job.threads, true), true);
        return answer;
    });
}

template <class State>
nb::bytes bytes_of(const State& state)
{
    const auto bytes = [&] {
        const nb::gil_scoped_release unlocked;
        return state.bytes();
    }();
    return nb::bytes(bytes.data(), bytes.size());
}

/// The answer of a look at any time, and the state after it.
using Looked = std::pair<Answer, nb::bytes>;

/// Counts the rows in the state, or in a new one, and looks. `answered`: makes the answer of what was found.
template <class Options>
Looked looked(const FollowedRows& rows, const std::optional<nb::bytes>& before, const std::string& source,
              const Options& options, const auto& answered)
{
    auto state = before ? AnyTimeState::parse({before->c_str(), before->size()}, source) : AnyTimeState(rows);
    state.count(rows);
    auto answer = answered(state.look(options));
    return {std::move(answer), bytes_of(state)};
}

Looked score_any_time(const nb::list& columns, const nb::dict& options, const std::optional<nb::bytes>& state,
                      const std::string& source)
{
    const Given given(options);
    const auto roles = score_roles(given);
    const auto job = score_options(given);
    std::vector<Table> tables;
    tables.push_back(table_of(columns, "predictions", job.threads));
    const auto rows = make_scored_rows(std::move(tables), roles, job.threads);
    return looked(followed(rows, roles, job), state, source, job, [&](ScoreReport report) {
        report.warnings.insert(report.warnings.begin(), rows.warnings.begin(), rows.warnings.end());
        return answer_of(report, "predictions");
    });
}

/// The state of a file of predictions; with `cells`, one of fixed size.
nb::bytes state_of_file(const std::string& path, const nb::dict& options, std::uint64_t cells)
{
    const Given given(options);
    const auto roles = score_roles(given);
    const auto job = score_options(given);
    return bytes_of(interruptibly([&] {
        if (cells > 0)
            return ScoreState::of_fixed_size(std::vector<std::string>{path}, {.threads = job.threads}, roles,
                                             cells, job.measures);
        ReadOptions reading{.threads = job.threads};
        reading.wanted = [&](const auto& names) { return columns_to_read(names, roles); };
        const std::vector<Table> tables{read_table(path, reading)};
        return ScoreState::exact(tables, roles);
    }));
}

nb::bytes state_of_table(const nb::list& columns, const nb::dict& options, const std::string& source)
{
    const std::vector<Table> tables{table_of(columns, source)};
    return bytes_of(ScoreState::exact(tables, score_roles(Given(options))));
}

/// The state of all rows of two states.
nb::bytes merged_states(const nb::bytes& one, const nb::bytes& other)
{
    auto whole = ScoreState::parse({one.c_str(), one.size()}, "state");
    whole.merge(ScoreState::parse({other.c_str(), other.size()}, "state"));
    return bytes_of(whole);
}

Answer score_state(const nb::bytes& state, const nb::dict& options, const std::string& source)
{
    const auto whole = ScoreState::parse({state.c_str(), state.size()}, source);
    const auto job = score_options(Given(options));
    return interruptibly([&] { return answer_of(whole.report(job), source); });
}

/// A model is (name, column, columns of the scores of each class, column of a judge, column of trials), see
/// ModelColumn.
using NamedModel = std::tuple<std::string, std::string, Texts, std::string, std::string>;

/// What a comparison of models was asked for.
struct ModelsQuestion {
    MatchRoles roles;
    std::vector<ModelColumn> models;
    std::vector<Spec> measures;
    compare::ModelsOptions how;

    ModelsQuestion(const std::vector<NamedModel>& named, const Given& given)
        : roles{.score = score_roles(given)}
    {
        given.take("measures", measures);
        given.take_fields(how);
        for (const auto& [name, column, scores, judged, trials] : named)
            models.push_back({name, column, scores, judged, trials});
    }
};

Answer compare_table(const nb::list& columns, const std::vector<NamedModel>& models, const nb::dict& options)
{
    const Given given(options);
    const ModelsQuestion asked(models, given);
    const auto table = table_of(columns, "predictions");
    return tellingly(given.object("progress"), [&] {
        const auto matched = match_columns(table, asked.models, asked.roles);
        return answer_of(compare_matched(matched, asked.measures, asked.how));
    });
}

Looked compare_any_time(const nb::list& columns, const std::vector<NamedModel>& models,
                        const nb::dict& options, const std::optional<nb::bytes>& state,
                        const std::string& source)
{
    const ModelsQuestion asked(models, Given(options));
    const auto matched = match_columns(table_of(columns, "predictions"), asked.models, asked.roles);
    return looked(followed(matched, asked.roles.score, asked.measures, asked.how), state, source, asked.how,
                  [&](compare::Answer answer) {
                      answer.warnings.insert(answer.warnings.begin(), matched.warnings.begin(),
                                             matched.warnings.end());
                      return answer_of(answer);
                  });
}

/// A look at a state alone, to which those in the files are added; and true for a state of two models.
std::tuple<bool, Answer, nb::bytes> look(const std::vector<std::string>& files, const nb::dict& options,
                                         const std::optional<nb::bytes>& before, const std::string& source)
{
    std::optional<AnyTimeState> state;
    if (before) state = AnyTimeState::parse({before->c_str(), before->size()}, source);
    add_states(state, source, files);
    const Given given(options);
    const bool of_two = state->of_two_models();
    auto answer = [&] {
        if (!of_two) return answer_of(state->look(score_options(given)), source);
        compare::ModelsOptions how;
        given.take_fields(how);
        return answer_of(state->look(how));
    }();
    return {of_two, std::move(answer), bytes_of(*state)};
}

/// The name as a spec may have it: letters, digits and '_' stand for themselves, other bytes as '-' and two
/// hexadecimal digits. Different names stay different, and apart from those of the library's own learners,
/// because fits are shared by spec.
std::string spec_name(const std::string& name)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string safe = "python_";
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '_')
            safe += c;
        else
            safe += {'-', digits[byte / 16], digits[byte % 16]};
    }
    return safe;
}

/// Calls a function, or None, while an error such as Ctrl-C is set, which stays.
void call_beside_error(const nb::object& function)
{
    if (function.is_none()) return;
    const nb::error_scope kept;
    try {
        function();
    } catch (nb::python_error& error) {
        error.discard_as_unraisable(function);
    }
}

/// A learner is (name, spec) or (name, function), see python_learner().
using NamedLearner = std::pair<std::string, nb::object>;

/// The learners as a job takes them, which must outlive the job; `main_rows`: the rows of the main table.
std::vector<JobLearner> job_learners(const std::vector<NamedLearner>& learners, Row main_rows)
{
    std::vector<JobLearner> made;
    for (const auto& [name, learner] : learners) {
        const bool text = nb::isinstance<nb::str>(learner);
        auto& one = made.emplace_back(
            JobLearner{.name = name,
                       .spec = text ? Spec::parse(nb::cast<std::string>(learner)) : Spec(spec_name(name))});
        if (!text)
            one.make = [&one_learner = learner, spec = one.spec.name(), main_rows](ResponseType response) {
                const nb::gil_scoped_acquire lock;
                return python_learner(spec, one_learner, response == ResponseType::classes, main_rows);
            };
    }
    return made;
}

/// What the answer calls the data.
std::string name_of_data(const Given& given)
{
    std::string name;
    given.take("name", name);
    return name;
}

/// The data of a job. `missing`: rows without a response are unlabelled rows for bounds.
JobData job_data(Table main, const std::optional<nb::list>& test_columns,
                 const std::optional<nb::list>& unlabelled_columns, const Given& given)
{
    JobData data{.source = main.source, .roles = data_roles(given)};
    bool missing = unlabelled_columns.has_value();
    given.take("missing_are_unlabelled", missing);
    data.unlabelled = missing || unlabelled_columns;
    const auto shared_table = [](const std::optional<nb::list>& of, const std::string& source) {
        return of ? std::make_shared<const Table>(table_of(*of, source)) : nullptr;
    };
    data.read = [table = std::make_shared<Table>(std::move(main))] { return std::move(*table); };
    data.make = [missing, test = shared_table(test_columns, "test"),
                 unlabelled = shared_table(unlabelled_columns, "unlabelled")](Table table,
                                                                              const Roles& roles) {
        DataWithUnlabelled made{Dataset::make(std::move(table), roles, test.get(), unlabelled.get())};
        if (missing) made.unlabelled.assign(made.data.unlabelled().begin(), made.data.unlabelled().end());
        return made;
    };
    return data;
}

/// Estimates of these learners on these data.
EstimateJob estimate_job(const nb::list& columns, const std::optional<nb::list>& test_columns,
                         const std::optional<nb::list>& unlabelled_columns,
                         const std::vector<NamedLearner>& learners, const Given& given)
{
    auto table = table_of(columns, name_of_data(given));
    EstimateJob job{.data = {}, .learners = job_learners(learners, static_cast<Row>(table.rows()))};
    job.data = job_data(std::move(table), test_columns, unlabelled_columns, given);
    given.take_fields(job, job.options, job.options.run);
    return job;
}

/// The answer to a job, whose `run` Ctrl-C stops.
template <class Job>
Answer answered(const Job& job, RunOptions& run, const Given& given)
{
    const nb::object interrupted = given.object("interrupted");
    ShownProgress shown(given.object("progress"));
    run.progress = shown.callback();
    auto made = interruptibly(
        [&] {
            run.stop = current_stop();
            const std::stop_callback on_stop(run.stop, [&] {
                interrupt_learners();
                call_beside_error(interrupted);
            });
            return answer(job).answer;
        },
        [&] { shown.show(); });
    shown.show();
    return made;
}

Answer estimate_table(const nb::list& columns, const std::optional<nb::list>& test_columns,
                      const std::optional<nb::list>& unlabelled_columns,
                      const std::vector<NamedLearner>& learners, const nb::dict& options)
{
    const Given given(options);
    auto job = estimate_job(columns, test_columns, unlabelled_columns, learners, given);
    std::string horizon;
    given.take("horizons", horizon);
    if (!horizon.empty()) job.horizons = horizons_of(horizon);

    std::string plan;
    std::vector<std::pair<IndexArray, IndexArray>> splits;
    bool random = false;
    given.take("plan", plan);
    given.take("splits", splits);
    given.take("random", random);
    if (!plan.empty())
        job.plans = [&](const Dataset& rows) {
            return std::vector<Plan>{given_plan(rows, plan, splits, random)};
        };
    return answered(job, job.options.run, given);
}

/// A curve, each point of which is an estimate of a learner.
template <class CurveJob>
Answer curve_of_table(const nb::list& columns, const std::vector<NamedLearner>& learners,
                      const nb::dict& options)
{
    const Given given(options);
    CurveJob job{.points = estimate_job(columns, {}, {}, learners, given)};
    given.take_fields(job);
    return answered(job, job.points.options.run, given);
}

/// `permuted`: for an object, the learner that sees each of the features permuted, by their name.
Answer importance_table(const nb::list& columns, const NamedLearner& learner,
                        const std::vector<NamedLearner>& permuted, const nb::dict& options)
{
    const Given given(options);
    const std::vector<NamedLearner> only = {learner};
    auto table = table_of(columns, name_of_data(given));
    const auto rows = static_cast<Row>(table.rows());
    ImportanceJob job{.data = {}, .learner = job_learners(only, rows).front()};
    job.data = job_data(std::move(table), {}, {}, given);
    given.take_fields(job, job.options, job.options.run);
    const auto made = job_learners(permuted, rows);
    if (!made.empty())
        job.permuted = [&](ResponseType response, const std::string& features) {
            return std::ranges::find(made, features, &JobLearner::name)->make(response);
        };
    return answered(job, job.options.run, given);
}

Answer tune_table(const nb::list& columns, const std::optional<nb::list>& unlabelled_columns,
                  const nb::dict& options)
{
    const Given given(options);
    auto table = table_of(columns, name_of_data(given));
    TuneJob job{.data = job_data(std::move(table), {}, unlabelled_columns, given), .grid = {.learners = {}}};
    given.take_fields(job, job.grid, job.options, job.options.run);
    return answered(job, job.options.run, given);
}

/// The training rows and the test rows of a split; a row that is drawn several times comes several times.
using SplitRows = std::pair<Positions, Positions>;

class Splits {
public:
    Splits(const nb::list& columns, const nb::dict& options, const std::string& spec, std::uint64_t seed)
        : data_(Dataset::make(table_of(columns, "data"), data_roles(Given(options)))),
          plan_(make_plan(Spec::parse(spec), data_, seed))
    {
    }

    std::uint64_t size() const { return plan_.size(); }
    std::string spec() const { return plan_.spec().print(); }
    bool random_splits() const { return plan_.design().random_splits; }
    Texts warnings() const
    {
        Texts texts;
        for (const auto& warning : plan_.warnings())
            texts.push_back(word_arguments(warning.text, as_keyword));
        return texts;
    }
    SplitRows at(std::uint64_t i) const
    {
        Scratch scratch;
        const Split split = plan_.at(i, scratch);
        return {training_positions(data_, split.train), positions(data_, split.test, data_.rows())};
    }

private:
    Dataset data_;
    Plan plan_;
};

Answer bound_of_counts(const std::string& name, const nb::dict& inputs, const std::string& form,
                       std::optional<double> delta)
{
    const auto& kind = bound::kind_named(name);
    bound::Inputs given;
    Texts keywords;
    for (const auto& info : kind.inputs) {
        const auto& keyword = keywords.emplace_back(as_identifier(info.name));
        if (inputs.contains(keyword.c_str()))
            given.set(info, nb::cast<std::vector<double>>(inputs[keyword.c_str()]));
    }
    for (const nb::handle key : inputs.keys()) {
        const auto keyword = nb::cast<std::string>(key);
        require(std::find(keywords.begin(), keywords.end(), keyword) != keywords.end(),
                "bound '" + name + "' has no argument '" + keyword + "'; " +
                    suggestion(keyword, keywords, "there are: "));
    }
    return answer_of(kind, given,
                     bound::compute(kind, given, form, delta ? std::optional(Delta(*delta)) : std::nullopt));
}

/// The inputs of a kind of bound; true for those that may be several numbers.
using Inputs = std::vector<std::pair<std::string, bool>>;

/// The kinds of bounds, what each is about, and its inputs.
std::vector<std::tuple<std::string, std::string, Inputs>> bound_kinds()
{
    using bound::InputType;
    std::vector<std::tuple<std::string, std::string, Inputs>> kinds;
    for (const auto& kind : bound::kinds()) {
        auto& inputs = std::get<2>(kinds.emplace_back(kind.name, kind.help, Inputs()));
        for (const auto& info : kind.inputs)
            inputs.emplace_back(as_identifier(info.name), info.type == InputType::counts ||
                                                              info.type == InputType::numbers ||
                                                              info.type == InputType::values);
    }
    return kinds;
}

/// The measure of classes, or of numbers, with this name or alias and these keys, as answers name it; none if
/// there is none.
std::optional<std::string> measure_named(const std::string& name, bool classes,
                                         const std::map<std::string, std::string>& values)
{
    const auto place = info_called(measure_infos(), name);
    if (!place || measures_of_table()[*place].judges != (classes ? Judges::classes : Judges::numbers))
        return std::nullopt;
    const auto& keys = measure_infos()[*place].keys;
    Spec spec(name);
    for (const auto& [key, value] : values) {
        if (std::ranges::find(keys, key, &SpecKey::name) == keys.end()) return std::nullopt;
        spec.set(key, value);
    }
    return make_measure(spec, classes).spec.print();
}

bool larger_is_better(const std::string& measure, bool classes)
{
    return make_measure(Spec::parse(measure), classes).direction == Direction::higher_is_better;
}

/// The answer in a format. `python`: with arguments as Python writes them; else as the command line prints
/// it, byte for byte.
std::string printed(const Answer& made, const std::string& format, bool python)
{
    const auto& form = format_named(format);
    const auto shown = [&](Answer answer) { return form.brief ? brief(std::move(answer)) : answer; };
    const nb::gil_scoped_release unlocked;
    return form.print(python ? shown(worded(made, as_keyword)) : worded(shown(made), as_option));
}

/// The titles of the columns of the table for programs, and whether they hold names.
std::vector<std::pair<std::string, bool>> columns_of(const Answer& answer)
{
    std::vector<std::pair<std::string, bool>> all;
    for (const auto& column : answer.for_programs().columns) all.emplace_back(column.title, column.names);
    return all;
}

/// Name and help of each format.
std::vector<std::pair<std::string, std::string>> all_formats()
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& form : formats()) all.emplace_back(form.name, form.help);
    return all;
}

/// The page of answers in JSON, printed for Python.
std::string page_of(const Texts& answers)
{
    std::vector<PageResult> results;
    for (const auto& answer : answers) results.push_back({.json = answer, .source = "", .command_line = ""});
    const nb::gil_scoped_release unlocked;
    return html_page(results, as_keyword);
}

/// The first picture on the page of an answer in JSON, as SVG; empty if it has none, or if this build cannot
/// draw.
std::string picture_of(const std::string& answer)
{
    if (!pictures_need().empty()) return "";
    const PageResult results[] = {{.json = answer, .source = "", .command_line = ""}};
    const nb::gil_scoped_release unlocked;
    bool first = true;
    const auto pictures =
        page_pictures(results, as_keyword, [&](const PagePicture&) { return std::exchange(first, false); });
    return pictures.empty() ? "" : pictures.front().svg;
}

} // namespace

NB_MODULE(_engine, module)
{
    module.attr("LearnerError") =
        nb::steal(PyErr_NewExceptionWithDoc("unseen.LearnerError",
                                            "A learner cannot learn from its rows.\n\n"
                                            ">>> import unseen\n"
                                            ">>> issubclass(unseen.LearnerError, RuntimeError)\n"
                                            "True\n",
                                            PyExc_RuntimeError, nullptr));
    const auto translate = [](const std::exception_ptr& error, void* learner_error) {
        const auto raise = [](PyObject* type, const char* what) {
            PyErr_SetString(type, word_arguments(what, as_keyword).c_str());
        };
        try {
            std::rethrow_exception(error);
        } catch (const IoError& e) {
            raise(PyExc_OSError, e.what());
        } catch (const LearnerError& e) {
            raise(static_cast<PyObject*>(learner_error), e.what());
        } catch (const Error& e) {
            raise(PyExc_ValueError, e.what());
        }
    };
    nb::register_exception_translator(translate, nb::object(module.attr("LearnerError")).ptr());
    module.attr("version") = std::string(version());
    module.attr("bounds") = nb::cast(bound_kinds());
    module.def("score", score_table);
    module.def("state_of_file", state_of_file);
    module.def("state_of_table", state_of_table);
    module.def("merged_states", merged_states);
    module.def("score_state", score_state);
    module.def("compare", compare_table);
    module.def("score_any_time", score_any_time, nb::arg("columns"), nb::arg("options"),
               nb::arg("state").none(), nb::arg("source"));
    module.def("look", look, nb::arg("files"), nb::arg("options"), nb::arg("state").none(),
               nb::arg("source"));
    module.def("compare_any_time", compare_any_time, nb::arg("columns"), nb::arg("models"),
               nb::arg("options"), nb::arg("state").none(), nb::arg("source"));
    module.def("estimate", estimate_table, nb::arg("columns"), nb::arg("test").none(),
               nb::arg("unlabelled").none(), nb::arg("learners"), nb::arg("options"));
    module.def("learning_curve", curve_of_table<LearningCurveJob>);
    module.def("noise_curve", curve_of_table<NoiseCurveJob>);
    module.def("importance", importance_table);
    module.def("tune", tune_table, nb::arg("columns"), nb::arg("unlabelled").none(), nb::arg("options"));
    module.def("bound", bound_of_counts, nb::arg("kind"), nb::arg("inputs"), nb::arg("form"),
               nb::arg("delta").none());
    module.def("measure_named", measure_named);
    module.def("compares_models", compares_models);
    module.def("larger_is_better", larger_is_better);
    module.def("page", page_of);
    module.def("picture", picture_of);
    module.def("formats", all_formats);
    define_learners(module);
    define_experiments(module);
    define_fields(module);
    define_figures(module);
    nb::class_<Answer>(module, "Answer").def("print", printed).def("columns", columns_of);
    nb::class_<Splits>(module, "Splits")
        .def(nb::init<const nb::list&, const nb::dict&, const std::string&, std::uint64_t>())
        .def("__len__", &Splits::size)
        .def_prop_ro("spec", &Splits::spec)
        .def_prop_ro("warnings", &Splits::warnings)
        .def_prop_ro("random_splits", &Splits::random_splits)
        .def("at", &Splits::at);
}

} // namespace unseen::python
