#include "unseen/base/target.hpp"

#include <stdexcept>

namespace unseen {

std::string name_of(Target target)
{
    switch (target) {
    case Target::model: return "model";
    case Target::procedure: return "procedure";
    case Target::fold_models: return "fold-models";
    case Target::randomised: return "randomised";
    case Target::split: return "split";
    case Target::none: return "none";
    }
    throw std::logic_error("unknown target");
}

std::string name_of(Guarantee guarantee)
{
    switch (guarantee) {
    case Guarantee::exact: return "exact";
    case Guarantee::asymptotic: return "asymptotic";
    case Guarantee::heuristic: return "heuristic";
    }
    throw std::logic_error("unknown guarantee");
}

} // namespace unseen
