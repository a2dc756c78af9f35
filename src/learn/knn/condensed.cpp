// condensed-knn: the nearest of a few kept training rows (Hart 1968, IEEE Trans. Inf. Theory 14:515).
//
// The first row is kept; a row whose nearest kept row (Euclid's distance; ties: the one that was kept first)
// has another class is kept too, pass after pass, until a pass keeps none. Rows are visited in an order that
// depends on the content of each row alone, so that the order of the rows in a data set has no effect, and
// without a row that is not kept the same rows are kept in the same order. Trained on the kept rows alone, it
// keeps all of them: a bound by sample compression applies (METHODS C.8), with scale=none.
#include "learn/knn/condensed.hpp"

#include "learn/library/encoded.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

namespace unseen {

namespace knn {

std::vector<std::size_t> condensed(std::size_t rows, const std::function<std::size_t(std::size_t)>& class_of,
                                   const std::function<double(std::size_t, std::size_t)>& distance,
                                   const std::stop_token& stop)
{
    struct Nearest {
        double distance = std::numeric_limits<double>::infinity();
        std::size_t row = 0;
        std::size_t seen = 0; ///< kept rows that were compared
    };
    std::vector<std::size_t> kept;
    std::vector<char> is_kept(rows, 0);
    std::vector<Nearest> nearest(rows);
    for (bool again = rows > 0; again;) {
        again = false;
        for (std::size_t i = 0; i < rows; ++i) {
            if (is_kept[i] != 0) continue;
            if (stop.stop_requested()) throw LearnerError("condensed-knn: stopped");
            auto& own = nearest[i];
            for (; own.seen < kept.size(); ++own.seen) {
                const double d = distance(i, kept[own.seen]);
                if (d < own.distance) own = {d, kept[own.seen], own.seen};
            }
            if (!kept.empty() && class_of(own.row) == class_of(i)) continue;
            kept.push_back(i);
            is_kept[i] = 1;
            again = true;
        }
    }
    return kept;
}

} // namespace knn

namespace {

double squared_distance(const EncodedRow& a, const EncodedRow& b)
{
    double sum = 0.0;
    if (a.places.empty() && b.places.empty()) {
        for (std::size_t c = 0; c < a.values.size(); ++c)
            sum += (a.values[c] - b.values[c]) * (a.values[c] - b.values[c]);
        return sum;
    }
    const auto place = [](const EncodedRow& row, std::size_t i) {
        return i < row.places.size() ? row.places[i] : ~std::uint32_t{0};
    };
    for (std::size_t i = 0, j = 0; i < a.places.size() || j < b.places.size();) {
        const auto at = std::min(place(a, i), place(b, j));
        const double of_a = place(a, i) == at ? a.values[i++] : 0.0;
        const double of_b = place(b, j) == at ? b.values[j++] : 0.0;
        sum += (of_a - of_b) * (of_a - of_b);
    }
    return sum;
}

/// A number made of the class and the cells of a row other than zeros.
Digest mark_of(const EncodedRow& x, double y)
{
    std::vector<double> content{y};
    x.for_each([&](std::size_t c, double value) {
        if (value != 0.0) content.insert(content.end(), {static_cast<double>(c), value});
    });
    return Hasher().add(std::span<const double>(content)).finish();
}

EncodedModel train_condensed(const Spec&, const EncodedProblem& given)
{
    std::vector<Digest> marks;
    for (std::size_t i = 0; i < given.x.size(); ++i) marks.push_back(mark_of(given.x[i], given.y[i]));
    std::vector<std::size_t> order(given.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return marks[i]; });

    const auto kept = knn::condensed(
        order.size(), [&](std::size_t i) { return static_cast<std::size_t>(given.y[order[i]]); },
        [&](std::size_t i, std::size_t j) { return squared_distance(given.x[order[i]], given.x[order[j]]); },
        given.stop);

    /// Owns the cells of the kept rows, whose scaled form lives no longer than training.
    struct Stored {
        std::vector<double> values;
        std::vector<std::uint32_t> places;
        std::size_t of_class = 0;
        EncodedRow row() const { return {values, places}; }
    };
    auto stored = std::make_shared<std::vector<Stored>>();
    EncodedModel model;
    for (const auto i : kept) {
        const auto& x = given.x[order[i]];
        stored->push_back({{x.values.begin(), x.values.end()},
                           {x.places.begin(), x.places.end()},
                           static_cast<std::size_t>(given.y[order[i]])});
        model.kept.push_back(order[i]);
    }
    model.predict = row_by_row([stored](const EncodedRow& x, std::span<double> out) {
        double least = std::numeric_limits<double>::infinity();
        std::size_t nearest = stored->front().of_class;
        for (const auto& row : *stored)
            if (const double d = squared_distance(x, row.row()); d < least) {
                least = d;
                nearest = row.of_class;
            }
        out[nearest] = 1.0;
    });
    model.complexity = {{"stored_rows", static_cast<double>(kept.size())}};
    return model;
}

} // namespace

LearnerEntry condensed_knn_entry()
{
    return {.info = {.name = "condensed-knn",
                     .help = "the nearest of the training rows that Hart's rule keeps",
                     .keys = {scale_key()}},
            .traits = {.numbers = false, .missing_cells = false},
            .prepare = [](const Dataset& data, std::span<const Spec> variants,
                          const Budget&) { return prepare_encoded(data, variants, train_condensed); },
            .check_data = check_encoded,
            .sparse_keys = scales_that_keep_zeros()};
}

} // namespace unseen
