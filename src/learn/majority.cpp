// majority: predicts the most frequent class of the training rows, with the class shares as scores. Every
// useful classifier must beat it. Ties go to the smallest class code.
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The sum of weights of each class in a training multiset. Sums are exact, so that the order of rows does
/// not matter.
std::vector<double> class_weights(const Dataset& data, const RowSet& train)
{
    std::vector<ExactSum> sums(data.classes().size());
    train.for_each([&](Row r, std::uint32_t count) {
        sums[static_cast<std::size_t>(data.class_codes()[r])].add_product(data.weights()[r], count);
    });
    std::vector<double> weights;
    for (const auto& sum : sums) weights.push_back(sum.value());
    return weights;
}

/// The class counts of a training multiset, from the totals over all labelled rows. O(rows left out) for a
/// fold.
std::vector<std::uint64_t> class_counts(const Dataset& data, const RowSet& train,
                                        const std::vector<std::uint64_t>& totals)
{
    const auto codes = data.class_codes();
    if (train.is_complement()) {
        auto counts = totals;
        for (const Row r : train.left_out()) --counts[static_cast<std::size_t>(codes[r])];
        return counts;
    }
    std::vector<std::uint64_t> counts(totals.size(), 0);
    train.for_each([&](Row r, std::uint32_t count) { counts[static_cast<std::size_t>(codes[r])] += count; });
    return counts;
}

class MajorityModel final : public Model {
public:
    /// `counts` are the rows, or the sum of weights, of each class; they sum to `size`.
    template <class Count>
    MajorityModel(const std::vector<Count>& counts, double size) : shares_(counts.size())
    {
        for (std::size_t c = 0; c < counts.size(); ++c) shares_[c] = static_cast<double>(counts[c]) / size;
        label_ = static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    }

    Predictions predict(const Dataset&, std::span<const Row> rows) const override
    {
        Predictions p;
        p.label.assign(rows.size(), label_);
        p.scores.resize(rows.size() * shares_.size());
        for (auto at = p.scores.begin(); at != p.scores.end();)
            at = std::copy(shares_.begin(), shares_.end(), at);
        return p;
    }

private:
    std::vector<double> shares_;
    std::uint32_t label_ = 0;
};

class MajorityPrepared final : public Prepared {
public:
    explicit MajorityPrepared(const Dataset& data) : Prepared(data), totals_(data.classes().size(), 0)
    {
        for (Row r = 0; r < data.labelled(); ++r) ++totals_[static_cast<std::size_t>(data.class_codes()[r])];
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override
    {
        if (data().weights().empty())
            return std::make_unique<MajorityModel>(class_counts(data(), task.train, totals_),
                                                   static_cast<double>(task.train.size()));
        const auto weights = class_weights(data(), task.train);
        ExactSum all;
        for (const double w : weights) all.add(w);
        if (!(all.value() > 0.0))
            throw LearnerError("majority: all training rows have weight 0; expected a positive weight");
        return std::make_unique<MajorityModel>(weights, all.value());
    }

private:
    std::vector<std::uint64_t> totals_;
};

} // namespace

LearnerEntry majority_entry()
{
    return {.info = {.name = "majority", .help = "the most frequent class; scores are the class shares"},
            .traits = {.classes = true, .numbers = false, .weights = true, .sparse = true, .baseline = true},
            .prepare = [](const Dataset& data, std::span<const Spec>, const Budget&) {
                return std::make_unique<MajorityPrepared>(data);
            }};
}

} // namespace unseen
