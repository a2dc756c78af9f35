// What more training rows may bring, against the values of METHODS F.1, computed by another program.
#include "unseen/estimate/learning_forecast.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

using Figures = std::vector<double>;

const Figures seven = {20, 30, 50, 80, 120, 160, 200};

/// Ten splits of a curve that falls.
const std::vector<Figures> falling = {
    {0.402, 0.376, 0.392, 0.331, 0.24, 0.278, 0.251},  {0.36, 0.268, 0.283, 0.253, 0.271, 0.221, 0.219},
    {0.28, 0.352, 0.187, 0.248, 0.183, 0.154, 0.153},  {0.395, 0.387, 0.332, 0.35, 0.229, 0.271, 0.237},
    {0.373, 0.247, 0.26, 0.246, 0.174, 0.236, 0.203},  {0.422, 0.381, 0.282, 0.258, 0.254, 0.27, 0.265},
    {0.314, 0.277, 0.231, 0.208, 0.196, 0.187, 0.245}, {0.337, 0.304, 0.286, 0.214, 0.209, 0.209, 0.224},
    {0.27, 0.31, 0.219, 0.204, 0.203, 0.185, 0.189},   {0.308, 0.262, 0.232, 0.163, 0.207, 0.135, 0.113}};

Maybe<LearningForecast> forecast_of(const std::vector<Figures>& trials, Limits level = {0.155, 0.272})
{
    return learning_forecast(seven, trials, 1.0 / 9.0, level, Level(0.95));
}

TEST(LearningForecast, HasTheLimitsOfTheOtherProgram)
{
    const auto forecast = forecast_of(falling);
    ASSERT_TRUE(forecast);
    EXPECT_NEAR(forecast->slope, 0.3033615295604652, 1e-12);
    EXPECT_NEAR(forecast->at(200).lower, 0.155, 1e-15);
    EXPECT_NEAR(forecast->at(400).lower, 0.1256061136006683, 1e-12);
    EXPECT_NEAR(forecast->at(800).lower, 0.10178642434750966, 1e-12);
    EXPECT_NEAR(forecast->at(1600).lower, 0.08248385277160729, 1e-12);
    EXPECT_EQ(forecast->at(1600).upper, 0.272);
    EXPECT_NEAR(*forecast->rows_for_less(0.005), 216.5433513466646, 1e-9);
    EXPECT_NEAR(*forecast->rows_for_less(0.01), 234.91591357284312, 1e-9);
    EXPECT_NEAR(*forecast->rows_for_less(0.05), 490.3942324876608, 1e-9);
    EXPECT_FALSE(forecast->rows_for_less(0.3)); // more than there is
}

TEST(LearningForecast, IsRefusedWhereNothingCanBeSaid)
{
    EXPECT_TRUE(forecast_of(std::vector<Figures>(10, Figures(7, 0.25))).lacks(reasons::no_visible_fall));
    auto rising = falling;
    for (auto& trial : rising) std::ranges::reverse(trial);
    EXPECT_TRUE(forecast_of(rising, {0.3, 0.42}).lacks(reasons::no_visible_fall));
    auto perfect = falling;
    for (auto& trial : perfect) trial.back() = 0.0;
    EXPECT_TRUE(forecast_of(perfect, {0.0, 0.02}).lacks(reasons::no_errors));
    const Figures near = {20, 30, 50, 70}; // less than four times as many
    EXPECT_TRUE(learning_forecast(near, falling, 0.1, {0.1, 0.2}, Level(0.95)).lacks(reasons::few_sizes));
    const Figures three = {20, 30, 200};
    EXPECT_TRUE(learning_forecast(three, falling, 0.1, {0.1, 0.2}, Level(0.95)).lacks(reasons::few_sizes));
    const auto forecast = forecast_of(falling);
    EXPECT_EQ(test::message_of([&] { forecast->at(1601); }), "rows = 1601 must lie between 200 and 1600");
    EXPECT_EQ(test::message_of([&] { forecast->rows_for_less(0.0); }), "gain = 0 must be positive");
}

// The order of the splits does not matter, and errors that are twice as large have limits twice as large.
TEST(LearningForecast, FollowsItsLaws)
{
    const auto forecast = forecast_of(falling);
    auto other = falling;
    std::ranges::reverse(other);
    for (auto& trial : other)
        for (double& error : trial) error *= 2.0;
    const auto doubled = forecast_of(other, {0.31, 0.544});
    EXPECT_NEAR(doubled->slope, forecast->slope, 1e-12);
    EXPECT_NEAR(doubled->at(800).lower, 2.0 * forecast->at(800).lower, 1e-12);
    EXPECT_NEAR(*doubled->rows_for_less(0.02), *forecast->rows_for_less(0.01), 1e-9);
}

} // namespace
} // namespace unseen
