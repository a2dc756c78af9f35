#include "learn/linear/sample.hpp"

#include "unseen/base/error.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen::linear {

namespace {

/// The share of a column's variance that must remain for a factor from sums.
constexpr double share_that_keeps_the_digits = 1e-4;
/// The share of a column's spread that must remain, so that it is not a combination of others.
constexpr double least_spread = 1e-7;

} // namespace

double Summary::total() const { return std::accumulate(weight.begin(), weight.end(), 0.0); }

Eigen::VectorXd Summary::overall_mean() const
{
    Eigen::VectorXd all = Eigen::VectorXd::Zero(mean.rows());
    for (Index g = 0; g < mean.cols(); ++g) all += weight[static_cast<std::size_t>(g)] * mean.col(g);
    return all / total();
}

Sample::Sample(const Dataset& data, const Design& design, const Design::Rows& rows, Options options)
    : data_(data),
      design_(design),
      rows_(rows),
      options_(std::move(options)),
      groups_(options_.by_classes ? data.classes().size() : 1)
{
    const auto n = static_cast<Index>(data.labelled());
    const Index p = design.columns();
    z_.resize(p + (options_.by_classes ? 0 : 1), n);
    z_.topRows(p) = rows.x.leftCols(n);
    if (!options_.by_classes) {
        const Eigen::Map<const Eigen::RowVectorXd> y(data.responses().data(), n);
        response_centre_ = y(0) + (y.array() - y(0)).sum() / static_cast<double>(n);
        const double scale =
            std::sqrt((y.array() - response_centre_).square().sum() / static_cast<double>(n));
        if (std::isnormal(scale)) response_scale_ = scale;
        z_.row(p) = (y.array() - response_centre_) / response_scale_;
    }
    centre_ = Eigen::MatrixXd::Zero(height(), static_cast<Index>(groups_));
    std::vector<double> sizes(groups_, 0.0);
    for (Index r = 0; r < n; ++r) {
        const auto g = group(static_cast<Row>(r));
        sizes[g] += 1.0;
        centre_.col(static_cast<Index>(g)) += z_.col(r);
    }
    for (std::size_t g = 0; g < groups_; ++g) centre_.col(static_cast<Index>(g)) /= std::max(sizes[g], 1.0);
    for (Index r = 0; r < n; ++r) z_.col(r) -= centre_.col(static_cast<Index>(group(static_cast<Row>(r))));

    totals_.weight.assign(groups_, 0.0);
    totals_.rows.assign(static_cast<std::size_t>(p), 0.0);
    totals_.sum = Eigen::MatrixXd::Zero(height(), static_cast<Index>(groups_));
    totals_.scatter.assign(options_.separate ? groups_ : 1, Eigen::MatrixXd::Zero(height(), height()));
    add(totals_, counted(RowSet::all(data.labelled())), 1.0);
}

Sample::Counted Sample::counted(const RowSet& train) const
{
    Counted rows;
    train.for_each([&](Row r, std::uint32_t count) {
        if (weight(r) > 0.0) rows.emplace_back(r, count * weight(r));
    });
    return rows;
}

Sample::Counted Sample::training(const RowSet& train) const
{
    auto rows = counted(train);
    if (rows.empty())
        throw LearnerError(options_.learner + ": there are no training rows, or all have weight 0");
    return rows;
}

bool Sample::keeps_digits(const Sums& left) const
{
    if (data_.weights().empty()) return true;
    constexpr double share = 1e-3;
    const auto kept = [](double rest, double total) { return rest == total || rest > share * total; };
    for (std::size_t g = 0; g < groups_; ++g)
        if (!kept(left.weight[g], totals_.weight[g])) return false;
    for (std::size_t s = 0; s < left.scatter.size(); ++s)
        for (Index j = 0; j < height(); ++j)
            if (!kept(left.scatter[s](j, j), totals_.scatter[s](j, j))) return false;
    return true;
}

void Sample::add(Sums& sums, const Counted& rows, double sign) const
{
    constexpr std::size_t most_together = 512;
    Eigen::MatrixXd together(height(), static_cast<Index>(std::min(rows.size(), most_together)));
    for (std::size_t s = 0; s < sums.scatter.size(); ++s) {
        Index gathered = 0;
        const auto flush = [&] {
            sums.scatter[s].selfadjointView<Eigen::Lower>().rankUpdate(together.leftCols(gathered), sign);
            gathered = 0;
        };
        for (const auto& [row, weight] : rows) {
            const auto g = group(row);
            if (part(g) != s) continue;
            const auto z = z_.col(static_cast<Index>(row));
            sums.weight[g] += sign * weight;
            sums.sum.col(static_cast<Index>(g)) += sign * weight * z;
            together.col(gathered++) = std::sqrt(weight) * z;
            if (gathered == together.cols()) flush();
        }
        if (gathered > 0) flush();
    }
    for (const auto& [row, weight] : rows)
        for (Index b = 0; b < rows_.known.rows(); ++b)
            sums.rows[static_cast<std::size_t>(rows_.known(b, static_cast<Index>(row)))] += sign;
}

