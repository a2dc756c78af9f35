// The library's learners as the package sees them: what there is, and models that stay in memory
// (python/unseen/sklearn.py).
#include "engine.hpp"

#include "unseen/base/error.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>
#include <tuple>
#include <utility>

namespace unseen::python {

namespace {

std::string kind_name(SpecKey::Kind kind)
{
    switch (kind) {
    case SpecKey::Kind::integer: return "integer";
    case SpecKey::Kind::real: return "real";
    case SpecKey::Kind::flag: return "flag";
    default: return "text";
    }
}

/// What the learner of a spec can do with numbers, or with classes, as the response; None if there is no such
/// learner, or it needs lags, which arrays do not have.
nb::object abilities(const std::string& spec, bool numbers)
{
    try {
        const auto response = numbers ? ResponseType::numbers : ResponseType::classes;
        const auto traits = make_learner(Spec::parse(spec), response)->traits();
        if (traits.lags) return nb::none();
        nb::dict found;
        found["scores"] = traits.scores;
        found["weights"] = traits.weights;
        found["several_targets"] = traits.several_targets;
        found["gaps"] = traits.missing_cells;
        found["several_classes"] = traits.several_classes;
        found["decisions"] = traits.decisions && !numbers;
        found["linear"] = traits.linear;
        found["importances"] = traits.importances;
        return found;
    } catch (const Error&) {
        return nb::none();
    }
}

/// All learners: (name, help, keys, fewest and largest number of learners in brackets). A key is (name, kind,
/// default, help, whether the default is always the same).
nb::list learners()
{
    nb::list all;
    for (const auto& info : learner_infos()) {
        nb::list keys;
        for (const auto& key : info.keys)
            keys.append(nb::make_tuple(key.name, kind_name(key.kind), key.fallback, key.help,
                                       key.governor.empty() && key.fallback_for_numbers.empty()));
        all.append(nb::make_tuple(info.name, info.help, keys, info.fewest_bases, info.most_bases));
    }
    return all;
}

template <class T>
nb::object array_of(std::vector<T> values)
{
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

/// The first row of each column, with all its labels.
Table first_row(const Table& table)
{
    Table header{.source = table.source, .columns = {}};
    const std::size_t rows = std::min<std::size_t>(table.rows(), 1);
    for (const auto& column : table.columns) {
        if (column.is_numeric()) {
            const auto& values = column.numeric().values;
            header.columns.push_back({column.name, NumericColumn{{values.begin(), values.begin() + rows}}});
        } else {
            const auto& coded = column.coded();
            header.columns.push_back(
                {column.name, CodedColumn{coded.labels, {coded.codes.begin(), coded.codes.begin() + rows}}});
        }
    }
    return header;
}

/// A learner trained on all rows of a table.
class FittedLearner {
public:
    FittedLearner(const nb::list& columns, const nb::dict& options, const std::string& spec,
                  std::uint64_t seed)
        : roles_(data_roles(Given(options)))
    {
        auto table = table_of(columns, "X");
        interruptibly([&] {
            header_ = first_row(table);
            const auto data = Dataset::make(std::move(table), roles_);
            learner_ = make_learner(Spec::parse(spec), data.response_type());
            check_learner(*learner_, data);
            const auto resolved = learner_->spec();
            prepared_ = learner_->prepare(data, {&resolved, 1}, {});
            model_ = prepared_->fit(
                {.train = RowSet::all(data.labelled()), .seed = seed, .stop = current_stop()}, 0);
        });
        std::erase_if(header_.columns, [&](const Column& column) { return column.name == roles_.weight; });
        roles_.weight.clear();
    }

    /// (codes of labels, scores: rows x classes) or, of a numeric response, (numbers, none). Scores are empty
    /// where the learner has none.
    nb::object predict(const nb::list& columns) const
    {
        const auto fresh = table_of(columns, "X");
        auto found = interruptibly([&] {
            const auto data = Dataset::make(header_, roles_, nullptr, &fresh);
            return model_->predict(data, data.unlabelled());
        });
        if (found.label.empty()) return nb::make_tuple(array_of(std::move(found.value)), nb::none());
        return nb::make_tuple(array_of(std::move(found.label)), array_of(std::move(found.scores)));
    }

    /// Model::decisions().
    nb::object decisions(const nb::list& columns) const
    {
        const auto fresh = table_of(columns, "X");
        return array_of(interruptibly([&] {
            const auto data = Dataset::make(header_, roles_, nullptr, &fresh);
            return model_->decisions(data, data.unlabelled());
        }));
    }

    /// (coefficients, intercepts) of Model::linear(); None if it has none.
    nb::object linear() const
    {
        auto found = model_->linear();
        if (!found) return nb::none();
        return nb::make_tuple(array_of(std::move(found->coefficients)),
                              array_of(std::move(found->intercepts)));
    }

    nb::object importances() const { return array_of(model_->importances()); }

    std::string text() const { return model_->text(); }

private:
    Roles roles_;
    Table header_; ///< one row, which gives the columns of new rows their meaning
    std::unique_ptr<Learner> learner_;
    std::unique_ptr<const Prepared> prepared_;
    std::unique_ptr<Model> model_;
};

} // namespace

void define_learners(nb::module_& module)
{
    module.def("abilities", abilities);
    module.def("learners", learners);
    nb::class_<FittedLearner>(module, "FittedLearner")
        .def(nb::init<const nb::list&, const nb::dict&, const std::string&, std::uint64_t>())
        .def("predict", &FittedLearner::predict)
        .def("decisions", &FittedLearner::decisions)
        .def("linear", &FittedLearner::linear)
        .def("importances", &FittedLearner::importances)
        .def("text", &FittedLearner::text);
}

} // namespace unseen::python
