// lda, qda: linear and quadratic discriminant analysis (Fisher 1936, Ann. Eugenics 7:179; Rao 1948, J. R.
// Stat. Soc. B 10:159).
//
// In each class the features are assumed normal; the classes of `lda` share one covariance matrix, and those
// of `qda` have one each.
//
//   lda: log P(c | x) = log prior(c) + x'S^-1 m_c - m_c'S^-1 m_c / 2 - log of the sum over c,   S = scatter
//       around the class means / (n - C)
//   qda: log P(c | x) = log prior(c) - log |S_c| / 2 - (x - m_c)'S_c^-1 (x - m_c) / 2 - ...,    S_c = scatter
//       of class c / (n_c - 1)
//
// C = classes with training rows; the others get score 0, and a single class gets score 1. Divisors are those
// of MASS and scikit-learn. Weights are counts of rows: n is their sum. Priors: shares of the training rows
// (`refit`), of all labelled rows (`full`, which is what MASS does with CV=TRUE: it knows the classes of the
// test rows), or `given`. A categorical feature is a column of 0 and 1 for each category but the first; a
// category without training rows counts as the mean of the training rows. Features constant in the training
// rows are left out.
//
// Edges: missing cells and a singular matrix are refused. Folds subtract their sums from those of all rows;
// where that would lose digits, and for fit(), the rows are decomposed (QR).
#include "base/spec_keys.hpp"
#include "learn/all_rows.hpp"
#include "learn/entry.hpp"
#include "learn/linear/fitted.hpp"
#include "learn/log_scores.hpp"
#include "learn/whole.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace unseen {

namespace {

using namespace linear;

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// The weights of the classes as shares.
std::vector<double> shares_of(std::vector<double> weights)
{
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w /= all;
    return weights;
}

class DiscriminantModel final : public Model {
public:
    /// `factors`: one, or one for each class that has rows. `priors`: of all classes.
    DiscriminantModel(std::shared_ptr<const Design> design, const Labels& classes, const Summary& summary,
                      const std::vector<Factor>& factors, const std::vector<double>& priors, bool separate)
        : design_(std::move(design)),
          viewer_(*design_, summary),
          classes_(classes),
          used_(summary.used)
    {
        const auto k = static_cast<Index>(used_.size());
        std::vector<std::size_t> present;
        for (std::size_t c = 0; c < summary.weight.size(); ++c)
            if (summary.weight[c] > 0.0) present.push_back(c);
        constants_.assign(classes_.size(), minus_infinity);
        log_priors_ = constants_;
        const auto mean_of = [&](std::size_t c) {
            Eigen::VectorXd mean(k);
            for (Index j = 0; j < k; ++j)
                mean(j) = summary.mean(used_[static_cast<std::size_t>(j)], static_cast<Index>(c));
            return mean;
        };
        if (!separate) linear_ = Eigen::MatrixXd::Zero(static_cast<Index>(classes_.size()), k);
        for (std::size_t i = 0; i < present.size(); ++i) {
            const auto c = present[i];
            constants_[c] = log_priors_[c] = std::log(priors[c]);
            if (present.size() == 1) break;
            const Eigen::VectorXd mean = mean_of(c);
            if (!separate) {
                const double divisor = positive(summary.total() - static_cast<double>(present.size()));
                const auto upper = factors.front().upper.triangularView<Eigen::Upper>();
                const Eigen::VectorXd half = upper.transpose().solve(mean);
                linear_.row(static_cast<Index>(c)) = (divisor * upper.solve(half)).transpose();
                constants_[c] -= 0.5 * divisor * half.squaredNorm();
                continue;
            }
            const double divisor = positive(summary.weight[c] - 1.0);
            Quadratic own{.class_code = c, .mean = mean, .whitening = Eigen::MatrixXd::Identity(k, k)};
            factors[i].upper.transpose().triangularView<Eigen::Lower>().solveInPlace(own.whitening);
            own.whitening *= std::sqrt(divisor);
            constants_[c] += own.whitening.diagonal().array().abs().log().sum();
            quadratic_.push_back(std::move(own));
        }
        // Priors, means and covariances.
        const auto classes_seen = static_cast<double>(present.size());
        const auto columns = static_cast<double>(k);
        parameters_ = classes_seen - 1.0 + classes_seen * columns +
                      (separate ? classes_seen : 1.0) * columns * (columns + 1.0) / 2.0;
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        const auto encoded = design_->rows(data, rows);
        std::vector<Row> places(rows.size());
        std::iota(places.begin(), places.end(), Row{0});
        return predict(encoded, places);
    }
    Predictions predict(const Design::Rows& encoded, std::span<const Row> rows) const
    {
        Predictions result;
        result.complexity = {{"parameters", parameters_}};
        result.scores = log_densities(encoded, rows);
        result.label.reserve(rows.size());
        const std::size_t classes = classes_.size();
        for (std::size_t i = 0; i < rows.size(); ++i)
            result.label.push_back(
                normalise(std::span(result.scores).subspan(i * classes, classes), log_priors_));
        return result;
    }

