// rounded: a learner of numbers for ordered classes. It is trained on the positions 0, 1, 2 ... of the
// classes, and its predictions are rounded to the nearest (Kramer, Widmer, Pfahringer & de Groeve 2001,
// Fundam. Inform. 47:1).
//
// - A prediction half-way between two classes goes to the lower one. One below the lowest or above the
//   highest class of the training rows goes to that class. - There are no scores. Complexity, choices and
//   warnings are those of the learner.
#include "learn/entry.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// The lowest and the highest class of some rows.
struct Range {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = 0.0;
};

Predictions rounded(Predictions p, const Range& range)
{
    for (const double value : p.value)
        p.label.push_back(
            static_cast<std::uint32_t>(std::clamp(std::ceil(value - 0.5), range.lowest, range.highest)));
    p.value.clear();
    return p;
}

class RoundedModel final : public Model {
public:
    RoundedModel(std::unique_ptr<Model> model, Range range) : model_(std::move(model)), range_(range) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return rounded(model_->predict(data, rows), range_);
    }
    std::string text() const override { return model_->text(); }

private:
    std::unique_ptr<Model> model_;
    Range range_;
};

class RoundedPrepared final : public Prepared {
public:
    RoundedPrepared(const Dataset& given, std::span<const Spec> variants, const Budget& budget)
        : Prepared(given)
    {
        std::vector<double> positions;
        for (const auto code : given.class_codes())
            positions.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN()
                                         : static_cast<double>(code));
        const auto numbers = given.with_responses(std::move(positions));
        for (const auto& spec : variants) {
            const auto learner = make_base(spec.bases().front(), ResponseType::numbers);
            const Spec base = learner->spec();
            bases_.push_back(
                learner->prepare(numbers, {&base, 1}, {.bytes = budget.bytes / variants.size()}));
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return std::make_unique<RoundedModel>(bases_.at(variant)->fit(task, 0), range_of(task.train));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        const std::size_t first = 0;
        for (const auto variant : variants)
            all.push_back(rounded(std::move(bases_.at(variant)->evaluate(task, {&first, 1}).at(0)),
                                  range_of(task.train)));
        return all;
    }

private:
    Range range_of(const RowSet& train) const
    {
        Range range;
        train.for_each([&](Row r, std::uint32_t) {
            const auto code = static_cast<double>(data().class_codes()[r]);
            range = {std::min(range.lowest, code), std::max(range.highest, code)};
        });
        return range;
    }

    std::vector<std::unique_ptr<const Prepared>> bases_;
};

std::unique_ptr<Learner> base_of(const Spec& spec)
{
    return make_base(spec.bases().front(), ResponseType::numbers);
}

} // namespace

LearnerEntry rounded_entry()
{
    return {.info = {.name = "rounded",
                     .help = "for ordered classes: trains a learner of numbers on their positions, and "
                             "rounds what it predicts",
                     .fewest_bases = 1,
                     .most_bases = 1},
            .traits = {.numbers = false, .scores = false, .sparse = true},
            .prepare =
                [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                    return std::make_unique<RoundedPrepared>(data, variants, budget);
                },
            .check = [](const Spec& spec, ResponseType) { base_of(spec); },
            .check_data =
                [](const Spec&, const Dataset& data) {
                    require(data.ordered_classes() || data.classes().size() <= 2,
                            "'rounded' is for ordered classes, and the order of these has no meaning; give "
                            "it with `ordered`");
                },
            .traits_of =
                [](const Spec& spec, Traits& traits) {
                    const auto base = base_of(spec)->traits();
                    traits.stochastic = base.stochastic;
                    traits.weights = base.weights;
                    traits.groups = base.groups;
                    traits.times = base.times;
                    traits.missing_cells = base.missing_cells;
                    traits.lags = base.lags;
                    traits.version += base.version;
                },
            .resolve =
                [](const Spec& spec, ResponseType) {
                    static const SpecInfo info = rounded_entry().info;
                    const Spec own = unseen::resolve(spec, info);
                    return own.with_bases(
                        {resolve_learner(own.bases().front(), ResponseType::numbers).spec()});
                },
            .bases = [](const Spec&,
                        ResponseType) { return std::vector<Spec>{}; }}; // it is no learner of classes
}

} // namespace unseen
