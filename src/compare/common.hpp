// What the tests share: clamped p-values and frequent sentences.
#pragma once

#include "unseen/base/number.hpp"
#include "unseen/compare/comparison.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace unseen::compare::detail {

inline double as_probability(double p) { return std::clamp(p, 0.0, 1.0); }

/// The answer of `test` about the pair A, B with the mean of these differences, to be filled in.
inline Comparison of_differences(const std::string& test, std::span<const double> differences)
{
    Comparison result;
    result.test = test;
    result.a = "A";
    result.b = "B";
    result.difference = mean_of(differences);
    return result;
}

inline const Warning zero_variance = {"zero_variance",
                                      "all differences are equal: the spread says nothing, and the p-value claims too much"};

inline const Warning anti_conservative = {
    "anti_conservative", "this test takes the splits for independent; their training sets overlap, and it rejects too often"};

/// A probability in percent, as people read it.
inline std::string percent(double p)
{
    std::string text = shortest(std::round(p * 1e4) / 1e2);
    return text + " %";
}

/// To four decimals, without those that are 0; small ones without an exponent.
inline std::string rounded(double x)
{
    const std::string text = shortest(std::round(x * 1e4) / 1e4);
    if (text.find('e') == std::string::npos) return text;
    const auto units = static_cast<int>(std::lround(std::abs(x) * 1e4)); // below 10: larger ones have no exponent
    return std::string(x < 0.0 ? "-" : "") + "0.000" + std::to_string(units);
}

/// "p = 0.0312", and for tiny ones "p < 0.0001".
inline std::string p_text(double p) { return p < 1e-4 ? "p < 0.0001" : "p = " + rounded(p); }

/// What a two-sided p-value of A against B shows at `level`, in one sentence. `better`: the one that the data favour, may be empty.
std::string shown(const Comparison& test, const std::string& better, const std::string& what, Level level);

} // namespace unseen::compare::detail
