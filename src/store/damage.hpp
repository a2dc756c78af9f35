// Private: what can be wrong with a store and its disk.
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

/// The disk is full. Not the fault of whoever named the store, so that opening it reports this as writing
/// does.
class FullDisk : public StoreError {
public:
    using StoreError::StoreError;
};

} // namespace unseen
