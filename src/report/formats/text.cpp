#include "report/columns.hpp"
#include "report/formats/entry.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

constexpr std::size_t between = 2; ///< blanks between two columns
constexpr const char* bold = "\x1b[1m";
constexpr const char* yellow = "\x1b[33m";
constexpr const char* plain_again = "\x1b[0m";

std::string padded(const std::string& text, std::size_t to, bool right)
{
    const std::string blanks(to - std::min(to, columns_of(text)), ' ');
    return right ? blanks + text : text + blanks;
}

/// A table, or the columns of one that fit on the screen, with their widths.
struct Block {
    std::vector<std::size_t> columns;
    std::vector<std::size_t> widths;

    std::size_t total() const
    {
        return std::accumulate(widths.begin(), widths.end(), between * (widths.size() - 1));
    }
    void add(std::size_t column, std::size_t width)
    {
        columns.push_back(column);
        widths.push_back(width);
    }
};

/// The columns in blocks that are at most as wide as the screen if they can be, each with the texts before
/// the first number of the row. `widths` are the least that the columns take.
std::vector<Block> blocks_of(const ResultTable& table, const std::vector<std::size_t>& widths,
                             std::size_t screen)
{
    Block names;
    for (std::size_t c = 0; c < widths.size() && !table.columns[c].right; ++c) names.add(c, widths[c]);
    std::vector<Block> blocks = {names};
    for (auto c = names.columns.size(); c < widths.size(); ++c) {
        const auto& last = blocks.back();
        const bool empty = last.columns.size() == names.columns.size();
        if (!empty && screen > 0 && last.total() + between + widths[c] > screen) blocks.push_back(names);
        blocks.back().add(c, widths[c]);
    }
    return blocks;
}

/// The table in blocks, whose texts are as wide as they are if the screen has room, and else in several
/// lines.
std::vector<Block> fitted(const ResultTable& table, std::size_t screen)
{
    constexpr std::size_t least = 20; // of a column of texts that is broken
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        widths.push_back(columns_of(table.columns[c].title));
        for (const auto& row : table.rows) widths[c] = std::max(widths[c], columns_of(row[c].shown));
    }
    auto narrow = widths;
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (screen > 0 && !table.columns[c].right) narrow[c] = std::min(widths[c], least);
    auto blocks = blocks_of(table, narrow, screen);
    for (auto& block : blocks)
        for (std::size_t i = 0; i < block.columns.size(); ++i) {
            const auto room =
                screen == 0 ? widths[block.columns[i]] : screen - std::min(screen, block.total());
            block.widths[i] += std::min(room, widths[block.columns[i]] - block.widths[i]);
        }
    return blocks;
}

std::string aligned(const ResultTable& table, std::size_t screen)
{
    if (table.columns.empty()) return "";
    std::string out;
    const auto line = [&](const Block& block, auto text_of) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t i = 0; i < block.columns.size(); ++i) {
            cells.push_back(broken(text_of(i), block.widths[i]));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t h = 0; h < height; ++h) {
            std::string text;
            for (std::size_t i = 0; i < cells.size(); ++i)
                text += std::string(i > 0 ? between : 0, ' ') + padded(h < cells[i].size() ? cells[i][h] : "",
                                                                       block.widths[i],
                                                                       table.columns[block.columns[i]].right);
            text.erase(text.find_last_not_of(' ') + 1);
            out += text + '\n';
        }
    };
    for (const auto& block : fitted(table, screen)) {
        if (!out.empty()) out += '\n';
        line(block, [&](std::size_t i) { return table.columns[block.columns[i]].title; });
        line(block, [&](std::size_t i) { return std::string(block.widths[i], '-'); });
        for (const auto& row : table.rows)
            line(block, [&](std::size_t i) { return row[block.columns[i]].shown; });
    }
    return out;
}

} // namespace

std::string print_text(const ResultTable& table) { return aligned(table, 0); }

std::string text_answer(const Answer& answer, const Screen& screen)
{
    std::string out;
    const auto line = [&](const std::string& text) {
        for (const auto& part : broken(text, screen.width)) out += part + '\n';
    };
    const auto in_colour = [&](const std::string& text, const char* sequence) {
        out += screen.colour ? sequence : "";
        line(text);
        if (screen.colour) out.insert(out.size() - 1, plain_again);
    };
    const bool short_screen = screen.width > 0; // on which blank lines cost more than they show
    for (std::size_t i = 0; i < answer.heading.size(); ++i)
        if (i == 0 && answer.verdict)
            in_colour(answer.heading[i], bold);
        else if (!short_screen || !answer.heading[i].empty())
            line(answer.heading[i]);
    if (!answer.heading.empty() && !short_screen) out += '\n';
    out += aligned(answer.table, screen.width);
    for (const auto& one : answer.further) out += '\n' + one.title + ":\n" + aligned(one.table, screen.width);
    const bool tables = !answer.table.columns.empty() || !answer.further.empty();
    if (tables && !answer.notes.empty() && !short_screen) out += '\n';
    for (const auto& note : answer.notes) note.alert ? in_colour(note.text, yellow) : line(note.text);
    return out;
}

} // namespace unseen
