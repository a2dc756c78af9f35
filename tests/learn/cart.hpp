// Specs of CART trees, for the tests that are about these.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"

namespace unseen::test {

/// The spec, with criterion=gini for classes unless it names a criterion.
inline Spec cart(const std::string& text, const Dataset& data)
{
    Spec spec = Spec::parse(text);
    if (data.response_type() == ResponseType::classes && !spec.find("criterion"))
        spec.set("criterion", "gini");
    return spec;
}

} // namespace unseen::test
