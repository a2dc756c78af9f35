#include "learn/ensemble/ensemble.hpp"

#include "learn/units.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

std::vector<Row> drawable_rows(const Dataset& data, const RowSet& train, bool weighted,
                               const std::string& learner)
{
    const auto weights = weighted ? data.weights() : std::span<const double>{};
    std::vector<Row> rows;
    train.for_each([&](Row r, std::uint32_t count) {
        if (weights.empty() || weights[r] > 0.0) rows.insert(rows.end(), count, r);
    });
    if (rows.empty()) throw LearnerError(learner + ": there are no training rows, or all have weight 0");
    return rows;
}

Votes::Votes(std::size_t rows, std::size_t classes, bool soft)
    : classes_(classes),
      soft_(soft && classes > 0),
      sums_(rows * std::max<std::size_t>(classes, 1), 0.0)
{
}

void Votes::add(const Predictions& p, double weight)
{
    if (soft_ && p.scores.size() != sums_.size()) throw LearnerError("a member has no scores to vote by");
    if (soft_ && !p.probabilities)
        throw LearnerError("the scores of a member are decision values; expected probabilities to vote by");
    for (std::size_t i = 0; i < p.scores.size() && soft_; ++i) sums_[i] += weight * p.scores[i];
    for (std::size_t i = 0; i < p.label.size() && !soft_; ++i) sums_[i * classes_ + p.label[i]] += weight;
    for (std::size_t i = 0; i < p.value.size(); ++i) sums_[i] += weight * p.value[i];
    for (const auto& warning : p.warnings)
        ++warned_.try_emplace(warning.code, 0, warning.text).first->second.first;
    const bool first = members_ == 0.0;
    members_ += 1.0;
    weight_ += weight;
    if (first) {
        complexity_ = p.complexity;
        return;
    }
    const auto name = [](const auto& size) { return size.first; };
    if (!std::ranges::equal(complexity_, p.complexity, {}, name, name)) complexity_.clear();
    for (std::size_t i = 0; i < complexity_.size(); ++i) complexity_[i].second += p.complexity[i].second;
}

Predictions Votes::result() &&
{
    Predictions p;
    for (double& sum : sums_) sum /= weight_;
    for (std::size_t i = 0; classes_ > 0 && i < sums_.size(); i += classes_) {
        const auto row = std::span(sums_).subspan(i, classes_);
        p.label.push_back(static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin()));
    }
    (classes_ > 0 ? p.scores : p.value) = std::move(sums_);
    p.complexity = {{"members", members_}};
    for (const auto& [name, sum] : complexity_) p.complexity.emplace_back(name, sum / members_);
    for (const auto& [code, warned] : warned_)
        p.warnings.emplace_back(OwnCode{code}, std::to_string(warned.first) + " of " + shortest(members_) +
                                                   " members: " + warned.second);
    return p;
}

Bootstrap::Bootstrap(const Dataset& data, std::span<const Row> rows, std::size_t universe, std::uint64_t seed)
    : universe_(universe),
      seed_(seed)
{
    const auto units = units_of(data, rows);
    const auto n = units.empty() ? 0 : *std::ranges::max_element(units) + 1;
    starts_.assign(n + 1, 0);
    for (const auto unit : units) ++starts_[unit + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    auto next = starts_;
    rows_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows_[next[units[i]]++] = rows[i];
}

std::vector<std::uint32_t> Bootstrap::counts(std::uint64_t b) const
{
    std::vector<std::uint32_t> counts(universe_, 0);
    Stream draws(seed_, Purpose::bootstrap, b);
    const auto units = starts_.size() - 1;
    for (std::size_t i = 0; i < units; ++i) {
        const auto unit = draws.below(units);
        for (auto k = starts_[unit]; k < starts_[unit + 1]; ++k) ++counts[rows_[k]];
    }
    return counts;
}

LeftOut::LeftOut(const Dataset& data, std::span<const Row> rows, bool soft)
    : data_(data),
      classes_(data.classes().size()),
      soft_(soft)
{
    for (const Row row : rows) {
        if (rows_.empty() || rows_.back() != row) {
            rows_.push_back(row);
            times_.push_back(0.0);
        }
        times_.back() += 1.0;
    }
    sums_.resize(rows_.size() * std::max<std::size_t>(classes_, 1));
    members_.resize(rows_.size());
}

std::span<const Row> LeftOut::left_out_of(std::span<const std::uint32_t> counts)
{
    chosen_.clear();
    left_out_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (counts[rows_[i]] == 0) {
            chosen_.push_back(i);
            left_out_.push_back(rows_[i]);
        }
    return left_out_;
}

void LeftOut::add(const Predictions& p, double weight)
{
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const auto i = chosen_[k];
        members_[i] += weight;
        if (classes_ == 0)
            sums_[i] += weight * p.value[k];
        else if (!soft_)
            sums_[i * classes_ + p.label[k]] += weight;
        else
            for (std::size_t c = 0; c < classes_; ++c)
                sums_[i * classes_ + c] += weight * p.scores[k * classes_ + c];
    }
}

