#include "unseen/base/spec.hpp"

#include <string>

std::string printed_in_shared_library(const char* spec) { return unseen::Spec::parse(spec).print(); }
