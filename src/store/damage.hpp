// Private: the possible faults of a store and its disk.
#pragma once

#include "unseen/base/error.hpp"

namespace unseen {

/// A row of a store is not intact.
class Damaged : public StoreError {
public:
    using StoreError::StoreError;
};

/// SQLite cannot read a part of the file.
class Unreadable : public StoreError {
public:
    using StoreError::StoreError;
};

/// The disk is full. This is not the fault of the user who named the store, so opening reports it in the same
/// way as writing.
class FullDisk : public StoreError {
public:
    using StoreError::StoreError;
};

} // namespace unseen
