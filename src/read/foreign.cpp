#include "read/foreign.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"

namespace unseen {

namespace {

using namespace std::string_view_literals;

/// A format that is not read: how its files begin, and what to do.
struct Foreign {
    std::string_view magic;
    std::string_view within; ///< a text that the first bytes hold as well
    std::string_view name;
    std::string_view remedy;
};

constexpr std::string_view as_csv = "write it as CSV, in pandas with DataFrame.to_csv"sv;

constexpr std::string_view in_python =
    "the command of the Python package unseen reads it, as `unseen score FILE`, and in Python unseen.estimate takes frames"sv;

constexpr Foreign foreign_formats[] = {
    {"PAR1", "", "a Parquet file", in_python},
    {"ARROW1", "", "an Arrow (Feather) file", in_python},
    {"FEA1", "", "a Feather file", in_python},
    {"PK\x03\x04", ".npy", "a NumPy archive (.npz)", "save one of its arrays with numpy.save"},
    {"PK\x03\x04", "xl/", "an Excel workbook", "save the sheet as CSV"},
    {"PK\x03\x04", "[Content_Types].xml", "an Excel workbook", "save the sheet as CSV"},
    {"PK\x03\x04", "opendocument.spreadsheet", "an OpenDocument spreadsheet", "save the sheet as CSV"},
    {"PK\x03\x04", "", "a zip archive", "unpack it first"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "an old Excel workbook (.xls)", "save the sheet as CSV"},
    {"SQLite format 3\0"sv, "", "a SQLite database",
     "if it is a store, `unseen store list` shows it and `unseen store export` writes its predictions"},
    {"unseen score state\n", "", "a state of predictions", "`unseen score --merge` reads states"},
    {"\x89HDF\r\n\x1a\n", "", "an HDF5 file", as_csv},
    {"RDX", "", "an R data file", "write it as CSV, in R with write.csv"},
    {"X\n\0\0\0"sv, "", "an R data file", "write it as CSV, in R with write.csv"},
    {"\x80\x04\x95", "", "a Python pickle", as_csv},
    {"\x80\x05\x95", "", "a Python pickle", as_csv},
    {"BZh", "", "a bzip2 file", "unpack it with bunzip2"},
    {"\xfd"
     "7zXZ",
     "", "an xz file", "unpack it with unxz"},
    {"\x28\xb5\x2f\xfd", "", "a zstd file", "unpack it with unzstd"},
    {"<!DOCTYPE", "", "HTML or XML", "save the table as CSV"},
    {"<!doctype", "", "HTML or XML", "save the table as CSV"},
    {"<html", "", "HTML or XML", "save the table as CSV"},
    {"<?xml", "", "HTML or XML", "save the table as CSV"},
};

constexpr std::size_t longest_head = 4096;

} // namespace

void refuse_foreign(std::string_view bytes, const std::string& source)
{
    const auto beginning = bytes.substr(0, longest_head);
    for (const auto& format : foreign_formats)
        if (beginning.starts_with(format.magic) && beginning.find(format.within) != beginning.npos)
            throw InputError(source + ": is " + std::string(format.name) + "; expected " + input_formats() +
                             " (" + std::string(format.remedy) + ')');
}

} // namespace unseen
