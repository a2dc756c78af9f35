// Private: what the files of the extension module share.
#pragma once

#include "unseen/learn/learner.hpp"

#include <nanobind/nanobind.h>

#include <memory>

namespace unseen::python {

namespace nb = nanobind;

/// A learner made of a Python function: fit(train, seed, classes) with the positions of the training rows, each as often as it counts,
/// returns predict(rows), which returns (label codes, scores or None) for classes and (numbers, None) for numbers. A position counts the rows of
/// the main table, then those of the test table. The function is called from several threads, one at a time.
std::unique_ptr<Learner> python_learner(const std::string& name, nb::object fit, bool classes);

} // namespace unseen::python
