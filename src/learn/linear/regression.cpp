// linear: least squares (Legendre 1805). ridge: least squares with a penalty on the coefficients (Hoerl & Kennard 1970, Technometrics 12:55).
//
//   minimise sum_i w_i (y_i - a - b'x_i)^2 + lambda |b|^2,   lambda = 0 for `linear`
//
// The intercept is not penalised, as in scikit-learn. A categorical feature is a column of 0 and 1 for each category of the training rows;
// `linear` leaves out the first of them, which changes no prediction. A category without training rows counts as the mean of the training rows.
// Features that are constant in the training rows have coefficient 0.
//
// Edges: missing cells and a singular matrix are refused (`ridge` has none). Weights multiply the squares; rows of weight 0 are left out.
//
// Rows left out of a training set without repetitions and weights, at most as many as there are columns, are predicted from the fit to all rows
// (Allen 1974, Technometrics 16:125): with the residuals r and the block H of the hat matrix of these rows, y - (I - H)^-1 r. Other folds
// subtract their sums. Where either would lose digits, the fold is fitted by itself.
#include "base/spec_keys.hpp"
#include "learn/all_rows.hpp"
#include "learn/entry.hpp"
#include "learn/linear/fitted.hpp"
#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

namespace unseen {

namespace {

using namespace linear;

class LinearModel final : public Model {
public:
    LinearModel(std::shared_ptr<const Design> design, const Sample& sample, const Summary& summary, const Factor& factor,
                std::string response)
        : design_(std::move(design)),
          viewer_(*design_, summary),
          coefficients_(Eigen::VectorXd::Zero(design_->columns())),
          mean_(summary.mean.col(0)),
          centre_(sample.response_centre()),
          scale_(sample.response_scale()),
          response_(std::move(response))
    {
        const Eigen::VectorXd b = factor.upper.triangularView<Eigen::Upper>().solve(factor.right);
        for (std::size_t j = 0; j < summary.used.size(); ++j) coefficients_(summary.used[j]) = b(static_cast<Index>(j));
    }

    /// The scaled prediction for row i.
    double scaled(const Design::Rows& rows, Index i, Eigen::VectorXd& scratch) const
    {
        const double* x = viewer_.columns(rows, i, scratch);
        // In one order, so that a prediction does not depend on where the row lies in memory.
        double even = 0.0;
        double odd = 0.0;
        const Index p = coefficients_.size();
        for (Index j = 0; j + 1 < p; j += 2) {
            even += coefficients_(j) * (x[j] - mean_(j));
            odd += coefficients_(j + 1) * (x[j + 1] - mean_(j + 1));
        }
        if (p % 2 == 1) even += coefficients_(p - 1) * (x[p - 1] - mean_(p - 1));
        return mean_(p) + (even + odd);
    }
    double predicted(const Design::Rows& rows, Index i, Eigen::VectorXd& scratch) const
    {
        return centre_ + scale_ * scaled(rows, i, scratch);
    }
    bool unseen(const Design::Rows& rows, Index i) const { return viewer_.unseen(rows, i); }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        const auto encoded = design_->rows(data, rows);
        Predictions result;
        Eigen::VectorXd scratch;
        for (Index i = 0; i < encoded.x.cols(); ++i) result.value.push_back(predicted(encoded, i, scratch));
        return result;
    }

