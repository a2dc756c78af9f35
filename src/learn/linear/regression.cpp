// linear: least squares (Legendre 1805). ridge: least squares with a penalty on the coefficients (Hoerl &
// Kennard 1970, Technometrics 12:55).
//
//   minimise sum_i w_i (y_i - a - b'x_i)^2 + lambda |b|^2,   lambda = 0 for `linear`
//
// The intercept is not penalised, as in scikit-learn. A categorical feature is a column of 0 and 1 for each
// category of the training rows; `linear` leaves out the first of them, which changes no prediction. A
// category without training rows counts as the mean of the training rows. Features that are constant in the
// training rows have coefficient 0.
//
// Edges: missing cells and a singular matrix are refused (`ridge` has none). Weights multiply the squares;
// rows of weight 0 are left out.
//
// Rows left out of a training set without repetitions and weights, at most as many as there are columns, are
// predicted from the fit to all rows (Allen 1974, Technometrics 16:125): with the residuals r and the block H
// of the hat matrix of these rows, y - (I - H)^-1 r. Other folds subtract their sums. If either would lose
// digits, the fold is fitted separately.
#include "base/number_pair.hpp"
#include "base/spec_keys.hpp"
#include "learn/all_rows.hpp"
#include "learn/entry.hpp"
#include "learn/linear/fitted.hpp"
#include "learn/whole.hpp"

#include "unseen/base/error.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

namespace unseen {

namespace {

using namespace linear;

/// One running sum.
class OneSum {
public:
    static constexpr std::size_t width = 1;
    void add(double factor, const double* x) { sum_ += factor * *x; }
    std::array<double, width> values() const { return {sum_}; }

private:
    double sum_ = 0.0;
};

/// The sums of coefficient times (column - mean) over the columns of a row, for some models; b holds the
/// coefficients of a column together. The order of the sum is fixed, so a prediction does not depend on where
/// the row is in memory, nor on the other models.
template <class Sums>
std::array<double, Sums::width> sums_of_products(const double* x, const double* mean, const double* b,
                                                 Index columns)
{
    Sums even;
    Sums odd;
    const auto add = [&](Sums& sums, Index j) {
        sums.add(x[j] - mean[j], b + j * static_cast<Index>(Sums::width));
    };
    for (Index j = 0; j + 1 < columns; j += 2) {
        add(even, j);
        add(odd, j + 1);
    }
    if (columns % 2 == 1) add(even, columns - 1);
    auto result = even.values();
    for (std::size_t m = 0; m < Sums::width; ++m) result[m] += odd.values()[m];
    return result;
}

class LinearModel final : public Model {
public:
    LinearModel(std::shared_ptr<const Design> design, const Sample& sample, const Summary& summary,
                const Factor& factor, std::string response)
        : design_(std::move(design)),
          viewer_(*design_, summary),
          coefficients_(Eigen::VectorXd::Zero(design_->columns())),
          mean_(summary.mean.col(0)),
          centre_(sample.response_centre()),
          scale_(sample.response_scale()),
          response_(std::move(response))
    {
        const Eigen::VectorXd b = factor.upper.triangularView<Eigen::Upper>().solve(factor.right);
        for (std::size_t j = 0; j < summary.used.size(); ++j)
            coefficients_(summary.used[j]) = b(static_cast<Index>(j));
    }