bool Sample::loses_a_category(std::span<const Row> left_out) const
{
    if (design_.blocks().empty()) return false;
    auto rows = totals_.rows;
    for (const Row row : left_out)
        for (Index b = 0; b < rows_.known.rows(); ++b)
            if (--rows[static_cast<std::size_t>(rows_.known(b, static_cast<Index>(row)))] == 0.0) return true;
    return false;
}

/// The columns to use, given how many training rows have each category.
Summary Sample::chosen(const std::vector<double>& weight, const std::vector<double>& rows) const
{
    Summary summary{.weight = weight,
                    .mean = centre_,
                    .present = std::vector<bool>(rows.size(), true),
                    .used = {},
                    .scatter = {},
                    .spread = {}};
    std::vector<bool> use(rows.size());
    for (Index j = 0; j < design_.columns(); ++j) use[static_cast<std::size_t>(j)] = !design_.constant(j);
    for (const auto& block : design_.blocks()) {
        bool first = !options_.first_of_category;
        for (auto j = static_cast<std::size_t>(block.begin); j < static_cast<std::size_t>(block.end); ++j) {
            summary.present[j] = rows[j] > 0.0;
            use[j] = use[j] && summary.present[j] && !first;
            first = first && !summary.present[j];
        }
    }
    for (Index j = 0; j < design_.columns(); ++j)
        if (use[static_cast<std::size_t>(j)]) summary.used.push_back(j);
    return summary;
}

Summary Sample::by_sums(const RowSet& train) const
{
    Sums sums = totals_;
    if (train.is_complement()) {
        Counted left_out;
        for (const Row r : train.left_out())
            if (weight(r) > 0.0) left_out.emplace_back(r, weight(r));
        add(sums, left_out, -1.0);
    }
    if (!train.is_complement() || !keeps_digits(sums)) {
        std::fill(sums.weight.begin(), sums.weight.end(), 0.0);
        std::fill(sums.rows.begin(), sums.rows.end(), 0.0);
        sums.sum.setZero();
        for (auto& scatter : sums.scatter) scatter.setZero();
        add(sums, counted(train), 1.0);
    }
    if (std::ranges::all_of(sums.weight, [](double weight) { return weight == 0.0; }))
        training(train); // throws
    auto summary = chosen(sums.weight, sums.rows);
    for (std::size_t g = 0; g < groups_; ++g) {
        if (!(sums.weight[g] > 0.0)) continue;
        const auto sum = sums.sum.col(static_cast<Index>(g));
        summary.mean.col(static_cast<Index>(g)) += sum / sums.weight[g];
        sums.scatter[part(g)].selfadjointView<Eigen::Lower>().rankUpdate(sum, -1.0 / sums.weight[g]);
    }
    summary.scatter = std::move(sums.scatter);
    return summary;
}

Summary Sample::by_rows(const RowSet& train) const
{
    const auto rows = training(train);
    std::vector<double> weights(groups_, 0.0);
    std::vector<double> rows_of(static_cast<std::size_t>(design_.columns()), 0.0);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(height(), static_cast<Index>(groups_));
    for (const auto& [row, weight] : rows) {
        weights[group(row)] += weight;
        sum.col(static_cast<Index>(group(row))) += weight * z_.col(static_cast<Index>(row));
        for (Index b = 0; b < rows_.known.rows(); ++b)
            rows_of[static_cast<std::size_t>(rows_.known(b, static_cast<Index>(row)))] += 1.0;
    }
    auto summary = chosen(weights, rows_of);
    for (std::size_t g = 0; g < groups_; ++g)
        if (weights[g] > 0.0)
            summary.mean.col(static_cast<Index>(g)) += sum.col(static_cast<Index>(g)) / weights[g];
    const Eigen::VectorXd mean = summary.overall_mean();
    const auto x = [&](Index j, Row row) { return rows_.x(j, static_cast<Index>(row)); };
    std::erase_if(summary.used, [&](Index j) {
        const double first = x(j, rows.front().first);
        return std::ranges::all_of(rows, [&](const auto& row) { return x(j, row.first) == first; });
    });
    for (Index j = 0; j < design_.columns(); ++j) {
        double squares = 0.0;
        for (const auto& [row, weight] : rows)
            squares += weight * (x(j, row) - mean(j)) * (x(j, row) - mean(j));
        summary.spread.push_back(std::sqrt(squares));
    }
    return summary;
}

