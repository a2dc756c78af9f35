// What the library's tables of options say, for the functions of the package and their signatures.
#include "engine.hpp"

#include "unseen/compare/compare_fields.hpp"
#include "unseen/data/role_fields.hpp"
#include "unseen/job/job_fields.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/score/scoring_fields.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include <map>
#include <tuple>

namespace unseen::python {

namespace {

std::string name_of(FieldKind kind)
{
    switch (kind) {
    case FieldKind::column: return "column";
    case FieldKind::label: return "label";
    case FieldKind::range: return "range";
    case FieldKind::file: return "file";
    default: return "text";
    }
}

std::string name_of(FieldForm form)
{
    switch (form) {
    case FieldForm::truth: return "truth";
    case FieldForm::whole: return "whole";
    case FieldForm::number: return "number";
    default: return "text";
    }
}

/// A row of a table, as `Field` of python/unseen/_fields.py names its parts.
using Row = std::tuple<std::string, std::string, std::string, std::string, bool, Texts, std::string,
                       std::string, Texts, std::map<std::string, std::string>, int>;

/// What a function calls the argument of a field: one value has the word of the command line.
std::string argument_of(const FieldOf<ConstFieldValue>& field)
{
    const auto& info = *field.info;
    if (!info.python.empty()) return std::string(info.python);
    return std::string(field.list() || info.word.empty() ? info.name : info.word);
}

/// The rows of a table that can be options of a function.
template <class Struct>
std::vector<Row> described()
{
    const Struct defaults{};
    std::vector<Row> rows;
    for (const auto& field : fields_of(defaults)) {
        const auto& info = *field.info;
        Texts commands;
        for (const auto& command : info.commands)
            if (!command.empty()) commands.emplace_back(command);
        std::map<std::string, std::string> refused;
        for (const auto& remark : info.remarks)
            if (!remark.refused.empty()) refused.emplace(remark.command, remark.refused);
        rows.emplace_back(info.name, argument_of(field), name_of(info.kind), name_of(field.form()),
                          field.list(), texts_of(field.value), info.choices, info.help, std::move(commands),
                          std::move(refused), info.in_model);
    }
    return rows;
}

} // namespace

void define_fields(nb::module_& module)
{
    module.attr("fields") = nb::cast(std::map<std::string, std::vector<Row>>{
        {"EstimateJob", described<EstimateJob>()},
        {"EstimateOptions", described<EstimateOptions>()},
        {"ImportanceJob", described<ImportanceJob>()},
        {"LearningCurveJob", described<LearningCurveJob>()},
        {"ModelsOptions", described<compare::ModelsOptions>()},
        {"NoiseCurveJob", described<NoiseCurveJob>()},
        {"Roles", described<Roles>()},
        {"RunOptions", described<RunOptions>()},
        {"ScoreOptions", described<ScoreOptions>()},
        {"ScoreRoles", described<ScoreRoles>()},
        {"TuneJob", described<TuneJob>()},
        {"TuneOptions", described<TuneOptions>()},
        {"TuningGrid", described<TuningGrid>()},
    });
}

} // namespace unseen::python
