// Private: what can be wrong with the content of a store.
#pragma once

#include "unseen/base/error.hpp"

namespace unseen {

/// A row of a store is not what was put into it.
class Damaged : public StoreError {
public:
    using StoreError::StoreError;
};

/// SQLite cannot read a part of the file.
class Unreadable : public StoreError {
public:
    using StoreError::StoreError;
};

} // namespace unseen
