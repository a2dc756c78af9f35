// Measures of class probabilities (METHODS D.4; gamma by I.12).
#include "base/spec_keys.hpp"
#include "measure/class_weights.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// Probabilities below this are raised to it before the logarithm, as scikit-learn does: 2^-52.
constexpr double smallest_probability = 0x1p-52;

double log_loss_of(double probability)
{
    return -std::log(std::clamp(probability, smallest_probability, 1.0 - smallest_probability));
}

/// The rows whose true class has a probability of 0.
std::vector<std::uint32_t> impossible_rows(const PredictionView& view)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < view.size(); ++i)
        if (view.score(i, view.true_label[i]) < smallest_probability) rows.push_back(i);
    return rows;
}

/// For two classes (p - y)^2, where p is the score of the positive class; for more the sum over classes.
struct BrierOfRow {
    double operator()(const PredictionView& view, std::size_t n_classes, std::size_t i, std::size_t c) const
    {
        if (n_classes == 2) {
            constexpr double truth[2] = {0.0, 1.0}; // a look-up, because a branch could not be predicted
            const double d =
                view.score(i, view.positive) - truth[static_cast<std::size_t>(c == view.positive)];
            return d * d;
        }
        double sum = 0.0;
        for (std::size_t k = 0; k < n_classes; ++k) {
            const double d = view.score(i, k) - static_cast<double>(k == c);
            sum += d * d;
        }
        return sum;
    }
};

/// The mean of loss(view, classes, i, c) over all pairs of a class c and a row i, with classes weighted by
/// their shares. O(rows x classes).
template <class Loss>
double mean_over_pairs(const PredictionView& view, Loss loss)
{
    const auto shares = class_shares(view, view.true_label);
    ExactSum sum;
    ExactSum all;
    for (std::size_t i = 0; i < view.size(); ++i) {
        all.add(view.weight_of(i));
        for (std::size_t c = 0; c < shares.size(); ++c)
            if (shares[c] > 0.0)
                sum.add_product(shares[c] * loss(view, shares.size(), i, c), view.weight_of(i));
    }
    return sum.value() / all.value();
}

/// `loss` is the loss of a row if its true class were c.
template <class Loss>
Measure score_loss(const Spec& spec, double highest, Loss loss, bool proportion = false)
{
    return {.spec = spec,
            .highest = highest,
            .needs_scores = true,
            .needs_probabilities = true,
            .kind = RowMean{.values =
                                [loss](const PredictionView& view, std::span<double> values) {
                                    const auto n_classes = view.classes->size();
                                    for (std::size_t i = 0; i < values.size(); ++i)
                                        values[i] = loss(view, n_classes, i, view.true_label[i]);
                                },
                            .proportion = proportion,
                            .no_information =
                                [loss](const PredictionView& view) { return mean_over_pairs(view, loss); }}};
}

void brier_of_rows(const PredictionView& view, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = BrierOfRow{}(view, view.classes->size(), i, view.true_label[i]);
}

/// The Brier score of each row if all rows had the classes' shares as their scores: sum s_k^2 - 2 s_c + 1 for
/// the class c of the row, half of it for two classes.
void brier_of_shares(const PredictionView& view, std::span<double> values)
{
    const auto shares = class_shares(view, view.true_label);
    double squares = 0.0;
    for (const double share : shares) squares += share * share;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double own = shares[view.true_label[i]];
        values[i] = shares.size() == 2 ? (1.0 - own) * (1.0 - own) : squares - 2.0 * own + 1.0;
    }
}

Value explained_brier(const PredictionView& view)
{
    std::vector<double> losses(view.size()), of_shares(view.size());
    brier_of_rows(view, losses);
    brier_of_shares(view, of_shares);
    ExactSum loss, constant;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        loss.add_product(view.weight_of(i), losses[i]);
        constant.add_product(view.weight_of(i), of_shares[i]);
    }
    return constant.value() > 0.0 ? Value(1.0 - loss.value() / constant.value())
                                  : Value::none(reasons::one_class);
}

Measure scaled_brier(const Spec& spec)
{
    return {.spec = spec,
            .direction = Direction::higher_is_better,
            .lowest = -std::numeric_limits<double>::infinity(),
            .highest = 1.0,
            .needs_scores = true,
            .needs_probabilities = true,
            .of_whole_repeats = true,
            .kind = OfRows{.value = explained_brier,
                           .more = ExplainedShare{.losses = brier_of_rows, .of_constant = brier_of_shares}}};
}

/// 1 if the true class is among the k classes with the largest scores, else 0. Of equal scores the later
/// class counts as larger, as in scikit-learn.
double among_best(const PredictionView& view, std::size_t n_classes, std::size_t i, std::size_t c,
                  std::size_t k)
{
    const double own = view.score(i, c);
    std::size_t before = 0;
    for (std::size_t j = 0; j < n_classes; ++j) {
        const double score = view.score(i, j);
        if (score > own || (score == own && j > c)) ++before;
    }
    return before < k ? 1.0 : 0.0;
}

Measure top_k(const Spec& spec)
{
    const auto k = static_cast<std::size_t>(spec.integer("k"));
    const auto found = [k](const PredictionView& view, std::size_t n_classes, std::size_t i, std::size_t c) {
        return among_best(view, n_classes, i, c, k);
    };
    auto measure = score_loss(spec, 1.0, found, true);
    measure.class_count = ClassCount::several;
    measure.direction = Direction::higher_is_better;
    measure.needs_probabilities = false;
    return measure;
}

} // namespace

std::vector<MeasureEntry> probability_measures()
{
    return {
        {.info = {.name = "log_loss",
                  .help = "mean of -ln(score of the true class); scores are raised to at least 2^-52",
                  .aliases = {"neg_log_loss", "mn_log_loss", "logLoss"}},
         .make =
             [](const Spec& spec) {
                 auto measure = score_loss(spec, -std::log(smallest_probability),
                                           [](const PredictionView& view, std::size_t, std::size_t i,
                                              std::size_t c) { return log_loss_of(view.score(i, c)); });
                 std::get<RowMean>(measure.kind).cut_off = true;
                 measure.clipped = {.find = impossible_rows,
                                    .one = "a probability of 0 for its true class, which is raised to 2^-52",
                                    .many =
                                        "a probability of 0 for their true class, which is raised to 2^-52"};
                 return measure;
             },
         .main = true},
        {.info =
             {.name = "brier",
              .help =
                  "mean squared difference of score and truth; for more than two classes summed over classes",
              .aliases = {"brier_score_loss", "neg_brier_score"}},
         .make =
             [](const Spec& spec) {
                 auto measure = score_loss(spec, 2.0, BrierOfRow{});
                 measure.highest_of_two = 1.0;
                 return measure;
             },
         .main = true},
        {.info = {.name = "scaled_brier",
                  .help = "1 - brier / brier of the classes' shares: the share of it that is explained",
                  .aliases = {"brier_skill_score", "ipa"}},
         .make = scaled_brier},
        {.info = {.name = "top_k",
                  .help = "share of rows whose class is among the k with the largest scores",
                  .keys = {integer_key("k", "2", "number of classes", 1, 1e6)},
                  .aliases = {"top_k_accuracy", "top_k_accuracy_score"}},
         .make = top_k},
    };
}

} // namespace unseen
