#include "engine.hpp"

#include "unseen/base/error.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

namespace unseen::python {

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

/// An object that threads without the interpreter's lock may drop.
std::shared_ptr<nb::object> shared(nb::object object)
{
    return {new nb::object(std::move(object)), [](nb::object* held) {
                const nb::gil_scoped_acquire lock;
                delete held;
            }};
}

Positions array_of(std::vector<std::int64_t> numbers)
{
    auto* kept = new std::vector<std::int64_t>(std::move(numbers));
    return Positions(kept->data(), {kept->size()}, nb::capsule(kept, [](void* p) noexcept {
                         delete static_cast<std::vector<std::int64_t>*>(p);
                     }));
}

/// The position of a row: in the main table, after it in the unlabelled one, or after both in the test table.
std::int64_t position(const Dataset& data, Row row, Row main_rows)
{
    const auto before_test = data.rows() - static_cast<Row>(data.test_rows().size());
    const Row before = row < main_rows ? 0 : row < before_test ? main_rows : before_test;
    return static_cast<std::int64_t>(data.source_row(row)) + before;
}

/// The threads that run Python code of learners; the interpreter's lock guards it.
std::vector<unsigned long>& threads_in_python()
{
    static std::vector<unsigned long> threads;
    return threads;
}

/// This thread is among them while it exists.
struct InPython {
    InPython() { threads_in_python().push_back(PyThread_get_thread_ident()); }
    ~InPython() { std::erase(threads_in_python(), PyThread_get_thread_ident()); }
    InPython(const InPython&) = delete;
    InPython& operator=(const InPython&) = delete;
};

/// Calls into Python; what it raises is the failure of this fit.
template <class Call>
auto in_python(Call&& call)
{
    const nb::gil_scoped_acquire lock;
    const InPython here;
    try {
        return call();
    } catch (nb::python_error& error) {
        throw LearnerError(nb::str(error.value()).c_str());
    } catch (const nb::cast_error&) {
        throw LearnerError("the predictions have not the shape and type that were expected",
                           failures::wrong_shape);
    }
}

class PythonModel final : public Model {
public:
    PythonModel(nb::object predict, bool classes, Row main_rows)
        : predict_(shared(std::move(predict))),
          classes_(classes),
          main_rows_(main_rows)
    {
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return in_python([&] {
            const auto answer = nb::cast<nb::tuple>((*predict_)(positions(data, rows, main_rows_)));
            Predictions p;
            if (!classes_) {
                p.value = copied<double>(answer[0]);
                return p;
            }
            for (const auto code : copied<std::int64_t>(answer[0]))
                p.label.push_back(static_cast<std::uint32_t>(code));
            if (!answer[1].is_none()) p.scores = copied<double>(answer[1]);
            p.probabilities = nb::cast<bool>(answer[2]);
            return p;
        });
    }

private:
    template <class T>
    static std::vector<T> copied(nb::handle array)
    {
        const auto values = nb::cast<Array<T>>(array);
        return {values.data(), values.data() + values.size()};
    }

    std::shared_ptr<nb::object> predict_;
    bool classes_;
    Row main_rows_;
};

} // namespace

void interrupt_learners()
{
    for (const auto thread : threads_in_python()) PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
}

Positions positions(const Dataset& data, std::span<const Row> rows, Row main_rows)
{
    std::vector<std::int64_t> at;
    for (const Row r : rows) at.push_back(position(data, r, main_rows));
    return array_of(std::move(at));
}

Positions training_positions(const Dataset& data, const RowSet& rows)
{
    std::vector<std::int64_t> at;
    rows.for_each([&](Row r, std::uint32_t count) {
        at.insert(at.end(), count, static_cast<std::int64_t>(data.source_row(r)));
    });
    return array_of(std::move(at));
}

std::unique_ptr<Learner> python_learner(const std::string& name, nb::object fit, bool classes, Row main_rows)
{
    Traits traits{.classes = classes, .numbers = !classes, .several_targets = !classes, .stochastic = true};
    traits.version = nb::cast<int>(nb::getattr(fit, "version", nb::int_(traits.version)));
    for (const auto column : nb::getattr(fit, "trains_with", nb::list())) {
        traits.weights = traits.weights || nb::cast<std::string>(column) == "sample_weight";
        traits.groups = traits.groups || nb::cast<std::string>(column) == "groups";
    }
    return simple_learner(
        name, traits,
        [fit = shared(std::move(fit)), classes, main_rows](const Dataset& data, const Task& task) {
            return in_python([&]() -> std::unique_ptr<Model> {
                auto predict =
                    (*fit)(training_positions(data, task.train), task.seed, nb::cast(data.classes().names()));
                return std::make_unique<PythonModel>(std::move(predict), classes, main_rows);
            });
        });
}

} // namespace unseen::python
