// Specs of learners, estimators and measures: printing and reading a spec gives the same spec.
#include "tables.hpp"

#include "unseen/base/spec.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdlib>

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = fuzz::text(data, size);
    fuzz::attempt([&] {
        const auto spec = Spec::parse(text);
        if (!(Spec::parse(spec.print()) == spec)) std::abort();
        fuzz::attempt([&] { make_learner(spec, ResponseType::classes); });
        make_measure(spec, size % 2 == 0);
    });
    return 0;
}
