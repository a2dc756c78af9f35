// Private: what the files of the extension module share.
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/base/long_work.hpp"
#include "unseen/base/progress.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/stop.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace unseen::python {

namespace nb = nanobind;

using Texts = std::vector<std::string>;

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
    void take(const char* name, std::optional<Spec>& spec) const
    {
        if (options_.contains(name)) spec = Spec::parse(nb::cast<std::string>(options_[name]));
    }
    void take(const char* name, Level& level) const
    {
        if (options_.contains(name)) level = Level(nb::cast<double>(options_[name]));
    }
    void take(const char* name, std::optional<Delta>& delta) const
    {
        if (options_.contains(name)) delta = Delta(nb::cast<double>(options_[name]));
    }
    void take(const char* name, Spec& spec) const
    {
        if (options_.contains(name)) spec = Spec::parse(nb::cast<std::string>(options_[name]));
    }
    void take(const char* name, IntervalChoice& value) const
    {
        if (options_.contains(name)) value = nb::cast<std::string>(options_[name]);
    }
    /// Writes the options with the names of the fields of these structs into them.
    template <class... Structs>
    void take_fields(Structs&... structs) const
    {
        (take_each(fields_of(structs)), ...);
    }
    /// The function or other object of this name; None if it was not given.
    nb::object object(const char* name) const
    {
        return options_.contains(name) ? nb::object(options_[name]) : nb::none();
    }
    bool has(const char* name) const { return options_.contains(name); }

private:
    void take_each(const std::vector<FieldOf<FieldValue>>& fields) const
    {
        for (const auto& field : fields) take_one(field);
    }
    void take_one(const FieldOf<FieldValue>& field) const
    {
        const std::string name(field.info->name);
        try {
            std::visit([&](auto where) { take(name.c_str(), *where); }, field.value);
        } catch (const std::bad_cast&) {
            throw InputError('`' + name + "`: " + nb::repr(options_[name.c_str()]).c_str() +
                             " has the wrong type, or is out of range");
        }
    }
    nb::dict options_;
};

/// A table of columns: each is (name, numbers) or (name, (labels, codes)). Throws InputError if they have not
/// the same number of rows.
Table table_of(const nb::list& columns, const std::string& source, std::size_t threads = 1);

/// The roles of its columns, as the options name them.
Roles data_roles(const Given& given);

/// Does the work in another thread, without the interpreter's lock, so that this one can look for Ctrl-C,
/// which stops the work (current_stop()) and is raised. So is an error of Python that `look` throws, which is
/// called from time to time, with the lock.
template <class Work, class Look>
auto interruptibly(Work&& work, Look&& look)
{
    std::stop_source stop;
    auto working = std::async(std::launch::async, [&] {
        const StopScope scope(stop.get_token());
        return work();
    });
    for (;;) {
        {
            const nb::gil_scoped_release unlocked;
            if (working.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() == 0) {
            try {
                look();
                continue;
            } catch (nb::python_error& error) {
                error.restore();
            }
        }
        stop.request_stop();
        const nb::gil_scoped_release unlocked;
        working.wait();
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return working.get();
}

template <class Work>
auto interruptibly(Work&& work)
{
    return interruptibly(std::forward<Work>(work), [] {});
}

/// Shows the progress of a run by a function of Python, if there is one: (done, total, failures, found,
/// text).
class ShownProgress {
public:
    explicit ShownProgress(nb::object function) : function_(std::move(function)) {}
    /// For the run: keeps what is to be shown.
    ProgressCallback callback()
    {
        if (function_.is_none()) return {};
        return [this](const Progress& progress) {
            const std::scoped_lock lock(mutex_);
            latest_ = progress;
        };
    }
    /// In the thread that asked, with the lock: calls the function if there is news.
    void show()
    {
        const auto news = [&] {
            const std::scoped_lock lock(mutex_);
            return std::exchange(latest_, std::nullopt);
        }();
        if (!news) return;
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        function_(static_cast<double>(news->done) + news->begun, news->total, news->failures, news->found,
                  text_of(*news, seconds));
    }

private:
    nb::object function_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::optional<Progress> latest_;
};

/// Does the work interruptibly, and shows by a function of Python, as ShownProgress does, what takes long
/// (LongWork::left()).
template <class Work>
auto tellingly(nb::object function, Work&& work)
{
    LongWork long_work;
    auto next = std::chrono::steady_clock::now();
    return interruptibly(
        [&] {
            const LongWorkScope scope(long_work);
            return work();
        },
        [&] {
            const auto now = std::chrono::steady_clock::now();
            if (function.is_none() || now < next) return;
            const auto left = long_work.left();
            if (!left) return;
            next = now + std::chrono::milliseconds(500);
            function(static_cast<double>(left->done), left->total, 0, 0, left->text);
        });
}

/// Where rows stand in what the user gave: a position counts the rows of the main table, then those of the
/// unlabelled one, then those of the test table.
using Positions = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;

Positions positions(const Dataset& data, std::span<const Row> rows, Row main_rows);
/// The positions of labelled rows, each as often as it counts.
Positions training_positions(const Dataset& data, const RowSet& rows);

using IndexArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A plan of the splits given, each (positions of training rows, positions of test rows). Splits that test
/// every row once, perhaps several times over, are folds and repeats; `random` says of others that they were
/// drawn independently from one distribution. `name` is its spec. Throws InputError for a row that does not
/// exist or has no response, for one that is trained on and tested, and for a group on both sides of a split.
/// O(splits x rows).
Plan given_plan(const Dataset& data, const std::string& name,
                const std::vector<std::pair<IndexArray, IndexArray>>& pairs, bool random);

/// A learner made of a Python function: fit(train, seed, classes) with the positions of the training rows and
/// the names of the classes (none where the response is a number) returns predict(rows), which returns (label
/// codes, scores or None) for classes and (numbers, None) for numbers. The function is called from several
/// threads, one at a time.
std::unique_ptr<Learner> python_learner(const std::string& name, nb::object fit, bool classes, Row main_rows);

/// Raises KeyboardInterrupt in the threads that run Python code of learners, as soon as it executes a further
/// instruction of Python. With the interpreter's lock.
void interrupt_learners();

/// Adds the learners of the library and their models.
void define_learners(nb::module_& module);
/// Adds what the library's tables of options say.
void define_fields(nb::module_& module);
/// Adds the functions for experiments.
void define_experiments(nb::module_& module);
/// Adds the functions for one measure of arrays. They trust their caller, python/unseen/metrics.py: codes of
/// classes are below the number of classes, and all arrays have as many rows.
void define_figures(nb::module_& module);

} // namespace unseen::python