    /// The scaled prediction for row i.
    double scaled(const Design::Rows& rows, Index i, Eigen::VectorXd& scratch) const
    {
        const double* x = viewer_.columns(rows, i, scratch);
        const Index p = coefficients_.size();
        return mean_(p) + sums_of_products<OneSum>(x, mean_.data(), coefficients_.data(), p).front();
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

    std::string text() const override
    {
        const auto own = in_units();
        std::string lines;
        for (Index j = 0; j < coefficients_.size(); ++j)
            if (const double b = own.coefficients[static_cast<std::size_t>(j)]; b != 0.0)
                lines += "  " + digits(b) + " * " + design_->name(j) + "\n";
        return response_ + " =\n  " + digits(own.intercepts.front()) + "\n" + lines;
    }

    std::optional<LinearFunctions> linear() const override
    {
        return design_->blocks().empty() ? std::optional(in_units()) : std::nullopt;
    }

private:
    friend class Models;

    /// The function of the design columns, in the units of the features.
    LinearFunctions in_units() const
    {
        LinearFunctions own{.coefficients = {},
                            .intercepts = {centre_ + scale_ * mean_(coefficients_.size())}};
        for (Index j = 0; j < coefficients_.size(); ++j) {
            const double b = scale_ * coefficients_(j) / design_->scale(j);
            own.intercepts.front() -= b * (design_->centre(j) + design_->scale(j) * mean_(j));
            own.coefficients.push_back(b);
        }
        return own;
    }

    std::shared_ptr<const Design> design_;
    Viewer viewer_;
    Eigen::VectorXd coefficients_; ///< of each design column, 0 if it is not used
    Eigen::VectorXd mean_;         ///< of the training rows; the last is that of the response
    double centre_;
    double scale_;
    std::string response_;
};

/// Models of one training set. Models from one summary differ only in their coefficients; up to eight of them
/// walk along the columns of a row together.
class Models {
public:
    /// A model that writes its predictions to `place`; `shared`: it has the same summary as all other shared
    /// models.
    void add(std::size_t place, LinearModel model, bool shared)
    {
        if (!shared) {
            alone_.emplace_back(place, std::move(model));
            return;
        }
        const std::size_t lane = shared_.size() % width;
        const auto columns = static_cast<std::size_t>(model.coefficients_.size());
        if (lane == 0) blocks_.emplace_back(columns * width, 0.0);
        for (std::size_t j = 0; j < columns; ++j)
            blocks_.back()[j * width + lane] = model.coefficients_(static_cast<Index>(j));
        shared_.push_back(place);
        if (!first_) first_.emplace(std::move(model));
    }

    /// Writes the predictions of row i, each equal to that of its model alone.
    void predict(const Design::Rows& rows, Index i, std::span<double> predicted)
    {
        for (const auto& [place, model] : alone_) predicted[place] = model.predicted(rows, i, scratch_);
        if (!first_) return;
        const Index p = first_->coefficients_.size();
        const double* x = first_->viewer_.columns(rows, i, scratch_);
        std::array<double, width> sums{};
        for (std::size_t m = 0; m < shared_.size(); ++m) {
            if (m % width == 0)
                sums = sums_of_products<EightSums>(x, first_->mean_.data(), blocks_[m / width].data(), p);
            predicted[shared_[m]] = first_->centre_ + first_->scale_ * (first_->mean_(p) + sums[m % width]);
        }
    }

private:
    static constexpr std::size_t width = EightSums::width;

