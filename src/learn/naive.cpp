// naive, seasonal-naive: forecasts without a model, which every useful forecast must beat (Hyndman &
// Athanasopoulos, Forecasting: Principles and Practice, 5.2). With season m and horizon h, the row at time t
// gets the target at time t - m ceil(h/m): the latest value of its season that is known at t-h. naive is m =
// 1. Nothing is learned from the training rows.
#include "learn/naive.hpp"

#include "data/lags.hpp"
#include "learn/entry.hpp"

#include "base/spec_keys.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The rows from the one that is forecast to the latest of its season that is known.
std::uint64_t steps_back(const Dataset& data, std::uint64_t season)
{
    const auto horizon = std::max<std::uint64_t>(data.horizon(), 1);
    return (horizon + season - 1) / season * season;
}

/// The place of the feature that is the forecast. Throws InputError if it is not among the features.
std::size_t forecast_feature(const Spec& spec, const Dataset& data)
{
    const auto season = spec.find("season") ? static_cast<std::uint64_t>(spec.integer("season")) : 1;
    const auto place = known_value(data, season);
    const auto steps = steps_back(data, season);
    require(place.has_value(),
            '\'' + spec.print() + "' forecasts by '" + lag_name(data.response_name(), steps) +
                "', which is not among the features; expected lag " +
                std::to_string(steps - std::max<std::uint64_t>(data.horizon(), 1) + 1) + " in `lags`");
    return *place;
}

class NaiveModel final : public Model {
public:
    explicit NaiveModel(std::size_t feature) : feature_(feature) {}
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions p;
        for (const Row r : rows) p.value.push_back(data.features()[feature_].numeric().values[r]);
        return p;
    }

private:
    std::size_t feature_;
};

class NaivePrepared final : public Prepared {
public:
    NaivePrepared(const Dataset& data, std::span<const Spec> variants) : Prepared(data)
    {
        for (const auto& spec : variants) features_.push_back(forecast_feature(spec, data));
    }
    std::unique_ptr<Model> fit(const Task&, std::size_t variant) const override
    {
        return std::make_unique<NaiveModel>(features_[variant]);
    }

private:
    std::vector<std::size_t> features_;
};

constexpr Traits forecaster{
    .classes = false, .scores = false, .lags = true, .baseline = true, .copies_features = true};

/// The common part of both, apart from name, keys and traits.
LearnerEntry with_lags(LearnerEntry entry)
{
    entry.prepare = [](const Dataset& data, std::span<const Spec> variants, const Budget&) {
        return std::make_unique<NaivePrepared>(data, variants);
    };
    entry.check = [](const Spec& spec, ResponseType) {
        require(!spec.find("season") || !spec.empty("season"),
                '\'' + spec.name() + "': no season; expected its rows, as in " + spec.name() + ":season=12");
    };
    entry.check_data = [](const Spec& spec, const Dataset& data) { forecast_feature(spec, data); };
    return entry;
}

} // namespace

std::optional<std::size_t> known_value(const Dataset& data, std::uint64_t season)
{
    const auto features = data.features();
    const auto at =
        std::ranges::find(features, lag_name(data.response_name(), steps_back(data, season)), &Column::name);
    if (at == features.end() || !at->is_numeric()) return std::nullopt;
    return static_cast<std::size_t>(at - features.begin());
}

LearnerEntry naive_entry()
{
    return with_lags(
        {.info = {.name = "naive", .help = "the last value of the target that is known (`lags`)"},
         .traits = forecaster});
}

LearnerEntry seasonal_naive_entry()
{
    return with_lags(
        {.info = {.name = "seasonal-naive",
                  .help = "the last value of the same season that is known (`lags`)",
                  .keys = {integer_key("season", "",
                                       "rows of a season: 12 for months, 4 for quarters; it has to be given",
                                       1, 4e9)}},
         .traits = forecaster});
}

} // namespace unseen
