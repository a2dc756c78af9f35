// Private: what programs write about rows, read as predictions.
#pragma once

#include "learn/command/table_files.hpp"

#include "unseen/predictions/predictions.hpp"

#include <string_view>

namespace unseen {

/// The predictions of `rows` rows in their order, in one of these forms (docs/WORKER.md shows them):
/// - a line a row: a class or, for a response of numbers, a value. In format svmlight a line is one or more numbers apart by blanks, the
///   first of which counts: the number of a class (svmlight_number()), or, where there are two classes and some number is none of theirs,
///   a decision value (above 0: the positive class). A first line `labels 1 -1` (libsvm) says that scores follow the number, in this order;
/// - CSV with a header that has a column `label` (`value` for numbers), or a column of scores for some classes, named after them, or both;
///   other columns do not matter;
/// - the table that WEKA prints for `-p 0`, or its CSV: below a line that begins with `inst#`; scores with `-distribution`.
/// Scores are as make_distribution() has them; a class without a column has score 0. Without labels, the largest score decides, the first
/// of equal ones. Throws LearnerError (`wrong_shape`) for anything else.
Predictions read_predictions(std::string_view text, const Dataset& data, FileFormat format, std::size_t rows);

/// Scores of one row, which must be at least 0 and sum to 1 within 0.005, for they may be rounded; they are divided by their sum unless it
/// is 1 within 1e-9. Throws LearnerError (`wrong_shape`, `nan`) otherwise.
void make_distribution(std::span<double> scores);

} // namespace unseen
