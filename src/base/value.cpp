#include "unseen/base/value.hpp"

#include "unseen/base/codes.hpp"

namespace unseen {

Value Value::none(const std::string& reason)
{
    Value v(0.0);
    v.reason_ = &known_code(reason_codes(), reason).name;
    return v;
}

const std::string& Value::reason() const
{
    static const std::string empty;
    return exists() ? empty : *reason_;
}

} // namespace unseen
