#include "unseen/base/estimand.hpp"

#include <stdexcept>

namespace unseen {

std::string name_of(Estimand estimand)
{
    switch (estimand) {
    case Estimand::model: return "model";
    case Estimand::procedure: return "procedure";
    case Estimand::fold_models: return "fold-models";
    case Estimand::randomised: return "randomised";
    case Estimand::split: return "split";
    case Estimand::none: return "none";
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
