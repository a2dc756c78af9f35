// The extension module unseen._engine: arrays become tables, the library does the work, answers come back as text. Everything that a user of
// the package sees stands in python/unseen/.
#include "engine.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/version.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/experiment/compared_learners.hpp"
#include "unseen/report/bounds.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/page.hpp"
#include "unseen/report/score.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/roles/matched_models.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/score/compare_matched.hpp"
#include "unseen/score/score.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cctype>

namespace unseen::python {

namespace {

using Texts = std::vector<std::string>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The options that a call was given: a dict whose keys are fields of the library's structs.
class Given {
public:
    explicit Given(nb::dict options) : options_(std::move(options)) {}

    /// Writes the option `name` into `field`, if it was given.
    template <class T>
    void take(const char* name, T& field) const
    {
        if (options_.contains(name)) field = nb::cast<T>(options_[name]);
    }
    void take(const char* name, std::vector<Spec>& specs) const
    {
        Texts texts;
        take(name, texts);
        for (const auto& text : texts) specs.push_back(Spec::parse(text));
    }
    void take(const char* name, Level& level) const
    {
        double given = level.value();
        take(name, given);
        level = Level(given);
    }

private:
    nb::dict options_;
};

/// A column is (name, numbers) or (name, (labels, codes)).
Table table_of(const nb::list& columns, const std::string& source)
{
    Table table{.source = source, .columns = {}};
    for (const nb::handle item : columns) {
        const auto [name, cells] = nb::cast<std::pair<std::string, nb::object>>(item);
        if (nb::isinstance<nb::tuple>(cells)) {
            const auto [labels, codes] = nb::cast<std::pair<Texts, Codes>>(cells);
            table.columns.push_back({name, CodedColumn{Labels(labels), {codes.data(), codes.data() + codes.size()}}});
            continue;
        }
        const auto numbers = nb::cast<Numbers>(cells);
        NumericColumn column;
        column.values.resize(numbers.size());
        const auto step = numbers.size() > 0 ? numbers.stride(0) : 1;
        for (std::size_t i = 0; i < column.values.size(); ++i)
            column.values[i] = numbers.data()[static_cast<std::int64_t>(i) * step];
        table.columns.push_back({name, std::move(column)});
    }
    for (const auto& column : table.columns)
        require(column.rows() == table.rows(), source + ": '" + column.name + "' has " + std::to_string(column.rows()) +
                                                   " rows, and '" + table.columns.front().name + "' has " +
                                                   std::to_string(table.rows()));
    return table;
}

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
    given.take("truth", roles.truth);
    given.take("predicted", roles.predicted);
    given.take("score", roles.score);
    given.take("scores", roles.scores);
    given.take("weight", roles.weight);
    given.take("cluster", roles.cluster);
    given.take("by", roles.by);
    given.take("split", roles.split);
    given.take("repeat", roles.repeat);
    given.take("id", roles.id);
    given.take("task", roles.task);
    given.take("order", roles.order);
    given.take("positive", roles.positive);
    given.take("threshold", roles.threshold);
    return roles;
}

Roles data_roles(const Given& given)
{
    Roles roles;
    given.take("target", roles.target);
    given.take("ignore", roles.ignore);
    given.take("group", roles.group);
    given.take("stratum", roles.stratum);
    given.take("weight", roles.weight);
    given.take("time", roles.time);
    given.take("categorical", roles.categorical);
    given.take("numeric", roles.numeric);
    given.take("ordered", roles.ordered);
    return roles;
}

Answer score_table(const nb::list& columns, const nb::dict& options)
{
    const Given given(options);
    const auto roles = score_roles(given);
    ScoreOptions job;
    given.take("measures", job.measures);
    given.take("interval", job.interval);
    given.take("level", job.level);
    given.take("seed", job.seed);
    given.take("samples", job.samples);
    given.take("threads", job.threads);
    std::vector<Table> tables;
    tables.push_back(table_of(columns, "predictions"));
    const nb::gil_scoped_release unlocked;
    return answer_of(score(make_scored_rows(std::move(tables), roles, job.threads), job), "predictions");
}

Answer compare_table(const nb::list& columns, const std::vector<std::pair<std::string, std::string>>& models,
                     const nb::dict& options)
{
    const Given given(options);
    const MatchRoles roles{.score = score_roles(given)};
    std::vector<Spec> measures;
    compare::ModelsOptions how;
    given.take("measures", measures);
    given.take("margin", how.margin);
    given.take("level", how.level);
    given.take("seed", how.seed);
    given.take("samples", how.samples);
    given.take("threads", how.threads);
    const auto table = table_of(columns, "predictions");
    std::vector<ModelColumn> named;
    for (const auto& [name, column] : models) named.push_back({name, column});
    const nb::gil_scoped_release unlocked;
    return answer_of(compare_matched(match_columns(table, named, roles), measures, {}, how));
}

/// The name as a spec may have it: letters, digits and '_' stand for themselves, other bytes as '-' and two hexadecimal digits. Different names
/// stay different, and apart from those of the library's own learners, because fits are shared by spec.
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

/// A learner is (name, spec) or (name, function), see python_learner().
using NamedLearner = std::pair<std::string, nb::object>;

Answer estimate_table(const nb::list& columns, const std::optional<nb::list>& test_columns,
                      const std::vector<NamedLearner>& learners, const nb::dict& options)
{
    const Given given(options);
    EstimateOptions job;
    given.take("estimators", job.estimators);
    given.take("measures", job.measures);
    given.take("interval", job.interval);
    given.take("bounds", job.bounds);
    given.take("training_error", job.training_error);
    given.take("level", job.level);
    given.take("seed", job.run.seed);
    given.take("threads", job.run.threads);
    std::optional<double> delta;
    given.take("delta", delta);
    job.delta = delta ? Delta(*delta) : Delta::beside(job.level);

    std::string source;
    given.take("name", source);
    auto table = table_of(columns, source);
    std::optional<Table> test;
    if (test_columns) test = table_of(*test_columns, "test");
    const auto data = Dataset::make(std::move(table), data_roles(given), test ? &*test : nullptr, nullptr);
    std::vector<std::unique_ptr<Learner>> made;
    std::vector<const Learner*> pointers;
    for (const auto& [name, learner] : learners) {
        const bool text = nb::isinstance<nb::str>(learner);
        made.push_back(text ? make_learner(Spec::parse(nb::cast<std::string>(learner)), data.response_type())
                            : python_learner(spec_name(name), learner, data.response_type() == ResponseType::classes));
        pointers.push_back(made.back().get());
        job.learner_names.push_back(name);
    }

    std::stop_source stop;
    job.run.stop = stop.get_token();
    return interruptibly(stop, [&] {
        const auto report = estimate(data, pointers, job);
        const auto compared = compare_estimates(source, data.response_type(), report.estimates, {.level = job.level});
        return with_comparisons(answer_of(report, source, data, job), compared, job.level, false);
    });
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
    Texts warnings() const
    {
        Texts texts;
        for (const auto& warning : plan_.warnings()) texts.push_back(word_arguments(warning.text, as_keyword));
        return texts;
    }
    SplitRows at(std::uint64_t i) const
    {
        Scratch scratch;
        const Split split = plan_.at(i, scratch);
        return {training_positions(data_, split.train), positions(data_, split.test)};
    }

private:
    Dataset data_;
    Plan plan_;
};

Answer bound_of_counts(const std::string& name, const nb::dict& inputs, const std::string& form, std::optional<double> delta)
{
    const auto& kind = bound::kind_named(name);
    bound::Inputs given;
    Texts keywords;
    for (const auto& info : kind.inputs) {
        const auto& keyword = keywords.emplace_back(as_identifier(info.name));
        if (inputs.contains(keyword.c_str())) given.set(info, nb::cast<std::vector<double>>(inputs[keyword.c_str()]));
    }
    for (const nb::handle key : inputs.keys()) {
        const auto keyword = nb::cast<std::string>(key);
        require(std::find(keywords.begin(), keywords.end(), keyword) != keywords.end(),
                "bound '" + name + "' has no argument '" + keyword + "'; did you mean '" + nearest(keyword, keywords) + "'?");
    }
    return answer_of(kind, given, bound::compute(kind, given, form, delta ? std::optional(Delta(*delta)) : std::nullopt));
}

/// The page of answers in JSON, as "json_in_python" gives them.
std::string page_of(const Texts& answers)
{
    std::vector<PageResult> results;
    for (const auto& answer : answers) results.push_back({.json = answer, .source = "", .command_line = ""});
    const nb::gil_scoped_release unlocked;
    return html_page(results, as_keyword);
}

} // namespace

