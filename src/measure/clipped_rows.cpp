#include "measure/clipped_rows.hpp"

#include "predictions/gathered_rows.hpp"
#include "unseen/base/number.hpp"

namespace unseen {

Warning clipped_warning(const Measure& measure, std::uint64_t clipped, std::uint64_t rows,
                        const Value& without)
{
    std::string text = "'" + measure.name() + "': " + std::to_string(clipped) + " of " +
                       std::to_string(rows) + " rows " + (clipped == 1 ? "has " : "have ") +
                       std::string(clipped == 1 ? measure.clipped->one : measure.clipped->many);
    if (without)
        text += "; without " + std::string(clipped == 1 ? "it" : "them") + " the figure is " +
                readable(without.number());
    return {warnings::clipped_rows, std::move(text)};
}

std::optional<Warning> clipped_warning(const Measure& measure, const PredictionView& predictions,
                                       bool without_figure)
{
    if (!measure.clipped) return std::nullopt;
    const auto clipped = measure.clipped->find(predictions);
    if (clipped.empty()) return std::nullopt;
    Value without = Value::none(reasons::no_rows);
    if (without_figure) {
        std::vector<std::uint32_t> others;
        auto next = clipped.begin();
        for (std::uint32_t i = 0; i < predictions.size(); ++i) {
            if (next != clipped.end() && *next == i)
                ++next;
            else
                others.push_back(i);
        }
        if (!others.empty()) {
            const GatheredRows rest(predictions, others);
            without = evaluate(measure, rest.view());
        }
    }
    return clipped_warning(measure, clipped.size(), predictions.size(), without);
}

} // namespace unseen
