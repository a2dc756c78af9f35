#include "unseen/job/job.hpp"

#include "unseen/base/error.hpp"

#include <set>

namespace unseen {

DataWithUnlabelled JobData::dataset_of(Table table, const Roles& by) const
{
    return make ? make(std::move(table), by) : DataWithUnlabelled{Dataset::make(std::move(table), by)};
}

std::vector<std::unique_ptr<Learner>> make_learners(const std::vector<JobLearner>& learners,
                                                    ResponseType response)
{
    std::vector<std::unique_ptr<Learner>> all;
    std::set<std::string> names;
    for (const auto& [name, spec, make] : learners) {
        all.push_back(make ? make(response) : make_learner(resolve_learner(spec, response)));
        require(names.insert(name).second, "`learner`: two learners are called '" + name +
                                               "'; expected distinct names, as in NAME=SPEC");
    }
    return all;
}

} // namespace unseen
