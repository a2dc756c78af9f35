// Learners whose models see the cells of some features permuted among the rows: how much worse they predict
// is the importance of these features (METHODS F.8).
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const std::vector<std::string> asked = {"Petal.Length + Petal.Width"};
//     const auto petals = permuted_features(iris, asked);
//     assert(petals.size() == 1 && (petals[0].places == std::vector<std::size_t>{2, 3}));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const auto permuted = permuted_learner(*tree, petals[0].places, 1);
//     assert(permuted->spec().print().ends_with("):features=3|4,draw=1"));
#pragma once

#include "unseen/learn/learner.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A feature whose cells are permuted, or several that are permuted together.
struct PermutedFeatures {
    std::string name;                  ///< `glucose`, or `glucose + insulin`
    std::vector<std::size_t> places{}; ///< among the features of the dataset

    friend bool operator==(const PermutedFeatures&, const PermutedFeatures&) = default;
};

/// The features that were asked for. Each text names one, or several with + between them; without texts
/// each feature of the dataset stands alone. Throws InputError for an unknown name, one that is there twice,
/// and a dataset without features.
std::vector<PermutedFeatures> permuted_features(const Dataset& data, std::span<const std::string> asked);

/// A learner that makes the models that `base` makes in a run of this seed. They see the cells of the
/// features at `places` of another row, which is drawn from the rows of its table as often as its weight
/// says, and is not of its group; those of several features come from one row. The draws depend on the seed,
/// the first of `places` and the training rows, and not on the rows that are predicted. Without places they
/// see the cells as they are. All learners of one base share its fits; it must outlive them.
std::unique_ptr<Learner> permuted_learner(const Learner& base, const std::vector<std::size_t>& places,
                                          std::uint64_t seed);

} // namespace unseen