std::optional<Factor> Sample::factor(const Summary& summary, std::size_t part,
                                     std::span<const double> penalty) const
{
    const auto& scatter = summary.scatter[part];
    const auto k = static_cast<Index>(summary.used.size());
    if (k == 0) return Factor{.upper = Eigen::MatrixXd(0, 0), .right = Eigen::VectorXd(0)};
    Eigen::MatrixXd used(k, k); // the lower triangle
    for (Index j = 0; j < k; ++j)
        for (Index i = j; i < k; ++i)
            used(i, j) =
                scatter(summary.used[static_cast<std::size_t>(i)], summary.used[static_cast<std::size_t>(j)]);
    double weight = summary.weight[part];
    if (!options_.separate) weight = summary.total();
    if (!penalty.empty())
        for (Index j = 0; j < k; ++j)
            used(j, j) += penalty[static_cast<std::size_t>(summary.used[static_cast<std::size_t>(j)])];
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(used); // in place
    if (cholesky.info() != Eigen::Success) return std::nullopt;
    for (Index j = 0; j < k; ++j)
        if (!(used(j, j) * used(j, j) >= share_that_keeps_the_digits * weight)) return std::nullopt;
    Factor result{.upper = used.triangularView<Eigen::Lower>().transpose(), .right = Eigen::VectorXd()};
    if (options_.by_classes) return result;
    result.right.resize(k);
    for (Index j = 0; j < k; ++j)
        result.right(j) = scatter(design_.columns(), summary.used[static_cast<std::size_t>(j)]);
    used.triangularView<Eigen::Lower>().solveInPlace(result.right);
    return result;
}

Factor Sample::factor(const RowSet& train, const Summary& summary, std::size_t part,
                      std::span<const double> penalty) const
{
    const auto rows = training(train);
    const auto k = static_cast<Index>(summary.used.size());
    const Index responses = options_.by_classes ? 0 : 1;
    const auto in_part = [&](Row row) { return this->part(group(row)) == part; };
    const auto n =
        static_cast<Index>(std::ranges::count_if(rows, [&](const auto& row) { return in_part(row.first); }));
    const std::string where =
        options_.learner + ": " +
        (options_.separate ? "class '" + data_.classes().name(part) + "': " : std::string());
    if (penalty.empty() && n < k + 1)
        throw LearnerError(where + std::to_string(n) + " training rows with " + std::to_string(k) +
                           " columns of features make a singular matrix; expected at least " +
                           std::to_string(k + 1) + " rows");
    Eigen::MatrixXd z = Eigen::MatrixXd::Zero(n + (penalty.empty() ? 0 : k), k + responses);
    Index at = 0;
    for (const auto& [row, weight] : rows) {
        if (!in_part(row)) continue;
        const auto g = static_cast<Index>(group(row));
        const auto column = static_cast<Index>(row);
        for (Index j = 0; j < k; ++j) {
            const Index from = summary.used[static_cast<std::size_t>(j)];
            z(at, j) = std::sqrt(weight) * (rows_.x(from, column) - summary.mean(from, g));
        }
        if (responses > 0)
            z(at, k) =
                std::sqrt(weight) * (z_(design_.columns(), column) - summary.mean(design_.columns(), g));
        ++at;
    }
    if (!penalty.empty())
        for (Index j = 0; j < k; ++j)
            z(n + j, j) =
                std::sqrt(penalty[static_cast<std::size_t>(summary.used[static_cast<std::size_t>(j)])]);
    if (k == 0) return {.upper = Eigen::MatrixXd(0, 0), .right = Eigen::VectorXd(0)};
    const Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>> qr(z); // in place
    for (Index j = 0; j < k; ++j) {
        const auto column = summary.used[static_cast<std::size_t>(j)];
        if (!(std::abs(z(j, j)) > least_spread * summary.spread[static_cast<std::size_t>(column)]))
            throw LearnerError(
                where + "feature '" + design_.name(column) +
                "' is constant or a linear combination of the features before it, in the training rows" +
                (options_.by_classes ? " of a class" : "") + ": a singular matrix; leave it out" +
                (options_.by_classes ? ""
                 : penalty.empty()   ? ", or use ridge"
                                     : ", or use a larger lambda"));
    }
    Factor result{.upper = z.topLeftCorner(k, k).triangularView<Eigen::Upper>(), .right = Eigen::VectorXd()};
    if (responses > 0) result.right = z.col(k).head(k);
    return result;
}

} // namespace unseen::linear