std::optional<double> LeftOut::accuracy(const Predictions& p, bool weighted) const
{
    double right = 0.0;
    double rows = 0.0;
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const auto i = chosen_[k];
        const double weight = times_[i] * (weighted ? weight_of(rows_[i]) : 1.0);
        rows += weight;
        right += static_cast<std::int32_t>(p.label[k]) == data_.class_codes()[rows_[i]] ? weight : 0.0;
    }
    return rows > 0.0 ? std::optional(right / rows) : std::nullopt;
}

std::vector<double> accuracy_weights(std::span<const std::optional<double>> accuracies)
{
    double sum = 0.0;
    double known = 0.0;
    for (const auto& accuracy : accuracies) {
        sum += accuracy.value_or(0.0);
        known += accuracy ? 1.0 : 0.0;
    }
    const auto n = static_cast<double>(accuracies.size());
    std::vector<double> weights;
    for (const auto& accuracy : accuracies)
        weights.push_back(sum > 0.0 ? accuracy.value_or(sum / known) / (sum * n / known) : 1.0 / n);
    return weights;
}

bool LeftOut::complete() const
{
    return std::ranges::none_of(members_, [](double members) { return members == 0.0; });
}

Figures LeftOut::figure(const std::string& name) const
{
    double rows = 0.0;
    double losses = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (members_[i] == 0.0) continue;
        const double weight = times_[i] * weight_of(rows_[i]);
        rows += weight;
        if (classes_ == 0) {
            const double error = sums_[i] / members_[i] - data_.responses()[rows_[i]];
            losses += weight * error * error;
        } else {
            const auto sums = std::span(sums_).subspan(i * classes_, classes_);
            const auto label = std::ranges::max_element(sums) - sums.begin();
            losses += label != data_.class_codes()[rows_[i]] ? weight : 0.0;
        }
    }
    if (rows == 0.0) return {};
    if (classes_ == 0) return {{name + "_rmse", std::sqrt(losses / rows)}};
    return {{name + "_error", losses / rows}};
}

namespace {

class EnsembleModel final : public Model {
public:
    EnsembleModel(std::size_t classes, std::vector<Member> members, bool soft, Figures figures)
        : classes_(classes),
          members_(std::move(members)),
          soft_(soft),
          figures_(std::move(figures))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Votes votes(rows.size(), classes_, soft_);
        for (const auto& member : members_) votes.add(member.model->predict(data, rows), member.vote);
        auto p = std::move(votes).result();
        p.complexity.insert(p.complexity.end(), figures_.begin(), figures_.end());
        return p;
    }
    std::string text() const override
    {
        std::string text;
        for (const auto& [name, figure] : figures_) text += name + ' ' + shortest(figure) + '\n';
        return text;
    }

private:
    std::size_t classes_;
    std::vector<Member> members_;
    bool soft_;
    Figures figures_;
};

} // namespace

std::unique_ptr<Model> ensemble_model(std::size_t classes, std::vector<Member> members, bool soft,
                                      Figures figures)
{
    return std::make_unique<EnsembleModel>(classes, std::move(members), soft, std::move(figures));
}

} // namespace unseen
