// Private: the tables of a store (docs/STORE.md); opens stores.
#pragma once

#include "store/sqlite.hpp"

#include <memory>
#include <string>

namespace unseen {

/// Opens a store for writing; makes the tables if the file is new. Throws IoError if the file is not a store, is damaged or has another
/// version.
std::unique_ptr<Database> open_for_writing(const std::string& path);
/// Opens an existing store for reading. Throws IoError as open_for_writing() does.
std::unique_ptr<Database> open_for_reading(const std::string& path);

} // namespace unseen
