#include "unseen/base/value.hpp"

#include <mutex>
#include <unordered_set>

namespace unseen {

namespace {

/// The one copy of a reason; addresses in an unordered_set stay.
const std::string& kept(const std::string& reason)
{
    static std::mutex mutex;
    static std::unordered_set<std::string> reasons;
    const std::lock_guard lock(mutex);
    return *reasons.insert(reason).first;
}

} // namespace

Value Value::none(const std::string& reason)
{
    if (reason.empty()) throw std::logic_error("Value: a reason must not be empty");
    Value v(0.0);
    v.reason_ = &kept(reason);
    return v;
}

const std::string& Value::reason() const
{
    static const std::string empty;
    return exists() ? empty : *reason_;
}

} // namespace unseen
