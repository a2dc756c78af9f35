// Learners that cannot take missing cells, on data that have some: each fit fills them from its training rows
// (METHODS G.2).
//
// Example:
//
//     const Dataset cancer = Dataset::make(read_table("data/breast-cancer.arff"));
//     const auto lda = make_learner(Spec("lda"), ResponseType::classes);
//     const Learner* const asked[] = {lda.get()};
//     const FilledLearners filled(asked, cancer, "auto");
//     assert(filled.learners()[0]->spec().name() == "impute");
//     assert(filled.note()->is(warnings::missing_cells_filled));
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/learn/learner.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The option that says whether missing cells are filled, for all structs of options that have it.
inline constexpr FieldInfo impute_field{
    .name = "impute",
    .help = "auto: a learner that cannot take missing cells gets them filled by the median or the most "
            "frequent category of the training rows of each fit; none: it refuses them (default: auto)",
    .choices = "auto|none",
    .commands = {"estimate", "tune", "fit", "run", "curve", "importance"}};

/// The same for a model that was trained on rows without missing cells, and predicts others.
inline constexpr FieldInfo impute_new_rows_field{
    .name = "impute",
    .help =
        "auto: missing cells of the new rows, if the model's learner cannot take them, are filled by the "
        "median or the most frequent category of its training rows; none: they are refused (default: auto)",
    .choices = "auto|none",
    .commands = {"predict"}};

/// Learners as they train on a dataset: with `auto`, those that cannot take its missing cells are replaced by
/// the same learners with the cells filled in each fit; with `none`, none is.
class FilledLearners {
public:
    /// `learners` must outlive this object. Throws InputError for another `how` than auto or none. O(cells)
    /// if a learner cannot take missing cells.
    FilledLearners(std::span<const Learner* const> learners, const Dataset& data, const std::string& how);

    /// One for each of the learners, in their order.
    std::span<const Learner* const> learners() const { return learners_; }
    /// Says which learners were replaced and which features have missing cells; none if no learner was.
    const std::optional<Warning>& note() const { return note_; }

private:
    std::vector<std::shared_ptr<const Learner>> made_;
    std::vector<const Learner*> learners_;
    std::optional<Warning> note_;
};

/// Fills the cells of new rows that the learner cannot take, by the median or the most frequent category of
/// the training rows. The learner and its fit stay as they are. Returns what it did, or nothing if there is
/// nothing to fill. Throws InputError for another `how` than auto or none. Sparse rows stay as they are.
/// O(cells) if the learner cannot take missing cells.
std::optional<Warning> fill_new_rows(Table& fresh, const Learner& learner, const Dataset& trained,
                                     const std::string& how);

} // namespace unseen