    std::vector<std::size_t> shared_; ///< places
    std::optional<LinearModel> first_;
    std::vector<std::vector<double>>
        blocks_; ///< the coefficients of eight shared models, those of a column together
    std::vector<std::pair<std::size_t, LinearModel>> alone_;
    Eigen::VectorXd scratch_;
};

class RegressionPrepared final : public Prepared {
public:
    RegressionPrepared(const Dataset& data, std::span<const Spec> variants)
        : Prepared(data),
          penalised_(variants.front().find("lambda").has_value()),
          design_(std::make_shared<Design>(data, variants.front().name())),
          rows_(design_->rows(data, all_rows(data))),
          sample_(data, *design_, rows_,
                  {.learner = variants.front().name(), .first_of_category = penalised_})
    {
        for (const auto& spec : variants) {
            std::vector<double> penalty;
            if (penalised_)
                for (Index j = 0; j < design_->columns(); ++j)
                    penalty.push_back(spec.real("lambda") / (design_->scale(j) * design_->scale(j)));
            told_.push_back(of_units(spec, penalty));
            penalties_.push_back(std::move(penalty));
        }
        if (!data.weights().empty()) return;
        const auto summary = sample_.by_sums(RowSet::all(data.labelled()));
        for (const auto& penalty : penalties_) {
            const auto factor = sample_.factor(summary, 0, penalty);
            wholes_.push_back(factor ? std::make_unique<Whole>(summary, *factor, model(summary, *factor))
                                     : nullptr);
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return std::make_unique<LinearModel>(by_rows(task.train, variant));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        const bool all_left_out =
            std::ranges::all_of(task.predict, [&](Row row) { return place(task.train, row).has_value(); });
        std::vector<std::optional<std::vector<double>>> held_out;
        std::optional<Summary> summary; // one for all variants
        Models models;
        for (std::size_t v = 0; v < variants.size(); ++v) {
            if (task.stop.stop_requested()) throw LearnerError("stopped");
            held_out.push_back(left_out(task.train, variants[v]));
            if (held_out.back() && all_left_out) continue;
            if (!summary) summary = sample_.by_sums(task.train);
            const auto factor = sample_.factor(*summary, 0, penalties_[variants[v]]);
            models.add(v, factor ? model(*summary, *factor) : by_rows(task.train, variants[v]),
                       factor.has_value());
        }
        std::vector<double> predicted(variants.size());
        std::vector<Predictions> results(variants.size());
        for (std::size_t v = 0; v < variants.size(); ++v)
            if (const auto& told = told_[variants[v]]) results[v].warnings.push_back(*told);
        for (const Row row : task.predict) {
            const auto at = place(task.train, row);
            models.predict(rows_, static_cast<Index>(row), predicted);
            for (std::size_t v = 0; v < variants.size(); ++v)
                results[v].value.push_back(at && held_out[v] ? (*held_out[v])[*at] : predicted[v]);
        }
        return results;
    }

private:
    /// A warning if the penalty leaves less than a hundredth of the coefficient of a numeric feature, which
    /// would vary freely in another unit.
    std::optional<Warning> of_units(const Spec& spec, const std::vector<double>& penalty) const
    {
        constexpr double hundredth = 99.0;
        const double limit = hundredth * static_cast<double>(data().labelled());
        for (std::size_t j = 0; j < penalty.size(); ++j) {
            const auto column = static_cast<Index>(j);
            if (design_->constant(column) || is_category(column) || !(penalty[j] > limit)) continue;
            return Warning(warnings::units_decide, spec.name() + ": lambda=" + spec.text("lambda") +
                                                       " leaves less than a hundredth of "
                                                       "the coefficient of feature '" +
                                                       design_->name(column) +
                                                       "', whose standard deviation is " +
                                                       readable(design_->scale(column)) + "; scale(" +
                                                       spec.name() + ") does not depend on units");
        }
        return std::nullopt;
    }
    bool is_category(Index column) const
    {
        return std::ranges::any_of(design_->blocks(), [column](const Design::Block& block) {
            return block.begin <= column && column < block.end;
        });
    }

    /// The fit to all labelled rows.
    struct Whole {
        Whole(Summary s, Factor f, LinearModel m)
            : summary(std::move(s)),
              factor(std::move(f)),
              model(std::move(m))
        {
        }
        Summary summary;
        Factor factor;
        LinearModel model;
        mutable std::once_flag once{};
        mutable Eigen::VectorXd diagonal{}; ///< of the hat matrix; made when it is first needed
    };
    /// The least accepted pivot of I - H.
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

    /// Predictions for the rows left out, from the fit to all rows. They depend only on the training rows,
    /// not on the requested rows.
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

    double unscaled(double response) const
    {
        return sample_.response_centre() + sample_.response_scale() * response;
    }

    /// The rows, one per column, transformed so that products of two columns are elements of the hat matrix,
    /// less 1 / n.
    Eigen::MatrixXd standardised(const Whole& whole, std::span<const Row> rows) const
    {
        const auto& used = whole.summary.used;
        Eigen::MatrixXd u(static_cast<Index>(used.size()), static_cast<Index>(rows.size()));
        for (Index i = 0; i < u.cols(); ++i)
            for (Index j = 0; j < u.rows(); ++j) {
                const auto column = used[static_cast<std::size_t>(j)];
                u(j, i) = rows_.x(column, static_cast<Index>(rows[static_cast<std::size_t>(i)])) -
                          whole.summary.mean(column, 0);
            }
        whole.factor.upper.transpose().triangularView<Eigen::Lower>().solveInPlace(u);
        return u;
    }

    /// The diagonal of the hat matrix, for leave-one-out; all rows together take a fraction of the time of
    /// one by one.
    const Eigen::VectorXd& leverage(const Whole& whole) const
    {
        std::call_once(whole.once, [&] {
            constexpr std::size_t together = 256;
            const auto rows = all_rows(data());
            whole.diagonal.resize(static_cast<Index>(data().labelled()));
            for (std::size_t begin = 0; begin < data().labelled(); begin += together) {
                const auto some =
                    std::span(rows).subspan(begin, std::min(together, data().labelled() - begin));
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
    std::vector<std::optional<Warning>> told_;         ///< of each variant, for each of its fits
    std::vector<std::unique_ptr<const Whole>> wholes_; ///< null where a factor from sums would lose digits
};

constexpr Traits traits_of_regression{
    .classes = false, .scores = false, .weights = true, .missing_cells = false, .linear = true, .version = 2};

std::unique_ptr<const Prepared> prepare_regression(const Dataset& data, std::span<const Spec> variants,
                                                   const Budget&)
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
                     .keys = {open_real_key("lambda", "1",
                                            "the penalty, above 0; features are not scaled: see scale(SPEC)",
                                            0, 1e300)}},
            .traits = traits_of_regression,
            .prepare = prepare_regression,
            .check_data = [](const Spec& spec, const Dataset& data) { require_whole(data, spec.name()); }};
}

} // namespace unseen
