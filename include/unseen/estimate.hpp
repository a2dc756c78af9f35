// All that a program needs to estimate how wrong learners are on rows that they have not seen.
//
// Example:
//
//     const auto data = Dataset::make(read_table("data/iris.csv"));
//     const auto nearest = make_learner(Spec::parse("knn:k=5"), data.response_type());
//     const Learner* learners[] = {nearest.get()};
//     const EstimateOptions options{.learner_names = {"nearest"}};
//     const Answer answer = answer_of(estimate(data, learners, options), "iris", data, options);
//     assert(answer.verdict->sentences.front().starts_with("The error_rate of nearest is 0.0"));
#pragma once

#include "unseen/learn/learner.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/run/estimate.hpp"
