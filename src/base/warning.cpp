#include "unseen/base/warning.hpp"

#include "unseen/base/codes.hpp"

#include <utility>

namespace unseen {

Warning::Warning(std::string its_code, std::string its_text)
    : code(std::move(its_code)),
      text(std::move(its_text))
{
    known_code(warning_codes(), code);
}

} // namespace unseen