    /// The logarithms of the densities with their priors, less what all classes have in common.
    std::vector<double> decisions(const Dataset& data, std::span<const Row> rows) const override
    {
        std::vector<Row> places(rows.size());
        std::iota(places.begin(), places.end(), Row{0});
        return of_two_or_more(log_densities(design_->rows(data, rows), places));
    }

    /// For lda, the linear functions whose largest value names the class, in the units of the features.
    std::string text() const override
    {
        std::string lines;
        if (linear_.size() == 0) return lines;
        const auto own = in_units();
        for (std::size_t c = 0; c < classes_.size(); ++c) {
            if (constants_[c] == minus_infinity) continue;
            lines += "score of " + classes_.name(c) + " =\n  " + digits(own.intercepts[c]) + "\n";
            for (const Index j : used_)
                lines += "  " + digits(own.coefficients[c * columns() + static_cast<std::size_t>(j)]) +
                         " * " + design_->name(j) + "\n";
        }
        return lines;
    }

    std::optional<LinearFunctions> linear() const override
    {
        if (linear_.size() == 0 || !design_->blocks().empty()) return std::nullopt;
        auto own = in_units();
        if (classes_.size() != 2) return own;
        for (std::size_t j = 0; j < columns(); ++j)
            own.coefficients[j] = own.coefficients[columns() + j] - own.coefficients[j];
        own.coefficients.resize(columns());
        own.intercepts = {own.intercepts[1] - own.intercepts[0]};
        return own;
    }

private:
    std::size_t columns() const { return static_cast<std::size_t>(design_->columns()); }

    /// rows x classes.
    std::vector<double> log_densities(const Design::Rows& encoded, std::span<const Row> rows) const
    {
        std::vector<double> all;
        all.reserve(rows.size() * classes_.size());
        Eigen::VectorXd scratch;
        std::vector<double> x(used_.size());
        for (const Row row : rows) {
            const double* cells = viewer_.columns(encoded, static_cast<Index>(row), scratch);
            for (std::size_t j = 0; j < x.size(); ++j) x[j] = cells[used_[j]];
            const auto begin = all.size();
            all.insert(all.end(), constants_.begin(), constants_.end());
            add_densities(x, std::span(all).subspan(begin));
        }
        return all;
    }

    std::vector<double> of_two_or_more(std::vector<double> values) const
    {
        if (classes_.size() != 2) return values;
        for (std::size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i + 1] - values[2 * i];
        values.resize(values.size() / 2);
        return values;
    }

    /// The function of each class, of the design columns in the units of the features.
    LinearFunctions in_units() const
    {
        LinearFunctions own{.coefficients = std::vector<double>(classes_.size() * columns(), 0.0),
                            .intercepts = constants_};
        for (std::size_t c = 0; c < classes_.size(); ++c)
            for (std::size_t j = 0; j < used_.size(); ++j) {
                const double b =
                    linear_(static_cast<Index>(c), static_cast<Index>(j)) / design_->scale(used_[j]);
                own.intercepts[c] -= b * design_->centre(used_[j]);
                own.coefficients[c * columns() + static_cast<std::size_t>(used_[j])] = b;
            }
        return own;
    }

