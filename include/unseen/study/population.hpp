// Populations, from which samples are drawn, with fresh rows on which the true error of a model can be
// measured (METHODS F.3).
//
// Example:
//
//     const Population source = make_population(Spec::parse("gaussian:distance=2"));
//     assert(std::abs(source.least.front().second - 0.15865525393145705) <
//            1e-12);                                    // the Bayes error, P(Z > 1)
//     const Drawn drawn = source.draw(1, 0, 100, 1000); // seed 1, repetition 0
//     assert(drawn.sample.rows() == 100 && drawn.fresh.rows() == 1000);
//     assert(sample_of(source, drawn.sample).labelled() == 100);
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// A sample and rows outside it, as tables with the same columns, the response last.
struct Drawn {
    Table sample;
    Table fresh;
};

/// A source of samples. A value; `draw` may be called from many threads.
struct Population {
    std::string name; ///< the source with every default, or the name of the file
    ResponseType response = ResponseType::classes;
    std::size_t features = 0;
    std::size_t classes = 0;         ///< 0 for numbers
    std::optional<Row> rows{};       ///< of finite populations
    std::optional<Digest> digest{};  ///< of their data
    bool ordered_classes = false;    ///< the order of the classes has a meaning
    std::string positive{};          ///< the positive of two classes; empty: decided by their names
    std::vector<Warning> warnings{}; ///< about the data that the rows come from
    /// The figures of the best possible predictor, if they are known, each with its measure.
    std::vector<std::pair<std::string, double>> least{};
    /// Draws a sample of `rows` rows and up to `fresh` further ones. Equal seeds and repetitions have nested
    /// samples: a smaller one is the beginning of a larger one. O(rows + fresh), and O(population) for a
    /// finite one.
    std::function<Drawn(std::uint64_t seed, std::uint64_t repetition, std::uint64_t rows,
                        std::uint64_t fresh)>
        draw{};
};

/// The known sources, from the table in src/study/population.cpp.
std::span<const SpecInfo> population_infos();

/// The source that `spec` names. Throws InputError for an unknown name or key.
Population make_population(const Spec& spec);

/// The labelled rows of a dataset as a population: a sample has distinct rows, drawn at random, and the fresh
/// rows are others. The population keeps the dataset. Throws InputError if the rows have weights, groups,
/// several targets or are a series, because samples would not preserve these. O(1).
Population make_population(const Dataset& data, std::string name);

/// A drawn table as a dataset, possibly with a table of test rows.
Dataset sample_of(const Population& population, const Table& sample, const Table* fresh = nullptr);

} // namespace unseen
