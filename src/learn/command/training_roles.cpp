#include "learn/command/training_roles.hpp"

#include "data/times.hpp"

namespace unseen {

TrainingRoles training_roles(const Dataset& data, const AskedRoles& asked)
{
    TrainingRoles roles;
    if (asked.weights) {
        roles.weights.assign(data.weights().begin(), data.weights().end());
        if (roles.weights.empty()) roles.weights.assign(data.rows(), 1.0);
    }
    if (asked.groups) {
        roles.groups.assign(data.groups().begin(), data.groups().end());
        if (data.group() == nullptr)
            roles.lacking = "asks for the groups of the training rows, and the data have none; name their "
                            "column with `group`";
    }
    if (asked.times) {
        if (data.time() != nullptr)
            roles.times = times_of(*data.time());
        else
            roles.lacking = "asks for the times of the training rows, and the data have none; name their "
                            "column with `time`";
    }
    return roles;
}

} // namespace unseen
