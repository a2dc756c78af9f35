#include "learn/ensemble.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

std::vector<Row> drawable_rows(const Dataset& data, const RowSet& train, const Base& base, const std::string& learner)
{
    const auto weights = base.traits.weights ? data.weights() : std::span<const double>{};
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
    for (std::size_t i = 0; i < p.scores.size() && soft_; ++i) sums_[i] += weight * p.scores[i];
    for (std::size_t i = 0; i < p.label.size() && !soft_; ++i) sums_[i * classes_ + p.label[i]] += weight;
    for (std::size_t i = 0; i < p.value.size(); ++i) sums_[i] += weight * p.value[i];
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
    return p;
}

namespace {

class EnsembleModel final : public Model {
public:
    EnsembleModel(std::size_t classes, std::vector<Member> members, bool soft)
        : classes_(classes),
          members_(std::move(members)),
          soft_(soft)
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Votes votes(rows.size(), classes_, soft_);
        for (const auto& member : members_) votes.add(member.model->predict(data, rows), member.vote);
        return std::move(votes).result();
    }

private:
    std::size_t classes_;
    std::vector<Member> members_;
    bool soft_;
};

} // namespace

std::unique_ptr<Model> ensemble_model(std::size_t classes, std::vector<Member> members, bool soft)
{
    return std::make_unique<EnsembleModel>(classes, std::move(members), soft);
}

} // namespace unseen
