// Private: what the files of the extension module share.
#pragma once

#include "unseen/learn/learner.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

namespace unseen::python {

namespace nb = nanobind;

/// Does the work in another thread, without the interpreter's lock, so that this one can look for Ctrl-C, which stops the work and is raised.
template <class Work>
auto interruptibly(std::stop_source& stop, Work&& work)
{
    auto working = std::async(std::launch::async, std::forward<Work>(work));
    for (;;) {
        {
            const nb::gil_scoped_release unlocked;
            if (working.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() == 0) continue;
        stop.request_stop();
        const nb::gil_scoped_release unlocked;
        working.wait();
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return working.get();
}

/// Where rows stand in what the user gave: a position counts the rows of the main table, then those of the test table.
using Positions = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;

Positions positions(const Dataset& data, std::span<const Row> rows);
/// Each row as often as it counts.
Positions training_positions(const Dataset& data, const RowSet& rows);

/// A learner made of a Python function: fit(train, seed, classes) with the positions of the training rows and the names of the classes (none where
/// the response is a number) returns predict(rows), which returns (label codes, scores or None) for classes and (numbers, None) for numbers. The function is called from several threads, one at a time.
std::unique_ptr<Learner> python_learner(const std::string& name, nb::object fit, bool classes);

/// Adds the functions for experiments.
void define_experiments(nb::module_& module);
/// Adds the functions for one measure of arrays. They trust their caller, python/unseen/metrics.py: codes of classes are below the number of classes, and
/// all arrays have as many rows.
void define_figures(nb::module_& module);

} // namespace unseen::python
