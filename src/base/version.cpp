#include "unseen/base/version.hpp"

namespace unseen {

std::string_view version() { return UNSEEN_VERSION; }

} // namespace unseen