    /// The normal density of one class: (x - mean) becomes standard normal by the lower triangle `whitening`.
    struct Quadratic {
        std::size_t class_code;
        Eigen::VectorXd mean;
        Eigen::MatrixXd whitening;
    };

    static double positive(double divisor)
    {
        if (divisor > 0.0) return divisor;
        throw LearnerError("discriminant analysis: the weights count too few training rows for a covariance; "
                           "weights are counts of rows");
    }

    /// Each sum has a fixed order, so a prediction does not depend on the other requested rows.
    void add_densities(const std::vector<double>& x, std::span<double> scores) const
    {
        if (linear_.size() > 0)
            for (std::size_t j = 0; j < x.size(); ++j) {
                const double* column = linear_.col(static_cast<Index>(j)).data();
                for (std::size_t c = 0; c < scores.size(); ++c) scores[c] += column[c] * x[j];
            }
        std::vector<double> standard(x.size());
        for (const auto& own : quadratic_) {
            std::fill(standard.begin(), standard.end(), 0.0);
            for (std::size_t j = 0; j < x.size(); ++j) {
                const double difference = x[j] - own.mean(static_cast<Index>(j));
                const double* column = own.whitening.col(static_cast<Index>(j)).data();
                for (std::size_t i = j; i < x.size(); ++i) standard[i] += column[i] * difference;
            }
            double squares = 0.0;
            for (const double s : standard) squares += s * s;
            scores[own.class_code] -= 0.5 * squares;
        }
    }

    std::shared_ptr<const Design> design_;
    Viewer viewer_;
    Labels classes_;
    std::vector<Index> used_;
    std::vector<double> log_priors_; ///< of classes with training rows; of others minus infinity
    std::vector<double> constants_;
    Eigen::MatrixXd linear_; ///< class x used column
    std::vector<Quadratic> quadratic_;
    double parameters_ = 0.0; ///< free ones
};

/// The priors that do not depend on the training rows; empty for `refit`.
std::vector<double> fixed_priors(const Dataset& data, const Spec& spec)
{
    const auto& kind = spec.text("prior");
    if (kind == "refit") return {};
    std::vector<double> priors(data.classes().size(), 0.0);
    if (kind == "full") {
        for (Row r = 0; r < data.labelled(); ++r)
            priors[static_cast<std::size_t>(data.class_codes()[r])] +=
                data.weights().empty() ? 1.0 : data.weights()[r];
        return shares_of(std::move(priors));
    }
    const auto& text = spec.text("priors");
    std::vector<double> given;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find('/', begin), text.size());
        const auto number = parse_number(std::string_view(text).substr(begin, end - begin));
        require(number && *number > 0.0,
                spec.name() + ": priors=" + text + ": expected numbers above 0 with / between");
        given.push_back(*number);
        begin = end + 1;
    }
    require(given.size() == data.own_classes(), spec.name() + ": priors=" + text + " gives " +
                                                    std::to_string(given.size()) + " priors; expected " +
                                                    std::to_string(data.own_classes()) +
                                                    ", one for each class in their order");
    std::copy(given.begin(), given.end(), priors.begin());
    return shares_of(std::move(priors));
}

