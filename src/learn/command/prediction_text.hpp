// Private: reads the predictions that programs write.
#pragma once

#include "learn/command/table_files.hpp"

#include "unseen/predictions/predictions.hpp"

#include <string_view>

namespace unseen {

/// The predictions of `rows` rows in their order, in one of these forms (docs/WORKER.md shows them):
/// - one line for each row: a class or, for a numeric response, a value. In format svmlight only the first
///   number of a line counts: it is the number of a class (svmlight_number()) or, if there are two classes
///   and some number is not one of theirs, a decision value (above 0: the positive class). After a first line
///   `labels 1 -1` (libsvm), scores follow the number in this order;
/// - CSV with a header: a column `label` (`value` for numbers), or columns of scores named after classes, or
///   both; other columns are ignored;
/// - the table that WEKA prints for `-p 0`, or its CSV, after a line that begins with `inst#`; with
///   `-distribution` it has scores. Scores are normalised by make_distribution(); a class without a column
///   has score 0. Without labels, the class with the largest score is the label, the first of equal ones.
///   Throws LearnerError (`wrong_shape`, `nan`) for any other text.
Predictions read_predictions(std::string_view text, const Dataset& data, FileFormat format, std::size_t rows);

/// Divides the scores of one row by their sum, unless it is 1 within 1e-9. Throws LearnerError
/// (`wrong_shape`, `nan`) unless they are at least 0 and sum to 1 within 0.005, because they may be rounded.
void make_distribution(std::span<double> scores);

} // namespace unseen
