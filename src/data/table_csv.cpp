#include "unseen/data/table_csv.hpp"

#include "base/csv_writer.hpp"

namespace unseen {

void write_csv(const Table& table, const Write& write)
{
    CsvWriter csv(write);
    for (const auto& column : table.columns) csv.text(column.name);
    csv.end_line();
    for (std::size_t i = 0; i < table.rows(); ++i) {
        for (const auto& column : table.columns) {
            if (column.missing(i))
                csv.field("");
            else if (column.is_numeric() && column.numeric().spelling)
                csv.text(column.text(i));
            else if (column.is_numeric())
                csv.number(column.numeric().values[i]);
            else
                csv.text(column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[i])));
        }
        csv.end_line();
    }
    csv.finish();
}

} // namespace unseen