NB_MODULE(_engine, module)
{
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        const auto raise = [](PyObject* type, const char* what) {
            PyErr_SetString(type, word_arguments(what, as_keyword).c_str());
        };
        try {
            std::rethrow_exception(error);
        } catch (const IoError& e) {
            raise(PyExc_OSError, e.what());
        } catch (const LearnerError& e) {
            raise(PyExc_RuntimeError, e.what());
        } catch (const Error& e) {
            raise(PyExc_ValueError, e.what());
        }
    });
    module.attr("version") = std::string(version());
    module.def("score", score_table);
    module.def("compare", compare_table);
    module.def("estimate", estimate_table, nb::arg("columns"), nb::arg("test").none(), nb::arg("learners"), nb::arg("options"));
    module.def("bound", bound_of_counts, nb::arg("kind"), nb::arg("inputs"), nb::arg("form"), nb::arg("delta").none());
    module.def("page", page_of);
    define_experiments(module);
    define_figures(module);
    nb::class_<Answer>(module, "Answer")
        .def("json", [](const Answer& a) { return format_named("json").print(worded(a, as_option)); })
        .def("json_in_python", [](const Answer& a) { return format_named("json").print(worded(a, as_keyword)); })
        .def("text", [](const Answer& a) { return format_named("text").print(brief(worded(a, as_keyword))); })
        .def("csv", [](const Answer& a) { return format_named("csv").print(worded(a, as_keyword)); });
    nb::class_<Splits>(module, "Splits")
        .def(nb::init<const nb::list&, const nb::dict&, const std::string&, std::uint64_t>())
        .def("__len__", &Splits::size)
        .def_prop_ro("spec", &Splits::spec)
        .def_prop_ro("warnings", &Splits::warnings)
        .def("at", &Splits::at);
}

} // namespace unseen::python