class DiscriminantPrepared final : public Prepared {
public:
    DiscriminantPrepared(const Dataset& data, std::span<const Spec> variants, bool separate)
        : Prepared(data),
          separate_(separate),
          learner_(variants.front().name()),
          design_(std::make_shared<Design>(data, learner_)),
          rows_(design_->rows(data, all_rows(data))),
          sample_(data, *design_, rows_, {.learner = learner_, .by_classes = true, .separate = separate})
    {
        for (const auto& spec : variants) fixed_priors_.push_back(fixed_priors(data, spec));
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto summary = sample_.by_rows(task.train);
        return std::make_unique<DiscriminantModel>(model(summary, by_rows(task.train, summary), variant));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        auto summary = sample_.by_sums(task.train);
        std::vector<Factor> factors;
        for (const auto part : parts(summary)) {
            auto factor = sample_.factor(summary, part, {});
            if (!factor) {
                summary = sample_.by_rows(task.train);
                factors = by_rows(task.train, summary);
                break;
            }
            factors.push_back(std::move(*factor));
        }
        std::vector<Predictions> results;
        for (const auto variant : variants) {
            if (task.stop.stop_requested()) throw LearnerError(learner_ + ": stopped");
            results.push_back(model(summary, factors, variant).predict(rows_, task.predict));
        }
        return results;
    }

private:
    /// The scatters to factor; none if there is one class only.
    std::vector<std::size_t> parts(const Summary& summary) const
    {
        std::vector<std::size_t> present;
        for (std::size_t c = 0; c < summary.weight.size(); ++c)
            if (summary.weight[c] > 0.0) present.push_back(c);
        if (present.size() == 1) return {};
        return separate_ ? present : std::vector<std::size_t>{0};
    }
    std::vector<Factor> by_rows(const RowSet& train, const Summary& summary) const
    {
        std::vector<Factor> factors;
        for (const auto part : parts(summary)) factors.push_back(sample_.factor(train, summary, part, {}));
        return factors;
    }
    DiscriminantModel model(const Summary& summary, const std::vector<Factor>& factors,
                            std::size_t variant) const
    {
        const auto& fixed = fixed_priors_[variant];
        return {
            design_,  data().classes(), summary, factors, fixed.empty() ? shares_of(summary.weight) : fixed,
            separate_};
    }

    bool separate_;
    std::string learner_;
    std::shared_ptr<const Design> design_;
    Design::Rows rows_; ///< all rows of the dataset
    Sample sample_;
    std::vector<std::vector<double>> fixed_priors_;
};

void check_discriminant(const Spec& spec, const Dataset& data)
{
    require_whole(data, spec.name());
    fixed_priors(data, spec);
}

constexpr Traits traits_of_discriminants{
    .numbers = false, .weights = true, .missing_cells = false, .decisions = true, .version = 2};

constexpr Traits traits_of_lda = [] {
    Traits traits = traits_of_discriminants;
    traits.linear = true;
    return traits;
}();

/// Two shares given as the prior are those of two classes.
void add_classes_of_prior(const Spec& spec, Traits& traits)
{
    traits.several_classes = std::ranges::count(spec.find("priors").value_or(""), '/') != 1;
}

std::vector<SpecKey> keys_of_priors()
{
    return {
        choice_key(
            "prior", "refit",
            "shares of the classes in the training rows, in all labelled rows (as MASS's CV=TRUE), or given",
            {"refit", "full", "given"}),
        {.name = "priors",
         .fallback = "",
         .help = "with prior=given: one number for each class in their order, such as 0.2/0.8",
         .governor = "prior",
         .fallbacks = {{"given", ""}}}};
}

} // namespace

LearnerEntry lda_entry()
{
    return {
        .info = {.name = "lda",
                 .help = "linear discriminant analysis: normal features with one covariance for all classes",
                 .keys = keys_of_priors()},
        .traits = traits_of_lda,
        .prepare =
            [](const Dataset& data, std::span<const Spec> variants, const Budget&) {
                return std::make_unique<DiscriminantPrepared>(data, variants, false);
            },
        .check_data = check_discriminant,
        .traits_of = add_classes_of_prior};
}

LearnerEntry qda_entry()
{
    return {
        .info = {.name = "qda",
                 .help = "quadratic discriminant analysis: normal features with a covariance for each class",
                 .keys = keys_of_priors()},
        .traits = traits_of_discriminants,
        .prepare = [](const Dataset& data, std::span<const Spec> variants,
                      const Budget&) { return std::make_unique<DiscriminantPrepared>(data, variants, true); },
        .check_data = check_discriminant,
        .traits_of = add_classes_of_prior};
}

} // namespace unseen
