// The description of each option of the readers, for all fronts.
//
// Example:
//
//     const ReadOptions options{.decimal = ','};
//     assert(given_fields(options).front().info->option() == "--decimal");
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/read/reader.hpp"

namespace unseen {

template <>
inline constexpr auto field_table<ReadOptions> = std::tuple{
    Field{&ReadOptions::separator,
          {.name = "separator",
           .help = "separator of a CSV file: one character, or tab; detected if not given"}},
    Field{&ReadOptions::decimal,
          {.name = "decimal",
           .help = "the decimal mark of the numbers in a CSV file (default: a point)",
           .choices = ".|,"}},
    Field{&ReadOptions::header,
          {.name = "header", .help = "whether a CSV file has a header row", .choices = "auto|yes|no"}},
    Field{&ReadOptions::skip,
          {.name = "skip", .help = "lines to leave out at the beginning of a CSV file, such as a title"}},
    Field{&ReadOptions::comment,
          {.name = "comment",
           .help = "leave out the lines of a CSV file that begin with this character; # if the file begins "
                   "with such lines"}},
    Field{&ReadOptions::encoding,
          {.name = "encoding",
           .help = "the encoding of a text that is not UTF-8, as windows-1252; detected if not given"}},
    Field{&ReadOptions::large,
          {.name = "large",
           .help = "read more than 100000 columns, and gzip that expands more than 200-fold without a row"}},
    Field{&ReadOptions::missing,
          {.name = "missing",
           .kind = FieldKind::cell,
           .help = "texts of missing cells, instead of: empty ? NA NaN"}},
    Inner{&ReadOptions::categorical, &ReadOptions::numeric, &ReadOptions::wanted, &ReadOptions::rows,
          &ReadOptions::threads},
};
static_assert(describes_all_fields<ReadOptions>());

} // namespace unseen
