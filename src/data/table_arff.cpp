#include "unseen/data/table_arff.hpp"

#include "unseen/base/number.hpp"

namespace unseen {

std::string arff_text(const std::string& text)
{
    if (!text.empty() && text.find_first_of(" ,{}'\"\\%?\t\r\n") == std::string::npos && text.front() != '@')
        return text;
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c == '\n'   ? std::string("\\n")
                  : c == '\r' ? std::string("\\r")
                  : c == '\t' ? std::string("\\t")
                              : std::string(1, c);
    }
    return quoted + '\'';
}

void write_arff(const Table& table, const Write& write)
{
    std::string text = "@relation rows\n\n";
    std::vector<std::vector<std::string>> labels;
    for (const auto& column : table.columns) {
        text += "@attribute " + arff_text(column.name) + ' ';
        auto& own = labels.emplace_back();
        if (column.is_numeric()) {
            text += "numeric\n";
            continue;
        }
        std::string list;
        for (const auto& label : column.coded().labels.names()) {
            own.push_back(arff_text(label));
            list += (list.empty() ? "" : ",") + own.back();
        }
        text += own.empty() ? "string\n" : '{' + list + "}\n";
    }
    text += "\n@data\n";
    for (std::size_t i = 0; i < table.rows(); ++i) {
        for (std::size_t j = 0; j < table.columns.size(); ++j) {
            const auto& column = table.columns[j];
            if (j > 0) text += ',';
            if (column.missing(i))
                text += '?';
            else
                text += column.is_numeric() ? shortest(column.numeric().values[i])
                                            : labels[j][static_cast<std::size_t>(column.coded().codes[i])];
        }
        text += '\n';
        if (text.size() > (std::size_t{1} << 20)) {
            write(text);
            text.clear();
        }
    }
    write(text);
}

} // namespace unseen
