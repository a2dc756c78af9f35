// The measures as a field of options names them.
//
// Example:
//
//     measure_family.check(Spec("accuracy")); // throws nothing
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/measure/measure.hpp"

namespace unseen {

inline constexpr SpecFamily measure_family{measure_infos, [](const Spec& spec) { resolve_measure(spec); }};

} // namespace unseen