    /// The coefficients in the units of the features.
    std::string text() const override
    {
        double intercept = centre_ + scale_ * mean_(coefficients_.size());
        std::string lines;
        for (Index j = 0; j < coefficients_.size(); ++j) {
            const double b = scale_ * coefficients_(j) / design_->scale(j);
            intercept -= b * (design_->centre(j) + design_->scale(j) * mean_(j));
            if (b != 0.0) lines += "  " + digits(b) + " * " + design_->name(j) + "\n";
        }
        return response_ + " =\n  " + digits(intercept) + "\n" + lines;
    }

private:
    std::shared_ptr<const Design> design_;
    Viewer viewer_;
    Eigen::VectorXd coefficients_; ///< of each design column, 0 if it is not used
    Eigen::VectorXd mean_;         ///< of the training rows; the last is that of the response
    double centre_;
    double scale_;
    std::string response_;
};

class RegressionPrepared final : public Prepared {
public:
    RegressionPrepared(const Dataset& data, std::span<const Spec> variants)
        : Prepared(data),
          penalised_(variants.front().find("lambda").has_value()),
          design_(std::make_shared<Design>(data, variants.front().name())),
          rows_(design_->rows(data, all_rows(data))),
          sample_(data, *design_, rows_, {.learner = variants.front().name(), .first_of_category = penalised_})
    {
        for (const auto& spec : variants) {
            std::vector<double> penalty;
            if (penalised_)
                for (Index j = 0; j < design_->columns(); ++j)
                    penalty.push_back(spec.real("lambda") / (design_->scale(j) * design_->scale(j)));
            penalties_.push_back(std::move(penalty));
        }
        if (!data.weights().empty()) return;
        const auto summary = sample_.by_sums(RowSet::all(data.labelled()));
        for (const auto& penalty : penalties_) {
            const auto factor = sample_.factor(summary, 0, penalty);
            wholes_.push_back(factor ? std::make_unique<Whole>(summary, *factor, model(summary, *factor)) : nullptr);
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return std::make_unique<LinearModel>(by_rows(task.train, variant));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::optional<Summary> summary; // one for all variants
        std::vector<Predictions> results;
        for (const auto variant : variants) {
            if (task.stop.stop_requested()) throw LearnerError("stopped");
            const auto held_out = left_out(task.train, variant);
            std::optional<LinearModel> fitted;
            Predictions result;
            Eigen::VectorXd scratch;
            for (const Row row : task.predict) {
                if (const auto at = place(task.train, row); at && held_out) {
                    result.value.push_back((*held_out)[*at]);
                    continue;
                }
                if (!fitted) {
                    if (!summary) summary = sample_.by_sums(task.train);
                    const auto factor = sample_.factor(*summary, 0, penalties_[variant]);
                    fitted = factor ? model(*summary, *factor) : by_rows(task.train, variant);
                }
                result.value.push_back(fitted->predicted(rows_, static_cast<Index>(row), scratch));
            }
            results.push_back(std::move(result));
        }
        return results;
    }

private:
    /// The fit to all labelled rows.
    struct Whole {
        Whole(Summary s, Factor f, LinearModel m) : summary(std::move(s)), factor(std::move(f)), model(std::move(m)) {}
        Summary summary;
        Factor factor;
        LinearModel model;
        mutable std::once_flag once{};
        mutable Eigen::VectorXd diagonal{}; ///< of the hat matrix; made when it is first needed
    };
    /// What must be left of a pivot of I - H.
    static constexpr double least_rest = 1e-4;

    LinearModel model(const Summary& summary, const Factor& factor) const
    {
        return {design_, sample_, summary, factor, data().response_name()};
    }
    LinearModel by_rows(const RowSet& train, std::size_t variant) const
    {
        const auto summary = sample_.by_rows(train);
        return model(summary, sample_.factor(train, summary, 0, penalties_[variant]));
    }

    /// The place of a row among those left out.
    static std::optional<std::size_t> place(const RowSet& train, Row row)
    {
        if (!train.is_complement()) return std::nullopt;
        const auto found = std::ranges::lower_bound(train.left_out(), row);
        if (found == train.left_out().end() || *found != row) return std::nullopt;
        return static_cast<std::size_t>(found - train.left_out().begin());
    }

    /// Predictions for the rows left out, from the fit to all rows. Depends on the training rows alone, not on the rows asked for.
    std::optional<std::vector<double>> left_out(const RowSet& train, std::size_t variant) const
    {
        if (wholes_.empty() || wholes_[variant] == nullptr || !train.is_complement()) return std::nullopt;
        const auto rows = train.left_out();
        const auto& whole = *wholes_[variant];
        const auto k = static_cast<Index>(whole.summary.used.size());
        const auto m = static_cast<Index>(rows.size());
        if (m == 0 || m > k || sample_.loses_a_category(rows)) return std::nullopt;
        Eigen::VectorXd residual(m);
        Eigen::VectorXd scratch;
        for (Index i = 0; i < m; ++i) {
            const Row row = rows[static_cast<std::size_t>(i)];
            residual(i) = sample_.response(row) - whole.model.scaled(rows_, static_cast<Index>(row), scratch);
        }
        if (m == 1) {
            const double rest = 1.0 - leverage(whole)(static_cast<Index>(rows[0]));
            if (!(rest >= least_rest)) return std::nullopt;
            return std::vector<double>{unscaled(sample_.response(rows[0]) - residual(0) / rest)};
        }
        const auto u = standardised(whole, rows);
        Eigen::MatrixXd rest = Eigen::MatrixXd::Identity(m, m);
        rest.selfadjointView<Eigen::Lower>().rankUpdate(u.transpose(), -1.0);
        rest.array() -= 1.0 / whole.summary.total();
        const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(rest); // in place
        if (cholesky.info() != Eigen::Success) return std::nullopt;
        for (Index i = 0; i < m; ++i)
            if (!(rest(i, i) * rest(i, i) >= least_rest)) return std::nullopt;
        cholesky.solveInPlace(residual);
        std::vector<double> predicted;
        for (Index i = 0; i < m; ++i)
            predicted.push_back(unscaled(sample_.response(rows[static_cast<std::size_t>(i)]) - residual(i)));
        return predicted;
    }

    double unscaled(double response) const { return sample_.response_centre() + sample_.response_scale() * response; }

    /// The rows, one a column, turned so that products of two columns are elements of the hat matrix, less 1 / n.
    Eigen::MatrixXd standardised(const Whole& whole, std::span<const Row> rows) const
    {
        const auto& used = whole.summary.used;
        Eigen::MatrixXd u(static_cast<Index>(used.size()), static_cast<Index>(rows.size()));
        for (Index i = 0; i < u.cols(); ++i)
            for (Index j = 0; j < u.rows(); ++j) {
                const auto column = used[static_cast<std::size_t>(j)];
                u(j, i) = rows_.x(column, static_cast<Index>(rows[static_cast<std::size_t>(i)])) - whole.summary.mean(column, 0);
            }
        whole.factor.upper.transpose().triangularView<Eigen::Lower>().solveInPlace(u);
        return u;
    }

    /// The diagonal of the hat matrix, for leave-one-out: all rows together take a fraction of one by one.
    const Eigen::VectorXd& leverage(const Whole& whole) const
    {
        std::call_once(whole.once, [&] {
            constexpr std::size_t together = 256;
            const auto rows = all_rows(data());
            whole.diagonal.resize(static_cast<Index>(data().labelled()));
            for (std::size_t begin = 0; begin < data().labelled(); begin += together) {
                const auto some = std::span(rows).subspan(begin, std::min(together, data().labelled() - begin));
                whole.diagonal.segment(static_cast<Index>(begin), static_cast<Index>(some.size())) =
                    standardised(whole, some).colwise().squaredNorm().array() + 1.0 / whole.summary.total();
            }
        });
        return whole.diagonal;
    }

    bool penalised_;
    std::shared_ptr<const Design> design_;
    Design::Rows rows_; ///< all rows of the dataset
    Sample sample_;
    std::vector<std::vector<double>> penalties_;
    std::vector<std::unique_ptr<const Whole>> wholes_; ///< null where a factor from sums would lose digits
};

constexpr Traits traits_of_regression{.classes = false, .numbers = true, .scores = false, .weights = true, .version = 2};

std::unique_ptr<const Prepared> prepare_regression(const Dataset& data, std::span<const Spec> variants, const Budget&)
{
    return std::make_unique<RegressionPrepared>(data, variants);
}

} // namespace

LearnerEntry linear_entry()
{
    return {.info = {.name = "linear", .help = "least squares regression"},
            .traits = traits_of_regression,
            .prepare = prepare_regression,
            .check_data = [](const Spec& spec, const Dataset& data) { require_whole(data, spec.name()); }};
}

LearnerEntry ridge_entry()
{
    return {.info = {.name = "ridge",
                     .help = "least squares regression with a penalty on the squared coefficients",
                     .keys = {open_real_key("lambda", "1", "the penalty, above 0; features are not scaled: see scale(SPEC)", 0,
                                            1e300)}},
            .traits = traits_of_regression,
            .prepare = prepare_regression,
            .check_data = [](const Spec& spec, const Dataset& data) { require_whole(data, spec.name()); }};
}

} // namespace unseen
