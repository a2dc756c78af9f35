// Private: the reduction of the bootstrap estimates B1, B2, .632 and .632+ (METHODS B.4-B.6).
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

enum class BootstrapRule { b1, b2, rule632, rule632plus };
/// How out-of-bag losses are averaged: first within each sample, or first for each observation (Efron).
enum class B2Form { sample, observation };
/// What .632+ does if B2 exceeds the no-information rate: the form of Efron & Tibshirani (1997), or that of
/// the lecture notes.
enum class PlusForm { et1997, source };

struct BootstrapOptions {
    BootstrapRule rule = BootstrapRule::rule632plus;
    B2Form b2 = B2Form::observation;
    PlusForm plus = PlusForm::et1997;
};

/// The .632+ estimate from resubstitution error, B2 and no-information rate of one additive loss (smaller is
/// better).
double rule_632plus(double resubstitution, double b2, double no_information, PlusForm form);

/// Request 0 is the bootstrap plan, whose fits predict all rows. Request 1 is resubstitution.
std::unique_ptr<Reduction> bootstrap_reduction(const ReductionOptions& options, const BootstrapOptions& rules,
                                               const Design& bootstrap);

/// The Estimator::refusal of the bootstrap.
std::optional<Refusal> bootstrap_refusal(const Measure& measure, bool weighted);

} // namespace unseen
