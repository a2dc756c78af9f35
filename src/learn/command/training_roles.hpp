// Private: the roles of training rows that a program gets on request, in addition to features and responses.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// The roles that a program asks for.
struct AskedRoles {
    bool weights = false;
    bool groups = false;
    bool times = false;
};

/// The weight, group and time of each row; empty if not asked for.
struct TrainingRoles {
    std::vector<double> weights{};       ///< 1 if all rows count alike
    std::vector<std::uint32_t> groups{}; ///< numbers of groups
    std::vector<double> times{};         ///< numbers as they are, dates as seconds since 1970 (UTC)
    std::string lacking{}; ///< the reason if a fit is impossible: roles that were requested and that the
                           ///< dataset does not have

    bool any() const { return !weights.empty() || !groups.empty() || !times.empty(); }
};

/// Throws InputError for a time that is neither a number nor a date.
TrainingRoles training_roles(const Dataset& data, const AskedRoles& asked);

} // namespace unseen
