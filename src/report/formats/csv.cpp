#include "base/csv_writer.hpp"
#include "report/formats/entry.hpp"

namespace unseen {

std::string print_csv(const ResultTable& table)
{
    std::string out;
    CsvWriter csv([&](std::string_view text) { out += text; });
    for (const auto& column : table.columns) csv.text(column.title);
    csv.end_line();
    for (const auto& row : table.rows) {
        for (const auto& cell : row) csv.text(cell.full);
        csv.end_line();
    }
    csv.finish();
    return out;
}

std::string csv_answer(const Answer& answer, const Screen& /*screen*/)
{
    return print_csv(answer.for_programs());
}

} // namespace unseen
