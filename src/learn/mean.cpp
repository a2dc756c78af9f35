// mean: predicts the mean response of the training rows. Every useful regression must beat it.
#include "learn/constant_model.hpp"
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

/// Sums are exact, so that the total minus a fold equals the sum of the other rows to the last bit.
class MeanPrepared final : public Prepared {
public:
    explicit MeanPrepared(const Dataset& data) : Prepared(data)
    {
        for (Row r = 0; r < data.labelled(); ++r) total_.add(data.responses()[r]);
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t) const override
    {
        const auto y = data().responses();
        if (!data().weights().empty()) return std::make_unique<ConstantModel>(weighted_mean(task.train));
        ExactSum sum;
        if (task.train.is_complement()) {
            sum = total_;
            for (const Row r : task.train.left_out()) sum.add(-y[r]);
        } else {
            task.train.for_each([&](Row r, std::uint32_t count) { sum.add_product(y[r], count); });
        }
        return std::make_unique<ConstantModel>(sum.value() / static_cast<double>(task.train.size()));
    }

private:
    double weighted_mean(const RowSet& train) const
    {
        ExactSum sum;
        ExactSum all;
        train.for_each([&](Row r, std::uint32_t count) {
            const double w = data().weights()[r] * count;
            sum.add_product(w, data().responses()[r]);
            all.add(w);
        });
        if (!(all.value() > 0.0))
            throw LearnerError("mean: all training rows have weight 0; expected a positive weight");
        return sum.value() / all.value();
    }

    ExactSum total_;
};

} // namespace

LearnerEntry mean_entry()
{
    return {.info = {.name = "mean", .help = "the mean of the target"},
            .traits = {.classes = false,
                       .numbers = true,
                       .scores = false,
                       .weights = true,
                       .sparse = true,
                       .baseline = true},
            .prepare = [](const Dataset& data, std::span<const Spec>, const Budget&) {
                return std::make_unique<MeanPrepared>(data);
            }};
}

} // namespace unseen
