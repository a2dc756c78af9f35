#include "unseen/base/warning.hpp"

#include <utility>

namespace unseen {

Warning::Warning(const WarningCode& its_code, std::string its_text)
    : code(its_code),
      text(std::move(its_text))
{
}

Warning::Warning(OwnCode its_code, std::string its_text)
    : code(std::move(its_code.name)),
      text(std::move(its_text))
{
}

} // namespace unseen
