#include "unseen/roles/row_note.hpp"

namespace unseen {

std::vector<std::string> in_words(const std::vector<RowNote>& notes)
{
    std::vector<std::string> words;
    for (const auto& note : notes)
        words.push_back(
            note.role + ": " +
            (note.how == RowNote::How::by_name ? "column '" + note.column + "', by its name" : note.what));
    return words;
}

} // namespace unseen
