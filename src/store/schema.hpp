// Private: the tables of a store (docs/STORE.md), and how a store is opened.
#pragma once

#include "store/sqlite.hpp"

#include <memory>
#include <string>

namespace unseen {

/// Opens a store for writing; makes the tables if the file is new. Throws IoError if it is none, is damaged or of another version.
std::unique_ptr<Database> open_for_writing(const std::string& path);
/// Opens a store that is there for reading.
std::unique_ptr<Database> open_for_reading(const std::string& path);

} // namespace unseen
